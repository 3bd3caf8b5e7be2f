// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/float_bits.h"

#include <cstdint>

// How far apart two float32 are.
namespace lw::numeric {

// Steps between neighbouring float32 values from one to the other; -0 and +0 are the same place, infinity is
// one step beyond the largest value. Two NaNs are 0 apart, a NaN and a number the largest distance there is.
constexpr std::uint32_t ulpDistance(std::uint32_t x, std::uint32_t y) {
    if (isNan(x) || isNan(y)) return isNan(x) && isNan(y) ? 0 : 0xffffffff;
    const auto place = [](std::uint32_t bits) {
        const auto magnitude = static_cast<std::int64_t>(bits & kMagnitudeMask);
        return (bits & kSignBit) != 0 ? -magnitude : magnitude;
    };
    const std::int64_t distance = place(x) - place(y);
    return static_cast<std::uint32_t>(distance < 0 ? -distance : distance);
}

} // namespace lw::numeric
