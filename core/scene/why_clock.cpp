// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/why_clock.h"

#include "core/base/json.h"
#include "core/machine/breakpoints.h"
#include "core/scene/bundle_grid.h"

#include <algorithm>

namespace lw::scene {

namespace {

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

} // namespace

WhyClock whyClock(const machine::Scope& core, const ClockFacts& facts, std::size_t limit) {
    const program::Program& program = *core.program;
    const program::Target& target = *core.target;
    WhyClock out;
    out.clock = facts.clock;
    out.bundle = facts.nextBundle;
    if (facts.waiting) {
        out.bundle = facts.waiting->bundle;
        out.rule = facts.waiting->rule;
        if (facts.waiting->until != machine::kForever) out.until = facts.waiting->until;
        if (facts.waiting->other.isKnown()) {
            out.other = facts.waiting->other.bundle;
            const std::size_t number = facts.waiting->other.core.index;
            const machine::CoreName* other = core.cores.empty() ? nullptr : &core.cores[number];
            if (other) out.otherCore = other->name;
            out.otherPlace = machine::bundleText(other ? *other->program : program, *out.other);
        }
    }
    out.place = machine::bundleText(program, out.bundle);
    out.text = textOfBundle(program, target, out.bundle);
    for (const machine::StallCount& stall : facts.stalls)
        if (stall.clocks != 0)
            out.stalls.push_back({std::string(stall.rule),
                                  std::string(target.spec->units[index(stall.unit)].name), stall.clocks});
    std::stable_sort(out.stalls.begin(), out.stalls.end(),
                     [](const StallLine& a, const StallLine& b) { return a.clocks > b.clocks; });
    out.bundles = stalledBundles(program, facts, limit);
    return out;
}

Json jsonOf(const WhyClock& why) {
    Json stalls = Json::list(), bundles = Json::list();
    for (const StallLine& line : why.stalls)
        stalls.push_back({{"rule", line.rule}, {"unit", line.unit}, {"clocks", line.clocks}});
    for (const StalledBundle& line : why.bundles)
        bundles.push_back({{"bundle", line.bundle},
                           {"place", line.place},
                           {"clocks", line.clocks},
                           {"issued", line.issued}});
    Json out{{"clock", why.clock},
             {"bundle", why.bundle},
             {"place", why.place},
             {"text", why.text},
             {"rule", why.rule},
             {"stalls", std::move(stalls)},
             {"bundles", std::move(bundles)}};
    if (why.other) out["other"] = *why.other, out["otherPlace"] = why.otherPlace;
    if (!why.otherCore.empty()) out["otherCore"] = why.otherCore;
    if (why.until) out["until"] = *why.until;
    return out;
}

} // namespace lw::scene
