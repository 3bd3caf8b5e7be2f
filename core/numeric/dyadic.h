// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

// Numbers between formats: every finite value of every format here is one exactly.
namespace lw::numeric {

// magnitude * 2^exponent, negative or not; a zero has a sign.
struct Dyadic {
    bool isNegative = false;
    std::uint64_t magnitude = 0;
    int exponent = 0;
    bool operator==(const Dyadic&) const = default;
};

// The whole number 2^p <= |value| < 2^(p + 1) is about; not for zero.
constexpr int leadingExponent(const Dyadic& value) {
    return 63 - std::countl_zero(value.magnitude) + value.exponent;
}

// The value of a double that is neither infinite nor a NaN, exactly.
constexpr Dyadic dyadicOf(double finite) {
    const auto bits = std::bit_cast<std::uint64_t>(finite);
    const auto field = static_cast<int>(bits >> 52 & 0x7ff);
    const std::uint64_t fraction = bits & 0xfffffffffffff;
    return {(bits >> 63) != 0, field == 0 ? fraction : fraction | std::uint64_t{1} << 52,
            (field == 0 ? 1 : field) - 1075};
}

} // namespace lw::numeric
