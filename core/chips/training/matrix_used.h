// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/matrix_kernel.h"

#include <algorithm>

// What layers of few channels leave empty of the array, and products that leave it out.
namespace lw::training::detail {

// What of the weights is used.
UsedWeights usedWeights(const std::uint16_t* weights, std::uint32_t lanes);

// Whether all of these are finite in bfloat16, and whether one of them is -0.
bool areFinite(const std::uint32_t* words, std::size_t count);
bool holdMinusZero(const std::uint32_t* words, UsedWeights part, VectorShape shape);

// The product by what of the weights is used, the same bits as by all of them. A term x * +0 changes a sum
// only if x is not finite, which makes it NaN, or if the sum is -0, which becomes +0; and a sum is -0 only
// where a tiny one was flushed. Both are seen, x beforehand and -0 in the result, and then nothing is left
// out. Product(input, packed, part, out, shape) is of a kernel; `input` are the rows as it wants them; `out`
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
