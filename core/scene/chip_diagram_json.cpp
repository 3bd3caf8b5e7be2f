// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/chip_diagram.h"
#include "core/scene/json_words.h"

#include <nlohmann/json.hpp>

namespace lw::scene {

namespace {

constexpr std::string_view kActivities[] = {"idle", "active", "stalled"};
constexpr std::string_view kGroups[] = {"scalar",  "vector", "memory",   "matrix",
                                        "permute", "unary",  "transfer", "sync"};
constexpr std::string_view kKeys[] = {"width", "height", "clock", "issue", "boxes", "wires"};
constexpr std::string_view kBoxKeys[] = {"id",     "title",  "size",     "group", "x",        "y",
                                         "width",  "height", "columns",  "rows",  "activity", "letter",
                                         "reason", "level",  "capacity", "values"};
constexpr std::string_view kWireKeys[] = {"id",        "from",     "to",     "carries", "points",
                                          "thickness", "activity", "reason", "tag",     "values"};
constexpr std::string_view kPointKeys[] = {"x", "y"};
constexpr std::int64_t kMostLength = 1 << 20; // of the drawing, so that sums stay in range
constexpr std::int64_t kMostThick = 3;

Result<std::int32_t> lengthIn(const JsonObject& object, std::string_view key) {
    LW_TRY(const std::int64_t length, object.integer(key, 0, kMostLength));
    return static_cast<std::int32_t>(length);
}

Result<DiagramPart> boxFromJson(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "boxes", kBoxKeys));
    DiagramPart box;
    LW_TRY(box.id, object.text("id"));
    LW_TRY(box.title, object.text("title"));
    LW_TRY(box.size, object.text("size"));
    LW_TRY(const std::size_t group, wordIn(object, "group", kGroups));
    box.group = static_cast<isa::UnitGroup>(group);
    LW_TRY(box.x, lengthIn(object, "x"));
    LW_TRY(box.y, lengthIn(object, "y"));
    LW_TRY(box.width, lengthIn(object, "width"));
    LW_TRY(box.height, lengthIn(object, "height"));
    LW_TRY(box.columns, lengthIn(object, "columns"));
    LW_TRY(box.rows, lengthIn(object, "rows"));
    LW_TRY(const std::size_t activity, wordIn(object, "activity", kActivities));
    box.activity = static_cast<Activity>(activity);
    LW_TRY(box.letter, object.text("letter"));
    LW_TRY(box.reason, object.text("reason"));
    LW_TRY(box.level, countIn(object, "level"));
    LW_TRY(box.capacity, countIn(object, "capacity"));
    LW_TRY(box.values, textsIn(object, "values"));
    return box;
}

Result<DiagramPath> wireFromJson(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "wires", kWireKeys));
    DiagramPath wire;
    LW_TRY(wire.id, object.text("id"));
    LW_TRY(wire.from, object.text("from"));
    LW_TRY(wire.to, object.text("to"));
    LW_TRY(wire.carries, object.text("carries"));
    LW_TRY(const JsonValue* points, object.list("points"));
    for (const JsonValue& item : points->items) {
        LW_TRY(const JsonObject inner, JsonObject::of(item, "points", kPointKeys));
        machine::DiagramPoint point;
        LW_TRY(point.x, lengthIn(inner, "x"));
        LW_TRY(point.y, lengthIn(inner, "y"));
        wire.points.push_back(point);
    }
    LW_TRY(const std::int64_t thickness, object.integer("thickness", 1, kMostThick));
    wire.thickness = static_cast<std::uint8_t>(thickness);
    LW_TRY(const std::size_t activity, wordIn(object, "activity", kActivities));
    wire.activity = static_cast<Activity>(activity);
    LW_TRY(wire.reason, object.text("reason"));
    LW_TRY(wire.tag, object.text("tag"));
    LW_TRY(wire.values, textsIn(object, "values"));
    return wire;
}

} // namespace

std::string_view nameOf(Activity activity) { return kActivities[static_cast<std::size_t>(activity)]; }
std::string_view nameOf(isa::UnitGroup group) { return kGroups[static_cast<std::size_t>(group)]; }

void to_json(nlohmann::json& out, const ChipDiagram& picture) {
    out = {{"width", picture.width}, {"height", picture.height},         {"clock", picture.clock},
           {"issue", picture.issue}, {"boxes", nlohmann::json::array()}, {"wires", nlohmann::json::array()}};
    for (const DiagramPart& box : picture.boxes)
        out["boxes"].push_back({{"id", box.id},
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
                                {"values", box.values}});
    for (const DiagramPath& wire : picture.wires) {
        nlohmann::json points = nlohmann::json::array();
        for (const machine::DiagramPoint& point : wire.points)
            points.push_back({{"x", point.x}, {"y", point.y}});
        out["wires"].push_back({{"id", wire.id},
                                {"from", wire.from},
                                {"to", wire.to},
                                {"carries", wire.carries},
                                {"points", std::move(points)},
                                {"thickness", wire.thickness},
                                {"activity", nameOf(wire.activity)},
                                {"reason", wire.reason},
                                {"tag", wire.tag},
                                {"values", wire.values}});
    }
}

Result<ChipDiagram> chipDiagramFromJson(std::string_view text) {
    LW_TRY(const JsonValue root, parseJson(text, Place::kNoFile));
    LW_TRY(const JsonObject object, JsonObject::of(root, "", kKeys));
    ChipDiagram out;
    LW_TRY(out.width, lengthIn(object, "width"));
    LW_TRY(out.height, lengthIn(object, "height"));
    LW_TRY(out.clock, countIn(object, "clock"));
    LW_TRY(out.issue, object.text("issue"));
    LW_TRY(const JsonValue* boxes, object.list("boxes"));
    for (const JsonValue& item : boxes->items) {
        LW_TRY(DiagramPart box, boxFromJson(item));
        out.boxes.push_back(std::move(box));
    }
    LW_TRY(const JsonValue* wires, object.list("wires"));
    for (const JsonValue& item : wires->items) {
        LW_TRY(DiagramPath wire, wireFromJson(item));
        out.wires.push_back(std::move(wire));
    }
    return out;
}

} // namespace lw::scene
