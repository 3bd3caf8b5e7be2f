// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/lowered_folder.h"

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/json_value.h"
#include "core/lower/striding/report_json.h"
#include "core/source/files.h"
#include "core/source/messages.h"

#include <filesystem>
#include <optional>
#include <utility>

namespace lw::project {

namespace {

constexpr std::uint64_t kLargestReport = 64 << 20;
constexpr const char *kReport = "report.json", *kOrigin = "origin.json";

// Only programs write it: nothing when anything is missing or of another type.
std::optional<LoweredOrigin> originIn(std::string_view text) {
    using enum JsonValue::Kind;
    const auto json = parseJson(text, Place::kNoFile);
    if (!json) return {};
    LoweredOrigin out;
    for (const auto& [key, into] : {std::pair{"network", &out.network}, std::pair{"machine", &out.machine},
                                    std::pair{"input", &out.input}, std::pair{"range", &out.range}}) {
        const JsonValue* const value = json->find(key);
        if (!value || value->kind != Text) return {};
        *into = value->text;
    }
    const JsonValue *const fold = json->find("fold"), *const factor = json->find("factor");
    if (!fold || fold->kind != Bool || !factor || (factor->kind != Integer && factor->kind != Real))
        return {};
    out.fold = fold->truth;
    out.maskFactor = factor->real;
    return out;
}

// Of one report it is that, of several the one of the folder's mode.
std::optional<std::size_t> ownOf(const std::vector<lower::striding::Report>& reports, bool isAbove,
                                 const std::string& mode) {
    if (!isAbove && reports.size() == 1) return 0;
    for (std::size_t i = 0; i < reports.size(); ++i)
        if (reports[i].requested == mode) return i;
    return {};
}

} // namespace

Result<LoweredFolder> readLoweredFolder(const std::string& program) {
    std::error_code failed;
    const std::filesystem::path beside = std::filesystem::absolute(program, failed).parent_path(),
                                above = beside.parent_path();
    const bool isAbove = !std::filesystem::exists(beside / kReport, failed) &&
                         std::filesystem::exists(above / kReport, failed);
    const std::string folder = (isAbove ? above : beside).string();
    source::DiskLoader disk(kLargestReport);
    source::Files files(disk);
    LoweredFolder out;
    out.report = source::pathIn(folder, kReport);
    LW_TRY(const std::uint32_t file, files.open(out.report));
    auto reports = lower::striding::reportsFromJson(files[file].text());
    if (!reports && isAbove) // somebody else's
        return Problem{&source::kNoSuchFile, {(beside / kReport).string()}, {}, {}, {}};
    LW_TRY(out.reports, std::move(reports));
    out.own = ownOf(out.reports, isAbove, beside.filename().string());
    if (const auto text = files.open(source::pathIn(folder, kOrigin))) {
        const auto origin = originIn(files[*text].text());
        out.isOriginDamaged = !origin;
        out.origin = origin.value_or(LoweredOrigin{});
    }
    return out;
}

Outcome writeReports(const std::string& folder, const std::vector<lower::striding::Report>& reports) {
    return writeFileAtomically(source::pathIn(folder, kReport), lower::striding::reportsJson(reports));
}

Outcome writeOrigin(const std::string& folder, const LoweredOrigin& origin) {
    const Json json{{"network", origin.network}, {"machine", origin.machine}, {"input", origin.input},
                    {"range", origin.range},     {"fold", origin.fold},       {"factor", origin.maskFactor}};
    return writeFileAtomically(source::pathIn(folder, kOrigin), json.text(1, Json::Order::AsAdded) + "\n");
}

lower::striding::Options optionsOf(const LoweredOrigin& origin) {
    lower::striding::Options out;
    out.fold = origin.fold;
    out.maskFactor = origin.maskFactor;
    return out;
}

} // namespace lw::project
