// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/cost.h"

#include "core/network/recurrent.h"

namespace lw::network {

Cost costOf(const Network& network, const Layer& layer) {
    Cost cost;
    const std::uint64_t weights = layer.weights.count();
    switch (layer.kind) {
    // Each weight is used once for every output pixel; in a transposed convolution for every input pixel. The
    // shapes are bounded so that the products fit: 2^26 pixels and less than 2^32 weights.
    case Kind::Conv: cost.multiplyAdds = layer.shape[0] * layer.shape[1] * weights; break;
    case Kind::ConvTranspose: {
        const tensor::Shape& image = shapeOf(network, layer.inputs[0]);
        cost.multiplyAdds = image[0] * image[1] * weights;
        break;
    }
    case Kind::Dense: cost.multiplyAdds = weights; break;
    case Kind::Lstm:
    case Kind::Gru: {
        const std::uint64_t steps = stepsOf(shapeOf(network, layer.inputs[0]));
        cost.multiplyAdds = steps * (weights + layer.recurrent.weights.count());
        break;
    }
    default: break;
    }
    cost.parameters = weights + recurrentParameters(layer) + (layer.bias ? layer.bias->count() : 0) +
                      layer.scale.count() + layer.shift.count() + layer.mean.count() + layer.variance.count();
    return cost;
}

Cost costOf(const Network& network) {
    Cost all;
    for (const Layer& layer : network.layers) {
        const Cost one = costOf(network, layer);
        all.parameters += one.parameters;
        all.multiplyAdds += one.multiplyAdds;
    }
    return all;
}

} // namespace lw::network
