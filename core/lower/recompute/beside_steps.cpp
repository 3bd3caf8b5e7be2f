// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/beside_steps.h"

#include <algorithm>

namespace lw::lower::recompute {

namespace {

bool isOfVectors(const Sublayers& network, const KeepStep& step) {
    const Role role = network[step.value].role;
    switch (step.kind) {
    case StepKind::Mask:
    case StepKind::NormReduce:
    case StepKind::NormApply: return true;
    case StepKind::Recompute: return role == Role::Norm || role == Role::Activation || role == Role::Add;
    case StepKind::DataGradient: return role == Role::Add;
    default: return false;
    }
}

} // namespace

std::vector<Beside> besideSteps(const Sublayers& network, const CostModel& model, const KeepPlan& plan,
                                std::uint64_t vmemBytes) {
    std::vector<Beside> out;
    if (plan.schedule != Schedule::S1 || !model.hasProgram()) return out;
    const Usage alone = usageOf(network, model, plan);
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        if (plan.steps[i].kind != StepKind::WeightGradient) continue;
        Beside beside{i, i};
        Bytes live = alone.steps[i].live;
        for (std::size_t next = i + 1; next < plan.steps.size(); ++next) {
            const KeepStep& step = plan.steps[next];
            for (const Held& made : step.writes)
                if (std::ranges::count(step.reads, made) == 0) live.vmem += bytesOf(network, made);
            const bool isBeside = isOfVectors(network, step) || step.kind == StepKind::Fetch;
            if (!isBeside || live.vmem > vmemBytes || live.total() > alone.peak) break;
            beside.last = next;
        }
        if (beside.last > i) out.push_back(beside);
        i = beside.last;
    }
    return out;
}

std::vector<std::size_t> stepsWithoutClocks(const Sublayers& network, const CostModel& model,
                                            const KeepPlan& plan) {
    std::vector<std::size_t> out;
    for (const Beside& beside : plan.beside) {
        std::vector<std::size_t> steps;
        for (std::size_t i = beside.step + 1; i <= beside.last; ++i)
            if (!isMove(plan.steps[i])) steps.push_back(i);
        const auto clocks = [&](std::size_t step) { return clocksOf(network, model, plan.steps[step]); };
        std::ranges::stable_sort(steps, std::ranges::greater{}, clocks);
        std::uint64_t runs = network[plan.steps[beside.step].value].transposedRuns;
        const bool waits = std::ranges::any_of(plan.moves, [&](const Move& move) {
            return beside.step < move.until && move.until <= beside.last;
        });
        if (waits && runs > 0) --runs; // it lets the first one go by
        steps.resize(std::min<std::size_t>(steps.size(), runs));
        out.insert(out.end(), steps.begin(), steps.end());
    }
    std::ranges::sort(out);
    return out;
}

} // namespace lw::lower::recompute
