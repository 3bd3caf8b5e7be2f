// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/striding/lowered_graph.h"

#include "core/network/fold_activations.h"

namespace lw::scene::striding {

NetworkGraphs networkGraphs(const network::Network& network, const machine::CircuitLimits& circuit,
                            std::optional<lower::striding::Mode> mode) {
    const std::shared_ptr<const network::Network> lowered = network::withActivationsFolded(network);
    const std::vector<network::ValueRange> ranges = network::rangesOf(network);
    const std::vector<lower::LayerPlace> places =
        lower::striding::placesOf(network, ranges, *lowered, circuit, mode);
    GraphSubject subject{network, ranges, *lowered, places, circuit.name};
    NetworkGraphs out;
    for (const Stage stage : {Stage::Given, Stage::Lowered}) {
        subject.stage = stage;
        out.of(stage) = networkGraph(subject);
    }
    return out;
}

void noteProgram(NetworkGraph& graph, const program::Program& program) {
    noteRows(graph, program, lower::striding::labelAfterLayers());
}

} // namespace lw::scene::striding
