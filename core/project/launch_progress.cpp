// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/launch_progress.h"

#include "core/machine/cell_value.h"
#include "core/project/launch_files.h"

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
            tensor::Tensor& out) {
    std::vector<std::uint64_t> places; // of the whole output, in the state of each circuit
    for (const CircuitMoment& circuit : circuits) {
        const program::NamedTensor* const whole = program::findTensor(*circuit.program, kStitched);
        if (!whole || whole->dtype != out.dtype() || whole->shape != out.shape()) return false;
        const machine::Node& host = circuit.tree.at(circuit.tree.ofSpace(whole->space));
        places.push_back(host.offset + whole->address);
    }
    const auto pixel = static_cast<std::size_t>(out.shape()[2] * tensor::sizeOf(out.dtype()));
    const auto width = static_cast<std::size_t>(plan.columns.fullOutput);
    for (std::size_t row = 0; row < plan.rows.tiles.size(); ++row)
        for (std::size_t column = 0; column < plan.columns.tiles.size(); ++column) {
            const AxisTile &down = plan.rows.tiles[row], &across = plan.columns.tiles[column];
            const std::size_t circuit = circuitOf(plan, array, row * plan.columns.tiles.size() + column);
            const auto bytes = static_cast<std::size_t>(across.until - across.from) * pixel;
            for (std::int64_t r = down.from; r < down.until; ++r) {
                const std::size_t at =
                    (static_cast<std::size_t>(r) * width + static_cast<std::size_t>(across.from)) * pixel;
                circuits[circuit].moment.read(places[circuit] + at, out.bytes().subspan(at, bytes));
            }
        }
    return true;
}

} // namespace lw::project
