// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/float_bits.h"

// The activation functions of the chips: fixed sequences of IEEE float32 additions, multiplications and
// divisions, none of them fused, and of integer operations, so that every host gives the same bits. The
// polynomials are minimax (Remez exchange in 50 digits), their coefficients rounded to float32. Error in
// units in the last place of the exact result: hyperbolicTangent 1.5, logistic 2.5 at most.
namespace lw::numeric {

// Where every lane is computed and some are replaced afterwards: no branch, so that the loops become vectors.
[[gnu::always_inline]] inline float either(bool condition, float yes, float no) {
    return floatOf(condition ? bitsOf(yes) : bitsOf(no));
}

inline constexpr auto kInfinityWord = static_cast<std::int32_t>(kInfinity);
inline constexpr auto kSmallestNormalWord = static_cast<std::int32_t>(kSmallestNormal);

// exp(x) = 2^n * exp(r) with n the nearest integer to x / ln 2 and |r| <= ln 2 / 2. Not for NaN.
[[gnu::always_inline]] inline float exponentialOf(float x) {
    constexpr float kRounder = 0x1.8p23f; // adding it leaves the nearest integer in the low bits
    const float capped = x < 89.0f ? x : 89.0f;
    const float inside = capped > -88.0f ? capped : -88.0f;
    const float shifted = inside * 0x1.715476p+0f + kRounder;
    const std::uint32_t n = bitsOf(shifted) - bitsOf(kRounder);
    const float whole = shifted - kRounder;
    const float r = (inside - whole * 0x1.62e4p-1f) - whole * 0x1.7f7d1cp-20f;
    float q = 0x1.a1ba22p-13f;
    q = q * r + 0x1.6d989ap-10f;
    q = q * r + 0x1.11107cp-7f;
    q = q * r + 0x1.55547ep-5f;
    q = q * r + 0x1.555556p-3f;
    q = q * r + 0x1p-1f;
    const std::uint32_t power = bitsOf(1.0f + (r + (r * r) * q));
    // n from -127 to 128 goes into the exponent field;
    // as a signed number the word stays ordered by the exponent.
    const auto scaled = static_cast<std::int32_t>(power + (n << 23));
    const std::int32_t bounded = scaled < kInfinityWord ? scaled : kInfinityWord;
    return floatOf(static_cast<std::uint32_t>(bounded < kSmallestNormalWord ? 0 : bounded));
}

// Odd; a NaN gives the canonical one.
[[gnu::always_inline]] inline std::uint32_t hyperbolicTangent(std::uint32_t x) {
    const float magnitude = floatOf(x & kMagnitudeMask);
    const float z = magnitude * magnitude;
    float p = 0x1.197b98p-9f;
    p = p * z + -0x1.0c214ep-7f;
    p = p * z + 0x1.6394dap-6f;
    p = p * z + -0x1.b9ef7ep-5f;
    p = p * z + 0x1.11106cp-3f;
    p = p * z + -0x1.555554p-2f;
    const float small = magnitude + magnitude * (z * p);
    const float large = 1.0f - 2.0f / (exponentialOf(magnitude + magnitude) + 1.0f);
    const std::uint32_t value = bitsOf(either(magnitude < 0.625f, small, large)) | (x & kSignBit);
    return isNan(x) ? kCanonicalNan : value;
}

// 1 / (1 + e^-x), for a negative x as e^x / (1 + e^x): the exponential never overflows.
[[gnu::always_inline]] inline std::uint32_t logistic(std::uint32_t x) {
    const float power = exponentialOf(floatOf(x | kSignBit));
    const std::uint32_t value = bitsOf(either((x & kSignBit) != 0, power, 1.0f) / (1.0f + power));
    return isNan(x) ? kCanonicalNan : value;
}

} // namespace lw::numeric
