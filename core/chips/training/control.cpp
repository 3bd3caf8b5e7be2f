// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"

// Branches, calls, halt, the clock counter, and the number of the core.
namespace lw::training {

using machine::FaultKind;

namespace {

// Goes to a bundle whose number becomes known only now; one beyond the program is a fault.
void jumpComputed(Core& core, const Issue& issue, const Argument& target) {
    const std::uint32_t bundle = core.scalar(target);
    if (core.phase() == Phase::Act) return core.jumpTo(bundle);
    const std::size_t count = core.program().bundles.size();
    if (bundle < count) return;
    core.fault(FaultKind::OutOfRange, issue,
               "branch to bundle " + std::to_string(bundle) + ", but the program has " +
                   std::to_string(count) + " bundles",
               "check the register that holds the target");
}

void jump(Core& core, const Issue& issue, const Argument& target) {
    if (target.readyIndex != kReadyConstant) return jumpComputed(core, issue, target);
    if (core.phase() == Phase::Act) core.jumpToTarget();
}

} // namespace

void scalarBr(Core& core, const Issue& issue) { jump(core, issue, issue.arguments[0]); }

void scalarBrc(Core& core, const Issue& issue) {
    if (core.predicate(issue.arguments[0].number)) jump(core, issue, issue.arguments[1]);
}

void scalarCall(Core& core, const Issue& issue) {
    jump(core, issue, issue.arguments[1]);
    if (core.phase() == Phase::Act)
        core.setScalar(issue.arguments[0].number, issue.bundle + 1, core.readyAfter(issue));
}

void scalarRet(Core& core, const Issue& issue) { jumpComputed(core, issue, issue.arguments[0]); }

void scalarHalt(Core& core, const Issue&) {
    if (core.phase() == Phase::Act) core.setHalted();
}

void scalarRdcycle(Core& core, const Issue& issue) {
    if (core.phase() == Phase::Act)
        core.setScalar(issue.arguments[0].number, static_cast<std::uint32_t>(core.issueClock()),
                       core.readyAfter(issue));
}

void scalarRdcore(Core& core, const Issue& issue) {
    if (core.phase() == Phase::Act)
        core.setScalar(issue.arguments[0].number, core.id().index, core.readyAfter(issue));
}

} // namespace lw::training
