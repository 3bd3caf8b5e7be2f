// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/unary.h"

#include "tests/reference/arithmetic.h"

#include <cmath>
#include <limits>

namespace reference {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
// ln 2 in two parts; the first has so few bits that a whole number times it is exact.
constexpr float kLn2High = 0x1.62e4p-1f, kLn2Low = 0x1.7f7d1cp-20f;

float oneNan() { return fromBits(0x7fc00000); }

// c0 x^n + c1 x^(n-1) + ... by Horner's rule, every step rounded.
template <std::size_t N> float polynomial(const float (&c)[N], float x) {
    float sum = c[0];
    for (std::size_t i = 1; i < N; ++i) sum = sum * x + c[i];
    return sum;
}

} // namespace

// 1 / x, correctly rounded, flushed.
float reciprocal(float x) {
    const float read = add(x, 0.0f) == 0.0f ? std::copysign(0.0f, x) : x;
    const float r = 1.0f / read;
    if (std::isnan(r)) return oneNan();
    return std::fabs(r) < 0x1p-126f ? std::copysign(0.0f, r) : r;
}

// The quotient of 1 and the root, both correctly rounded.
float reciprocalSquareRoot(float x) {
    if (std::fabs(x) < 0x1p-126f) return std::copysign(kInfinity, x);
    if (std::isnan(x) || x < 0.0f) return oneNan();
    return 1.0f / std::sqrt(x);
}

// x = n ln 2 + r with n the nearest integer to x / ln 2; exp(x) = 2^n (1 + (r + r^2 q(r))). Arguments are
// first limited to -88 ... 89; with an exponent past 254 the result is infinity, with one under 1 it is 0.
float exponential(float x) {
    if (std::isnan(x)) return oneNan();
    const float inside = x > 89.0f ? 89.0f : x < -88.0f ? -88.0f : x;
    const float whole = std::nearbyint(inside * 0x1.715476p+0f);
    const float r = (inside - whole * kLn2High) - whole * kLn2Low;
    constexpr float kQ[] = {0x1.a1ba22p-13f, 0x1.6d989ap-10f, 0x1.11107cp-7f,
                            0x1.55547ep-5f,  0x1.555556p-3f,  0x1p-1f};
    const float power = 1.0f + (r + (r * r) * polynomial(kQ, r));
    int exponent = 0;
    std::frexp(power, &exponent);
    exponent += 126 + static_cast<int>(whole); // as the field of the result would hold it
    if (exponent >= 255) return kInfinity;
    if (exponent <= 0) return 0.0f;
    return std::ldexp(power, static_cast<int>(whole));
}

// x = 2^k m with m between the roots of 1/2 and 2, f = m - 1, s = f / (2 + f):
// log m = f - (f^2 / 2 - s (f^2 / 2 + t(s^2))), added to k ln 2 with the small parts first.
float logarithm(float x) {
    if (std::fabs(x) < 0x1p-126f) return -kInfinity;
    if (std::isnan(x) || x < 0.0f) return oneNan();
    if (x == kInfinity) return kInfinity;
    int exponent = 0;
    float m = std::frexp(x, &exponent); // 1/2 .. 1
    if (m < fromBits(0x3f3504f3)) {
        m *= 2.0f;
        --exponent;
    }
    const float k = static_cast<float>(exponent);
    const float f = m - 1.0f, s = f / (2.0f + f), z = s * s;
    constexpr float kT[] = {0x1.e3053cp-3f, 0x1.24387ap-2f, 0x1.999a7cp-2f, 0x1.555554p-1f, 0.0f};
    const float half = 0.5f * f * f;
    return k * kLn2High - ((half - (s * (half + polynomial(kT, z)) + k * kLn2Low)) - f);
}

} // namespace reference
