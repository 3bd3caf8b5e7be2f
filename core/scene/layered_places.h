// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/layered_layout.h"

namespace lw::scene {

// A box of a layered layout, or a bend of edges where they pass a rank. All edges of one box share their
// bends.
struct LayoutItem {
    std::size_t rank = 0;
    std::int64_t width = 0;
    bool isBend = false;
    std::vector<std::size_t> above, below; // items that it is connected with
    std::int64_t x = 0;                    // of its middle
};

// Gives each item its x: in the order of its rank, with the gaps between, close to its neighbours, and with
// chains of only neighbours straight below each other.
void placeItems(std::vector<LayoutItem>& items, const std::vector<std::vector<std::size_t>>& ranks,
                const LayoutGaps& gaps);

} // namespace lw::scene
