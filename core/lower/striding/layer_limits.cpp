// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/layer_limits.h"

#include "core/lower/messages.h"
#include "core/network/kinds.h"

#include <algorithm>
#include <string>

namespace lw::lower::striding {

using network::Kind;
using network::Layer;

namespace {

Problem refused(const Layer& layer, std::string why) {
    return {&messages::kNotLowered,
            {std::string(network::nameOf(layer.kind)), layer.name, std::move(why)},
            layer.place,
            {},
            {}};
}

Outcome checkPoolingWindow(const Layer& layer, const network::Pair& window,
                           const machine::CircuitLimits& circuit) {
    const std::uint32_t side = std::max(window.rows, window.columns);
    if (side <= circuit.poolWindow) return Done{};
    return Problem{&messages::kWindowTooLarge,
                   {std::string(network::nameOf(layer.kind)), layer.name, std::to_string(side), circuit.name,
                    std::to_string(circuit.poolWindow)},
                   layer.place,
                   {},
                   {}};
}

Outcome checkPool(const Layer& layer, const machine::CircuitLimits& circuit) {
    if (layer.dilation != network::Pair{1, 1})
        return refused(layer, "the pooling circuitry has no dilation; use dilation 1");
    const bool skipsPadding = layer.kind == Kind::AveragePool && layer.pad != network::Padding{};
    if (skipsPadding && !layer.countIncludePad)
        return refused(layer,
                       "the pooling circuitry divides by all that a window covers, padding included; set "
                       "\"count_include_pad\" or pad 0");
    return checkPoolingWindow(layer, layer.kernel, circuit);
}

} // namespace

Outcome checkLayer(const network::Network& network, const Layer& layer,
                   const machine::CircuitLimits& circuit) {
    switch (layer.kind) {
    case Kind::ConvTranspose:
    case Kind::UpsampleNearest:
        return refused(layer,
                       "it makes more pixels than it reads; only tiling lowers it, on the host's side");
    case Kind::MaxPool:
    case Kind::AveragePool: return checkPool(layer, circuit);
    case Kind::Conv:
    case Kind::Dense:
        if (network::dtypeOf(network, layer.inputs[0]) == tensor::DType::I32)
            return refused(layer, "the matrix unit multiplies int8; requantise what it reads");
        return Done{};
    case Kind::Concat:
        if (layer.shape.size() != 1 && layer.shape.size() != 3)
            return refused(layer, "its values have " + std::to_string(layer.shape.size()) +
                                      " extents; the circuit holds images and lists");
        return Done{};
    case Kind::Relu:
    case Kind::Sigmoid:
    case Kind::Tanh:
    case Kind::Clip:
    case Kind::Add:
    case Kind::BatchNorm:
    case Kind::Flatten:
    case Kind::Constant: break;
    }
    return Done{};
}

Outcome checkWindow(const Layer& layer, Mode mode, const machine::CircuitLimits& circuit) {
    if (rowOf(mode).pooling == Pooling::None) return Done{};
    return checkPoolingWindow(layer, layer.stride, circuit);
}

} // namespace lw::lower::striding
