// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/tile_programs.h"

// Circuits of an array that share layers (lower::striding::Share::Layers). All of them together have one tile
// in each round, and each a part of it, which is the size that the program is made for: tiles overlap from
// round to round alone, and nothing is computed twice in a round.
namespace lw::project {

// The size of a tile of all circuits, of that of a part.
lower::tiling::Size sharedSize(const lower::tiling::Size& part, const TileArray& array);
// The plan of tiles of all circuits. E841 for a part at whose start not every layer begins, E618 and E857 of
// planTiles() with the size of a part.
Result<lower::tiling::TilingPlan> planParts(const network::Network& network,
                                            const lower::tiling::Size& picture,
                                            const lower::tiling::Size& part,
                                            std::optional<lower::tiling::Fill> fill, const TileArray& array);
// The parts of a plan of such tiles as tiles of their own, which read and give nothing of each other: what
// the programs, the host and the output know. A part may give nothing.
lower::tiling::TilingPlan partsOf(const lower::tiling::TilingPlan& plan, const TileArray& array);
// E851 names the layer that cannot be cut into such parts, and why.
Outcome checkParts(const TileNetwork& part, const TileArray& array);

} // namespace lw::project
