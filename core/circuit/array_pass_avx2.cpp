// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/circuit/array_pass.h"

#include "core/numeric/float_bits.h"

#include <algorithm>
#include <array>
#include <immintrin.h>

// The passes on AVX2: int8 widened to pairs of 16 bits (vpmaddwd: two products of 15 bits each never overflow
// their 32-bit sum), float32 by fused multiply-adds. Blocks of four vectors by two registers of eight
// columns.
namespace lw::circuit::detail {

namespace {

constexpr std::uint32_t kWidth = 8; // 32-bit columns per register
constexpr unsigned kColumnRegisters = 2;
constexpr std::uint32_t kBlock = kWidth * kColumnRegisters;
constexpr unsigned kVectors = 4; // of a block

constexpr std::uint32_t roundedUp(std::uint32_t value, std::uint32_t to) {
    return (value + to - 1) / to * to;
}

// [block of 16 columns][k / 2][16 columns][k % 2] in 16 bits.
PackedTile packInt8(const std::int8_t* weights, std::uint32_t inner, std::uint32_t columns) {
    const std::uint32_t pairs = roundedUp(inner, 2) / 2;
    PackedTile tile(inner, columns, std::size_t{pairs} * roundedUp(columns, kBlock) * 4);
    auto* packed = tile.as<std::int16_t>();
    for (std::uint32_t k = 0; k < inner; ++k)
        for (std::uint32_t n = 0; n < columns; ++n)
            packed[((std::size_t{n / kBlock} * pairs + k / 2) * kBlock + n % kBlock) * 2 + k % 2] =
                weights[k * std::size_t{columns} + n];
    return tile;
}

// [block of 16 columns][k][16 columns].
PackedTile packFloat(const float* weights, std::uint32_t inner, std::uint32_t columns) {
    PackedTile tile(inner, columns, std::size_t{inner} * roundedUp(columns, kBlock) * sizeof(float));
    auto* packed = tile.as<float>();
    for (std::uint32_t k = 0; k < inner; ++k)
        for (std::uint32_t n = 0; n < columns; ++n)
            packed[(std::size_t{n / kBlock} * inner + k) * kBlock + n % kBlock] =
                weights[k * std::size_t{columns} + n];
    return tile;
}

// All ones in the lanes of columns that exist.
[[gnu::target("avx2")]] __m256i maskOf(std::uint32_t columns, std::uint32_t first) {
    const std::int32_t rest =
        static_cast<std::int32_t>(first >= columns ? 0 : std::min(columns - first, kWidth));
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(rest), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

// Two signed bytes as a word of two 16-bit numbers.
std::int32_t pairOf(const std::int8_t* x, std::uint32_t k, std::uint32_t inner) {
    const std::uint32_t low = static_cast<std::uint16_t>(std::int16_t{x[k]});
    const std::uint32_t high = k + 1 < inner ? static_cast<std::uint16_t>(std::int16_t{x[k + 1]}) : 0;
    return static_cast<std::int32_t>(high << 16 | low);
}
using Pairs = std::array<std::int32_t, std::size_t{kVectors} * kMostArrayRows / 2>;

template <unsigned Vectors>
[[gnu::target("avx2,fma")]] void
int8Block(const std::int32_t* x, std::uint32_t pairs, const std::int32_t* weights, std::int32_t* out,
          std::ptrdiff_t stride, Accumulate accumulate, std::uint32_t columns, std::uint32_t first) {
    __m256i sums[Vectors][kColumnRegisters] = {};
    for (std::uint32_t k = 0; k < pairs; ++k) {
        const auto* row = weights + std::size_t{k} * kBlock;
        const __m256i w0 = _mm256_loadu_si256(static_cast<const __m256i*>(static_cast<const void*>(row)));
        const __m256i w1 =
            _mm256_loadu_si256(static_cast<const __m256i*>(static_cast<const void*>(row + kWidth)));
#pragma GCC unroll 4
        for (unsigned r = 0; r < Vectors; ++r) {
            const __m256i two = _mm256_set1_epi32(x[r * pairs + k]);
            sums[r][0] = _mm256_add_epi32(sums[r][0], _mm256_madd_epi16(two, w0));
            sums[r][1] = _mm256_add_epi32(sums[r][1], _mm256_madd_epi16(two, w1));
        }
    }
    for (unsigned r = 0; r < Vectors; ++r)
        for (unsigned b = 0; b < kColumnRegisters; ++b) {
            const __m256i mask = maskOf(columns, first + b * kWidth);
            std::int32_t* place = out + r * stride + b * kWidth;
            __m256i sum = sums[r][b];
            if (accumulate == Accumulate::Yes)
                sum = _mm256_add_epi32(sum, _mm256_maskload_epi32(place, mask));
            _mm256_maskstore_epi32(place, mask, sum);
        }
}

void passInt8(const PassInput<std::int8_t>& x, const PackedTile& tile, const PassOutput<std::int32_t>& out) {
    const std::uint32_t pairs = roundedUp(tile.inner(), 2) / 2;
    Pairs widened;
    for (std::uint32_t m = 0; m < x.vectors;) {
        const unsigned vectors = x.vectors - m >= kVectors ? kVectors : 1;
        for (unsigned r = 0; r < vectors; ++r)
            for (std::uint32_t p = 0; p < pairs; ++p)
                widened[std::size_t{r} * pairs + p] =
                    pairOf(x.elements + (m + r) * x.stride, 2 * p, tile.inner());
        for (std::uint32_t n = 0; n < tile.columns(); n += kBlock) {
            const auto block = vectors == kVectors ? int8Block<kVectors> : int8Block<1>;
            block(widened.data(), pairs, tile.as<std::int32_t>() + std::size_t{n} * pairs,
                  out.sums + m * out.stride + n, out.stride, out.accumulate, tile.columns(), n);
        }
        m += vectors;
    }
}

template <unsigned Vectors>
[[gnu::target("avx2,fma")]] void
floatBlock(const float* x, std::ptrdiff_t xStride, std::uint32_t inner, const float* weights, float* out,
           std::ptrdiff_t stride, Accumulate accumulate, std::uint32_t columns, std::uint32_t first) {
    __m256 sums[Vectors][kColumnRegisters] = {};
    for (std::uint32_t k = 0; k < inner; ++k) {
        const __m256 w0 = _mm256_loadu_ps(weights + std::size_t{k} * kBlock);
        const __m256 w1 = _mm256_loadu_ps(weights + std::size_t{k} * kBlock + kWidth);
#pragma GCC unroll 4
        for (unsigned r = 0; r < Vectors; ++r) {
            const __m256 one = _mm256_set1_ps(x[r * xStride + k]);
            sums[r][0] = _mm256_fmadd_ps(one, w0, sums[r][0]);
            sums[r][1] = _mm256_fmadd_ps(one, w1, sums[r][1]);
        }
    }
    const __m256 nan = _mm256_castsi256_ps(_mm256_set1_epi32(static_cast<int>(numeric::kCanonicalNan)));
    for (unsigned r = 0; r < Vectors; ++r)
        for (unsigned b = 0; b < kColumnRegisters; ++b) {
            const __m256i mask = maskOf(columns, first + b * kWidth);
            float* place = out + r * stride + b * kWidth;
            __m256 sum = sums[r][b];
            if (accumulate == Accumulate::Yes) sum = _mm256_add_ps(_mm256_maskload_ps(place, mask), sum);
            sum = _mm256_blendv_ps(sum, nan, _mm256_cmp_ps(sum, sum, _CMP_UNORD_Q));
            _mm256_maskstore_ps(place, mask, sum);
        }
}

void passFloat(const PassInput<float>& x, const PackedTile& tile, const PassOutput<float>& out) {
    for (std::uint32_t n = 0; n < tile.columns(); n += kBlock)
        for (std::uint32_t m = 0; m < x.vectors;) {
            const unsigned vectors = x.vectors - m >= kVectors ? kVectors : 1;
            const auto block = vectors == kVectors ? floatBlock<kVectors> : floatBlock<1>;
            block(x.elements + m * x.stride, x.stride, tile.inner(),
                  tile.as<float>() + std::size_t{n} * tile.inner(), out.sums + m * out.stride + n, out.stride,
                  out.accumulate, tile.columns(), n);
            m += vectors;
        }
}

} // namespace

const PassKernel kAvx2Pass{"avx2", packInt8, packFloat, passInt8, passFloat};

} // namespace lw::circuit::detail
