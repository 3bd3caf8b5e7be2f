// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tiling/axis_plan.h"
#include "core/network/cost.h"
#include "core/network/network.h"

#include <optional>
#include <string>

namespace lw {
class Json;
}

namespace lw::lower::tiling {

// Rows and columns of a picture or of a tile.
struct Size {
    std::int64_t rows = 0, columns = 0;
    std::int64_t pixels() const { return rows * columns; }
    bool operator==(const Size&) const = default;
};

// What tiling costs compared with computing the picture as a whole.
struct TilingCost {
    std::uint64_t tiles = 0;
    std::uint64_t macs = 0, wholeMacs = 0; // of all tiles, of the whole
    std::uint64_t bytesIn = 0,
                  bytesOut = 0;    // through the host interface: of the picture in, written parts out
    std::uint64_t bytesReread = 0; // part of `bytesIn`: beyond once
    std::uint64_t bytesMasks = 0;  // in, besides `bytesIn`
    double redundancy() const {
        return wholeMacs == 0 ? 1 : static_cast<double>(macs) / static_cast<double>(wholeMacs);
    }
    bool operator==(const TilingCost&) const = default;
};

struct PlanOutput {
    std::string name;
    std::uint64_t channels = 0;
    bool operator==(const PlanOutput&) const = default;
};

// A network that is compiled for one size, and how a picture of another size is cut into tiles of that size.
struct TilingPlan {
    std::string network;
    Size picture, fixed;
    AxisPlan rows, columns;
    Overlap overlap = Overlap::Recompute;
    Size circuits{1, 1};               // each has a tile in each round of launches; they share what tiles
                                       // read, unless tiles keep it
    Size parts{1, 1};                  // of a tile, each on a circuit of its own, sharing every layer
    bool wasFillChosen = false;        // by the plan, not by the caller
    std::uint64_t channels = 0;        // of the picture
    std::vector<PlanOutput> outputs{}; // network::distinctOutputs(), as those of rows and columns
    TilingCost cost;

    std::uint64_t tiles() const { return rows.tiles.size() * columns.tiles.size(); }
    Fill fill() const { return rows.fill == Fill::Exact ? columns.fill : rows.fill; }
    bool operator==(const TilingPlan&) const = default;
};

// `fill`: nothing chooses Exact if that is possible, else Masked. The network may have been read for any
// size. E616 to E619 and E842 of axis_plan.h and reach.h, E662 of masked.h, E562 to E576 where a layer cannot
// have the size of the tile or of the picture. If columns are kept: E840 of masked.h, E841, E843 for another
// fill.
Result<TilingPlan> planTiles(const network::Network& network, const Size& picture, const Size& fixed,
                             std::optional<Fill> fill, Grid grid = Grid::Border,
                             Overlap overlap = Overlap::Recompute);

// The size that the network of a tile has: along directions in which anything is kept, that of the picture,
// of which each tile has a part.
Size networkSize(const TilingPlan& plan);

// Outputs, channels and cost of a plan whose directions are known, from the network for the size of the tile
// and from that for the picture. E662 of masked.h.
Outcome addCost(TilingPlan& plan, const network::Network& tile, const network::Network& whole);

// The plan for circuits that bring only once what a round of tiles reads, and send it to each other; or, if
// tiles keep what they share, each bring it themselves. Bytes are then theirs. Places of the last round
// without a tile bring masks all the same.
void shareAmong(TilingPlan& plan, const Size& circuits);

// {"schema": "lanewright.tiling", "version": 3, ...}
inline constexpr std::string_view kPlanSchema = "lanewright.tiling";
inline constexpr std::int64_t kPlanVersion = 3;
std::string scaleText(const network::Fraction& scale); // "1/2"
Json jsonOf(const TilingPlan& plan);
// A plan for this network, which may have been read for any size. It may have other starts and other parts of
// the output for each tile than planTiles makes, but each must be right in its tile; all other numbers follow
// from them and must agree, with their place: E663, E664, and what planTiles says about the sizes.
Result<TilingPlan> planFromJson(std::string_view text, std::uint32_t file, const network::Network& network);

} // namespace lw::lower::tiling
