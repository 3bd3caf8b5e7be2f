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

namespace {

constexpr std::int64_t kBeyondAll = std::int64_t{1} << 40;

// The mantissa as if it could have any size; kBeyondAll at most. The value is finite.
std::int64_t unboundedMantissa(double value, int exponent, BlockFormat format, Rounding rounding,
                               std::uint32_t draw) {
    const Dyadic exact = dyadicOf(value);
    if (exact.magnitude == 0) return 0;
    // Below 2^(exponent + 1) the shift is one of more than 0 bits.
    if (leadingExponent(exact) > exponent) return exact.isNegative ? -kBeyondAll : kBeyondAll;
    const int shift = exponent - (format.mantissaBits - 1) - exact.exponent;
    const auto magnitude = static_cast<std::int64_t>(roundedShift(exact.magnitude, shift, rounding, draw));
    return exact.isNegative ? -magnitude : magnitude;
}

std::int64_t wantedMantissa(double value, int exponent, BlockFormat format, Rounding rounding,
                            std::uint32_t draw) {
    if (std::isnan(value)) return 0;
    if (std::isinf(value)) return value < 0 ? -kBeyondAll : kBeyondAll;
    return unboundedMantissa(value, exponent, format, rounding, draw);
}

std::int16_t clampedMantissa(std::int64_t wanted, BlockFormat format) {
    return static_cast<std::int16_t>(
        std::clamp<std::int64_t>(wanted, lowestMantissa(format), highestMantissa(format)));
}

void addLoss(double value, std::int64_t wanted, std::int16_t mantissa, int exponent, BlockFormat format,
             BlockLosses& losses) {
    if (wanted != mantissa)
        ++losses.saturated;
    else if (mantissa == 0)
        losses.toZero += value != 0 ? 1 : 0; // also a NaN
    else if (blockValue(mantissa, exponent, format) != value)
        ++losses.rounded;
}

} // namespace

std::int16_t blockMantissa(double value, int exponent, BlockFormat format, Rounding rounding,
                           std::uint32_t draw) {
    return clampedMantissa(wantedMantissa(value, exponent, format, rounding, draw), format);
}

int encodeBlock(std::span<const double> values, BlockFormat format, const BlockRounding& how,
                std::span<std::int16_t> mantissas, BlockLosses* losses) {
    const int exponent = blockExponent(values, format);
    DrawPlace place = how.place;
    for (std::size_t i = 0; i < values.size(); ++i, ++place.element) {
        const std::uint32_t draw = how.rounding == Rounding::Stochastic ? drawAt(place) : 0;
        const std::int64_t wanted = wantedMantissa(values[i], exponent, format, how.rounding, draw);
        mantissas[i] = clampedMantissa(wanted, format);
        if (losses) addLoss(values[i], wanted, mantissas[i], exponent, format, *losses);
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
