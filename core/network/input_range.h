// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

#include <string_view>
#include <utility>

// The range of all elements of a network's input: the starting point of all proofs.
// JSON states it, ONNX cannot.
namespace lw::network {

// Whether such bounds can be a range of this network's input: finite as float32, the lower one first,
// and for int8 codes from -128 to 127.
bool isRange(Precision precision, double low, double high);

// Sets the range to "LOW,HIGH", ignoring blanks, in place of what the file states.
// E578 says what is wrong with the text.
Outcome setRange(Network& network, std::string_view text);

// The bounds as numbers that elements may have: for float32, rounded outward, so that "0.1" includes the
// element that every tool prints as 0.1.
std::pair<double, double> boundsOf(Precision precision, const std::pair<double, double>& range);

// Refuses an input (asInput) with an element outside the range, NaN included: E579. Without a range of its
// own a network reads anything.
Outcome checkInRange(const Network& network, const tensor::Tensor& input);

} // namespace lw::network
