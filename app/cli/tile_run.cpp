// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tile_run.h"

#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/tile_outputs.h"
#include "app/cli/tile_text.h"
#include "core/base/json.h"
#include "core/project/launch_progress.h"
#include "core/project/layer_sharing.h"
#include "core/project/messages.h"
#include "core/project/tile_folder.h"
#include "core/source/files.h"
#include "core/tensor/npy.h"

#include <array>
#include <utility>

namespace lw::cli {

using lower::tiling::TilingPlan;

namespace {

// The cost of both kinds of transfers for the host, side by side.
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

// What strides cost by an access pattern, and what they would cost by kernel striding.
void noteStrides(const lower::striding::NetworkPlan& plan, bool asJson, Console& console) {
    const StrideCost cost = strideCostOf(plan);
    if (cost.layers == 0) return;
    Json& document = console.document()["strides"];
    document["layers"] = cost.layers;
    document["macsByPattern"] = cost.byPattern;
    document["macsByStriding"] = cost.byStriding;
    if (!asJson) console.line(strideText(cost));
}

// The plan as programs know it: with parts if circuits share layers.
TilingPlan launched(const TileRequest& request, const TilingPlan& plan) {
    return request.sharesLayers() ? project::partsOf(plan, request.array) : plan;
}

// To its end; or it reports where it was when the time was over.
bool runOut(const TileRequest& request, machine::Machine& machine, const auto& what, Console& console) {
    machine::Timeline timeline(machine);
    const RunEnd end = runToEnd(timeline, request.left(), console);
    if (!machine.halted() && !request.asJson) console.line(what() + ": " + stopText(machine, end));
    return machine.halted();
}

} // namespace

project::TilesToRun tilesOf(const TileRequest& request) {
    return {request.network, *request.input, request.machine,
            request.options, request.array,  request.transfers.value_or(project::Transfers::Strided),
            request.kernel};
}

project::TilesWatch watchOf(const TileRequest& request, Console& console) {
    project::TilesWatch out;
    out.stop = request.stop();
    out.toEnd = [&](machine::Machine& machine, std::optional<std::uint64_t> tile) -> Result<bool> {
        const auto where = [&] {
            const bool isRound = !tile && request.array.count() > 1;
            const std::uint64_t number =
                tile ? *tile : project::roundsDone(project::circuitsOf(machine)).value_or(0);
            return (isRound ? "round " : "tile ") + std::to_string(number);
        };
        return runOut(request, machine, where, console);
    };
    return out;
}

Result<std::optional<project::TilesRan>> runAll(const TileRequest& request, const TilingPlan& plan,
                                                Console& console) {
    project::TilesWatch watch = watchOf(request, console);
    watch.begins = [&](project::LaunchedRun& run, const project::TilePrograms& programs) -> Outcome {
        if (request.folder) {
            LW_TRY(const std::string start,
                   project::writeTileFolder(run, plan, request.share(), request.origin, *request.folder));
            if (!request.asJson) console.line("written: " + start);
        }
        if (request.options.strideBy == lower::striding::StrideBy::Pattern)
            noteStrides(programs.programs.front().plan, request.asJson, console);
        return Done{};
    };
    watch.ends = [&](project::LaunchedRun& run, const project::TilePrograms&) -> Outcome {
        if (request.transfers) noteHostWork(run, *request.transfers, request.asJson, console);
        return Done{};
    };
    watch.notApart = request.folder      ? &project::messages::kNotLaunched
                     : request.transfers ? &messages::kNotStrided
                                         : nullptr;
    return project::runTiles(tilesOf(request), launched(request, plan), watch);
}

Result<std::optional<project::WholePicture>> wholePictureOf(const TileRequest& request, Console& console) {
    const auto untiled = [&](machine::Machine& machine) -> Result<bool> {
        return runOut(
            request, machine, [] { return std::string("the whole picture untiled"); }, console);
    };
    return project::wholePicture(request.network, request.machine, request.options, *request.input, untiled,
                                 request.stop(), request.kernel);
}

std::string wholeText(const project::WholePicture& whole, const TileRequest& request) {
    if (!whole.untiled)
        return "the whole picture does not fit the circuit untiled: " + textOf(*whole.refused);
    return "beside the whole picture untiled on " + std::string(request.array.count() == 1 ? "the" : "one") +
           " circuit, " + std::to_string(whole.untiled->clocks) + " clocks";
}

std::vector<std::vector<std::string>> verdictRows(const project::WholePicture& whole,
                                                  const std::vector<Verdict>& verdicts) {
    std::vector<std::vector<std::string>> out;
    const auto add = [&](std::string_view name, Agreement Verdict::*which) {
        std::vector<std::string> equal{"equal to " + std::string(name)}, zeros{"  zeros of another sign"};
        for (const Verdict& verdict : verdicts) {
            const Agreement& one = verdict.*which;
            equal.push_back(groupedText(one.equal) + " of " + groupedText(one.elements));
            zeros.push_back(groupedText(one.signedZeros));
        }
        out.push_back(std::move(equal));
        out.push_back(std::move(zeros));
    };
    if (whole.untiled) add("the untiled circuit", &Verdict::agreement);
    add("the reference", &Verdict::reference);
    return out;
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

// How long the tiles took, as far as that is known.
void noteRan(const TileRequest& request, const project::TilesRan& ran, Console& console) {
    Json& document = console.document();
    document["clocks"] = ran.clocks;
    if (ran.modelled) document["modelled"] = *ran.modelled;
    if (ran.moved) document["bytes"] = movedJson(ran.planned, *ran.moved);
    if (request.asJson) return;
    console.line(clocksText(ran.clocks, ran.modelled) + " on " +
                 circuitsText(request.array, request.sharesLayers()));
    if (ran.moved) console.line(movedText(ran.planned, *ran.moved));
}

// Nothing if a limit ended it.
Result<std::optional<Exit>> compareWhole(const TileRequest& request, const project::TilesRan& ran,
                                         Console& console) {
    LW_TRY(const std::optional<project::WholePicture> whole, wholePictureOf(request, console));
    if (!whole) return std::optional<Exit>();
    Json& document = console.document();
    LW_TRY(const std::vector<Agreement> reference, project::agreementsOf(ran.outputs, whole->reference));
    LW_TRY(const std::vector<Agreement> agreements, project::agreementsOf(ran.outputs, whole->outputs()));
    note(sumOf(agreements), sumOf(reference), *whole, document);
    document["outputs"] = jsonOf(request.network, agreements);
    if (!request.asJson) {
        const std::string beside = wholeText(*whole, request);
        console.line(whole->untiled ? beside + ":" + agreementText(request.network, agreements) : beside);
        console.line("beside the whole picture, computed by the reference:" +
                     agreementText(request.network, reference));
    }
    const bool isAll = sumOf(agreements).isAll() && sumOf(reference).isAll();
    return std::optional(isAll && ran.unexpected == 0 ? Exit::Pass : Exit::CheckFailed);
}

} // namespace

Result<Exit> runTiles(const TileRequest& request, const TilingPlan& plan, Console& console) {
    LW_TRY(const std::optional<project::TilesRan> ran, runAll(request, plan, console));
    if (!ran) return Exit::Limit;
    LW_TRY([[maybe_unused]] const Done written, writeAsked(request, ran->outputs, console));
    noteRan(request, *ran, console);
    LW_TRY(const std::optional<Exit> compared, compareWhole(request, *ran, console));
    return compared.value_or(Exit::Limit);
}

} // namespace lw::cli
