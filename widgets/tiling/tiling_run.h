// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tiling/tiling_desk.h"

#include <atomic>
#include <functional>

// Tiles that are run, here or by the debugger, and the results: for threads other than the window's.
namespace lw::tiling {

struct Progress {
    project::LaunchProgress tiles;
    std::uint64_t clocks = 0;
    OutputsPtr outputs;         // null: nothing has begun
    std::vector<QImage> images; // of them
    LanesPtr times;             // of all circuits; null: nothing was recorded
};
// Runs a machine to its end, which does not include a fault, or until `stop` became true.
project::ToEnd toEnd(const std::atomic<bool>& stop);
// All tiles; the last call of `tell` has everything. Nothing more if `stop` became true.
Outcome runTiles(const TilingFacts& facts, const std::atomic<bool>& stop,
                 const std::function<void(Progress)>& tell);
// Where the debugger is that runs these tiles. There is a frame of each circuit.
Progress progressIn(const TilingFacts& facts, const session::Frames& frames);

// What the network gives for the whole picture, nothing if `stop` became true; and the outputs beside it.
Result<std::optional<project::WholePicture>> wholeOf(const TilingFacts& facts, const std::atomic<bool>& stop);
// How far each element of each output is from the whole picture's, black where it is equal, the farthest
// white; for a pixel the farthest of its channels, and also white if only one side is not a number.
std::vector<QImage> differencesOf(const std::vector<tensor::Tensor>& outputs,
                                  const std::vector<tensor::Tensor>& whole);
Verdict compared(const std::vector<tensor::Tensor>& outputs, const std::vector<tensor::Tensor>& whole);

} // namespace lw::tiling
