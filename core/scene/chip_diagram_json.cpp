// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/scene/chip_diagram.h"

namespace lw::scene {

namespace {

constexpr std::string_view kActivities[] = {"idle", "active", "stalled"};
constexpr std::string_view kGroups[] = {"scalar",  "vector", "memory",   "matrix",
                                        "permute", "unary",  "transfer", "sync"};

Json jsonOf(const DiagramPart& box) {
    return {{"id", box.id},
            {"title", box.title},
            {"size", box.size},
            {"group", nameOf(box.group)},
            {"x", box.x},
            {"y", box.y},
            {"width", box.width},
            {"height", box.height},
            {"columns", box.columns},
            {"rows", box.rows},
            {"activity", nameOf(box.activity)},
            {"letter", box.letter},
            {"reason", box.reason},
            {"level", box.level},
            {"capacity", box.capacity},
            {"values", Json::list(box.values)}};
}

Json jsonOf(const DiagramPath& wire) {
    Json points = Json::list();
    for (const machine::DiagramPoint& point : wire.points) points.push_back({{"x", point.x}, {"y", point.y}});
    Json out{{"id", wire.id},
             {"from", wire.from},
             {"to", wire.to},
             {"carries", wire.carries},
             {"points", std::move(points)},
             {"thickness", wire.thickness},
             {"activity", nameOf(wire.activity)},
             {"reason", wire.reason},
             {"tag", wire.tag},
             {"values", Json::list(wire.values)}};
    if (wire.isLink) out["isLink"] = true;
    return out;
}

} // namespace

std::string_view nameOf(Activity activity) { return kActivities[static_cast<std::size_t>(activity)]; }
std::string_view nameOf(isa::UnitGroup group) { return kGroups[static_cast<std::size_t>(group)]; }

Json jsonOf(const ChipDiagram& picture) {
    Json boxes = Json::list(), wires = Json::list();
    for (const DiagramPart& box : picture.boxes) boxes.push_back(jsonOf(box));
    for (const DiagramPath& wire : picture.wires) wires.push_back(jsonOf(wire));
    return {{"width", picture.width}, {"height", picture.height},  {"clock", picture.clock},
            {"issue", picture.issue}, {"boxes", std::move(boxes)}, {"wires", std::move(wires)}};
}

} // namespace lw::scene
