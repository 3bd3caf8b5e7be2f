// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/project/tile_model.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

// The one size that the program for tiles is made for, chosen.
namespace lw::project {

// What tiles are to be like, whatever their size.
struct TileKind {
    std::optional<lower::tiling::Fill> fill{}; // as in planTiles
    lower::tiling::Overlap overlap{};
};

// Of those that were modelled and whose program fits the machine the tiles that take the fewest clocks in
// all; of equals the smaller ones. First squares, cut to what the picture has, of which along either
// direction only the smallest of those that make as many tiles are looked at, and none that could not take
// fewer clocks if the array or the host interface were busy all the time; of tiles that keep what they share
// also flatter and narrower ones; then others around the best one, as long as they are better. Where the host
// computes a part, so that clocks are not known, the square tiles that do the fewest multiply-adds.
struct TileSize {
    lower::tiling::TilingPlan plan;
    TileModel model;
    // All that were modelled, this one among them, in that order.
    struct Modelled {
        lower::tiling::Size fixed;
        TileModel model;
    };
    std::vector<Modelled> modelled;
    // The size that could be better still, and why the machine cannot have it: E643 names the memory, its
    // bytes and the tensor.
    lower::tiling::Size better{};
    std::optional<Problem> refused;
};
inline constexpr std::uint64_t kMostSizesModelled = 64, kMostSquaresModelled = 40;

struct TileSizeWork {
    const std::atomic<bool>* stop = nullptr;
    std::function<void(std::uint64_t)> hasModelled{}; // that many sizes by now
};
// `picture` is read for the picture's size. Where no size will do, the problem of the smallest one that was
// tried, E864 if there is none to be tried, E844 and E845 where nothing can be kept. Nothing: `stop` became
// true.
Result<std::optional<TileSize>> chooseTileSize(const network::Network& picture, const TileKind& kind,
                                               const TileTarget& target, const TileSizeWork& work = {});

} // namespace lw::project
