// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/float_bits.h"

// Larger and smaller by the order ... -1 < -0 < +0 < 1 ...; a NaN on either side gives the canonical NaN. As
// signed integers the bits of floats are in that order unless both are negative, where it is reversed.
namespace lw::numeric {

[[gnu::always_inline]] inline std::uint32_t largerOf(std::uint32_t x, std::uint32_t y) {
    const auto a = static_cast<std::int32_t>(x);
    const auto b = static_cast<std::int32_t>(y);
    const std::int32_t upper = a > b ? a : b;
    const std::int32_t lower = a < b ? a : b;
    const std::int32_t larger = (a & b) < 0 ? lower : upper;
    return chosen(__builtin_isunordered(floatOf(x), floatOf(y)), kCanonicalNan,
                  static_cast<std::uint32_t>(larger));
}

[[gnu::always_inline]] inline std::uint32_t smallerOf(std::uint32_t x, std::uint32_t y) {
    const auto a = static_cast<std::int32_t>(x);
    const auto b = static_cast<std::int32_t>(y);
    const std::int32_t upper = a > b ? a : b;
    const std::int32_t lower = a < b ? a : b;
    const std::int32_t smaller = (a & b) < 0 ? upper : lower;
    return chosen(__builtin_isunordered(floatOf(x), floatOf(y)), kCanonicalNan,
                  static_cast<std::uint32_t>(smaller));
}

} // namespace lw::numeric
