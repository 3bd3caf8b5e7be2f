// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/layer_places.h"

#include "core/lower/striding/layer_names.h"
#include "core/lower/striding/mode_choice.h"
#include "core/lower/striding/stages.h"

namespace lw::lower::striding {

namespace {

// Empty without a stride, and if the requested mode is impossible.
std::string modeOf(const network::Network& network, const network::Layer& layer,
                   const std::vector<network::Range>& sums, const machine::CircuitLimits& circuit,
                   const Options& options) {
    if (layer.kind != network::Kind::Conv || !isStrided(layer)) return {};
    LayerPlan plan;
    plan.geometry = strideGeometryOf(layer, network::shapeOf(network, layer.inputs[0]));
    plan.settings.requant = layer.requant;
    plan.settings.zero = layer.zero;
    plan.facts = factsOf(layer, plan.geometry, sums, network.precision == network::Precision::I8);
    if (!chooseMode(plan, layer, circuit, options)) return {};
    return std::string(nameOf(plan.settings.mode));
}

} // namespace

std::vector<LayerPlace> placesOf(const network::Network& network, std::span<const network::ValueRange> ranges,
                                 const network::Network& lowered, const machine::CircuitLimits& circuit,
                                 std::optional<Mode> mode) {
    Options options;
    options.mode = mode;
    const LayerNames names = namesOf(lowered, circuit);
    std::vector<LayerPlace> out(lowered.layers.size());
    const Stages stages = stagesOf(lowered, circuit);
    for (const auto& hosts : stages.hosts)
        for (const HostLayer& one : hosts) out[one.index] = {Where::Host, one.why};
    for (std::size_t part = stages.parts.size(); part-- > 0;) // a constant is told of the first that has it
        for (const std::size_t index : stages.parts[part].layers)
            out[index].part = part + 1, out[index].parts = stages.parts.size();
    std::size_t given = 0; // both have their layers in the same order
    for (std::size_t i = 0; i < lowered.layers.size(); ++i) {
        const network::Layer& layer = lowered.layers[i];
        while (network.layers[given].name != layer.name) ++given;
        if (out[i].where == Where::Host) continue;
        out[i].label = startOf(names.layers[i]);
        out[i].mode = modeOf(lowered, layer, ranges[given + 1].sums, circuit, options);
    }
    return out;
}

std::string labelAfterLayers() { return startOf(kOutputs); }

} // namespace lw::lower::striding
