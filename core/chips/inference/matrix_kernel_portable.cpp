// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/matrix_kernels.h"
#include "core/numeric/ieee.h"

#include <algorithm>
#include <cstring>

// Plain loops: one vector after the other, k ascending, all columns side by side.
namespace lw::inference {

namespace {

void pack(const std::uint32_t* weights, std::size_t pitch, PackedWeights& packed) {
    packed.words.resize(std::size_t{packed.k} * packed.n);
    for (std::size_t k = 0; k < packed.k; ++k)
        std::copy_n(weights + k * pitch, packed.n, packed.words.data() + k * packed.n);
}

void multiplyInt8(const Pass& pass, const PackedWeights& packed) {
    std::vector<std::uint32_t> sums(packed.n);
    for (std::uint64_t m = 0; m < pass.count; ++m) {
        std::fill(sums.begin(), sums.end(), 0u);
        for (std::size_t k = 0; k < packed.k; ++k) {
            const auto x =
                static_cast<std::uint32_t>(std::int32_t{static_cast<std::int8_t>(pass.vectors[m][k])});
            const std::uint32_t* const row = packed.words.data() + k * packed.n;
            for (std::size_t n = 0; n < packed.n; ++n) sums[n] += x * row[n];
        }
        std::uint32_t* const out = pass.out + m * pass.pitch;
        for (std::size_t n = 0; n < packed.n; ++n) out[n] = pass.add ? out[n] + sums[n] : sums[n];
    }
}

void multiplyFloat(const Pass& pass, const PackedWeights& packed) {
    std::vector<std::uint32_t> sums(packed.n);
    for (std::uint64_t m = 0; m < pass.count; ++m) {
        std::fill(sums.begin(), sums.end(), 0u);
        for (std::size_t k = 0; k < packed.k; ++k) {
            std::uint32_t x = 0;
            std::memcpy(&x, pass.vectors[m] + k * sizeof x, sizeof x);
            const std::uint32_t* const row = packed.words.data() + k * packed.n;
            for (std::size_t n = 0; n < packed.n; ++n)
                sums[n] = numeric::fusedMultiplyAdd(x, row[n], sums[n]);
        }
        std::uint32_t* const out = pass.out + m * pass.pitch;
        for (std::size_t n = 0; n < packed.n; ++n)
            out[n] = pass.add ? numeric::add(out[n], sums[n]) : sums[n];
    }
}

} // namespace

MatrixKernel portableMatrixKernel() { return {"portable", pack, multiplyInt8, multiplyFloat}; }

} // namespace lw::inference
