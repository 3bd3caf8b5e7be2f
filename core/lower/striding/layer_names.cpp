// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/layer_names.h"

namespace lw::lower::striding {

LayerNames namesOf(const network::Network& network, const machine::CircuitLimits& circuit) {
    LayerNames out;
    for (const std::string& name : circuit.constants) out.taken.reserve(name);
    if (circuit.circuits > 1) out.taken.avoidCores();
    out.taken.reserve(kOutputs);
    out.input = out.taken.take(network.input.name);
    for (const network::Layer& layer : network.layers) out.layers.push_back(out.taken.take(layer.name));
    return out;
}

} // namespace lw::lower::striding
