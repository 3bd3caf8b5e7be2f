// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/product_kernel.h"

#include <immintrin.h>

// The kernel on AVX2, which adds products of bytes in pairs that have to fit 16 bits: of mantissas with at
// most 15 bits together these are at most 2 * (2^m - 1) * 2^(v - 1) < 2^15.
namespace lw::nnp::detail {

namespace {

constexpr std::size_t kEight = 8; // sums of a register

template <std::size_t Registers>
[[gnu::target("avx2")]] const std::uint8_t* multiplyPanelAvx2(const std::uint8_t* packed,
                                                              const std::int8_t* x, std::size_t columns,
                                                              std::int32_t start, std::int32_t* sums) {
    __m256i all[Registers];
#pragma GCC unroll 16
    for (__m256i& one : all) one = _mm256_set1_epi32(start);
    const __m256i ones = _mm256_set1_epi16(1);
    for (std::size_t k = 0; k < columns; k += 4) {
        std::int32_t four = 0;
        __builtin_memcpy(&four, x + k, sizeof four);
        const __m256i inputs = _mm256_set1_epi32(four);
#pragma GCC unroll 16
        for (std::size_t i = 0; i < Registers; ++i) {
            __m256i bytes;
            __builtin_memcpy(&bytes, packed + 32 * i, sizeof bytes);
            const __m256i pairs = _mm256_maddubs_epi16(bytes, inputs);
            all[i] = _mm256_add_epi32(all[i], _mm256_madd_epi16(pairs, ones));
        }
        packed += 32 * Registers;
    }
#pragma GCC unroll 16
    for (std::size_t i = 0; i < Registers; ++i) __builtin_memcpy(sums + kEight * i, &all[i], sizeof all[i]);
    return packed;
}

void multiplyAvx2(const std::uint8_t* packed, const std::int8_t* x, std::size_t n, std::int32_t start,
                  std::int32_t* sums) {
    const std::size_t columns = columnsOfPacked(n);
    std::size_t groups = rowsOfPacked(n) / kGroup;
    for (; groups >= kMostGroups; groups -= kMostGroups, sums += kGroup * kMostGroups)
        packed = multiplyPanelAvx2<2 * kMostGroups>(packed, x, columns, start, sums);
    static_assert(kMostGroups == 5);
    if (groups == 4) multiplyPanelAvx2<8>(packed, x, columns, start, sums);
    if (groups == 3) multiplyPanelAvx2<6>(packed, x, columns, start, sums);
    if (groups == 2) multiplyPanelAvx2<4>(packed, x, columns, start, sums);
    if (groups == 1) multiplyPanelAvx2<2>(packed, x, columns, start, sums);
}

} // namespace

const ProductKernel kAvx2Product{"avx2", 15, multiplyAvx2};

} // namespace lw::nnp::detail
