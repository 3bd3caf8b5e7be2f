// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tiling/tile_work.h"
#include "widgets/tiling/tiling_desk.h"

#include <QCoreApplication>
#include <QString>

// Texts about tiles.
namespace lw::tiling {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Tiling)
};

QString edgeText(lower::tiling::Edge edge);
QString edgesText(lower::tiling::Edge rows, lower::tiling::Edge columns); // the kind of a tile
QString fillText(const lower::tiling::TilingPlan& plan);
QString rangeText(const scene::tiling::Range& range);    // "3 to 7"
QString elementsText(const network::Elements& elements); // likewise
QString planText(const TilingFacts& facts);              // the plan and its cost
QString choosingText(std::uint64_t sizes);               // how many were modelled by now
QString chosenText(const project::TileSize& chosen);     // which size, and why no other
QString verdictText(const TilingFacts& facts);           // how far it is, or what came out
// Who computes an element, or reads a pixel; `moment` for the same: with what values, and where; null: not
// known.
QString ownersText(const TilingFacts& facts, std::int64_t row, std::int64_t column,
                   const PixelMoment* moment);
QString readersText(const TilingFacts& facts, std::int64_t row, std::int64_t column,
                    const PixelMoment* moment);

} // namespace lw::tiling
