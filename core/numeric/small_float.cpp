// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/small_float.h"

#include <algorithm>
#include <cmath>

namespace lw::numeric {
namespace {

std::uint16_t withSign(bool isNegative, std::uint64_t magnitude, SmallFloat format) {
    return static_cast<std::uint16_t>(magnitude | (isNegative ? signBitOf(format) : 0u));
}

// The code of the quiet NaN without its sign.
std::uint64_t nanCode(SmallFloat format) {
    if (format.top == TopCodes::Numbers) return 0;
    const std::uint64_t first = largestCode(format) + 1u; // infinity, or the one NaN
    return format.top == TopCodes::OneNan ? first : first | std::uint64_t{1} << (format.mantissaBits - 1);
}

// What a number beyond the largest one becomes.
std::uint64_t overflowCode(SmallFloat format, Overflow overflow) {
    if (overflow == Overflow::Saturate || format.top == TopCodes::Numbers) return largestCode(format);
    return largestCode(format) + 1u;
}

} // namespace

double smallFloatValue(std::uint16_t code, SmallFloat format) {
    const int magnitude = code & (signBitOf(format) - 1);
    const int field = magnitude >> format.mantissaBits;
    const int fraction = magnitude & ((1 << format.mantissaBits) - 1);
    const double sign = (code & signBitOf(format)) != 0 ? -1.0 : 1.0;
    if (magnitude > largestCode(format))
        return fraction == 0 ? sign * HUGE_VAL : std::copysign(std::nan(""), sign);
    const int mantissa = field == 0 ? fraction : fraction | (1 << format.mantissaBits);
    return sign * std::ldexp(mantissa, std::max(field, 1) - biasOf(format) - format.mantissaBits);
}

std::uint16_t smallFloatBits(const Dyadic& value, SmallFloat format, Conversion how) {
    if (value.magnitude == 0) return withSign(value.isNegative, 0, format);
    const int smallest = 1 - biasOf(format); // exponent of the smallest normal number
    const int leading = std::max(leadingExponent(value), smallest);
    const std::uint64_t kept =
        roundedShift(value.magnitude, leading - format.mantissaBits - value.exponent, how.rounding, how.draw);
    // The implicit bit of a normal number adds the missing one to the exponent field; so does a carry out of
    // rounding.
    const std::uint64_t code = kept + (static_cast<std::uint64_t>(leading - smallest) << format.mantissaBits);
    if (code <= largestCode(format)) return withSign(value.isNegative, code, format);
    const Overflow overflow = how.rounding == Rounding::TowardZero ? Overflow::Saturate : how.overflow;
    return withSign(value.isNegative, overflowCode(format, overflow), format);
}

std::uint16_t smallFloatBits(double value, SmallFloat format, Conversion how) {
    const bool isNegative = std::signbit(value);
    if (std::isnan(value)) return withSign(isNegative, nanCode(format), format);
    if (std::isinf(value)) return withSign(isNegative, overflowCode(format, how.overflow), format);
    return smallFloatBits(dyadicOf(value), format, how);
}

} // namespace lw::numeric
