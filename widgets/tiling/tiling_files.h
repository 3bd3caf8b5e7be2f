// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tiling/tiling_desk.h"

// What takes its time of a tiling: for threads other than the window's.
namespace lw::tiling {

// "64" or "64x48", rows and columns; nothing: it is no size.
std::optional<lower::tiling::Size> sizeFrom(const QString& text);

// For the picture beside a network whose file states another size: that size, for tiles; 0 x 0 where it
// states none, so that one is to be chosen. Nothing: the picture has it, one of the two cannot be read, or
// the network cannot be tiled.
std::optional<lower::tiling::Size> tileBeside(const QString& network, const QString& input);

// Of one channel as grey; of three as colours. What is not finite is black.
QImage imageOf(const tensor::Tensor& tensor);

lower::striding::Options optionsOf(bool hasInputs);

// Network, input, and plan with the size that was chosen, if none is given; null: `work` was stopped.
Result<FactsPtr> planned(const TilingRequest& request, const project::TileSizeWork& work = {});

// What a program that runs all tiles was made from. E104: it is not such a program.
Result<FactsPtr> readBack(const QString& program);

// The program that runs all tiles, with what is known of it; its path.
Result<QString> writeAll(const TilingFacts& facts, const QString& folder);
// The program of one tile, its part of the picture and its masks; the path of the program.
Result<QString> writeTile(const TilingFacts& facts, std::uint64_t tile, const QString& folder);

} // namespace lw::tiling
