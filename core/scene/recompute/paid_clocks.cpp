// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/recompute/paid_clocks.h"

namespace lw::scene::recompute {

using lower::StepKind;
using lower::Way;

namespace {

// Whether a step is done only to have a value again.
bool isForHaving(StepKind kind) {
    return kind == StepKind::Spill || kind == StepKind::Fetch || kind == StepKind::Pack ||
           kind == StepKind::Unpack || kind == StepKind::Recompute;
}

} // namespace

std::vector<PaidClocks> paidClocks(const lower::recompute::Report& report,
                                   std::span<const std::uint64_t> clocks) {
    const auto& steps = report.plan.steps;
    if (clocks.size() <= steps.size()) return {};
    std::vector<std::uint64_t> byValue(report.plan.values.size());
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (isForHaving(steps[i].kind) && clocks[i + 1] > clocks[i]) // else it was beside the next one
            byValue[steps[i].value] += clocks[i + 1] - clocks[i];
    std::vector<PaidClocks> out;
    for (const lower::recompute::Decision& decision : report.decisions) {
        const bool isAgain = report.plan.values[decision.value].way == Way::Recompute;
        const double again = decision.costs.again(), stored = decision.costs.loadOutput;
        const std::uint64_t paid = byValue[decision.value];
        out.push_back(
            {isAgain ? again : stored, paid, static_cast<double>(paid) > (isAgain ? stored : again)});
    }
    return out;
}

} // namespace lw::scene::recompute
