// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/reference/onnx/operators.h"

#include <cstdint>

// Windows that slide over rows and columns; over one extent they are windows of one row.
namespace reference::onnx {

// One of the two directions.
struct Direction {
    std::int64_t in = 1, kernel = 1, stride = 1, dilation = 1, before = 0, after = 0, out = 1;
    // Where tap `tap` of window `at` lies; outside 0 .. in - 1 in the padding.
    std::int64_t place(std::int64_t at, std::int64_t tap) const {
        return at * stride - before + tap * dilation;
    }
    bool isInside(std::int64_t place) const { return place >= 0 && place < in; }
};

struct Window {
    std::int64_t batch = 1, channels = 1;
    Direction row, column;
    std::int64_t taps() const { return row.kernel * column.kernel; }
    std::int64_t pixels() const { return row.out * column.out; }
    // The result's shape, with as many extents as the input has.
    Shape shapeOf(std::int64_t outputs) const;
    std::int64_t rank = 4;
};

// Of a node with `kernel` (rows and columns, or columns) over an input of `shape`.
Window windowOf(const Call& call, const Shape& shape, const Shape& kernel);

} // namespace reference::onnx
