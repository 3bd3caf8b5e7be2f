// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/float_bits.h"
#include "core/numeric/float_order.h"
#include "core/numeric/fused.h"

// Float32 arithmetic of the chips, in software: nearest even, denormals read as zero, results flushed to the
// zero of their sign when they are tiny after rounding, one NaN. The same bits as an x86 host with DAZ and
// FTZ, on any IEEE host.
//
// "Tiny after rounding" means: rounded to 24 bits as if the exponent had no lower end, the magnitude is below
// 2^-126. So exact values from 2^-126 - 2^-151 up give 2^-126 and those below give zero, whereas rounding to
// a denormal first would turn the values from 2^-126 - 2^-150 up into 2^-126.
namespace lw::numeric {

// Tiny sums of float32 are exact, so flushing the rounded sum is enough.
[[gnu::always_inline]] inline std::uint32_t addFlushed(std::uint32_t x, std::uint32_t y) {
    return canonical(flushed(bitsOf(floatOf(flushed(x)) + floatOf(flushed(y)))));
}

[[gnu::always_inline]] inline std::uint32_t subtractFlushed(std::uint32_t x, std::uint32_t y) {
    return canonical(flushed(bitsOf(floatOf(flushed(x)) - floatOf(flushed(y)))));
}

// The product is rounded a second time, scaled by 2^64, where it cannot be denormal. Where the scaling
// overflows, y is so small or zero that the product is zero, infinite, NaN or far from tiny, and the
// comparison is false.
[[gnu::always_inline]] inline std::uint32_t multiplyFlushed(std::uint32_t x, std::uint32_t y) {
    const float a = floatOf(flushed(x));
    const float b = floatOf(flushed(y));
    const std::uint32_t product = bitsOf(a * b);
    const std::uint32_t scaled = bitsOf((a * 0x1p64f) * b) & kMagnitudeMask;
    return canonical(scaled < bitsOf(0x1p-62f) ? product & kSignBit : product);
}

// x * y + z, rounded once. The magnitude is compared before the rounding to float32.
[[gnu::always_inline]] inline std::uint32_t fusedMultiplyAddFlushed(std::uint32_t x, std::uint32_t y,
                                                                    std::uint32_t z) {
    const double odd = oddProductSum(floatOf(flushed(x)), floatOf(flushed(y)), floatOf(flushed(z)));
    const std::uint64_t bits = __builtin_bit_cast(std::uint64_t, odd);
    const double magnitude = __builtin_bit_cast(double, bits & 0x7fffffffffffffff);
    const std::uint32_t rounded = bitsOf(static_cast<float>(odd));
    return canonical(magnitude < 0x1p-126 - 0x1p-151 ? rounded & kSignBit : rounded);
}

// Larger and smaller, as float_order.h has them.
[[gnu::always_inline]] inline std::uint32_t maxFlushed(std::uint32_t x, std::uint32_t y) {
    return flushed(largerOf(x, y));
}
[[gnu::always_inline]] inline std::uint32_t minFlushed(std::uint32_t x, std::uint32_t y) {
    return flushed(smallerOf(x, y));
}

// Comparisons: denormals are zero, -0 equals +0, every comparison with a NaN is false.
[[gnu::always_inline]] constexpr bool equalFlushed(std::uint32_t x, std::uint32_t y) {
    return floatOf(flushed(x)) == floatOf(flushed(y));
}
[[gnu::always_inline]] constexpr bool lessFlushed(std::uint32_t x, std::uint32_t y) {
    return floatOf(flushed(x)) < floatOf(flushed(y));
}
[[gnu::always_inline]] constexpr bool lessEqualFlushed(std::uint32_t x, std::uint32_t y) {
    return floatOf(flushed(x)) <= floatOf(flushed(y));
}

} // namespace lw::numeric
