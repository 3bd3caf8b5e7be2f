// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/lowered_folder.h"

#include "core/base/file.h"
#include "core/lower/report_json.h"
#include "core/source/files.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace lw::project {

namespace {

constexpr std::uint64_t kLargestReport = 64 << 20;
constexpr const char *kReport = "report.json", *kOrigin = "origin.json";

template <typename Value> Value valueIn(const nlohmann::json& object, const char* key, Value otherwise) {
    const auto at = object.find(key);
    if (at == object.end()) return otherwise;
    if constexpr (std::is_same_v<Value, std::string>)
        return at->is_string() ? at->get<std::string>() : otherwise;
    else if constexpr (std::is_same_v<Value, bool>)
        return at->is_boolean() ? at->get<bool>() : otherwise;
    else
        return at->is_number() ? at->get<Value>() : otherwise;
}

// Only programs write it; of a damaged one nothing is known.
LoweredOrigin originIn(std::string_view text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object()) return {};
    return {.network = valueIn(json, "network", std::string()),
            .machine = valueIn(json, "machine", std::string()),
            .input = valueIn(json, "input", std::string()),
            .range = valueIn(json, "range", std::string()),
            .fold = valueIn(json, "fold", true),
            .maskFactor = valueIn(json, "factor", 0.0)};
}

} // namespace

Result<LoweredFolder> readLoweredFolder(const std::string& program) {
    std::string folder = std::filesystem::path(program).parent_path().string();
    std::error_code failed;
    const std::string above = source::pathIn(folder, "..");
    if (!std::filesystem::exists(source::pathIn(folder, kReport), failed) &&
        std::filesystem::exists(source::pathIn(above, kReport), failed))
        folder = above;
    source::DiskLoader disk(kLargestReport);
    source::Files files(disk);
    LoweredFolder out{source::pathIn(folder, kReport), {}, {}};
    LW_TRY(const std::uint32_t file, files.open(out.report));
    LW_TRY(out.reports, lower::reportsFromJson(files[file].text()));
    if (const auto origin = files.open(source::pathIn(folder, kOrigin)))
        out.origin = originIn(files[*origin].text());
    return out;
}

Outcome writeReports(const std::string& folder, const std::vector<lower::Report>& reports) {
    return writeFileAtomically(source::pathIn(folder, kReport), lower::reportsJson(reports));
}

Outcome writeOrigin(const std::string& folder, const LoweredOrigin& origin) {
    const nlohmann::ordered_json json{{"network", origin.network}, {"machine", origin.machine},
                                      {"input", origin.input},     {"range", origin.range},
                                      {"fold", origin.fold},       {"factor", origin.maskFactor}};
    using Handler = nlohmann::ordered_json::error_handler_t;
    return writeFileAtomically(source::pathIn(folder, kOrigin),
                               json.dump(1, ' ', false, Handler::replace) + "\n");
}

lower::Options optionsOf(const LoweredOrigin& origin) {
    lower::Options out;
    out.fold = origin.fold;
    out.maskFactor = origin.maskFactor;
    return out;
}

} // namespace lw::project
