// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/tile_size.h"

#include "core/lower/messages.h"
#include "core/lower/tiling/curve.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lw::project {

using lower::tiling::CurvePoint;
using lower::tiling::Fill;
using lower::tiling::Grid;
using lower::tiling::Size;
using lower::tiling::TilingPlan;

namespace {

// Whether the machine has room for a tile's program, by making it.
Outcome checkFits(const network::Network& picture, const TilingPlan& plan,
                  const machine::CircuitLimits& circuit, const lower::striding::Options& options,
                  const TileArray& array) {
    LW_TRY(const TileNetwork tile, tileNetwork(picture, plan));
    if (isOneProgram(tile.toLower(), circuit)) {
        LW_TRY([[maybe_unused]] const TilePrograms programs, lowerTiles(tile, plan, circuit, options, array));
        return Done{};
    }
    LW_TRY([[maybe_unused]] const lower::striding::LoweredNetwork lowered,
           lower::striding::lowerInParts(tile.toLower(), circuit, options));
    return Done{};
}

} // namespace

Result<std::optional<TileSize>> chooseTileSize(const network::Network& picture, std::optional<Fill> fill,
                                               const machine::CircuitLimits& circuit,
                                               const lower::striding::Options& options,
                                               const TileArray& array) {
    LW_TRY(std::vector<CurvePoint> curve, lower::tiling::curveOf(picture));
    std::ranges::sort(curve, {}, [](const CurvePoint& point) {
        return std::tuple(point.macs, point.bytesIn, point.fixed);
    });
    const Size size{static_cast<std::int64_t>(picture.input.shape[0]),
                    static_cast<std::int64_t>(picture.input.shape[1])};
    const Grid grid = array.count() == 1 ? Grid::Border : Grid::Steps;
    TileSize out;
    std::optional<Problem> last;
    std::int64_t smallest = 0;
    std::optional<std::int64_t> tooLarge; // from this size on nothing fits
    for (const CurvePoint& point : curve) {
        if (tooLarge && point.fixed >= *tooLarge) continue;
        auto plan = planTiles(picture, size, Size{point.fixed, point.fixed}, fill, grid);
        const Outcome fits =
            plan ? checkFits(picture, *plan, circuit, options, array) : Outcome(plan.problem());
        if (fits) {
            out.plan = *std::move(plan);
            return std::optional(std::move(out));
        }
        if (!out.refused && plan) {
            out.better = point.fixed;
            out.refused = fits.problem();
        }
        if (fits.problem().message == &lower::messages::kBufferTooSmall) tooLarge = point.fixed;
        if (!last || point.fixed < smallest) {
            last = fits.problem();
            smallest = point.fixed;
        }
    }
    if (last) return *std::move(last);
    return std::optional<TileSize>();
}

} // namespace lw::project
