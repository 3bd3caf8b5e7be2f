// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/released_read.h"

#include "core/project/messages.h"

namespace lw::project {

using lower::Held;
using lower::KeepPlan;
using lower::training::Buffer;
using lower::training::TrainingProgram;

namespace {

// The plan's step that is under way: the last one that was begun once more than training steps were ended.
std::optional<std::size_t> stepUnderWay(const TrainingProgram& program, const machine::Core& core) {
    const std::vector<std::uint64_t> counts = core.bundleCounts();
    const auto& begins = program.begins;
    if (counts[begins.update] > counts[begins.end]) return {};
    std::optional<std::size_t> out;
    for (std::size_t i = 0; i < begins.steps.size(); ++i)
        if (counts[begins.steps[i]] > counts[begins.end]) out = i;
    return out;
}

std::string stepText(const network::Network& network, const lower::KeepStep& step) {
    return std::string(nameOf(step.kind)) + " " + network::nameOf(network, step.value);
}

} // namespace

std::optional<Problem> releasedRead(const network::Network& network, const KeepPlan& keep,
                                    const TrainingProgram& program, const machine::Machine& machine) {
    const auto step = stepUnderWay(program, machine.onlyCore());
    if (!step) return {};
    // A copy of what was never written is the same once more; so steps before this one count as well.
    for (std::size_t i = *step + 1; i-- > 0;)
        for (const Held& read : keep.steps[i].reads) {
            if (read.part == lower::Part::Statistics) continue;
            const Buffer& buffer = program.plan.memory.at(i, read);
            if (buffer.last >= i) continue;
            const std::uint64_t row = program.plan.tensors.row + buffer.row;
            return Problem{&messages::kReleasedRead,
                           {stepText(network, keep.steps[i]),
                            std::string(lower::kPartNames[static_cast<std::size_t>(read.part)]),
                            network::nameOf(network, read.value), std::to_string(row),
                            std::to_string(row + buffer.rows - 1),
                            stepText(network, keep.steps[buffer.last])},
                           {},
                           {},
                           {}};
        }
    return {};
}

} // namespace lw::project
