// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"
#include "core/network/ranges.h"

// The kinds lstm and gru: what they read step after step, and what their tensors must be.
namespace lw::network {

inline bool isRecurrent(const Layer& layer) { return layer.kind == Kind::Lstm || layer.kind == Kind::Gru; }
inline std::uint64_t gatesOf(const Layer& layer) { return layer.kind == Kind::Lstm ? 4 : 3; }
inline std::uint64_t hiddenOf(const Layer& layer) { return layer.recurrent.weights.shape()[0]; }
// For a sequence [1, steps, features] or [steps, features].
inline std::uint64_t stepsOf(const tensor::Shape& sequence) { return sequence[sequence.size() - 2]; }

// Checks the layer's tensors and finds its shape. E370, E562, E563.
Outcome inferRecurrent(const Network& network, Layer& layer);

// Numbers besides weights and bias.
std::uint64_t recurrentParameters(const Layer& layer);

// Bounds of its result; what it reads may be anything.
Range recurrentRange(const Network& network, const Layer& layer);

} // namespace lw::network
