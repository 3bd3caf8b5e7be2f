// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/mx.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lw::numeric {
namespace {

constexpr int kInt8Fraction = 6; // bits
constexpr int kInt8Most = 127;

struct Row {
    std::string_view name;
    SmallFloat element; // of Int8: none
};
constexpr std::array<Row, kMxFormats> kRows{{
    {"mxint8", {}},
    {"mxfp8-e4m3", kE4m3},
    {"mxfp8-e5m2", kE5m2},
    {"mxfp6-e3m2", kE3m2},
    {"mxfp6-e2m3", kE2m3},
    {"mxfp4", kE2m1},
}};
const Row& rowOf(MxFormat format) { return kRows[static_cast<std::size_t>(format)]; }

int largestElementExponent(MxFormat format) {
    return format == MxFormat::Int8 ? 0 : largestExponent(rowOf(format).element);
}

// The exponent of the scale of values that are all finite.
int scaleExponent(std::span<const double> values, MxFormat format) {
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::fabs(value));
    if (largest == 0) return -kScaleBias;
    return std::clamp(leadingExponent(dyadicOf(largest)) - largestElementExponent(format), -kScaleBias,
                      kScaleBias);
}

std::uint8_t int8Code(const Dyadic& value, Rounding rounding, std::uint32_t draw) {
    if (value.magnitude == 0) return 0;
    const bool isBeyond = leadingExponent(value) > 0;
    const auto most = std::uint64_t{kInt8Most};
    const std::uint64_t magnitude =
        isBeyond
            ? most
            : std::min(most, roundedShift(value.magnitude, -kInt8Fraction - value.exponent, rounding, draw));
    return static_cast<std::uint8_t>(value.isNegative ? 0 - magnitude : magnitude);
}

} // namespace

std::string_view nameOf(MxFormat format) { return rowOf(format).name; }
int elementBits(MxFormat format) { return format == MxFormat::Int8 ? 8 : bitsOf(rowOf(format).element); }
const SmallFloat* elementFloat(MxFormat format) {
    return format == MxFormat::Int8 ? nullptr : &rowOf(format).element;
}

std::uint8_t encodeMx(std::span<const double> values, MxFormat format, std::span<std::uint8_t> codes,
                      Rounding rounding, std::span<const std::uint32_t> draws) {
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) {
        std::fill_n(codes.begin(), values.size(), std::uint8_t{0});
        return kScaleNan;
    }
    const int scale = scaleExponent(values, format);
    for (std::size_t i = 0; i < values.size(); ++i) {
        Dyadic scaled = dyadicOf(values[i]);
        scaled.exponent -= scale;
        const std::uint32_t draw = rounding == Rounding::Stochastic ? draws[i] : 0;
        codes[i] = format == MxFormat::Int8
                       ? int8Code(scaled, rounding, draw)
                       : static_cast<std::uint8_t>(smallFloatBits(scaled, rowOf(format).element,
                                                                  {rounding, Overflow::Saturate, draw}));
    }
    return static_cast<std::uint8_t>(scale + kScaleBias);
}

double mxElement(std::uint8_t code, MxFormat format) {
    if (format == MxFormat::Int8) return std::ldexp(static_cast<std::int8_t>(code), -kInt8Fraction);
    return smallFloatValue(code, rowOf(format).element);
}

double mxValue(std::uint8_t code, std::uint8_t scale, MxFormat format) {
    if (scale == kScaleNan) return std::nan("");
    return std::ldexp(mxElement(code, format), scale - kScaleBias);
}

} // namespace lw::numeric
