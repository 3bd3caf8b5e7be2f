// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/half.h"

#include "core/numeric/elementary.h"

#include <cmath>

namespace lw::numeric {

std::uint16_t halfOf(double value, Overflow overflow) {
    if (std::isnan(value)) return kHalfNan;
    return smallFloatBits(value, kFloat16, {.overflow = overflow});
}

// Of two FP16 a float64 holds sum, difference and product exactly: they span at most 41 and 22 bits.
std::uint16_t halfSum(std::uint16_t x, std::uint16_t y, Overflow overflow) {
    return halfOf(halfValue(x) + halfValue(y), overflow);
}
std::uint16_t halfDifference(std::uint16_t x, std::uint16_t y, Overflow overflow) {
    return halfOf(halfValue(x) - halfValue(y), overflow);
}
std::uint16_t halfProduct(std::uint16_t x, std::uint16_t y, Overflow overflow) {
    return halfOf(halfValue(x) * halfValue(y), overflow);
}

std::uint16_t halfMax(std::uint16_t x, std::uint16_t y) {
    const double a = halfValue(x), b = halfValue(y);
    if (std::isnan(a) || std::isnan(b)) return kHalfNan;
    if (a == b) return std::signbit(a) ? y : x;
    return a > b ? x : y;
}
std::uint16_t halfRelu(std::uint16_t x) { return halfMax(x, 0); }

// The exponential is of a number that is not positive, so it never overflows.
std::uint16_t halfSigmoid(std::uint16_t x) {
    const double value = halfValue(x);
    const double power = exponential(-std::fabs(value));
    return halfOf((std::signbit(value) ? power : 1) / (1 + power), Overflow::Infinity);
}
// (1 - e^-2|x|) / (1 + e^-2|x|), the numerator without cancellation; odd.
std::uint16_t halfTanh(std::uint16_t x) {
    const double value = halfValue(x);
    const double less = exponentialLessOne(-2 * std::fabs(value));
    return halfOf(std::copysign(less / (less + 2), value), Overflow::Infinity);
}
std::uint16_t halfExponential(std::uint16_t x, Overflow overflow) {
    return halfOf(exponential(halfValue(x)), overflow);
}

// The quotient of 11 by 24 bits is nowhere so close to the middle between two FP16 that a float64 would round
// it there.
void halfSoftmax(std::span<std::uint16_t> codes, Overflow overflow) {
    if (codes.empty()) return;
    std::uint16_t largest = codes.front();
    for (const std::uint16_t code : codes) largest = halfMax(largest, code);
    float sum = 0;
    for (std::uint16_t& code : codes) {
        code = halfExponential(halfDifference(code, largest, overflow), overflow);
        sum += static_cast<float>(halfValue(code));
    }
    for (std::uint16_t& code : codes) code = halfOf(halfValue(code) / static_cast<double>(sum), overflow);
}

} // namespace lw::numeric
