// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/exactness.h"
#include "core/scene/json_words.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace lw::scene {

namespace {

constexpr std::string_view kKeys[] = {"layer", "rows", "columns", "channel", "channels", "modes"};
constexpr std::string_view kModeKeys[] = {"mode",
                                          "words",
                                          "refused",
                                          "verdict",
                                          "rule",
                                          "ruleWords",
                                          "premises",
                                          "isExact",
                                          "elements",
                                          "wrong",
                                          "maximalError",
                                          "causes",
                                          "hasInput",
                                          "wrongElements",
                                          "hasRun",
                                          "confirmed",
                                          "unexpected",
                                          "clocks",
                                          "instructionRows",
                                          "maskBytes",
                                          "poolingClocks",
                                          "hostBytesAvoided",
                                          "wastedShare",
                                          "difference"};
constexpr std::string_view kOptionalKeys[] = {"byNow"};
constexpr std::string_view kByNowKeys[] = {"elements", "computed", "wrong", "others"};
constexpr std::string_view kCauseKeys[] = {"cause", "elements"};
constexpr std::string_view kWrongKeys[] = {"image", "row", "column", "channel", "cause", "got", "wanted"};
constexpr double kLargest = std::numeric_limits<double>::max();

std::vector<std::string_view> causeNames() {
    std::vector<std::string_view> out;
    for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(lower::Cause::OtherOrder); ++i)
        out.push_back(lower::nameOf(static_cast<lower::Cause>(i)));
    return out;
}

Result<lower::Cause> causeIn(const JsonObject& object) {
    LW_TRY(const std::size_t cause, wordIn(object, "cause", causeNames()));
    return static_cast<lower::Cause>(cause);
}

Outcome readLists(const JsonObject& object, ExactnessColumn& out) {
    LW_TRY(const JsonValue* causes, object.list("causes"));
    for (const JsonValue& item : causes->items) {
        LW_TRY(const JsonObject entry, JsonObject::of(item, "causes", kCauseKeys));
        lower::CauseCount count;
        LW_TRY(count.cause, causeIn(entry));
        LW_TRY(count.elements, countIn(entry, "elements"));
        out.causes.push_back(count);
    }
    LW_TRY(const JsonValue* wrong, object.list("wrongElements"));
    for (const JsonValue& item : wrong->items) {
        LW_TRY(const JsonObject entry, JsonObject::of(item, "wrongElements", kWrongKeys));
        lower::WrongElement element;
        LW_TRY(element.image, countIn(entry, "image"));
        LW_TRY(element.row, countIn(entry, "row"));
        LW_TRY(element.column, countIn(entry, "column"));
        LW_TRY(element.channel, countIn(entry, "channel"));
        LW_TRY(element.cause, causeIn(entry));
        LW_TRY(element.got, entry.text("got"));
        LW_TRY(element.wanted, entry.text("wanted"));
        out.wrongElements.push_back(std::move(element));
    }
    return Done{};
}

Outcome readCosts(const JsonObject& object, ExactnessColumn& out) {
    LW_TRY(out.hasInput, object.truth("hasInput"));
    LW_TRY(out.hasRun, object.truth("hasRun"));
    LW_TRY(out.confirmed, object.truth("confirmed"));
    LW_TRY(out.unexpected, countIn(object, "unexpected"));
    LW_TRY(out.clocks, countIn(object, "clocks"));
    LW_TRY(out.instructionRows, countIn(object, "instructionRows"));
    LW_TRY(out.maskBytes, countIn(object, "maskBytes"));
    LW_TRY(out.poolingClocks, countIn(object, "poolingClocks"));
    LW_TRY(out.hostBytesAvoided, countIn(object, "hostBytesAvoided"));
    LW_TRY(out.wastedShare, object.real("wastedShare", -kLargest, kLargest));
    return Done{};
}

Result<ExactnessColumn> columnFromJson(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "modes", kModeKeys, kOptionalKeys));
    ExactnessColumn out;
    LW_TRY(out.mode, object.text("mode"));
    LW_TRY(out.words, object.text("words"));
    LW_TRY(out.refused, object.text("refused"));
    LW_TRY(const std::size_t verdict, wordIn(object, "verdict", lower::kVerdictNames));
    out.verdict = static_cast<lower::Verdict>(verdict);
    LW_TRY(out.reason.rule, object.text("rule"));
    LW_TRY(out.reason.words, object.text("ruleWords"));
    LW_TRY(out.reason.premises, textsIn(object, "premises"));
    LW_TRY(out.reason.exact, object.truth("isExact"));
    LW_TRY(out.elements, countIn(object, "elements"));
    LW_TRY(out.wrong, countIn(object, "wrong"));
    LW_TRY(out.maximalError, object.real("maximalError", 0, kLargest));
    LW_TRY([[maybe_unused]] const Done lists, readLists(object, out));
    LW_TRY([[maybe_unused]] const Done costs, readCosts(object, out));
    LW_TRY(out.difference, cellPictureFromJson(object.at("difference")));
    if (object.has("byNow")) {
        LW_TRY(const JsonObject counts, JsonObject::of(object.at("byNow"), "byNow", kByNowKeys));
        ByNow& byNow = out.byNow.emplace();
        LW_TRY(byNow.elements, countIn(counts, "elements"));
        LW_TRY(byNow.computed, countIn(counts, "computed"));
        LW_TRY(byNow.wrong, countIn(counts, "wrong"));
        LW_TRY(byNow.others, countIn(counts, "others"));
    }
    return out;
}

nlohmann::json jsonOf(const ExactnessColumn& mode) {
    nlohmann::json causes = nlohmann::json::array(), wrong = nlohmann::json::array();
    for (const lower::CauseCount& count : mode.causes)
        causes.push_back({{"cause", lower::nameOf(count.cause)}, {"elements", count.elements}});
    for (const lower::WrongElement& element : mode.wrongElements)
        wrong.push_back({{"image", element.image},
                         {"row", element.row},
                         {"column", element.column},
                         {"channel", element.channel},
                         {"cause", lower::nameOf(element.cause)},
                         {"got", element.got},
                         {"wanted", element.wanted}});
    nlohmann::json out = {{"mode", mode.mode},
                          {"words", mode.words},
                          {"refused", mode.refused},
                          {"verdict", lower::kVerdictNames[static_cast<std::size_t>(mode.verdict)]},
                          {"rule", mode.reason.rule},
                          {"ruleWords", mode.reason.words},
                          {"premises", mode.reason.premises},
                          {"isExact", mode.reason.exact},
                          {"elements", mode.elements},
                          {"wrong", mode.wrong},
                          {"maximalError", mode.maximalError},
                          {"causes", std::move(causes)},
                          {"wrongElements", std::move(wrong)},
                          {"hasInput", mode.hasInput},
                          {"hasRun", mode.hasRun},
                          {"confirmed", mode.confirmed},
                          {"unexpected", mode.unexpected},
                          {"clocks", mode.clocks},
                          {"instructionRows", mode.instructionRows},
                          {"maskBytes", mode.maskBytes},
                          {"poolingClocks", mode.poolingClocks},
                          {"hostBytesAvoided", mode.hostBytesAvoided},
                          {"wastedShare", mode.wastedShare},
                          {"difference", mode.difference}};
    if (mode.byNow)
        out["byNow"] = {{"elements", mode.byNow->elements},
                        {"computed", mode.byNow->computed},
                        {"wrong", mode.byNow->wrong},
                        {"others", mode.byNow->others}};
    return out;
}

} // namespace

void to_json(nlohmann::json& out, const Exactness& scene) {
    out = {{"layer", scene.layer},     {"rows", scene.rows},         {"columns", scene.columns},
           {"channel", scene.channel}, {"channels", scene.channels}, {"modes", nlohmann::json::array()}};
    for (const ExactnessColumn& mode : scene.modes) out["modes"].push_back(jsonOf(mode));
}

Result<Exactness> exactnessFromJson(std::string_view text) {
    LW_TRY(const JsonValue root, parseJson(text, Place::kNoFile));
    LW_TRY(const JsonObject object, JsonObject::of(root, "", kKeys));
    Exactness out;
    LW_TRY(out.layer, object.text("layer"));
    LW_TRY(out.rows, countIn(object, "rows"));
    LW_TRY(out.columns, countIn(object, "columns"));
    LW_TRY(out.channel, countIn(object, "channel"));
    LW_TRY(out.channels, countIn(object, "channels"));
    LW_TRY(const JsonValue* modes, object.list("modes"));
    for (const JsonValue& item : modes->items) {
        LW_TRY(ExactnessColumn mode, columnFromJson(item));
        out.modes.push_back(std::move(mode));
    }
    return out;
}

} // namespace lw::scene
