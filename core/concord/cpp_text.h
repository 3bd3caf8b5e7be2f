// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/graph.h"

#include <string>
#include <string_view>

// Software in C++17 that gives the bits of a firmware.
namespace lw::concord {

// A program whose function `run` computes the graph: a statement for each node, the instruction beside it.
// Started with a folder it reads the same arrays there as the software in NumPy, and writes the same.
std::string cppText(const Graph& graph, const OpStream& stream);

// What that program includes: blockfloat.hpp.
std::string_view cppRuntime();

} // namespace lw::concord
