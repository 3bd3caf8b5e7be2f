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
#include <chrono>
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

// Says where a limit ended it.
project::ToEnd toEnd(const RunLimits& limits, std::string_view what, Console& console) {
    return [&limits, what = std::string(what), &console](machine::Machine& machine) -> Result<bool> {
        machine::Timeline timeline(machine);
        const RunEnd end = runToEnd(timeline, limits, console);
        if (!machine.halted()) console.line(what + ": " + stopText(machine, end));
        return machine.halted();
    };
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
        LW_TRY(const std::optional<project::PartsRan> ran,
               one.runAll(toEnd(request.limits, "tile " + std::to_string(number), console)));
        if (!ran) return std::optional<TilesRan>();
        out.unexpected += ran->unexpected;
        out.clocks += ran->clocks;
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

Result<std::vector<tensor::Tensor>> referenceOutputs(const TileRequest& request) {
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(request.machine));
    return lower::striding::directOutputs(request.network, circuit, request.options.fold, *request.input);
}

namespace {

Outcome writeAsked(const TileRequest& request, const std::vector<tensor::Tensor>& outputs, Console& console) {
    for (const OutputFile& one : request.results) {
        LW_TRY([[maybe_unused]] const Done written, tensor::writeNpy(one.file, outputs[one.output]));
    }
    for (const OutputFile& one : request.pictures) {
        LW_TRY([[maybe_unused]] const Done written, writePicture(one, request.network, outputs));
    }
    if (!request.folder) return Done{};
    LW_TRY(const std::vector<std::string> files,
           writeOutputs(request.network, outputs, source::pathIn(*request.folder, "outputs")));
    for (const std::string& file : files)
        if (!request.asJson) console.line("written: " + file);
    return Done{};
}

// What the tiles took, as far as that is known.
void noteRan(const TileRequest& request, const TilesRan& ran, Console& console) {
    Json& document = console.document();
    document["clocks"] = ran.clocks;
    if (ran.modelled) document["modelled"] = *ran.modelled;
    if (ran.moved) document["bytes"] = movedJson(ran.planned, *ran.moved);
    if (request.asJson) return;
    console.line(clocksText(ran.clocks, ran.modelled) + " on " +
                 circuitsText(request.array, request.sharesLayers()));
    if (ran.moved) console.line(movedText(ran.planned, *ran.moved));
}

// The whole picture untiled on the circuit, if it fits, and by the reference; nothing as above.
Result<std::optional<Exit>> compareWhole(const TileRequest& request, const TilesRan& ran,
                                         const RunLimits& limits, Console& console) {
    LW_TRY(const std::optional<project::WholePicture> whole,
           project::wholePicture(request.network, request.machine, request.options, *request.input,
                                 toEnd(limits, "the whole picture untiled", console)));
    if (!whole) return std::optional<Exit>();
    Json& document = console.document();
    LW_TRY(const std::vector<Agreement> reference, agreementsOf(ran.outputs, whole->reference));
    LW_TRY(const std::vector<Agreement> agreements, agreementsOf(ran.outputs, whole->outputs()));
    document["comparedWith"] = whole->untiled ? "circuit" : "reference";
    note(sumOf(agreements), document);
    document["outputs"] = jsonOf(request.network, agreements);
    note(sumOf(reference), document["reference"]);
    if (whole->untiled) document["untiled"]["clocks"] = whole->untiled->clocks;
    if (whole->refused) document["untiled"]["refused"] = textOf(*whole->refused);
    if (!request.asJson) {
        console.line(whole->untiled
                         ? "beside the whole picture untiled on " +
                               std::string(request.array.count() == 1 ? "the" : "one") + " circuit, " +
                               std::to_string(whole->untiled->clocks) +
                               " clocks:" + agreementText(request.network, agreements)
                         : "the whole picture does not fit the circuit untiled: " + textOf(*whole->refused));
        console.line("beside the whole picture, computed by the reference:" +
                     agreementText(request.network, reference));
    }
    const bool isAll = sumOf(agreements).isAll() && sumOf(reference).isAll();
    return std::optional(isAll && ran.unexpected == 0 ? Exit::Pass : Exit::CheckFailed);
}

} // namespace

Result<Exit> runTiles(const TileRequest& request, const TilingPlan& plan, Console& console) {
    const auto begin = std::chrono::steady_clock::now();
    LW_TRY(const std::optional<TilesRan> ran, runAll(request, plan, console));
    if (!ran) return Exit::Limit;
    LW_TRY([[maybe_unused]] const Done written, writeAsked(request, ran->outputs, console));
    noteRan(request, *ran, console);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    RunLimits left = request.limits;
    left.seconds -= took.count();
    LW_TRY(const std::optional<Exit> compared, compareWhole(request, *ran, left, console));
    return compared.value_or(Exit::Limit);
}

} // namespace lw::cli
