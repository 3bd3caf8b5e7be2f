// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/unit_state.h"

#include "core/base/json_value.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace lw::scene {

namespace {

constexpr std::string_view kKeys[] = {"groups"};
constexpr std::string_view kGroupKeys[] = {"unit", "title", "lines", "pictures"};
constexpr std::string_view kLineKeys[] = {"name", "value", "detail", "active", "done", "total"};
constexpr std::string_view kBundleKey[] = {"bundle"};

Result<UnitLine> lineFromJson(const JsonValue& value) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    LW_TRY(const JsonObject object, JsonObject::of(value, "lines", kLineKeys, kBundleKey));
    UnitLine line;
    LW_TRY(line.name, object.text("name"));
    LW_TRY(line.value, object.text("value"));
    LW_TRY(line.detail, object.text("detail"));
    LW_TRY(line.isActive, object.truth("active"));
    LW_TRY(const std::int64_t done, object.integer("done", 0, kMost));
    LW_TRY(const std::int64_t total, object.integer("total", 0, kMost));
    line.done = static_cast<std::uint64_t>(done);
    line.total = static_cast<std::uint64_t>(total);
    if (object.has("bundle")) {
        LW_TRY(const std::int64_t bundle,
               object.integer("bundle", 0, std::numeric_limits<std::uint32_t>::max()));
        line.bundle = static_cast<std::uint32_t>(bundle);
    }
    return line;
}

Result<UnitGroup> groupFromJson(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "groups", kGroupKeys));
    UnitGroup group;
    LW_TRY(group.unit, object.text("unit"));
    LW_TRY(group.title, object.text("title"));
    LW_TRY(const JsonValue* lines, object.list("lines"));
    for (const JsonValue& item : lines->items) {
        LW_TRY(UnitLine line, lineFromJson(item));
        group.lines.push_back(std::move(line));
    }
    LW_TRY(const JsonValue* pictures, object.list("pictures"));
    for (const JsonValue& item : pictures->items) {
        LW_TRY(CellPicture picture, cellPictureFromJson(item));
        group.pictures.push_back(std::move(picture));
    }
    return group;
}

} // namespace

UnitState unitState(const machine::StateTree& tree, const std::vector<machine::UnitReport>& reports,
                    const machine::Moment& now, const machine::Snapshot* before) {
    UnitState out;
    for (const machine::UnitReport& report : reports) {
        UnitGroup group{report.unit, report.title, {}, {}};
        for (const machine::UnitRow& row : report.rows) {
            UnitLine line{row.name, row.value, row.detail, row.isActive, row.done, row.total, {}};
            if (row.bundle != machine::Fault::kNoBundle) line.bundle = row.bundle;
            group.lines.push_back(std::move(line));
        }
        for (const machine::UnitPicture& picture : report.pictures) {
            const std::uint32_t columns = std::max(picture.columns, 1u);
            group.pictures.push_back(
                linePicture(tree, picture.node, picture.first / columns, picture.rows, columns, now, before));
            group.pictures.back().name = picture.name;
        }
        out.groups.push_back(std::move(group));
    }
    return out;
}

void to_json(nlohmann::json& out, const UnitState& state) {
    out = {{"groups", nlohmann::json::array()}};
    for (const UnitGroup& group : state.groups) {
        nlohmann::json item{{"unit", group.unit},
                            {"title", group.title},
                            {"lines", nlohmann::json::array()},
                            {"pictures", group.pictures}};
        for (const UnitLine& line : group.lines) {
            nlohmann::json inner{{"name", line.name},       {"value", line.value}, {"detail", line.detail},
                                 {"active", line.isActive}, {"done", line.done},   {"total", line.total}};
            if (line.bundle) inner["bundle"] = *line.bundle;
            item["lines"].push_back(std::move(inner));
        }
        out["groups"].push_back(std::move(item));
    }
}

Result<UnitState> unitStateFromJson(std::string_view text) {
    LW_TRY(const JsonValue root, parseJson(text, Place::kNoFile));
    LW_TRY(const JsonObject object, JsonObject::of(root, "", kKeys));
    UnitState out;
    LW_TRY(const JsonValue* groups, object.list("groups"));
    for (const JsonValue& item : groups->items) {
        LW_TRY(UnitGroup group, groupFromJson(item));
        out.groups.push_back(std::move(group));
    }
    return out;
}

} // namespace lw::scene
