// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/scene/tiling/tile_map.h"

namespace lw::scene::tiling {

namespace {

std::string_view nameOf(lower::tiling::Edge edge) {
    return lower::tiling::kEdgeNames[static_cast<std::size_t>(edge)];
}

Json jsonOf(const Range& range) { return {{"from", range.from}, {"until", range.until}}; }

Json jsonOf(const TileAxis& axis) {
    Json bands = Json::list();
    for (const Band& band : axis.bands)
        bands.push_back({{"edge", nameOf(band.edge)},
                         {"reads", jsonOf(band.reads)},
                         {"fill", band.fill},
                         {"computes", jsonOf(band.computes)},
                         {"right", jsonOf(band.right)},
                         {"gives", jsonOf(band.gives)}});
    return {{"picture", axis.picture},
            {"output", axis.output},
            {"fixed", axis.fixed},
            {"none", jsonOf(axis.none)},
            {"bands", std::move(bands)}};
}

} // namespace

Json jsonOf(const TileMap& map) {
    return {{"network", map.network},
            {"output", map.output},
            {"fill", lower::tiling::kFillNames[static_cast<std::size_t>(map.fill)]},
            {"tiles", map.tiles()},
            {"macs", map.cost.macs},
            {"wholeMacs", map.cost.wholeMacs},
            {"bytesIn", map.cost.bytesIn},
            {"bytesReread", map.cost.bytesReread},
            {"bytesMasks", map.cost.bytesMasks},
            {"bytesOut", map.cost.bytesOut},
            {"rows", jsonOf(map.rows)},
            {"columns", jsonOf(map.columns)}};
}

Json jsonOf(const std::vector<Owner>& owners, const TileMap& map) {
    Json out = Json::list();
    for (const Owner& owner : owners)
        out.push_back({{"tile", owner.tile},
                       {"rows", nameOf(map.rowOf(owner.tile).edge)},
                       {"columns", nameOf(map.columnOf(owner.tile).edge)},
                       {"isRight", owner.isRight},
                       {"gives", owner.gives}});
    return out;
}

} // namespace lw::scene::tiling
