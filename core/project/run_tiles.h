// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/launched_run.h"
#include "core/project/strided_run.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// All tiles of a picture, run to their end on machines of their own.
namespace lw::project {

// What is run. `network` for the picture's size, `picture` as network::asInput gives it, `machine` as in
// ProgramRequest. All must outlive the run.
struct TilesToRun {
    const network::Network& network;
    const tensor::Tensor& picture;
    std::string machine;
    lower::striding::Options options;
    TileArray array;
    Transfers transfers = Transfers::Strided;
    std::string kernel{}; // as in chips::RunOptions
};

// What all tiles took and gave.
struct TilesRan {
    std::vector<tensor::Tensor> outputs;
    std::uint64_t clocks = 0, unexpected = 0;
    std::optional<std::uint64_t> modelled{}; // clocks told without running, where one machine runs all tiles
    // Where one machine ran all tiles: what was planned, what it counted, and for how many clocks
    // its circuits waited for each other, added up.
    TileBytes planned{};
    std::optional<HostBytes> moved{};
    std::uint64_t waits = 0;
    std::uint64_t bufferBytes = 0; // of the unified buffer that the program uses
};

// Who takes part in it. Tiles that one machine runs have no number there.
struct TilesWatch {
    // As ToEnd: false ends the run.
    std::function<Result<bool>(machine::Machine&, std::optional<std::uint64_t> tile)> toEnd;
    const std::atomic<bool>* stop = nullptr;
    // Where one machine runs all tiles: before it does, and when it has.
    std::function<Outcome(LaunchedRun&, const TilePrograms&)> begins{}, ends{};
    // Where each runs by itself: after each one, how many have, what they took, and what they gave.
    std::function<void(std::uint64_t tiles, std::uint64_t clocks, const std::vector<tensor::Tensor>&)>
        hasRun{};
    const Message* notApart = nullptr; // why tiles must not run each on machines of its own
};

// Whether tiles of this plan can run: E844 and E845 of checkOverlap, E787 for an array where the host
// computes a part.
Outcome checkTiles(const network::Network& network, const lower::tiling::TilingPlan& plan,
                   const std::string& machine, const TileArray& array);

// `plan` as programs know it: partsOf() where circuits share layers. By one program that is launched or,
// where the host computes a part, each tile by itself. Nothing where it did not come to its end. The
// problems of checkTiles() and the lowering's.
Result<std::optional<TilesRan>> runTiles(const TilesToRun& what, const lower::tiling::TilingPlan& plan,
                                         const TilesWatch& watch);

} // namespace lw::project
