// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <optional>

// Windows that slide over rows or columns.
// Everything that counts them, walks them or looks at one uses this.
namespace lw::network {

// One direction of a convolution or pool: `size` elements with `before` and `after` of padding.
struct Axis {
    std::int64_t size = 0;
    std::int64_t kernel = 1, stride = 1, dilation = 1;
    std::int64_t before = 0, after = 0;

    // Elements from the first tap of a window to its last.
    std::int64_t span() const { return dilation * (kernel - 1) + 1; }
    // Where tap `tap` of window `window` is; outside [0, size) is padding.
    std::int64_t at(std::int64_t window, std::int64_t tap) const {
        return window * stride - before + tap * dilation;
    }
    bool inside(std::int64_t position) const { return position >= 0 && position < size; }
    // Taps of a window that are inside, or also in the padding.
    std::int64_t covered(std::int64_t window, bool withPadding = false) const;
    // Number of windows; 0 when not even one fits. With `ceil` a window that goes beyond the padding at the
    // end counts too, if it begins before that padding (as in PyTorch).
    std::int64_t windows(bool ceil) const;
    // The first window with no tap inside.
    std::optional<std::int64_t> emptyWindow(std::int64_t windows) const;
};

// For a layer with a window that reads an image of this shape.
Axis rowsOf(const Layer& layer, const tensor::Shape& image);
Axis columnsOf(const Layer& layer, const tensor::Shape& image);
// How a pool over a whole image is cut when no window may be higher or wider than `most`: into blocks of
// this size, whose results are pooled again. Nothing if its window is not too large, or where that does not
// help: for windows that slide, padding or gaps, and for more blocks than a window holds.
std::optional<Pair> poolBlocks(const Layer& layer, const tensor::Shape& image, std::uint32_t most);
// Rows or columns that a transposed convolution makes; 0 or less when the padding cuts off all of them.
std::int64_t transposedSize(const Axis& axis, std::int64_t outputPadding);

} // namespace lw::network
