// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/wide_tiles.h"

#include "tests/bench/guest.h"

#include "core/network/shapes.h"
#include "core/project/lower_network.h"

#include <random>

namespace lw::bench {

using network::Precision;
using tensor::DType;
using tensor::Tensor;

namespace {

Tensor randomTensor(Precision precision, tensor::Shape shape, std::mt19937& random) {
    Tensor out(precision == Precision::F32 ? DType::F32 : DType::I8, std::move(shape));
    for (std::uint64_t i = 0; i < out.count(); ++i) {
        const auto number = static_cast<std::int8_t>(random());
        if (precision == Precision::F32)
            out.set(i, static_cast<float>(number) / 1024);
        else
            out.set(i, number);
    }
    return out;
}

network::Network wideNetwork(Precision precision, const lower::tiling::Size& size) {
    network::Network out = convolutions(precision, {64, 64, 4});
    out.input.shape = {static_cast<std::uint64_t>(size.rows), static_cast<std::uint64_t>(size.columns), 1};
    network::Layer large;
    large.kind = network::Kind::DepthToSpace;
    large.name = "large";
    large.inputs = {out.layers.size()};
    large.factor = {2, 2};
    out.layers.push_back(std::move(large));
    out.outputs = {out.layers.size()};
    orGiveUp(network::inferShapes(out));
    return out;
}

} // namespace

network::Network convolutions(Precision precision, const std::vector<std::uint64_t>& channels) {
    std::mt19937 random(11);
    network::Network out;
    out.precision = precision;
    out.input.shape = {64, 64, 1};
    std::uint64_t before = 1;
    for (const std::uint64_t count : channels) {
        network::Layer conv;
        conv.kind = network::Kind::Conv;
        conv.name = "conv" + std::to_string(out.layers.size() + 1);
        conv.inputs = {out.layers.size()};
        conv.kernel = {3, 3};
        conv.pad = {1, 1, 1, 1};
        conv.activation = network::Activation::Relu;
        conv.weights = randomTensor(precision, {3, 3, before, count}, random);
        conv.bias = Tensor(precision == Precision::F32 ? DType::F32 : DType::I32, {count});
        if (precision == Precision::I8) conv.requant = network::Requant{1, 13, 0};
        out.layers.push_back(std::move(conv));
        before = count;
    }
    out.outputs = {out.layers.size()};
    orGiveUp(network::inferShapes(out));
    return out;
}

WideTiles::WideTiles(Precision precision, const lower::tiling::Size& size, std::int64_t fixed,
                     std::string machineName)
    : network(wideNetwork(precision, size)), machine(std::move(machineName)) {
    const project::TileArray array = orGiveUp(project::arrayOf(machine)).value_or(project::TileArray{});
    const auto grid = array.count() == 1 ? lower::tiling::Grid::Border : lower::tiling::Grid::Steps;
    plan = orGiveUp(lower::tiling::planTiles(network, size, {fixed, fixed}, std::nullopt, grid));
    tile = orGiveUp(project::tileNetwork(network, plan));
    lower::striding::Options options;
    options.keep = 0;
    programs =
        orGiveUp(project::lowerTiles(tile, plan, orGiveUp(project::circuitNamed(machine)), options, array));
    std::mt19937 random(12);
    picture = randomTensor(precision, network.input.shape, random);
}

project::LaunchedRun WideTiles::run() const { return {programs, tile, plan, machine, picture}; }

} // namespace lw::bench
