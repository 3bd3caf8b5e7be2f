// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/circuit/pass_blocks.h"

#include "core/numeric/float_bits.h"

#include <algorithm>
#include <array>
#include <immintrin.h>

// The passes on AVX2, in blocks of 12 registers of sums, beside which two of weights, one of a vector and one
// of products fit. int8 is widened to 16 bits: vpmaddwd adds two products of 15 bits each, which never
// overflows. vpmaddubsw, which needs no widening, adds into 16 bits and saturates.
namespace lw::circuit::detail {

namespace {

constexpr std::uint32_t kColumns = 8; // of a register
// Vectors of a block, by its registers of columns.
constexpr std::array<unsigned, 3> kVectorsOfBlock{0, 8, 6};

template <typename Steps, unsigned Vectors, unsigned Registers> struct Sums {
    typename Steps::Register of[Vectors][Registers];
};

// The k-th step of all sums.
template <typename Steps, unsigned Vectors, unsigned Registers>
[[gnu::always_inline, gnu::target("avx2,fma")]] inline void step(const Block<Steps>& at, std::size_t k,
                                                                 Sums<Steps, Vectors, Registers>& sums) {
    typename Steps::Register w[Registers];
#pragma GCC unroll 2
    for (unsigned b = 0; b < Registers; ++b)
        w[b] = Steps::loaded(at.weights + (k * Registers + b) * kColumns);
#pragma GCC unroll 8
    for (unsigned r = 0; r < Vectors; ++r) {
        const auto one = Steps::spread(at.x[r * at.xStride + static_cast<std::ptrdiff_t>(k)]);
#pragma GCC unroll 2
        for (unsigned b = 0; b < Registers; ++b) Steps::addProducts(sums.of[r][b], one, w[b]);
    }
}

// All ones in the lanes of columns that exist.
[[gnu::always_inline, gnu::target("avx2")]] inline __m256i maskOf(std::uint32_t columns,
                                                                  std::uint32_t first) {
    const auto rest = static_cast<std::int32_t>(first >= columns ? 0 : std::min(columns - first, kColumns));
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(rest), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

template <typename Steps, unsigned Vectors, unsigned Registers>
[[gnu::target("avx2,fma")]] void sumsInRegisters(const Block<Steps>& given) {
    const Block<Steps> at = given; // nothing that is stored changes these
    Sums<Steps, Vectors, Registers> sums{};
    const std::size_t part = at.steps / Vectors;
    std::size_t k = 0;
    for (unsigned r = 0; r < Vectors; ++r) {
        __builtin_prefetch(at.next + r * at.outStride, 1); // both registers: half a line each
        for (const std::size_t end = k + part; k < end; ++k) step<Steps, Vectors, Registers>(at, k, sums);
    }
    for (; k < at.steps; ++k) step<Steps, Vectors, Registers>(at, k, sums);
    __m256i masks[Registers];
    for (unsigned b = 0; b < Registers; ++b) masks[b] = maskOf(at.columns, b * kColumns);
    if (at.accumulate == Accumulate::Yes)
#pragma GCC unroll 8
        for (unsigned r = 0; r < Vectors; ++r)
#pragma GCC unroll 2
            for (unsigned b = 0; b < Registers; ++b)
                Steps::add(sums.of[r][b], masks[b], at.out + r * at.outStride + b * kColumns);
    // Stores by mask are slow on some hosts.
    const bool isWhole = at.columns >= Registers * kColumns;
#pragma GCC unroll 8
    for (unsigned r = 0; r < Vectors; ++r)
#pragma GCC unroll 2
        for (unsigned b = 0; b < Registers; ++b) {
            CellOf<typename Steps::Sum>* const place = at.out + r * at.outStride + b * kColumns;
            const __m256i result = Steps::result(sums.of[r][b]);
            if (isWhole)
                _mm256_storeu_si256(static_cast<__m256i_u*>(static_cast<void*>(place)), result);
            else
                _mm256_maskstore_epi32(static_cast<int*>(static_cast<void*>(place)), masks[b], result);
        }
}

// A step of a sum: two products of bytes.
struct Int8Steps {
    using Number = std::int32_t; // two bytes, widened
    using Sum = std::int32_t;
    using Register = __m256i;
    static constexpr std::uint32_t kWidth = kColumns;
    static constexpr auto kVectors = kVectorsOfBlock;
    template <unsigned Vectors, unsigned Registers>
    static constexpr auto sumsOf = sumsInRegisters<Int8Steps, Vectors, Registers>;

    [[gnu::always_inline, gnu::target("avx2")]] static Register loaded(const Number* pairs) {
        return _mm256_load_si256(static_cast<const __m256i*>(static_cast<const void*>(pairs)));
    }
    [[gnu::always_inline, gnu::target("avx2")]] static Register spread(Number pair) {
        return _mm256_set1_epi32(pair);
    }
    [[gnu::always_inline, gnu::target("avx2")]] static void addProducts(Register& sum, Register x,
                                                                        Register weights) {
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(x, weights));
    }
    [[gnu::always_inline, gnu::target("avx2")]] static void add(Register& sum, __m256i mask,
                                                                const Sum* before) {
        sum = _mm256_add_epi32(sum, _mm256_maskload_epi32(before, mask));
    }
    [[gnu::always_inline, gnu::target("avx2")]] static __m256i result(Register sum) { return sum; }
};

// One product.
struct FloatSteps {
    using Number = float;
    using Sum = float;
    using Register = __m256;
    static constexpr std::uint32_t kWidth = kColumns;
    static constexpr auto kVectors = kVectorsOfBlock;
    template <unsigned Vectors, unsigned Registers>
    static constexpr auto sumsOf = sumsInRegisters<FloatSteps, Vectors, Registers>;

    [[gnu::always_inline, gnu::target("avx2")]] static Register loaded(const Number* numbers) {
        return _mm256_load_ps(numbers);
    }
    [[gnu::always_inline, gnu::target("avx2")]] static Register spread(Number x) { return _mm256_set1_ps(x); }
    [[gnu::always_inline, gnu::target("avx2,fma")]] static void addProducts(Register& sum, Register x,
                                                                            Register weights) {
        sum = _mm256_fmadd_ps(x, weights, sum);
    }
    [[gnu::always_inline, gnu::target("avx2")]] static void add(Register& sum, __m256i mask,
                                                                const Sum* before) {
        sum = _mm256_add_ps(_mm256_maskload_ps(before, mask), sum);
    }
    [[gnu::always_inline, gnu::target("avx2")]] static __m256i result(Register sum) {
        const __m256 nan = _mm256_castsi256_ps(_mm256_set1_epi32(static_cast<int>(numeric::kCanonicalNan)));
        return _mm256_castps_si256(_mm256_blendv_ps(sum, nan, _mm256_cmp_ps(sum, sum, _CMP_UNORD_Q)));
    }
};

std::uint32_t pairsOf(std::uint32_t inner) { return roundedUp(inner, 2) / 2; }

// [block of columns][k / 2][columns of the block][k % 2] in 16 bits.
PackedTile packInt8(const std::int8_t* weights, std::uint32_t inner, std::uint32_t columns) {
    const std::uint32_t pairs = pairsOf(inner);
    const ColumnBlocks blocks = blocksOf<Int8Steps>(columns);
    PackedTile tile(inner, columns, std::size_t{pairs} * blocks.padded * 4);
    auto* const packed = tile.as<std::int16_t>();
    for (std::uint32_t k = 0; k < inner; ++k)
        for (std::uint32_t n = 0; n < columns; ++n) {
            const std::size_t row = std::size_t{n / blocks.width} * pairs + k / 2;
            packed[(row * blocks.width + n % blocks.width) * 2 + k % 2] =
                weights[k * std::size_t{columns} + n];
        }
    return tile;
}

// The vectors of a block as words of two 16-bit numbers, the last word filled up.
// Their distance is not a power of two, which would put them into few sets of the cache.
constexpr std::size_t kPitch = kMostArrayRows / 2 + 16;
using Widened = std::array<std::int32_t, kVectorsOfBlock[1] * kPitch>;

[[gnu::target("avx2")]] void widen(const CellOf<std::int8_t>* from, std::uint32_t inner,
                                   std::int32_t* words) {
    std::uint32_t k = 0;
    for (; inner - k >= 16; k += 16) {
        const __m128i bytes =
            _mm_loadu_si128(static_cast<const __m128i_u*>(static_cast<const void*>(from + k)));
        _mm256_storeu_si256(static_cast<__m256i_u*>(static_cast<void*>(words + k / 2)),
                            _mm256_cvtepi8_epi16(bytes));
    }
    for (; k < inner; k += 2) {
        const std::uint32_t low = static_cast<std::uint16_t>(std::int16_t{from[k]});
        const std::uint32_t high = k + 1 < inner ? static_cast<std::uint16_t>(std::int16_t{from[k + 1]}) : 0;
        words[k / 2] = static_cast<std::int32_t>(high << 16 | low);
    }
}

void passInt8(const PassInput<std::int8_t>& x, const PackedTile& tile, const PassOutput<std::int32_t>& out) {
    alignas(64) Widened widened;
    pass<Int8Steps>({tile, pairsOf(tile.inner()), nullptr, out}, x.vectors,
                    [&](std::uint32_t m, unsigned count) {
                        for (unsigned r = 0; r < count; ++r)
                            widen(x.elements + (m + r) * x.stride, tile.inner(), widened.data() + r * kPitch);
                        return PassInput<std::int32_t>{widened.data(), count, kPitch};
                    });
}

} // namespace

const PassKernel kAvx2Pass{"avx2", packInt8, packFloat<FloatSteps>, passInt8, passFloat<FloatSteps>};

} // namespace lw::circuit::detail
