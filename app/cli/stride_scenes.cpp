// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stride_scenes.h"

#include "core/base/file.h"
#include "core/lower/report_json.h"
#include "core/scene/exactness.h"
#include "core/scene/mask_picture.h"
#include "core/scene/messages.h"
#include "core/scene/patch_picture.h"
#include "core/source/files.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace lw::cli {

namespace {

constexpr std::uint64_t kLargestReport = 64 << 20;

Result<std::vector<lower::Report>> reportsOf(const std::string& program) {
    const std::filesystem::path folder = std::filesystem::path(program).parent_path();
    std::filesystem::path path = folder / "report.json";
    std::error_code failed;
    const std::filesystem::path above = folder / ".." / "report.json";
    if (!std::filesystem::exists(path, failed) && std::filesystem::exists(above, failed)) path = above;
    source::DiskLoader disk(kLargestReport);
    source::Files files(disk);
    LW_TRY(const std::uint32_t file, files.open(path.string()));
    return lower::reportsFromJson(files[file].text());
}

// The layer that was asked for, or the first.
Result<std::string> layerNamed(const std::vector<lower::Report>& reports, const std::string& wanted) {
    std::string names;
    for (const lower::Report& report : reports)
        for (const lower::LayerReport& layer : report.layers) {
            if (wanted.empty() || layer.name == wanted) return layer.name;
            if (&report == &reports.front()) names += (names.empty() ? "" : ", ") + layer.name;
        }
    return Problem{&scene::messages::kNoSuchLayer, {wanted, names}, {}, {}, {}};
}

// Whether the program may be the report's.
bool isOf(const lower::Report& report, const program::Program& program) {
    for (const lower::LayerReport& layer : report.layers)
        for (const lower::KeptTensor& kept : layer.tensors)
            if (!program::findTensor(program, kept.name)) return false;
    return report.rows == program.bundles.size();
}

// Of several modes the one that the program is in.
Result<const lower::Report*> reportOf(const StrideScene& what, const std::vector<lower::Report>& reports) {
    const std::string mode = std::filesystem::path(what.program).parent_path().filename().string();
    const lower::Report* out = nullptr;
    for (const lower::Report& report : reports)
        if (isOf(report, what.machine.program()) && (!out || report.requested == mode)) out = &report;
    if (!out) return Problem{&scene::messages::kOtherReport, {"other tensors or instructions"}, {}, {}, {}};
    return out;
}

} // namespace

Result<nlohmann::json> maskScene(const StrideScene& what) {
    LW_TRY(const std::vector<lower::Report> reports, reportsOf(what.program));
    LW_TRY(const std::string name, layerNamed(reports, what.layer));
    LW_TRY(const lower::Report* const report, reportOf(what, reports));
    const lower::LayerReport* const layer = report->findLayer(name);
    if (!layer) return Problem{&scene::messages::kOtherReport, {"other tensors or instructions"}, {}, {}, {}};
    LW_TRY(const scene::MaskPicture picture,
           scene::maskPicture(machine::scopeOf(what.machine), *layer, what.channel, what.state, what.before));
    nlohmann::json out;
    scene::to_json(out, picture);
    return out;
}

Result<nlohmann::json> exactnessScene(const StrideScene& what) {
    LW_TRY(std::vector<lower::Report> reports, reportsOf(what.program));
    LW_TRY(const std::string name, layerNamed(reports, what.layer));
    std::vector<scene::ModeOutcome> outcomes;
    for (const lower::Report& report : reports)
        if (const lower::LayerReport* const layer = report.findLayer(name))
            outcomes.push_back({layer->mode, {}, *layer, {}, {}});
    LW_TRY(const scene::Exactness picture, scene::exactness(name, outcomes, what.channel));
    nlohmann::json out;
    scene::to_json(out, picture);
    return out;
}

Result<nlohmann::json> patchScene(const StrideScene& what, const std::string& element) {
    LW_TRY(const std::vector<lower::Report> reports, reportsOf(what.program));
    LW_TRY(const lower::Report* const report, reportOf(what, reports));
    const std::string layer =
        what.layer.empty() && !report->sums.empty() ? report->sums.front().name : what.layer;
    const auto place = scene::findPatchPlace(element);
    if (!place)
        return Problem{
            &scene::messages::kNoSuchElement, {layer, element, "it is no element's name"}, {}, {}, {}};
    const std::vector<std::uint64_t> issued = what.machine.bundleCounts(),
                                     waited = what.machine.bundleStalls();
    LW_TRY(const scene::PatchPicture picture,
           scene::patchPicture(machine::scopeOf(what.machine), *report, layer, *place,
                               machine::momentOf(what.machine), what.state, {issued, waited}));
    nlohmann::json out;
    scene::to_json(out, picture);
    return out;
}

} // namespace lw::cli
