// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/unit_state.h"

#include "core/base/json.h"

#include <algorithm>

namespace lw::scene {

namespace {

Json jsonOf(const UnitLine& line) {
    Json out{{"name", line.name},       {"value", line.value}, {"detail", line.detail},
             {"active", line.isActive}, {"done", line.done},   {"total", line.total}};
    if (line.bundle) out["bundle"] = *line.bundle;
    return out;
}

Json jsonOf(const UnitGroup& group) {
    Json lines = Json::list(), pictures = Json::list();
    for (const UnitLine& line : group.lines) lines.push_back(jsonOf(line));
    for (const CellPicture& picture : group.pictures) pictures.push_back(jsonOf(picture));
    return {{"unit", group.unit},
            {"title", group.title},
            {"lines", std::move(lines)},
            {"pictures", std::move(pictures)}};
}

} // namespace

UnitState unitState(const machine::StateTree& tree, const std::vector<machine::UnitReport>& reports,
                    const machine::Moment& now, const machine::Snapshot* before,
                    const IntegerRegisters* integers) {
    UnitState out;
    for (const machine::UnitReport& report : reports) {
        UnitGroup group{report.unit, report.title, {}, {}};
        for (const machine::UnitRow& row : report.rows) {
            UnitLine line{row.name, row.value, row.detail, row.isActive, row.done, row.total, {}};
            if (row.bundle != machine::kNoBundle) line.bundle = row.bundle;
            group.lines.push_back(std::move(line));
        }
        for (const machine::UnitPicture& picture : report.pictures) {
            const std::uint32_t columns = std::max(picture.columns, 1u);
            group.pictures.push_back(
                linePicture(tree, picture.node, picture.first / columns, picture.rows, columns, now, before));
            group.pictures.back().name = picture.name;
            if (integers != nullptr && picture.bundle != machine::kNoBundle)
                integers->read(group.pictures.back(), report.unit, picture.bundle);
        }
        out.groups.push_back(std::move(group));
    }
    return out;
}

Json jsonOf(const UnitState& state) {
    Json groups = Json::list();
    for (const UnitGroup& group : state.groups) groups.push_back(jsonOf(group));
    return {{"groups", std::move(groups)}};
}

} // namespace lw::scene
