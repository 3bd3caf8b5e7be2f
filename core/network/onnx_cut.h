// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/cut.h"
#include "core/network/onnx_model.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

// A graph that ends early or begins late.
namespace lw::network::onnx {

// Leaves what the node or value of this name needs; it becomes the graph's only output. E588.
Outcome cutAfter(Graph& graph, std::string_view name, std::string_view file);

// What the file says about a value, if that covers all of its extents but the first; or null.
const ValueInfo* findInfo(const Graph& graph, std::string_view name);

struct Halves {
    Graph before;      // its outputs are everything that the rest reads
    Graph rest;        // its inputs: none yet
    std::string value; // the one with which the rest begins
    // E595, unless what else the rest reads from the other half is constant, as the caller may find.
    struct Other {
        std::string value;
        Problem problem;
    };
    std::vector<Other> others;
};
// Cuts after the node or value at which `where` begins; the graph already ends where that says. E588, E596.
Result<Halves> cutBefore(const Graph& graph, const Section& where, std::string_view file);

// Notes with the commands that cut out a node that cannot be read, and everything before all others that
// cannot: those for which `isBad`. `where` is how the graph has already been cut.
std::vector<Note> waysAround(const Graph& graph, const Node& node,
                             const std::function<bool(const Node&)>& isBad, std::string_view file,
                             const Section& where);

// The note with the command that cuts off the inputs, if there is a place where that is possible.
std::vector<Note> wayPastInputs(const Graph& graph, std::string_view file, const Section& where);

} // namespace lw::network::onnx
