// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/graph.h"

#include <string>
#include <vector>

// Data and weights of a person as what memories hold, in C++: what preparation.h has in Python.
namespace lw::concord {

struct CppPreparation {
    std::string functions;            // before main
    std::vector<std::string> options; // of main, which make use of them
    std::string begins, ends;         // in main: before memories are loaded, and after the run
};
CppPreparation cppPreparation(const Graph& graph, const OpStream& stream);

} // namespace lw::concord
