// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/recompute/trained_networks.h"

#include "core/base/check.h"
#include "core/network/shapes.h"

#include <algorithm>
#include <random>
#include <vector>

namespace lw::test {

using network::Kind;
using network::Layer;
using network::ValueId;
using tensor::DType;
using tensor::Tensor;

namespace {

Tensor filled(std::uint64_t channels, float value) {
    const std::vector<float> values(channels, value);
    return Tensor::of<float>(DType::F32, {channels}, values);
}

} // namespace

TrainedNetwork::TrainedNetwork(tensor::Shape input) {
    network.name = "test";
    network.input.shape = std::move(input);
}

ValueId TrainedNetwork::append(Layer layer) {
    layer.name += std::to_string(network.layers.size() + 1);
    const auto inferred = network::inferShape(network, layer);
    LW_REQUIRE(bool(inferred), "layers of the tests fit together");
    network.layers.push_back(std::move(layer));
    return network.layers.size();
}

ValueId TrainedNetwork::conv(ValueId from, std::uint64_t channels, std::uint32_t kernel,
                             std::uint32_t stride) {
    Layer layer;
    layer.name = "conv";
    layer.kind = Kind::Conv;
    layer.inputs = {from};
    layer.kernel = {kernel, kernel};
    layer.stride = {stride, stride};
    const std::uint32_t pad = kernel / 2;
    layer.pad = {pad, pad, pad, pad};
    layer.weights = Tensor(DType::F32, {kernel, kernel, network::shapeOf(network, from).back(), channels});
    return append(std::move(layer));
}

ValueId TrainedNetwork::norm(ValueId from, float gamma, float beta) {
    const std::uint64_t channels = network::shapeOf(network, from).back();
    Layer layer;
    layer.name = "norm";
    layer.kind = Kind::BatchNorm;
    layer.inputs = {from};
    layer.scale = filled(channels, gamma);
    layer.shift = filled(channels, beta);
    layer.mean = filled(channels, 0);
    layer.variance = filled(channels, 1);
    return append(std::move(layer));
}

ValueId TrainedNetwork::relu(ValueId from) {
    Layer layer;
    layer.name = "relu";
    layer.kind = Kind::Relu;
    layer.inputs = {from};
    return append(std::move(layer));
}

ValueId TrainedNetwork::add(ValueId a, ValueId b, network::Activation activation) {
    Layer layer;
    layer.name = "add";
    layer.kind = Kind::Add;
    layer.inputs = {a, b};
    layer.activation = activation;
    return append(std::move(layer));
}

ValueId TrainedNetwork::maxPool(ValueId from) {
    Layer layer;
    layer.name = "pool";
    layer.kind = Kind::MaxPool;
    layer.inputs = {from};
    layer.kernel = layer.stride = {2, 2};
    return append(std::move(layer));
}

ValueId TrainedNetwork::flatten(ValueId from) {
    Layer layer;
    layer.name = "flatten";
    layer.kind = Kind::Flatten;
    layer.inputs = {from};
    return append(std::move(layer));
}

ValueId TrainedNetwork::dense(ValueId from, std::uint64_t outputs) {
    Layer layer;
    layer.name = "dense";
    layer.kind = Kind::Dense;
    layer.inputs = {from};
    layer.weights = Tensor(DType::F32, {*tensor::countOf(network::shapeOf(network, from)), outputs});
    return append(std::move(layer));
}

ValueId TrainedNetwork::block(ValueId from, std::uint64_t channels, std::uint32_t stride) {
    return relu(norm(conv(from, channels, 3, stride)));
}

const network::Network& TrainedNetwork::done() {
    network.outputs = {network.layers.size()};
    return network;
}

network::Network digits() {
    TrainedNetwork make({8, 8, 1});
    ValueId last = network::kInput;
    for (const std::uint64_t channels : {32, 64, 64}) last = make.block(last, channels);
    make.dense(make.flatten(last), 10);
    return make.done();
}

network::Network residual(std::uint32_t blocks, std::uint64_t channels) {
    TrainedNetwork make({8, 8, 1});
    ValueId last = make.block(network::kInput, channels);
    for (std::uint32_t i = 0; i < blocks; ++i)
        last = make.relu(make.add(make.norm(make.conv(last, channels)), last));
    make.dense(make.flatten(last), 10);
    return make.done();
}

network::Network chain(std::uint32_t layers, std::uint64_t channels, std::uint64_t size) {
    TrainedNetwork make({size, size, channels});
    ValueId last = network::kInput;
    for (std::uint32_t i = 0; i < layers; ++i) last = make.block(last, channels);
    return make.done();
}

network::Network exampleLayer() { return chain(2, 64, 56); }

network::Network randomTrained(std::uint32_t seed, std::size_t most) {
    std::mt19937 random(seed);
    const auto upTo = [&](std::uint32_t count) { return static_cast<std::uint32_t>(random() % count); };
    TrainedNetwork make({4 + upTo(5), 3 + upTo(5), 1 + upTo(6)});
    ValueId last = make.conv(network::kInput, 1 + upTo(12));
    std::vector<ValueId> around{last}; // that a sum may add
    while (make.network.layers.size() < most) {
        const tensor::Shape shape = network::shapeOf(make.network, last);
        switch (upTo(6)) {
        case 0: last = make.conv(last, upTo(2) == 0 ? shape[2] : 1 + upTo(12), 3, 1 + upTo(2)); break;
        case 1: last = make.norm(last); break;
        case 2: last = make.relu(last); break;
        case 3:
            if (shape[0] > 2 && shape[1] > 2) last = make.maxPool(last);
            break;
        default: {
            const auto other = std::ranges::find_if(around, [&](ValueId one) {
                return one != last && one + 4 >= last && network::shapeOf(make.network, one) == shape;
            });
            if (other != around.end())
                last = make.add(last, *other,
                                upTo(3) == 0 ? network::Activation::Relu : network::Activation::None);
        }
        }
        if (around.back() != last) around.push_back(last);
    }
    return make.done();
}

} // namespace lw::test
