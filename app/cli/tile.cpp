// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "app/cli/net_input.h"
#include "app/cli/run_loop.h"
#include "app/cli/tile_arguments.h"
#include "app/cli/tile_text.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/chips/catalog.h"
#include "core/lower/striding/direct.h"
#include "core/lower/tiling/curve.h"
#include "core/lower/tiling/python_text.h"
#include "core/network/quantisation.h"
#include "core/network/resized.h"
#include "core/project/launch_progress.h"
#include "core/project/launched_run.h"
#include "core/project/load_network.h"
#include "core/project/lower_network.h"
#include "core/project/messages.h"
#include "core/project/tile_folder.h"
#include "core/project/tile_size.h"
#include "core/project/tiled_run.h"
#include "core/tensor/compare.h"
#include "core/tensor/npy.h"
#include "core/tensor/picture.h"

#include <algorithm>
#include <filesystem>
#include <limits>

// lw tile: a picture of any size on a program that is compiled for one size.
namespace lw::cli {

namespace {

using lower::tiling::Fill;
using lower::tiling::Size;
using lower::tiling::TilingPlan;

struct Request {
    network::Network network;            // for the picture's size
    std::optional<TilingPlan> plan;      // --plan
    std::optional<tensor::Tensor> input; // the picture as the network reads it
    Size picture;
    std::optional<Size> fixed; // nothing: it is chosen
    std::optional<Fill> fill;
    std::string machine;
    lower::striding::Options options;
    project::TileArray array;
    RunLimits limits;
    std::optional<std::string> folder; // for the program
    project::Origin origin;            // of it
    bool asJson = false, wantsCurve = false;
    lower::tiling::Grid grid() const {
        return array.count() == 1 ? lower::tiling::Grid::Border : lower::tiling::Grid::Steps;
    }
};

// The plan of --plan, for this network of any size.
Result<std::optional<TilingPlan>> givenPlan(const Arguments& arguments, const network::Network& network,
                                            source::Files& files) {
    const auto path = arguments.value("--plan");
    if (!path) return std::optional<TilingPlan>();
    for (const std::string_view other : {"--fixed", "--mode", "--curve"})
        if (arguments.has(other)) return Problem{&messages::kPlanHasThat, {std::string(other)}, {}, {}, {}};
    LW_TRY(const std::uint32_t file, files.open(*path));
    LW_TRY(TilingPlan plan, lower::tiling::planFromJson(files[file].text(), file, network));
    return std::optional(std::move(plan));
}

// The network for the size of the picture, which is the plan's if no other is given.
Outcome readPicture(const Arguments& arguments, const std::optional<network::ImageSize>& given,
                    Request& out) {
    if (!given && !out.plan) return Problem{&messages::kNoPictureSize, {}, {}, {}, {}};
    out.picture =
        given ? Size{static_cast<std::int64_t>(given->rows), static_cast<std::int64_t>(given->columns)}
              : out.plan->picture;
    if (out.plan && out.picture != out.plan->picture)
        return Problem{
            &messages::kOtherPicture, {sizeText(out.plan->picture), sizeText(out.picture)}, {}, {}, {}};
    LW_TRY(out.network, network::resized(std::move(out.network), static_cast<std::uint64_t>(out.picture.rows),
                                         static_cast<std::uint64_t>(out.picture.columns)));
    LW_TRY(const std::optional<tensor::Tensor> read, givenInput(arguments, out.network));
    if (!read) return Done{};
    LW_TRY(out.input, network::asInput(out.network, *read, network::Arithmetic::F32));
    return Done{};
}

Result<Request> requestOf(network::Network network, const Arguments& arguments,
                          const std::optional<network::ImageSize>& size, source::Files& files) {
    Request out;
    out.network = std::move(network);
    // First of all, whatever the sizes: what cannot be tiled has shapes of its own.
    LW_TRY([[maybe_unused]] const network::Line line, network::lineOf(out.network, network::Direction::Rows));
    LW_TRY(out.plan, givenPlan(arguments, out.network, files));
    LW_TRY([[maybe_unused]] const Done read, readPicture(arguments, size, out));
    out.wantsCurve = arguments.has("--curve");
    LW_TRY(out.fixed, fixedIn(arguments));
    LW_TRY(out.fill, fillIn(arguments));
    out.machine = arguments.value("--machine").value_or("");
    if (chips::isMachinePath(out.machine)) out.options.machine = absolutePath(out.machine);
    LW_TRY(out.array, arrayFor(arguments, out.machine));
    out.origin.machine = out.options.machine.empty() ? out.machine : out.options.machine;
    out.origin.network = absolutePath(arguments.operands().front());
    out.origin.section = sectionOf(arguments);
    out.options.keep = 0;
    out.options.fold = !arguments.has("--no-fold");
    LW_TRY(out.options.order, rowOrderIn(arguments));
    constexpr std::string_view kForms[] = {"text", "json"};
    LW_TRY(const std::size_t form, arguments.choice("--report", kForms));
    out.asJson = form == 1;
    constexpr std::string_view kRuntimes[] = {"python"};
    LW_TRY([[maybe_unused]] const std::size_t runtime, arguments.choice("--to", kRuntimes));
    if (arguments.has("--to") && !arguments.has("--output"))
        return Problem{&messages::kNoFolder, {}, {}, {}, {}};
    if (arguments.has("--output") && !arguments.has("--to")) out.folder = arguments.value("--output");
    if (out.folder && !out.input) return Problem{&messages::kNoPictureToWrite, {}, {}, {}, {}};
    LW_TRY(out.limits.seconds, arguments.real("--limit-seconds", out.limits.seconds));
    return out;
}

struct Ran {
    tensor::Tensor output;
    std::uint64_t clocks = 0, unexpected = 0;
    std::optional<project::HostBytes> moved{}; // where one machine ran all tiles
};

using project::TileNetwork;

// All tiles by programs that are launched, on one machine; nothing as below.
Result<std::optional<Ran>> launchTiles(const Request& request, const TilingPlan& plan,
                                       const TileNetwork& tile, const machine::CircuitLimits& circuit,
                                       Console& console) {
    LW_TRY(const project::TilePrograms programs,
           project::lowerTiles(tile, plan, circuit, request.options, request.array));
    project::LaunchedRun run(programs, tile, plan, request.machine, *request.input);
    if (request.folder) {
        LW_TRY(const std::string start, project::writeTileFolder(run, plan, request.origin, *request.folder));
        if (!request.asJson) console.line("written: " + start);
    }
    LW_TRY(const std::unique_ptr<machine::Machine> machine, run.begin());
    machine::Timeline timeline(*machine);
    const RunEnd end = runToEnd(timeline, request.limits, console);
    if (!machine->halted()) {
        console.line(std::string(request.array.count() == 1 ? "tile " : "round ") +
                     std::to_string(project::roundsDone(project::circuitsOf(*machine)).value_or(0)) + ": " +
                     stopText(*machine, end));
        return std::optional<Ran>();
    }
    Ran out;
    out.clocks = machine->clock();
    out.moved = project::hostBytesOf(*machine);
    out.output = run.output(*machine);
    return std::optional(std::move(out));
}

// One tile after the other, each on machines of its own, where the host computes a part; nothing if a limit
// ended it, of which the console knows.
Result<std::optional<Ran>> runTiles(const Request& request, const TilingPlan& plan, const TileNetwork& tile,
                                    const machine::CircuitLimits&, Console& console) {
    LW_TRY(lower::striding::LoweredNetwork lowered,
           project::lowerNetwork(tile.toLower(), request.machine, request.options));
    project::TiledRun run(lowered, plan, request.machine, *request.input, tile.masks());
    Ran out;
    for (std::uint64_t number = 0; number < run.tiles(); ++number) {
        project::StridedRun one = run.begin(number);
        for (std::size_t part = 0; part < lowered.parts.size(); ++part) {
            LW_TRY(const std::unique_ptr<machine::Machine> machine, one.begin(part));
            machine::Timeline timeline(*machine);
            const RunEnd end = runToEnd(timeline, request.limits, console);
            if (!machine->halted()) {
                console.line("tile " + std::to_string(number) + ": " + stopText(*machine, end));
                return std::optional<Ran>();
            }
            LW_TRY(const std::uint64_t unexpected, one.finish(part, *machine));
            out.unexpected += unexpected;
            out.clocks += lowered.parts[part].report.clocks;
        }
        run.take(number, one.output());
    }
    out.output = run.output();
    return std::optional(std::move(out));
}

// --png: the output as a picture; codes of int8 as what they stand for.
Outcome writePicture(const std::string& path, const network::Network& network, const tensor::Tensor& output) {
    const network::ValueId id = network.outputs.front();
    const auto step = output.dtype() == tensor::DType::I8 ? network::stepOf(network, id) : std::nullopt;
    LW_TRY(
        const tensor::Picture picture,
        tensor::pictureOf(step ? network::numbersOf(output, *step, network::zeroOf(network, id)) : output));
    return writeFileAtomically(path, tensor::encodePng(picture));
}

Result<Exit> runAndCompare(const Request& request, const TilingPlan& plan, const Arguments& arguments,
                           Console& console) {
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(request.machine));
    LW_TRY(const TileNetwork tile, project::tileNetwork(request.network, plan));
    const bool isOne = project::isOneProgram(tile.toLower(), circuit);
    if (!isOne && request.array.count() > 1) return Problem{&messages::kNotForArray, {}, {}, {}, {}};
    if (!isOne && request.folder) return Problem{&project::messages::kNotLaunched, {}, {}, {}, {}};
    const auto runAll = isOne ? launchTiles : runTiles;
    LW_TRY(const std::optional<Ran> ran, runAll(request, plan, tile, circuit, console));
    if (!ran) return Exit::Limit;
    if (const auto result = arguments.value("--result")) {
        LW_TRY([[maybe_unused]] const Done written, tensor::writeNpy(*result, ran->output));
    }
    if (const auto path = arguments.value("--png")) {
        LW_TRY([[maybe_unused]] const Done written, writePicture(*path, request.network, ran->output));
    }
    const tensor::Tensor whole =
        lower::striding::directOutput(request.network, circuit, request.options.fold, *request.input);
    LW_TRY(const tensor::Comparison compared, tensor::compare(ran->output, whole, {}));
    const std::uint64_t all = whole.count(), equal = all - compared.beyond;
    console.document()["clocks"] = ran->clocks;
    console.document()["equal"] = equal;
    console.document()["elements"] = all;
    if (!request.asJson) {
        console.line(std::to_string(ran->clocks) + " clocks on " + circuitsText(request.array));
        if (ran->moved) console.line(movedText(*ran->moved));
        console.line("beside the whole picture, computed by the reference: equal, " + std::to_string(equal) +
                     " of " + std::to_string(all) + " elements");
    }
    return compared.accepted() && ran->unexpected == 0 ? Exit::Pass : Exit::CheckFailed;
}

// --to: the plan for another runtime, as a file in the folder of --output.
Outcome writeFor(const Request& request, const TilingPlan& plan, const Arguments& arguments,
                 Console& console) {
    const auto folder = arguments.value("--output");
    if (!arguments.has("--to") || !folder) return Done{};
    LW_TRY(const std::string text, lower::tiling::pythonText(plan, request.network));
    std::error_code failed; // what is written tells
    std::filesystem::create_directories(*folder, failed);
    const std::string path = (std::filesystem::path(*folder) / "tiles.py").string();
    LW_TRY([[maybe_unused]] const Done written, writeFileAtomically(path, text));
    if (!request.asJson) console.line("written: " + path);
    return Done{};
}

// --fixed auto: the size of a tile by the machine, and why it is no other.
Result<TilingPlan> planOfChosenSize(const Request& request, Console& console) {
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(request.machine));
    LW_TRY(std::optional<project::TileSize> chosen,
           project::chooseTileSize(request.network, request.fill, circuit, request.options, request.array));
    if (!chosen) return Problem{&messages::kNoTileSize, {}, {}, {}, {}};
    Json& why = console.document()["size"];
    why["fixed"] = chosen->plan.fixed.rows;
    if (chosen->refused) {
        why["better"] = chosen->better;
        why["refused"] = textOf(*chosen->refused);
    }
    if (!request.asJson) console.line(chosenSizeText(*chosen));
    return std::move(chosen->plan);
}

// That of --plan, or of the sizes.
Result<TilingPlan> planOf(const Request& request, Console& console) {
    if (request.plan) return *request.plan;
    if (!request.fixed) return planOfChosenSize(request, console);
    return lower::tiling::planTiles(request.network, request.picture, *request.fixed, request.fill,
                                    request.grid());
}

Result<Exit> showCurve(const Request& request, Console& console) {
    LW_TRY(const std::vector<lower::tiling::CurvePoint> curve, lower::tiling::curveOf(request.network));
    if (!request.asJson) console.line(curveText(curve));
    if (request.asJson) console.print(lower::tiling::jsonOf(curve).text(2) + "\n");
    console.document()["curve"] = lower::tiling::jsonOf(curve);
    return Exit::Pass;
}

} // namespace

Result<Exit> runTile(const Arguments& arguments, Console& console) {
    source::DiskLoader disk;
    source::Files files(disk);
    network::Section section = sectionOf(arguments);
    LW_TRY(section.image, givenSize(arguments));
    auto network = project::loadNetwork(arguments.operands().front(), files, section);
    if (!network) {
        console.problem(network.problem(), &files);
        return Exit::Usage;
    }
    for (const Problem& warning : network->warnings) console.problem(warning, &files);
    const auto request = requestOf(*std::move(network), arguments, section.image, files);
    if (!request) {
        console.problem(request.problem(), &files);
        return Exit::Usage;
    }
    if (request->wantsCurve) return showCurve(*request, console);
    const auto plan = planOf(*request, console);
    if (!plan) {
        console.problem(plan.problem(), &files);
        return Exit::Usage;
    }
    if (!request->asJson) console.line(tilingText(*plan));
    LW_TRY([[maybe_unused]] const Done written, writeFor(*request, *plan, arguments, console));
    Exit exit = Exit::Pass;
    if (request->input) {
        LW_TRY(exit, runAndCompare(*request, *plan, arguments, console));
    }
    if (request->asJson) console.print(lower::tiling::jsonOf(*plan).text(2) + "\n");
    console.document()["plan"] = lower::tiling::jsonOf(*plan);
    return exit;
}

} // namespace lw::cli
