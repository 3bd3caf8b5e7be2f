// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tiling/axis_plan.h"
#include "core/network/network.h"

#include <vector>

// A network that gives of a tile what the whole picture has there, wherever in the tile the picture ends:
// what a layer could read beyond that end is masked. It is one network for all tiles and pictures; only the
// contents of some of its constants, which the host writes, differ.
namespace lw::lower::tiling {

// A constant of the masked network.
struct Mask {
    enum class What : std::uint8_t {
        Inside,  // 1 where a value is picture, 0 elsewhere
        Rows,    // 1 in its rows, 0 after the last one
        Columns, // the same of columns
        Covered  // for each window of a pool by how many elements its sum is divided
    };
    What what = What::Inside;
    network::ValueId constant = 0; // of the masked network
    network::ValueId of = 0;       // of the network of the tile: the value, or what the pool computes
};

// One direction of the network of the tile.
struct MaskedAxis {
    network::Line line;
    std::vector<network::Fraction> scales; // by value
};

struct MaskedNetwork {
    network::Network network;
    std::vector<Mask> masks;

    network::Network tile; // what was masked
    MaskedAxis rows, columns;
    std::uint64_t maskBytes() const;
};

// Of the network for the size of a tile. E616, E617, and E662 for a layer that cannot be masked.
Result<MaskedNetwork> withMasks(network::Network tile);

// Where a tile begins in a picture of so many elements, along one direction.
struct AxisPlace {
    std::int64_t start = 0, picture = 0;
};
// What the host writes for a tile, in the order of `masks`.
std::vector<tensor::Tensor> contentsFor(const MaskedNetwork& masked, const AxisPlace& rows,
                                        const AxisPlace& columns);

} // namespace lw::lower::tiling
