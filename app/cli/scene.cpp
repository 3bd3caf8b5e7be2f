// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/circuit_scenes.h"
#include "app/cli/command_list.h"
#include "app/cli/expressions.h"
#include "app/cli/firmware_scenes.h"
#include "app/cli/messages.h"
#include "app/cli/network_scene.h"
#include "app/cli/prepared_run.h"
#include "app/cli/recompute_scenes.h"
#include "app/cli/stride_scenes.h"
#include "app/cli/tensor_arguments.h"
#include "app/cli/tile_scenes.h"
#include "core/base/closest_word.h"
#include "core/project/tensor_input.h"
#include "core/scene/board_diagram.h"
#include "core/scene/bundle_bits.h"
#include "core/scene/bundle_grid.h"
#include "core/scene/change_list.h"
#include "core/scene/chip_diagram.h"
#include "core/scene/tensor_view.h"
#include "core/scene/unit_state.h"
#include "core/scene/why_clock.h"

#include <limits>

// lw scene: the data of a picture.
namespace lw::cli {

namespace {

struct SceneRequest {
    PreparedRun& run;
    const Arguments& arguments;
    std::string program; // its path
    std::uint32_t first, count;
    bool ran;
    std::string name;    // of a tensor
    std::string element; // of it
    std::shared_ptr<const machine::Snapshot> state;
    std::shared_ptr<const machine::Snapshot> before; // the machine as it was loaded
    machine::CoreId core{};                          // that is shown

    const machine::Core& shown() const { return run.machine->core(core); }
    machine::Scope scope() const { return machine::scopeOf(*run.machine, core); }
    machine::Moment now() const { return machine::momentOf(*run.machine, core); }
};

Result<Json> bundleGridScene(const SceneRequest& request) {
    scene::GridCounts counts;
    if (request.ran) counts = {request.shown().bundleCounts(), request.shown().bundleStalls()};
    LW_TRY(const scene::BundleGrid grid,
           scene::bundleGrid(request.shown().program(), request.shown().target(), request.first,
                             request.count, counts));
    return jsonOf(grid);
}

Result<Json> bundleBitsScene(const SceneRequest& request) {
    LW_TRY(const scene::BundleBits picture,
           scene::bundleBits(request.shown().program(), request.shown().target(), request.first));
    return jsonOf(picture);
}

Result<Json> tensorScene(const SceneRequest& request) {
    machine::Machine& machine = *request.run.machine;
    LW_TRY(const project::TensorOfCore named, project::tensorNamed(machine, request.name, request.core));
    LW_TRY(const scene::ElementSourcePtr elements,
           scene::elementsOfState(machine::scopeOf(machine, named.core->id()), *named.tensor, request.state,
                                  nullptr));
    LW_TRY(const scene::TensorView view, scene::tensorView(scene::infoOf(*named.tensor, named.core->target()),
                                                           *elements, request.first, request.count));
    return jsonOf(view);
}

// What the run changed, from the machine as it was loaded.
Result<Json> changeListScene(const SceneRequest& request) {
    return jsonOf(scene::changeList(request.scope(), *request.before, *request.state, request.count));
}

Result<Json> unitStateScene(const SceneRequest& request) {
    LW_TRY(const chips::Chip* chip, chips::chipNamed(request.shown().target().spec->chip));
    const machine::Moment now = request.now();
    const machine::CoreTree tree = request.shown().tree();
    const auto file = tree.at(tree.withRole(machine::Role::VectorRegisters)).file;
    const auto reports = chip->units(tree, now);
    if (!chip->vectorWriters || !file) return jsonOf(scene::unitState(tree, reports, now, nullptr));
    const machine::WordMakers makers(request.shown().program(), *request.shown().target().spec,
                                     static_cast<std::int8_t>(*file));
    const scene::IntegerRegisters integers(makers, tree, now, chip->vectorWriters(tree, now));
    return jsonOf(scene::unitState(tree, reports, now, nullptr, &integers));
}

Result<Json> whyClockScene(const SceneRequest& request) {
    const machine::Machine& machine = *request.run.machine;
    const auto waiting = request.shown().waiting();
    const auto stalls = request.shown().stalls();
    const auto counts = request.shown().bundleCounts(), stalled = request.shown().bundleStalls();
    return jsonOf(scene::whyClock(
        request.scope(), {machine.clock(), request.shown().nextBundle(), waiting, stalls, counts, stalled},
        request.count));
}

// All cores of a machine of several.
Json boardScene(const project::LoadedProgram& loaded, machine::Machine& machine) {
    const auto cores = std::as_const(machine).cores();
    std::vector<std::optional<machine::Waiting>> waiting; // which the moments point to
    for (const machine::Core* const core : cores) waiting.push_back(core->waiting());
    std::vector<scene::DiagramMoment> moments;
    std::vector<machine::Shipment> shipments;
    for (const machine::Core* const core : cores) {
        moments.push_back({.scope = machine::scopeOf(machine, core->id()),
                           .now = machine::momentOf(machine, core->id()),
                           .halted = core->halted(),
                           .waiting = &waiting[core->id().index]});
        const auto sent = loaded.chip->shipments(moments.back().scope, moments.back().now);
        shipments.insert(shipments.end(), sent.begin(), sent.end());
    }
    return jsonOf(scene::boardDiagram({moments, loaded.machine.way, shipments}));
}

Result<Json> chipDiagramScene(const SceneRequest& request) {
    if (request.name == "board" && request.run.loaded.machine.cores.count > 1)
        return boardScene(request.run.loaded, *request.run.machine);
    const std::optional<machine::Waiting> waiting = request.shown().waiting();
    const std::vector<machine::UnitCount> units = request.shown().unitCounts();
    const machine::Diagram* diagram = &request.run.loaded.machine.diagram;
    for (const machine::DiagramLevel& level : request.run.loaded.machine.surroundings)
        if (level.id == request.name) diagram = &level.diagram;
    const scene::ChipDiagram picture = scene::chipDiagram(*diagram, {.scope = request.scope(),
                                                                     .now = request.now(),
                                                                     .halted = request.shown().halted(),
                                                                     .waiting = &waiting,
                                                                     .units = units});
    return jsonOf(picture);
}

StrideScene strideScene(const SceneRequest& request) {
    return {*request.run.machine, request.program, request.name, request.first,
            request.state,        request.before,  request.ran};
}
Result<Json> maskOf(const SceneRequest& request) { return maskScene(strideScene(request)); }
Result<Json> exactnessOf(const SceneRequest& request) { return exactnessScene(strideScene(request)); }

Result<Json> patchOf(const SceneRequest& request) {
    return patchScene(strideScene(request), request.element);
}

Result<Json> arrayOf(const SceneRequest& request) { return arrayScene(*request.run.machine, request.core); }
Result<Json> poolingOf(const SceneRequest& request) {
    return poolingScene(*request.run.machine, request.core, request.first);
}

Result<Json> networkOf(const SceneRequest& request) {
    return networkSceneOf(request.program, request.shown(), request.arguments);
}

FirmwareScene firmwareScene(const SceneRequest& request) {
    return {request.run, request.arguments, request.program, request.before};
}
Result<Json> besideOf(const SceneRequest& request) { return besideScene(firmwareScene(request)); }
Result<Json> valueGraphOf(const SceneRequest& request) { return valueGraphScene(firmwareScene(request)); }
Result<Json> registerFilesOf(const SceneRequest& request) {
    return registerFilesScene(firmwareScene(request));
}
Result<Json> chainOf(const SceneRequest& request) {
    return chainScene(firmwareScene(request), request.first);
}
Result<Json> differencesOf(const SceneRequest& request) {
    const bool isOne = request.arguments.has("--first");
    return differencesScene(firmwareScene(request), isOne ? std::optional(request.first) : std::nullopt);
}
Result<Json> blocksOf(const SceneRequest& request) {
    return blocksScene(firmwareScene(request), request.first);
}

struct SceneRow {
    std::string_view name, summary;
    Result<Json> (*make)(const SceneRequest&); // null: there is none of a program
    Result<Json> (*ofNetwork)(const std::string& path, const Arguments&) = nullptr; // without a program
};
constexpr SceneRow kScenes[] = {
    {"bundle_grid", "the program: a row for each bundle, a column for each slot; with --run also counts",
     bundleGridScene},
    {"bundle_bits", "the bits of the bundle --first and the fields they belong to", bundleBitsScene},
    {"tensor", "the tensor --name: statistics, histogram and elements; with --run at the end of the run",
     tensorScene},
    {"change_list", "the cells that the run changed, at most --count of them; with --run", changeListScene},
    {"unit_state", "queues, ports, flags, transfers and weights; with --run at the end of the run",
     unitStateScene},
    {"why_clock", "what issues at the present clock or why nothing does, and the stalls so far",
     whyClockScene},
    {"chip_diagram",
     "the units of the core and the wires between them, at the first clock or where --run ends; around it "
     "with --name chip or --name board",
     chipDiagramScene},
    {"array", "every pass in the systolic array, cell by cell, where --run ends", arrayOf},
    {"pooling", "the windows and the line buffer of lane --first of what is pooled where --run ends",
     poolingOf},
    {"mask",
     "first tensor, mask and product of the strided layer --name in channel --first, of a program that lw "
     "stride wrote beside its report; with --run at the end of the run",
     maskOf},
    {"exactness",
     "the modes of such a report for the layer --name side by side, with the differences in channel --first; "
     "with --run the program's own mode is what the run computed",
     exactnessOf},
    {"patch",
     "what --element of the layer --name of such a program is made of: the patch of its input, the kernel, "
     "the products, the passes that add them, and every step to the number",
     patchOf},
    {"network_graph",
     "the layers of a NETWORK, or of the one that such a program was made from, as a graph: costs, where each "
     "is computed, what folds, where the boxes stand; --name given or lowered; with --run also clocks",
     networkOf, networkScene},
    {"tile_map",
     "the tiles of --fixed that a picture of --size is cut into for a NETWORK: what each reads, computes, has "
     "right and gives; with --element which tiles compute that element of the output, with --input also with "
     "what values, and where these stand; --name which output, if not the first one",
     nullptr, tileMapScene},
    {"cone",
     "back from --element of the output of such a tiling (--name which, if not the first one): what it needs "
     "of every layer, what its tile has of that, and what of the tile is right",
     nullptr, coneScene},
    {"tile_lanes",
     "such tiles over time: when each circuit of --machine had which tile, what came and went, and how long it "
     "waited",
     nullptr, tileLanesScene},
    {"ring",
     "what --tile of such a tiling of the picture --input computes of the layer --name in channel --first, "
     "beside what the whole picture has there, and the difference",
     nullptr, ringScene},
    {"beside",
     "firmware and software with its bits line by line, and which instruction a line stands for; --name "
     "numpy, torch, cpp or tensorflow",
     besideOf},
    {"value_graph",
     "what firmware computes as a graph: a value for each instruction, what it reads, where it is put, its layer",
     valueGraphOf},
    {"chain",
     "the chain that instruction --first is in: which unit does what, the vector after each instruction, clocks",
     chainOf},
    {"register_files",
     "what reads and writes the register files of firmware in which clocks, what waits for that, how much is held",
     registerFilesOf},
    {"differences",
     "what firmware gives beside float64, instruction by instruction; with --first every number of one, with "
     "--name what another firmware gives to the network beside it",
     differencesOf},
    {"blocks", "what instruction --first rounds as blocks: exponents, mantissas, and how much is lost",
     blocksOf},
    {"recompute",
     "the layers of a NETWORK that is trained, with their three costs, what these decide and what --policy does",
     nullptr, recomputeScene},
    {"memory", "bytes live through a training step of it, tensor by tensor, and of the other policies beside",
     nullptr, memoryScene},
    {"schedule", "a training step over time: what the model says that each unit does when, by schedule",
     nullptr, scheduleScene},
    {"trade_off", "bytes and clocks of all policies and of every budget", nullptr, tradeOffScene},
};

} // namespace

Result<Exit> runScene(const Arguments& arguments, Console& console) {
    const std::string name = arguments.operands().empty() ? "" : arguments.operands()[0];
    std::vector<std::string_view> names;
    const SceneRow* wanted = nullptr;
    for (const SceneRow& row : kScenes) {
        names.push_back(row.name);
        if (row.name == name) wanted = &row;
    }
    if (!wanted && !arguments.operands().empty())
        return Problem{&messages::kNoScene, {name}, {}, {}, std::string(closestWord(name, names))};
    if (arguments.operands().size() < 2) {
        for (const SceneRow& row : kScenes)
            console.line(std::string(row.name) + "  " + std::string(row.summary));
        for (const SceneRow& row : kScenes) console.document()["scenes"].push_back(row.name);
        return Exit::Pass;
    }
    constexpr std::uint64_t kAll = std::numeric_limits<std::uint32_t>::max();
    LW_TRY(const std::uint64_t first, arguments.number("--first", 0, kAll));
    LW_TRY(const std::uint64_t count, arguments.number("--count", kAll, kAll));
    if (!wanted->make || (wanted->ofNetwork && isNetworkFile(arguments.operands()[1]))) {
        LW_TRY(Json scene, wanted->ofNetwork(arguments.operands()[1], arguments));
        console.line(scene.text(1));
        console.document()["scene"] = std::move(scene);
        return Exit::Pass;
    }
    LW_TRY(const auto run, prepareRun(arguments.operands()[1], arguments, console));
    if (!run) return Exit::Usage;
    machine::CoreId core;
    if (const auto wantedCore = arguments.value("--core")) {
        LW_TRY(core, coreNamed(*run->machine, *wantedCore));
    }
    const auto before = run->machine->store().save();
    Exit exit = Exit::Pass;
    machine::Timeline timeline(*run->machine);
    if (arguments.has("--run")) exit = exitOf(runToEnd(timeline, run->limits, console));
    LW_TRY(Json scene, wanted->make({*run, arguments, arguments.operands()[1],
                                     static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count),
                                     arguments.has("--run"), arguments.value("--name").value_or(""),
                                     arguments.value("--element").value_or("out[0,0,0]"), timeline.snapshot(),
                                     before, core}));
    console.line(scene.text(1));
    console.document()["scene"] = std::move(scene);
    return exit;
}

} // namespace lw::cli
