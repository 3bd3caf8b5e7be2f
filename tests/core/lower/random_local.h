// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <cstdint>
#include <random>

namespace lw::test {

// A fully convolutional network that nobody chose, with branches, and a picture for it of a size of its own.
// Most have a second output, which may be of another scale: a value on the way, or a head of its own.
// With `hosts` some layers are such that the circuit has nothing for.
struct RandomLocal {
    network::Network network; // for the picture's size
    tensor::Tensor picture;
    std::mt19937 random; // for what a test chooses besides

    RandomLocal(std::uint32_t seed, network::Precision precision, bool hosts);
};

} // namespace lw::test
