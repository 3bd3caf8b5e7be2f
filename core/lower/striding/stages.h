// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/circuit_limits.h"
#include "core/network/network.h"

#include <cstddef>
#include <string>
#include <vector>

// Who computes what in a network that the circuit cannot compute as a whole: its host takes the layers that
// the circuit cannot do, before the program, after it, or between two parts of it.
namespace lw::lower::striding {

struct HostLayer {
    std::size_t index = 0; // of the layer
    std::string why;       // a sentence for people
};

// What one program computes, by layer of the network and value; all in the network's order. Constants are
// part of every program that reads them.
struct Part {
    std::vector<std::size_t> layers;
    std::vector<network::ValueId> brings; // values that the host brings for each image
    std::vector<network::ValueId> gives;  // values that go back to the host
};

struct Stages {
    std::vector<Part> parts; // in the order in which they run
    std::vector<std::vector<HostLayer>>
        hosts; // before each part, and after the last one: one more than parts
};

// Every layer as early as possible. Layers that only move elements stay on the host if the elements are
// there. Without a layer for the circuit there are no parts.
Stages stagesOf(const network::Network& network, const machine::CircuitLimits& circuit);

// All of a network as one part, whether the circuit can compute it or not.
Part wholeOf(const network::Network& network);

} // namespace lw::lower::striding
