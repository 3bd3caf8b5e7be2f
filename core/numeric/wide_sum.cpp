// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/wide_sum.h"

#include <bit>

namespace lw::numeric {
namespace {

// The 64 bits of words from the bit `leading` down, and whether one below them is set.
template <std::size_t N> Dyadic firstBits(const std::array<std::uint64_t, N>& words, int leading) {
    const int last = leading - 63; // the position of the lowest bit that is kept
    Dyadic out{false, 0, last};
    if (last < 0) {
        out.magnitude = words[0] << -last;
        return out;
    }
    const auto word = static_cast<std::size_t>(last / 64);
    const int bit = last % 64;
    out.magnitude = words[word] >> bit;
    if (bit != 0) out.magnitude |= words[word + 1] << (64 - bit);
    std::uint64_t rest = bit == 0 ? 0 : words[word] << (64 - bit);
    for (std::size_t i = 0; i < word; ++i) rest |= words[i];
    if (rest != 0) out.magnitude |= 1;
    return out;
}

// A magnitude in words, the low one first, as a number whose lowest bit is worth 2^lowest.
template <std::size_t N>
Dyadic oddOf(const std::array<std::uint64_t, N>& words, bool isNegative, int lowest) {
    for (std::size_t i = N; i-- > 0;) {
        if (words[i] == 0) continue;
        Dyadic out = firstBits(words, static_cast<int>(i) * 64 + 63 - std::countl_zero(words[i]));
        out.isNegative = isNegative;
        out.exponent += lowest;
        return out;
    }
    return {};
}

template <std::size_t N> void negate(std::array<std::uint64_t, N>& words) {
    bool carries = true;
    for (std::uint64_t& word : words) {
        word = ~word + (carries ? 1 : 0);
        carries = carries && word == 0;
    }
}

} // namespace

void WindowSum::add(std::int64_t term, int exponent) {
    const int shift = exponent + kFractionBits;
    const std::uint64_t magnitude =
        term < 0 ? 0 - static_cast<std::uint64_t>(term) : static_cast<std::uint64_t>(term);
    if (magnitude == 0) return;
    if (static_cast<int>(std::bit_width(magnitude)) + shift > kWholeBits + kFractionBits) {
        m_hasOverflowed = true;
        return;
    }
    if (shift >= 0) {
        m_units += Wide{term} * (Wide{1} << shift);
    } else {
        const int cut = shift < -63 ? 63 : -shift; // the sign is left
        const std::uint64_t lost = static_cast<std::uint64_t>(term) & ((std::uint64_t{1} << cut) - 1);
        if (lost != 0) ++m_termsCut;
        m_units += term >> cut;
    }
    constexpr Wide kEnd = Wide{1} << (kWholeBits + kFractionBits - 1);
    if (m_units >= kEnd || m_units < -kEnd) m_hasOverflowed = true;
}

Dyadic WindowSum::odd() const {
    const bool isNegative = m_units < 0;
    __extension__ using Unsigned = unsigned __int128;
    const Unsigned magnitude = isNegative ? -static_cast<Unsigned>(m_units) : static_cast<Unsigned>(m_units);
    const std::array<std::uint64_t, 3> words{static_cast<std::uint64_t>(magnitude),
                                             static_cast<std::uint64_t>(magnitude >> 64), 0};
    return oddOf(words, isNegative, -kFractionBits);
}

void ExactSum::add(std::int64_t term, int exponent) {
    const int position = exponent - kLowest;
    const int bit = position % 64;
    const auto low = static_cast<std::uint64_t>(term);
    const std::uint64_t sign = term < 0 ? ~std::uint64_t{0} : 0;
    auto carry = std::uint64_t{0};
    for (auto i = static_cast<std::size_t>(position / 64), from = i; i < kWords; ++i) {
        // The term, its sign before it, moved up by `bit`.
        const std::uint64_t here = i == from ? low : sign, below = i == from ? 0 : i == from + 1 ? low : sign;
        const std::uint64_t part = bit == 0 ? here : here << bit | below >> (64 - bit);
        const std::uint64_t sum = m_words[i] + part;
        const std::uint64_t both = sum + carry;
        carry = (sum < part ? 1u : 0u) | (both < sum ? 1u : 0u);
        m_words[i] = both;
    }
}

Dyadic ExactSum::odd() const {
    std::array<std::uint64_t, kWords> words = m_words;
    const bool isNegative = (words.back() >> 63) != 0;
    if (isNegative) negate(words);
    return oddOf(words, isNegative, kLowest);
}

} // namespace lw::numeric
