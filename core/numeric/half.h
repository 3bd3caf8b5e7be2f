// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/small_float.h"

#include <cstdint>
#include <span>

// Arithmetic in FP16 (IEEE binary16): each function is the exact result, or for those of no exact result the
// float64 one, rounded once to nearest even. Denormals are numbers like all others; every NaN is one NaN.
namespace lw::numeric {

inline constexpr std::uint16_t kHalfNan = 0x7e00;

// The exact value; the nearest code of a value.
inline double halfValue(std::uint16_t code) { return smallFloatValue(code, kFloat16); }
std::uint16_t halfOf(double value, Overflow overflow);

std::uint16_t halfSum(std::uint16_t x, std::uint16_t y, Overflow overflow);
std::uint16_t halfDifference(std::uint16_t x, std::uint16_t y, Overflow overflow); // x - y
std::uint16_t halfProduct(std::uint16_t x, std::uint16_t y, Overflow overflow);
// In the order -0 < +0; with a NaN on either side the NaN.
std::uint16_t halfMax(std::uint16_t x, std::uint16_t y);
// max(x, +0)
std::uint16_t halfRelu(std::uint16_t x);

// 1 / (1 + e^-x), tanh x, e^x: in float64 by elementary.h, good for all 65,536 codes.
std::uint16_t halfSigmoid(std::uint16_t x);
std::uint16_t halfTanh(std::uint16_t x);
std::uint16_t halfExponential(std::uint16_t x, Overflow overflow);

// e^(x - largest) / sum of all: difference and power rounded each, their sum in float32 in ascending order,
// the quotient rounded once.
void halfSoftmax(std::span<std::uint16_t> codes, Overflow overflow);

} // namespace lw::numeric
