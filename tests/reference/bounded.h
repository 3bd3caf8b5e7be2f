// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/reference/arithmetic.h"

#include <cmath>
#include <cstddef>

// Numbers as exact arithmetic has them (in double precision, which is taken for exact), each with two
// statements on how far the chip's number may be from it: a bound that nothing exceeds, and a variance under
// the assumption that the roundings of different numbers are independent. Both follow from two facts: a
// float32 operation errs by at most 2^-24 of its result, and an operand of the matrix unit is rounded to
// bfloat16, which errs by at most 2^-8 of it (a significand of 8 bits, to nearest).
namespace reference {

inline constexpr double kFloatError = 0x1p-24, kBf16Error = 0x1p-8;
// What flushing to zero may take away, generously.
inline constexpr double kFlushed = 0x1p-120;
// Standard deviations that are taken for certain: of ten million numbers none is expected beyond.
inline constexpr double kDeviations = 8;

struct Bounded {
    double value = 0, bound = 0, variance = 0;
    double most() const { return std::fabs(value) + bound; }
    double likely() const { return kDeviations * std::sqrt(variance); }
};

constexpr double squared(double x) { return x * x; }

// One float32 operation with the exact result `exact` of the chip's operands.
inline Bounded roundedFloat(Bounded exact) {
    exact.variance += squared(exact.value * kFloatError + kFlushed);
    exact.bound += exact.most() * kFloatError + kFlushed;
    return exact;
}

// On its way into the matrix unit. What a known float32 is rounded to is known;
// the error of others is taken for equally distributed.
inline Bounded operand(Bounded x) {
    if (x.bound == 0) {
        x.bound = std::fabs(double{roundToBf16(static_cast<float>(x.value))} - x.value);
        x.variance = squared(x.bound);
    } else {
        x.bound += x.most() * kBf16Error;
        x.variance += (squared(x.value) + x.variance) * squared(kBf16Error) / 3;
    }
    return x;
}

inline Bounded times(const Bounded& x, const Bounded& y) {
    return {x.value * y.value,
            std::fabs(x.value) * y.bound + std::fabs(y.value) * x.bound + x.bound * y.bound,
            squared(x.value) * y.variance + squared(y.value) * x.variance + x.variance * y.variance};
}

// Whether the errors of a sum's terms have different roundings as their causes, or perhaps the same ones:
// samples of a batch go through the same rounded weights.
enum class Terms { Independent, Together };

// A sum of any number of terms, which the chip adds in whatever order: each of its additions errs by at most
// 2^-24 of a partial sum, and no partial sum exceeds the sum of what the terms are at most.
template <Terms kTerms = Terms::Independent> class Sum {
  public:
    void add(const Bounded& term) {
        m_sum.value += term.value;
        m_sum.bound += term.bound;
        m_sum.variance += kTerms == Terms::Independent ? term.variance : std::sqrt(term.variance);
        m_most += term.most();
        ++m_terms;
    }
    Bounded result() const {
        const double error = m_most * static_cast<double>(m_terms + 1) * kFloatError * 1.0001 +
                             kFlushed * static_cast<double>(m_terms);
        const double variance = kTerms == Terms::Independent ? m_sum.variance : squared(m_sum.variance);
        return {m_sum.value, m_sum.bound + error, variance + squared(error)};
    }

  private:
    Bounded m_sum;
    double m_most = 0;
    std::size_t m_terms = 0;
};

} // namespace reference
