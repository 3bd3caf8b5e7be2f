// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>

// Values of a network as native vectors and matrices: cut into pieces of N, with zeros at the end of the last
// (US 11,556,764 with what was published about the machine).
namespace lw::lower::processor {

// A value as the processor has it: pixel after pixel, each with its channels in `tiles` native vectors. A
// list is one pixel, or, if it was an image, as many as that had.
struct Packed {
    std::uint64_t pixels = 1;
    std::uint32_t channels = 1, tiles = 1;
    std::uint64_t vectors() const { return pixels * tiles; }
    bool operator==(const Packed&) const = default;
};
// Of an image [rows, columns, channels], rows of features [steps, features] or a list.
Packed packedOf(const tensor::Shape& shape, std::uint32_t nativeDimension);
constexpr std::uint32_t tilesOf(std::uint32_t count, std::uint32_t nativeDimension) {
    return (count + nativeDimension - 1) / nativeDimension;
}

// float32 values in their order as f16 [vectors, N], each rounded once.
tensor::Tensor packed(const tensor::Tensor& values, const Packed& how, std::uint32_t nativeDimension);
// What fills the last vector of each pixel becomes minus infinity. Of that a sigmoid makes 0, of 0 it would
// make 1/2, and the block would get its exponent from what is not there.
void fillForSigmoid(tensor::Tensor& vectors, const Packed& how);
constexpr bool isFilledUp(const Packed& how, std::uint32_t nativeDimension) {
    return how.channels % nativeDimension != 0;
}
// f16 [vectors, N] as float32 of this shape; what fills the last vector of a pixel is left out.
tensor::Tensor unpacked(const tensor::Tensor& vectors, const Packed& how, const tensor::Shape& shape);

// Stretches of a matrix in native pieces.
struct Stretch {
    std::uint32_t first = 0, count = 0; // rows of pieces, or columns of them
};
// Weights of a convolution, [kernel rows][kernel columns][inputs][outputs], as a matrix for each kernel row:
// outputs by kernel columns times inputs, where the inputs of each kernel column fill whole vectors.
struct WeightTiles {
    std::uint32_t kernelColumns = 1, inputs = 1, outputs = 1;
    std::uint32_t nativeDimension = 1;
};
// Appends native matrices, rows of pieces first, as FP16 codes.
void appendMatrices(const tensor::Tensor& weights, const WeightTiles& how, std::uint32_t kernelRow,
                    Stretch rows, Stretch columns, std::vector<std::uint16_t>& codes);

} // namespace lw::lower::processor
