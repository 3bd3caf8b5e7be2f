// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/unary.h"

#include "core/chips/training/lane_loops.h"
#include "core/numeric/float_bits.h"

// Every function here is a fixed sequence of IEEE float32 additions, multiplications, divisions and square
// roots, none of them fused, and of integer operations: the same bits on every host. No step but the last can
// be denormal where that matters, so the host's control register does not matter either. The polynomials are
// minimax (Remez exchange in 50 digits), their coefficients rounded to float32.
//
// Bound on the error in units in the last place of the exact result, and the largest one found over all float32 inputs:
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
namespace lw::training {

using namespace numeric;
using namespace detail;

namespace {

using u32 = std::uint32_t;

// Where every lane is computed and some are replaced afterwards: no branch, so that the loops become vectors.
[[gnu::always_inline]] inline float either(bool condition, float yes, float no) {
    return floatOf(condition ? bitsOf(yes) : bitsOf(no));
}

[[gnu::always_inline]] inline u32 reciprocal(u32 x) {
    return canonical(flushed(bitsOf(1.0f / floatOf(flushed(x)))));
}

// Of a value that is not negative; of others the root of the magnitude.
[[gnu::always_inline]] inline float root(u32 x) { return __builtin_sqrtf(floatOf(x & kMagnitudeMask)); }

[[gnu::always_inline]] inline u32 squareRoot(u32 x) {
    const u32 source = flushed(x);
    const u32 value = bitsOf(root(source));
    const bool negative = source > kSignBit; // a NaN with a sign as well
    return (negative | isNan(source)) != 0 ? kCanonicalNan : value | (source & kSignBit);
}

[[gnu::always_inline]] inline u32 reciprocalSquareRoot(u32 x) {
    const u32 source = flushed(x);
    const u32 value = bitsOf(1.0f / root(source));
    const bool negative = source > kSignBit;
    return (negative | isNan(source)) != 0 ? kCanonicalNan : value | (source & kSignBit);
}

constexpr auto kInfinityWord = static_cast<std::int32_t>(kInfinity);
constexpr auto kSmallestNormalWord = static_cast<std::int32_t>(kSmallestNormal);

// exp(x) = 2^n * exp(r) with n the nearest integer to x / ln 2 and |r| <= ln 2 / 2. Not for NaN.
[[gnu::always_inline]] inline float exponentialOf(float x) {
    constexpr float kRounder = 0x1.8p23f; // adding it leaves the nearest integer in the low bits
    const float capped = x < 89.0f ? x : 89.0f;
    const float inside = capped > -88.0f ? capped : -88.0f;
    const float shifted = inside * 0x1.715476p+0f + kRounder;
    const u32 n = bitsOf(shifted) - bitsOf(kRounder);
    const float whole = shifted - kRounder;
    const float r = (inside - whole * 0x1.62e4p-1f) - whole * 0x1.7f7d1cp-20f;
    float q = 0x1.a1ba22p-13f;
    q = q * r + 0x1.6d989ap-10f;
    q = q * r + 0x1.11107cp-7f;
    q = q * r + 0x1.55547ep-5f;
    q = q * r + 0x1.555556p-3f;
    q = q * r + 0x1p-1f;
    const u32 power = bitsOf(1.0f + (r + (r * r) * q));
    // n from -127 to 128 goes into the exponent field; as a signed number the word stays ordered by the
    // exponent.
    const auto scaled = static_cast<std::int32_t>(power + (n << 23));
    const std::int32_t bounded = scaled < kInfinityWord ? scaled : kInfinityWord;
    return floatOf(static_cast<u32>(bounded < kSmallestNormalWord ? 0 : bounded));
}

[[gnu::always_inline]] inline u32 exponential(u32 x) {
    const u32 value = bitsOf(exponentialOf(floatOf(x)));
    return isNan(x) ? kCanonicalNan : value;
}

// x = 2^k * m with m from sqrt(1/2) to sqrt(2); with s = (m - 1) / (m + 1), log m = 2 s + 2/3 s^3 + 2/5 s^5 +
// ..., written so that the leading term m - 1 is exact.
[[gnu::always_inline]] inline u32 logarithm(u32 x) {
    constexpr u32 kRootHalf = 0x3f3504f3;
    const u32 source = flushed(x);
    const u32 shifted = source + (0x3f800000 - kRootHalf);
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
    u32 result = bitsOf(value);
    result = source >= kInfinity ? kCanonicalNan : result; // negative, or a NaN
    result = source == kInfinity ? kInfinity : result;
    return (source & kMagnitudeMask) == 0 ? kInfinity | kSignBit : result;
}

[[gnu::always_inline]] inline u32 tangent(u32 x) {
    const u32 source = flushed(x);
    const float magnitude = floatOf(source & kMagnitudeMask);
    const float z = magnitude * magnitude;
    float p = 0x1.197b98p-9f;
    p = p * z + -0x1.0c214ep-7f;
    p = p * z + 0x1.6394dap-6f;
    p = p * z + -0x1.b9ef7ep-5f;
    p = p * z + 0x1.11106cp-3f;
    p = p * z + -0x1.555554p-2f;
    const float small = magnitude + magnitude * (z * p);
    const float large = 1.0f - 2.0f / (exponentialOf(magnitude + magnitude) + 1.0f);
    const u32 value = bitsOf(either(magnitude < 0.625f, small, large)) | (source & kSignBit);
    return isNan(source) ? kCanonicalNan : value;
}

// 1 / (1 + e^-x), for a negative x as e^x / (1 + e^x): the exponential never overflows.
[[gnu::always_inline]] inline u32 logistic(u32 x) {
    const float power = exponentialOf(floatOf(x | kSignBit));
    const u32 value = bitsOf(either((x & kSignBit) != 0, power, 1.0f) / (1.0f + power));
    return isNan(x) ? kCanonicalNan : value;
}

} // namespace

void unaryReciprocal(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<reciprocal>(x, y, d, shape);
}
void unarySquareRoot(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<squareRoot>(x, y, d, shape);
}
void unaryReciprocalSquareRoot(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<reciprocalSquareRoot>(x, y, d, shape);
}
void unaryExponential(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<exponential>(x, y, d, shape);
}
void unaryLogarithm(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<logarithm>(x, y, d, shape);
}
void unaryTanh(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<tangent>(x, y, d, shape);
}
void unarySigmoid(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<logistic>(x, y, d, shape);
}

} // namespace lw::training
