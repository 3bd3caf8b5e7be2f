// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/reuse.h"

#include <algorithm>
#include <string_view>

namespace lw::lower::striding {

namespace {

// The instruction row from which another value may take the tensor's place; 0: none does.
std::uint32_t untilRow(const NetworkPlan& plan, std::span<const std::uint32_t> rowOfStep,
                       std::string_view name) {
    const auto own = std::ranges::find_if(
        plan.tensors, [&](const PlannedTensor& one) { return one.space == "ub" && one.name == name; });
    if (own == plan.tensors.end()) return 0;
    std::size_t step = rowOfStep.size();
    for (const PlannedTensor& other : plan.tensors)
        if (other.space == "ub" && other.first > own->last && sharesMemory(*own, other))
            step = std::min(step, other.first);
    return step < rowOfStep.size() ? rowOfStep[step] : 0;
}

std::uint32_t earlier(std::uint32_t one, std::uint32_t other) {
    return one == 0 || other == 0 ? std::max(one, other) : std::min(one, other);
}

} // namespace

void nameTensors(std::vector<PlannedTensor>& tensors) {
    std::vector<PlannedTensor*> byTime;
    for (PlannedTensor& one : tensors)
        if (one.space == "ub") byTime.push_back(&one);
    std::ranges::stable_sort(byTime, {}, [](const PlannedTensor* one) { return one->first; });
    for (auto one = byTime.begin(); one != byTime.end(); ++one)
        (*one)->isOverlaid = std::any_of(byTime.begin(), one, [&](const PlannedTensor* other) {
            return !other->isOverlaid && sharesMemory(**one, *other);
        });
}

void noteReuse(const NetworkPlan& plan, std::span<const std::uint32_t> rowOfStep, Report& report) {
    for (SumReport& sums : report.sums) {
        for (const std::string& operand : {sums.input.name, sums.bias})
            sums.operandsUntilRow = earlier(sums.operandsUntilRow, untilRow(plan, rowOfStep, operand));
        sums.outputUntilRow = untilRow(plan, rowOfStep, sums.output.name);
    }
    for (LayerReport& layer : report.layers)
        for (KeptTensor& kept : layer.tensors) kept.untilRow = untilRow(plan, rowOfStep, kept.name);
}

} // namespace lw::lower::striding
