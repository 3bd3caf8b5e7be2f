// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tile_scenes.h"

#include "app/cli/messages.h"
#include "app/cli/net_input.h"
#include "app/cli/tile_arguments.h"
#include "app/cli/tile_outputs.h"
#include "core/base/closest_word.h"
#include "core/lower/striding/direct.h"
#include "core/network/resized.h"
#include "core/project/launch_progress.h"
#include "core/project/launched_run.h"
#include "core/project/load_network.h"
#include "core/project/lower_network.h"
#include "core/project/messages.h"
#include "core/project/pixel_places.h"
#include "core/project/run_tiles.h"
#include "core/project/tile_values.h"
#include "core/scene/tiling/cone.h"
#include "core/scene/tiling/ring.h"
#include "core/scene/tiling/tile_lanes.h"
#include "core/scene/tiling/tile_map.h"

#include <algorithm>
#include <limits>

namespace lw::cli {

namespace {

using lower::tiling::Size;
using tensor::Tensor;

struct Tiling {
    network::Network network; // for the picture's size
    lower::tiling::TilingPlan plan;
    std::optional<Tensor> picture; // as the network reads it; nothing: only its size is known
    std::size_t output = 0;        // of the plan's: which one is looked at
    std::string machine;           // by its name
    project::TileArray array;      // of that machine
};

// As `lw tile` plans for the machine.
Result<Tiling> tilingOf(const std::string& path, const Arguments& arguments) {
    LW_TRY(const auto size, givenSize(arguments));
    if (!size) return Problem{&messages::kNoPictureSize, {}, {}, {}, {}};
    LW_TRY(const std::optional<Size> fixed, fixedIn(arguments));
    if (!fixed) return Problem{&messages::kNoTileSize, {}, {}, {}, {}};
    LW_TRY(const auto fill, fillIn(arguments));
    LW_TRY(const auto overlap, overlapIn(arguments));
    source::DiskLoader disk;
    source::Files files(disk);
    Tiling out;
    out.machine = arguments.value("--machine").value_or("");
    LW_TRY(const project::TileArray array, arrayFor(arguments, out.machine));
    out.array = array.keeping(overlap);
    LW_TRY(out.network, project::loadNetwork(path, files, {{}, {}, size}));
    LW_TRY(out.plan,
           lower::tiling::planTiles(
               out.network, {static_cast<std::int64_t>(size->rows), static_cast<std::int64_t>(size->columns)},
               *fixed, fill, out.array.grid(), overlap));
    LW_TRY([[maybe_unused]] const Done can,
           project::checkTiles(out.network, out.plan, out.machine, out.array));
    shareAmong(out.plan, out.array.circuits());
    LW_TRY(out.network, network::resized(std::move(out.network), size->rows, size->columns));
    LW_TRY(const std::optional<Tensor> read, givenInput(arguments, out.network));
    if (!read) return out;
    LW_TRY(out.picture, network::asInput(out.network, *read, network::Arithmetic::F32));
    return out;
}

// The same for the output --name.
Result<Tiling> tilingOfOutput(const std::string& path, const Arguments& arguments) {
    LW_TRY(Tiling out, tilingOf(path, arguments));
    if (const auto name = arguments.value("--name")) {
        LW_TRY(out.output, outputNamed(out.network, *name));
    }
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

// A tile's result is shown from that tile alone; not if it reads what others have kept.
Outcome checkAlone(const Tiling& tiling) {
    if (tiling.plan.overlap == lower::tiling::Overlap::Recompute) return Done{};
    return Problem{&project::messages::kNotAlone, {}, {}, {}, {}};
}

// What each tile that computes an element of the output makes of it, and where that is.
Result<Json> pixelScene(const Tiling& tiling, const scene::tiling::TileMap& map, const Element& at,
                        const std::vector<scene::tiling::Owner>& owners) {
    LW_TRY([[maybe_unused]] const Done alone, checkAlone(tiling));
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(tiling.machine));
    LW_TRY(const project::TileNetwork tile, project::tileNetwork(tiling.network, tiling.plan));
    const project::TileValues values(tiling.network, tile, tiling.plan, *tiling.picture,
                                     lower::striding::directOptions(circuit, true));
    std::optional<project::PixelPlaces> places;
    Json out;
    if (project::isOneProgram(tile.toLower(), circuit)) {
        lower::striding::Options options;
        options.keep = 0;
        LW_TRY(const project::TilePrograms programs,
               project::lowerTiles(tile, tiling.plan, circuit, options, tiling.array));
        project::LaunchedRun run(programs, tile, tiling.plan, tiling.machine, *tiling.picture);
        LW_TRY([[maybe_unused]] const project::LaunchFiles files, run.files());
        places.emplace(programs, tiling.plan, run.places(), tiling.output);
        out["host"] = places->atHost(project::PixelPlaces::Output, at.row, at.column);
    }
    for (const scene::tiling::Owner& owner : owners) {
        const Tensor own = values.inTile(values.outputName(tiling.output), owner.tile);
        const std::int64_t row = at.row - map.rowOf(owner.tile).computes.from,
                           column = at.column - map.columnOf(owner.tile).computes.from;
        const auto first =
            (static_cast<std::uint64_t>(row) * own.shape()[1] + static_cast<std::uint64_t>(column)) *
            own.shape()[2];
        Json one{{"tile", owner.tile}};
        for (std::uint64_t channel = 0; channel < own.shape()[2]; ++channel)
            one["values"].push_back(valueAt(own, first + channel));
        if (places)
            one["buffer"] = places->inBuffer(project::PixelPlaces::Output, owner.tile, at.row, at.column);
        out["tiles"].push_back(std::move(one));
    }
    return out;
}

} // namespace

Result<Json> tileMapScene(const std::string& network, const Arguments& arguments) {
    LW_TRY(const Tiling tiling, tilingOfOutput(network, arguments));
    LW_TRY(const auto element, elementIn(arguments));
    const scene::tiling::TileMap map = scene::tiling::tileMap(tiling.plan, tiling.output);
    Json out = jsonOf(map);
    if (!element) return out;
    LW_TRY(const auto owners, scene::tiling::ownersOf(map, element->row, element->column));
    out["owners"] = jsonOf(owners, map);
    if (!tiling.picture) return out;
    LW_TRY(out["pixel"], pixelScene(tiling, map, *element, owners));
    return out;
}

Result<Json> coneScene(const std::string& network, const Arguments& arguments) {
    LW_TRY(const Tiling tiling, tilingOfOutput(network, arguments));
    LW_TRY(const auto element, elementIn(arguments));
    const Element at = element.value_or(Element{});
    LW_TRY(const scene::tiling::Cone cone,
           scene::tiling::coneOf(tiling.network, tiling.plan, at.row, at.column, tiling.output));
    return jsonOf(cone);
}

// Clocks do not depend on numbers: without a picture, one of zeros will do.
Result<Json> tileLanesScene(const std::string& path, const Arguments& arguments) {
    LW_TRY(Tiling tiling, tilingOf(path, arguments));
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(tiling.machine));
    LW_TRY(const project::TileNetwork tile, project::tileNetwork(tiling.network, tiling.plan));
    if (!project::isOneProgram(tile.toLower(), circuit))
        return Problem{&project::messages::kNotOneProgram, {}, {}, {}, {}};
    lower::striding::Options options;
    options.keep = 0;
    LW_TRY(const project::TilePrograms programs,
           project::lowerTiles(tile, tiling.plan, circuit, options, tiling.array));
    const network::Network& whole = tiling.network;
    project::LaunchedRun run(programs, tile, tiling.plan, tiling.machine,
                             tiling.picture ? *std::move(tiling.picture)
                                            : Tensor(network::dtypeOf(whole, network::kInput),
                                                     network::shapeOf(whole, network::kInput)));
    LW_TRY(const std::unique_ptr<machine::Machine> machine, run.begin());
    scene::tiling::TileTimes times(*machine, tiling.array.columns);
    const machine::Stop stop = record(*machine, times);
    if (stop.fault) return Problem{&project::messages::kLoweredFault, {stop.fault->text}, {}, {}, {}};
    return jsonOf(times.lanes(machine->clock(), [&](std::size_t number, std::uint64_t round) {
        return project::tileOf(tiling.plan, tiling.array, number, round);
    }));
}

Result<Json> ringScene(const std::string& path, const Arguments& arguments) {
    LW_TRY(Tiling tiling, tilingOf(path, arguments));
    if (!tiling.picture) return Problem{&messages::kRingNeedsPicture, {}, {}, {}, {}};
    LW_TRY([[maybe_unused]] const Done alone, checkAlone(tiling));
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(tiling.machine));
    LW_TRY(const std::uint64_t tile,
           arguments.number("--tile", 0, std::numeric_limits<std::uint32_t>::max()));
    if (tile >= tiling.plan.tiles())
        return Problem{
            &messages::kNoTile, {std::to_string(tile), std::to_string(tiling.plan.tiles())}, {}, {}, {}};
    LW_TRY(const std::uint64_t channel,
           arguments.number("--first", 0, std::numeric_limits<std::uint32_t>::max()));
    LW_TRY(const project::TileNetwork lowered, project::tileNetwork(tiling.network, tiling.plan));
    const project::TileValues values(tiling.network, lowered, tiling.plan, *std::move(tiling.picture),
                                     lower::striding::directOptions(circuit, true));
    const std::string name = arguments.value("--name").value_or(values.outputName(tiling.output));
    if (std::ranges::count(values.names(), name) == 0) {
        const std::vector<std::string_view> known(values.names().begin(), values.names().end());
        return Problem{&messages::kNoNetworkValue, {name}, {}, {}, std::string(closestWord(name, known))};
    }
    LW_TRY(const scene::tiling::TileExtent extent,
           scene::tiling::extentOf(values.tileNetwork(), tiling.plan, tile, name));
    const auto computed = scene::elementsOf(values.inTile(name, tile)),
               truth = scene::elementsOf(values.whole(name));
    const scene::tiling::TileElements inTile{*computed};
    LW_TRY(const scene::tiling::Ring ring,
           scene::tiling::ringOf(name, tile, extent, channel, &inTile, *truth));
    return jsonOf(ring);
}

} // namespace lw::cli
