// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/training/step.h"

#include <cstdint>
#include <random>
#include <string>

// Small networks that are trained, and data for them.
namespace lw::tests {

// Of the layers in `layers`, a list in JSON whose last value is "y"; weights come from the seed. The input is
// "x".
network::Network trained(const std::string& layers, const std::string& inputShape, std::uint32_t batch,
                         const std::string& loss = "softmax_cross_entropy", std::uint64_t seed = 1);

// Numbers from -1 to 1.
tensor::Tensor numbers(const tensor::Shape& shape, std::mt19937& random);

struct Data {
    tensor::Tensor images, labels; // labels or targets
};
Data dataFor(const network::Network& network, std::mt19937& random);

// The step, whatever hinders it ends the test.
train::Step stepOf(const network::Network& network, const train::State& state, const Data& data,
                   const train::Options& options);

// All kinds of layers together: conv with stride, padding, dilation and groups, both pools, residual and
// concat.
std::string allKinds();
// A network of random layers, with skips.
network::Network randomNetwork(std::mt19937& random);

} // namespace lw::tests
