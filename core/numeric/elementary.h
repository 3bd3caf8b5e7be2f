// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <limits>

// Exponential and logarithm in float64 of IEEE additions, multiplications and divisions in a fixed order, so
// that every host gives the same bits, which libm does not promise. Relative error below 2^-49: enough for
// results that are rounded to float32.
namespace lw::numeric {

inline constexpr double kLogTwoHigh = 0x1.62e42feep-1; // 32 bits: products with exponents are exact
inline constexpr double kLogTwoLow = 0x1.a39ef35793c76p-33;

// exp(x) = 2^n * exp(r) with |r| <= ln 2 / 2, and exp(r) by its series.
inline double exponential(double x) {
    if (std::isnan(x)) return x;
    if (x > 710) return std::numeric_limits<double>::infinity();
    if (x < -746) return 0;
    const double n = std::floor(x * 0x1.71547652b82fep+0 + 0.5);
    const double r = (x - n * kLogTwoHigh) - n * kLogTwoLow;
    double sum = 1;
    for (int i = 14; i > 0; --i) sum = 1 + sum * r / i;
    return std::ldexp(sum, static_cast<int>(n));
}

// log(m * 2^e) = e * ln 2 + 2 * (f + f^3 / 3 + ...) with f = (m - 1) / (m + 1), sqrt(1/2) <= m < sqrt(2).
inline double logarithm(double x) {
    if (std::isnan(x) || x < 0) return std::numeric_limits<double>::quiet_NaN();
    if (x == 0) return -std::numeric_limits<double>::infinity();
    if (std::isinf(x)) return x;
    int e = 0;
    double m = std::frexp(x, &e);
    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2;
        --e;
    }
    const double f = (m - 1) / (m + 1), square = f * f;
    double sum = 0;
    for (int i = 27; i > 0; i -= 2) sum = 1.0 / i + sum * square;
    return e * kLogTwoHigh + (2 * f * sum + e * kLogTwoLow);
}

// exp(x) - 1, also where both are nearly the same.
inline double exponentialLessOne(double x) {
    if (std::abs(x) < 0x1p-16) return x + x * x / 2 + x * x * x / 6;
    return exponential(x) - 1;
}

// x^y of a number that is not below 0.
inline double power(double x, double y) { return y == 0 ? 1 : exponential(y * logarithm(x)); }

} // namespace lw::numeric
