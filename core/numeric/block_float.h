// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/philox.h"
#include "core/numeric/rounding.h"

#include <cstdint>
#include <span>

// Block floating point: the numbers of a block share one exponent, each has a two's complement mantissa.
//   value = mantissa * 2^(exponent - (mantissaBits - 1))
// so a mantissa is a fraction in [-1, 1) of 2^exponent. The corner cases are ours, as nobody published them:
// rounding never raises the exponent (the mantissa saturates), and -1 is used although +1 does not exist.
// Integers, which share no exponent, are blocks whose exponent is always mantissaBits - 1.
namespace lw::numeric {

struct BlockFormat {
    int mantissaBits = 5; // 2 to 16, with the sign
    int exponentBits = 5; // 5 or 8; 0: integers
    bool operator==(const BlockFormat&) const = default;
};
inline constexpr int kFewestMantissaBits = 2, kMostMantissaBits = 16;

constexpr bool areIntegers(BlockFormat format) { return format.exponentBits == 0; }
// The exponent is stored with a bias of 2^(bits - 1) - 1: -15 to 16, or -127 to 128. That of integers, with
// which mantissas count in ones, is not stored.
constexpr int lowestExponent(BlockFormat format) {
    return areIntegers(format) ? format.mantissaBits - 1 : 1 - (1 << (format.exponentBits - 1));
}
constexpr int highestExponent(BlockFormat format) {
    return areIntegers(format) ? format.mantissaBits - 1 : 1 << (format.exponentBits - 1);
}
constexpr int lowestMantissa(BlockFormat format) { return -(1 << (format.mantissaBits - 1)); }
constexpr int highestMantissa(BlockFormat format) { return (1 << (format.mantissaBits - 1)) - 1; }

// How the elements of a block round. `place` is the block's, of Rounding::Stochastic: element i draws at
// place.element + i.
struct BlockRounding {
    Rounding rounding = Rounding::NearestEven;
    DrawPlace place{};
};

// How many elements were not what they became.
struct BlockLosses {
    std::uint64_t rounded = 0;   // lost bits, and are none of the others
    std::uint64_t toZero = 0;    // became 0; also what is not a number
    std::uint64_t saturated = 0; // would have got a mantissa that does not exist
    bool operator==(const BlockLosses&) const = default;
};

// The exponent of a block: with 2^(e - 1) <= max |v| < 2^e, clamped to the format's range; of zeros the
// lowest. An infinity is larger than the range, a NaN counts as zero.
int blockExponent(std::span<const double> values, BlockFormat format);

// The mantissa of a value in a block with this exponent: value * 2^(mantissaBits - 1 - exponent), its
// magnitude rounded, then clamped to the two's complement range. An infinity is clamped, a NaN is zero.
std::int16_t blockMantissa(double value, int exponent, BlockFormat format, Rounding rounding,
                           std::uint32_t draw);

// A whole block: writes as many mantissas as there are values; gives the exponent, and adds what was lost.
int encodeBlock(std::span<const double> values, BlockFormat format, const BlockRounding& how,
                std::span<std::int16_t> mantissas, BlockLosses* losses = nullptr);

// Exact: at most 16 bits and an exponent that a double has.
double blockValue(std::int16_t mantissa, int exponent, BlockFormat format);

// The sum of products of mantissas, exactly; both have the same length.
std::int64_t mantissaDot(std::span<const std::int16_t> x, std::span<const std::int16_t> y);

// What the sum of products of a vector's and a row's mantissas is multiplied by: 2^this.
constexpr int dotExponent(int xExponent, BlockFormat x, int yExponent, BlockFormat y) {
    return xExponent + yExponent - (x.mantissaBits - 1) - (y.mantissaBits - 1);
}

} // namespace lw::numeric
