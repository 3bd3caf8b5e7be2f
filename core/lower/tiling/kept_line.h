// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/reach.h"

#include <cstdint>
#include <vector>

// One direction of a network whose tiles follow each other without overlap: each brings the new part of the
// picture, and the last elements of every value of the previous tile are kept as far as layers read them
// again. So no element is computed twice; each layer computes what it can, so it lags behind the picture.
namespace lw::lower::tiling {

// What a layer reads of a value: that many elements of earlier tiles, then new ones.
struct KeptRead {
    std::int64_t kept = 0;
    std::int64_t count = 0; // of both, from the first kept one on
    bool operator==(const KeptRead&) const = default;
};

struct KeptLine {
    std::vector<std::int64_t> sizes; // by value: elements in each tile
    std::vector<std::int64_t> lags;  // by value: how far its first element is before where the tile begins
    std::vector<std::vector<KeptRead>> reads; // by layer, for each of the line's inputs
    std::vector<network::Reach> reaches;      // by layer: over what it reads, including the padding for that
    // Elements of a value that are kept, for all layers that read it.
    std::int64_t keptOf(const network::Line& line, network::ValueId value) const;
};

// For tiles of `fixed` elements, a multiple of the alignment; `scales` by value.
KeptLine keptLine(const network::Line& line, const std::vector<network::Fraction>& scales,
                  std::int64_t fixed);

} // namespace lw::lower::tiling
