// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/matrix_kernels.h"
#include "core/chips/training/matrix_used.h"
#include "core/numeric/bf16.h"
#include "core/numeric/host_control.h"

#include <algorithm>
#include <immintrin.h>

// The kernel on AVX2 with FMA, under a FlushScope. Weights are widened to float32 when packed.
namespace lw::training::detail {

namespace {

constexpr std::uint32_t kWidth = 8; // float32 per register

std::uint32_t widthOf(std::uint32_t lanes) { return std::max(lanes, kWidth); }

void pack(const std::uint16_t* weights, std::uint32_t lanes, PackedWeights& packed) {
    packWide(weights, lanes, widthOf(lanes), packed);
}

[[gnu::always_inline, gnu::target("avx2,fma")]] inline __m256 load(const std::uint32_t* words) {
    __m256 floats;
    __builtin_memcpy(&floats, words, sizeof floats);
    return floats;
}

// Rows x Blocks accumulators of 8 columns each.
template <unsigned Rows, unsigned Blocks>
[[gnu::target("avx2,fma")]] void multiplyBlock(const float* x, const std::uint32_t* weights,
                                               std::uint32_t rows, std::uint32_t* out, std::uint32_t lanes) {
    const std::uint32_t width = widthOf(lanes);
    __m256 sums[Rows][Blocks];
#pragma GCC unroll 8
    for (auto& row : sums)
#pragma GCC unroll 8
        for (auto& sum : row) sum = _mm256_setzero_ps();
    for (std::uint32_t k = 0; k < rows; ++k) {
        __m256 w[Blocks];
#pragma GCC unroll 8
        for (unsigned b = 0; b < Blocks; ++b) w[b] = load(weights + k * width + b * 8);
#pragma GCC unroll 8
        for (unsigned r = 0; r < Rows; ++r) {
            const __m256 input = _mm256_broadcast_ss(x + r * lanes + k);
#pragma GCC unroll 8
            for (unsigned b = 0; b < Blocks; ++b) sums[r][b] = _mm256_fmadd_ps(input, w[b], sums[r][b]);
        }
    }
    const __m256 nan = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fc00000));
#pragma GCC unroll 8
    for (unsigned r = 0; r < Rows; ++r)
#pragma GCC unroll 8
        for (unsigned b = 0; b < Blocks; ++b) {
            const __m256 sum = sums[r][b];
            const __m256 one = _mm256_blendv_ps(sum, nan, _mm256_cmp_ps(sum, sum, _CMP_UNORD_Q));
            if (lanes < kWidth)
                __builtin_memcpy(out + r * lanes, &one, 16);
            else
                __builtin_memcpy(out + r * lanes + b * 8, &one, 32);
        }
}

// All columns of the part from `n` on, as many blocks at a time as fit.
template <unsigned Rows, unsigned Blocks>
[[gnu::target("avx2,fma")]] void multiplyRows(const float* x, const PackedWeights& packed, UsedWeights part,
                                              std::uint32_t* out, std::uint32_t lanes, std::uint32_t n = 0) {
    for (; n + (Blocks - 1) * kWidth < part.columns; n += Blocks * kWidth)
        multiplyBlock<Rows, Blocks>(x, packed.words.data() + n, part.rows, out + n, lanes);
    if constexpr (Blocks > 1) {
        if (n < part.columns) multiplyRows<Rows, Blocks - 1>(x, packed, part, out, lanes, n);
    }
}

// Twelve accumulators hide the latency of the multiply-add and leave room for weights and an input.
[[gnu::noinline, gnu::target("avx2,fma")]] void multiplyFlushing(const float* x, const PackedWeights& packed,
                                                                 UsedWeights part, std::uint32_t* out,
                                                                 VectorShape shape) {
    const std::uint32_t lanes = shape.lanes;
    std::uint32_t row = 0;
    for (; row + 4 <= shape.sublanes; row += 4)
        multiplyRows<4, 3>(x + row * lanes, packed, part, out + row * lanes, lanes);
    for (; row + 2 <= shape.sublanes; row += 2)
        multiplyRows<2, 4>(x + row * lanes, packed, part, out + row * lanes, lanes);
    for (; row < shape.sublanes; ++row)
        multiplyRows<1, 8>(x + row * lanes, packed, part, out + row * lanes, lanes);
}

[[gnu::target("avx2,fma")]] void multiply(const std::uint32_t* x, const PackedWeights& packed,
                                          std::uint32_t* out, VectorShape shape) {
    alignas(64) std::array<float, std::size_t{8} * kMostLanes> rounded;
    for (std::size_t i = 0; i < shape.words(); ++i)
        rounded[i] = numeric::floatOf(numeric::roundedToBf16(x[i]));
    const numeric::FlushScope flushing;
    multiplyUsed<multiplyFlushing>(x, rounded.data(), packed, out, shape);
}

} // namespace

const MatrixKernel kAvx2Kernel{"avx2", pack, multiply};

} // namespace lw::training::detail
