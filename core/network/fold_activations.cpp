// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/fold_activations.h"

#include "core/network/cut.h"

#include <algorithm>

namespace lw::network {

namespace {

Activation activationOf(Kind kind) {
    switch (kind) {
    case Kind::Relu: return Activation::Relu;
    case Kind::Sigmoid: return Activation::Sigmoid;
    case Kind::Tanh: return Activation::Tanh;
    default: return Activation::None;
    }
}
bool takesActivation(const Layer& layer) {
    const bool knowsIt = layer.kind == Kind::Conv || layer.kind == Kind::ConvTranspose ||
                         layer.kind == Kind::Dense || layer.kind == Kind::Add;
    return knowsIt && layer.activation == Activation::None;
}

// For each layer, whether it becomes the activation of the one it reads.
std::vector<bool> foldedLayers(const Network& network, Activation last) {
    const std::vector<std::size_t> uses = usesOf(flowOf(network));
    std::vector<bool> out;
    for (const Layer& layer : network.layers) {
        const ValueId read = layer.inputs.empty() ? kInput : layer.inputs[0];
        const Activation activation = activationOf(layer.kind);
        out.push_back(activation != Activation::None && activation <= last && read != kInput &&
                      uses[read] == 1 && takesActivation(network.layers[read - 1]));
    }
    return out;
}

} // namespace

std::shared_ptr<const Network> withActivationsFolded(const Network& network, Activation last) {
    const std::vector<bool> folded = foldedLayers(network, last);
    if (std::find(folded.begin(), folded.end(), true) == folded.end())
        return {std::shared_ptr<const Network>(), &network};
    auto out = std::make_shared<Network>();
    out->name = network.name;
    out->precision = network.precision;
    out->input = network.input;
    std::vector<ValueId> now{kInput}; // by ValueId of `network`
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const Layer& layer = network.layers[i];
        if (folded[i]) {
            now.push_back(now[layer.inputs[0]]);
            Layer& maker = out->layers[now.back() - 1];
            maker.activation = activationOf(layer.kind);
            maker.activationLayer = layer.name;
            continue;
        }
        Layer& kept = out->layers.emplace_back(layer);
        for (ValueId& id : kept.inputs) id = now[id];
        now.push_back(out->layers.size());
    }
    for (const ValueId id : network.outputs) out->outputs.push_back(now[id]);
    return out;
}

} // namespace lw::network
