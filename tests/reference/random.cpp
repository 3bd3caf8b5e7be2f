// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/random.h"

#include <utility>

namespace reference {

std::uint64_t Random::next() {
    std::uint64_t z = m_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

float Random::unit() { return static_cast<float>(next() >> 40) * 0x1p-24f; }

float Random::symmetric(float limit) { return limit * (2.0f * unit() - 1.0f); }

std::size_t Random::below(std::size_t count) {
    return static_cast<std::size_t>(((next() >> 32) * count) >> 32);
}

std::vector<std::size_t> shuffled(std::size_t count, Random& random) {
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = i;
    for (std::size_t left = count; left > 1; --left) std::swap(order[left - 1], order[random.below(left)]);
    return order;
}

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t first = std::uint64_t{0xd2511f53} * counter[0];
        const std::uint64_t second = std::uint64_t{0xcd9e8d57} * counter[2];
        counter = {static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ key[0],
                   static_cast<std::uint32_t>(second),
                   static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ key[1],
                   static_cast<std::uint32_t>(first)};
        key[0] += 0x9e3779b9;
        key[1] += 0xbb67ae85;
    }
    return counter;
}

} // namespace reference
