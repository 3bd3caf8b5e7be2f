// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/matrix_kernels.h"
#include "core/chips/training/matrix_used.h"

#include <algorithm>
#include <immintrin.h>

// The kernel on vdpbf16ps, which multiplies and adds two pairs per lane and clock: first the high halves,
// then the low ones, each rounded once, with denormals read as zero and tiny results flushed whatever the
// control register says. (It behaves so where this was tested; elsewhere the self-test decides.) Only the
// choice among several NaNs differs.
namespace lw::training::detail {

namespace {

constexpr std::uint32_t kWidth = 16; // float32 per register
constexpr std::size_t kMostRows = 8;

using Pairs = std::array<std::uint32_t, kMostRows * kMostLanes / 2>;

std::uint32_t widthOf(std::uint32_t lanes) { return std::max(lanes, kWidth); }

void pack(const std::uint16_t* weights, std::uint32_t lanes, PackedWeights& packed) {
    packPairs(weights, lanes, widthOf(lanes), packed);
}

using Words16 = std::uint32_t __attribute__((vector_size(64)));

[[gnu::always_inline, gnu::target("avx512f,avx512bf16")]] inline __m512i swapped(__m512bh halves) {
    const Words16 words = (Words16)halves;
    return (__m512i)(words << 16 | words >> 16);
}

// One row of float32 to pairs of bfloat16 with the even element in the high half.
[[gnu::target("avx512f,avx512bf16")]] void roundRow(const std::uint32_t* x, std::uint32_t lanes,
                                                    std::uint32_t* pairs) {
    if (lanes >= 2 * kWidth) {
        for (std::uint32_t k = 0; k < lanes; k += 2 * kWidth) {
            const __m512bh halves =
                _mm512_cvtne2ps_pbh(_mm512_loadu_ps(x + k + kWidth), _mm512_loadu_ps(x + k));
            _mm512_storeu_si512(pairs + k / 2, swapped(halves));
        }
        return;
    }
    const __mmask16 in = static_cast<__mmask16>((1u << lanes) - 1);
    const __mmask16 out = static_cast<__mmask16>((1u << lanes / 2) - 1);
    const __m512bh halves = _mm512_cvtne2ps_pbh(_mm512_setzero_ps(), _mm512_maskz_loadu_ps(in, x));
    _mm512_mask_storeu_epi32(pairs, out, swapped(halves));
}

// Rows x Blocks accumulators of 16 columns each, from column `n` on.
template <unsigned Rows, unsigned Blocks>
[[gnu::target("avx512f,avx512bf16")]] void multiplyBlock(const std::uint32_t* pairs,
                                                         const std::uint32_t* weights, std::uint32_t rows,
                                                         std::uint32_t* out, std::uint32_t lanes) {
    const std::uint32_t width = widthOf(lanes);
    __m512 sums[Rows][Blocks];
#pragma GCC unroll 8
    for (auto& row : sums)
#pragma GCC unroll 8
        for (auto& sum : row) sum = _mm512_setzero_ps();
    for (std::uint32_t pair = 0; pair < (rows + 1) / 2; ++pair) {
        __m512bh w[Blocks];
#pragma GCC unroll 8
        for (unsigned b = 0; b < Blocks; ++b)
            w[b] = (__m512bh)_mm512_load_si512(weights + pair * width + b * 16);
#pragma GCC unroll 8
        for (unsigned r = 0; r < Rows; ++r) {
            const __m512bh input = (__m512bh)_mm512_set1_epi32(static_cast<int>(pairs[r * lanes / 2 + pair]));
#pragma GCC unroll 8
            for (unsigned b = 0; b < Blocks; ++b) sums[r][b] = _mm512_dpbf16_ps(sums[r][b], input, w[b]);
        }
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
[[gnu::target("avx512f,avx512bf16")]] void multiplyRows(const std::uint32_t* pairs,
                                                        const PackedWeights& packed, UsedWeights part,
                                                        std::uint32_t* out, std::uint32_t lanes) {
    if constexpr (Blocks > 1) {
        if (part.columns <= Blocks / 2 * kWidth)
            return multiplyRows<Rows, Blocks / 2>(pairs, packed, part, out, lanes);
    }
    for (std::uint32_t n = 0; n < part.columns; n += Blocks * kWidth)
        multiplyBlock<Rows, Blocks>(pairs, packed.words.data() + n, part.rows, out + n, lanes);
}

[[gnu::target("avx512f,avx512bf16")]] void multiplyPairs(const std::uint32_t* pairs,
                                                         const PackedWeights& packed, UsedWeights part,
                                                         std::uint32_t* out, VectorShape shape) {
    const std::uint32_t lanes = shape.lanes;
    std::uint32_t row = 0;
    // Enough accumulators to hide the latency, whatever the number of rows.
    for (; row + 8 <= shape.sublanes; row += 8)
        multiplyRows<8, 2>(pairs + row * lanes / 2, packed, part, out + row * lanes, lanes);
    for (; row + 4 <= shape.sublanes; row += 4)
        multiplyRows<4, 4>(pairs + row * lanes / 2, packed, part, out + row * lanes, lanes);
    for (; row + 2 <= shape.sublanes; row += 2)
        multiplyRows<2, 8>(pairs + row * lanes / 2, packed, part, out + row * lanes, lanes);
    for (; row < shape.sublanes; ++row)
        multiplyRows<1, 8>(pairs + row * lanes / 2, packed, part, out + row * lanes, lanes);
}

[[gnu::target("avx512f,avx512bf16")]] void multiply(const std::uint32_t* x, const PackedWeights& packed,
                                                    std::uint32_t* out, VectorShape shape) {
    alignas(64) Pairs pairs;
    for (std::uint32_t row = 0; row < shape.sublanes; ++row)
        roundRow(x + row * shape.lanes, shape.lanes, pairs.data() + row * shape.lanes / 2);
    multiplyUsed<multiplyPairs>(x, pairs.data(), packed, out, shape);
}

} // namespace

const MatrixKernel kAvx512Bf16Kernel{"avx512-bf16", pack, multiply};

} // namespace lw::training::detail
