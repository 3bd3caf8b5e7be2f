// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_lookahead.h"

#include "core/network/onnx_int8.h"

#include <algorithm>
#include <array>

namespace lw::network::onnx {

using tensor::DType;
using tensor::Tensor;

namespace {

constexpr std::array<std::string_view, 6> kQuantisedOperations{
    "QuantizeLinear", "DequantizeLinear", "QLinearConv", "QLinearMatMul", "ConvInteger", "MatMulInteger"};

// What is known about a graph before its nodes are processed.
class Lookahead {
  public:
    Lookahead(const Import& import, const Graph& graph) : m_import(import) {
        for (const Node& node : graph.nodes)
            for (const std::string& name : node.inputs) m_readers[name].push_back(&node);
        for (const ValueInfo& info : graph.outputs) m_readers.erase(info.name);
    }

    std::map<std::string, QuantisedAs, std::less<>> run() const {
        std::map<std::string, QuantisedAs, std::less<>> out;
        for (const auto& [name, nodes] : m_readers)
            if (const auto by = commonScale(nodes)) out.emplace(name, QuantisedAs{*by, false});
        // Through a Relu or a Clip that the layer before it absorbs.
        const auto direct = out;
        for (const auto& [name, nodes] : m_readers) {
            if (nodes.size() != 1 || nodes[0]->outputs.empty()) continue;
            const auto after = direct.find(nodes[0]->outputs[0]);
            if (after == direct.end()) continue;
            const Bounding bounding = boundingOf(*nodes[0], after->second.by);
            if (bounding != Bounding::Other)
                out.emplace(name, QuantisedAs{after->second.by, bounding == Bounding::Relu});
        }
        return out;
    }

  private:
    const Tensor* constant(const Node& node, std::size_t input) const {
        if (input >= node.inputs.size()) return nullptr;
        const auto at = m_import.known.find(node.inputs[input]);
        return at == m_import.known.end() ? nullptr : std::get_if<Tensor>(&at->second);
    }
    std::optional<Quantisation> scaleOf(const Node& node) const {
        const Tensor* const step = constant(node, 1);
        auto scales = step ? scalesOf(*step, constant(node, 2)) : std::nullopt;
        if (node.operation != "QuantizeLinear" || !scales || scales->steps.size() != 1) return {};
        if (!constant(node, 2)) scales->isUnsigned = true;
        return scales->moved();
    }
    std::optional<Quantisation> commonScale(const std::vector<const Node*>& nodes) const {
        const std::optional<Quantisation> first = scaleOf(*nodes[0]);
        const bool areAlike =
            std::ranges::all_of(nodes, [&](const Node* node) { return scaleOf(*node) == first; });
        return areAlike ? first : std::nullopt;
    }
    // Of Relu and of a Clip with constant bounds.
    Bounding boundingOf(const Node& node, const Quantisation& by) const {
        if (node.operation == "Relu") return Bounding::Relu;
        if (node.operation != "Clip") return Bounding::Other;
        const auto bound = [&](std::size_t input, const char* name, float otherwise) {
            const Tensor* const given = constant(node, input);
            if (given && given->dtype() == DType::F32 && given->count() == 1) return given->at<float>(0);
            const auto at = node.attributes.find(name);
            return at != node.attributes.end() && at->second.real ? *at->second.real : otherwise;
        };
        return onnx::boundingOf(bound(1, "min", -kNoBound), bound(2, "max", kNoBound), by);
    }

    const Import& m_import;
    std::map<std::string, std::vector<const Node*>, std::less<>> m_readers;
};

} // namespace

bool isQuantised(const Graph& graph) {
    return std::ranges::any_of(graph.nodes, [](const Node& node) {
        return std::ranges::find(kQuantisedOperations, node.operation) != kQuantisedOperations.end();
    });
}

std::map<std::string, QuantisedAs, std::less<>> quantisedValues(const Import& import, const Graph& graph) {
    return Lookahead(import, graph).run();
}

} // namespace lw::network::onnx
