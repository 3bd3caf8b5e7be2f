// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/circuit/array_pass.h"

#include "core/numeric/float_bits.h"

#include <algorithm>
#include <array>
#include <immintrin.h>
#include <type_traits>

// The passes on AVX-512: blocks of vectors by two registers of 16 columns stay in registers for the whole
// inner dimension. int8 goes through vpdpbusd, which multiplies unsigned by signed bytes: x + 128 is
// unsigned, and 128 times the sum of the column's weights is taken off beforehand. It does not saturate: four
// products of that kind are below 2^18 in magnitude.
namespace lw::circuit::detail {

namespace {

constexpr std::uint32_t kWidth = 16; // 32-bit columns per register
constexpr unsigned kColumnRegisters = 2;
constexpr std::uint32_t kBlock = kWidth * kColumnRegisters;
constexpr unsigned kVectors = 12; // of a block

constexpr std::uint32_t roundedUp(std::uint32_t value, std::uint32_t to) {
    return (value + to - 1) / to * to;
}

__mmask16 maskOf(std::uint32_t columns, std::uint32_t first) {
    const std::uint32_t rest = first >= columns ? 0 : std::min(columns - first, kWidth);
    return static_cast<__mmask16>((1u << rest) - 1);
}

// Four rows of weights, of which those from `rows` on are zero, column by column as words.
[[gnu::target("avx512f,avx512bw")]] void packQuad(const std::int8_t* weights, std::uint32_t rows,
                                                  std::size_t pitch, std::uint32_t columns,
                                                  std::uint32_t* words, std::int32_t* corrections) {
    for (std::uint32_t r = 0; r < rows; ++r)
        for (std::uint32_t n = 0; n < columns; ++n) {
            const std::int8_t weight = weights[r * pitch + n];
            words[n] |= std::uint32_t{static_cast<std::uint8_t>(weight)} << 8 * r;
            corrections[n] -= 128 * weight;
        }
}

// [block of 32 columns][k / 4][32 columns][k % 4], then -128 times the sum of each column.
PackedTile packInt8(const std::int8_t* weights, std::uint32_t inner, std::uint32_t columns) {
    const std::uint32_t quads = roundedUp(inner, 4) / 4, wide = roundedUp(columns, kBlock);
    PackedTile tile(inner, columns, (std::size_t{quads} + 1) * wide * 4);
    auto* packed = tile.as<std::uint32_t>();
    auto* corrections = tile.as<std::int32_t>() + std::size_t{quads} * wide;
    for (std::uint32_t n = 0; n < columns; n += kBlock)
        for (std::uint32_t quad = 0; quad < quads; ++quad, packed += kBlock)
            packQuad(weights + std::size_t{quad} * 4 * columns + n, std::min(4u, inner - quad * 4), columns,
                     std::min(kBlock, columns - n), packed, corrections + n);
    return tile;
}

// [block of 32 columns][k][32 columns].
PackedTile packFloat(const float* weights, std::uint32_t inner, std::uint32_t columns) {
    PackedTile tile(inner, columns, std::size_t{inner} * roundedUp(columns, kBlock) * sizeof(float));
    auto* packed = tile.as<float>();
    for (std::uint32_t n = 0; n < columns; n += kBlock)
        for (std::uint32_t k = 0; k < inner; ++k, packed += kBlock)
            std::copy_n(weights + k * std::size_t{columns} + n, std::min(kBlock, columns - n), packed);
    return tile;
}

// Vectors that go together through one block of columns after the other, so that the weights come from the
// second-level cache once for all of them and stay in the first meanwhile, as they do themselves.
constexpr std::uint32_t kGroup = 8 * kVectors;

// Calls each(first vector, how many as a type) for the blocks that a group is cut into.
template <typename Each> void overBlocks(std::uint32_t vectors, const Each& each) {
    std::uint32_t m = 0;
    for (; vectors - m >= kVectors; m += kVectors) each(m, std::integral_constant<unsigned, kVectors>());
    for (; vectors - m >= 4; m += 4) each(m, std::integral_constant<unsigned, 4>());
    for (; m < vectors; ++m) each(m, std::integral_constant<unsigned, 1>());
}

// The vectors of a group as unsigned bytes, four to a word, the last word filled up. They lie at a distance
// that is known to the compiler, and no power of two, which would put them into few sets of the cache.
constexpr std::size_t kPitch = kMostArrayRows / 4 + 16;
static_assert(kPitch % 16 == 0, "every vector begins a register");
using Shifted = std::array<std::uint32_t, kGroup * kPitch>;

[[gnu::target("avx512f,avx512bw")]] void shift(const PassInput<std::int8_t>& x, std::uint32_t first,
                                               std::uint32_t vectors, std::uint32_t inner, Shifted& shifted) {
    const __m512i half = _mm512_set1_epi8(static_cast<char>(0x80));
    for (std::uint32_t r = 0; r < vectors; ++r) {
        const std::int8_t* const from = x.elements + (first + r) * x.stride;
        std::uint32_t* const words = shifted.data() + r * kPitch;
        for (std::uint32_t k = 0; k < inner; k += 64) {
            const __mmask64 there = inner - k >= 64 ? ~__mmask64{0} : (__mmask64{1} << (inner - k)) - 1;
            const __m512i bytes = _mm512_maskz_loadu_epi8(there, from + k);
            _mm512_store_si512(words + k / 4, _mm512_xor_si512(bytes, half));
        }
    }
}

// By name: g++ 12 copies the accumulator of the intrinsic to memory and back in every step.
[[gnu::always_inline, gnu::target("avx512f,avx512bw,avx512vnni")]] inline void
addProducts(__m512i& sum, const __m512i& bytes, const __m512i& weights) {
    asm("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(bytes), "v"(weights));
}

template <unsigned Vectors>
[[gnu::target("avx512f,avx512bw,avx512vnni")]] void
int8Block(const std::uint32_t* x, std::uint32_t quads, const std::int32_t* weights,
          const std::int32_t* corrections, std::int32_t* out, std::ptrdiff_t stride, Accumulate accumulate,
          const __mmask16* stored) {
    __m512i sums[Vectors][kColumnRegisters];
#pragma GCC unroll 16
    for (unsigned r = 0; r < Vectors; ++r)
#pragma GCC unroll 2
        for (unsigned b = 0; b < kColumnRegisters; ++b) {
            sums[r][b] = _mm512_load_si512(corrections + b * kWidth);
            if (accumulate == Accumulate::Yes)
                sums[r][b] = _mm512_add_epi32(
                    sums[r][b], _mm512_maskz_loadu_epi32(stored[b], out + r * stride + b * kWidth));
        }
    for (std::uint32_t k = 0; k < quads; ++k) {
        __m512i w[kColumnRegisters];
#pragma GCC unroll 2
        for (unsigned b = 0; b < kColumnRegisters; ++b)
            w[b] = _mm512_load_si512(weights + std::size_t{k} * kBlock + b * kWidth);
#pragma GCC unroll 16
        for (unsigned r = 0; r < Vectors; ++r) {
            const __m512i four = _mm512_set1_epi32(static_cast<int>(x[r * kPitch + k]));
#pragma GCC unroll 2
            for (unsigned b = 0; b < kColumnRegisters; ++b) addProducts(sums[r][b], four, w[b]);
        }
    }
#pragma GCC unroll 16
    for (unsigned r = 0; r < Vectors; ++r)
#pragma GCC unroll 2
        for (unsigned b = 0; b < kColumnRegisters; ++b)
            _mm512_mask_storeu_epi32(out + r * stride + b * kWidth, stored[b], sums[r][b]);
}

// The vectors of a group through one block of columns.
void int8Columns(const std::uint32_t* x, std::uint32_t vectors, const PackedTile& tile, std::uint32_t first,
                 std::int32_t* out, std::ptrdiff_t stride, Accumulate accumulate) {
    const std::uint32_t quads = roundedUp(tile.inner(), 4) / 4, wide = roundedUp(tile.columns(), kBlock);
    const auto* words = tile.as<std::int32_t>();
    const __mmask16 stored[] = {maskOf(tile.columns(), first), maskOf(tile.columns(), first + kWidth)};
    overBlocks(vectors, [&](std::uint32_t m, auto here) {
        int8Block<decltype(here)::value>(x + m * kPitch, quads, words + std::size_t{first} * quads,
                                         words + std::size_t{quads} * wide + first, out + m * stride, stride,
                                         accumulate, stored);
    });
}

void passInt8(const PassInput<std::int8_t>& x, const PackedTile& tile, const PassOutput<std::int32_t>& out) {
    alignas(64) Shifted shifted;
    for (std::uint32_t m = 0; m < x.vectors; m += kGroup) {
        const std::uint32_t vectors = std::min(kGroup, x.vectors - m);
        shift(x, m, vectors, tile.inner(), shifted);
        std::int32_t* const sums = out.sums + m * out.stride;
        for (std::uint32_t n = 0; n < tile.columns(); n += kBlock)
            int8Columns(shifted.data(), vectors, tile, n, sums + n, out.stride, out.accumulate);
    }
}

template <unsigned Vectors>
[[gnu::target("avx512f")]] void floatBlock(const float* x, std::ptrdiff_t xStride, std::uint32_t inner,
                                           const float* weights, float* out, std::ptrdiff_t stride,
                                           Accumulate accumulate, const __mmask16* stored) {
    __m512 sums[Vectors][kColumnRegisters];
#pragma GCC unroll 16
    for (auto& row : sums)
#pragma GCC unroll 2
        for (auto& sum : row) sum = _mm512_setzero_ps();
    for (std::uint32_t k = 0; k < inner; ++k) {
        __m512 w[kColumnRegisters];
#pragma GCC unroll 2
        for (unsigned b = 0; b < kColumnRegisters; ++b)
            w[b] = _mm512_load_ps(weights + std::size_t{k} * kBlock + b * kWidth);
#pragma GCC unroll 16
        for (unsigned r = 0; r < Vectors; ++r) {
            const __m512 one = _mm512_set1_ps(x[r * xStride + k]);
#pragma GCC unroll 2
            for (unsigned b = 0; b < kColumnRegisters; ++b)
                sums[r][b] = _mm512_fmadd_ps(one, w[b], sums[r][b]);
        }
    }
    const __m512 nan = _mm512_castsi512_ps(_mm512_set1_epi32(static_cast<int>(numeric::kCanonicalNan)));
#pragma GCC unroll 16
    for (unsigned r = 0; r < Vectors; ++r)
#pragma GCC unroll 2
        for (unsigned b = 0; b < kColumnRegisters; ++b) {
            float* place = out + r * stride + b * kWidth;
            __m512 sum = sums[r][b];
            if (accumulate == Accumulate::Yes)
                sum = _mm512_add_ps(_mm512_maskz_loadu_ps(stored[b], place), sum);
            sum = _mm512_mask_mov_ps(sum, _mm512_cmp_ps_mask(sum, sum, _CMP_UNORD_Q), nan);
            _mm512_mask_storeu_ps(place, stored[b], sum);
        }
}

// The vectors of a group through one block of columns.
void floatColumns(const float* x, std::ptrdiff_t xStride, std::uint32_t vectors, const PackedTile& tile,
                  std::uint32_t first, float* out, std::ptrdiff_t stride, Accumulate accumulate) {
    const __mmask16 stored[] = {maskOf(tile.columns(), first), maskOf(tile.columns(), first + kWidth)};
    const float* weights = tile.as<float>() + std::size_t{first} * tile.inner();
    overBlocks(vectors, [&](std::uint32_t m, auto here) {
        floatBlock<decltype(here)::value>(x + m * xStride, xStride, tile.inner(), weights, out + m * stride,
                                          stride, accumulate, stored);
    });
}

void passFloat(const PassInput<float>& x, const PackedTile& tile, const PassOutput<float>& out) {
    for (std::uint32_t m = 0; m < x.vectors; m += kGroup) {
        const float* const from = x.elements + m * x.stride;
        float* const sums = out.sums + m * out.stride;
        for (std::uint32_t n = 0; n < tile.columns(); n += kBlock)
            floatColumns(from, x.stride, std::min(kGroup, x.vectors - m), tile, n, sums + n, out.stride,
                         out.accumulate);
    }
}

} // namespace

const PassKernel kAvx512Pass{"avx512-vnni", packInt8, packFloat, passInt8, passFloat};

} // namespace lw::circuit::detail
