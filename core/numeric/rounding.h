// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// How a magnitude between two neighbours becomes one of them: the one place that all formats round in.
namespace lw::numeric {

enum class Rounding : std::uint8_t {
    NearestEven, // the nearer one; in the middle the one that is even
    TowardZero,  // the smaller one
    Stochastic,  // the larger one as often as the value is close to it; see roundedShift()
};

// The fraction that magnitude / 2^shift has, as its first 32 bits; what is beyond them is cut off. 0 < shift.
constexpr std::uint32_t firstBitsOfFraction(std::uint64_t magnitude, int shift) {
    if (shift >= 96) return 0;
    if (shift > 32) return static_cast<std::uint32_t>(magnitude >> (shift - 32));
    return static_cast<std::uint32_t>(magnitude << (32 - shift));
}

// magnitude / 2^shift as a whole number. `draw` is 32 bits of chance for Stochastic: the larger neighbour is
// taken if they, as a number, are below the first 32 bits of the fraction. So a whole number stays what it
// is, and one half goes up for exactly half of all draws. A negative shift multiplies; the product must fit.
constexpr std::uint64_t roundedShift(std::uint64_t magnitude, int shift, Rounding rounding,
                                     std::uint32_t draw) {
    if (shift <= 0) return magnitude << -shift;
    const std::uint64_t kept = shift >= 64 ? 0 : magnitude >> shift;
    if (rounding == Rounding::TowardZero) return kept;
    if (rounding == Rounding::Stochastic) return kept + (draw < firstBitsOfFraction(magnitude, shift));
    if (shift > 64) return 0;
    const std::uint64_t half = std::uint64_t{1} << (shift - 1);
    const std::uint64_t rest = shift == 64 ? magnitude : magnitude & ((half << 1) - 1);
    return kept + (rest > half || (rest == half && (kept & 1) != 0));
}

} // namespace lw::numeric
