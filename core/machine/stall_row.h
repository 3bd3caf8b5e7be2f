// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/core.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw::machine {

// A reason for a clock in which no bundle issues. A chip has a table of them; the number of a row is what
// counters and events call the rule.
struct StallRow {
    char letter = 0;       // its sign in pictures
    std::string_view name; // "a scalar register is not ready"
    // The text of a wait. {0}: the clock; {1} and {2}: what the chip says about the rule.
    std::string_view wait;
    bool isHazard = false; // strict modes refuse what this would wait for
};

// Counters of stalled clocks, by rule and unit, as StallCount: a rule without any is listed once,
// with the unit `otherwise`.
std::vector<StallCount> stallCounts(std::span<const StallRow> rules, std::span<const std::uint64_t> clocks,
                                    isa::UnitId otherwise);
std::string waitText(const StallRow& rule, const std::vector<std::string>& arguments);

} // namespace lw::machine
