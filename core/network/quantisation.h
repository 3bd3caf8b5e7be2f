// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

// Numbers as codes of int8 and back: x stands for (code - zero) * step.
namespace lw::network {

// x / step, rounded half to even, plus the code for zero, limited to -128 to 127; x is not NaN.
std::int32_t codeOf(float x, float step, std::int32_t zero);
// Of select in an int8 network, whose type is known: what `fill` is there. Nothing where its value has no
// scale that says so.
std::optional<std::int32_t> fillCodeOf(const Layer& select);
// Exactly this factor, which is a finite number above 0; one that is too small for any int32 to reach a half
// becomes 1 / 2^62, which makes 0 of all of them as well. Nothing where it is 2^31 or more.
std::optional<Factor> factorOf(float factor);
// The values of codes, rounded once; of a value whose step is known.
tensor::Tensor numbersOf(const tensor::Tensor& codes, float step, std::int32_t zero);

} // namespace lw::network
