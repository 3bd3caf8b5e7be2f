// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/dyadic.h"
#include "core/numeric/rounding.h"

#include <cstdint>

// Floats of at most 16 bits as files and published formats have them: a sign, an exponent field, a fraction,
// and denormals. What a chip does to its bfloat16 is elsewhere (bf16.h).
namespace lw::numeric {

// What the largest exponent field means.
enum class TopCodes : std::uint8_t {
    InfinityAndNan, // as IEEE 754 has it
    OneNan,         // with a fraction of ones a NaN, else a number like any other
    Numbers,        // numbers: there is neither infinity nor NaN
};

struct SmallFloat {
    int exponentBits = 0;
    int mantissaBits = 0; // of the fraction
    TopCodes top = TopCodes::InfinityAndNan;
    bool operator==(const SmallFloat&) const = default;
};
inline constexpr SmallFloat kFloat16{5, 10};
inline constexpr SmallFloat kBfloat16{8, 7};
// OCP 8-bit Floating Point Specification 1.0, and the elements of OCP Microscaling Formats 1.0.
inline constexpr SmallFloat kE5m2{5, 2};
inline constexpr SmallFloat kE4m3{4, 3, TopCodes::OneNan};
inline constexpr SmallFloat kE3m2{3, 2, TopCodes::Numbers};
inline constexpr SmallFloat kE2m3{2, 3, TopCodes::Numbers};
inline constexpr SmallFloat kE2m1{2, 1, TopCodes::Numbers};

constexpr int bitsOf(SmallFloat format) { return 1 + format.exponentBits + format.mantissaBits; }
constexpr int biasOf(SmallFloat format) { return (1 << (format.exponentBits - 1)) - 1; }
constexpr std::uint16_t signBitOf(SmallFloat format) {
    return static_cast<std::uint16_t>(1u << (bitsOf(format) - 1));
}
// The code of the largest number; those above it are infinity or NaN.
constexpr std::uint16_t largestCode(SmallFloat format) {
    const unsigned all = signBitOf(format) - 1u;
    if (format.top == TopCodes::InfinityAndNan)
        return static_cast<std::uint16_t>(all - (1u << format.mantissaBits));
    return static_cast<std::uint16_t>(format.top == TopCodes::OneNan ? all - 1 : all);
}
// The exponent of the largest power of two.
constexpr int largestExponent(SmallFloat format) {
    return (largestCode(format) >> format.mantissaBits) - biasOf(format);
}

// What becomes of a number that rounds to more than the largest one.
enum class Overflow : std::uint8_t {
    Infinity, // as IEEE 754 has it; a format without one makes it a NaN, one without that the largest number
    Saturate, // the largest number of its sign; of an infinity as well
};
struct Conversion {
    Rounding rounding = Rounding::NearestEven;
    Overflow overflow = Overflow::Infinity;
    std::uint32_t draw = 0; // of Rounding::Stochastic
};

// Exact. Bits above those of the format are not looked at.
double smallFloatValue(std::uint16_t code, SmallFloat format);
// Rounded once. Toward zero nothing overflows but infinity. Every NaN becomes the quiet one of its sign;
// where there is none, zero.
std::uint16_t smallFloatBits(double value, SmallFloat format, Conversion how = {});
std::uint16_t smallFloatBits(const Dyadic& value, SmallFloat format, Conversion how = {});

} // namespace lw::numeric
