// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The extended unary pipeline's functions, written a second time from their definition: the steps that decide
// the bits are in the text beside each function, the code below does nothing else.
namespace reference {

float reciprocal(float x);
float reciprocalSquareRoot(float x);
float exponential(float x);
float logarithm(float x);

} // namespace reference
