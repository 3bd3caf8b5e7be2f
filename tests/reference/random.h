// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

// Where synthetic inputs come from.
namespace reference {

// SplitMix64 (Steele, Lea, Flood 2014): state += 0x9e3779b97f4a7c15, then two xor-shift multiplications. The
// same seed gives the same inputs for ever.
class Random {
  public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}
    std::uint64_t next();
    // [0, 1) in steps of 2^-24.
    float unit();
    // [-limit, limit), rounded once.
    float symmetric(float limit);
    // 0 .. count - 1, by the high half of a 32 x 32 bit product.
    std::size_t below(std::size_t count);

  private:
    std::uint64_t m_state;
};

// 0 .. count - 1 in random order (Fisher and Yates, from the end).
std::vector<std::size_t> shuffled(std::size_t count, Random& random);

// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC 2011): what the chip's generator computes.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

} // namespace reference
