// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

namespace lw::lower {

// How many vector registers a training program takes at once: a number that divides the batch, a square of
// lanes and the matrix unit's queue, at most four: rows of weights are filled up to whole groups.
inline std::uint32_t registerGroup(std::uint32_t batch, std::uint32_t lanes, std::uint32_t sublanes,
                                   std::uint32_t queueDepth) {
    constexpr std::uint32_t kMost = 4;
    const auto fits = [&](std::uint32_t registers) {
        return batch % (registers * sublanes) == 0 && lanes % (registers * sublanes) == 0 &&
               registers <= std::bit_floor(queueDepth);
    };
    std::uint32_t out = 1;
    while (out < kMost && fits(2 * out)) out *= 2;
    return out;
}

// Vector registers that hold a bit for each number in that many, as training programs do: for 32 numbers
// a word, in whole groups.
inline std::uint64_t maskRegisters(std::uint64_t registers, std::uint32_t group) {
    constexpr std::uint64_t kBits = 32;
    return ((registers + kBits - 1) / kBits + group - 1) / group * group;
}

// Vector registers that hold that many as bfloat16, as training programs do: one for two groups.
inline std::uint64_t packedRegisters(std::uint64_t registers, std::uint32_t group) {
    return (registers / group + 1) / 2 * group;
}

} // namespace lw::lower
