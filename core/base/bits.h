// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lw {

// A 64-bit hash for "are these the same bytes": files, configurations, machine states. Stable across hosts
// and versions of the program (files contain it); not meant to resist an attacker. FNV-1a over 8-byte
// words, then bytes.
class Hash {
  public:
    void add(std::span<const std::byte> bytes);
    void add(std::uint64_t word) { m_value = (m_value ^ word) * kPrime, m_value ^= m_value >> 29; }
    std::uint64_t value() const { return m_value; }

  private:
    static constexpr std::uint64_t kPrime = 0x100000001b3ull;
    std::uint64_t m_value = 0xcbf29ce484222325ull;
};

} // namespace lw
