// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/nnp_plain.h"

#include "core/numeric/host_control.h"

#include <algorithm>
#include <cstring>

#if defined(__AVX512VNNI__) || defined(__F16C__)
#include <immintrin.h>
#endif

namespace lw::bench {

#ifdef __AVX512VNNI__

bool hasInt8Product() { return __builtin_cpu_supports("avx512vnni"); }

void plainBlockSums(const PlainInt8& matrix, std::span<const std::uint8_t> x, std::span<std::int32_t> sums) {
    constexpr std::size_t kWidth = 5; // registers of 16 rows
    const PlainInt8::Part* from = matrix.parts.data();
    for (std::size_t block = 0; block < matrix.columns / matrix.block; ++block)
        for (std::size_t row = 0; row < matrix.rows; row += 16 * kWidth) {
            __m512i all[kWidth] = {};
            for (std::size_t k = 0; k < matrix.block; k += 4, from += kWidth) {
                std::int32_t four = 0;
                std::memcpy(&four, x.data() + block * matrix.block + k, sizeof four);
                for (std::size_t i = 0; i < kWidth; ++i)
                    all[i] = _mm512_dpbusd_epi32(all[i], _mm512_set1_epi32(four),
                                                 _mm512_load_si512(from[i].numbers));
            }
            for (std::size_t i = 0; i < kWidth; ++i)
                _mm512_storeu_si512(sums.data() + block * matrix.rows + row + 16 * i, all[i]);
        }
}

#else

bool hasInt8Product() { return false; }
void plainBlockSums(const PlainInt8&, std::span<const std::uint8_t>, std::span<std::int32_t>) {}

#endif

std::uint64_t plainRead(std::span<const std::byte> bytes) {
    std::uint64_t sums[32] = {};
    for (std::size_t i = 0; i + sizeof sums <= bytes.size(); i += sizeof sums) {
        std::uint64_t words[32];
        std::memcpy(words, bytes.data() + i, sizeof words);
        for (std::size_t k = 0; k < 32; ++k) sums[k] += words[k];
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t one : sums) sum += one;
    return sum;
}

#ifdef __F16C__

namespace {

// Vectors are a multiple of eight long.
template <typename Function>
void over(std::span<std::uint16_t> x, std::span<const std::uint16_t> y, Function function) {
    for (std::size_t i = 0; i < x.size(); i += 8) {
        const __m256 a = _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(x.data() + i)));
        const __m256 b = _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(y.data() + i)));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(x.data() + i),
                         _mm256_cvtps_ph(function(a, b), _MM_FROUND_TO_NEAREST_INT));
    }
}

} // namespace

bool hasHalfLoops() { return numeric::hostHasF16c(); }
void plainAdd(std::span<std::uint16_t> x, std::span<const std::uint16_t> y) {
    over(x, y, [](__m256 a, __m256 b) { return a + b; });
}
void plainSubtract(std::span<std::uint16_t> x, std::span<const std::uint16_t> y) {
    over(x, y, [](__m256 a, __m256 b) { return a - b; });
}
void plainMultiply(std::span<std::uint16_t> x, std::span<const std::uint16_t> y) {
    over(x, y, [](__m256 a, __m256 b) { return a * b; });
}
void plainRelu(std::span<std::uint16_t> x) {
    over(x, x, [](__m256 a, __m256) { return _mm256_max_ps(a, _mm256_setzero_ps()); });
}

#else

bool hasHalfLoops() { return false; }
void plainAdd(std::span<std::uint16_t>, std::span<const std::uint16_t>) {}
void plainSubtract(std::span<std::uint16_t>, std::span<const std::uint16_t>) {}
void plainMultiply(std::span<std::uint16_t>, std::span<const std::uint16_t>) {}
void plainRelu(std::span<std::uint16_t>) {}

#endif

} // namespace lw::bench
