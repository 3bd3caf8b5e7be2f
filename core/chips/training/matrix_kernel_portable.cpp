// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/matrix_kernels.h"

#include "core/chips/training/lane_loops.h"
#include "core/chips/training/matrix_used.h"
#include "core/numeric/bf16.h"
#include "core/numeric/flush.h"

#include <algorithm>

namespace lw::training::detail {

namespace {

[[gnu::always_inline]] inline void widen(const std::uint16_t* weights, std::uint32_t* row,
                                         std::size_t lanes) {
    for (std::size_t n = 0; n < lanes; ++n) row[n] = numeric::bitsOfBf16(weights[n]);
}

[[gnu::always_inline]] inline void pairUp(const std::uint16_t* even, const std::uint16_t* odd,
                                          std::uint32_t* row, std::size_t lanes) {
    for (std::size_t n = 0; n < lanes; ++n) row[n] = std::uint32_t{even[n]} << 16 | odd[n];
}

} // namespace

void packWide(const std::uint16_t* weights, std::uint32_t lanes, std::uint32_t width, PackedWeights& packed) {
    for (std::size_t k = 0; k < lanes; ++k) {
        std::uint32_t* row = packed.words.data() + k * width;
        atHostLevel<widen>(weights + k * lanes, row, std::size_t{lanes});
        std::fill(row + lanes, row + width, 0);
    }
    packed.used = usedWeights(weights, lanes);
}

void packPairs(const std::uint16_t* weights, std::uint32_t lanes, std::uint32_t width,
               PackedWeights& packed) {
    for (std::size_t pair = 0; pair < lanes / 2; ++pair) {
        const std::uint16_t* even = weights + 2 * pair * lanes;
        std::uint32_t* row = packed.words.data() + pair * width;
        atHostLevel<pairUp>(even, even + lanes, row, std::size_t{lanes});
        std::fill(row + lanes, row + width, 0);
    }
    packed.used = usedWeights(weights, lanes);
}

namespace {

void pack(const std::uint16_t* weights, std::uint32_t lanes, PackedWeights& packed) {
    packWide(weights, lanes, lanes, packed);
}

void multiply(const std::uint32_t* x, const PackedWeights& packed, std::uint32_t* out, VectorShape shape) {
    const std::size_t lanes = shape.lanes;
    for (std::size_t row = 0; row < shape.words(); row += lanes) {
        std::array<std::uint32_t, kMostLanes> sums{};
        for (std::size_t k = 0; k < lanes; ++k) {
            const std::uint32_t input = numeric::roundedToBf16(x[row + k]);
            const std::uint32_t* weights = packed.words.data() + k * lanes;
            for (std::size_t n = 0; n < lanes; ++n)
                sums[n] = numeric::fusedMultiplyAddFlushed(input, weights[n], sums[n]);
        }
        std::copy_n(sums.data(), lanes, out + row);
    }
}

} // namespace

const MatrixKernel kPortableKernel{"portable", pack, multiply};

} // namespace lw::training::detail
