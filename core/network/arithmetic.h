// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

// The operations of the three arithmetics in which a network is computed: double, float and wrapping int32.
// float is rounded after each operation and fused only where the function says so.
namespace lw::network {

[[gnu::always_inline]] inline double multiplyAdd(double x, double w, double sum) { return sum + x * w; }
[[gnu::always_inline]] inline float multiplyAdd(float x, float w, float sum) {
    return __builtin_fmaf(x, w, sum);
}
[[gnu::always_inline]] inline std::int32_t multiplyAdd(std::int32_t x, std::int32_t w, std::int32_t sum) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum) +
                                     static_cast<std::uint32_t>(x) * static_cast<std::uint32_t>(w));
}

[[gnu::always_inline]] inline double plus(double x, double y) { return x + y; }
[[gnu::always_inline]] inline float plus(float x, float y) { return x + y; }
[[gnu::always_inline]] inline std::int32_t plus(std::int32_t x, std::int32_t y) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) + static_cast<std::uint32_t>(y));
}

// A single NaN, whatever it came from.
inline double canonical(double x) { return std::isnan(x) ? std::numeric_limits<double>::quiet_NaN() : x; }
inline float canonical(float x) { return std::isnan(x) ? std::numeric_limits<float>::quiet_NaN() : x; }
inline std::int32_t canonical(std::int32_t x) { return x; }

// NaN if one of them is.
template <typename T> T larger(T x, T y) {
    if (x != x || y != y) return x != x ? x : y;
    return y > x ? y : x;
}
// The same, but with +0 above -0: the order of the vector unit.
template <typename T> T greater(T x, T y) { return x == y ? (std::signbit(x) ? y : x) : larger(x, y); }
template <typename T> T lesser(T x, T y) { return -greater(-x, -y); }
// +0 for everything not above 0; NaN stays.
template <typename T> T relu(T x) { return x > 0 || x != x ? x : T{0}; }

// value / 2^shift, half to even; shift 0 to 62.
inline std::int64_t roundedShift(std::int64_t value, std::uint32_t shift) {
    if (shift == 0) return value;
    const std::int64_t floor = value >> shift, rest = value - (floor << shift);
    const std::int64_t half = std::int64_t{1} << (shift - 1);
    return floor + (rest > half || (rest == half && (floor & 1) != 0) ? 1 : 0);
}
// value / divisor, half to even; divisor above 0.
inline std::int64_t roundedQuotient(std::int64_t value, std::int64_t divisor) {
    std::int64_t floor = value / divisor, rest = value % divisor;
    if (rest < 0) {
        --floor;
        rest += divisor;
    }
    const std::int64_t twice = 2 * rest;
    return floor + (twice > divisor || (twice == divisor && (floor & 1) != 0) ? 1 : 0);
}

inline std::int32_t requantised(std::int32_t x, const Requant& by, std::uint64_t channel) {
    const Factor& factor = by.of(channel);
    const std::int64_t scaled = roundedShift(std::int64_t{x} * factor.multiplier, factor.shift);
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(scaled + by.zero, -128, 127));
}

inline double mean(double sum, std::int64_t count) { return sum / static_cast<double>(count); }
inline float mean(float sum, std::int64_t count) { return sum / static_cast<float>(count); }
inline std::int64_t mean(std::int64_t sum, std::int64_t count) { return roundedQuotient(sum, count); }

} // namespace lw::network
