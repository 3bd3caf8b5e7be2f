// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_import.h"

#include "core/network/messages.h"
#include "core/network/onnx_cut.h"
#include "core/network/onnx_fold.h"
#include "core/network/onnx_node.h"
#include "core/network/onnx_pieces.h"
#include "core/network/shapes.h"

#include <algorithm>
#include <map>
#include <set>

namespace lw::network {

namespace {

using namespace onnx;

Problem wrong(const Import& import, std::string why) {
    return {&messages::kOnnxGraph, {std::string(import.file), std::move(why)}, {}, {}, {}};
}

// The graph's input as that of a network.
Outcome takeInput(Import& import, const ValueInfo& info) {
    const std::string name = "the input \"" + info.name + "\"";
    if (info.elementType != kFloatType)
        return wrong(import, name + " is " + elementTypeName(info.elementType) + ", not FLOAT");
    if (!info.extents || info.extents->empty()) return wrong(import, name + " has no extents");
    const std::vector<std::int64_t>& extents = *info.extents;
    const Layout layout = extents.size() == 4   ? Layout::Image
                          : extents.size() == 2 ? Layout::Flat
                                                : Layout::Plain;
    if (layout != Layout::Plain && extents[0] > static_cast<std::int64_t>(kMostExtent))
        return wrong(import, "the batch of " + name + " is larger than " + std::to_string(kMostExtent));
    if (layout != Layout::Plain && extents[0] > 0) import.batch = static_cast<std::uint64_t>(extents[0]);
    tensor::Shape shape;
    for (std::size_t i = layout == Layout::Plain ? 0 : 1; i < extents.size(); ++i) {
        if (extents[i] < 1)
            return wrong(import, "extent " + std::to_string(i) + " of " + name +
                                     " is not a number above 0; export the network with fixed extents");
        shape.push_back(static_cast<std::uint64_t>(extents[i]));
    }
    if (layout == Layout::Image) shape = {shape[1], shape[2], shape[0]};
    Input& input = import.network.input;
    input.name = info.name;
    input.shape = std::move(shape);
    if (!import.known.emplace(info.name, Value{kInput, layout, {}}).second)
        return wrong(import, name + " is also a constant");
    return checkInput(import.network);
}

Outcome takeConstants(Import& import, const Graph& graph, std::vector<NamedTensor> constants) {
    for (NamedTensor& one : constants) import.known.insert_or_assign(one.name, std::move(one.tensor));
    for (const auto& [name, bytes] : graph.initializers) {
        LW_TRY(NamedTensor one, parseTensor(bytes, import.file));
        import.known.insert_or_assign(name, std::move(one.tensor));
    }
    return Done{};
}

Outcome takeInputs(Import& import, const Graph& graph) {
    // Files of the first versions list the weights among the inputs.
    std::vector<const ValueInfo*> open;
    for (const ValueInfo& info : graph.inputs)
        if (!import.known.contains(info.name)) open.push_back(&info);
    if (open.size() != 1)
        return wrong(import,
                     "it has " + std::to_string(open.size()) + " inputs that are not weights, instead of 1");
    return takeInput(import, *open[0]);
}

void noteWhatIsRead(Import& import, const Graph& graph) {
    for (const Node& node : graph.nodes) import.read.insert(node.inputs.begin(), node.inputs.end());
    for (const ValueInfo& info : graph.outputs) import.read.insert(info.name);
    import.read.erase(""); // an input or output that is left out
}

const Operator* findIn(std::span<const Operator> table, const Node& node) {
    if (!node.domain.empty() && node.domain != "ai.onnx") return nullptr;
    const auto at = std::find_if(table.begin(), table.end(),
                                 [&](const Operator& one) { return one.name == node.operation; });
    return at == table.end() ? nullptr : &*at;
}

// All operators that cannot be imported, before anything else is wrong.
Outcome checkOperators(const Import& import, const Graph& graph) {
    std::set<std::string> names;
    const Node* first = nullptr;
    for (const Node& node : graph.nodes)
        if (!findIn(operators(), node) && !findIn(foldings(), node)) {
            names.insert((node.domain.empty() ? "" : node.domain + ".") + node.operation);
            if (!first) first = &node;
        }
    if (names.empty()) return Done{};
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    const std::string before = cutBefore(graph, *first);
    const std::string& called =
        !first->name.empty() || first->outputs.empty() ? first->name : first->outputs[0];
    return Problem{
        &messages::kOnnxOperator,
        {std::string(import.file), all, called,
         before.empty() ? "before which there is nothing" : "before which --until \"" + before + "\" cuts"},
        {},
        {},
        {}};
}

Outcome takeNode(Import& import, const Node& node, std::size_t number) {
    Use use(import, node, number);
    const Operator *layer = findIn(operators(), node), *folding = findIn(foldings(), node);
    const Operator* const one =
        folding != nullptr && (layer == nullptr || use.allConstant()) ? folding : layer;
    LW_TRY([[maybe_unused]] const Done ran, one->run(use));
    return use.finish();
}

Outcome takeOutputs(Import& import, const Graph& graph) {
    if (graph.outputs.empty()) return wrong(import, "it has no outputs");
    for (const ValueInfo& info : graph.outputs) {
        const auto at = import.known.find(info.name);
        const Value* value = at == import.known.end() ? nullptr : std::get_if<Value>(&at->second);
        if (!value && at != import.known.end())
            return wrong(import, "the output \"" + info.name + "\" is constant; no layer computes it");
        if (!value) return wrong(import, "no node computes the output \"" + info.name + "\"");
        // What people compare with other programs is in the graph's order.
        const Node node{"Output", "", info.name, {}, {info.name}, {}};
        Use use(import, node, graph.nodes.size());
        LW_TRY(const Value ordered, inGraphOrder(use, *value));
        import.network.outputs.push_back(ordered.id);
    }
    return Done{};
}

} // namespace

Result<Network> importOnnx(std::span<const std::byte> file, std::string_view name,
                           std::vector<NamedTensor> constants, const std::optional<std::string>& until,
                           std::uint64_t mostMade) {
    LW_TRY(Graph graph, parseModel(file, name));
    if (until) {
        LW_TRY([[maybe_unused]] const Done cut, cutAfter(graph, *until, name));
    }
    Import import;
    import.file = name;
    import.mostMade = mostMade + file.size();
    import.operatorSet = graph.operatorSet;
    import.network.name = graph.name;
    LW_TRY([[maybe_unused]] const Done supported, checkOperators(import, graph));
    LW_TRY([[maybe_unused]] const Done weights, takeConstants(import, graph, std::move(constants)));
    LW_TRY([[maybe_unused]] const Done inputs, takeInputs(import, graph));
    noteWhatIsRead(import, graph);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        LW_TRY([[maybe_unused]] const Done one, takeNode(import, graph.nodes[i], i));
    }
    LW_TRY([[maybe_unused]] const Done outputs, takeOutputs(import, graph));
    LW_TRY([[maybe_unused]] const Done size, checkTogether(import.network));
    return std::move(import.network);
}

// All that can be read, each once, by name, with its limits.
static std::map<std::string_view, std::string_view> supported() {
    std::map<std::string_view, std::string_view> out;
    for (const Operator& one : operators()) out.emplace(one.name, one.limits);
    for (const Operator& one : foldings()) out.emplace(one.name, one.limits);
    return out;
}

std::string onnxTable() {
    std::string out = "| operator | limits |\n|---|---|\n";
    for (const auto& [name, limits] : supported())
        out += "| `" + std::string(name) + "` | " + std::string(limits) + " |\n";
    return out;
}

} // namespace lw::network
