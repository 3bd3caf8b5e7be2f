// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/initial_weights.h"

#include "core/network/messages.h"
#include "core/network/shapes.h"
#include "core/numeric/split_mix.h"

#include <algorithm>
#include <cmath>

namespace lw::network {

namespace {

using tensor::DType;
using tensor::Tensor;

// Of variance 1: the sum of twelve numbers of 32 bits, less their mean, which a double holds exactly.
double normal(numeric::SplitMix& random) {
    std::int64_t sum = -6 * (std::int64_t{1} << 32);
    for (int i = 0; i < 6; ++i) {
        const std::uint64_t two = random.next();
        sum += static_cast<std::int64_t>(two >> 32) + static_cast<std::int64_t>(two & 0xffffffff);
    }
    return static_cast<double>(sum) * 0x1p-32;
}

Tensor all(std::uint64_t count, float value) {
    const std::vector<float> values(count, value);
    return Tensor::of<float>(DType::F32, {count}, values);
}

// The weights' shape, whose last extent is the outputs; empty where such a layer cannot read the input.
tensor::Shape weightsShape(const tensor::Shape& input, const Layer& layer) {
    if (layer.kind == Kind::Dense) return {*tensor::countOf(input), layer.channels};
    if (input.size() != 3 || layer.groups == 0) return {};
    return {layer.kernel.rows, layer.kernel.columns, input[2] / layer.groups, layer.channels};
}

Outcome drawInitial(Network& network, std::uint64_t seed) {
    LW_REQUIRE(network.training.has_value(), "a seed for a network that is not trained");
    network.training->seed = seed;
    for (Layer& layer : network.layers)
        if (layer.isInitial)
            layer.weights = layer.scale = layer.shift = layer.mean = layer.variance = Tensor();
    for (Layer& layer : network.layers) {
        if (!layer.isInitial) continue;
        if (layer.bias) *layer.bias = all(layer.channels, 0);
        LW_TRY([[maybe_unused]] const Done set, addInitial(network, layer));
    }
    return Done{};
}

} // namespace

Outcome addInitial(const Network& network, Layer& layer) {
    if (!layer.isInitial || !network.training) return Done{};
    const tensor::Shape& input = shapeOf(network, layer.inputs[0]);
    if (layer.kind == Kind::BatchNorm) {
        if (layer.scale.count() != 0 || input.empty()) return Done{};
        layer.scale = layer.variance = all(input.back(), 1);
        layer.shift = layer.mean = all(input.back(), 0);
        return Done{};
    }
    const tensor::Shape shape = weightsShape(input, layer);
    if (layer.weights.count() != 0 || shape.empty()) return Done{};
    const auto count = tensor::countOf(shape);
    // All that begin like this together: a small file could ask for any number.
    std::uint64_t before = 0;
    for (const Layer& other : network.layers) before += other.isInitial ? other.weights.count() : 0;
    if (!count || *count > kMostInitial - before)
        return Problem{
            &messages::kTooLarge,
            {layer.name, tensor::shapeText(shape), std::to_string(kMostInitial) + " weights of all layers"},
            layer.place,
            {},
            {}};
    if (*count == 0) return Done{};
    const double deviation = std::sqrt(2.0 / static_cast<double>(*count / shape.back()));
    numeric::SplitMix random(network.training->seed, layer.name);
    std::vector<float> weights(*count);
    for (float& weight : weights) weight = static_cast<float>(normal(random) * deviation);
    layer.weights = Tensor::of<float>(DType::F32, shape, weights);
    return Done{};
}

void setSeed(Network& network, std::uint64_t seed) {
    const Outcome set = drawInitial(network, seed);
    LW_ASSERT(set, "weights that were there do not fit");
}

Outcome drawWeights(Network& network, std::uint64_t seed) {
    for (Layer& layer : network.layers) {
        if (layer.kind != Kind::Conv && layer.kind != Kind::Dense && layer.kind != Kind::BatchNorm) continue;
        layer.isInitial = true;
        if (layer.kind != Kind::BatchNorm)
            layer.channels = static_cast<std::uint32_t>(layer.weights.shape().back());
    }
    return drawInitial(network, seed);
}

} // namespace lw::network
