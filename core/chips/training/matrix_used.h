// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/matrix_kernel.h"

#include <algorithm>

// The part of the array that layers with few channels leave empty, and products that skip it.
namespace lw::training::detail {

// The part of the weights that is used.
UsedWeights usedWeights(const std::uint16_t* weights, std::uint32_t lanes);

// Whether all of these are finite in bfloat16, and whether one of them is -0.
bool areFinite(const std::uint32_t* words, std::size_t count);
bool holdMinusZero(const std::uint32_t* words, UsedWeights part, VectorShape shape);

// The product with the used part of the weights, the same bits as with all of them. A term x * +0 changes a
// sum only if x is not finite, which makes it NaN, or if the sum is -0, which becomes +0; a sum is -0 only
// where a tiny one was flushed. Both are seen, x beforehand and -0 in the result; then nothing is left out.
// Product(input, packed, part, out, shape) is a kernel's; `input` are the rows as it wants them; `out`
// may be `rows`.
template <auto Product, class Input>
[[gnu::always_inline]] inline void multiplyUsed(const std::uint32_t* rows, const Input* input,
                                                const PackedWeights& packed, std::uint32_t* out,
                                                VectorShape shape) {
    const UsedWeights all{shape.lanes, shape.lanes};
    const UsedWeights used = packed.used;
    if (used == all || !areFinite(rows, shape.words())) return Product(input, packed, all, out, shape);
    Product(input, packed, used, out, shape);
    for (std::size_t row = 0; row < shape.words(); row += shape.lanes)
        std::fill(out + row + used.columns, out + row + shape.lanes, 0);
    if (used.rows < shape.lanes && holdMinusZero(out, used, shape)) Product(input, packed, all, out, shape);
}

} // namespace lw::training::detail
