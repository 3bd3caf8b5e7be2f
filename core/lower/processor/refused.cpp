// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/refused.h"

#include "core/network/geometry.h"

#include <algorithm>

namespace lw::lower::processor {

namespace {

using network::Kind;
using network::Layer;
using network::Network;

std::string ofWindows(const Layer& layer, const tensor::Shape& image) {
    const auto rows = static_cast<std::int64_t>(layer.shape[0]),
               columns = static_cast<std::int64_t>(layer.shape[1]);
    if (network::rowsOf(layer, image).emptyWindow(rows) ||
        network::columnsOf(layer, image).emptyWindow(columns))
        return "some of its windows lie in the padding alone";
    return {};
}

std::string ofConv(const Layer& layer, const tensor::Shape& image) {
    if (layer.groups != 1) return "its channels are in " + std::to_string(layer.groups) + " groups";
    return ofWindows(layer, image);
}

std::string ofTwo(const Network& network, const Layer& layer) {
    for (const network::ValueId id : layer.inputs)
        if (network::shapeOf(network, id) != layer.shape)
            return "the values that it reads have different shapes";
    if (layer.inputs.size() != 2) return "it reads " + std::to_string(layer.inputs.size()) + " values, not 2";
    return {};
}

std::string ofConcat(const Network& network, const Layer& layer, std::uint32_t nativeDimension) {
    if (network::axisOf(layer) + 1 != layer.shape.size()) return "it does not join channels";
    for (const network::ValueId id : layer.inputs)
        if (network::shapeOf(network, id).back() % nativeDimension != 0)
            return "\"" + network::nameOf(network, id) + "\" has " +
                   std::to_string(network::shapeOf(network, id).back()) +
                   " channels, which is not a multiple of " + std::to_string(nativeDimension) +
                   ", the numbers of a native vector";
    return {};
}

std::string ofSoftmax(const Layer& layer) {
    const std::size_t axis = network::axisOf(layer);
    if (axis + 1 == layer.shape.size()) return {};
    return "it is along axis " + std::to_string(axis) + ", not along the channels, which are the last one";
}

// Pixels or steps that follow each other stay where they are.
std::string ofTake(const Layer& layer, const tensor::Shape& read) {
    const std::size_t axis = network::axisOf(layer);
    if (axis + 1 == read.size()) return "it takes channels";
    if (read.size() == 3 && read[1 - axis] != 1) return "it takes of an image of more than one row";
    for (std::size_t i = 0; i < layer.indices.size(); ++i)
        if (layer.indices[i] != layer.indices[0] + static_cast<std::int64_t>(i) || layer.indices[0] < 0)
            return "what it takes does not follow each other";
    return {};
}

} // namespace

bool isView(const Layer& layer) {
    return layer.kind == Kind::Flatten || layer.kind == Kind::Reshape || layer.kind == Kind::Take;
}

std::string whyRefused(const Network& network, const Layer& layer, std::uint32_t nativeDimension) {
    const tensor::Shape& read =
        network::shapeOf(network, layer.inputs.empty() ? network::kInput : layer.inputs.front());
    if (layer.shape.size() > 3) return "its value is neither an image, nor rows of features, nor a list";
    switch (layer.kind) {
    case Kind::Dense:
    case Kind::Relu:
    case Kind::Sigmoid:
    case Kind::Tanh:
    case Kind::BatchNorm:
    case Kind::Flatten:
    case Kind::Reshape:
    case Kind::Lstm:
    case Kind::Gru: return {};
    case Kind::Take: return ofTake(layer, read);
    case Kind::Conv: return ofConv(layer, read);
    case Kind::MaxPool:
    case Kind::AveragePool: return ofWindows(layer, read);
    case Kind::Add:
    case Kind::Mul: return ofTwo(network, layer);
    case Kind::Concat: return ofConcat(network, layer, nativeDimension);
    case Kind::Softmax: return ofSoftmax(layer);
    default: return "its chains have no such function";
    }
}

} // namespace lw::lower::processor
