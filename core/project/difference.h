// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/traps.h"
#include "core/project/software.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Why software gives another value than firmware.
namespace lw::project {

struct Explanation {
    std::optional<std::uint32_t> ulp{}; // between the two; none where one of them is NaN
    std::optional<concord::Trap> trap{};
    std::vector<std::string> lines{}; // for people: the firmware's line, operands, the mistake
};
// Of the first difference in the order of the graph, `software` being the codes of all nodes.
Explanation explain(const Software& of, const program::Program& program, const FirstDifference& difference,
                    const Observed& firmware, const std::vector<std::uint16_t>& software);

// The numbers of all nodes as firmware has them.
concord::NodeNumbers numbersOf(const Software& of, const Observed& firmware);
// "9 ulp apart, line 21 of program.lw", and the operands.
std::vector<std::string> linesOf(const Software& of, const program::Program& program,
                                 const FirstDifference& difference, const concord::NodeNumbers& numbers);

} // namespace lw::project
