// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_cut.h"

#include "core/base/closest_word.h"
#include "core/network/messages.h"

#include <algorithm>
#include <map>
#include <vector>

namespace lw::network::onnx {

namespace {

// Node by the name of each value that it makes.
std::map<std::string_view, std::size_t> makers(const Graph& graph) {
    std::map<std::string_view, std::size_t> out;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        for (const std::string& name : graph.nodes[i].outputs)
            if (!name.empty()) out.emplace(name, i);
    return out;
}

// The value that a name means: one that a node makes, or the first one of the node that is called so.
std::string valueOf(const Graph& graph, const std::map<std::string_view, std::size_t>& makers,
                    std::string_view name) {
    if (makers.contains(name)) return std::string(name);
    for (const Node& node : graph.nodes)
        if (!name.empty() && node.name == name && !node.outputs.empty()) return node.outputs.front();
    return {};
}

} // namespace

Outcome cutAfter(Graph& graph, std::string_view name, std::string_view file) {
    const auto makers = onnx::makers(graph);
    const std::string value = valueOf(graph, makers, name);
    if (value.empty()) {
        std::vector<std::string_view> names;
        for (const auto& [made, node] : makers) names.push_back(made);
        for (const Node& node : graph.nodes) names.push_back(node.name);
        return Problem{&messages::kNoCut,
                       {std::string(file), std::string(name)},
                       {},
                       {},
                       std::string(closestWord(name, names))};
    }
    std::vector<bool> isNeeded(graph.nodes.size());
    std::vector<std::string_view> open{value};
    while (!open.empty()) {
        const auto maker = makers.find(open.back());
        open.pop_back();
        if (maker == makers.end() || isNeeded[maker->second]) continue;
        isNeeded[maker->second] = true;
        for (const std::string& read : graph.nodes[maker->second].inputs) open.push_back(read);
    }
    std::vector<Node> left;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        if (isNeeded[i]) left.push_back(graph.nodes[i]);
    graph.nodes = std::move(left);
    graph.outputs = {ValueInfo{value, 0, {}}};
    return Done{};
}

std::string cutBefore(const Graph& graph, const Node& node) {
    const auto makers = onnx::makers(graph);
    for (const std::string& read : node.inputs)
        if (makers.contains(read)) return read;
    return {};
}

} // namespace lw::network::onnx
