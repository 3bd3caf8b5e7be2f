// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tiling/axis_plan.h"
#include "core/lower/tiling/kept_line.h"
#include "core/lower/tiling/plan.h"
#include "core/network/network.h"

#include <optional>

#include <vector>

// A network that gives for a tile what the whole picture has there, wherever in the tile the picture ends:
// what a layer could read beyond that end is masked. It is one network for all tiles and pictures; only the
// contents of some of its constants, which the host writes, differ.
namespace lw::lower::tiling {

// A constant of the masked network.
struct Mask {
    enum class What : std::uint8_t {
        Inside,          // 1 where a value is picture, 0 elsewhere
        ToLastRow,       // 0 after its last row, 1 elsewhere
        ToLastColumn,    // the same for columns
        FromFirstRow,    // 0 before its first row, 1 elsewhere
        FromFirstColumn, // the same for columns
        Covered          // for each window of a pool, the number of elements by which its sum is divided
    };
    What what = What::Inside;
    network::ValueId constant = 0; // of the masked network
    network::ValueId of = 0;       // of the network of the tile: the value, or what the pool computes
    std::int64_t rowsKept = 0,
                 columnsKept = 0; // of the value: elements of earlier tiles, with which it begins
};

// One direction of the network of the tile.
struct MaskedAxis {
    network::Line line;
    std::vector<network::Fraction> scales; // by value
    std::vector<std::int64_t> sizes;       // by value: elements in a tile
    std::optional<KeptLine> kept;          // if what tiles share is kept, and not computed again
};

// The last elements of a value, kept for the next tile. In the masked network.
struct KeptStrip {
    network::ValueId strip = 0; // a constant, until something is kept
    network::ValueId whole = 0; // the value preceded by that; its last elements are kept in its place
    network::Direction direction = network::Direction::Columns;
};

struct MaskedNetwork {
    network::Network network;
    std::vector<Mask> masks;

    std::vector<KeptStrip> kept;

    network::Network tile; // the network that was masked
    MaskedAxis rows, columns;
    std::uint64_t maskBytes() const;
};

// For the network for the size of a tile. E616, E617, and E662 for a layer that cannot be masked.
Result<MaskedNetwork> withMasks(network::Network tile);
// The same for tiles that follow each other without overlap, along the directions for which that many
// elements of one are given: layers also read what is kept from earlier tiles. Along these the network may
// have any size. E840 for a layer that cannot.
struct KeptSize {
    std::optional<std::int64_t> rows, columns;
};
Result<MaskedNetwork> withKept(network::Network tile, const KeptSize& size);

// Whichever of these a masked plan has, from the network of networkSize().
Result<MaskedNetwork> maskedFor(const TilingPlan& plan, network::Network tile);

// Where a tile begins in a picture of that many elements, along one direction.
struct AxisPlace {
    std::int64_t start = 0, picture = 0;
};
// Where the picture is in each value of a tile, counted from its first new element; anything too far beyond
// for any window may be nearer.
struct Inside {
    std::int64_t begin = 0, end = 0;
    auto operator<=>(const Inside&) const = default;
};
std::vector<Inside> insideOf(const MaskedAxis& axis, const AxisPlace& place);
// What the host writes for a tile, in the order of `masks`.
std::vector<tensor::Tensor> contentsFor(const MaskedNetwork& masked, const AxisPlace& rows,
                                        const AxisPlace& columns);

} // namespace lw::lower::tiling
