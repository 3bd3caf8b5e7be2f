// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/copies.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lw::inference {

using machine::FaultKind;

bool checkCounts(Planner& plan, const Pattern& to, const Pattern& from) {
    if (to.n == from.n) return true;
    return plan.fault(FaultKind::Undefined, "the two patterns have different counts",
                      "give both the same n0, n1 and n2");
}

namespace {

// A pattern that writes no byte twice: every loop steps over everything that the loops inside it reach.
bool isDisjoint(const Pattern& pattern) {
    std::array<std::pair<std::uint64_t, std::uint64_t>, 3> loops; // stride, count
    for (std::size_t i = 0; i < 3; ++i) {
        const auto stride = static_cast<std::uint64_t>(pattern.s[i] < 0 ? -pattern.s[i] : pattern.s[i]);
        loops[i] = {stride, pattern.n[i]};
    }
    std::sort(loops.begin(), loops.end());
    std::uint64_t reach = 1;
    for (const auto& [stride, count] : loops) {
        if (count == 1) continue;
        if (stride < reach) return false;
        reach += stride * (count - 1);
    }
    return true;
}

} // namespace

bool checkDisjoint(Planner& plan, const Pattern& pattern) {
    if (isDisjoint(pattern)) return true;
    return plan.fault(FaultKind::Undefined,
                      "the loops of the destination's pattern overlap: a byte could be written twice",
                      "make each stride at least as large as what the loops inside it cover");
}

} // namespace lw::inference
