// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/circuit/pass_blocks.h"

#include "core/numeric/float_bits.h"

#include <algorithm>
#include <array>
#include <immintrin.h>

// The passes on AVX-512. Blocks are 24 registers of sums: with four of columns, a step loads ten times for 24
// multiplications, which a host does two of per clock, as it loads. int8 goes through vpdpbusd, which
// multiplies unsigned by signed bytes: x + 128 is unsigned, and 128 times the sum of the column's weights is
// taken off beforehand. It does not saturate: four products of that kind are below 2^18 in magnitude.
namespace lw::circuit::detail {

namespace {

constexpr std::uint32_t kColumns = 16; // of a register
// Vectors of a block, by its registers of columns.
constexpr std::array<unsigned, 5> kVectorsOfBlock{0, 16, 12, 8, 6};

// The columns of a block's register that exist.
__mmask16 maskOf(std::uint32_t columns, std::uint32_t first) {
    const std::uint32_t rest = first >= columns ? 0 : std::min(columns - first, kColumns);
    return static_cast<__mmask16>((1u << rest) - 1);
}

template <typename Steps, unsigned Vectors, unsigned Registers> struct Sums {
    typename Steps::Register of[Vectors][Registers];
};

// The k-th step of all sums.
template <typename Steps, unsigned Vectors, unsigned Registers>
[[gnu::always_inline, gnu::target("avx512f,avx512bw,avx512vnni,prfchw")]] inline void
step(const Block<Steps>& at, std::size_t k, Sums<Steps, Vectors, Registers>& sums) {
    typename Steps::Register w[Registers];
#pragma GCC unroll 4
    for (unsigned b = 0; b < Registers; ++b)
        w[b] = Steps::loaded(at.weights + (k * Registers + b) * kColumns);
#pragma GCC unroll 16
    for (unsigned r = 0; r < Vectors; ++r) {
        const auto one = Steps::spread(at.x[r * at.xStride + static_cast<std::ptrdiff_t>(k)]);
#pragma GCC unroll 4
        for (unsigned b = 0; b < Registers; ++b) Steps::addProducts(sums.of[r][b], one, w[b]);
    }
}

template <typename Steps, unsigned Vectors, unsigned Registers>
[[gnu::target("avx512f,avx512bw,avx512vnni,prfchw")]] void sumsInRegisters(const Block<Steps>& given) {
    const Block<Steps> at = given; // nothing that is stored changes these
    Sums<Steps, Vectors, Registers> sums;
#pragma GCC unroll 16
    for (auto& row : sums.of)
#pragma GCC unroll 4
        for (unsigned b = 0; b < Registers; ++b) row[b] = Steps::begin(at.begin + b * kColumns);
    const std::size_t part = at.steps / Vectors;
    std::size_t k = 0;
    for (unsigned r = 0; r < Vectors; ++r) {
#pragma GCC unroll 4
        for (unsigned b = 0; b < Registers; ++b)
            __builtin_prefetch(at.next + r * at.outStride + b * kColumns, 1);
        for (const std::size_t end = k + part; k < end; ++k) step<Steps, Vectors, Registers>(at, k, sums);
    }
    for (; k < at.steps; ++k) step<Steps, Vectors, Registers>(at, k, sums);
    __mmask16 masks[Registers];
    for (unsigned b = 0; b < Registers; ++b) masks[b] = maskOf(at.columns, b * kColumns);
    if (at.accumulate == Accumulate::Yes)
#pragma GCC unroll 16
        for (unsigned r = 0; r < Vectors; ++r)
#pragma GCC unroll 4
            for (unsigned b = 0; b < Registers; ++b)
                Steps::add(sums.of[r][b], masks[b], at.out + r * at.outStride + b * kColumns);
#pragma GCC unroll 16
    for (unsigned r = 0; r < Vectors; ++r)
#pragma GCC unroll 4
        for (unsigned b = 0; b < Registers; ++b)
            Steps::store(at.out + r * at.outStride + b * kColumns, masks[b], sums.of[r][b]);
}

// A step of a sum: four products of bytes.
struct Int8Steps {
    using Number = std::uint32_t; // four bytes
    using Sum = std::int32_t;
    using Register = __m512i;
    static constexpr std::uint32_t kWidth = kColumns;
    static constexpr auto kVectors = kVectorsOfBlock;
    template <unsigned Vectors, unsigned Registers>
    static constexpr auto sumsOf = sumsInRegisters<Int8Steps, Vectors, Registers>;

    [[gnu::always_inline, gnu::target("avx512f")]] static Register loaded(const Number* words) {
        return _mm512_load_si512(words);
    }
    [[gnu::always_inline, gnu::target("avx512f")]] static Register spread(Number word) {
        return _mm512_set1_epi32(static_cast<int>(word));
    }
    [[gnu::always_inline, gnu::target("avx512f")]] static Register begin(const Sum* corrections) {
        return _mm512_load_si512(corrections);
    }
    // By name: g++ 12 copies the accumulator of the intrinsic to memory and back in every step.
    [[gnu::always_inline, gnu::target("avx512f,avx512vnni")]] static void
    addProducts(Register& sum, Register x, Register weights) {
        asm("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(x), "v"(weights));
    }
    [[gnu::always_inline, gnu::target("avx512f")]] static void add(Register& sum, __mmask16 mask,
                                                                   const void* before) {
        sum = _mm512_add_epi32(sum, _mm512_maskz_loadu_epi32(mask, before));
    }
    [[gnu::always_inline, gnu::target("avx512f")]] static void store(void* place, __mmask16 mask,
                                                                     Register sum) {
        _mm512_mask_storeu_epi32(place, mask, sum);
    }
};

// One product.
struct FloatSteps {
    using Number = float;
    using Sum = float;
    using Register = __m512;
    static constexpr std::uint32_t kWidth = kColumns;
    static constexpr auto kVectors = kVectorsOfBlock;
    template <unsigned Vectors, unsigned Registers>
    static constexpr auto sumsOf = sumsInRegisters<FloatSteps, Vectors, Registers>;

    [[gnu::always_inline, gnu::target("avx512f")]] static Register loaded(const Number* numbers) {
        return _mm512_load_ps(numbers);
    }
    [[gnu::always_inline, gnu::target("avx512f")]] static Register spread(Number x) {
        return _mm512_set1_ps(x);
    }
    [[gnu::always_inline, gnu::target("avx512f")]] static Register begin(const Sum*) {
        return _mm512_setzero_ps();
    }
    [[gnu::always_inline, gnu::target("avx512f")]] static void addProducts(Register& sum, Register x,
                                                                           Register weights) {
        sum = _mm512_fmadd_ps(x, weights, sum);
    }
    [[gnu::always_inline, gnu::target("avx512f")]] static void add(Register& sum, __mmask16 mask,
                                                                   const void* before) {
        sum = _mm512_add_ps(_mm512_maskz_loadu_ps(mask, before), sum);
    }
    [[gnu::always_inline, gnu::target("avx512f")]] static void store(void* place, __mmask16 mask,
                                                                     Register sum) {
        const __m512 nan = _mm512_castsi512_ps(_mm512_set1_epi32(static_cast<int>(numeric::kCanonicalNan)));
        sum = _mm512_mask_mov_ps(sum, _mm512_cmp_ps_mask(sum, sum, _CMP_UNORD_Q), nan);
        _mm512_mask_storeu_ps(place, mask, sum);
    }
};

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

std::uint32_t quadsOf(std::uint32_t inner) { return roundedUp(inner, 4) / 4; }

// [block of columns][k / 4][columns of the block][k % 4], then -128 times the sum of each column.
PackedTile packInt8(const std::int8_t* weights, std::uint32_t inner, std::uint32_t columns) {
    const std::uint32_t quads = quadsOf(inner);
    const ColumnBlocks blocks = blocksOf<Int8Steps>(columns);
    PackedTile tile(inner, columns, (std::size_t{quads} + 1) * blocks.padded * 4);
    auto* packed = tile.as<std::uint32_t>();
    auto* corrections = tile.as<std::int32_t>() + std::size_t{quads} * blocks.padded;
    for (std::uint32_t n = 0; n < columns; n += blocks.width)
        for (std::uint32_t quad = 0; quad < quads; ++quad, packed += blocks.width)
            packQuad(weights + std::size_t{quad} * 4 * columns + n, std::min(4u, inner - quad * 4), columns,
                     std::min(blocks.width, columns - n), packed, corrections + n);
    return tile;
}

// The vectors of a block as unsigned bytes, four to a word, the last word filled up. Their distance is not a
// power of two, which would put them into few sets of the cache.
constexpr std::size_t kPitch = kMostArrayRows / 4 + 16;
static_assert(kPitch % 16 == 0, "every vector begins a register");
using Shifted = std::array<std::uint32_t, kVectorsOfBlock[1] * kPitch>;

[[gnu::target("avx512f,avx512bw")]] void shift(const PassInput<std::int8_t>& x, std::uint32_t first,
                                               std::uint32_t vectors, std::uint32_t inner, Shifted& shifted) {
    const __m512i half = _mm512_set1_epi8(static_cast<char>(0x80));
    for (std::uint32_t r = 0; r < vectors; ++r) {
        const CellOf<std::int8_t>* const from = x.elements + (first + r) * x.stride;
        std::uint32_t* const words = shifted.data() + r * kPitch;
        for (std::uint32_t k = 0; k < inner; k += 64) {
            const __mmask64 there = inner - k >= 64 ? ~__mmask64{0} : (__mmask64{1} << (inner - k)) - 1;
            const __m512i bytes = _mm512_maskz_loadu_epi8(there, from + k);
            _mm512_store_si512(words + k / 4, _mm512_xor_si512(bytes, half));
        }
    }
}

void passInt8(const PassInput<std::int8_t>& x, const PackedTile& tile, const PassOutput<std::int32_t>& out) {
    const std::uint32_t quads = quadsOf(tile.inner());
    const auto* const corrections =
        tile.as<std::int32_t>() + std::size_t{quads} * blocksOf<Int8Steps>(tile.columns()).padded;
    alignas(64) Shifted shifted;
    pass<Int8Steps>({tile, quads, corrections, out}, x.vectors, [&](std::uint32_t m, unsigned count) {
        shift(x, m, count, tile.inner(), shifted);
        return PassInput<std::uint32_t>{shifted.data(), count, kPitch};
    });
}

} // namespace

const PassKernel kAvx512Pass{"avx512-vnni", packInt8, packFloat<FloatSteps>, passInt8, passFloat<FloatSteps>};

} // namespace lw::circuit::detail
