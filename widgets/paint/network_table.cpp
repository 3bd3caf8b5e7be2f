// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/network_table.h"

#include "widgets/paint/tr.h"
#include "widgets/session/core_text.h"
#include "widgets/theme/to_qt.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <memory>

namespace lw::paint {

using scene::GraphNode;
using scene::NetworkGraph;
using session::counted;

namespace {

QString readsText(const NetworkGraph& graph, std::size_t node) {
    QStringList names;
    for (const scene::LayoutEdge& edge : graph.edges)
        if (edge.to == node) names << toQt(graph.nodes[edge.from].name);
    return names.join(QStringLiteral(", "));
}

QString boundText(double bound) {
    if (std::isinf(bound)) return bound < 0 ? QStringLiteral("-inf") : QStringLiteral("inf");
    return QString::number(bound, 'g', 6);
}

QString textOf(const NetworkGraph& graph, std::size_t at, int column) {
    const GraphNode& node = graph.nodes[at];
    const bool isLayer = node.isLayer();
    switch (column) {
    case NetworkColumn::Layer: return toQt(node.name);
    case NetworkColumn::Kind: return toQt(node.title);
    case NetworkColumn::Reads: return readsText(graph, at);
    case NetworkColumn::Shape: return shapeText(node.shape);
    case NetworkColumn::Parameters: return isLayer ? counted(node.cost.parameters) : QString();
    case NetworkColumn::Macs: return isLayer ? counted(node.cost.multiplyAdds) : QString();
    case NetworkColumn::Where: return isLayer ? whereText(graph, node) : QString();
    case NetworkColumn::Rows: return rowsText(node);
    default: return node.rowCount == 0 ? QString() : counted(node.clocks);
    }
}

void addCosts(Facts& facts, const network::Cost& cost) {
    facts << qMakePair(tr("Parameters"), counted(cost.parameters));
    facts << qMakePair(tr("MACs"), counted(cost.multiplyAdds));
}

void addNode(Facts& facts, const NetworkGraph& graph, std::size_t at) {
    const GraphNode& node = graph.nodes[at];
    facts << qMakePair(tr("Kind"), toQt(node.kind));
    if (const QString reads = readsText(graph, at); !reads.isEmpty()) facts << qMakePair(tr("Reads"), reads);
    for (const network::Attribute& one : node.attributes) facts << qMakePair(toQt(one.key), toQt(one.value));
    for (const scene::GraphTensor& one : node.tensors)
        facts << qMakePair(toQt(one.name), QStringLiteral("%1 %2").arg(toQt(tensor::nameOf(one.dtype)),
                                                                       shapeText(one.shape)));
    facts << qMakePair(tr("Value"),
                       QStringLiteral("%1 %2").arg(toQt(tensor::nameOf(node.dtype)), shapeText(node.shape)));
    facts << qMakePair(tr("Bytes"), counted(node.bytes()));
    facts << qMakePair(tr("Range"), rangeText(node.range));
    if (node.isOutput) facts << qMakePair(tr("Output"), tr("of the network"));
    if (!node.isLayer()) return;
    addCosts(facts, node.cost);
    facts << qMakePair(tr("Runs on"), whereText(graph, node));
    if (node.rowCount == 0) return;
    facts << qMakePair(tr("Rows"), rowsText(node));
    facts << qMakePair(tr("Clocks so far"), counted(node.clocks));
}

void addGroup(Facts& facts, const NetworkGraph& graph, const std::vector<std::size_t>& nodes) {
    network::Cost cost;
    std::uint64_t clocks = 0, rows = 0;
    QStringList names, places;
    for (const std::size_t at : nodes) {
        const GraphNode& node = graph.nodes[at];
        names << toQt(node.name);
        if (const QString where = whereText(graph, node); !node.within && !places.contains(where))
            places << where;
        cost.parameters += node.cost.parameters;
        cost.multiplyAdds += node.cost.multiplyAdds;
        if (node.within) continue; // its rows have already been counted
        rows += node.rowCount;
        clocks += node.clocks;
    }
    facts << qMakePair(tr("Layers"), counted(nodes.size()));
    facts << qMakePair(tr("In it"), names.join(QStringLiteral(", ")));
    facts << qMakePair(tr("Value"), shapeText(graph.nodes[nodes.back()].shape));
    addCosts(facts, cost);
    facts << qMakePair(tr("Runs on"), places.join(QStringLiteral("; ")));
    if (rows == 0) return;
    facts << qMakePair(tr("Rows"), counted(rows));
    facts << qMakePair(tr("Clocks so far"), counted(clocks));
}

} // namespace

QString shapeText(const tensor::Shape& shape) {
    QStringList out;
    for (const std::uint64_t extent : shape) out << QString::number(extent);
    return out.join(QStringLiteral(" x "));
}

QString rangeText(const network::Range& range) {
    QString out = std::isinf(range.low) && std::isinf(range.high)
                      ? tr("not known")
                      : tr("from %1 to %2").arg(boundText(range.low), boundText(range.high));
    if (range.mayWrap) out += tr(", may wrap");
    return out;
}

QString whereText(const NetworkGraph& graph, const GraphNode& node) {
    if (node.place.where == lower::Where::Host) return tr("the host");
    QString machine = toQt(graph.machine);
    if (node.place.parts > 1)
        machine = tr("%1, part %2 of %3").arg(machine).arg(node.place.part).arg(node.place.parts);
    if (node.within) return tr("%1, in %2").arg(machine, toQt(graph.nodes[*node.within].name));
    return node.place.mode.empty() ? machine : tr("%1, by %2").arg(machine, toQt(node.place.mode));
}

QString rowsText(const GraphNode& node) {
    if (node.rowCount == 0) return {};
    return tr("%1 from %2 on").arg(counted(node.rowCount)).arg(node.firstRow);
}

QString whyHostText(const NetworkGraph& graph, const std::vector<std::size_t>& nodes) {
    QStringList out;
    for (const std::size_t at : nodes)
        if (const GraphNode& node = graph.nodes[at]; node.place.where == lower::Where::Host)
            out << tr("%1 is the host's: %2").arg(toQt(node.name), session::coreText(node.place.why));
    return out.join(QStringLiteral("; "));
}

SceneTable networkTable(const NetworkGraph& graph) {
    const auto held = std::make_shared<NetworkGraph>(graph);
    const auto valueAt = [held](int row, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        return textOf(*held, static_cast<std::size_t>(row), column);
    };
    return {{tr("Layer"), tr("Kind"), tr("Reads"), tr("Shape"), tr("Parameters"), tr("MACs"), tr("Runs on"),
             tr("Rows"), tr("Clocks so far")},
            static_cast<int>(graph.nodes.size()),
            valueAt,
            {}};
}

Facts factsOf(const NetworkGraph& graph, const std::vector<std::size_t>& nodes) {
    Facts out;
    if (nodes.size() == 1)
        addNode(out, graph, nodes.front());
    else if (!nodes.empty())
        addGroup(out, graph, nodes);
    return out;
}

} // namespace lw::paint
