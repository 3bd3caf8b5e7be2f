// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/layer_places.h"

#include "core/lower/striding/layer_limits.h"
#include "core/lower/striding/layer_names.h"
#include "core/lower/striding/mode_choice.h"

namespace lw::lower::striding {

namespace {

// The mode of a layer; none without a stride. What the circuit cannot do is a problem.
Result<std::string> modeOf(const network::Network& network, const network::Layer& layer,
                           const std::vector<network::Range>& sums, const machine::CircuitLimits& circuit,
                           const Options& options) {
    LW_TRY([[maybe_unused]] const Done possible, checkLayer(network, layer, circuit));
    if (layer.kind != network::Kind::Conv || !isStrided(layer)) return std::string();
    LayerPlan plan;
    plan.geometry = strideGeometryOf(layer, network::shapeOf(network, layer.inputs[0]));
    plan.settings.requant = layer.requant;
    plan.settings.zero = layer.zero;
    plan.facts = factsOf(layer, plan.geometry, sums, network.precision == network::Precision::I8);
    LW_TRY([[maybe_unused]] const Done chosen, chooseMode(plan, layer, circuit, options));
    return std::string(nameOf(plan.settings.mode));
}

} // namespace

std::vector<LayerPlace> placesOf(const network::Network& network, std::span<const network::ValueRange> ranges,
                                 const network::Network& lowered, const machine::CircuitLimits& circuit,
                                 std::optional<Mode> mode) {
    Options options;
    options.mode = mode;
    const LayerNames names = namesOf(lowered, circuit);
    std::vector<LayerPlace> out;
    std::size_t given = 0; // both have their layers in the same order
    for (std::size_t i = 0; i < lowered.layers.size(); ++i) {
        while (network.layers[given].name != lowered.layers[i].name) ++given;
        LayerPlace& place = out.emplace_back();
        place.label = startOf(names.layers[i]);
        auto way = modeOf(lowered, lowered.layers[i], ranges[given + 1].sums, circuit, options);
        if (way) {
            place.mode = *std::move(way);
        } else {
            place.where = Where::Host;
            place.refusal = way.problem();
        }
    }
    return out;
}

std::string labelAfterLayers() { return startOf(kOutputs); }

} // namespace lw::lower::striding
