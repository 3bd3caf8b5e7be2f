// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/layer_places.h"
#include "core/scene/network_graph.h"

namespace lw::scene::striding {

// The graph of a network as given and as lowered, with where the circuit or the host computes each layer,
// and in which mode. `mode` as in lower::striding::Options.
struct NetworkGraphs {
    NetworkGraph given, lowered;
    NetworkGraph& of(Stage stage) { return stage == Stage::Given ? given : lowered; }
    const NetworkGraph& of(Stage stage) const { return stage == Stage::Given ? given : lowered; }
};
NetworkGraphs networkGraphs(const network::Network& network, const machine::CircuitLimits& circuit,
                            std::optional<lower::striding::Mode> mode);
// The rows of its layers in the program that kernel striding made of the network.
void noteProgram(NetworkGraph& graph, const program::Program& program);

} // namespace lw::scene::striding
