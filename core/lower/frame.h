// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/program_text.h"
#include "core/network/network.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace lw::lower {

// A picture's shape: [rows, columns, channels]; other values are one pixel with all their elements.
struct Picture {
    std::uint64_t rows = 1, columns = 1, channels = 1;
};
inline Picture pictureOf(const tensor::Shape& shape) {
    if (shape.size() == 3) return {shape[0], shape[1], shape[2]};
    return {1, 1, *tensor::countOf(shape)};
}

// What is around a picture in the unified buffer.
enum class Border : std::uint8_t {
    Zero,     // the code for 0, which a convolution sees
    Lowest,   // a value that never wins a maximum
    MinusZero // float32: a value that changes no sum, not even one of -0
};

// A picture in the unified buffer, row-major with its channels innermost, in a border. A value without rows
// and columns is one pixel.
struct Frame {
    std::string name; // of its tensor
    std::uint64_t rows = 1, columns = 1, channels = 1;
    network::Padding pad;
    Border border = Border::Zero;
    tensor::DType dtype = tensor::DType::F32;

    std::uint64_t elementBytes() const { return tensor::sizeOf(dtype); }
    std::uint64_t pixelBytes() const { return channels * elementBytes(); }
    std::uint64_t allRows() const { return pad.top + rows + pad.bottom; }
    std::uint64_t allColumns() const { return pad.left + columns + pad.right; }
    std::uint64_t rowBytes() const { return allColumns() * pixelBytes(); }
    std::uint64_t bytes() const { return allRows() * rowBytes(); }
    tensor::Shape shape() const { return {allRows(), allColumns(), channels}; }
    Picture picture() const { return {rows, columns, channels}; }
    // The same elements, without a border, as another picture.
    Frame viewedAs(const Picture& other) const {
        return {name, other.rows, other.columns, other.channels, {}, border, dtype};
    }

    // A channel of a pixel, counted from the corner of the border.
    std::string fromCorner(std::uint64_t row, std::uint64_t column, std::uint64_t channel = 0) const {
        return addressText(name, row * rowBytes() + column * pixelBytes() + channel * elementBytes());
    }
    // A channel of a pixel of the picture.
    std::string at(std::uint64_t row, std::uint64_t column, std::uint64_t channel = 0) const {
        return fromCorner(pad.top + row, pad.left + column, channel);
    }
    // Pixels of a part: `rows` x `columns`, stepping over that many rows and columns.
    Loops pixels(std::uint64_t partRows, std::uint64_t partColumns, std::uint64_t rowStep = 1,
                 std::uint64_t columnStep = 1) const {
        return {partColumns, static_cast<std::int64_t>(columnStep * pixelBytes()), partRows,
                static_cast<std::int64_t>(rowStep * rowBytes())};
    }
};

} // namespace lw::lower
