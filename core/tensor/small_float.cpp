// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/small_float.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lw::tensor {
namespace {

int biasOf(SmallFloat format) { return (1 << (format.exponentBits - 1)) - 1; }
std::uint64_t infinityOf(SmallFloat format) {
    return ((std::uint64_t{1} << format.exponentBits) - 1) << format.mantissaBits;
}
std::uint16_t withSign(bool negative, std::uint64_t magnitude) {
    return static_cast<std::uint16_t>(magnitude | (negative ? 0x8000u : 0u));
}

// mantissa >> shift, to nearest, ties to even; a shift of any size.
std::uint64_t shiftedToNearest(std::uint64_t mantissa, int shift) {
    if (shift <= 0) return mantissa << -shift;
    if (shift > 64) return 0;
    const std::uint64_t kept = shift == 64 ? 0 : mantissa >> shift;
    const std::uint64_t half = std::uint64_t{1} << (shift - 1);
    const std::uint64_t rest = shift == 64 ? mantissa : mantissa & ((std::uint64_t{1} << shift) - 1);
    return kept + (rest > half || (rest == half && (kept & 1) != 0));
}

// mantissa * 2^exponent, rounded once.
std::uint16_t rounded(bool negative, std::uint64_t mantissa, int exponent, SmallFloat format) {
    if (mantissa == 0) return withSign(negative, 0);
    const int smallest = 1 - biasOf(format); // exponent of the smallest normal number
    const int leading = std::max(63 - std::countl_zero(mantissa) + exponent, smallest);
    if (leading > biasOf(format)) return withSign(negative, infinityOf(format));
    const std::uint64_t kept = shiftedToNearest(mantissa, leading - format.mantissaBits - exponent);
    // The implicit bit of a normal number adds the missing one to the exponent field;
    // so does a carry out of rounding.
    const std::uint64_t bits = kept + (static_cast<std::uint64_t>(leading - smallest) << format.mantissaBits);
    return withSign(negative, std::min(bits, infinityOf(format)));
}

} // namespace

double smallFloatValue(std::uint16_t bits, SmallFloat format) {
    const int field = (bits & 0x7fff) >> format.mantissaBits;
    const int fraction = bits & ((1 << format.mantissaBits) - 1);
    const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
    if (field == (1 << format.exponentBits) - 1)
        return fraction != 0 ? std::copysign(std::nan(""), sign) : sign * HUGE_VAL;
    const int mantissa = field == 0 ? fraction : fraction | (1 << format.mantissaBits);
    return sign * std::ldexp(mantissa, std::max(field, 1) - biasOf(format) - format.mantissaBits);
}

std::uint16_t smallFloatBits(double value, SmallFloat format) {
    const bool negative = std::signbit(value);
    if (std::isnan(value))
        return withSign(negative, infinityOf(format) | (std::uint64_t{1} << (format.mantissaBits - 1)));
    if (std::isinf(value)) return withSign(negative, infinityOf(format));
    int exponent = 0;
    const double fraction = std::frexp(std::fabs(value), &exponent);
    return rounded(negative, static_cast<std::uint64_t>(std::ldexp(fraction, 53)), exponent - 53, format);
}

std::uint16_t smallFloatBits(bool negative, std::uint64_t magnitude, SmallFloat format) {
    return rounded(negative, magnitude, 0, format);
}

} // namespace lw::tensor
