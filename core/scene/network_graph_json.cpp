// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/scene/chip_diagram.h"
#include "core/scene/network_picture.h"

#include <cmath>

namespace lw::scene {

namespace {

constexpr std::string_view kGroupedNames[] = {"run", "block", "name"};

Json jsonOf(const network::Range& range) {
    // JSON has no infinity: a missing bound is null.
    const auto bound = [](double x) { return std::isinf(x) ? Json() : Json(x); };
    return {{"low", bound(range.low)},
            {"high", bound(range.high)},
            {"nan", range.mayBeNan},
            {"wraps", range.mayWrap}};
}

Json placeOf(const GraphNode& node, const NetworkGraph& graph) {
    Json out{{"where", lower::nameOf(node.place.where)}};
    if (!node.place.why.empty()) out["because"] = node.place.why;
    if (!node.place.mode.empty()) out["mode"] = node.place.mode;
    if (node.place.where == lower::Where::Circuit && node.place.parts > 1) out["part"] = node.place.part;
    if (node.within) out["within"] = graph.nodes[*node.within].name;
    if (node.rowCount != 0) {
        out["firstRow"] = node.firstRow;
        out["rows"] = node.rowCount;
        out["clocks"] = node.clocks;
    }
    return out;
}

Json jsonOf(const GraphNode& node, const NetworkGraph& graph) {
    Json attributes = Json::object(), tensors = Json::list();
    for (const network::Attribute& one : node.attributes) attributes[one.key] = one.value;
    for (const GraphTensor& one : node.tensors)
        tensors.push_back(
            {{"name", one.name}, {"shape", Json::list(one.shape)}, {"dtype", tensor::nameOf(one.dtype)}});
    Json out{{"name", node.name},
             {"kind", node.kind},
             {"title", node.title},
             {"shape", Json::list(node.shape)},
             {"dtype", tensor::nameOf(node.dtype)},
             {"bytes", node.bytes()},
             {"parameters", node.cost.parameters},
             {"macs", node.cost.multiplyAdds},
             {"attributes", std::move(attributes)},
             {"tensors", std::move(tensors)},
             {"range", jsonOf(node.range)},
             {"output", node.isOutput}};
    if (node.isLayer() && !graph.machine.empty()) out["place"] = placeOf(node, graph);
    return out;
}

Json namesOf(const std::vector<std::size_t>& nodes, const NetworkGraph& graph) {
    Json out = Json::list();
    for (const std::size_t node : nodes) out.push_back(graph.nodes[node].name);
    return out;
}

Json jsonOf(const PictureBox& box, const NetworkGraph& graph) {
    Json out{{"layers", namesOf(box.nodes, graph)},
             {"lines", Json::list(box.lines)},
             {"unit", nameOf(box.unit)},
             {"host", box.isOfHost},
             {"rank", box.at.rank},
             {"place", box.at.place},
             {"x", box.at.x},
             {"y", box.at.y},
             {"width", box.width},
             {"height", box.height}};
    if (box.group) out["group"] = *box.group;
    if (!box.mode.empty()) out["mode"] = box.mode;
    return out;
}

} // namespace

Json jsonOf(const NetworkGraph& graph) {
    Json nodes = Json::list(), edges = Json::list(), groups = Json::list();
    for (const GraphNode& node : graph.nodes) nodes.push_back(jsonOf(node, graph));
    for (const LayoutEdge& edge : graph.edges)
        edges.push_back({{"from", graph.nodes[edge.from].name}, {"to", graph.nodes[edge.to].name}});
    for (const GraphGroup& group : graph.groups) {
        Json one{{"name", group.name},
                 {"how", kGroupedNames[static_cast<std::size_t>(group.how)]},
                 {"layers", namesOf(group.nodes, graph)}};
        if (group.parent) one["parent"] = *group.parent;
        groups.push_back(std::move(one));
    }
    return {{"name", graph.name},
            {"machine", graph.machine},
            {"parameters", graph.cost.parameters},
            {"macs", graph.cost.multiplyAdds},
            {"nodes", std::move(nodes)},
            {"edges", std::move(edges)},
            {"groups", std::move(groups)}};
}

Json jsonOf(const NetworkPicture& picture, const NetworkGraph& graph) {
    Json boxes = Json::list(), wires = Json::list();
    for (const PictureBox& box : picture.boxes) boxes.push_back(jsonOf(box, graph));
    for (const PictureWire& wire : picture.wires) {
        Json way = Json::list();
        for (const LayoutPoint& point : wire.way) way.push_back({{"x", point.x}, {"y", point.y}});
        wires.push_back({{"from", wire.from},
                         {"to", wire.to},
                         {"values", namesOf(wire.values, graph)},
                         {"way", std::move(way)}});
    }
    return {{"width", picture.width},
            {"height", picture.height},
            {"boxes", std::move(boxes)},
            {"wires", std::move(wires)}};
}

} // namespace lw::scene
