// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_fold_pads.h"

#include "core/network/cut.h"

#include <algorithm>
#include <optional>

namespace lw::network {

namespace {

constexpr std::uint32_t kMostPadding = 65535; // of a file

struct Ends {
    std::uint32_t before = 0, after = 0;
};

// Everything it reads, in order, between zeros; nothing: it is something else.
std::optional<Ends> zerosAround(const Layer& layer, std::uint64_t extent) {
    if (layer.kind != Kind::Take || layer.fill != 0) return {};
    const auto isOwn = [](std::int64_t index) { return index != kFill; };
    const auto first = std::ranges::find_if(layer.indices, isOwn);
    const auto count = static_cast<std::uint64_t>(std::ranges::count_if(layer.indices, isOwn));
    if (count != extent) return {};
    for (std::uint64_t i = 0; i < extent; ++i)
        if (first[static_cast<std::ptrdiff_t>(i)] != static_cast<std::int64_t>(i)) return {};
    const auto before = static_cast<std::uint32_t>(first - layer.indices.begin());
    return Ends{before, static_cast<std::uint32_t>(layer.indices.size() - before - extent)};
}

// Whether its own zeros would equal zeros that it reads: PyTorch writes the padding of an average pool
// separately, where it counts.
bool takesZeros(const Layer& layer) {
    if (layer.kind == Kind::Conv) return true;
    return layer.kind == Kind::AveragePool && layer.inputs.size() == 1 && !layer.ceil &&
           (layer.countIncludePad || layer.pad == Padding{});
}

// One Pad before the layer, if it reads one; returns whether it did.
bool foldOne(Network& network, Layer& layer, const std::vector<std::size_t>& uses) {
    const ValueId read = layer.inputs.empty() ? kInput : layer.inputs[0];
    if (read == kInput || uses[read] != 1) return false;
    const Layer& taking = network.layers[read - 1];
    if (taking.kind != Kind::Take || taking.inputs.size() != 1 || !taking.axis || *taking.axis > 1)
        return false;
    const tensor::Shape& image = shapeOf(network, taking.inputs[0]);
    const auto zeros = image.size() == 3 ? zerosAround(taking, image[*taking.axis]) : std::nullopt;
    if (!zeros) return false;
    const bool isRows = *taking.axis == 0;
    Padding pad = layer.pad;
    (isRows ? pad.top : pad.left) += zeros->before;
    (isRows ? pad.bottom : pad.right) += zeros->after;
    // If a file could not express it, or a window of a pool would see nothing else, they stay separate.
    const std::uint32_t window = isRows ? layer.kernel.rows : layer.kernel.columns,
                        most = layer.kind == Kind::Conv ? kMostPadding : window - 1;
    if (std::max(isRows ? pad.top : pad.left, isRows ? pad.bottom : pad.right) > most) return false;
    layer.pad = pad;
    layer.countIncludePad = layer.kind == Kind::AveragePool;
    layer.inputs[0] = taking.inputs[0];
    return true;
}

} // namespace

Network withPadsFolded(Network network) {
    if (network.precision != Precision::F32) return network;
    const std::vector<std::size_t> uses = usesOf(flowOf(network));
    bool hasFolded = false;
    for (Layer& layer : network.layers)
        while (takesZeros(layer) && foldOne(network, layer, uses)) hasFolded = true;
    return hasFolded ? withoutUnneeded(std::move(network)) : network;
}

} // namespace lw::network
