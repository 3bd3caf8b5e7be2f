// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/derivation.h"

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/json_value.h"
#include "core/network/input_range.h"
#include "core/project/load_network.h"
#include "core/project/messages.h"
#include "core/source/files.h"

#include <algorithm>
#include <filesystem>

namespace lw::project {

namespace {

constexpr std::uint64_t kLargestReport = 64 << 20;
constexpr const char *kReport = "report.json", *kOrigin = "origin.json";
constexpr const char* kUnnamed = "striding"; // what made the files that do not name their technique

std::optional<Origin::Setting> settingOf(const JsonValue& value) {
    switch (value.kind) {
    case JsonValue::Kind::Bool: return value.truth;
    case JsonValue::Kind::Integer:
    case JsonValue::Kind::Real: return value.real;
    case JsonValue::Kind::Text: return value.text;
    default: return {};
    }
}

// Only programs write it: nothing when anything is missing or of another type.
std::optional<Origin> originIn(std::string_view text) {
    const auto json = parseJson(text, Place::kNoFile);
    if (!json || json->kind != JsonValue::Kind::Object) return {};
    Origin out{.technique = kUnnamed,
               .network = {},
               .machine = {},
               .input = {},
               .range = {},
               .section = {},
               .settings = {}};
    const std::pair<std::string_view, std::string*> texts[] = {{"technique", &out.technique},
                                                               {"network", &out.network},
                                                               {"machine", &out.machine},
                                                               {"input", &out.input},
                                                               {"range", &out.range}};
    for (const auto& [key, into] : texts) {
        const JsonValue* const value = json->find(key);
        if (!value && into == &out.technique) continue;
        if (!value || value->kind != JsonValue::Kind::Text) return {};
        *into = value->text;
    }
    const std::pair<std::string_view, std::optional<std::string>*> cuts[] = {{"from", &out.section.from},
                                                                             {"until", &out.section.until}};
    for (const auto& [key, into] : cuts) {
        const JsonValue* const value = json->find(key);
        if (!value) continue;
        if (value->kind != JsonValue::Kind::Text) return {};
        *into = value->text;
    }
    for (std::size_t i = 0; i < json->items.size(); ++i) {
        bool isKnown = false;
        for (const auto& row : texts) isKnown |= row.first == json->keys[i];
        for (const auto& row : cuts) isKnown |= row.first == json->keys[i];
        if (isKnown) continue;
        const auto setting = settingOf(json->items[i]);
        if (!setting) return {};
        out.settings.emplace_back(json->keys[i], *setting);
    }
    return out;
}

} // namespace

Result<Derivation> readDerivation(const std::string& program) {
    std::error_code failed;
    const std::filesystem::path beside = std::filesystem::absolute(program, failed).parent_path(),
                                above = beside.parent_path();
    const bool isAbove = !std::filesystem::exists(beside / kReport, failed) &&
                         std::filesystem::exists(above / kReport, failed);
    const std::string folder = (isAbove ? above : beside).string();
    source::DiskLoader disk(kLargestReport);
    source::Files files(disk);
    Derivation out;
    out.report = source::pathIn(folder, kReport);
    if (isAbove) out.variant = beside.filename().string();
    LW_TRY(const std::uint32_t file, files.open(out.report));
    out.text = files[file].text();
    if (const auto text = files.open(source::pathIn(folder, kOrigin))) {
        const auto origin = originIn(files[*text].text());
        out.isOriginDamaged = !origin;
        out.origin = origin.value_or(Origin{});
    }
    if (out.origin.technique.empty()) out.origin.technique = kUnnamed;
    return out;
}

Result<network::Network> loadOrigin(const Origin& origin) {
    source::DiskLoader disk;
    source::Files files(disk);
    LW_TRY(network::Network out, loadNetwork(origin.network, files, origin.section));
    if (!origin.range.empty()) {
        LW_TRY([[maybe_unused]] const Done set, network::setRange(out, origin.range));
    }
    return out;
}

Outcome checkOwn(const std::string& folder, std::span<const std::string> files, const OwnMark& mark) {
    const auto isThere = [&](std::string_view name) {
        std::error_code failed;
        return std::filesystem::exists(source::pathIn(folder, name), failed);
    };
    const auto foreign = [&](std::string_view file, std::string why) {
        return Problem{&messages::kForeignFile, {folder, std::string(file), std::move(why)}, {}, {}, {}};
    };
    if (isThere(mark.file)) {
        LW_TRY(const std::string there, readTextToReplace(source::pathIn(folder, mark.file)));
        if (mark.isOurs(there)) return Done{};
        return foreign(mark.file, "it does not begin as those that were written here");
    }
    const auto first = std::ranges::find_if(files, isThere);
    if (first == files.end()) return Done{};
    return foreign(*first, "there is no " + std::string(mark.file) + " beside it");
}

Outcome checkOwn(const std::string& folder, std::vector<std::string> files) {
    files.emplace_back(kReport);
    return checkOwn(folder, files, {kOrigin, [](std::string_view) { return true; }});
}

Outcome writeReport(const std::string& folder, std::string_view text) {
    return writeFileAtomically(source::pathIn(folder, kReport), text);
}

Outcome writeOrigin(const std::string& folder, const Origin& origin) {
    Json json{{"technique", origin.technique},
              {"network", origin.network},
              {"machine", origin.machine},
              {"input", origin.input},
              {"range", origin.range}};
    if (origin.section.from) json["from"] = *origin.section.from;
    if (origin.section.until) json["until"] = *origin.section.until;
    for (const auto& [name, setting] : origin.settings)
        std::visit([&json, &key = name](const auto& value) { json[key] = value; }, setting);
    return writeFileAtomically(source::pathIn(folder, kOrigin), json.text(1, Json::Order::AsAdded) + "\n");
}

} // namespace lw::project
