// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/layered_layout.h"

namespace lw::scene {

// Where paths part and join again: all boxes between one that several others read and the first through which
// all those paths go, including the latter but not the former. No other edges lead in or out.
struct Block {
    std::size_t last = 0; // where they join
    std::vector<std::size_t> boxes;
};
std::vector<Block> blocksOf(std::size_t boxes, std::span<const LayoutEdge> edges);

} // namespace lw::scene
