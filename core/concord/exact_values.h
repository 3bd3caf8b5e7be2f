// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/node_values.h"

#include <atomic>
#include <cstddef>

// What a firmware would compute if nothing were rounded: what all formats of it lose together.
namespace lw::concord {

// The numbers of all nodes in float64, from `sources`, which are those of its first nodes and, like all that
// is in memories, FP16. Blocks keep every number as it is, sums are taken in ascending order. Half of it
// where `stop` became true.
NodeNumbers exactValues(const Graph& graph, const Format& format, const NodeNumbers& sources,
                        const std::atomic<bool>* stop = nullptr);

// Whether it has numbers on the way from the firmware's inputs to its outputs, which software is compared by.
inline bool isOnTheWay(const Node& node) { return node.kind != OpKind::Read && !areMatrices(node.kind); }

} // namespace lw::concord
