// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/matrix_kernels.h"

#include "core/numeric/bf16.h"
#include "core/numeric/flush.h"

namespace lw::training::detail {

namespace {

// Weights as float32 bits, word [k * lanes + n].
void pack(const std::uint16_t* weights, std::uint32_t lanes, PackedWeights& packed) {
    for (std::size_t i = 0; i < std::size_t{lanes} * lanes; ++i)
        packed.words[i] = numeric::bitsOfBf16(weights[i]);
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
        for (std::size_t n = 0; n < lanes; ++n) out[row + n] = sums[n];
    }
}

} // namespace

const MatrixKernel kPortableKernel{"portable", pack, multiply};

} // namespace lw::training::detail
