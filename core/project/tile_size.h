// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/project/tile_model.h"

#include <cstdint>
#include <optional>

// The one size that the program for tiles is made for, chosen.
namespace lw::project {

// Of those whose program fits the machine the tiles that take the fewest modelled clocks in all; of equals
// the smaller ones. First squares, of which only the smallest of those that make as many tiles are looked at,
// and none that could not take fewer clocks if the array or the host interface were busy all the time; then
// others around the best square, as long as they are better. Where the host computes a part, so that clocks
// are not known, the square tiles that do the fewest multiply-adds.
struct TileSize {
    lower::tiling::TilingPlan plan;
    TileModel model;
    std::uint64_t modelled = 0; // sizes whose clocks were taken
    // The size that could be better still, and why the machine cannot have it: E643 names the memory, its
    // bytes and the tensor.
    lower::tiling::Size better{};
    std::optional<Problem> refused;
};
inline constexpr std::uint64_t kMostSizesModelled = 64;

// `picture` is read for the picture's size. `fill` as in planTiles. Where no size will do, the problem of the
// smallest one that was tried; nothing: no size makes progress, or `stop` became true.
Result<std::optional<TileSize>> chooseTileSize(const network::Network& picture,
                                               std::optional<lower::tiling::Fill> fill,
                                               const TileTarget& target,
                                               const std::atomic<bool>* stop = nullptr);

} // namespace lw::project
