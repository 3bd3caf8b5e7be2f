// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What firmware cannot be turned into software for.
namespace lw::concord::messages {

inline constexpr Message kNeverWritten{
    "E992", Severity::Error, "'{0}' (instruction {1}) reads {2} {3}, which nothing has written",
    "Software begins with what the queue and the DRAM hold, register files are empty. Write the location "
    "before, or look at index, rows, cols and inc."};

inline constexpr Message kTooMany{
    "E997", Severity::Error, "the firmware executes more operations than the {0} that software is made of",
    "A graph has a node for each operation in each turn of its loops. Give loops fewer turns: what repeats is "
    "the same in each."};

inline constexpr Message kNoSuchChain{
    "E302", Severity::Error, "no graph is made of this: {0}",
    "A chain reads, multiplies by matrices, goes through functions and writes, in this order; `lw concord --to graph` "
    "shows what a file has to look like, and the schema value-graph what its keys mean."};
inline constexpr Message kOtherThanChains{
    "E303", Severity::Error, "\"{0}\" is here something else than the chains give",
    "Nodes, writes and output follow from chains and loops, and only these are read. Change them, or take \"nodes\", "
    "\"writes\" and \"output\" out of the file: they are not needed."};
inline constexpr Message kTooManyVectors{
    "E305", Severity::Error, "the chains have more vectors than a graph may have in all their turns",
    "Look at rows, columns and turns of chains and loops: a number in a damaged file is easily too large."};
inline constexpr Message kNoGraph{
    "E306", Severity::Error, "the schema is \"{0}\", not \"lanewright graph\"",
    "The file does not say that it is a graph of values; perhaps it is another JSON file."};
inline constexpr Message kOtherGraph{
    "E307", Severity::Error, "this graph has the version {0}; this program reads version {1}",
    "Graphs before version 4 have no chains. Write it again with `lw concord --to graph`."};

} // namespace lw::concord::messages
