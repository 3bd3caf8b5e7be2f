// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_cut.h"

#include "core/network/messages.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace lw::network::onnx {

namespace {

// The values of a graph by number; number 0 is its input.
struct Values {
    Flow flow;
    std::vector<std::string_view> names{{}};
    std::vector<std::size_t> makers{0}; // the node of each
    std::map<std::string_view, std::size_t> numbers;

    explicit Values(const Graph& graph) {
        for (const ValueInfo& info : graph.inputs) {
            if (graph.initializers.contains(info.name)) continue;
            if (numbers.empty()) names[0] = info.name;
            numbers.emplace(info.name, 0);
        }
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) add(graph.nodes[i], i);
        for (const ValueInfo& info : graph.outputs)
            if (const auto at = numbers.find(info.name); at != numbers.end())
                flow.outputs.push_back(at->second);
    }
    void add(const Node& node, std::size_t maker) {
        std::vector<std::size_t> reads;
        for (const std::string& read : node.inputs)
            if (const auto at = numbers.find(read); at != numbers.end()) reads.push_back(at->second);
        if (node.outputs.size() > 1) {
            add({}, maker, std::move(reads)); // what they have in common, so that the list exists only once
            reads = {names.size() - 1};
        }
        for (const std::string& made : node.outputs)
            if (!made.empty() && numbers.emplace(made, names.size()).second) add(made, maker, reads);
    }
    void add(std::string_view name, std::size_t maker, std::vector<std::size_t> reads) {
        flow.reads.push_back(std::move(reads));
        names.push_back(name);
        makers.push_back(maker);
    }
};

// The value that a name means: one that a node makes, or the first output of the node with that name. E588.
Result<std::size_t> valueNamed(const Graph& graph, const Values& values, std::string_view name,
                               std::string_view file, const std::optional<std::string>& until = {}) {
    const auto at = values.numbers.find(name);
    if (at != values.numbers.end() && at->second != 0) return at->second;
    std::vector<std::string_view> names(values.names.begin() + 1, values.names.end());
    for (const Node& node : graph.nodes) {
        if (!name.empty() && node.name == name && !node.outputs.empty())
            if (const auto first = values.numbers.find(node.outputs.front());
                first != values.numbers.end() && first->second != 0)
                return first->second;
        names.push_back(node.name);
    }
    return noCut(file, name, names, until);
}

// The nodes that make what is needed, the weights they read, and the inputs.
Graph keep(const Graph& graph, const Values& values, const std::vector<bool>& isNeeded) {
    std::vector<bool> isKept(graph.nodes.size());
    for (std::size_t id = 1; id < isNeeded.size(); ++id)
        if (isNeeded[id]) isKept[values.makers[id]] = true;
    Graph out;
    out.name = graph.name;
    out.operatorSet = graph.operatorSet;
    out.values = graph.values;
    std::set<std::string_view> read;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (!isKept[i]) continue;
        out.nodes.push_back(graph.nodes[i]);
        read.insert(graph.nodes[i].inputs.begin(), graph.nodes[i].inputs.end());
    }
    for (const auto& weights : graph.initializers)
        if (read.contains(weights.first)) out.initializers.insert(weights);
    for (const ValueInfo& info : graph.inputs)
        if (read.contains(info.name)) out.inputs.push_back(info);
    return out;
}

ValueInfo named(std::string_view name) { return {std::string(name), 0, {}}; }

// The note for the value, from number `least` on, with which the rest of the network can begin: the first
// one whose shape the file states or, if it states none, the first one.
std::vector<Note> wayAfter(const Graph& graph, const Values& values, std::size_t least, std::string_view file,
                           const Section& where) {
    std::string_view unstated;
    for (const std::size_t id : placesToBegin(values.flow)) {
        const std::string name(values.names[id]);
        if (id < least || name.empty()) continue;
        if (findInfo(graph, name))
            return {{&messages::kFromHere, {commandText(file, {name, where.until}), name}, {}}};
        if (unstated.empty()) unstated = values.names[id];
    }
    if (unstated.empty()) return {};
    return {{&messages::kFromUnstated, {std::string(unstated)}, {}}};
}

} // namespace

const ValueInfo* findInfo(const Graph& graph, std::string_view name) {
    for (const ValueInfo& info : graph.values) {
        if (info.name != name || !info.extents || info.extents->empty()) continue;
        const bool isFixed = std::all_of(info.extents->begin() + 1, info.extents->end(),
                                         [](std::int64_t extent) { return extent > 0; });
        return isFixed ? &info : nullptr;
    }
    return nullptr;
}

Outcome cutAfter(Graph& graph, std::string_view name, std::string_view file) {
    const Values values(graph);
    LW_TRY(const std::size_t last, valueNamed(graph, values, name, file));
    Graph left = keep(graph, values, neededBy(values.flow, {last}));
    left.outputs = {named(values.names[last])};
    graph = std::move(left);
    return Done{};
}

Result<Halves> cutBefore(const Graph& graph, const Section& where, std::string_view file) {
    const Values values(graph);
    LW_TRY(const std::size_t from, valueNamed(graph, values, *where.from, file, where.until));
    const auto nameOf = [&](std::size_t id) { return std::string(values.names[id]); };
    Rest rest = restAfter(values.flow, from);
    std::vector<std::pair<std::size_t, std::size_t>> others;
    std::swap(others, rest.others);
    LW_TRY([[maybe_unused]] const Done can, checkRest(values.flow, from, rest, file, nameOf));
    Halves out;
    out.value = values.names[from];
    out.rest = keep(graph, values, rest.isNeeded);
    out.rest.inputs.clear();
    for (const std::size_t id : rest.outputs) out.rest.outputs.push_back(named(values.names[id]));
    std::vector<std::size_t> wanted{from};
    for (const auto& other : others) {
        rest.others = {other};
        Outcome why = checkRest(values.flow, from, rest, file, nameOf);
        out.others.push_back({nameOf(other.second), std::move(why).problem()});
        wanted.push_back(other.second);
    }
    out.before = keep(graph, values, neededBy(values.flow, wanted));
    for (const std::size_t id : wanted) out.before.outputs.push_back(named(nameOf(id)));
    return out;
}

std::vector<Note> waysAround(const Graph& graph, const Node& node,
                             const std::function<bool(const Node&)>& isBad, std::string_view file,
                             const Section& where) {
    const Values values(graph);
    const std::vector<bool> isComputed = dependsOn(values.flow, 0),
                            isNeeded = neededBy(values.flow, values.flow.outputs);
    const auto number = static_cast<std::size_t>(&node - graph.nodes.data());
    std::vector<Note> out;
    for (const std::string& read : node.inputs) {
        const auto at = values.numbers.find(read);
        if (at == values.numbers.end() || at->second == 0 || !isComputed[at->second] ||
            values.makers[at->second] >= number)
            continue;
        out.push_back({&messages::kUntilHere, {commandText(file, {where.from, read}), read}, {}});
        break;
    }
    std::size_t last = 1;
    for (std::size_t id = 1; id < isNeeded.size(); ++id)
        if (isNeeded[id] && isBad(graph.nodes[values.makers[id]])) last = id;
    std::ranges::move(wayAfter(graph, values, last, file, where), std::back_inserter(out));
    return out;
}

std::vector<Note> wayPastInputs(const Graph& graph, std::string_view file, const Section& where) {
    return wayAfter(graph, Values(graph), 1, file, where);
}

} // namespace lw::network::onnx
