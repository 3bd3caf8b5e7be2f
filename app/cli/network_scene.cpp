// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/network_scene.h"

#include "app/cli/messages.h"
#include "core/network/input_range.h"
#include "core/project/load_network.h"
#include "core/project/lower_network.h"
#include "core/project/strided_folder.h"
#include "core/scene/network_picture.h"
#include "core/scene/striding/lowered_graph.h"
#include "core/source/files.h"

namespace lw::cli {

namespace {

using scene::Stage;

Result<Stage> stageOf(const Arguments& arguments, Stage usual) {
    const auto wanted = arguments.value("--name");
    if (!wanted) return usual;
    constexpr std::string_view kStages[] = {"given", "lowered"};
    LW_TRY(const std::size_t stage, arguments.choice("--name", kStages));
    return stage == 0 ? Stage::Given : Stage::Lowered;
}

Result<network::Network> read(const std::string& path, const std::string& range,
                              const network::Section& section) {
    source::DiskLoader disk;
    source::Files files(disk);
    LW_TRY(network::Network network, project::loadNetwork(path, files, section));
    if (!range.empty()) {
        LW_TRY([[maybe_unused]] const Done set, network::setRange(network, range));
    }
    return network;
}

Json jsonOfBoth(const scene::NetworkGraph& graph) {
    return {{"graph", jsonOf(graph)},
            {"picture", jsonOf(networkPicture(graph, scene::usualFolds(graph)), graph)}};
}

} // namespace

bool isNetworkFile(const std::string& path) { return path.ends_with(".json") || path.ends_with(".onnx"); }

Result<Json> networkScene(const std::string& path, const Arguments& arguments) {
    LW_TRY(const Stage stage, stageOf(arguments, Stage::Given));
    LW_TRY(const network::Network network, read(path, {}, {}));
    LW_TRY(const machine::CircuitLimits circuit,
           project::circuitNamed(arguments.value("--machine").value_or("")));
    return jsonOfBoth(scene::striding::networkGraphs(network, circuit, {}).of(stage));
}

Result<Json> networkSceneOf(const std::string& program, const machine::Core& core,
                            const Arguments& arguments) {
    LW_TRY(const Stage stage, stageOf(arguments, Stage::Lowered));
    if (const auto known = project::readDerivation(program)) {
        if (known->isOriginDamaged) return Problem{&messages::kNoOrigin, {program}, {}, {}, {}};
        if (known->origin.technique != project::kStriding)
            return Problem{&messages::kOthersProgram, {program, known->origin.technique}, {}, {}, {}};
    }
    LW_TRY(const project::StridedFolder folder, project::readStridedFolder(program));
    const project::Origin& origin = folder.origin();
    if (origin.network.empty()) return Problem{&messages::kNoOrigin, {program}, {}, {}, {}};
    LW_TRY(const network::Network network, read(origin.network, origin.range, origin.section));
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(origin.machine));
    std::optional<lower::striding::Mode> mode;
    if (const lower::striding::Report* const report = folder.ownReport())
        if (const auto* const row = lower::striding::findMode(report->requested)) mode = row->mode;
    scene::NetworkGraph graph = scene::striding::networkGraphs(network, circuit, mode).of(stage);
    scene::striding::noteProgram(graph, core.program());
    noteClocks(graph, core.bundleCounts(), core.bundleStalls());
    return jsonOfBoth(graph);
}

} // namespace lw::cli
