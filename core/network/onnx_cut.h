// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/onnx_model.h"

#include <string>
#include <string_view>

// A graph that ends early.
namespace lw::network::onnx {

// Leaves what the node or value of this name needs, which becomes the graph's only output. E588.
Outcome cutAfter(Graph& graph, std::string_view name, std::string_view file);

// Where to cut so that a node is left out: a value that it reads and that another node made, by a name that
// cutAfter() knows; or empty.
std::string cutBefore(const Graph& graph, const Node& node);

} // namespace lw::network::onnx
