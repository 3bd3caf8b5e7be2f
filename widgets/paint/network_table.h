// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/network_graph.h"
#include "widgets/paint/scene_table_model.h"

#include <QPair>
#include <QVector>

namespace lw::paint {

struct NetworkColumn {
    enum : int { Layer, Kind, Reads, Shape, Parameters, Macs, Where, Rows, Clocks };
};
// The graph as a table: a row for each node.
SceneTable networkTable(const scene::NetworkGraph& graph);

// What is known about some nodes together, as rows of a name and a value: for one node all of it, for a
// folded group what adds up.
using Facts = QVector<QPair<QString, QString>>;
Facts factsOf(const scene::NetworkGraph& graph, const std::vector<std::size_t>& nodes);

// "8 x 8 x 3", "from 0 to 12.5", "inference, mask-max": as in the views.
QString shapeText(const tensor::Shape& shape);
QString rangeText(const network::Range& range);
QString whereText(const scene::NetworkGraph& graph, const scene::GraphNode& node);
QString rowsText(const scene::GraphNode& node); // empty: none
// Why those of them that are the host's are not on the circuit, a line for each.
QString whyHostText(const scene::NetworkGraph& graph, const std::vector<std::size_t>& nodes);

} // namespace lw::paint
