// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/onnx/window.h"

#include <algorithm>
#include <stdexcept>

namespace reference::onnx {

namespace {

void settle(Direction& d, const std::string& autoPad, bool isCeiling) {
    const std::int64_t reach = (d.kernel - 1) * d.dilation + 1;
    if (autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER") {
        d.out = (d.in + d.stride - 1) / d.stride;
        const std::int64_t all = std::max<std::int64_t>((d.out - 1) * d.stride + reach - d.in, 0);
        d.before = autoPad == "SAME_UPPER" ? all / 2 : all - all / 2;
        d.after = all - d.before;
        return;
    }
    if (autoPad == "VALID") d.before = d.after = 0;
    const std::int64_t room = d.in + d.before + d.after - reach;
    if (room < 0) throw std::runtime_error("a window is larger than what it slides over");
    d.out = room / d.stride + 1;
    // A last window that is not complete counts if it begins before the padding at the end.
    if (isCeiling && room % d.stride != 0 && d.out * d.stride < d.in + d.before) ++d.out;
}

} // namespace

Shape Window::shapeOf(std::int64_t outputs) const {
    if (rank == 3) return {batch, outputs, column.out};
    return {batch, outputs, row.out, column.out};
}

Window windowOf(const Call& call, const Shape& shape, const Shape& kernel) {
    const std::size_t extents = shape.size() - 2;
    if (shape.size() < 3 || extents > 2 || kernel.size() != extents)
        throw std::runtime_error(call.node.operation + " over these extents is not known here");
    const Shape ones(extents, 1), none(2 * extents, 0);
    const Shape strides = call.node.integers("strides", ones),
                dilations = call.node.integers("dilations", ones);
    const Shape pads = call.node.integers("pads", none);
    Window out;
    out.rank = static_cast<std::int64_t>(shape.size());
    out.batch = shape[0];
    out.channels = shape[1];
    for (std::size_t i = 0; i < extents; ++i) {
        Direction& d = i + 1 == extents ? out.column : out.row;
        d.in = shape[2 + i];
        d.kernel = kernel[i];
        d.stride = strides.at(i);
        d.dilation = dilations.at(i);
        d.before = pads.at(i);
        d.after = pads.at(extents + i);
        settle(d, call.node.text("auto_pad", "NOTSET"), call.node.integer("ceil_mode", 0) != 0);
    }
    return out;
}

} // namespace reference::onnx
