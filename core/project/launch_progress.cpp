// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/launch_progress.h"

#include "core/machine/cell_value.h"
#include "core/project/launch_files.h"
#include "core/project/tile_blocks.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lw::project {

using lower::tiling::AxisTile;
using lower::tiling::TilingPlan;

namespace {

// The launch that a circuit is in; nothing: its program is not launched.
std::optional<std::uint64_t> launchOf(const CircuitMoment& circuit) {
    const machine::NodeId node = circuit.tree.withRole(machine::Role::Launch);
    if (node == circuit.tree.root()) return std::nullopt;
    std::array<std::byte, 4> word{};
    circuit.moment.read(circuit.tree.at(node).offset, word);
    return machine::bitsOf(word);
}

// Where a circuit gives its part of an output, and how that lies there; nothing: its program names no place
// for one of that type and size.
struct OutputPlace {
    const program::NamedTensor* tensor = nullptr;
    Transfers transfers = Transfers::Strided;
};
std::optional<OutputPlace> outputOf(const CircuitMoment& circuit, std::size_t output,
                                    std::span<const TileBlock> blocks, const tensor::Tensor& whole) {
    for (const Transfers transfers : {Transfers::Strided, Transfers::Copied}) {
        const program::NamedTensor* const out =
            program::findTensor(*circuit.program, outputName(transfers, output));
        if (out && out->dtype == whole.dtype() && out->shape == shapeAtHost(blocks, transfers, whole.shape()))
            return OutputPlace{out, transfers};
    }
    return std::nullopt;
}

std::uint64_t roundsAcross(const TilingPlan& plan, const TileArray& array) {
    return (plan.columns.tiles.size() + array.columns - 1) / array.columns;
}

} // namespace

std::vector<CircuitMoment> circuitsOf(machine::Machine& machine) {
    std::vector<CircuitMoment> out;
    for (const machine::Core* const core : machine.cores())
        out.push_back(
            {&core->program(), core->tree(), machine::momentOf(machine, core->id()), core->halted()});
    return out;
}

std::optional<std::uint64_t> roundsDone(std::span<const CircuitMoment> circuits) {
    std::optional<std::uint64_t> out;
    for (const CircuitMoment& circuit : circuits) {
        const auto launch = launchOf(circuit);
        if (!launch) return std::nullopt;
        const std::uint64_t done = *launch + (circuit.isHalted ? 1 : 0);
        out = std::min(out.value_or(done), done);
    }
    return out;
}

std::size_t circuitOf(const TilingPlan& plan, const TileArray& array, std::uint64_t tile) {
    const std::uint64_t across = plan.columns.tiles.size();
    return tile / across % array.rows * array.columns + tile % across % array.columns;
}

std::uint64_t roundOf(const TilingPlan& plan, const TileArray& array, std::uint64_t tile) {
    const std::uint64_t across = plan.columns.tiles.size();
    return tile / across / array.rows * roundsAcross(plan, array) + tile % across / array.columns;
}

std::optional<std::uint64_t> tileOf(const TilingPlan& plan, const TileArray& array, std::size_t circuit,
                                    std::uint64_t round) {
    const std::uint64_t across = roundsAcross(plan, array);
    const std::uint64_t row = round / across * array.rows + circuit / array.columns,
                        column = round % across * array.columns + circuit % array.columns;
    if (row >= plan.rows.tiles.size() || column >= plan.columns.tiles.size()) return std::nullopt;
    return row * plan.columns.tiles.size() + column;
}

LaunchProgress progressOf(const TilingPlan& plan, const TileArray& array,
                          std::span<const CircuitMoment> circuits) {
    LaunchProgress out;
    out.rounds = roundsDone(circuits).value_or(0);
    for (std::uint64_t tile = 0; tile < plan.tiles(); ++tile)
        out.tiles += roundOf(plan, array, tile) < out.rounds ? 1 : 0;
    for (std::size_t i = 0; i < circuits.size(); ++i) {
        const auto launch = circuits[i].isHalted ? std::nullopt : launchOf(circuits[i]);
        if (const auto tile = launch ? tileOf(plan, array, i, *launch) : std::nullopt)
            out.now.push_back(*tile);
    }
    return out;
}

bool stitch(const TilingPlan& plan, const TileArray& array, std::span<const CircuitMoment> circuits,
            std::size_t output, tensor::Tensor& out) {
    const std::uint64_t pixel = pixelBytesOf(out), width = out.shape()[1];
    for (std::size_t i = 0; i < circuits.size(); ++i) {
        const CircuitMoment& circuit = circuits[i];
        const std::vector<TileBlock> given = outputBlocks(plan, array, i, output);
        const auto place = outputOf(circuit, output, given, out);
        if (!place) return false;
        const machine::Node& host = circuit.tree.at(circuit.tree.ofSpace(place->tensor->space));
        const std::uint64_t from = host.offset + place->tensor->address;
        for (const TileBlock& block : placed(given, place->transfers, width))
            for (std::uint64_t row = 0; row < block.rows; ++row) {
                const std::uint64_t to = (block.row + row) * width + block.column;
                circuit.moment.read(from + (block.at + row * block.pitch) * pixel,
                                    out.bytes().subspan(to * pixel, block.columns * pixel));
            }
    }
    return true;
}

} // namespace lw::project
