// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/lanes.h"

#include "core/base/check.h"
#include "core/base/json.h"
#include "core/scene/chip_diagram.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lw::scene {

namespace {

// The first bar that is not over at a clock.
std::size_t firstAfter(const Lane& lane, std::uint64_t clock, std::size_t from = 0) {
    // Usually the next one: steps that double, then halves.
    std::size_t step = 1, low = from, high = from;
    while (high < lane.bars.size() && lane.bars[high].until <= clock) {
        low = high + 1;
        high += step;
        step *= 2;
    }
    const auto begin = lane.bars.begin() + static_cast<std::ptrdiff_t>(low),
               end = lane.bars.begin() + static_cast<std::ptrdiff_t>(std::min(high, lane.bars.size()));
    const auto found =
        std::partition_point(begin, end, [&](const LaneBar& bar) { return bar.until <= clock; });
    return static_cast<std::size_t>(found - lane.bars.begin());
}

std::uint64_t busyIn(const Lane& lane, std::uint64_t from, std::uint64_t until) {
    return lane.busyUntil(until) - lane.busyUntil(from);
}

void sortBars(Lane& lane) {
    std::ranges::sort(lane.bars, {}, [](const LaneBar& bar) { return std::pair(bar.from, bar.until); });
    lane.busyBefore.assign(1, 0);
    for (std::size_t i = 0; i < lane.bars.size(); ++i) {
        const LaneBar& bar = lane.bars[i];
        LW_ASSERT(bar.from < bar.until, "a bar takes time");
        LW_ASSERT(i == 0 || lane.bars[i - 1].until <= bar.from, "bars of a lane do not overlap");
        lane.busyBefore.push_back(lane.busyBefore.back() + bar.clocks());
    }
}

} // namespace

std::uint64_t Lane::busyUntil(std::uint64_t clock) const {
    const std::size_t bar = firstAfter(*this, clock);
    const std::uint64_t before = busyBefore[bar];
    return bar < bars.size() && bars[bar].from < clock ? before + (clock - bars[bar].from) : before;
}

const LaneBar* Lane::at(std::uint64_t clock) const {
    const std::size_t bar = firstAfter(*this, clock);
    return bar < bars.size() && bars[bar].from <= clock ? &bars[bar] : nullptr;
}

void Lanes::finish() {
    for (Lane& lane : lanes) sortBars(lane);
    std::ranges::sort(arrows, {}, [](const LaneArrow& arrow) {
        return std::tuple(arrow.from, arrow.until, arrow.fromLane, arrow.toLane, arrow.number);
    });
    std::ranges::stable_sort(marks, {}, &LaneMark::at);
    longestArrow = 0;
    for (const LaneArrow& arrow : arrows) {
        LW_ASSERT(arrow.from <= arrow.until, "an arrow does not lead back in time");
        longestArrow = std::max(longestArrow, arrow.until - arrow.from);
    }
}

std::vector<std::vector<LaneBar>> sideBySide(std::vector<LaneBar> bars) {
    std::ranges::sort(bars, {}, [](const LaneBar& bar) { return std::pair(bar.from, bar.until); });
    std::vector<std::vector<LaneBar>> out;
    for (const LaneBar& bar : bars) {
        const auto free = std::ranges::find_if(
            out, [&](const std::vector<LaneBar>& lane) { return lane.back().until <= bar.from; });
        if (free == out.end())
            out.push_back({bar});
        else
            free->push_back(bar);
    }
    return out;
}

std::uint64_t LaneWindow::clockAt(std::uint32_t pixel) const {
    const std::uint64_t all = until - from;
    return from + all / pixels * pixel + all % pixels * pixel / pixels;
}

std::vector<LanePiece> piecesOf(const Lane& lane, const LaneWindow& window) {
    std::vector<LanePiece> out;
    if (window.pixels == 0) return out;
    const auto isWide = [all = window.until - window.from, &window](const LaneBar& bar) {
        return bar.clocks() >= (all + window.pixels - 1) / window.pixels;
    };
    std::size_t first = firstAfter(lane, window.from);
    std::uint32_t pixel = 0;
    while (first < lane.bars.size() && lane.bars[first].from < window.until) {
        const LaneBar& bar = lane.bars[first];
        while (pixel + 1 < window.pixels && window.clockAt(pixel + 1) <= bar.from) ++pixel;
        std::size_t end = first + 1;
        if (!isWide(bar)) {
            // All that begin in this pixel; only the last of them can be a wide one.
            const std::uint64_t next = window.clockAt(pixel + 1);
            end = firstAfter(lane, next, first);
            if (end < lane.bars.size() && lane.bars[end].from < next && !isWide(lane.bars[end])) ++end;
        }
        out.push_back({bar.from, lane.bars[end - 1].until, lane.busyBefore[end] - lane.busyBefore[first],
                       first, end - first});
        first = end;
    }
    return out;
}

std::vector<std::uint64_t> busyOf(const Lanes& lanes, const LaneGroup& group, const LaneWindow& window) {
    std::vector<std::uint64_t> out(window.pixels, 0);
    for (std::uint32_t i = 0; i < group.count; ++i)
        for (std::uint32_t pixel = 0; pixel < window.pixels; ++pixel)
            out[pixel] +=
                busyIn(lanes.lanes[group.first + i], window.clockAt(pixel), window.clockAt(pixel + 1));
    return out;
}

std::vector<std::size_t> arrowsIn(const Lanes& lanes, const LaneWindow& window) {
    std::vector<std::size_t> out;
    if (window.pixels == 0) return out;
    const std::uint64_t first = window.from - std::min(window.from, lanes.longestArrow);
    auto arrow = std::ranges::lower_bound(lanes.arrows, first, {}, &LaneArrow::from);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> known; // pairs of lanes, in one pixel
    std::uint32_t pixel = 0;
    for (; arrow != lanes.arrows.end() && arrow->from < window.until; ++arrow) {
        if (arrow->until < window.from) continue;
        const std::pair way(arrow->fromLane, arrow->toLane);
        while (pixel < window.pixels && window.clockAt(pixel) <= arrow->from) {
            known.clear();
            ++pixel;
        }
        const bool isInSight = arrow->from >= window.from; // the others are at most those under way
        if (isInSight && std::ranges::find(known, way) != known.end()) continue;
        known.push_back(way);
        out.push_back(static_cast<std::size_t>(arrow - lanes.arrows.begin()));
    }
    return out;
}

// ---- as JSON

namespace {

Json jsonOf(const LaneKind& kind) {
    return {{"name", kind.name},
            {"group", nameOf(kind.group)},
            {"letter", kind.letter},
            {"hatch", kLaneHatchNames[static_cast<std::size_t>(kind.hatch)]}};
}

Json jsonOf(const Lanes& lanes, const Lane& lane) {
    Json bars = Json::list();
    for (const LaneBar& bar : lane.bars)
        bars.push_back({{"kind", lanes.kinds[bar.kind].name},
                        {"number", bar.number},
                        {"from", bar.from},
                        {"until", bar.until}});
    return {{"name", lane.name}, {"busy", lane.busy()}, {"bars", std::move(bars)}};
}

} // namespace

Json jsonOf(const Lanes& lanes) {
    Json kinds = Json::list(), groups = Json::list(), arrows = Json::list(), marks = Json::list();
    for (const LaneKind& kind : lanes.kinds) kinds.push_back(jsonOf(kind));
    for (const LaneGroup& group : lanes.groups) {
        Json own = Json::list();
        for (std::uint32_t i = 0; i < group.count; ++i)
            own.push_back(jsonOf(lanes, lanes.lanes[group.first + i]));
        groups.push_back({{"name", group.name}, {"lanes", std::move(own)}});
    }
    for (const LaneArrow& arrow : lanes.arrows)
        arrows.push_back({{"kind", lanes.kinds[arrow.kind].name},
                          {"number", arrow.number},
                          {"from", arrow.from},
                          {"fromLane", arrow.fromLane},
                          {"until", arrow.until},
                          {"toLane", arrow.toLane}});
    for (const LaneMark& mark : lanes.marks) marks.push_back({{"at", mark.at}, {"name", mark.name}});
    return {{"axis", lanes.axis},          {"end", lanes.end},
            {"kinds", std::move(kinds)},   {"groups", std::move(groups)},
            {"arrows", std::move(arrows)}, {"marks", std::move(marks)}};
}

} // namespace lw::scene
