// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

// Chance that depends on where it is used and not on what was drawn before: the same in any order, in any
// language and on any number of threads.
namespace lw::numeric {

// Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3, 2011).
constexpr std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                              std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = std::uint64_t{0xd2511f53} * counter[0];
        const std::uint64_t b = std::uint64_t{0xcd9e8d57} * counter[2];
        counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
                   static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
        key = {key[0] + 0x9e3779b9, key[1] + 0xbb67ae85};
    }
    return counter;
}

// Where a stochastic rounding is done. A block is a native vector, numbered within what one instruction
// rounds. The split into counter and key is ours.
struct DrawPlace {
    std::uint64_t seed = 0;
    std::uint64_t instruction = 0; // how many were executed before it
    std::uint32_t block = 0;
    std::uint32_t element = 0;
};

// The 32 bits of chance of an element: the first word of Philox with the seed as its key.
constexpr std::uint32_t drawAt(const DrawPlace& place) {
    return philox({static_cast<std::uint32_t>(place.instruction),
                   static_cast<std::uint32_t>(place.instruction >> 32), place.block, place.element},
                  {static_cast<std::uint32_t>(place.seed), static_cast<std::uint32_t>(place.seed >> 32)})[0];
}

} // namespace lw::numeric
