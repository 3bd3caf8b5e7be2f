// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/firmware/value_graph.h"

#include "core/base/json.h"
#include "core/concord/value_names.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <utility>

namespace lw::scene::firmware {

using concord::Graph;
using concord::Node;
using concord::OpKind;
using concord::OpStream;

namespace {

constexpr std::size_t kSaidNumbers = 4, kNamedOnWires = 2;

isa::UnitGroup unitOf(OpKind kind) {
    switch (kind) {
    case OpKind::Product:
    case OpKind::WriteMatrix: return isa::UnitGroup::Matrix;
    case OpKind::Relu:
    case OpKind::Sigmoid:
    case OpKind::Tanh:
    case OpKind::Softmax: return isa::UnitGroup::Unary;
    case OpKind::Read:
    case OpKind::ReadMatrix:
    case OpKind::Window: return isa::UnitGroup::Transfer;
    case OpKind::WriteQuantised: return isa::UnitGroup::Memory;
    default: return isa::UnitGroup::Vector;
    }
}

class ValueCollector {
  public:
    ValueCollector(const Graph& graph, const OpStream& stream) : m_graph(graph), m_stream(stream) {}

    ValueGraph collect() {
        addValues();
        addLayers();
        addPlaces();
        addEdges();
        for (std::size_t i = 0; i < m_out.values.size(); ++i) tellProducts(i);
        return std::move(m_out);
    }

  private:
    void addValues() {
        m_valueOf.assign(m_graph.nodes.size(), 0);
        for (std::uint32_t source = 0; source < concord::kSources; ++source) {
            const auto kind = static_cast<concord::Source>(source);
            const std::uint64_t used = concord::usedOf(m_graph, kind);
            m_valueOf[source] = m_out.values.size();
            if (used == 0) continue;
            const std::string name(concord::nameOf(kind));
            m_out.values.push_back({.title = name,
                                    .name = name,
                                    .nodes = {source},
                                    .count = used,
                                    .areMatrices = kind == concord::kOfMatrixDram,
                                    .unit = isa::UnitGroup::Transfer});
        }
        std::map<std::uint32_t, std::vector<std::uint32_t>> byBundle;
        for (std::uint32_t node = concord::kSources; node < m_graph.nodes.size(); ++node)
            byBundle[opOf(m_graph.nodes[node]).bundle].push_back(node);
        std::optional<concord::ValueNames> names; // without loops values have names of their own
        if (m_stream.loops.empty()) names.emplace(m_graph, m_stream);
        for (auto& [bundle, nodes] : byBundle) {
            const Node& first = m_graph.nodes[nodes.front()];
            for (const std::uint32_t node : nodes) m_valueOf[node] = m_out.values.size();
            m_out.values.push_back({.title = opOf(first).text,
                                    .name = names ? names->of(nodes.front()) : "v" + std::to_string(bundle),
                                    .bundle = bundle,
                                    .nodes = std::move(nodes),
                                    .count = first.count,
                                    .areMatrices = areMatrices(first.kind),
                                    .unit = unitOf(first.kind)});
        }
        if (m_graph.output.empty()) return;
        m_out.values.push_back({.title = "netout",
                                .name = "netout",
                                .count = concord::countOf(m_graph.output),
                                .unit = isa::UnitGroup::Transfer});
    }

    // Values of a layer stand one after the other: each time that it begins it is another box.
    void addLayers() {
        const std::string* before = nullptr;
        for (std::size_t i = 0; i < m_out.values.size(); ++i) {
            GraphValue& value = m_out.values[i];
            if (!value.bundle) continue;
            const std::string& layer = m_stream.chains[m_graph.nodes[value.nodes.front()].chain].layer;
            if (!layer.empty()) {
                if (before == nullptr || *before != layer) m_out.layers.push_back({layer});
                value.layer = m_out.layers.size() - 1;
                m_out.layers.back().values.push_back(i);
            }
            before = &layer;
        }
    }

    // As the first turn has them.
    void addPlaces() {
        std::set<std::pair<std::uint32_t, std::size_t>> known; // the writing instruction, and of which value
        for (const concord::Written& written : m_graph.writes) {
            addReplaced(written);
            const concord::Op& op = m_stream.chains[written.chain].ops[written.op];
            std::uint64_t at = written.first;
            for (const concord::Piece& piece : written.pieces) {
                const std::uint64_t count = std::uint64_t{piece.count} * piece.times;
                const std::size_t value = m_valueOf[piece.node];
                if (piece.node >= concord::kSources && known.emplace(op.bundle, value).second)
                    m_out.values[value].places.push_back({written.memory, at, count});
                at += count;
            }
        }
    }

    // Whatever reads the old value has to come before the write.
    void addReplaced(const concord::Written& written) {
        for (const std::uint32_t old : written.overwrites)
            for (const concord::Piece& piece : written.pieces) {
                const std::size_t from = m_valueOf[old], to = m_valueOf[piece.node];
                if (from != to && m_replaced.emplace(from, to).second) m_out.replaced.push_back({from, to});
            }
    }

    void addEdges() {
        std::set<std::pair<std::size_t, std::size_t>> known;
        const auto add = [&](const concord::Pieces& pieces, std::size_t to) {
            for (const concord::Piece& piece : pieces) {
                const std::size_t from = m_valueOf[piece.node];
                if (!known.emplace(from, to).second) continue;
                (from < to ? m_out.edges : m_out.carried).push_back({from, to});
            }
        };
        for (std::uint32_t node = concord::kSources; node < m_graph.nodes.size(); ++node) {
            add(m_graph.nodes[node].in, m_valueOf[node]);
            add(m_graph.nodes[node].operand, m_valueOf[node]);
        }
        if (!m_graph.output.empty()) add(m_graph.output, m_out.values.size() - 1);
    }

    void tellProducts(std::size_t number) {
        GraphValue& value = m_out.values[number];
        if (!value.bundle || value.areMatrices) return;
        const Node& node = m_graph.nodes[value.nodes.front()];
        if (node.kind == OpKind::Product || node.kind == OpKind::WriteQuantised) return;
        for (const std::uint32_t product : concord::productsBehind(m_graph, value.nodes.front()))
            if (const std::size_t from = m_valueOf[product];
                std::ranges::find(value.products, from) == value.products.end()) {
                value.products.push_back(from);
                if (from < number) m_out.dependencies.push_back({from, number});
            }
    }

    const concord::Op& opOf(const Node& node) const { return m_stream.chains[node.chain].ops[node.op]; }

    const Graph& m_graph;
    const OpStream& m_stream;
    ValueGraph m_out;
    std::vector<std::size_t> m_valueOf; // by node
    std::set<std::pair<std::size_t, std::size_t>> m_replaced;
};

std::string countWords(const GraphValue& value) {
    const std::string unit = value.areMatrices ? " matrix" : " vector";
    const std::string many = value.areMatrices ? " matrices" : " vectors";
    return std::to_string(value.count) + (value.count == 1 ? unit : many);
}

std::vector<std::string> linesOf(const ValueGraph& graph, const PictureBox& box,
                                 const concord::NodeNumbers* numbers) {
    const GraphValue& last = graph.values[box.nodes.back()];
    if (box.group)
        return {graph.layers[*box.group].name,
                std::to_string(box.nodes.size()) + (box.nodes.size() == 1 ? " value" : " values"),
                countWords(last)};
    std::vector<std::string> out{last.title};
    if (last.bundle) out.push_back(std::to_string(*last.bundle) + ": " + last.name);
    out.push_back(countWords(last));
    if (const std::string said = numbersText(last, numbers); !said.empty()) out.push_back(said);
    return out;
}

void addBoxes(const ValueGraph& graph, const std::vector<bool>& folded, NetworkPicture& out) {
    std::map<std::size_t, std::size_t> ofLayer;
    for (std::size_t i = 0; i < graph.values.size(); ++i) {
        const auto layer = graph.values[i].layer;
        const bool isFolded = layer && folded[*layer];
        std::size_t box = out.boxes.size();
        if (isFolded) box = ofLayer.try_emplace(*layer, box).first->second;
        if (box == out.boxes.size()) {
            PictureBox& made = out.boxes.emplace_back();
            if (isFolded) made.group = layer;
            if (layer && !isFolded) made.folds = layer;
            made.lead = i;
            made.unit = graph.values[i].unit;
        }
        out.boxes[box].nodes.push_back(i);
        if (graph.values[i].unit == isa::UnitGroup::Matrix) out.boxes[box].unit = isa::UnitGroup::Matrix;
        out.boxOf.push_back(box);
    }
}

// "x ×2", of two vectors; no words, so that it is the same in all languages.
std::string labelOf(const GraphValue& value) {
    return value.name + (value.count == 1 ? "" : " \u00d7" + std::to_string(value.count));
}

// What is read along wires.
void addLabels(const ValueGraph& graph, const concord::NodeNumbers* numbers, NetworkPicture& out) {
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> read;
    for (const LayoutEdge& edge : graph.edges) {
        std::vector<std::size_t>& values = read[{out.boxOf[edge.from], out.boxOf[edge.to]}];
        if (std::ranges::find(values, edge.from) == values.end()) values.push_back(edge.from);
    }
    for (PictureWire& wire : out.wires) {
        const std::vector<std::size_t>& values = read[{wire.from, wire.to}];
        for (std::size_t i = 0; i < std::min(values.size(), kNamedOnWires); ++i)
            wire.label += (i == 0 ? "" : ", ") + labelOf(graph.values[values[i]]);
        if (values.size() > kNamedOnWires)
            wire.label += ", +" + std::to_string(values.size() - kNamedOnWires);
        if (values.size() != 1) continue;
        if (const std::string said = numbersText(graph.values[values.front()], numbers); !said.empty())
            wire.detail = wire.label + ": " + said;
    }
}

Json edgesJson(const std::vector<LayoutEdge>& edges) {
    Json out = Json::list();
    for (const LayoutEdge& edge : edges) out.push_back(Json::list(std::vector{edge.from, edge.to}));
    return out;
}

} // namespace

ValueGraph valueGraph(const Graph& graph, const OpStream& stream) {
    return ValueCollector(graph, stream).collect();
}

std::string numbersText(const GraphValue& value, const concord::NodeNumbers* numbers) {
    if (numbers == nullptr || value.nodes.empty()) return {};
    const concord::Numbers& all = (*numbers)[value.nodes.front()];
    std::string out;
    for (std::size_t i = 0; i < std::min(all.size(), kSaidNumbers); ++i) {
        char text[32];
        std::snprintf(text, sizeof text, "%.4g", all[i]);
        out += (i == 0 ? "" : " ") + std::string(text);
    }
    return all.size() > kSaidNumbers ? out + " ..." : out;
}

NetworkPicture pictureOf(const ValueGraph& graph, const std::vector<bool>& folded,
                         const concord::NodeNumbers* numbers, const WireKinds& kinds) {
    NetworkPicture out;
    addBoxes(graph, folded, out);
    for (PictureBox& box : out.boxes) box.lines = linesOf(graph, box, numbers);
    std::vector<LayoutEdge> replaced;
    for (const LayoutEdge& edge : graph.replaced)
        if (kinds.replaced && edge.from < edge.to) replaced.push_back(edge);
    layOut(out, graph.edges,
           kinds.dependencies ? std::span<const LayoutEdge>(graph.dependencies)
                              : std::span<const LayoutEdge>(),
           replaced);
    addLabels(graph, numbers, out);
    return out;
}

Json jsonOf(const ValueGraph& graph) {
    Json values = Json::list(), layers = Json::list();
    for (const GraphValue& value : graph.values) {
        Json one{{"title", value.title},
                 {"name", value.name},
                 {"count", value.count},
                 {"matrices", value.areMatrices},
                 {"nodes", Json::list(value.nodes)}};
        if (value.bundle) one["bundle"] = *value.bundle;
        for (const ValuePlace& place : value.places)
            one["places"].push_back(
                {{"memory", place.memory}, {"first", place.first}, {"count", place.count}});
        if (!value.products.empty()) one["products"] = Json::list(value.products);
        if (value.layer) one["layer"] = *value.layer;
        values.push_back(std::move(one));
    }
    for (const ValueLayer& layer : graph.layers)
        layers.push_back({{"name", layer.name}, {"values", Json::list(layer.values)}});
    return {{"values", std::move(values)},           {"edges", edgesJson(graph.edges)},
            {"carried", edgesJson(graph.carried)},   {"dependencies", edgesJson(graph.dependencies)},
            {"replaced", edgesJson(graph.replaced)}, {"layers", std::move(layers)}};
}

} // namespace lw::scene::firmware
