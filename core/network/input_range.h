// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

#include <string_view>
#include <utility>

// The range that every element of a network's input lies in: what all proofs begin with.
// JSON states it, ONNX cannot.
namespace lw::network {

// Whether such bounds can be a range of this network's input: finite as float32, the lower one first,
// of int8 codes from -128 to 127.
bool isRange(Precision precision, double low, double high);

// Sets the range to "LOW,HIGH", blanks do not count; instead of what the file states.
// E578 says what is wrong with the text.
Outcome setRange(Network& network, std::string_view text);

// The bounds as numbers that elements may have: of float32, rounded outward, so that "0.1" includes the
// element that every tool prints as 0.1.
std::pair<double, double> boundsOf(Precision precision, const std::pair<double, double>& range);

// Refuses an input (asInput) with an element outside the range, NaN included: E579. Without a range of its
// own a network reads anything.
Outcome checkInRange(const Network& network, const tensor::Tensor& input);

} // namespace lw::network
