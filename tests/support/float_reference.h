// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/float_samples.h"

#include <cmath>
#include <limits>

// The chips' float32 arithmetic in plain words, by way of double, where sums and products of float32 lose
// nothing that the rounding to float32 could miss. Slow and simple: what the fast code is compared with.
namespace lw::test {

inline constexpr u32 kOneNan = 0x7fc00000;

inline double valueOf(u32 bits) {
    const float value = floatAt(bits);
    return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0, static_cast<double>(value))
                                                  : static_cast<double>(value);
}

// A value in double to float32. Rounded to 24 bits with an exponent that has no lower end, everything from
// 2^-126 - 2^-151 up in magnitude is at least 2^-126; what is below is flushed.
inline u32 rounded(double exact) {
    if (std::isnan(exact)) return kOneNan;
    if (std::fabs(exact) < 0x1p-126 - 0x1p-151) return std::signbit(exact) ? 0x80000000 : 0;
    return bitsAt(static_cast<float>(exact));
}

inline u32 referenceSum(u32 x, u32 y) { return rounded(valueOf(x) + valueOf(y)); }
inline u32 referenceDifference(u32 x, u32 y) { return rounded(valueOf(x) - valueOf(y)); }
inline u32 referenceProduct(u32 x, u32 y) { return rounded(valueOf(x) * valueOf(y)); }

// a before b in the order of fmin: by value, -0 before +0.
inline bool before(u32 a, u32 b) {
    const double x = valueOf(a);
    const double y = valueOf(b);
    return x != y ? x < y : std::signbit(x) && !std::signbit(y);
}
inline u32 referenceMax(u32 x, u32 y) {
    if (std::isnan(valueOf(x)) || std::isnan(valueOf(y))) return kOneNan;
    return rounded(valueOf(before(x, y) ? y : x));
}
inline u32 referenceMin(u32 x, u32 y) {
    if (std::isnan(valueOf(x)) || std::isnan(valueOf(y))) return kOneNan;
    return rounded(valueOf(before(x, y) ? x : y));
}

// The nearest bfloat16, ties to even, as 16 bits: 8 bits of fraction are kept.
inline u32 referenceBf16(u32 bits) {
    const double value = valueOf(bits);
    if (std::isnan(value)) return kOneNan >> 16;
    if (std::isinf(value) || value == 0.0) return bitsAt(static_cast<float>(value)) >> 16;
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent); // 0.5 <= |fraction| < 1
    const double nearest = std::ldexp(std::nearbyint(fraction * 256.0), exponent - 8);
    return bitsAt(static_cast<float>(nearest)) >> 16;
}
inline u32 referenceFromBf16(u32 half) { return rounded(valueOf(half << 16)); }

// Saturating; `value` is whole.
inline u32 referenceInteger(double value) {
    if (std::isnan(value)) return 0;
    if (value >= 2147483647.0) return 0x7fffffff;
    if (value <= -2147483648.0) return 0x80000000;
    return static_cast<u32>(static_cast<std::int32_t>(value));
}

} // namespace lw::test
