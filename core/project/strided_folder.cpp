// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/strided_folder.h"

#include "core/lower/striding/report_json.h"
#include "core/project/lowered_program.h"
#include "core/source/files.h"
#include "core/source/messages.h"

#include <filesystem>
#include <utility>

namespace lw::project {

namespace {

constexpr std::string_view kFold = "fold", kFactor = "factor", kOrder = "order";

// Of one report it is that; of several the one of the program's name and the folder's mode.
std::optional<std::size_t> ownOf(const std::vector<lower::striding::Report>& reports,
                                 const std::string& variant, const std::string& program) {
    if (variant.empty() && reports.size() == 1) return 0;
    const std::string name = std::filesystem::path(program).filename().string();
    for (std::size_t i = 0; i < reports.size(); ++i)
        if ((variant.empty() || reports[i].requested == variant) &&
            loweredName(reports[i].part, reports[i].parts) == name)
            return i;
    return {};
}

} // namespace

Result<StridedFolder> readStridedFolder(const std::string& program) {
    StridedFolder out;
    LW_TRY(out.derivation, readDerivation(program));
    Derivation& known = out.derivation;
    auto reports = lower::striding::reportsFromJson(known.text);
    const bool isAnothers = known.origin.technique != kStriding || (!reports && !known.variant.empty());
    if (isAnothers)
        return Problem{&source::kNoSuchFile,
                       {std::filesystem::path(program).replace_filename("report.json").string()},
                       {},
                       {},
                       {}};
    LW_TRY(out.reports, std::move(reports));
    out.own = ownOf(out.reports, known.variant, program);
    const Origin& origin = known.origin;
    if (!origin.network.empty() && (!origin.find<bool>(kFold) || !origin.find<double>(kFactor))) {
        known.isOriginDamaged = true;
        known.origin = {};
    }
    return out;
}

Outcome writeNetwork(const lower::striding::LoweredNetwork& network, const std::string& folder) {
    for (const lower::striding::Lowering& part : network.parts) {
        LW_TRY([[maybe_unused]] const Done written,
               writeLowered(part, folder, loweredName(part.report.part, part.report.parts)));
    }
    return Done{};
}

Outcome writeReports(const std::string& folder, const std::vector<lower::striding::Report>& reports) {
    return writeReport(folder, lower::striding::reportsJson(reports));
}

Origin originWith(Origin origin, const lower::striding::Options& options) {
    origin.technique = kStriding;
    origin.settings = {{std::string(kFold), options.fold}, {std::string(kFactor), options.maskFactor}};
    if (options.order) origin.settings.emplace_back(kOrder, std::string(nameOf(*options.order)));
    return origin;
}

lower::striding::Options optionsOf(const Origin& origin) {
    lower::striding::Options out;
    if (const bool* const fold = origin.find<bool>(kFold)) out.fold = *fold;
    if (const double* const factor = origin.find<double>(kFactor)) out.maskFactor = *factor;
    if (const std::string* const order = origin.find<std::string>(kOrder))
        out.order = lower::findRowOrder(*order);
    return out;
}

} // namespace lw::project
