// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// What took which stretch of time, as bars on lanes below each other. Whoever makes one decides what lanes,
// bars and arrows are; neither this nor what paints them knows.
namespace lw::scene {

// What a bar or an arrow can be.
struct LaneKind {
    std::string name;                              // "tile"
    isa::UnitGroup group = isa::UnitGroup::Scalar; // whose colour it has
    std::string letter;                            // tells them apart without colour
    enum class Hatch : std::uint8_t { None, Wait, Masked } hatch = Hatch::None;
    bool isNumbered = false; // a bar shows its number
    bool operator==(const LaneKind&) const = default;
};
inline constexpr std::string_view kLaneHatchNames[] = {"none", "wait", "masked"};

struct LaneBar {
    std::uint64_t from = 0, until = 0; // clocks, `until` not included
    std::uint32_t number = 0;          // which one it is, to whoever made it
    std::uint32_t kind = 0;
    std::uint64_t clocks() const { return until - from; }
    bool operator==(const LaneBar&) const = default;
};

// Bars in order, no two of them overlapping.
struct Lane {
    std::string name;
    std::vector<LaneBar> bars;
    std::vector<std::uint64_t> busyBefore{}; // clocks of the bars before each, and of all: set by finish()

    std::uint64_t busyUntil(std::uint64_t clock) const; // clocks taken by bars before it
    std::uint64_t busy() const { return busyBefore.empty() ? 0 : busyBefore.back(); }
    const LaneBar* at(std::uint64_t clock) const; // null: no bar there
    bool operator==(const Lane&) const = default;
};

// Lanes [first, first + count) that belong together: they fold into one.
struct LaneGroup {
    std::string name;
    std::uint32_t first = 0, count = 0;
    bool operator==(const LaneGroup&) const = default;
};

struct LaneArrow {
    std::uint64_t from = 0, until = 0; // clocks
    std::uint32_t fromLane = 0, toLane = 0;
    std::uint32_t number = 0, kind = 0;
    bool operator==(const LaneArrow&) const = default;
};

struct LaneMark {
    std::uint64_t at = 0;
    std::string name;
    bool operator==(const LaneMark&) const = default;
};

struct Lanes {
    std::string axis = "clocks"; // what is counted along it
    std::uint64_t end = 0;
    std::vector<LaneKind> kinds;
    std::vector<LaneGroup> groups; // all lanes are in one, in order
    std::vector<Lane> lanes;
    std::vector<LaneArrow> arrows;  // by `from`
    std::vector<LaneMark> marks;    // by `at`
    std::uint64_t longestArrow = 0; // set by finish()

    // Once everything has been added: sorts bars, arrows and marks, and counts what is kept about them.
    void finish();
    bool operator==(const Lanes&) const = default;
};

// Bars that may overlap, on as few lanes without overlaps: each takes the first that is free again.
std::vector<std::vector<LaneBar>> sideBySide(std::vector<LaneBar> bars);

// A stretch of time on that many pixels.
struct LaneWindow {
    std::uint64_t from = 0, until = 0;
    std::uint32_t pixels = 0;
    std::uint64_t clockAt(std::uint32_t pixel) const; // the pixel's first clock
};

// What is painted of a lane: a bar by itself, or all those of a stretch that are narrower than a pixel.
struct LanePiece {
    std::uint64_t from = 0, until = 0;
    std::uint64_t busy = 0;          // of them, clocks taken by bars
    std::size_t first = 0, bars = 0; // of the lane's bars
    bool operator==(const LanePiece&) const = default;
};
std::vector<LanePiece> piecesOf(const Lane& lane, const LaneWindow& window);
// For a folded group, by pixel: the clocks that bars of its lanes take, out of lanes times clocks.
std::vector<std::uint64_t> busyOf(const Lanes& lanes, const LaneGroup& group, const LaneWindow& window);
// Of the arrows that cross the window, the first between two lanes in each pixel, by their numbers.
std::vector<std::size_t> arrowsIn(const Lanes& lanes, const LaneWindow& window);

Json jsonOf(const Lanes& lanes);

} // namespace lw::scene
