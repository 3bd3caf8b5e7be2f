// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/block_float.h"

#include "core/numeric/dyadic.h"

#include <algorithm>
#include <cmath>

namespace lw::numeric {

int blockExponent(std::span<const double> values, BlockFormat format) {
    double largest = 0;
    for (const double value : values)
        if (std::fabs(value) > largest) largest = std::fabs(value); // false for a NaN
    if (largest == 0) return lowestExponent(format);
    if (std::isinf(largest)) return highestExponent(format);
    return std::clamp(leadingExponent(dyadicOf(largest)) + 1, lowestExponent(format),
                      highestExponent(format));
}

std::int16_t blockMantissa(double value, int exponent, BlockFormat format, Rounding rounding,
                           std::uint32_t draw) {
    if (value == 0 || std::isnan(value)) return 0;
    const bool isNegative = std::signbit(value);
    const int least = lowestMantissa(format), most = highestMantissa(format);
    const auto clamped = static_cast<std::int16_t>(isNegative ? least : most);
    if (std::isinf(value)) return clamped;
    const Dyadic exact = dyadicOf(value);
    if (leadingExponent(exact) >= exponent) return clamped; // beyond [-1, 1), and the shift below is none
    const int shift = exponent - (format.mantissaBits - 1) - exact.exponent;
    const std::uint64_t magnitude = roundedShift(exact.magnitude, shift, rounding, draw);
    const int mantissa = isNegative ? -static_cast<int>(magnitude) : static_cast<int>(magnitude);
    return static_cast<std::int16_t>(std::clamp(mantissa, least, most));
}

int encodeBlock(std::span<const double> values, BlockFormat format, const BlockRounding& how,
                std::span<std::int16_t> mantissas) {
    const int exponent = blockExponent(values, format);
    DrawPlace place = how.place;
    for (std::size_t i = 0; i < values.size(); ++i, ++place.element) {
        const std::uint32_t draw = how.rounding == Rounding::Stochastic ? drawAt(place) : 0;
        mantissas[i] = blockMantissa(values[i], exponent, format, how.rounding, draw);
    }
    return exponent;
}

double blockValue(std::int16_t mantissa, int exponent, BlockFormat format) {
    return std::ldexp(mantissa, exponent - (format.mantissaBits - 1));
}

std::int64_t mantissaDot(std::span<const std::int16_t> x, std::span<const std::int16_t> y) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += std::int32_t{x[i]} * std::int32_t{y[i]};
    return sum;
}

} // namespace lw::numeric
