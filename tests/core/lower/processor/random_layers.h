// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/tensor/tensor.h"

#include <cstdint>

namespace lw::test {

// Layers that nobody chose, of kinds that the neural network processor has, with branches that meet again.
struct RandomLayers {
    network::Network network;
    tensor::Tensor x;
    explicit RandomLayers(std::uint32_t seed);
};

} // namespace lw::test
