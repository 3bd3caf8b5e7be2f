// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tile_run.h"

#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "app/cli/tile_outputs.h"
#include "app/cli/tile_text.h"
#include "core/base/json.h"
#include "core/lower/striding/direct.h"
#include "core/project/launch_progress.h"
#include "core/project/launched_run.h"
#include "core/project/layer_sharing.h"
#include "core/project/lower_network.h"
#include "core/project/messages.h"
#include "core/project/tile_folder.h"
#include "core/project/tiled_run.h"
#include "core/source/files.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lw::cli {

using lower::tiling::TilingPlan;
using project::TileNetwork;

namespace {

// What either kind of transfers costs the host, side by side.
void noteHostWork(const project::LaunchedRun& run, project::Transfers used, bool asJson, Console& console) {
    std::array<std::optional<project::HostWork>, 2> work;
    Json& document = console.document()["transfers"];
    document["used"] = std::string(project::kTransferNames[static_cast<std::size_t>(used)]);
    for (const project::Transfers transfers : {project::Transfers::Strided, project::Transfers::Copied}) {
        const auto number = static_cast<std::size_t>(transfers);
        work[number] = run.hostWork(transfers);
        if (!work[number]) continue;
        Json& entry = document[std::string(project::kTransferNames[number])];
        entry["copiedBytes"] = work[number]->copiedBytes;
        entry["milliseconds"] = work[number]->milliseconds;
    }
    if (!asJson) console.line(hostWorkText(work, used));
}

// What strides cost by an access pattern, and what they would by kernel striding.
void noteStrides(const lower::striding::NetworkPlan& plan, bool asJson, Console& console) {
    const StrideCost cost = strideCostOf(plan);
    if (cost.layers == 0) return;
    Json& document = console.document()["strides"];
    document["layers"] = cost.layers;
    document["macsByPattern"] = cost.byPattern;
    document["macsByStriding"] = cost.byStriding;
    if (!asJson) console.line(strideText(cost));
}

// The plan as programs know it: of parts where circuits share layers.
TilingPlan launched(const TileRequest& request, const TilingPlan& plan) {
    return request.sharesLayers() ? project::partsOf(plan, request.array) : plan;
}

// All tiles by programs that are launched, on one machine; nothing as below.
Result<std::optional<TilesRan>> launchTiles(const TileRequest& request, const TilingPlan& given,
                                            const TileNetwork& tile, const machine::CircuitLimits& circuit,
                                            Console& console) {
    const TilingPlan plan = launched(request, given);
    LW_TRY(const project::TilePrograms programs,
           project::lowerTiles(tile, plan, circuit, request.options, request.array));
    const project::Transfers transfers = request.transfers.value_or(project::Transfers::Strided);
    project::LaunchedRun run(programs, tile, plan, request.machine, *request.input, transfers);
    if (request.folder) {
        LW_TRY(const std::string start,
               project::writeTileFolder(run, given, request.share(), request.origin, *request.folder));
        if (!request.asJson) console.line("written: " + start);
    }
    TilesRan out;
    if (const auto modelled = run.modelledClocks()) out.modelled = *modelled;
    if (request.options.strideBy == lower::striding::StrideBy::Pattern)
        noteStrides(programs.programs.front().plan, request.asJson, console);
    LW_TRY(const std::unique_ptr<machine::Machine> machine, run.begin());
    machine::Timeline timeline(*machine);
    const RunEnd end = runToEnd(timeline, request.limits, console);
    if (!machine->halted()) {
        console.line(std::string(request.array.count() == 1 ? "tile " : "round ") +
                     std::to_string(project::roundsDone(project::circuitsOf(*machine)).value_or(0)) + ": " +
                     stopText(*machine, end));
        return std::optional<TilesRan>();
    }
    out.clocks = machine->clock();
    out.planned = run.bytesMoved();
    out.moved = project::hostBytesOf(*machine);
    out.waits = run.clocksWaited(*machine);
    out.outputs = run.outputs(*machine);
    if (request.transfers) noteHostWork(run, transfers, request.asJson, console);
    for (const lower::striding::Lowering& program : programs.programs)
        out.bufferBytes = std::max(out.bufferBytes, program.plan.bufferBytes);
    return std::optional(std::move(out));
}

// One tile after the other, each on machines of its own, where the host computes a part; nothing if a limit
// ended it, of which the console knows.
Result<std::optional<TilesRan>> runEach(const TileRequest& request, const TilingPlan& plan,
                                        const TileNetwork& tile, const machine::CircuitLimits&,
                                        Console& console) {
    LW_TRY(lower::striding::LoweredNetwork lowered,
           project::lowerNetwork(tile.toLower(), request.machine, request.options));
    project::TiledRun run(lowered, plan, request.machine, *request.input, tile.masks());
    TilesRan out;
    for (std::uint64_t number = 0; number < run.tiles(); ++number) {
        project::StridedRun one = run.begin(number);
        for (std::size_t part = 0; part < lowered.parts.size(); ++part) {
            LW_TRY(const std::unique_ptr<machine::Machine> machine, one.begin(part));
            machine::Timeline timeline(*machine);
            const RunEnd end = runToEnd(timeline, request.limits, console);
            if (!machine->halted()) {
                console.line("tile " + std::to_string(number) + ": " + stopText(*machine, end));
                return std::optional<TilesRan>();
            }
            LW_TRY(const std::uint64_t unexpected, one.finish(part, *machine));
            out.unexpected += unexpected;
            out.clocks += lowered.parts[part].report.clocks;
        }
        run.take(number, one.outputs());
    }
    out.outputs = run.outputs();
    for (const lower::striding::Lowering& part : lowered.parts)
        out.bufferBytes = std::max(out.bufferBytes, part.plan.bufferBytes);
    return std::optional(std::move(out));
}

} // namespace

Result<std::optional<TilesRan>> runAll(const TileRequest& request, const TilingPlan& plan, Console& console) {
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(request.machine));
    LW_TRY(const TileNetwork tile, project::tileNetwork(request.network, launched(request, plan)));
    const bool isOne = project::isOneProgram(tile.toLower(), circuit);
    LW_TRY([[maybe_unused]] const Done kept,
           project::checkOverlap(plan.overlap, tile.toLower(), circuit, request.array));
    if (!isOne && request.array.count() > 1) return Problem{&messages::kNotForArray, {}, {}, {}, {}};
    if (!isOne && request.folder) return Problem{&project::messages::kNotLaunched, {}, {}, {}, {}};
    if (!isOne && request.transfers) return Problem{&messages::kNotStrided, {}, {}, {}, {}};
    return (isOne ? launchTiles : runEach)(request, plan, tile, circuit, console);
}

Result<std::vector<tensor::Tensor>> wholeOutputs(const TileRequest& request) {
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(request.machine));
    return lower::striding::directOutputs(request.network, circuit, request.options.fold, *request.input);
}

Result<Exit> runTiles(const TileRequest& request, const TilingPlan& plan, Console& console) {
    LW_TRY(const std::optional<TilesRan> ran, runAll(request, plan, console));
    if (!ran) return Exit::Limit;
    for (const OutputFile& one : request.results) {
        LW_TRY([[maybe_unused]] const Done written, tensor::writeNpy(one.file, ran->outputs[one.output]));
    }
    for (const OutputFile& one : request.pictures) {
        LW_TRY([[maybe_unused]] const Done written, writePicture(one, request.network, ran->outputs));
    }
    if (request.folder) {
        LW_TRY(const std::vector<std::string> files,
               writeOutputs(request.network, ran->outputs, source::pathIn(*request.folder, "outputs")));
        for (const std::string& file : files)
            if (!request.asJson) console.line("written: " + file);
    }
    LW_TRY(const std::vector<tensor::Tensor> whole, wholeOutputs(request));
    LW_TRY(const std::vector<Agreement> agreements, agreementsOf(ran->outputs, whole));
    const Agreement all = sumOf(agreements);
    Json& document = console.document();
    document["clocks"] = ran->clocks;
    if (ran->modelled) document["modelled"] = *ran->modelled;
    if (ran->moved) document["bytes"] = movedJson(ran->planned, *ran->moved);
    note(all, document);
    document["outputs"] = jsonOf(request.network, agreements);
    if (!request.asJson) {
        console.line(clocksText(ran->clocks, ran->modelled) + " on " +
                     circuitsText(request.array, request.sharesLayers()));
        if (ran->moved) console.line(movedText(ran->planned, *ran->moved));
        console.line("beside the whole picture, computed by the reference:" +
                     agreementText(request.network, agreements));
    }
    return all.isAll() && ran->unexpected == 0 ? Exit::Pass : Exit::CheckFailed;
}

} // namespace lw::cli
