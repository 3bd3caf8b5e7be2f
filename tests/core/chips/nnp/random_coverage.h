// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/chips/nnp/random_chains.h"
#include "tests/core/chips/nnp/random_software.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <utility>

// What random programs have met, of all that there is to meet.
namespace lw::test {

class Coverage {
  public:
    // A program with an arithmetic of that number, its software, and what its run gave.
    void add(const project::LoadedProgram& loaded, std::uint32_t arithmetic, const WrittenSoftware& written,
             const RandomChains& random);

    std::size_t rows() const { return m_rows.size(); }
    std::size_t pairs() const { return m_pairs.size(); } // of a row and an arithmetic
    std::size_t roundings() const { return m_roundings.size(); }
    std::size_t widths() const { return m_widths.size(); }
    // Vectors, matrices and what v_wr.q writes, each with three kinds of exponents.
    static constexpr std::size_t kRoundings = 3 * 3 * 3, kWidths = 3 * 3 * 15;
    static constexpr std::size_t kShapes = 16; // of chains
    bool hasExtremes() const;
    std::string text() const; // of numbers and chains out of the ordinary

  private:
    void addNumbers(const project::Software& software, const project::Observed& observed);
    void addBlock(std::span<const double> values, std::uint32_t exponentBits);

    std::set<isa::OpId> m_rows;
    std::set<std::pair<isa::OpId, std::uint32_t>> m_pairs;
    // What is rounded, with how many bits of exponent, and how or to mantissas of how many bits.
    std::set<std::tuple<concord::OpKind, std::uint32_t, numeric::Rounding>> m_roundings;
    std::set<std::tuple<concord::OpKind, std::uint32_t, std::uint32_t>> m_widths;
    std::uint64_t m_infinities = 0, m_largest = 0, m_subnormal = 0; // numbers
    // Blocks whose exponent the format does not have, and is its first or its last instead; of integers those
    // with a number that is beyond them.
    std::uint64_t m_below = 0, m_above = 0, m_beyond = 0;
    std::array<std::uint64_t, kShapes> m_shapes{}; // of programs, by random_coverage.cpp
};

} // namespace lw::test
