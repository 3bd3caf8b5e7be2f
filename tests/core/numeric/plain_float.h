// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/small_float.h"

#include <cmath>
#include <random>

// Rounding by the functions of libm, which the core does not use for it.
namespace lw::test {

// The nearest number of a float with such fields, ties to even, as if its exponents had no upper end.
template <typename Real> double plainRounded(Real value, numeric::SmallFloat format) {
    if (value == 0 || !std::isfinite(value)) return static_cast<double>(value);
    int exponent = 0;
    std::frexp(value, &exponent); // 2^(exponent - 1) <= |value|
    const int smallest = 2 - (1 << (format.exponentBits - 1));
    const int unit = std::max(exponent - 1, smallest) - format.mantissaBits;
    return static_cast<double>(std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit));
}
template <typename Real> double plainHalf(Real value) {
    const double rounded = plainRounded(value, numeric::kFloat16);
    return std::fabs(rounded) > 65504 ? std::copysign(HUGE_VAL, rounded) : rounded;
}

// Any sign and fraction, sometimes of few bits so that there are ties; magnitudes about 2^-spread to
// 2^spread.
inline double randomNumber(std::mt19937_64& random, int spread) {
    const auto word = random();
    const int bits = 1 + static_cast<int>(word % 20);
    const double fraction = word % 3 == 0 ? std::ldexp(static_cast<double>(random() >> (64 - bits)), -bits)
                                          : std::ldexp(static_cast<double>(random() >> 11), -53);
    const int exponent = static_cast<int>(random() % static_cast<unsigned>(2 * spread + 1)) - spread;
    return std::ldexp((word >> 40) % 2 == 0 ? fraction : -fraction, exponent);
}

} // namespace lw::test
