// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/random.h"

#include "core/chips/training/lane_loops.h"

namespace lw::training {

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

struct Philox {
    u32 c0, c1, c2, c3;
};

[[gnu::always_inline]] inline Philox philox(Philox c, u32 k0, u32 k1) {
    for (int round = 0; round < 10; ++round) {
        const u64 left = u64{0xD2511F53} * c.c0;
        const u64 right = u64{0xCD9E8D57} * c.c2;
        c = {static_cast<u32>(right >> 32) ^ c.c1 ^ k0, static_cast<u32>(right),
             static_cast<u32>(left >> 32) ^ c.c3 ^ k1, static_cast<u32>(left)};
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    return c;
}

} // namespace

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter, RandomKey key) {
    const Philox out = philox({counter[0], counter[1], counter[2], counter[3]}, key[0], key[1]);
    return {out.c0, out.c1, out.c2, out.c3};
}

void randomRegister(RandomKey key, std::uint32_t draw, std::uint32_t* d, VectorShape shape) {
    for (u32 sublane = 0; sublane < shape.sublanes; ++sublane)
        for (u32 lane = 0; lane < shape.lanes; ++lane)
            d[std::size_t{sublane} * shape.lanes + lane] =
                philox({draw, lane, sublane, 0}, key[0], key[1]).c0;
}

} // namespace lw::training
