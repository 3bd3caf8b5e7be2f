// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/tiling/extent.h"

#include "core/base/check.h"

namespace lw::scene::tiling {

using lower::tiling::Interval;

Result<Extents> extentsOf(const network::Network& tileNetwork, const lower::tiling::AxisPlan& plan,
                          network::Direction direction, std::size_t band) {
    Extents out;
    LW_TRY(out.line, network::lineOf(tileNetwork, direction));
    LW_TRY(const lower::tiling::Alignment alignment, lower::tiling::alignmentOf(out.line));
    const lower::tiling::AxisTile& tile = plan.tiles[band];
    const std::vector<std::int64_t> whole = network::sizesOf(out.line, plan.size);
    const std::vector<Interval> right = lower::tiling::rightOf(out.line, alignment, plan, tile);
    for (std::size_t id = 0; id < whole.size(); ++id) {
        const network::Fraction scale = alignment.scales[id];
        const std::int64_t offset = lower::tiling::offsetOf(alignment, plan, id, tile.start);
        out.values.push_back({whole[id],
                              {offset, offset + right[id].n - 1},
                              {offset + right[id].low, offset + right[id].high},
                              scale});
    }
    return out;
}

Result<TileExtent> extentOf(const network::Network& tileNetwork, const lower::tiling::TilingPlan& plan,
                            std::uint64_t tile, const std::string& value) {
    const auto id = network::findValue(tileNetwork, value);
    LW_REQUIRE(id, "a value of the network");
    const std::size_t across = plan.columns.tiles.size();
    LW_TRY(const Extents rows, extentsOf(tileNetwork, plan.rows, network::Direction::Rows, tile / across));
    LW_TRY(const Extents columns,
           extentsOf(tileNetwork, plan.columns, network::Direction::Columns, tile % across));
    return TileExtent{rows.values[*id], columns.values[*id]};
}

Json rangeJson(const network::Elements& elements) { return {{"low", elements.low}, {"high", elements.high}}; }

} // namespace lw::scene::tiling
