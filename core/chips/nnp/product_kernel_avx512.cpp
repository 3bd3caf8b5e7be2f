// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/product_kernel.h"

#include <immintrin.h>

// The kernel on AVX512-VNNI, which adds four products of bytes to a sum at once.
namespace lw::nnp::detail {

namespace {

template <std::size_t Groups>
[[gnu::target("avx512f,avx512bw,avx512vnni")]] const std::uint8_t*
multiplyPanel(const std::uint8_t* packed, const std::int8_t* x, std::size_t columns, std::int32_t start,
              std::int32_t* sums) {
    __m512i all[Groups];
#pragma GCC unroll 8
    for (__m512i& one : all) one = _mm512_set1_epi32(start);
    for (std::size_t k = 0; k < columns; k += 4) {
        std::int32_t four = 0;
        __builtin_memcpy(&four, x + k, sizeof four);
        const __m512i inputs = _mm512_set1_epi32(four);
#pragma GCC unroll 8
        for (std::size_t i = 0; i < Groups; ++i)
            all[i] = _mm512_dpbusd_epi32(all[i], _mm512_load_si512(packed + 64 * i), inputs);
        packed += 64 * Groups;
    }
#pragma GCC unroll 8
    for (std::size_t i = 0; i < Groups; ++i) _mm512_storeu_si512(sums + kGroup * i, all[i]);
    return packed;
}

void multiplyAvx512(const std::uint8_t* packed, const std::int8_t* x, std::size_t n, std::int32_t start,
                    std::int32_t* sums) {
    const std::size_t columns = columnsOfPacked(n);
    std::size_t groups = rowsOfPacked(n) / kGroup;
    for (; groups >= kMostGroups; groups -= kMostGroups, sums += kGroup * kMostGroups)
        packed = multiplyPanel<kMostGroups>(packed, x, columns, start, sums);
    static_assert(kMostGroups == 5);
    if (groups == 4) multiplyPanel<4>(packed, x, columns, start, sums);
    if (groups == 3) multiplyPanel<3>(packed, x, columns, start, sums);
    if (groups == 2) multiplyPanel<2>(packed, x, columns, start, sums);
    if (groups == 1) multiplyPanel<1>(packed, x, columns, start, sums);
}

} // namespace

const ProductKernel kAvx512Product{"avx512-vnni", 16, multiplyAvx512};

} // namespace lw::nnp::detail
