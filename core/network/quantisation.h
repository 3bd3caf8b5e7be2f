// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

// Numbers as codes of int8 and back: x corresponds to (code - zero) * step.
namespace lw::network {

// x / step, rounded half to even, plus the code for zero, limited to -128 to 127; x is not NaN.
std::int32_t codeOf(float x, float step, std::int32_t zero);
// For select in an int8 network, whose type is known: the code of `fill`. Nothing if its value has no
// scale that defines it.
std::optional<std::int32_t> fillCodeOf(const Layer& select);
// Exactly this factor, which is a finite number above 0; one too small for any int32 to reach a half
// becomes 1 / 2^62, which also turns all of them into 0. Nothing if it is 2^31 or more.
std::optional<Factor> factorOf(float factor);
// The values of codes, rounded once; for a value whose step is known.
tensor::Tensor numbersOf(const tensor::Tensor& codes, float step, std::int32_t zero);

} // namespace lw::network
