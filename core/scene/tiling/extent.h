// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/lower/tiling/plan.h"
#include "core/network/receptive_field.h"

#include <cstdint>
#include <string>
#include <vector>

// What a tile has of every value of its network.
namespace lw::scene::tiling {

// Along one direction, by places of the whole value.
struct Extent {
    std::int64_t size = 0;     // of the whole value
    network::Elements tile{};  // what the tile has; beyond the whole where that ends earlier
    network::Elements right{}; // of that
    network::Fraction scale{}; // elements of the value per element of the picture
    bool operator==(const Extent&) const = default;
};

struct Extents {
    network::Line line; // of the network for the size of the tile
    std::vector<Extent> values;
};
// For the tile with that number along the direction. E616, E617.
Result<Extents> extentsOf(const network::Network& tileNetwork, const lower::tiling::AxisPlan& plan,
                          network::Direction direction, std::size_t band);

// Of one value in both directions.
struct TileExtent {
    Extent rows, columns;
    bool operator==(const TileExtent&) const = default;
};
Result<TileExtent> extentOf(const network::Network& tileNetwork, const lower::tiling::TilingPlan& plan,
                            std::uint64_t tile, const std::string& value);

Json rangeJson(const network::Elements& elements);

} // namespace lw::scene::tiling
