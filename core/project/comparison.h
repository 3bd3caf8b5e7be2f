// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/difference.h"
#include "core/project/find_python.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// How software out of a firmware is run, and how far what it gives is what the firmware gives.
namespace lw::project {

// What runs software that writeSoftware() has written, one program after the other, each with its arguments.
struct Tools {
    std::string python{}, compiler = "g++";
    bool isStandIn = false; // of the language, for the library that the software needs
};
// With a Python that has what the software needs, if none is named. Where the library is missing that the
// language has a stand-in for, with that. E391.
Result<Tools> toolsFor(const Language& language, Tools tools, const EndsWell& endsWell);
std::vector<std::vector<std::string>> commandsFor(const Language& language, const std::string& folder,
                                                  const std::string& module, const Tools& tools,
                                                  const std::vector<std::string>& more = {}); // for the last

// What software has left in its folder, of one run or of several after each other.
struct SoftwareValues {
    std::vector<std::uint16_t> values, output; // codes of all nodes; of vectors to the network
};
void forgetValues(const std::string& folder); // of a run before
// E996 where there are others than the firmware gives.
Result<SoftwareValues> valuesIn(const std::string& folder, const Observed& firmware, std::size_t runs = 1);

struct Comparison {
    std::uint64_t equal = 0, numbers = 0; // on the way
    std::uint64_t vectors = 0;            // to the network
    std::optional<FirstDifference> first{};
    Explanation why{}; // that there is one
};
Comparison compare(const Software& of, const program::Program& program, const Observed& firmware,
                   const SoftwareValues& software);

} // namespace lw::project
