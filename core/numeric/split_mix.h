// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace lw::numeric {

// Random numbers that are the same on every host: SplitMix64 (Steele, Lea, Flood: Fast splittable
// pseudorandom number generators, 2014).
class SplitMix {
  public:
    explicit SplitMix(std::uint64_t seed) : m_state(seed) {}
    // One sequence for each name.
    SplitMix(std::uint64_t seed, std::string_view name) : m_state(seed) {
        for (const char c : name) m_state = next() ^ static_cast<unsigned char>(c);
    }
    std::uint64_t next() {
        std::uint64_t z = m_state += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

  private:
    std::uint64_t m_state;
};

} // namespace lw::numeric
