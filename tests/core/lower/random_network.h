// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "tests/core/lower/small_circuits.h"

#include <cstdint>
#include <vector>

namespace lw::test {

// Layers one after the other that nobody chose; some have a stride. With `hosts` some are such that the
// circuit has nothing for.
struct RandomNetwork {
    network::Network network;
    tensor::Tensor x;

    explicit RandomNetwork(std::uint32_t seed, network::Precision precision, bool hosts = false);
    // So many images, each a little different.
    tensor::Tensor images(std::uint64_t count) const;
};

// Circuits on which nothing fits: every layer goes in blocks of channels and strips of rows and columns.
std::vector<Circuit> tightCircuits();

} // namespace lw::test
