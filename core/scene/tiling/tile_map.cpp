// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/tiling/tile_map.h"

#include "core/scene/messages.h"

#include <algorithm>

namespace lw::scene::tiling {

using lower::tiling::AxisPlan;
using lower::tiling::AxisTile;

namespace {

Band bandOf(const AxisPlan& plan, const AxisTile& tile, std::size_t output) {
    const lower::tiling::AxisOutput& whole = plan.outputs[output];
    const lower::tiling::TileOutput& own = tile.outputs[output];
    Band out;
    out.edge = tile.edge;
    out.fill = tile.fill;
    out.reads = {tile.start, tile.start + plan.fixed - tile.fill};
    out.computes = {std::max<std::int64_t>(own.offset, 0), std::min(own.offset + whole.fixed, whole.full)};
    out.right = {own.offset + own.valid.low, std::min(own.offset + own.valid.high + 1, out.computes.until)};
    out.gives = {own.from, own.until};
    return out;
}

TileAxis axisOf(const AxisPlan& plan, std::size_t output) {
    const lower::tiling::AxisOutput& whole = plan.outputs[output];
    TileAxis out{plan.size, whole.full, plan.fixed, {}};
    for (const AxisTile& tile : plan.tiles) out.bands.push_back(bandOf(plan, tile, output));
    out.none = {whole.full - whole.wrong, whole.full}; // only the last tile can have less
    return out;
}

// Both ends of such a range grow from band to band.
Bands thatHave(const TileAxis& axis, Range Band::*range, std::int64_t element) {
    const auto first = std::ranges::partition_point(
        axis.bands, [&](const Band& band) { return (band.*range).until <= element; });
    const auto last = std::ranges::partition_point(
        axis.bands, [&](const Band& band) { return (band.*range).from <= element; });
    const auto number = [&](auto at) { return static_cast<std::size_t>(at - axis.bands.begin()); };
    return {number(first), std::max(number(first), number(last))};
}

} // namespace

TileMap tileMap(const lower::tiling::TilingPlan& plan, std::size_t output) {
    return {plan.network,
            plan.outputs[output].name,
            plan.fill(),
            axisOf(plan.rows, output),
            axisOf(plan.columns, output),
            plan.cost};
}

Bands readersOf(const TileAxis& axis, std::int64_t element) { return thatHave(axis, &Band::reads, element); }
Bands computersOf(const TileAxis& axis, std::int64_t element) {
    return thatHave(axis, &Band::computes, element);
}

Result<std::vector<Owner>> ownersOf(const TileMap& map, std::int64_t row, std::int64_t column) {
    if (row < 0 || column < 0 || row >= map.rows.output || column >= map.columns.output)
        return Problem{&messages::kNoOutputElement,
                       {std::to_string(row) + "," + std::to_string(column), std::to_string(map.rows.output),
                        std::to_string(map.columns.output)},
                       {},
                       {},
                       {}};
    const Bands rows = computersOf(map.rows, row), columns = computersOf(map.columns, column);
    std::vector<Owner> out;
    for (std::size_t i = rows.first; i < rows.last; ++i)
        for (std::size_t j = columns.first; j < columns.last; ++j) {
            const Band &down = map.rows.bands[i], &across = map.columns.bands[j];
            out.push_back({i * map.columns.bands.size() + j, down.right.has(row) && across.right.has(column),
                           down.gives.has(row) && across.gives.has(column)});
        }
    return out;
}

} // namespace lw::scene::tiling
