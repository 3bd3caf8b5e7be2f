// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace lw::inference {

// Three nested loops over addresses, n[0] and s[0] innermost, as an access pattern register holds them.
struct Pattern {
    std::array<std::uint64_t, 3> n{1, 1, 1};
    std::array<std::int64_t, 3> s{};
    std::int64_t es = 0; // between the elements of a vector; 0: packed

    std::uint64_t rounds() const { return n[0] * n[1] * n[2]; }
};

// A half-open stretch of addresses.
struct Span {
    std::int64_t begin = 0, end = 0;
};

// The smallest stretch that holds `count` elements, `step` apart and `size` long, from each address on.
inline Span boundsOf(const Pattern& pattern, std::int64_t base, std::uint64_t count, std::int64_t step,
                     std::int64_t size) {
    Span out{base, base};
    const auto grow = [&](std::uint64_t n, std::int64_t stride) {
        const std::int64_t last = static_cast<std::int64_t>(n - 1) * stride;
        out.begin += std::min<std::int64_t>(last, 0);
        out.end += std::max<std::int64_t>(last, 0);
    };
    for (std::size_t i = 0; i < 3; ++i) grow(pattern.n[i], pattern.s[i]);
    grow(count, step);
    out.end += size;
    return out;
}

// Calls each(address) in the order of the loops, until it returns false; whether all returned true.
template <typename Each> bool overAddresses(const Pattern& pattern, std::int64_t base, Each each) {
    for (std::uint64_t i2 = 0; i2 < pattern.n[2]; ++i2)
        for (std::uint64_t i1 = 0; i1 < pattern.n[1]; ++i1) {
            std::int64_t address = base + static_cast<std::int64_t>(i2) * pattern.s[2] +
                                   static_cast<std::int64_t>(i1) * pattern.s[1];
            for (std::uint64_t i0 = 0; i0 < pattern.n[0]; ++i0, address += pattern.s[0])
                if (!each(address)) return false;
        }
    return true;
}

// The same addresses in the same order with as few loops as possible, the longest one innermost where loops
// continue each other's steps.
inline Pattern joined(Pattern pattern) {
    auto& n = pattern.n;
    auto& s = pattern.s;
    const auto dropLoop = [&](std::size_t loop) {
        for (std::size_t i = loop; i < 2; ++i) n[i] = n[i + 1], s[i] = s[i + 1];
        n[2] = 1, s[2] = 0;
    };
    for (int round = 0; round < 2; ++round) {
        if (n[0] == 1)
            dropLoop(0);
        else if (n[1] == 1)
            dropLoop(1);
        else if (s[1] == static_cast<std::int64_t>(n[0]) * s[0])
            n[0] *= n[1], dropLoop(1);
    }
    return pattern;
}

// Calls each(address of the first, count, distance) for every round of the innermost loop, in order.
template <typename Each> void overLines(const Pattern& pattern, std::int64_t base, Each each) {
    Pattern outer = pattern;
    outer.n[0] = 1;
    overAddresses(outer, base, [&](std::int64_t address) {
        each(address, pattern.n[0], pattern.s[0]);
        return true;
    });
}

} // namespace lw::inference
