// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// The bits of float32, and the two things the chips do to every value: denormals become zero,
// NaNs become one NaN. Functions are always inlined: they are used in loops that are compiled
// for several levels of the host.
namespace lw::numeric {

inline constexpr std::uint32_t kSignBit = 0x80000000;
inline constexpr std::uint32_t kMagnitudeMask = 0x7fffffff;
inline constexpr std::uint32_t kExponentMask = 0x7f800000; // also the bits of infinity
inline constexpr std::uint32_t kInfinity = 0x7f800000;
inline constexpr std::uint32_t kSmallestNormal = 0x00800000; // 2^-126
inline constexpr std::uint32_t kCanonicalNan = 0x7fc00000;   // the only NaN that arithmetic produces

[[gnu::always_inline]] constexpr float floatOf(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }
[[gnu::always_inline]] constexpr std::uint32_t bitsOf(float value) {
    return __builtin_bit_cast(std::uint32_t, value);
}

[[gnu::always_inline]] constexpr bool isNan(std::uint32_t bits) {
    return (bits & kMagnitudeMask) > kInfinity;
}
[[gnu::always_inline]] constexpr bool isDenormal(std::uint32_t bits) {
    return (bits & kExponentMask) == 0 && (bits & kMagnitudeMask) != 0;
}

// One of two words, by masks. A chain of conditional expressions is turned into branches, and an expensive
// operand is computed once for each of them, before a compiler looks for vectors; this stays as it is.
[[gnu::always_inline]] constexpr std::uint32_t chosen(bool condition, std::uint32_t yes, std::uint32_t no) {
    const std::uint32_t mask = condition ? ~std::uint32_t{0} : 0;
    return (yes & mask) | (no & ~mask);
}

// A denormal becomes the zero of its sign; everything else stays.
[[gnu::always_inline]] constexpr std::uint32_t flushed(std::uint32_t bits) {
    return bits & ((bits & kExponentMask) != 0 ? ~std::uint32_t{0} : kSignBit);
}
// Any NaN becomes the canonical one; everything else stays.
[[gnu::always_inline]] constexpr std::uint32_t canonical(std::uint32_t bits) {
    return chosen(isNan(bits), kCanonicalNan, bits);
}

} // namespace lw::numeric
