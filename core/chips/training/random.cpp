// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/random.h"

#include "core/chips/training/lane_loops.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace lw::training {

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr u32 kFactor0 = 0xD2511F53;
constexpr u32 kFactor1 = 0xCD9E8D57;
constexpr u32 kKeyStep0 = 0x9E3779B9;
constexpr u32 kKeyStep1 = 0xBB67AE85;

struct Philox {
    u32 c0, c1, c2, c3;
};

[[gnu::always_inline]] inline Philox philox(Philox c, u32 k0, u32 k1) {
#pragma GCC unroll 10
    for (int round = 0; round < 10; ++round) {
        const u64 left = u64{kFactor0} * c.c0;
        const u64 right = u64{kFactor1} * c.c2;
        c = {static_cast<u32>(right >> 32) ^ c.c1 ^ k0, static_cast<u32>(right),
             static_cast<u32>(left >> 32) ^ c.c3 ^ k1, static_cast<u32>(left)};
        k0 += kKeyStep0;
        k1 += kKeyStep1;
    }
    return c;
}

// Lane by lane, with the ten rounds unrolled.
[[gnu::always_inline]] inline void fillRegister(RandomKey key, u32 draw, u32* d, VectorShape shape) {
    for (u32 sublane = 0; sublane < shape.sublanes; ++sublane) {
        u32* row = d + std::size_t{sublane} * shape.lanes;
        for (u32 lane = 0; lane < shape.lanes; ++lane)
            row[lane] = philox({draw, lane, sublane, 0}, key[0], key[1]).c0;
    }
}

#if defined(__x86_64__)
using Words64 = u64 __attribute__((vector_size(64)));

[[gnu::always_inline, gnu::target("avx512f")]] inline Words64 product(Words64 x, u64 factor) {
    return (Words64)_mm512_maskz_mul_epu32(0xff, (__m512i)x,
                                           _mm512_set1_epi64(static_cast<long long>(factor)));
}

// Eight lanes at a time in the low halves of 64-bit words; the high halves are not read.
[[gnu::always_inline, gnu::target("avx512f")]] inline Words64 firstWords(RandomKey key, u32 draw, u32 lane,
                                                                         u32 sublane) {
    Words64 c0 = Words64{} + draw;
    Words64 c1 = Words64{0, 1, 2, 3, 4, 5, 6, 7} + lane;
    Words64 c2 = Words64{} + sublane;
    Words64 c3 = {};
#pragma GCC unroll 10
    for (int round = 0; round < 10; ++round) {
        const Words64 left = product(c0, kFactor0);
        const Words64 right = product(c2, kFactor1);
        c0 = right >> 32 ^ c1 ^ key[0];
        c2 = left >> 32 ^ c3 ^ key[1];
        c1 = right;
        c3 = left;
        key[0] += kKeyStep0;
        key[1] += kKeyStep1;
    }
    return c0;
}

[[gnu::noinline, gnu::target("avx512f")]] void fillRegisterAvx512(RandomKey key, u32 draw, u32* d,
                                                                  VectorShape shape) {
    for (u32 sublane = 0; sublane < shape.sublanes; ++sublane) {
        u32* row = d + std::size_t{sublane} * shape.lanes;
        for (u32 lane = 0; lane < shape.lanes; lane += 8)
            _mm512_mask_cvtepi64_storeu_epi32(row + lane, 0xff,
                                              (__m512i)firstWords(key, draw, lane, sublane));
    }
}
#endif

} // namespace

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter, RandomKey key) {
    const Philox out = philox({counter[0], counter[1], counter[2], counter[3]}, key[0], key[1]);
    return {out.c0, out.c1, out.c2, out.c3};
}

void randomRegister(RandomKey key, std::uint32_t draw, std::uint32_t* d, VectorShape shape) {
#if defined(__x86_64__)
    if (numeric::hostLevel() == numeric::HostLevel::Avx512 && shape.lanes % 8 == 0)
        return fillRegisterAvx512(key, draw, d, shape);
#endif
    detail::atHostLevel<fillRegister>(key, draw, d, shape);
}

} // namespace lw::training
