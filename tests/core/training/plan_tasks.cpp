// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/training/plan_tasks.h"

#include <algorithm>
#include <utility>

namespace lw::tests {

using namespace train;
using lower::KeepStep;
using lower::StepKind;

namespace {

Work workOf(StepKind kind) {
    switch (kind) {
    case StepKind::Forward:
    case StepKind::Recompute: return Work::Forward;
    case StepKind::Pack: return Work::Pack;
    case StepKind::Spill: return Work::Spill;
    case StepKind::Loss: return Work::Loss;
    case StepKind::Fetch: return Work::Fetch;
    case StepKind::Unpack: return Work::Unpack;
    case StepKind::NormReduce: return Work::NormSums;
    case StepKind::Mask:
    case StepKind::NormApply:
    case StepKind::DataGradient: return Work::DataGradient;
    case StepKind::WeightGradient: return Work::WeightGradient;
    }
    return {};
}

} // namespace

std::vector<Task> tasksOf(const lower::KeepPlan& plan) {
    std::vector<Task> out;
    // The images come from HBM.
    out.push_back(
        {.work = Work::Spill, .value = network::kInput, .released = {{network::kInput, Part::Value}}});
    for (const KeepStep& step : plan.steps) {
        Task task{.work = workOf(step.kind), .value = step.value};
        const bool hasChoice = step.kind == StepKind::Mask || step.kind == StepKind::NormReduce ||
                               step.kind == StepKind::NormApply;
        if (hasChoice) task.from = step.reads[0].value == step.value ? From::Result : From::Input;
        if (readsBits(step)) task.from = From::Mask;
        if (step.kind == StepKind::Pack) task.format = Format::Bf16;
        if (isMove(step)) task.part = movedBy(step).part;
        const bool keepsMask = std::ranges::count(step.writes, Part::Mask, &Held::part) != 0;
        if (keepsMask) out.push_back(std::exchange(task, {.work = Work::KeepMask, .value = step.value}));
        task.released = step.released;
        out.push_back(std::move(task));
    }
    return out;
}

} // namespace lw::tests
