// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/matrix_kernels.h"
#include "core/chips/training/matrix_used.h"
#include "core/numeric/bf16.h"
#include "core/numeric/host_control.h"

#include <algorithm>
#include <immintrin.h>

// The kernel on AVX-512F: fused multiply-adds under a FlushScope. Weights stay in pairs of bfloat16, 32 KiB
// at full size so that they fit the first-level cache, and are widened by a shift or a mask.
namespace lw::training::detail {

namespace {

constexpr std::uint32_t kWidth = 16; // float32 per register
using Words16 = std::uint32_t __attribute__((vector_size(64)));

std::uint32_t widthOf(std::uint32_t lanes) { return std::max(lanes, kWidth); }

void pack(const std::uint16_t* weights, std::uint32_t lanes, PackedWeights& packed) {
    packPairs(weights, lanes, widthOf(lanes), packed);
}

// Rows x Blocks accumulators of 16 columns each.
template <unsigned Rows, unsigned Blocks>
[[gnu::target("avx512f")]] void multiplyBlock(const float* x, const std::uint32_t* weights,
                                              std::uint32_t rows, std::uint32_t* out, std::uint32_t lanes) {
    const std::uint32_t width = widthOf(lanes);
    __m512 sums[Rows][Blocks];
#pragma GCC unroll 8
    for (auto& row : sums)
#pragma GCC unroll 8
        for (auto& sum : row) sum = _mm512_setzero_ps();
    for (std::uint32_t k = 0; k < rows; k += 2) {
        __m512 even[Blocks];
        __m512 odd[Blocks];
#pragma GCC unroll 8
        for (unsigned b = 0; b < Blocks; ++b) {
            const Words16 pair = (Words16)_mm512_load_si512(weights + k / 2 * width + b * 16);
            even[b] = (__m512)(pair & 0xffff0000);
            odd[b] = (__m512)(pair << 16);
        }
#pragma GCC unroll 8
        for (unsigned r = 0; r < Rows; ++r)
#pragma GCC unroll 8
            for (unsigned b = 0; b < Blocks; ++b)
                sums[r][b] = _mm512_fmadd_ps(_mm512_set1_ps(x[r * lanes + k]), even[b], sums[r][b]);
#pragma GCC unroll 8
        for (unsigned r = 0; r < Rows; ++r)
#pragma GCC unroll 8
            for (unsigned b = 0; b < Blocks; ++b)
                sums[r][b] = _mm512_fmadd_ps(_mm512_set1_ps(x[r * lanes + k + 1]), odd[b], sums[r][b]);
    }
    const __mmask16 stored = static_cast<__mmask16>(lanes < kWidth ? (1u << lanes) - 1 : 0xffffu);
    const __m512 nan = (__m512)_mm512_set1_epi32(0x7fc00000);
#pragma GCC unroll 8
    for (unsigned r = 0; r < Rows; ++r)
#pragma GCC unroll 8
        for (unsigned b = 0; b < Blocks; ++b) {
            const __m512 sum = sums[r][b];
            const __m512 one = _mm512_mask_mov_ps(sum, _mm512_cmp_ps_mask(sum, sum, _CMP_UNORD_Q), nan);
            _mm512_mask_storeu_ps(out + r * lanes + b * 16, stored, one);
        }
}

template <unsigned Rows, unsigned Blocks>
[[gnu::target("avx512f")]] void multiplyRows(const float* x, const PackedWeights& packed, UsedWeights part,
                                             std::uint32_t* out, std::uint32_t lanes) {
    if constexpr (Blocks > 1) {
        if (part.columns <= Blocks / 2 * kWidth)
            return multiplyRows<Rows, Blocks / 2>(x, packed, part, out, lanes);
    }
    for (std::uint32_t n = 0; n < part.columns; n += Blocks * kWidth)
        multiplyBlock<Rows, Blocks>(x, packed.words.data() + n, part.rows, out + n, lanes);
}

[[gnu::noinline, gnu::target("avx512f")]] void multiplyFlushing(const float* x, const PackedWeights& packed,
                                                                UsedWeights part, std::uint32_t* out,
                                                                VectorShape shape) {
    const std::uint32_t lanes = shape.lanes;
    std::uint32_t row = 0;
    for (; row + 8 <= shape.sublanes; row += 8)
        multiplyRows<8, 2>(x + row * lanes, packed, part, out + row * lanes, lanes);
    for (; row + 4 <= shape.sublanes; row += 4)
        multiplyRows<4, 4>(x + row * lanes, packed, part, out + row * lanes, lanes);
    for (; row + 2 <= shape.sublanes; row += 2)
        multiplyRows<2, 8>(x + row * lanes, packed, part, out + row * lanes, lanes);
    for (; row < shape.sublanes; ++row)
        multiplyRows<1, 8>(x + row * lanes, packed, part, out + row * lanes, lanes);
}

[[gnu::target("avx512f")]] void multiply(const std::uint32_t* x, const PackedWeights& packed,
                                         std::uint32_t* out, VectorShape shape) {
    alignas(64) std::array<float, std::size_t{8} * kMostLanes> rounded;
    for (std::size_t i = 0; i < shape.words(); ++i)
        rounded[i] = numeric::floatOf(numeric::roundedToBf16(x[i]));
    const numeric::FlushScope flushing;
    multiplyUsed<multiplyFlushing>(x, rounded.data(), packed, out, shape);
}

} // namespace

const MatrixKernel kAvx512Kernel{"avx512", pack, multiply};

} // namespace lw::training::detail
