// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/processor/layer_rows.h"
#include "core/network/geometry.h"

#include <cstdint>

namespace lw::lower::processor {

// An image whose rows windows read from their beginning on: a value, or a copy of it with pixels before and
// after each row. Rows above and below the image are nowhere: what reads them leaves them out.
struct WindowImage {
    std::uint64_t first = 0;
    std::uint64_t width = 0; // pixels of a row
    std::uint32_t tiles = 1;
    bool isCopy = false;

    // The first vector that windows read from this place of this row on.
    std::uint64_t at(std::uint64_t row, std::uint64_t pixel) const {
        return first + (row * width + pixel) * tiles;
    }
};
// Pixels that are added have this number in each channel. E883.
Result<WindowImage> windowImage(const Writing& writing, const network::Layer& layer, const Place& from,
                                std::uint16_t fill, std::string_view fillName);
// Of a copy; the value itself belongs to others.
void release(const Writing& writing, const WindowImage& image);

} // namespace lw::lower::processor
