// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_result.h"

#include "core/base/json.h"
#include "core/base/json_value.h"

#include <limits>

namespace lw::cli {

namespace {

constexpr std::string_view kKeys[] = {"name",     "passed",  "interrupted", "host",      "failures",
                                      "warnings", "missing", "names",       "points",    "ran",
                                      "clocks",   "bundles", "bytes",       "meaningful"};
constexpr double kMostReal = std::numeric_limits<double>::max();

Result<std::uint64_t> countIn(const JsonObject& object, std::string_view key) {
    LW_TRY(const std::int64_t number, object.integer(key, 0, std::numeric_limits<std::int64_t>::max()));
    return static_cast<std::uint64_t>(number);
}

Outcome readTexts(const JsonObject& object, std::string_view key, std::vector<std::string>& out) {
    LW_TRY(const JsonValue* list, object.list(key));
    for (const JsonValue& item : list->items) {
        LW_TRY(std::string text, textOf(item, key));
        out.push_back(std::move(text));
    }
    return Done{};
}

Result<CheckResult> read(std::string_view wire) {
    LW_TRY(const JsonValue value, parseJson(wire, Place::kNoFile));
    LW_TRY(const JsonObject object, JsonObject::of(value, "result", kKeys));
    CheckResult out;
    LW_TRY(out.name, object.text("name"));
    LW_TRY(out.passed, object.truth("passed"));
    LW_TRY(out.interrupted, object.truth("interrupted"));
    LW_TRY(out.hostFailed, object.text("host"));
    LW_TRY([[maybe_unused]] const Done failures, readTexts(object, "failures", out.failures));
    LW_TRY([[maybe_unused]] const Done warnings, readTexts(object, "warnings", out.warnings));
    LW_TRY(out.missing, object.text("missing"));
    LW_TRY(out.hasNames, object.truth("names"));
    LW_TRY(out.points, object.real("points", 0, kMostReal));
    LW_TRY(out.ran, object.truth("ran"));
    LW_TRY(out.clocks, countIn(object, "clocks"));
    LW_TRY(out.bundles, countIn(object, "bundles"));
    LW_TRY(out.bytes, countIn(object, "bytes"));
    LW_TRY(out.clocksMeaningful, object.truth("meaningful"));
    return out;
}

} // namespace

std::string wireText(const CheckResult& result) {
    return Json{{"name", result.name},
                {"passed", result.passed},
                {"interrupted", result.interrupted},
                {"host", result.hostFailed},
                {"failures", Json::list(result.failures)},
                {"warnings", Json::list(result.warnings)},
                {"missing", result.missing},
                {"names", result.hasNames},
                {"points", result.points},
                {"ran", result.ran},
                {"clocks", result.clocks},
                {"bundles", result.bundles},
                {"bytes", result.bytes},
                {"meaningful", result.clocksMeaningful}}
        .line();
}

std::optional<CheckResult> resultFrom(std::string_view wire) {
    auto result = read(wire);
    if (!result) return std::nullopt;
    return *std::move(result);
}

} // namespace lw::cli
