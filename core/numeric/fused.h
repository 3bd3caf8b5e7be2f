// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lw::numeric {

// x * y + z of float32 in double, rounded to odd: rounding that to float32 rounds as if there had been only
// one rounding. The product of two float32 is exact in double; an inexact sum with an even last bit moves one
// step towards the exact value.
[[gnu::always_inline]] inline double oddProductSum(float x, float y, float z) {
    const double product = static_cast<double>(x) * static_cast<double>(y);
    const double addend = static_cast<double>(z);
    const double sum = product + addend;
    const double back = sum - product;
    const double error = (product - (sum - back)) + (addend - back);
    std::uint64_t bits = __builtin_bit_cast(std::uint64_t, sum);
    const bool finite = (bits & 0x7ff0000000000000) != 0x7ff0000000000000;
    const bool inexact = finite && error != 0.0;
    const bool away = (error > 0.0) == (sum > 0.0);
    bits += inexact && (bits & 1) == 0 ? (away ? std::uint64_t{1} : ~std::uint64_t{0}) : std::uint64_t{0};
    return __builtin_bit_cast(double, bits);
}

} // namespace lw::numeric
