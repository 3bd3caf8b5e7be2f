// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/kernel_striding.h"
#include "core/lower/tiling/masked.h"
#include "core/lower/tiling/plan.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// A network for tiles as programs that are launched once for each tile.
namespace lw::project {

// The network for the size of a tile (networkSize() of the plan), with masks if the plan masks.
struct TileNetwork {
    network::Network plain;
    std::optional<lower::tiling::MaskedNetwork> masked;
    const network::Network& toLower() const { return masked ? masked->network : plain; }
    const lower::tiling::MaskedNetwork* masks() const { return masked ? &*masked : nullptr; }
};
// Of a network for any size. E662 of masked.h.
Result<TileNetwork> tileNetwork(const network::Network& network, const lower::tiling::TilingPlan& plan);

// Whether the circuit computes all of a network in one program, so that it can be launched.
bool isOneProgram(const network::Network& network, const machine::CircuitLimits& circuit);
// Whether the circuit computes any of it.
bool hasCircuitPart(const network::Network& network, const machine::CircuitLimits& circuit);

// Circuits in rows and columns, of which each takes a tile in each round of launches.
struct TileArray {
    std::size_t rows = 1, columns = 1;
    bool isApart = false; // they share nothing: each has whole rows of tiles
    std::size_t count() const { return rows * columns; }
    // Circuits that share what tiles read begin whole steps apart.
    lower::tiling::Grid grid() const {
        return count() == 1 || isApart ? lower::tiling::Grid::Border : lower::tiling::Grid::Steps;
    }
    lower::tiling::Size circuits() const {
        return {static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns)};
    }
    // Circuits that read once what their tiles share.
    lower::tiling::Size sharing() const { return isApart ? lower::tiling::Size{1, 1} : circuits(); }
    // How tiles are given to the circuits: where columns are kept, the tiles of a row all to one.
    TileArray keeping(lower::tiling::Overlap overlap) const {
        if (overlap == lower::tiling::Overlap::Recompute || count() == 1) return *this;
        return {count(), 1, true};
    }
    bool operator==(const TileArray&) const = default;
};
// That of a machine; nothing: it is one circuit.
Result<std::optional<TileArray>> arrayOf(const std::string& machine);

// What a tile needs of the one beside it, along one direction: no more than that one has. Each has the
// elements from the first one on that is right in all of its outputs.
struct Halo {
    std::int64_t low = 0, high = 0; // elements of the picture, of the tile before and of the one after
    bool isWithin(std::int64_t step) const { return low <= step && high <= step; }
};
Halo haloOf(const lower::tiling::AxisPlan& plan);

// Whether tiles can keep what they share: one program runs them, and rows are kept by one circuit. E844,
// E845.
Outcome checkOverlap(lower::tiling::Overlap overlap, const network::Network& toLower,
                     const machine::CircuitLimits& circuit, const TileArray& array);

// Programs for the circuits of an array, or for one: they differ only in what neighbours they have.
struct TilePrograms {
    TileArray array;
    std::vector<lower::striding::Lowering> programs;
    std::vector<std::size_t> ofCircuit; // which of them, row by row
    std::uint64_t rounds(const lower::tiling::TilingPlan& plan) const;
};
// `plan` of Grid::Steps for an array, or with options.launches->share Layers its parts (layer_sharing.h).
// E844 and E845 of checkOverlap, E775 for a halo that a neighbour does not have; the lowering's
// problems.
Result<TilePrograms> lowerTiles(const TileNetwork& tile, const lower::tiling::TilingPlan& plan,
                                const machine::CircuitLimits& circuit,
                                const lower::striding::Options& options, const TileArray& array = {});

} // namespace lw::project
