// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/onnx_node.h"

// Weights of an int8 layer whose zero point needs more room than int8 has: codes of 8 bits minus their
// zero point are from -255 to 255.
namespace lw::network::onnx {

inline constexpr std::int32_t kWidestWeight = 255;

// Whole numbers, int32 in the layer's shape, as its weights. If some do not fit int8, what the layer reads
// is placed two or three times side by side, and each weight is the sum of as many of int8: every sum stays
// the same.
Outcome takeWholeWeights(Use& use, Layer& layer, Value& input, const tensor::Tensor& whole);

} // namespace lw::network::onnx
