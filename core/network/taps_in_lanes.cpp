// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/taps_in_lanes.h"

#include <algorithm>

namespace lw::network {

namespace {

std::uint64_t tapsOf(const Layer& layer) { return std::uint64_t{layer.kernel.rows} * layer.kernel.columns; }

} // namespace

std::optional<ValueId> firstConvolution(const Network& network) {
    std::optional<ValueId> reader;
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const Layer& layer = network.layers[i];
        if (std::ranges::count(layer.inputs, kInput) == 0) continue;
        if (reader || layer.kind != Kind::Conv || tapsOf(layer) == 1) return {};
        reader = i + 1;
    }
    return reader;
}

std::uint64_t lanesOfTap(const Network& network) {
    return (network.input.shape.back() + kGranuleWords - 1) / kGranuleWords * kGranuleWords;
}

std::string whyNotInLanes(const Network& network, std::uint32_t lanes, std::uint32_t sublanes) {
    const auto first = firstConvolution(network);
    if (!first) return "its images are not read by one convolution of several taps alone";
    const Layer& layer = network.layers[*first - 1];
    const std::uint64_t taken = tapsOf(layer) * lanesOfTap(network);
    if (layer.groups != 1) return "\"" + layer.name + "\" has groups";
    if (taken > lanes)
        return "the taps of \"" + layer.name + "\" take " + std::to_string(taken) +
               " lanes, the machine has " + std::to_string(lanes);
    if (lanesOfTap(network) > sublanes)
        return "a tap of \"" + layer.name + "\" takes " + std::to_string(lanesOfTap(network)) +
               " rows of weights, a register of the machine has " + std::to_string(sublanes);
    return {};
}

bool hasTapsInLanes(const Network& network) {
    return network.convolution == Convolution::Im2col && firstConvolution(network);
}

Network tapsAsChannels(Network network) {
    if (!hasTapsInLanes(network)) return network;
    Layer& layer = network.layers[*firstConvolution(network) - 1];
    network.input.shape = {layer.shape[0], layer.shape[1], tapsOf(layer) * lanesOfTap(network)};
    layer.kernel = layer.stride = layer.dilation = {1, 1};
    layer.pad = {};
    network.convolution = Convolution::Shifted;
    return network;
}

} // namespace lw::network
