// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// Places the boxes of a graph without cycles so that every edge goes down: in ranks, by the longest path from
// a beginning; in each rank in an order in which few edges cross; and there above and below what they are
// connected with. Edges over several ranks go around what is in between. Integers only: the same on every
// host.
namespace lw::scene {

struct LayoutBox {
    std::int32_t width = 0, height = 0;
};
struct LayoutEdge {
    std::size_t from = 0, to = 0; // boxes
    bool operator==(const LayoutEdge&) const = default;
};
struct LayoutPoint {
    std::int32_t x = 0, y = 0;
    bool operator==(const LayoutPoint&) const = default;
};
struct LayoutPlace {
    std::int32_t x = 0, y = 0; // of the upper left corner
    std::size_t rank = 0;      // from above
    std::size_t place = 0;     // in the rank, from the left, counting boxes and passing edges
    bool operator==(const LayoutPlace&) const = default;
};
struct LayeredLayout {
    std::int32_t width = 0, height = 0;
    std::vector<LayoutPlace> boxes;
    // For each edge, from the lower side of its box to the upper side of the other: never up.
    std::vector<std::vector<LayoutPoint>> ways;
    std::size_t crossings = 0;
    bool operator==(const LayeredLayout&) const = default;
};

// Between boxes, in the same units as theirs.
struct LayoutGaps {
    std::int32_t aside = 28, below = 34;
    std::int32_t way = 18; // beside an edge that passes
    std::int32_t margin = 16;
};

LayeredLayout layered(std::span<const LayoutBox> boxes, std::span<const LayoutEdge> edges,
                      const LayoutGaps& gaps = {});

// Boxes ordered so that each comes after those with an edge to it; the first box that is ready is next.
// If shorter than the number of boxes, some of them are in a cycle.
std::vector<std::size_t> topologicalOrder(std::size_t boxes, std::span<const LayoutEdge> edges);

} // namespace lw::scene
