// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/geometry.h"

#include <algorithm>

namespace lw::network {

std::int64_t Axis::windows(bool ceil) const {
    const std::int64_t room = size + before + after - span();
    if (room < 0) return 0;
    const std::int64_t count = (room + (ceil ? stride - 1 : 0)) / stride + 1;
    return ceil && (count - 1) * stride >= size + before ? count - 1 : count;
}

std::int64_t Axis::covered(std::int64_t window, bool withPadding) const {
    std::int64_t count = 0;
    for (std::int64_t tap = 0; tap < kernel; ++tap)
        count += withPadding ? at(window, tap) < size + after : inside(at(window, tap));
    return count;
}

std::optional<std::int64_t> Axis::emptyWindow(std::int64_t windows) const {
    for (std::int64_t window = 0; window < windows; ++window) {
        const std::int64_t first = at(window, 0);
        // The first that is not before 0.
        const std::int64_t tap = first >= 0 ? 0 : (-first + dilation - 1) / dilation;
        if (tap >= kernel || !inside(at(window, tap))) return window;
    }
    return std::nullopt;
}

Axis rowsOf(const Layer& layer, const tensor::Shape& image) {
    return {static_cast<std::int64_t>(image[0]),
            layer.kernel.rows,
            layer.stride.rows,
            layer.dilation.rows,
            layer.pad.top,
            layer.pad.bottom};
}

Axis columnsOf(const Layer& layer, const tensor::Shape& image) {
    return {static_cast<std::int64_t>(image[1]),
            layer.kernel.columns,
            layer.stride.columns,
            layer.dilation.columns,
            layer.pad.left,
            layer.pad.right};
}

std::optional<Pair> poolBlocks(const Layer& layer, const tensor::Shape& image, std::uint32_t most) {
    const bool isAll = layer.kernel.rows == image[0] && layer.kernel.columns == image[1] &&
                       layer.pad == Padding{} && layer.dilation == Pair{1, 1};
    const std::uint32_t side = std::max(layer.kernel.rows, layer.kernel.columns);
    if (!isAll || most == 0 || side <= most || (side + most - 1) / most > most) return std::nullopt;
    return Pair{std::min(layer.kernel.rows, most), std::min(layer.kernel.columns, most)};
}

std::int64_t transposedSize(const Axis& axis, std::int64_t outputPadding) {
    return (axis.size - 1) * axis.stride - axis.before - axis.after + axis.span() + outputPadding;
}

} // namespace lw::network
