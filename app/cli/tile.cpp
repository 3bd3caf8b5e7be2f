// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "app/cli/net_input.h"
#include "app/cli/number_text.h"
#include "app/cli/tile_arguments.h"
#include "app/cli/tile_compare.h"
#include "app/cli/tile_run.h"
#include "app/cli/tile_share.h"
#include "app/cli/tile_text.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/lower/tiling/curve.h"
#include "core/lower/tiling/python_text.h"
#include "core/project/derivation.h"
#include "core/project/layer_sharing.h"
#include "core/project/lower_network.h"
#include "core/project/messages.h"
#include "core/project/network_input.h"
#include "core/project/run_tiles.h"
#include "core/project/tile_curve.h"
#include "core/project/tile_size.h"

#include <filesystem>

// lw tile: a picture of any size on a program that is compiled for one size.
namespace lw::cli {

namespace {

using lower::tiling::TilingPlan;

constexpr const char* kPythonFile = "tiles.py";

// --to: the plan for another runtime, as a file in the folder of --output.
Outcome writeFor(const TileRequest& request, const TilingPlan& plan, const Arguments& arguments,
                 Console& console) {
    const auto folder = arguments.value("--output");
    if (!arguments.has("--to") || !folder) return Done{};
    LW_TRY(const std::string text, lower::tiling::pythonText(plan, request.network));
    std::error_code failed; // a failed write reports it
    std::filesystem::create_directories(*folder, failed);
    LW_TRY([[maybe_unused]] const Done own,
           project::checkOwn(*folder, {}, {kPythonFile, lower::tiling::isPythonText}));
    const std::string path = source::pathIn(*folder, kPythonFile);
    LW_TRY([[maybe_unused]] const Done written, writeFileAtomically(path, text));
    if (!request.asJson) console.line("written: " + path);
    return Done{};
}

// A picture in colours does not show everything the network sees.
void noteColours(const Arguments& arguments, const TileRequest& request, Console& console) {
    const auto path = arguments.value("--input");
    if (!path || request.network.input.shape[2] != 1) return;
    const auto shape = project::shapeOfInput(*path);
    if (!shape || shape->size() != 3 || shape->back() < 3) return;
    console.document()["readAsGrey"] = true;
    if (!request.asJson) console.line(*path + " has colours; the network reads it as grey");
}

Json sizeJson(const lower::tiling::Size& size) { return Json::list({size.rows, size.columns}); }

std::string secondsText(const TileRequest& request) { return realText(request.seconds); }

// --fixed auto: the size of a tile chosen for the machine, and why no other.
Result<TilingPlan> planOfChosenSize(const TileRequest& request, Console& console) {
    LW_TRY(const project::TileTarget target,
           project::tileTargetOf(request.machine, request.options, request.array));
    LW_TRY(std::optional<project::TileSize> chosen,
           project::chooseTileSize(request.network, {request.fill, request.overlap}, target,
                                   {.stop = request.stop()}));
    if (!chosen) return Problem{&messages::kNotChosenInTime, {secondsText(request)}, {}, {}, {}};
    Json& why = console.document()["size"];
    why["fixed"] = sizeJson(chosen->plan.fixed);
    if (chosen->model.clocks) why["clocks"] = *chosen->model.clocks;
    why["modelled"] = chosen->modelled.size();
    if (chosen->refused) {
        why["better"] = sizeJson(chosen->better);
        why["refused"] = textOf(*chosen->refused);
    }
    if (!request.asJson) console.line(chosenSizeText(*chosen));
    return std::move(chosen->plan);
}

// For circuits that share layers: all of them together have a tile of that many parts. Without --fixed these
// are as large as the tiles of circuits that share the input.
Result<TilingPlan> planOfShare(const TileRequest& request, Console& console) {
    TileRequest input = request;
    if (!request.fixed) {
        input.options.launches.reset();
        LW_TRY(const TilingPlan chosen, planOfChosenSize(input, console));
        input.fixed = chosen.fixed;
    }
    if (request.sharesLayers())
        return project::planParts(request.network, request.picture, *input.fixed, request.fill,
                                  request.array);
    return lower::tiling::planTiles(request.network, request.picture, *input.fixed, request.fill,
                                    request.grid(), request.overlap);
}

Result<TilingPlan> planAlone(const TileRequest& request, Console& console) {
    if (request.plan) return *request.plan;
    if (!request.fixed && !request.sharesLayers()) return planOfChosenSize(request, console);
    return planOfShare(request, console);
}

// That of --plan, or from the sizes; bytes are those of the machine, whichever it was made for.
Result<TilingPlan> planOf(const TileRequest& request, Console& console) {
    LW_TRY(TilingPlan plan, planAlone(request, console));
    LW_TRY([[maybe_unused]] const Done can,
           project::checkTiles(request.network, plan, request.machine, request.array));
    shareAmong(plan, request.circuits());
    return plan;
}

// --curve: by formulas; with --run also what the machine takes.
Result<Exit> showCurve(const TileRequest& request, Console& console) {
    Json json;
    std::string text;
    LW_TRY(const lower::tiling::SizeCurve sizes,
           project::sizeCurveOf(request.network, request.machine, request.array));
    if (request.runsCurve) {
        LW_TRY(const project::TileTarget target,
               project::tileTargetOf(request.machine, request.options, request.array));
        LW_TRY(const project::TileCurve curve,
               project::tileCurveOf(request.network, target, {.runs = true, .stop = request.stop()}));
        json = project::jsonOf(curve, target.circuit);
        text = curveText(curve, target.circuit);
    } else {
        json = lower::tiling::jsonOf(sizes.points);
        text = curveText(sizes.points);
    }
    if (sizes.notMasked) text += (text.ends_with('\n') ? "" : "\n") + leftOutText(sizes);
    if (request.asJson)
        console.print(json.text(2) + "\n");
    else
        console.line(text);
    console.document()["curve"] = std::move(json);
    return *request.stop() ? Exit::Limit : Exit::Pass;
}

Result<Exit> answer(const TileRequest& request, const Arguments& arguments, Console& console) {
    if (request.wantsCurve) return showCurve(request, console);
    if (request.comparesOverlaps) return compareOverlaps(request, console);
    if (request.comparesSharing) return compareSharing(request, console, planOf);
    LW_TRY(const TilingPlan plan, planOf(request, console));
    noteColours(arguments, request, console);
    if (!request.asJson) console.line(tilingText(plan));
    LW_TRY([[maybe_unused]] const Done written, writeFor(request, plan, arguments, console));
    Exit exit = Exit::Pass;
    if (request.input) {
        LW_TRY(exit, runTiles(request, plan, console));
    }
    if (request.asJson) console.print(lower::tiling::jsonOf(plan).text(2) + "\n");
    console.document()["plan"] = lower::tiling::jsonOf(plan);
    return exit;
}

} // namespace

Result<Exit> runTile(const Arguments& arguments, Console& console) {
    source::DiskLoader disk;
    source::Files files(disk);
    network::Section section = sectionOf(arguments);
    auto size = pictureSizeOf(arguments, files);
    if (!size) {
        console.problem(size.problem(), &files);
        return Exit::Usage;
    }
    section.image = *size;
    auto network = networkFrom(arguments, section, files, console);
    if (!network) return Exit::Usage;
    const auto request = tileRequestOf(*std::move(network), arguments, section.image, files);
    if (!request) {
        console.problem(request.problem(), &files);
        return Exit::Usage;
    }
    const auto exit = answer(*request, arguments, console);
    if (!exit) {
        console.problem(exit.problem(), &files);
        return exit.problem().message == &messages::kNotChosenInTime ? Exit::Limit : Exit::Usage;
    }
    if (*exit == Exit::Limit && request->deadline->left() <= 0)
        console.problem({&messages::kOutOfTime, {secondsText(*request)}, {}, {}, {}});
    return *exit;
}

} // namespace lw::cli
