// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/why_clock.h"

#include "core/base/json_value.h"
#include "core/machine/breakpoints.h"
#include "core/scene/bundle_grid.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace lw::scene {

namespace {

constexpr std::string_view kKeys[] = {"clock", "bundle", "place", "text", "rule", "stalls", "bundles"};
constexpr std::string_view kMaybeKeys[] = {"other", "otherPlace", "until"};
constexpr std::string_view kStallKeys[] = {"rule", "unit", "clocks"};
constexpr std::string_view kBundleKeys[] = {"bundle", "place", "clocks", "issued"};

std::string textOfBundle(const program::Program& program, const program::Target& target,
                         std::uint32_t bundle) {
    const auto grid = bundleGrid(program, target, bundle, 1);
    std::string out;
    if (!grid || grid->rows.empty()) return out;
    for (const GridCell& cell : grid->rows.front().cells)
        out += (out.empty() ? "" : " ; ") + grid->columns[cell.slot] + ": " + cell.text;
    return out;
}

std::vector<StalledBundle> stalledBundles(const program::Program& program, const ClockFacts& facts,
                                          std::size_t limit) {
    std::vector<StalledBundle> out;
    for (std::size_t i = 0; i < facts.bundleStalls.size(); ++i)
        if (facts.bundleStalls[i] != 0)
            out.push_back({static_cast<std::uint32_t>(i),
                           {},
                           facts.bundleStalls[i],
                           i < facts.bundleCounts.size() ? facts.bundleCounts[i] : 0});
    std::stable_sort(out.begin(), out.end(),
                     [](const StalledBundle& a, const StalledBundle& b) { return a.clocks > b.clocks; });
    if (out.size() > limit) out.resize(limit);
    for (StalledBundle& line : out) line.place = machine::bundleText(program, line.bundle);
    return out;
}

Result<std::uint64_t> numberIn(const JsonObject& object, std::string_view key) {
    LW_TRY(const std::int64_t number, object.integer(key, 0, std::numeric_limits<std::int64_t>::max()));
    return static_cast<std::uint64_t>(number);
}
Result<std::uint32_t> bundleIn(const JsonObject& object, std::string_view key) {
    LW_TRY(const std::int64_t number, object.integer(key, 0, std::numeric_limits<std::uint32_t>::max()));
    return static_cast<std::uint32_t>(number);
}

} // namespace

WhyClock whyClock(const program::Program& program, const program::Target& target, const ClockFacts& facts,
                  std::size_t limit) {
    WhyClock out;
    out.clock = facts.clock;
    out.bundle = facts.nextBundle;
    if (facts.waiting) {
        out.bundle = facts.waiting->bundle;
        out.rule = facts.waiting->rule;
        if (facts.waiting->until != machine::kForever) out.until = facts.waiting->until;
        if (facts.waiting->other != machine::Fault::kNoBundle) {
            out.other = facts.waiting->other;
            out.otherPlace = machine::bundleText(program, *out.other);
        }
    }
    out.place = machine::bundleText(program, out.bundle);
    out.text = textOfBundle(program, target, out.bundle);
    for (const machine::StallCount& stall : facts.stalls)
        if (stall.clocks != 0)
            out.stalls.push_back(
                {std::string(stall.rule), std::string(target.spec->units[stall.unit].name), stall.clocks});
    std::stable_sort(out.stalls.begin(), out.stalls.end(),
                     [](const StallLine& a, const StallLine& b) { return a.clocks > b.clocks; });
    out.bundles = stalledBundles(program, facts, limit);
    return out;
}

void to_json(nlohmann::json& out, const WhyClock& why) {
    out = {{"clock", why.clock},
           {"bundle", why.bundle},
           {"place", why.place},
           {"text", why.text},
           {"rule", why.rule},
           {"stalls", nlohmann::json::array()},
           {"bundles", nlohmann::json::array()}};
    if (why.other) out["other"] = *why.other, out["otherPlace"] = why.otherPlace;
    if (why.until) out["until"] = *why.until;
    for (const StallLine& line : why.stalls)
        out["stalls"].push_back({{"rule", line.rule}, {"unit", line.unit}, {"clocks", line.clocks}});
    for (const StalledBundle& line : why.bundles)
        out["bundles"].push_back({{"bundle", line.bundle},
                                  {"place", line.place},
                                  {"clocks", line.clocks},
                                  {"issued", line.issued}});
}

Result<WhyClock> whyClockFromJson(std::string_view text) {
    LW_TRY(const JsonValue root, parseJson(text, Place::kNoFile));
    LW_TRY(const JsonObject object, JsonObject::of(root, "", kKeys, kMaybeKeys));
    WhyClock out;
    LW_TRY(out.clock, numberIn(object, "clock"));
    LW_TRY(out.bundle, bundleIn(object, "bundle"));
    LW_TRY(out.place, object.text("place"));
    LW_TRY(out.text, object.text("text"));
    LW_TRY(out.rule, object.text("rule"));
    if (object.has("other")) {
        LW_TRY(out.other, bundleIn(object, "other"));
    }
    if (object.has("otherPlace")) {
        LW_TRY(out.otherPlace, object.text("otherPlace"));
    }
    if (object.has("until")) {
        LW_TRY(out.until, numberIn(object, "until"));
    }
    LW_TRY(const JsonValue* stalls, object.list("stalls"));
    for (const JsonValue& item : stalls->items) {
        LW_TRY(const JsonObject inner, JsonObject::of(item, "stalls", kStallKeys));
        StallLine line;
        LW_TRY(line.rule, inner.text("rule"));
        LW_TRY(line.unit, inner.text("unit"));
        LW_TRY(line.clocks, numberIn(inner, "clocks"));
        out.stalls.push_back(std::move(line));
    }
    LW_TRY(const JsonValue* bundles, object.list("bundles"));
    for (const JsonValue& item : bundles->items) {
        LW_TRY(const JsonObject inner, JsonObject::of(item, "bundles", kBundleKeys));
        StalledBundle line;
        LW_TRY(line.bundle, bundleIn(inner, "bundle"));
        LW_TRY(line.place, inner.text("place"));
        LW_TRY(line.clocks, numberIn(inner, "clocks"));
        LW_TRY(line.issued, numberIn(inner, "issued"));
        out.bundles.push_back(std::move(line));
    }
    return out;
}

} // namespace lw::scene
