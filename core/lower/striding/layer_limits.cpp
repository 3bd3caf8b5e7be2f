// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/layer_limits.h"

#include "core/lower/messages.h"
#include "core/network/geometry.h"
#include "core/network/kinds.h"
#include "core/network/moves.h"
#include "core/tensor/compare.h"

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

Outcome checkPool(const network::Network& network, const Layer& layer,
                  const machine::CircuitLimits& circuit) {
    if (network::poolBlocks(layer, network::shapeOf(network, layer.inputs[0]), largestWindow(circuit)))
        return Done{};
    if (const std::uint64_t pixels = std::uint64_t{layer.kernel.rows} * layer.kernel.columns;
        pixels > circuit.stripPixels)
        return refused(layer, "one window of " + std::to_string(pixels) + " pixels does not fit a strip of " +
                                  std::to_string(circuit.stripPixels));
    return checkPoolingWindow(layer, layer.kernel, circuit);
}

// Repeated or taken elements have places only in a picture.
Outcome checkExtents(const Layer& layer, std::size_t extents) {
    if (extents == 1 || extents == 3) return Done{};
    return refused(layer, "its values have " + std::to_string(extents) +
                              " extents; the circuit holds images and lists");
}

// Whether windows of a dilated pool may end beyond its padding.
bool reachesBeyond(const Layer& layer) { return layer.ceil && layer.dilation != network::Pair{1, 1}; }

// One of the two must have the shape of their result: the other one is repeated.
Outcome checkBoth(const network::Network& network, const Layer& layer) {
    const auto shape = [&](std::size_t i) { return network::shapeOf(network, layer.inputs[i]); };
    if (shape(0) == shape(1)) return Done{};
    LW_TRY([[maybe_unused]] const Done picture, checkExtents(layer, layer.shape.size()));
    for (const network::ValueId id : layer.inputs)
        if (network::shapeOf(network, id) == layer.shape) return Done{};
    return refused(layer, "both values are repeated; the circuit can repeat one of them");
}

// What the matrix unit multiplies.
Outcome checkProduct(const network::Network& network, const Layer& layer,
                     const machine::CircuitLimits& circuit) {
    if (network::dtypeOf(network, layer.inputs[0]) == tensor::DType::I32)
        return refused(layer, "the matrix unit multiplies int8; requantise what it reads");
    if (layer.kind == Kind::ConvTranspose && !tensor::isFinite(layer.weights))
        return refused(layer, "its weights are not all finite, and the zeros around an image times them "
                              "are not 0");
    if (layer.kind == Kind::Conv && network.precision == network::Precision::F32 &&
        !poolSteps(layer.stride, circuit))
        return refused(
            layer, "a stride of " + std::to_string(std::max(layer.stride.rows, layer.stride.columns)) +
                       " is not the product of two windows of at most " + std::to_string(circuit.poolWindow));
    return Done{};
}

} // namespace

Outcome checkLayer(const network::Network& network, const Layer& layer,
                   const machine::CircuitLimits& circuit) {
    switch (layer.kind) {
    case Kind::MaxPool:
    case Kind::AveragePool: return checkPool(network, layer, circuit);
    case Kind::Conv:
    case Kind::ConvTranspose:
    case Kind::Dense: return checkProduct(network, layer, circuit);
    case Kind::Div:
        if (network::shapeOf(network, layer.inputs[0]) == layer.shape) return checkBoth(network, layer);
        return refused(layer, "the value that is divided is repeated; the circuit can repeat the divisor");
    case Kind::Elu:
    case Kind::Exp:
    case Kind::Log:
    case Kind::Lrn:
    case Kind::Softmax:
    case Kind::LogSoftmax:
    case Kind::ArgMax:
    case Kind::Lstm:
    case Kind::Gru:
    case Kind::Resample: return refused(layer, "the vector unit has no such function");
    case Kind::Table:
        if (circuit.stripPixels >= network::kCodes) return Done{};
        return refused(layer, "its table of 256 numbers does not fit a strip of " +
                                  std::to_string(circuit.stripPixels) + " pixels");
    case Kind::Add:
    case Kind::Mul: return checkBoth(network, layer);
    case Kind::Take:
    case Kind::Concat: return checkExtents(layer, layer.shape.size());
    case Kind::Transpose: {
        const auto few = network::merged(network::shapeOf(network, layer.inputs[0]), layer.order);
        return few.shape.size() <= 3 ? Outcome(Done{}) : checkExtents(layer, few.shape.size());
    }
    case Kind::LeakyRelu:
    case Kind::PRelu:
    case Kind::Requantise:
    case Kind::Relu:
    case Kind::Sigmoid:
    case Kind::Tanh:
    case Kind::Clip:
    case Kind::BatchNorm:
    case Kind::UpsampleNearest:
    case Kind::UpsampleBilinear:
    case Kind::DepthToSpace:
    case Kind::Flatten:
    case Kind::Reshape:
    case Kind::Select:
    case Kind::Constant: break;
    }
    return Done{};
}

std::uint32_t largestWindow(const machine::CircuitLimits& circuit) {
    std::uint32_t side = circuit.poolWindow;
    while (side > 1 && std::uint64_t{side} * side > circuit.stripPixels) --side;
    return side;
}

std::optional<std::vector<network::Pair>> poolSteps(const network::Pair& stride,
                                                    const machine::CircuitLimits& circuit) {
    // The first of two factors that both fit; the whole extent if it fits.
    const auto first = [&](std::uint32_t extent) -> std::uint32_t {
        for (std::uint32_t factor = std::min(extent, circuit.poolWindow); factor > 0; --factor)
            if (extent % factor == 0 && extent / factor <= circuit.poolWindow) return factor;
        return 0;
    };
    const network::Pair one{first(stride.rows), first(stride.columns)};
    if (one.rows == 0 || one.columns == 0) return std::nullopt;
    if (one == stride) return std::vector{stride};
    return std::vector{one, network::Pair{stride.rows / one.rows, stride.columns / one.columns}};
}

bool countsElements(const Layer& layer) {
    const bool isMean = layer.kind == Kind::AveragePool && !layer.requant;
    return isMean && ((layer.pad != network::Padding{} && !layer.countIncludePad) || reachesBeyond(layer));
}

network::Padding borderOfPool(const Layer& layer, const tensor::Shape& image) {
    network::Padding out = layer.pad;
    if (!reachesBeyond(layer)) return out;
    const auto beyond = [](const network::Axis& axis) {
        const std::int64_t end = (axis.windows(true) - 1) * axis.stride - axis.before + axis.span();
        return static_cast<std::uint32_t>(std::max<std::int64_t>(end - axis.size, axis.after));
    };
    out.bottom = beyond(network::rowsOf(layer, image));
    out.right = beyond(network::columnsOf(layer, image));
    return out;
}

Outcome checkWindow(const Layer& layer, Mode mode, const machine::CircuitLimits& circuit) {
    if (rowOf(mode).pooling == Pooling::None || poolSteps(layer.stride, circuit)) return Done{};
    return checkPoolingWindow(layer, layer.stride, circuit);
}

} // namespace lw::lower::striding
