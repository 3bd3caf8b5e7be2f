// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tiling/tiling_desk.h"

// The parts of a tiling that take time: for threads other than the window's.
namespace lw::tiling {

// "64" or "64x48", rows and columns; nothing: it is not a size.
std::optional<lower::tiling::Size> sizeFrom(const QString& text);

// For the picture beside a network whose file states another size: that size, for tiles; 0 x 0 if it
// states none, so that one is to be chosen. Nothing: the picture has it, one of the two cannot be read, or
// the network cannot be tiled.
std::optional<lower::tiling::Size> tileBeside(const QString& network, const QString& input);

// One channel as grey, three as colours. What is not finite is black.
QImage imageOf(const tensor::Tensor& tensor);

lower::striding::Options optionsOf(bool hasInputs);

// Network, input, and plan, with a size chosen if none is given; null: `work` was stopped.
Result<FactsPtr> planned(const TilingRequest& request, const project::TileSizeWork& work = {});

// What a program that runs all tiles was made from. E104: it is not such a program.
Result<FactsPtr> readBack(const QString& program);

// The program that runs all tiles, with what is known about it; returns its path.
Result<QString> writeAll(const TilingFacts& facts, const QString& folder);
// The program of one tile, its part of the picture and its masks; returns the path of the program.
Result<QString> writeTile(const TilingFacts& facts, std::uint64_t tile, const QString& folder);

} // namespace lw::tiling
