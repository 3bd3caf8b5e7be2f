// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tiling/tiling_desk.h"

#include <atomic>
#include <functional>

// What takes its time of a tiling: for threads other than the window's.
namespace lw::tiling {

// "64" or "64x48", rows and columns; nothing: it is no size.
std::optional<lower::tiling::Size> sizeFrom(const QString& text);

// For the picture beside a network whose file states another size: that size, for tiles. Nothing: the picture
// has it, or one of the two cannot be read.
std::optional<lower::tiling::Size> tileBeside(const QString& network, const QString& input);

// Network, input and plan.
Result<FactsPtr> planned(const TilingRequest& request);

// Another one of facts that fills as tiles are done.
struct Progress {
    std::uint64_t done = 0, clocks = 0;
    std::shared_ptr<const tensor::Tensor> output;
    QImage image; // of it
};
// Tile after tile; what it gives to `tell` at the end is everything. Nothing more where `stop` became true.
Outcome runTiles(const TilingFacts& facts, const std::atomic<bool>& stop,
                 const std::function<void(Progress)>& tell);
// The output beside that of the whole picture.
Result<Verdict> compared(const TilingFacts& facts, const tensor::Tensor& output);

// The program of one tile, its part of the picture and its masks; the path of the program.
Result<QString> writeTile(const TilingFacts& facts, std::uint64_t tile, const QString& folder);

} // namespace lw::tiling
