// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/graph.h"

#include <string>
#include <vector>

// What values are called in every language.
namespace lw::concord {

inline std::string number(std::uint64_t value) { return std::to_string(value); }
// Sources have the names of their memories, matrices and vectors names of their own: "netin", "m3", "v4".
std::string valueName(const Graph& graph, std::uint32_t node);
std::string joinedWords(const std::vector<std::string>& words); // "one, other"
// What the firmware calls which part of a memory, a line each, behind `sign`.
std::string tensorLines(const OpStream& stream, const std::string& sign);
// The labels before a node, if it is the first one behind them, as a line behind `sign`.
std::string labelLine(const Graph& graph, std::uint32_t node, const OpStream& stream,
                      const std::string& sign);
// Whether a piece is all of the value; of a source nobody knows.
bool isWhole(const Graph& graph, const Piece& piece);

} // namespace lw::concord
