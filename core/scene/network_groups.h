// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/network_graph.h"

namespace lw::scene {

// The groups of a graph, inner ones after those around them. Whichever of them are folded, no edges
// make a cycle.
std::vector<GraphGroup> groupsOf(const NetworkGraph& graph);

} // namespace lw::scene
