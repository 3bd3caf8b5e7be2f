// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/direct.h"

#include "core/lower/striding/exactness.h"
#include "core/lower/striding/layer_limits.h"
#include "core/lower/striding/sum_plan.h"
#include "core/network/fold_activations.h"
#include "core/network/outputs.h"
#include "core/network/ranges.h"

namespace lw::lower::striding {

using network::Kind;
using network::Layer;
using network::Network;
using tensor::Tensor;

network::ReferenceOptions directOptions(const machine::CircuitLimits& circuit, bool fold) {
    network::ReferenceOptions out;
    out.blockChannels = circuit.arrayRows;
    out.fold = fold;
    out.poolWindow = largestWindow(circuit);
    return out;
}

namespace {

std::uint64_t bytesOf(const Network& network, network::ValueId id) {
    return *tensor::bytesOf(network::shapeOf(network, id), tensor::sizeOf(network::dtypeOf(network, id)));
}

} // namespace

Report directReport(const Network& given, const machine::CircuitLimits& circuit, std::uint64_t images,
                    bool hasInput) {
    const auto folded = network::withActivationsFolded(given);
    const Network& network = *folded;
    const std::vector<network::ValueRange> ranges = network::rangesOf(network);
    Report out;
    out.network = network.name;
    out.machine = circuit.name;
    out.requested = nameOf(Mode::Direct);
    out.images = images;
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const Layer& layer = network.layers[i];
        if (!isStrided(layer)) continue;
        LayerReport& entry = out.layers.emplace_back();
        entry.name = layer.name;
        entry.mode = Mode::Direct;
        entry.geometry = strideGeometryOf(layer, network::shapeOf(network, layer.inputs[0]));
        const LayerFacts facts =
            factsOf(layer, entry.geometry, ranges[i + 1].sums, network.precision == network::Precision::I8);
        entry.reason = reasonFor(Mode::Direct, facts, {});
        entry.verdict = Verdict::Exact;
        entry.hasInput = hasInput;
        if (hasInput) entry.elements = images * entry.geometry.keptPixels() * entry.geometry.channels;
        out.hostBytesBetween += images * (bytesOf(network, layer.inputs[0]) + bytesOf(network, i + 1));
    }
    return out;
}

std::vector<Tensor> directOutputs(const Network& given, const machine::CircuitLimits& circuit, bool fold,
                                  const Tensor& input, const std::atomic<bool>* stop) {
    const auto folded = network::withActivationsFolded(given);
    network::ReferenceOptions options = directOptions(circuit, fold);
    options.stop = stop;
    std::vector<Tensor> values = network::computeAll(*folded, input, options);
    std::vector<Tensor> out;
    if (values.empty()) return out;
    for (const network::ValueId id : network::distinctOutputs(*folded)) out.push_back(std::move(values[id]));
    return out;
}

Tensor directOutput(const Network& given, const machine::CircuitLimits& circuit, bool fold,
                    const Tensor& input) {
    return std::move(directOutputs(given, circuit, fold, input).front());
}

} // namespace lw::lower::striding
