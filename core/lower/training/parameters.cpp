// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/parameters.h"

#include "core/lower/register_group.h"

#include "core/network/value_image.h"

namespace lw::lower::training {

using network::Kind;
using network::Layer;
using network::Network;

ImageLayout layoutOf(const Network& network, network::ValueId value, const Grouping& by) {
    const tensor::Shape image = network::imageOf(network, value);
    return {image[0], image[1], image[2], network.training->batch, by.lanes};
}

namespace {

Window windowOf(const Network& network, const Layer& layer, const ImageLayout& to, const Grouping& by) {
    Window out;
    out.from = layoutOf(network, layer.inputs[0], by);
    out.to = to;
    if (layer.kind == Kind::Dense) {
        const auto rows = static_cast<std::int64_t>(out.from.rows);
        const auto columns = static_cast<std::int64_t>(out.from.columns);
        out.rows = {.size = rows, .kernel = rows};
        out.columns = {.size = columns, .kernel = columns};
    } else {
        const tensor::Shape image = network::imageOf(network, layer.inputs[0]);
        out.rows = network::rowsOf(layer, image);
        out.columns = network::columnsOf(layer, image);
    }
    out.weights = {static_cast<std::uint64_t>(out.rows.kernel * out.columns.kernel), out.from.channels,
                   to.channels, by.lanes, by.groupRows()};
    const tensor::Shape& weights = layer.weights.shape();
    if (weights.size() == 4 && weights[0] * weights[1] != out.weights.taps) {
        out.weights.sideTaps = weights[0] * weights[1];
        out.weights.tapChannels = weights[2];
    }
    return out;
}

} // namespace

std::uint64_t rowsOfHeld(const Network& network, const network::Held& held, const Grouping& by) {
    const std::uint64_t rows = layoutOf(network, held.value, by).memoryRows();
    switch (held.part) {
    case network::Part::Statistics: return 0;
    case network::Part::Mask: return maskRegisters(rows / by.sublanes, by.unroll) * by.sublanes;
    case network::Part::Packed: return packedRegisters(rows / by.sublanes, by.unroll) * by.sublanes;
    case network::Part::Value:
    case network::Part::Gradient: break;
    }
    return rows;
}

Parameters parametersOf(const Network& network, const Grouping& by) {
    Parameters out;
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const Layer& layer = network.layers[i];
        LayerParameters of{.image = layoutOf(network, i + 1, by), .weights = out.trained};
        const auto take = [&] {
            const std::uint64_t at = out.trained;
            out.trained += of.image.blocks();
            return at;
        };
        if (layer.kind == Kind::Conv || layer.kind == Kind::Dense) {
            of.window = windowOf(network, layer, of.image, by);
            out.trained += of.window->weights.memoryRows();
            if (layer.bias) of.bias = take();
        }
        if (layer.kind == Kind::MaxPool || layer.kind == Kind::AveragePool)
            of.pool = windowOf(network, layer, of.image, by);
        if (layer.kind == Kind::BatchNorm) {
            of.scale = take();
            of.shift = take();
            of.statistics = out.statistics;
            out.statistics += kStatistics * of.image.blocks();
        }
        out.trained = (out.trained + by.groupRows() - 1) / by.groupRows() * by.groupRows();
        out.layers.push_back(of);
    }
    return out;
}

} // namespace lw::lower::training
