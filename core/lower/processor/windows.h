// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/processor/layer_rows.h"
#include "core/network/geometry.h"

#include <cstdint>

namespace lw::lower::processor {

// Whether v_rd.w reads the windows of a layer: not those with gaps between their pixels. And whether it reads
// windows of that many vectors, that is, can begin at each of them.
bool isSliding(const network::Layer& layer);
constexpr bool isReadable(std::uint64_t vectors, const machine::ProcessorLimits& limits) {
    return vectors <= limits.largestWindowMove;
}
// Describes the windows of a layer to the machine, with this FP16 code beyond the image.
void setWindows(const Writing& writing, const network::Layer& layer, const Place& from,
                std::uint16_t padding);

// Calls each(first place, places, how far both move in a turn) for `places` places of an output in the order
// of windows, `most` at a time, which are in a loop where the machine can step so far. before() writes what
// the last chain of each() leaves in counts.
template <typename Before, typename Each>
void overPlaces(const Writing& writing, std::uint64_t places, std::uint64_t most, std::uint64_t tiles,
                const Before& before, const Each& each) {
    const std::uint64_t turns = places / most;
    const bool isLoop = turns > 1 && most * tiles <= writing.limits.largestWindowMove;
    if (isLoop) {
        before();
        writing.text.beginLoop(turns);
        each(std::uint64_t{0}, most, most);
        writing.text.endLoop();
    }
    for (std::uint64_t turn = 0; !isLoop && turn < turns; ++turn) each(turn * most, most, std::uint64_t{0});
    if (places % most != 0) each(turns * most, places % most, std::uint64_t{0});
}

// Without v_rd.w: an image whose rows windows read from their beginning on: a value, or a copy of it with
// pixels before and after each row. Rows above and below the image are nowhere: what reads them leaves them
// out.
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
