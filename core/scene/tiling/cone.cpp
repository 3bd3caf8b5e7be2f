// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/tiling/cone.h"

#include "core/base/json.h"
#include "core/network/resized.h"
#include "core/scene/tiling/tile_map.h"

#include <algorithm>

namespace lw::scene::tiling {

using lower::tiling::AxisPlan;
using lower::tiling::AxisTile;
using network::Direction;
using network::Elements;

namespace {

// One direction of a cone, by value.
struct Side {
    network::Line line;
    std::vector<ConeAxis> axes;
    Cone::Phase phase;
};

Result<Side> sideOf(const network::Network& tileNetwork, const AxisPlan& plan, Direction direction,
                    std::size_t band, std::int64_t element, std::size_t output) {
    Side out;
    LW_TRY(Extents extents, extentsOf(tileNetwork, plan, direction, band));
    const std::vector<Elements> needed =
        network::neededBy(extents.line, extents.line.outputs[output], {element, element});
    for (std::size_t id = 0; id < extents.values.size(); ++id)
        out.axes.push_back({extents.values[id], id < needed.size() ? needed[id] : Elements{}});
    out.line = std::move(extents.line);
    const network::Fraction& scale = plan.outputs[output].scale;
    out.phase.period = std::max<std::int64_t>(plan.align * scale.over / scale.under, 1);
    out.phase.phase = element % out.phase.period;
    return out;
}

std::size_t bandThatGives(const AxisPlan& plan, std::size_t output, std::int64_t element) {
    const auto at = std::ranges::partition_point(
        plan.tiles, [&](const AxisTile& tile) { return tile.outputs[output].until <= element; });
    return static_cast<std::size_t>(at - plan.tiles.begin());
}

Json jsonOf(const ConeAxis& axis) {
    return {{"size", axis.size},
            {"needed", rangeJson(axis.needed)},
            {"tile", rangeJson(axis.tile)},
            {"right", rangeJson(axis.right)},
            {"scale", lower::tiling::scaleText(axis.scale)}};
}
Json jsonOf(const Cone::Phase& phase) { return {{"phase", phase.phase}, {"period", phase.period}}; }

} // namespace

Result<Cone> coneOf(const network::Network& network, const lower::tiling::TilingPlan& plan, std::int64_t row,
                    std::int64_t column, std::size_t output) {
    // Also checks that the element exists.
    LW_TRY([[maybe_unused]] const std::vector<Owner> owners, ownersOf(tileMap(plan, output), row, column));
    const lower::tiling::Size size = networkSize(plan);
    LW_TRY(const network::Network tile, network::resized(network, static_cast<std::uint64_t>(size.rows),
                                                         static_cast<std::uint64_t>(size.columns)));
    const std::size_t down = bandThatGives(plan.rows, output, row),
                      across = bandThatGives(plan.columns, output, column);
    LW_TRY(const Side rows, sideOf(tile, plan.rows, Direction::Rows, down, row, output));
    LW_TRY(const Side columns, sideOf(tile, plan.columns, Direction::Columns, across, column, output));
    Cone out{output, row, column, down * plan.columns.tiles.size() + across, rows.phase, columns.phase, {}};
    for (std::size_t id = 0; id < rows.axes.size(); ++id) {
        if (id != network::kInput && rows.line.layers[id - 1].inputs.empty()) continue;
        out.layers.push_back(
            {network::nameOf(tile, id), !rows.axes[id].needed.isEmpty(), rows.axes[id], columns.axes[id]});
    }
    return out;
}

Json jsonOf(const Cone& cone) {
    Json layers = Json::list();
    for (const ConeLayer& layer : cone.layers)
        layers.push_back({{"name", layer.name},
                          {"isNeeded", layer.isNeeded},
                          {"rows", jsonOf(layer.rows)},
                          {"columns", jsonOf(layer.columns)}});
    return {{"output", cone.output},
            {"row", cone.row},
            {"column", cone.column},
            {"tile", cone.tile},
            {"rowPhase", jsonOf(cone.rowPhase)},
            {"columnPhase", jsonOf(cone.columnPhase)},
            {"layers", std::move(layers)}};
}

} // namespace lw::scene::tiling
