// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/reference/onnx/graph.h"

#include <cstdint>
#include <string>
#include <string_view>

// Random weights for a graph whose own are constant or missing.
namespace reference::onnx {

// The model with other weights, by a seed. As in a trained network every layer's results are about as large
// as those before it, however many layers there are: the graph is computed for `input`, and the weights of
// Conv and Gemm are divided by the deviation of what they give there, the means and variances of
// BatchNormalization taken from what it gets there, each a little off. Other float constants that a graph
// combines with values by way of Unsqueeze lie between 0.5 and 1.5, or their negatives. What is kept:
// shapes, axes, bounds and all that is not read so.
std::string withRandomWeights(std::string_view model, const Tensor& input, std::uint64_t seed);

} // namespace reference::onnx
