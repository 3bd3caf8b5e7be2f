// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/stall_row.h"

#include "core/base/problem.h"

namespace lw::machine {

std::vector<StallCount> stallCounts(std::span<const StallRow> rules, std::span<const std::uint64_t> clocks,
                                    isa::UnitId otherwise) {
    std::vector<StallCount> out;
    const std::size_t units = clocks.size() / rules.size();
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
        bool any = false;
        for (isa::UnitId unit{}; index(unit) < units; ++unit) {
            const std::uint64_t count = clocks[rule * units + index(unit)];
            if (count != 0) out.push_back({rules[rule].name, unit, count}), any = true;
        }
        if (!any) out.push_back({rules[rule].name, otherwise, 0});
    }
    return out;
}

std::string waitText(const StallRow& rule, const std::vector<std::string>& arguments) {
    return lw::textOf({.code = {}, .text = rule.wait, .explanation = {}}, arguments);
}

} // namespace lw::machine
