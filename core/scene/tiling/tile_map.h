// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/tiling/plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// How a picture is cut into tiles, and who computes which part of it: rows and columns separately, so that
// many tiles are two short lists.
namespace lw::scene::tiling {

// Elements from `from` on, `until` not included.
struct Range {
    std::int64_t from = 0, until = 0;
    std::int64_t count() const { return until > from ? until - from : 0; }
    bool has(std::int64_t element) const { return from <= element && element < until; }
    bool operator==(const Range&) const = default;
};

// What a row or a column of tiles has along its direction; all places are in the whole.
struct Band {
    lower::tiling::Edge edge = lower::tiling::Edge::Only;
    Range reads;           // of the picture
    std::int64_t fill = 0; // elements of the tile beyond the picture
    Range computes;        // of the output, as far as that extends
    Range right;           // of those
    Range gives;           // of those: what is taken from it
    bool operator==(const Band&) const = default;
};

struct TileAxis {
    std::int64_t picture = 0, output = 0, fixed = 0;
    std::vector<Band> bands; // in order
    Range none{};            // of the output: what no tile has right
    bool operator==(const TileAxis&) const = default;
};

struct TileMap {
    std::string network, output; // tiles give parts of this output
    lower::tiling::Fill fill = lower::tiling::Fill::Exact;
    TileAxis rows, columns;
    lower::tiling::TilingCost cost;

    std::uint64_t tiles() const { return rows.bands.size() * columns.bands.size(); }
    const Band& rowOf(std::uint64_t tile) const { return rows.bands[tile / columns.bands.size()]; }
    const Band& columnOf(std::uint64_t tile) const { return columns.bands[tile % columns.bands.size()]; }
    bool operator==(const TileMap&) const = default;
};
TileMap tileMap(const lower::tiling::TilingPlan& plan, std::size_t output = 0); // one of the plan's

// Bands from `first` on, `last` not included.
struct Bands {
    std::size_t first = 0, last = 0;
    std::size_t count() const { return last - first; }
    bool operator==(const Bands&) const = default;
};
Bands readersOf(const TileAxis& axis, std::int64_t element);   // of the picture
Bands computersOf(const TileAxis& axis, std::int64_t element); // of the output

// A tile that computes an element of the output.
struct Owner {
    std::uint64_t tile = 0;
    bool isRight = false, gives = false;
    bool operator==(const Owner&) const = default;
};
// In the order of their numbers. E694 for an element outside the output.
Result<std::vector<Owner>> ownersOf(const TileMap& map, std::int64_t row, std::int64_t column);

Json jsonOf(const TileMap& map);
Json jsonOf(const std::vector<Owner>& owners, const TileMap& map);

} // namespace lw::scene::tiling
