// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/tile_request.h"
#include "core/project/tile_bytes.h"

#include <vector>

namespace lw::cli {

class Console;

// What all tiles of a picture took and gave.
struct TilesRan {
    std::vector<tensor::Tensor> outputs;
    std::uint64_t clocks = 0, unexpected = 0;
    std::optional<std::uint64_t> modelled{}; // clocks told without running, where one machine runs all tiles
    // Where one machine ran all tiles: what was planned, what it counted, and for how many clocks
    // its circuits waited for each other, added up.
    project::TileBytes planned{};
    std::optional<project::HostBytes> moved{};
    std::uint64_t waits = 0;
    std::uint64_t bufferBytes = 0; // of the unified buffer that the program uses
};
// Of the request's picture; nothing if a limit ended it, of which the console knows. The folder of the
// request is written.
Result<std::optional<TilesRan>> runAll(const TileRequest& request, const lower::tiling::TilingPlan& plan,
                                       Console& console);
// The outputs of the whole picture, computed at once by the reference.
Result<std::vector<tensor::Tensor>> referenceOutputs(const TileRequest& request);

// Runs all tiles of the request's picture, writes what is asked for, and compares the outputs with those of
// the whole picture. Usage errors are problems.
Result<Exit> runTiles(const TileRequest& request, const lower::tiling::TilingPlan& plan, Console& console);

} // namespace lw::cli
