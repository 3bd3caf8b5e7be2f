// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/small_float.h"

#include <array>
#include <cstdint>

// Where the sums of products of blocks meet, each with another exponent, before they are rounded once. Both
// kinds take integers times powers of two; the order in which these come does not change what is held.
namespace lw::numeric {

// A fixed window around exponent 0: q34.40, two's complement with 34 bits before and 40 after the point, as
// published for accumulation (US 11,556,764). What lies below the window is cut off each term toward minus
// infinity, which is ours, as is that leaving the window at the top is an error and not a wrap.
class WindowSum {
  public:
    static constexpr int kWholeBits = 34, kFractionBits = 40;

    // Adds term * 2^exponent.
    void add(std::int64_t term, int exponent);
    // The sum was outside the window after one of the terms, in the order in which they came: it is worth
    // nothing.
    bool hasOverflowed() const { return m_hasOverflowed; }
    // How many terms lost something below the window.
    std::uint64_t termsCut() const { return m_termsCut; }
    // The first 64 bits of the sum; if anything is beyond them the last one is set. That rounds to a format
    // of at most 16 bits as the sum itself does, in every rounding.
    Dyadic odd() const;

  private:
    __extension__ using Wide = __int128;
    Wide m_units = 0; // of 2^-40
    bool m_hasOverflowed = false;
    std::uint64_t m_termsCut = 0;
};

// Exact for every format of block_float.h: terms between -2^63 and 2^63 with exponents from -284 to 254, and
// as many of them as there can be.
class ExactSum {
  public:
    void add(std::int64_t term, int exponent);
    Dyadic odd() const; // as of a WindowSum

  private:
    // Two's complement, the low word first; its lowest bit is worth 2^kLowest.
    static constexpr int kWords = 11, kLowest = -320;
    std::array<std::uint64_t, kWords> m_words{};
};

// The sum as a float, rounded once.
template <typename Sum> std::uint16_t roundedSum(const Sum& sum, SmallFloat format, Conversion how = {}) {
    return smallFloatBits(sum.odd(), format, how);
}

} // namespace lw::numeric
