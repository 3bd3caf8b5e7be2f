// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/arithmetic.h"
#include "core/numeric/bf16.h"
#include "core/numeric/elementary.h"
#include "core/numeric/flush.h"
#include "core/numeric/unary_functions.h"

#include <bit>
#include <cmath>
#include <limits>

// The numbers that a training step is computed in: double; float, each operation rounded to nearest even; and
// float as the training chip has it, which is float under a numeric::FlushScope, or Flushed on any host. The
// same templates are used with all of them.
namespace lw::train {

// A float32 of the chip in software: denormals read as zero, results flushed, one NaN.
struct Flushed {
    std::uint32_t bits = 0;

    Flushed() = default;
    explicit Flushed(double value) : bits(numeric::bitsOf(static_cast<float>(value))) {}
    explicit operator double() const { return static_cast<double>(numeric::floatOf(bits)); }
};
[[gnu::always_inline]] inline Flushed flushedOf(std::uint32_t bits) {
    Flushed out;
    out.bits = bits;
    return out;
}
[[gnu::always_inline]] inline Flushed operator+(Flushed x, Flushed y) {
    return flushedOf(numeric::addFlushed(x.bits, y.bits));
}
[[gnu::always_inline]] inline Flushed operator-(Flushed x, Flushed y) {
    return flushedOf(numeric::subtractFlushed(x.bits, y.bits));
}
[[gnu::always_inline]] inline Flushed operator*(Flushed x, Flushed y) {
    return flushedOf(numeric::multiplyFlushed(x.bits, y.bits));
}
[[gnu::always_inline]] inline bool operator>(Flushed x, Flushed y) {
    return numeric::lessFlushed(y.bits, x.bits);
}
[[gnu::always_inline]] inline bool operator==(Flushed x, Flushed y) {
    return numeric::equalFlushed(x.bits, y.bits);
}
// What the loops of core/network/sum_rows.h call.
[[gnu::always_inline]] inline Flushed multiplyAdd(Flushed x, Flushed w, Flushed sum) {
    return flushedOf(numeric::fusedMultiplyAddFlushed(x.bits, w.bits, sum.bits));
}
[[gnu::always_inline]] inline Flushed plus(Flushed x, Flushed y) { return x + y; }

// The larger one, +0 above -0, NaN if one is: what the vector unit's maximum gives.
inline double largerOf(double x, double y) { return network::greater(x, y); }
inline float largerOf(float x, float y) {
    return numeric::floatOf(numeric::largerOf(numeric::bitsOf(x), numeric::bitsOf(y)));
}
inline Flushed largerOf(Flushed x, Flushed y) { return flushedOf(numeric::maxFlushed(x.bits, y.bits)); }

// double: elementary.h, and IEEE division and root; the others: the chip's extended unary pipeline.
inline double reciprocal(double x) { return 1 / x; }
inline double inverseRoot(double x) { return 1 / std::sqrt(x); }
inline double exponential(double x) { return numeric::exponential(x); }
inline double logarithm(double x) { return numeric::logarithm(x); }
inline float reciprocal(float x) { return numeric::floatOf(numeric::reciprocal(numeric::bitsOf(x))); }
inline Flushed reciprocal(Flushed x) { return flushedOf(numeric::reciprocal(x.bits)); }
inline float inverseRoot(float x) {
    return numeric::floatOf(numeric::reciprocalSquareRoot(numeric::bitsOf(x)));
}
inline Flushed inverseRoot(Flushed x) { return flushedOf(numeric::reciprocalSquareRoot(x.bits)); }
inline float exponential(float x) { return numeric::floatOf(numeric::exponentialWord(numeric::bitsOf(x))); }
inline Flushed exponential(Flushed x) { return flushedOf(numeric::exponentialWord(x.bits)); }
inline float logarithm(float x) { return numeric::floatOf(numeric::logarithmWord(numeric::bitsOf(x))); }
inline Flushed logarithm(Flushed x) { return flushedOf(numeric::logarithmWord(x.bits)); }

// An operand of the matrix unit; doubles stay.
inline double roundedToBf16(double x) { return x; }
inline float roundedToBf16(float x) { return numeric::floatOf(numeric::roundedToBf16(numeric::bitsOf(x))); }
inline Flushed roundedToBf16(Flushed x) { return flushedOf(numeric::roundedToBf16(x.bits)); }

// One NaN, whatever it came from.
inline double canonicalOf(double x) { return network::canonical(x); }
inline float canonicalOf(float x) { return numeric::floatOf(numeric::canonical(numeric::bitsOf(x))); }
inline Flushed canonicalOf(Flushed x) { return flushedOf(numeric::canonical(x.bits)); }

} // namespace lw::train
