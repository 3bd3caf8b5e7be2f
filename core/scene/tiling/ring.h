// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/element_source.h"
#include "core/scene/tiling/extent.h"

#include <cstdint>
#include <string>

namespace lw {
class Json;
}

// The ring of wrong values: what a tile has computed of a value, what the whole picture has there, and the
// difference. Inside they are the same; in the ring around it layers have read zeros where the picture
// continues.
namespace lw::scene::tiling {

struct Ring {
    std::string layer;
    std::uint64_t tile = 0, channel = 0, channels = 0;
    TileExtent extent;
    // Of one channel, all as large as the tile's: masked where it is dummy, outside where the whole picture
    // has nothing. The difference, computed minus true, is float64.
    CellPicture computed, truth, difference;
    struct Count {
        std::uint64_t pixels = 0, compared = 0, wrong = 0;
        double largest = 0; // difference; infinite where it is not finite
        bool operator==(const Count&) const = default;
    };
    Count right{}, dummy{};
    std::uint64_t beyond = 0; // pixels of the tile that the whole picture does not have
    bool operator==(const Ring&) const = default;
};

// Elements of a value [rows, columns, channels] whose pixel [row, column] is the tile's first one.
struct TileElements {
    const ElementSource& source;
    std::int64_t row = 0, column = 0;
};
// `extent` of the value in the tile; `truth` of the whole picture; `computed` null: not there yet.
// E861 without that channel.
Result<Ring> ringOf(const std::string& layer, std::uint64_t tile, const TileExtent& extent,
                    std::uint64_t channel, const TileElements* computed, const ElementSource& truth);

Json jsonOf(const Ring& ring);

} // namespace lw::scene::tiling
