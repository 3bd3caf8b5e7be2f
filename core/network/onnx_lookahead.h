// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/onnx_node.h"

// What has to be known about a quantised graph before its nodes are processed.
namespace lw::network::onnx {

// Whether a file is for integers: then it is read as int8 first.
bool isQuantised(const Graph& graph);
// How the values of the graph are quantised by the nodes that read them, if all of them agree.
std::map<std::string, QuantisedAs, std::less<>> quantisedValues(const Import& import, const Graph& graph);

} // namespace lw::network::onnx
