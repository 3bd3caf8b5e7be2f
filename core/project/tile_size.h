// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/project/tile_programs.h"

#include <cstdint>
#include <optional>

// The one size that the program for tiles is made for, chosen.
namespace lw::project {

// The square tiles of which all together do the fewest multiply-adds, of those whose program fits the
// machine. Of equals those that bring the fewest bytes, then the smaller ones.
struct TileSize {
    lower::tiling::TilingPlan plan;
    // The size that would be better still, and why the machine cannot have it: E643 names the memory, its
    // bytes and the tensor.
    std::int64_t better = 0;
    std::optional<Problem> refused;
};

// `picture` is read for the picture's size. `fill` as in planTiles. Where no size will do, the problem of the
// smallest one that was tried; nothing: no size makes progress.
Result<std::optional<TileSize>> chooseTileSize(const network::Network& picture,
                                               std::optional<lower::tiling::Fill> fill,
                                               const machine::CircuitLimits& circuit,
                                               const lower::striding::Options& options,
                                               const TileArray& array = {});

} // namespace lw::project
