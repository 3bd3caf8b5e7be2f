// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/quantise_channels.h"

#include <cmath>

namespace lw::network {

using tensor::DType;
using tensor::Tensor;

namespace {

Affine affineOf(const Layer& norm, std::uint64_t channel) {
    const auto at = [&](const Tensor& tensor) { return double{tensor.at<float>(channel)}; };
    const double factor = at(norm.scale) / std::sqrt(at(norm.variance) + norm.epsilon);
    return {factor, at(norm.shift) - at(norm.mean) * factor};
}

} // namespace

bool isConstant(const Network& network, ValueId id) {
    return id != kInput && network.layers[id - 1].kind == Kind::Constant;
}

bool isByChannel(const Tensor& numbers) { return numbers.count() == numbers.shape().back(); }

std::optional<ByChannel> byChannel(const Network& network, const Layer& layer) {
    const std::uint64_t channels = layer.shape.back();
    ByChannel out;
    if (layer.kind == Kind::BatchNorm) {
        out.read = layer.inputs[0];
        for (std::uint64_t c = 0; c < channels; ++c) out.channels.push_back(affineOf(layer, c));
        return out;
    }
    if (layer.kind != Kind::Mul && layer.kind != Kind::Add) return std::nullopt;
    const std::size_t constant = isConstant(network, layer.inputs[0]) ? 0 : 1;
    if (!isConstant(network, layer.inputs[constant])) return std::nullopt;
    out.read = layer.inputs[1 - constant];
    const Tensor& numbers = network.layers[layer.inputs[constant] - 1].weights;
    if (shapeOf(network, out.read) != layer.shape || !isByChannel(numbers)) return std::nullopt;
    for (std::uint64_t c = 0; c < channels; ++c) {
        const double number = numbers.at<float>(c % numbers.count());
        out.channels.push_back(layer.kind == Kind::Mul ? Affine{number, 0} : Affine{1, number});
    }
    return out;
}

bool hasOpenSums(const Layer& layer) {
    return (layer.kind == Kind::Conv || layer.kind == Kind::ConvTranspose || layer.kind == Kind::Dense) &&
           layer.activation == Activation::None;
}

bool folds(const Network& network, const std::vector<std::size_t>& uses, const ByChannel& work) {
    if (work.read == kInput || uses[work.read] != 1) return false;
    const Layer& maker = network.layers[work.read - 1];
    if (hasOpenSums(maker)) return true;
    const auto before = byChannel(network, maker);
    return before && maker.activation == Activation::None && folds(network, uses, *before);
}

void fold(Layer& maker, const std::vector<Affine>& work) {
    const std::uint64_t channels = work.size();
    for (std::uint64_t i = 0; i < maker.weights.count(); ++i)
        maker.weights.set(i, static_cast<float>(maker.weights.at<float>(i) * work[i % channels].factor));
    Tensor bias(DType::F32, {channels});
    for (std::uint64_t c = 0; c < channels; ++c) {
        const double before = maker.bias ? maker.bias->at<float>(c) : 0.0f;
        bias.set(c, static_cast<float>(before * work[c].factor + work[c].summand));
    }
    maker.bias = std::move(bias);
}

Layer convolutionOf(const Layer& layer, const ByChannel& work) {
    const std::uint64_t channels = work.channels.size();
    Layer out;
    out.name = layer.name;
    out.kind = Kind::Conv;
    out.inputs = {work.read};
    out.groups = static_cast<std::uint32_t>(channels);
    out.weights = Tensor(DType::F32, {1, 1, 1, channels});
    for (std::uint64_t c = 0; c < channels; ++c) out.weights.set(c, 1.0f);
    fold(out, work.channels);
    out.place = layer.place;
    return out;
}

} // namespace lw::network
