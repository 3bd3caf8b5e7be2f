// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/machine.h"
#include "core/project/tile_programs.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// How far circuits are with the tiles of a picture, of a machine that runs or of a snapshot of one. Tiles are
// counted row by row. In each round every circuit of an array takes one of tiles beside each other.
namespace lw::project {

struct CircuitMoment {
    const program::Program* program = nullptr;
    machine::CoreTree tree;
    machine::Moment moment;
    bool isHalted = false;
};
std::vector<CircuitMoment> circuitsOf(machine::Machine& machine);

// Rounds of launches that all circuits are through with: of one circuit, tiles. Nothing: a program is not
// launched.
std::optional<std::uint64_t> roundsDone(std::span<const CircuitMoment> circuits);

// The circuit that has a tile, and in which round.
std::size_t circuitOf(const lower::tiling::TilingPlan& plan, const TileArray& array, std::uint64_t tile);
std::uint64_t roundOf(const lower::tiling::TilingPlan& plan, const TileArray& array, std::uint64_t tile);
// Nothing: the circuit has none in that round, and only hands on what it has.
std::optional<std::uint64_t> tileOf(const lower::tiling::TilingPlan& plan, const TileArray& array,
                                    std::size_t circuit, std::uint64_t round);
// How many tiles are done, and which are under way.
struct LaunchProgress {
    std::uint64_t rounds = 0, tiles = 0;
    std::vector<std::uint64_t> now;
    bool operator==(const LaunchProgress&) const = default;
};
LaunchProgress progressOf(const lower::tiling::TilingPlan& plan, const TileArray& array,
                          std::span<const CircuitMoment> circuits);

// Puts an output of the whole picture together, [rows, columns, channels], as far as circuits have given it:
// what none has is 0. False: their programs do not name a place for one of that size.
bool stitch(const lower::tiling::TilingPlan& plan, const TileArray& array,
            std::span<const CircuitMoment> circuits, std::size_t output, tensor::Tensor& out);

} // namespace lw::project
