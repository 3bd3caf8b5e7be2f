// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/tensor/tensor.h"

#include <cstdint>

namespace lw::test {

// A recurrent layer with random numbers and, with others after it, what usually reads it.
struct RecurrentShape {
    network::Kind kind = network::Kind::Lstm;
    network::RecurrentOutput output{};
    std::uint32_t steps = 1, features = 1, hidden = 1;
    bool hasPeephole = false, isLinear = false, hasBias = true, hasBeginning = true;
};
network::Layer recurrentLayer(const RecurrentShape& shape, std::uint32_t seed);
network::Network networkOf(network::Layer layer, const RecurrentShape& shape);
tensor::Tensor randomSteps(const RecurrentShape& shape, std::uint32_t seed);

struct RandomRecurrent {
    network::Network network;
    tensor::Tensor x;
    RecurrentShape shape;
    explicit RandomRecurrent(std::uint32_t seed);
};

} // namespace lw::test
