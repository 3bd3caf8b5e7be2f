// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stride_scenes.h"

#include "app/cli/messages.h"
#include "app/cli/net_input.h"
#include "core/lower/messages.h"
#include "core/network/reference.h"
#include "core/project/lower_network.h"
#include "core/project/network_input.h"
#include "core/project/strided_folder.h"
#include "core/scene/messages.h"
#include "core/scene/striding/exactness.h"
#include "core/scene/striding/mask_picture.h"
#include "core/scene/striding/patch_picture.h"

#include <filesystem>
#include <span>

namespace lw::cli {

namespace {

// The requested layer, or the first one of the program if it is known which of the reports is its own.
Result<std::string> layerNamed(const project::StridedFolder& folder, const std::string& wanted) {
    std::string names;
    const std::span<const lower::striding::Report> reports =
        folder.own ? std::span(&folder.reports[*folder.own], 1) : std::span(folder.reports);
    for (const lower::striding::Report& report : reports)
        for (const lower::striding::LayerReport& layer : report.layers) {
            if (wanted.empty() || layer.name == wanted) return layer.name;
            if (&report == &reports.front()) names += (names.empty() ? "" : ", ") + layer.name;
        }
    return Problem{&scene::messages::kNoSuchLayer, {wanted, names}, {}, {}, {}};
}

// Whether the program may be the report's.
bool isOf(const lower::striding::Report& report, const program::Program& program) {
    for (const lower::striding::LayerReport& layer : report.layers)
        for (const lower::striding::KeptTensor& kept : layer.tensors)
            if (!program::findTensor(program, kept.name)) return false;
    return report.rows == program.bundles.size();
}

Result<const lower::striding::Report*> reportOf(const StrideScene& what,
                                                const project::StridedFolder& folder) {
    const lower::striding::Report* const out = folder.ownReport();
    if (!out || !isOf(*out, what.machine.core({}).program()))
        return Problem{&scene::messages::kOtherReport, {"other tensors or instructions"}, {}, {}, {}};
    return out;
}

// The layer in its own mode again, by itself: what comes out and what should. Nothing when it reads what
// another layer has made wrong.
Result<std::optional<scene::striding::ModeOutcome>>
outcomeOf(const project::Origin& origin, const lower::striding::Report& report, const std::string& name) {
    LW_TRY(const network::Network network, project::loadOrigin(origin));
    LW_TRY(const tensor::Tensor given,
           project::readNetworkInput(origin.input, network, network::ImageOrder::ChannelsLast));
    LW_TRY(const tensor::Tensor input, network::asInput(network, given, network::Arithmetic::F32));
    lower::striding::Options options = project::optionsOf(origin);
    if (const lower::striding::ModeRow* const mode = lower::striding::findMode(report.requested))
        options.mode = mode->mode;
    const std::atomic<bool> never = false;
    LW_TRY(auto run, project::runNetwork(network, origin.machine, options, report.part, input, never));
    LW_ASSERT(run, "nobody interrupts this run");
    for (std::size_t i = 0; i < run->report.layers.size(); ++i)
        if (run->report.layers[i].name == name && run->got[i])
            return std::optional(scene::striding::ModeOutcome{
                run->report.layers[i].mode, {}, run->report.layers[i], run->got[i], run->wanted[i]});
    return std::optional<scene::striding::ModeOutcome>();
}

// The column of the program's own mode, as far as the machine has come; nothing as for outcomeOf.
Result<std::optional<scene::striding::ExactnessColumn>>
columnByNow(const StrideScene& what, const project::StridedFolder& folder, const std::string& name) {
    LW_TRY(const lower::striding::Report* const report, reportOf(what, folder));
    const auto refused = [&](std::string why) {
        return Problem{&messages::kNotFollowed, {name, std::move(why)}, {}, {}, {}};
    };
    if (folder.derivation.isOriginDamaged) return refused("origin.json beside it is damaged");
    if (folder.origin().network.empty())
        return refused("no origin.json beside it says what it was made from");
    if (folder.origin().input.empty()) return refused("it was made for no input, or for several");
    LW_TRY(const auto outcome, outcomeOf(folder.origin(), *report, name));
    if (!outcome) return std::optional<scene::striding::ExactnessColumn>();
    LW_TRY(auto column,
           scene::striding::exactnessByNow(machine::scopeOf(what.machine), *report, name, *outcome,
                                           what.channel, what.machine.core({}).nextBundle(), what.state));
    return std::optional(std::move(column));
}

} // namespace

Result<Json> maskScene(const StrideScene& what) {
    LW_TRY(const project::StridedFolder folder, project::readStridedFolder(what.program));
    LW_TRY(const std::string name, layerNamed(folder, what.layer));
    LW_TRY(const lower::striding::Report* const report, reportOf(what, folder));
    const lower::striding::LayerReport* const layer = report->findLayer(name);
    if (!layer) return Problem{&scene::messages::kOtherReport, {"other tensors or instructions"}, {}, {}, {}};
    LW_TRY(const scene::striding::MaskPicture picture,
           scene::striding::maskPicture(machine::scopeOf(what.machine), *layer, what.channel,
                                        what.machine.core({}).nextBundle(), what.state, what.before));
    return jsonOf(picture);
}

Result<Json> exactnessScene(const StrideScene& what) {
    LW_TRY(const project::StridedFolder folder, project::readStridedFolder(what.program));
    LW_TRY(const std::string name, layerNamed(folder, what.layer));
    std::vector<scene::striding::ModeOutcome> outcomes;
    for (const lower::striding::Report& report : folder.reports)
        if (const lower::striding::LayerReport* const layer = report.findLayer(name))
            outcomes.push_back({layer->mode, {}, *layer, {}, {}});
    LW_TRY(scene::striding::Exactness picture, scene::striding::exactness(name, outcomes, what.channel));
    if (what.ran) {
        LW_TRY(const auto now, columnByNow(what, folder, name));
        for (scene::striding::ExactnessColumn& column : picture.modes)
            if (now && column.mode == now->mode) column = *now;
    }
    return jsonOf(picture);
}

Result<Json> patchScene(const StrideScene& what, const std::string& element) {
    LW_TRY(const project::StridedFolder folder, project::readStridedFolder(what.program));
    LW_TRY(const lower::striding::Report* const report, reportOf(what, folder));
    const std::string layer =
        what.layer.empty() && !report->sums.empty() ? report->sums.front().name : what.layer;
    const auto place = scene::striding::findPatchPlace(element);
    if (!place)
        return Problem{
            &scene::messages::kNoSuchElement, {layer, element, "it is not an element's name"}, {}, {}, {}};
    const std::vector<std::uint64_t> issued = what.machine.core({}).bundleCounts(),
                                     waited = what.machine.core({}).bundleStalls();
    LW_TRY(const scene::striding::PatchPicture picture,
           scene::striding::patchPicture(machine::scopeOf(what.machine), *report, layer, *place,
                                         machine::momentOf(what.machine), what.state, {issued, waited}));
    return jsonOf(picture);
}

} // namespace lw::cli
