// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/fold_biases.h"

#include "core/network/cut.h"

#include <optional>

namespace lw::network {

namespace {

// The parts of an add: a layer with products, and the constant added to its channels.
struct Summands {
    ValueId products = kInput, constant = kInput;
};

bool takesBias(const Layer& layer) {
    return (layer.kind == Kind::Conv || layer.kind == Kind::Dense) && !layer.bias &&
           layer.activation == Activation::None;
}

std::optional<Summands> summandsOf(const Network& network, const Layer& layer,
                                   const std::vector<std::size_t>& uses) {
    if (layer.kind != Kind::Add || network.precision != Precision::F32) return {};
    for (const std::size_t first : {0u, 1u}) {
        const Summands out{layer.inputs[first], layer.inputs[1 - first]};
        if (out.products == kInput || out.constant == kInput) continue;
        const Layer &products = network.layers[out.products - 1],
                    &constant = network.layers[out.constant - 1];
        if (constant.kind == Kind::Constant && takesBias(products) && uses[out.products] == 1 &&
            products.shape == layer.shape && constant.weights.count() == layer.shape.back() &&
            constant.shape.back() == layer.shape.back())
            return out;
    }
    return {};
}

tensor::Tensor listOf(const tensor::Tensor& tensor) {
    return {tensor.dtype(), {tensor.count()}, {tensor.bytes().begin(), tensor.bytes().end()}};
}

} // namespace

Network withBiasesFolded(const Network& network) {
    std::vector<std::size_t> uses = usesOf(flowOf(network));
    std::vector<std::optional<Summands>> summands;
    for (const Layer& layer : network.layers) {
        summands.push_back(summandsOf(network, layer, uses));
        if (summands.back()) --uses[summands.back()->constant];
    }
    Network out = network;
    out.layers.clear();
    std::vector<ValueId> now{kInput}; // by ValueId of `network`
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const Layer& layer = network.layers[i];
        if (summands[i]) {
            now.push_back(now[summands[i]->products]);
            Layer& products = out.layers[now.back() - 1];
            products.bias = listOf(network.layers[summands[i]->constant - 1].weights);
            products.activation = layer.activation;
            products.name = layer.name;
            continue;
        }
        if (layer.kind == Kind::Constant && uses[i + 1] == 0) {
            now.push_back(kInput); // nobody reads it any more
            continue;
        }
        Layer& kept = out.layers.emplace_back(layer);
        for (ValueId& id : kept.inputs) id = now[id];
        now.push_back(out.layers.size());
    }
    for (ValueId& id : out.outputs) id = now[id];
    return out;
}

} // namespace lw::network
