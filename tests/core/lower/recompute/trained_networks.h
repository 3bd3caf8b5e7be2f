// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <cstdint>
#include <string>

// Networks to be trained, for tests of what a training step keeps.
namespace lw::test {

// Layers one by one; each gives the value that it computes. A mistake ends the test.
class TrainedNetwork {
  public:
    explicit TrainedNetwork(tensor::Shape input);

    network::ValueId conv(network::ValueId from, std::uint64_t channels, std::uint32_t kernel = 3,
                          std::uint32_t stride = 1);
    network::ValueId norm(network::ValueId from, float gamma = 1, float beta = 0);
    network::ValueId relu(network::ValueId from);
    network::ValueId add(network::ValueId a, network::ValueId b,
                         network::Activation activation = network::Activation::None);
    network::ValueId maxPool(network::ValueId from);
    network::ValueId flatten(network::ValueId from);
    network::ValueId dense(network::ValueId from, std::uint64_t outputs);
    // conv-BN-ReLU
    network::ValueId block(network::ValueId from, std::uint64_t channels, std::uint32_t stride = 1);

    const network::Network& done();

    network::Network network;

  private:
    network::ValueId append(network::Layer layer);
};

// 1-32-64-64 channels on 8 x 8 digits, and a dense layer of ten classes.
network::Network digits();
// A conv-BN-ReLU layer, `blocks` times conv-BN and a sum with what it reads and ReLU, and a dense layer.
network::Network residual(std::uint32_t blocks, std::uint64_t channels = 64);
// conv-BN-ReLU `layers` times.
network::Network chain(std::uint32_t layers, std::uint64_t channels, std::uint64_t size);
// E4.1: ReLU and the like of 56 x 56 images of 64 channels.
network::Network exampleLayer();
// Chains and sums that nobody chose, of at most that many sublayers.
network::Network randomTrained(std::uint32_t seed, std::size_t most);

} // namespace lw::test
