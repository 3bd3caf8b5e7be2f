// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/change_list.h"

#include "core/base/json_value.h"
#include "core/machine/cell_name.h"
#include "core/machine/cell_value.h"
#include "core/machine/dump.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <optional>

namespace lw::scene {

namespace {

constexpr std::string_view kKeys[] = {"listed", "total", "groups"};
constexpr std::string_view kGroupKeys[] = {"part", "summary", "internal", "changes"};
constexpr std::string_view kChangeKeys[] = {"cell", "before", "after"};

Result<ChangeGroup> groupFromJson(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "groups", kGroupKeys));
    ChangeGroup group;
    LW_TRY(group.part, object.text("part"));
    LW_TRY(group.summary, object.text("summary"));
    LW_TRY(group.isInternal, object.truth("internal"));
    LW_TRY(const JsonValue* changes, object.list("changes"));
    for (const JsonValue& item : changes->items) {
        LW_TRY(const JsonObject inner, JsonObject::of(item, "changes", kChangeKeys));
        Change change;
        LW_TRY(change.cell, inner.text("cell"));
        LW_TRY(change.before, inner.text("before"));
        LW_TRY(change.after, inner.text("after"));
        group.changes.push_back(std::move(change));
    }
    return group;
}

} // namespace

ChangeList changeList(const machine::StateTree& tree, const isa::Spec& spec, const machine::Snapshot& before,
                      const machine::Snapshot& after, std::size_t limit) {
    ChangeList out;
    std::optional<machine::NodeId> open;
    for (const machine::Difference& difference : differences(tree, before, after, limit)) {
        const machine::Node& node = tree.at(difference.node);
        if (open != difference.node) {
            out.groups.push_back({tree.path(difference.node),
                                  node.summary,
                                  node.isGuarded || node.role == machine::Role::Written,
                                  {}});
            open = difference.node;
        }
        const tensor::DType type = machine::naturalType(node);
        out.groups.back().changes.push_back({nameOfCell(tree, spec, {difference.node, difference.index}),
                                             machine::cellText(type, difference.before),
                                             machine::cellText(type, difference.after)});
        ++out.listed;
    }
    std::stable_partition(out.groups.begin(), out.groups.end(),
                          [](const ChangeGroup& group) { return !group.isInternal; });
    out.total = out.listed < limit ? out.listed : countDifferences(tree, before, after, kMostCounted);
    out.total = std::max(out.total, out.listed);
    return out;
}

void to_json(nlohmann::json& out, const ChangeList& list) {
    out = {{"listed", list.listed}, {"total", list.total}, {"groups", nlohmann::json::array()}};
    for (const ChangeGroup& group : list.groups) {
        nlohmann::json item{{"part", group.part},
                            {"summary", group.summary},
                            {"internal", group.isInternal},
                            {"changes", nlohmann::json::array()}};
        for (const Change& change : group.changes)
            item["changes"].push_back(
                {{"cell", change.cell}, {"before", change.before}, {"after", change.after}});
        out["groups"].push_back(std::move(item));
    }
}

Result<ChangeList> changeListFromJson(std::string_view text) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    LW_TRY(const JsonValue root, parseJson(text, Place::kNoFile));
    LW_TRY(const JsonObject object, JsonObject::of(root, "", kKeys));
    ChangeList out;
    LW_TRY(const std::int64_t listed, object.integer("listed", 0, kMost));
    LW_TRY(const std::int64_t total, object.integer("total", 0, kMost));
    out.listed = static_cast<std::uint64_t>(listed);
    out.total = static_cast<std::uint64_t>(total);
    LW_TRY(const JsonValue* groups, object.list("groups"));
    for (const JsonValue& item : groups->items) {
        LW_TRY(ChangeGroup group, groupFromJson(item));
        out.groups.push_back(std::move(group));
    }
    return out;
}

} // namespace lw::scene
