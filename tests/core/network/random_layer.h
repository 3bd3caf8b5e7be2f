// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <cstdint>
#include <vector>

// Convolutions that nobody chose, and a second opinion about what they compute.
namespace lw::test {

// A convolution of small integers (float32 sums of them are exact) with any geometry: stride per axis,
// kernels smaller than the stride, padding per edge, dilation, groups, with and without bias.
struct RandomLayer {
    network::Network network;
    tensor::Tensor x;

    explicit RandomLayer(std::uint32_t seed, network::Precision precision = network::Precision::F32);
};

// The image is padded for good; each window becomes a row of a matrix (im2col),
// which meets the weights as another.
std::vector<double> byPatches(const RandomLayer& made);

} // namespace lw::test
