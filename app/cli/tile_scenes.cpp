// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tile_scenes.h"

#include "app/cli/messages.h"
#include "app/cli/tile_arguments.h"
#include "core/project/load_network.h"
#include "core/scene/tiling/cone.h"
#include "core/scene/tiling/tile_map.h"

#include <limits>

namespace lw::cli {

namespace {

using lower::tiling::Size;

struct Tiling {
    network::Network network;
    lower::tiling::TilingPlan plan;
};

Result<Tiling> tilingOf(const std::string& path, const Arguments& arguments) {
    const auto size = arguments.value("--size");
    if (!size) return Problem{&messages::kNoPictureSize, {}, {}, {}, {}};
    LW_TRY(const Size picture, sizeIn("--size", *size));
    LW_TRY(const std::optional<Size> fixed, fixedIn(arguments));
    if (!fixed) return Problem{&messages::kNoTileSize, {}, {}, {}, {}};
    LW_TRY(const auto fill, fillIn(arguments));
    source::DiskLoader disk;
    source::Files files(disk);
    Tiling out;
    const network::Section whole{{},
                                 {},
                                 network::ImageSize{static_cast<std::uint64_t>(picture.rows),
                                                    static_cast<std::uint64_t>(picture.columns)}};
    LW_TRY(out.network, project::loadNetwork(path, files, whole));
    LW_TRY(out.plan, lower::tiling::planTiles(out.network, picture, *fixed, fill));
    return out;
}

struct Element {
    std::int64_t row = 0, column = 0;
};
// "3,4"; nothing: not given.
Result<std::optional<Element>> elementIn(const Arguments& arguments) {
    const auto text = arguments.value("--element");
    if (!text) return std::optional<Element>();
    constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
    const std::size_t by = text->find(',');
    const auto row = numberIn(std::string_view(*text).substr(0, by), kMost);
    const auto column = by == std::string::npos ? std::optional<std::uint64_t>()
                                                : numberIn(std::string_view(*text).substr(by + 1), kMost);
    if (!row || !column)
        return Problem{&messages::kNoNumber, {"--element", "ROW,COLUMN, such as 3,4", *text}, {}, {}, {}};
    return std::optional(Element{static_cast<std::int64_t>(*row), static_cast<std::int64_t>(*column)});
}

} // namespace

Result<Json> tileMapScene(const std::string& network, const Arguments& arguments) {
    LW_TRY(const Tiling tiling, tilingOf(network, arguments));
    LW_TRY(const auto element, elementIn(arguments));
    const scene::tiling::TileMap map = scene::tiling::tileMap(tiling.plan);
    Json out = jsonOf(map);
    if (!element) return out;
    LW_TRY(const auto owners, scene::tiling::ownersOf(map, element->row, element->column));
    out["owners"] = jsonOf(owners, map);
    return out;
}

Result<Json> coneScene(const std::string& network, const Arguments& arguments) {
    LW_TRY(const Tiling tiling, tilingOf(network, arguments));
    LW_TRY(const auto element, elementIn(arguments));
    const Element at = element.value_or(Element{});
    LW_TRY(const scene::tiling::Cone cone,
           scene::tiling::coneOf(tiling.network, tiling.plan, at.row, at.column));
    return jsonOf(cone);
}

} // namespace lw::cli
