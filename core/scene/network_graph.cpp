// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/network_graph.h"

#include "core/network/kinds.h"
#include "core/network/recurrent_json.h"
#include "core/scene/network_groups.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace lw::scene {

using isa::UnitGroup;
using lower::Where;
using network::Kind;
using network::Layer;

namespace {

constexpr std::size_t kMostOfValue = 48; // characters of an attribute: an index list may be long

UnitGroup unitOf(Kind kind) {
    switch (kind) {
    case Kind::Conv:
    case Kind::ConvTranspose:
    case Kind::Dense: return UnitGroup::Matrix;
    case Kind::MaxPool:
    case Kind::AveragePool: return UnitGroup::Permute;
    case Kind::Concat:
    case Kind::UpsampleNearest:
    case Kind::DepthToSpace:
    case Kind::Flatten:
    case Kind::Reshape:
    case Kind::Transpose:
    case Kind::Take: return UnitGroup::Memory;
    case Kind::Constant: return UnitGroup::Sync;
    default: return UnitGroup::Vector;
    }
}

std::string pairText(network::Pair pair) {
    return std::to_string(pair.rows) + " x " + std::to_string(pair.columns);
}
// "2" where both are the same.
std::string shortText(network::Pair pair) {
    return pair.rows == pair.columns ? std::to_string(pair.rows) : pairText(pair);
}

std::string titleOf(const Layer& layer) {
    std::string out(network::nameOf(layer.kind));
    const network::Pair one;
    switch (layer.kind) {
    case Kind::Conv:
    case Kind::ConvTranspose:
    case Kind::MaxPool:
    case Kind::AveragePool:
        out += " " + pairText(layer.kernel);
        if (layer.stride != one) out += " / " + shortText(layer.stride);
        if (layer.dilation != one) out += ", dilation " + shortText(layer.dilation);
        if (layer.groups != 1) out += ", groups " + std::to_string(layer.groups);
        break;
    case Kind::UpsampleNearest:
    case Kind::DepthToSpace: out += " x " + shortText(layer.factor); break;
    default: break;
    }
    if (layer.activation != network::Activation::None)
        out += ", " + std::string(network::nameOf(layer.activation));
    return out;
}

std::vector<network::Attribute> shortened(std::vector<network::Attribute> attributes) {
    for (network::Attribute& one : attributes)
        if (one.value.size() > kMostOfValue) one.value = one.value.substr(0, kMostOfValue) + "...";
    return attributes;
}

std::vector<GraphTensor> tensorsOf(const Layer& layer) {
    std::vector<GraphTensor> out;
    const auto add = [&](std::string_view name, const tensor::Tensor& tensor) {
        if (tensor.count() != 0) out.push_back({std::string(name), tensor.shape(), tensor.dtype()});
    };
    add("weights", layer.weights);
    for (const network::RecurrentTensor& one : network::recurrentTensorsOf(layer)) add(one.key, *one.tensor);
    if (layer.bias) add("bias", *layer.bias);
    add("scale", layer.scale);
    add("shift", layer.shift);
    add("mean", layer.mean);
    add("variance", layer.variance);
    return out;
}

class Builder {
  public:
    explicit Builder(const GraphSubject& subject)
        : m_subject(subject), m_shown(subject.stage == Stage::Given ? subject.network : subject.lowered) {
        for (network::ValueId id = 0; id <= subject.network.layers.size(); ++id)
            m_given[network::nameOf(subject.network, id)] = id;
    }

    NetworkGraph run() {
        const network::Network& network = m_shown;
        m_out.name = network.name;
        m_out.machine = m_subject.machine;
        m_out.cost = network::costOf(network);
        addInput();
        for (const Layer& layer : network.layers) addLayer(layer);
        for (const network::ValueId id : network.outputs) m_out.nodes[id].isOutput = true;
        placeLayers();
        m_out.groups = groupsOf(m_out);
        for (std::size_t i = 0; i < m_out.groups.size(); ++i) // inner groups come later
            for (const std::size_t node : m_out.groups[i].nodes) m_out.nodes[node].group = i;
        return std::move(m_out);
    }

  private:
    GraphNode& addNode(network::ValueId id) {
        GraphNode& node = m_out.nodes.emplace_back();
        node.name = network::nameOf(m_shown, id);
        node.shape = network::shapeOf(m_shown, id);
        node.dtype = network::dtypeOf(m_shown, id);
        // With an activation in it the value is the activation's.
        const bool hasActivation = id != network::kInput && !m_shown.layers[id - 1].activationLayer.empty();
        const std::string& name = hasActivation ? m_shown.layers[id - 1].activationLayer : node.name;
        node.range = m_subject.ranges[m_given.at(name)].all;
        m_nodes[node.name] = id;
        return node;
    }
    void addInput() {
        GraphNode& node = addNode(network::kInput);
        node.kind = node.title = "input";
    }
    void addLayer(const Layer& layer) {
        const network::ValueId id = m_out.nodes.size();
        GraphNode& node = addNode(id);
        node.kind = network::nameOf(layer.kind);
        node.title = titleOf(layer);
        node.unit = unitOf(layer.kind);
        node.cost = network::costOf(m_shown, layer);
        node.attributes = shortened(network::attributesOf(layer));
        node.tensors = tensorsOf(layer);
        for (const network::ValueId from : layer.inputs) m_out.edges.push_back({from, id});
    }
    // An activation goes where the layer is that it was folded into.
    void placeLayers() {
        for (std::size_t i = 0; i < m_subject.places.size(); ++i) {
            const Layer& layer = m_subject.lowered.layers[i];
            const std::size_t own = m_nodes.at(layer.name);
            place(own, m_subject.places[i]);
            const auto activation = m_nodes.find(layer.activationLayer);
            if (activation == m_nodes.end()) continue;
            place(activation->second, m_subject.places[i]);
            m_out.nodes[activation->second].within = own;
            m_out.nodes[activation->second].place.mode.clear();
        }
    }
    void place(std::size_t node, const lower::LayerPlace& place) {
        m_out.nodes[node].place = place;
        if (place.where == Where::Host) m_out.nodes[node].unit = UnitGroup::Transfer;
    }

    const GraphSubject& m_subject;
    const network::Network& m_shown;
    std::map<std::string_view, network::ValueId> m_given; // by name
    std::map<std::string, std::size_t> m_nodes;           // likewise
    NetworkGraph m_out;
};

} // namespace

std::optional<std::size_t> NetworkGraph::find(std::string_view wanted) const {
    const auto at = std::ranges::find(nodes, wanted, &GraphNode::name);
    if (at == nodes.end()) return {};
    return static_cast<std::size_t>(at - nodes.begin());
}

std::size_t NetworkGraph::layersAt(Where where) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        nodes, [&](const GraphNode& node) { return node.isLayer() && node.place.where == where; }));
}

NetworkGraph networkGraph(const GraphSubject& subject) { return Builder(subject).run(); }

void noteRows(NetworkGraph& graph, const program::Program& program, std::string_view end) {
    const auto rowOf = [&](std::string_view label) -> std::optional<std::uint32_t> {
        const program::Symbol* const symbol = label.empty() ? nullptr : findSymbol(program, label);
        if (!symbol || symbol->kind != program::SymbolKind::Label) return {};
        return static_cast<std::uint32_t>(symbol->value);
    };
    // If several begin in the same row, the last owns it: those before have no rows, such as flatten.
    std::map<std::uint32_t, std::string_view> owners;
    for (const GraphNode& node : graph.nodes)
        if (const auto row = rowOf(node.place.label)) owners[*row] = node.place.label;
    if (const auto row = rowOf(end)) owners[*row] = end;
    for (GraphNode& node : graph.nodes) {
        node.firstRow = node.rowCount = 0;
        const auto first = rowOf(node.place.label);
        const auto own = first ? owners.find(*first) : owners.end();
        if (own == owners.end() || own->second != node.place.label || std::next(own) == owners.end())
            continue;
        node.firstRow = *first;
        node.rowCount = std::next(own)->first - *first;
    }
}

void noteClocks(NetworkGraph& graph, std::span<const std::uint64_t> issued,
                std::span<const std::uint64_t> waited) {
    for (GraphNode& node : graph.nodes) {
        node.clocks = 0;
        for (std::size_t row = node.firstRow; row < std::size_t{node.firstRow} + node.rowCount; ++row)
            node.clocks += (row < issued.size() ? issued[row] : 0) + (row < waited.size() ? waited[row] : 0);
    }
}

} // namespace lw::scene
