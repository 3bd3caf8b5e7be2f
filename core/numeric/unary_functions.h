// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/activations.h"
#include "core/numeric/float_bits.h"

// The functions of the extended unary pipeline (EUP) of the training chip, of words that hold float32.
// Every one is a fixed sequence of IEEE float32 additions, multiplications, divisions and square
// roots, none of them fused, and of integer operations: the same bits on every host. No step but the last can
// be denormal where that matters, so the host's control register does not matter either. The polynomials are
// minimax (Remez exchange in 50 digits), their coefficients rounded to float32.
//
// Bound on the error in units in the last place of the exact result, and the largest one found
// over all float32 inputs:
//   rcp, sqrt 0.5 (correctly rounded)
//   rsqrt 1.5 (1.491)   exp 1 (0.965)   log 1 (0.840)   tanh 1.5 (1.331)   sigmoid 2.5 (2.402)
// Special values, after denormals are read as zero of their sign; a NaN gives the canonical NaN everywhere:
//            -inf   x < 0   -0     +0     +inf
//   rcp      -0     1/x     -inf   +inf   +0
//   sqrt     NaN    NaN     -0     +0     +inf
//   rsqrt    NaN    NaN     -inf   +inf   +0
//   exp      +0     .       1      1      +inf    above 88.7228 +inf, below -87.3365 +0
//   log      NaN    NaN     -inf   -inf   +inf    log(1) = +0
//   tanh     -1     .       -0     +0     +1
//   sigmoid  +0     .       0.5    0.5    1       below -87.3365 +0
namespace lw::numeric {

[[gnu::always_inline]] inline std::uint32_t reciprocal(std::uint32_t x) {
    return canonical(flushed(bitsOf(1.0f / floatOf(flushed(x)))));
}

// Of a value that is not negative; of others the root of the magnitude.
[[gnu::always_inline]] inline float root(std::uint32_t x) {
    return __builtin_sqrtf(floatOf(x & kMagnitudeMask));
}

[[gnu::always_inline]] inline std::uint32_t squareRoot(std::uint32_t x) {
    const std::uint32_t source = flushed(x);
    const std::uint32_t value = bitsOf(root(source));
    const bool negative = source > kSignBit; // a NaN with a sign as well
    return (negative | isNan(source)) != 0 ? kCanonicalNan : value | (source & kSignBit);
}

[[gnu::always_inline]] inline std::uint32_t reciprocalSquareRoot(std::uint32_t x) {
    const std::uint32_t source = flushed(x);
    const std::uint32_t value = bitsOf(1.0f / root(source));
    const bool negative = source > kSignBit;
    return (negative | isNan(source)) != 0 ? kCanonicalNan : value | (source & kSignBit);
}

[[gnu::always_inline]] inline std::uint32_t exponentialWord(std::uint32_t x) {
    const std::uint32_t value = bitsOf(exponentialOf(floatOf(x)));
    return isNan(x) ? kCanonicalNan : value;
}

// x = 2^k * m with m from sqrt(1/2) to sqrt(2); with s = (m - 1) / (m + 1), log m = 2 s + 2/3 s^3 + 2/5 s^5 +
// ..., written so that the leading term m - 1 is exact.
[[gnu::always_inline]] inline std::uint32_t logarithmWord(std::uint32_t x) {
    constexpr std::uint32_t kRootHalf = 0x3f3504f3;
    const std::uint32_t source = flushed(x);
    const std::uint32_t shifted = source + (0x3f800000 - kRootHalf);
    const float k = static_cast<float>(static_cast<std::int32_t>(shifted >> 23) - 127);
    const float f = floatOf((shifted & 0x007fffff) + kRootHalf) - 1.0f;
    const float s = f / (2.0f + f);
    const float z = s * s;
    float tail = 0x1.e3053cp-3f;
    tail = tail * z + 0x1.24387ap-2f;
    tail = tail * z + 0x1.999a7cp-2f;
    tail = tail * z + 0x1.555554p-1f;
    tail = tail * z;
    const float half = 0.5f * f * f;
    const float value = k * 0x1.62e4p-1f - ((half - (s * (half + tail) + k * 0x1.7f7d1cp-20f)) - f);
    std::uint32_t result = bitsOf(value);
    result = source >= kInfinity ? kCanonicalNan : result; // negative, or a NaN
    result = source == kInfinity ? kInfinity : result;
    return (source & kMagnitudeMask) == 0 ? kInfinity | kSignBit : result;
}

} // namespace lw::numeric
