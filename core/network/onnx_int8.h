// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/onnx_scales.h"

// Layers of an int8 network, made of those of float32 between a DequantizeLinear and a QuantizeLinear.
namespace lw::network::onnx {

// Makes a layer one of int8: its weights codes, its results requantised as the graph does after it. The
// values it reads may be replaced. E582 if it has no such form.
Outcome makeInt8(Use& use, Layer& layer, std::vector<Value>& inputs);

// What remains of bounds on numbers when they are quantised like this: nothing, if codes end there anyway, or
// a relu; or bounds.
enum class Bounding : std::uint8_t { Nothing, Relu, Other };
Bounding boundingOf(float low, float high, const Quantisation& by);
// Whether a layer does nothing to what it reads, because a layer before it or its codes already do it. A
// clip may become a relu.
bool isDone(const Use& use, Layer& layer, const Value& input);

// Codes of that scale and zero point: for the network's input the first ones that are read decide what it is.
Outcome readCodes(Use& use, const Value& value, const Scales& scales, bool hasZero);

// From values of this step to codes.
Result<Requant> requantFor(const Use& use, float step, const Quantisation& by);

} // namespace lw::network::onnx
