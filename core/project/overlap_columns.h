// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/agreement.h"
#include "core/project/lower_network.h"
#include "core/project/run_tiles.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

// What becomes of what tiles share, for one picture and one size of tiles: each strategy run, beside the
// others.
namespace lw::project {

// One strategy. All but the first two are of one that was run.
struct OverlapColumn {
    lower::tiling::Overlap overlap{};
    std::optional<Problem> refused{}; // why it cannot be
    lower::tiling::TilingPlan plan;
    TilesRan ran;
    Agreement agreement, reference; // with the outputs of WholePicture, and with its reference
    std::string_view name() const { return lower::tiling::kOverlapNames[static_cast<std::size_t>(overlap)]; }
    bool isRight() const { return !refused && agreement.isAll() && reference.isAll() && ran.unexpected == 0; }
};

struct TileChoice {
    lower::tiling::Size picture, fixed;
    std::optional<lower::tiling::Fill> fill; // nothing: the plan chooses
};
// `array` of `what` as the machine has it; `whole` of the same network, picture and machine. Nothing where
// the run did not come to its end.
Result<std::optional<OverlapColumn>> overlapColumn(TilesToRun what, const TileChoice& choice,
                                                   lower::tiling::Overlap overlap, const WholePicture& whole,
                                                   const TilesWatch& watch);

// A line of the table; of one that was run. Nothing: no one machine ran all tiles.
struct OverlapLine {
    std::string_view name; // "bytes in"
    std::string_view key;  // in JSON
    std::optional<std::uint64_t> (*of)(const OverlapColumn&);
};
std::span<const OverlapLine> overlapLines();

// {"overlap": "columns", "refused": why}, or by overlapLines() and what it agrees with.
Json jsonOf(const OverlapColumn& column, const WholePicture& whole);

} // namespace lw::project
