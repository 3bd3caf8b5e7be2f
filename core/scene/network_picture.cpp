// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/network_picture.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lw::scene {

namespace {

constexpr std::int32_t kTitleLetter = 8, kLetter = 7, kTitleLine = 18, kLine = 15; // units of the drawing
constexpr std::int32_t kEdge = 8, kBadge = 22, kLeastWidth = 96, kMostWidth = 252;
constexpr std::size_t kMostFollowers = 4; // named in a run

std::string shapeText(const tensor::Shape& shape) {
    std::string out;
    for (const std::uint64_t extent : shape) out += (out.empty() ? "" : " x ") + std::to_string(extent);
    return out;
}

// The layer with the most to compute, the first of equals.
std::size_t chiefOf(const NetworkGraph& graph, const std::vector<std::size_t>& nodes) {
    std::size_t best = nodes.front();
    const auto weight = [&](std::size_t node) {
        return std::pair(graph.nodes[node].cost.multiplyAdds, graph.nodes[node].kind != "constant");
    };
    for (const std::size_t node : nodes)
        if (weight(node) > weight(best)) best = node;
    return best;
}

std::string costLine(const NetworkGraph& graph, const std::vector<std::size_t>& nodes) {
    std::uint64_t all = 0;
    for (const std::size_t node : nodes) all += graph.nodes[node].cost.multiplyAdds;
    const std::string shape = shapeText(graph.nodes[nodes.back()].shape);
    return all == 0 ? shape : shape + "   " + roundText(all) + " MACs";
}

// The kinds after the first in a run, without constants.
std::string followersOf(const NetworkGraph& graph, const std::vector<std::size_t>& nodes) {
    std::string out;
    std::size_t count = 0;
    bool isFirst = true;
    for (const std::size_t node : nodes) {
        if (graph.nodes[node].kind == "constant" || std::exchange(isFirst, false)) continue;
        if (++count <= kMostFollowers) out += (count == 1 ? "+ " : " + ") + graph.nodes[node].kind;
    }
    return count > kMostFollowers ? out + " + ..." : out;
}

std::vector<std::string> wordsOf(const NetworkGraph& graph, const PictureBox& box) {
    const GraphNode& first = graph.nodes[box.nodes.front()];
    if (!box.group) return {first.title, first.name, costLine(graph, box.nodes)};
    const GraphGroup& group = graph.groups[*box.group];
    const std::string count = std::to_string(box.nodes.size()) + " layers";
    if (group.how == Grouped::ByName) return {group.name, count, costLine(graph, box.nodes)};
    if (group.how == Grouped::AsBlock) return {"block of " + count, group.name, costLine(graph, box.nodes)};
    const std::string followers = followersOf(graph, box.nodes);
    std::vector<std::string> out{graph.nodes[box.lead].title};
    if (!followers.empty()) out.push_back(followers);
    out.push_back(group.name);
    out.push_back(costLine(graph, box.nodes));
    return out;
}

// Including how the circuit does without the stride.
std::vector<std::string> linesOf(const NetworkGraph& graph, const PictureBox& box) {
    std::vector<std::string> out = wordsOf(graph, box);
    if (!box.mode.empty()) out.push_back(box.mode);
    return out;
}

std::int32_t widthOf(const PictureBox& box) {
    std::int32_t out = kLeastWidth;
    for (std::size_t i = 0; i < box.lines.size(); ++i) {
        const auto letters = static_cast<std::int32_t>(std::min<std::size_t>(box.lines[i].size(), 64));
        out = std::max(out, i == 0 ? kTitleLetter * letters + kBadge : kLetter * letters);
    }
    return (std::min(out + 2 * kEdge, kMostWidth) + 1) / 2 * 2;
}

// The outermost folded group of a node, and the innermost unfolded one around that.
struct Fold {
    std::optional<std::size_t> folded, open;
};
Fold foldOf(const NetworkGraph& graph, std::size_t node, const std::vector<bool>& folded) {
    Fold out;
    for (auto group = graph.nodes[node].group; group; group = graph.groups[*group].parent)
        if (folded[*group]) out.folded = group;
    auto around = out.folded ? graph.groups[*out.folded].parent : graph.nodes[node].group;
    if (around) out.open = around;
    return out;
}

void addBoxes(const NetworkGraph& graph, const std::vector<bool>& folded, NetworkPicture& out) {
    std::map<std::size_t, std::size_t> ofGroup;
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
        const Fold fold = foldOf(graph, node, folded);
        std::size_t box = out.boxes.size();
        if (fold.folded) box = ofGroup.try_emplace(*fold.folded, box).first->second;
        if (box == out.boxes.size()) out.boxes.emplace_back();
        out.boxes[box].group = fold.folded;
        out.boxes[box].folds = fold.open;
        out.boxes[box].nodes.push_back(node);
        out.boxOf.push_back(box);
    }
    for (PictureBox& box : out.boxes) {
        const auto lead = std::ranges::find_if(
            box.nodes, [&](std::size_t node) { return graph.nodes[node].kind != "constant"; });
        box.lead = lead == box.nodes.end() ? box.nodes.front() : *lead;
        box.unit = graph.nodes[chiefOf(graph, box.nodes)].unit;
        for (const std::size_t node : box.nodes) {
            const lower::LayerPlace& place = graph.nodes[node].place;
            box.isOfHost |= place.where == lower::Where::Host;
            if (box.mode.empty()) box.mode = place.mode;
        }
        box.lines = linesOf(graph, box);
    }
}

void addWires(std::span<const LayoutEdge> edges, bool PictureWire::*kind, NetworkPicture& out) {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> known;
    for (std::size_t i = 0; i < out.wires.size(); ++i) known[{out.wires[i].from, out.wires[i].to}] = i;
    for (const LayoutEdge& edge : edges) {
        const std::size_t from = out.boxOf[edge.from], to = out.boxOf[edge.to];
        if (from == to) continue;
        const auto [at, isNew] = known.try_emplace({from, to}, out.wires.size());
        if (isNew) out.wires.push_back({.from = from, .to = to, .values = {}, .way = {}, .isRead = false});
        PictureWire& wire = out.wires[at->second];
        wire.*kind = true;
        if (std::ranges::find(wire.values, edge.from) == wire.values.end()) wire.values.push_back(edge.from);
    }
}

} // namespace

std::vector<bool> usualFolds(const NetworkGraph& graph) {
    std::vector<bool> out;
    for (const GraphGroup& group : graph.groups) out.push_back(group.how == Grouped::AsRun);
    return out;
}

void layOut(NetworkPicture& picture, std::span<const LayoutEdge> edges,
            std::span<const LayoutEdge> dependencies, std::span<const LayoutEdge> orders) {
    addWires(edges, &PictureWire::isRead, picture);
    addWires(dependencies, &PictureWire::isDependency, picture);
    addWires(orders, &PictureWire::isOrder, picture);
    std::vector<LayoutBox> boxes;
    std::vector<LayoutEdge> wires;
    for (PictureBox& box : picture.boxes) {
        box.width = widthOf(box);
        box.height = 2 * kEdge + kTitleLine + kLine * static_cast<std::int32_t>(box.lines.size() - 1);
        boxes.push_back({box.width, box.height});
    }
    for (const PictureWire& wire : picture.wires) wires.push_back({wire.from, wire.to});
    LayeredLayout layout = layered(boxes, wires);
    picture.width = layout.width;
    picture.height = layout.height;
    for (std::size_t i = 0; i < boxes.size(); ++i) picture.boxes[i].at = layout.boxes[i];
    for (std::size_t i = 0; i < wires.size(); ++i) picture.wires[i].way = std::move(layout.ways[i]);
}

NetworkPicture networkPicture(const NetworkGraph& graph, const std::vector<bool>& folded) {
    NetworkPicture out;
    addBoxes(graph, folded, out);
    layOut(out, graph.edges);
    return out;
}

std::string roundText(std::uint64_t number) {
    constexpr std::pair<std::uint64_t, const char*> kSteps[] = {
        {1'000'000'000'000, " T"}, {1'000'000'000, " G"}, {1'000'000, " M"}, {1'000, " K"}};
    for (const auto& [step, letter] : kSteps) {
        if (number < step) continue;
        const std::uint64_t whole = number / step, hundredths = number % step / (step / 100);
        std::string text = std::to_string(whole);
        const std::string digits = std::to_string(100 + hundredths).substr(1);
        if (whole < 100) text += "." + digits.substr(0, whole < 10 ? 2 : 1);
        return text + letter;
    }
    return std::to_string(number);
}

} // namespace lw::scene
