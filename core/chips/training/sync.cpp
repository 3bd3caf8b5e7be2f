// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"

#include <algorithm>
#include <limits>
#include <utility>

// Sync flags and the start of transfers.
namespace lw::training {

using machine::FaultKind;

namespace {

void recordFlag(Core& core, std::uint32_t flag) {
    core.recordMoment(machine::EventKind::Flag, core.issueClock(), core.bundleUnderWay(), kSync, flag,
                      static_cast<std::uint32_t>(core.state().flags[flag]));
}

} // namespace

// The descriptor is read with everything else the bundle reads;
// the transfer begins when the rest of its bundle is done.
void dmaStart(Core& core, const Issue& issue) {
    if (core.phase() == Phase::Act) return core.dma().startDescribed(core.issueClock());
    core.dma().describe(issue, core.scalar(issue.arguments[0]) + core.scalar(issue.arguments[1]));
}

void scalarSyncSet(Core& core, const Issue& issue) {
    const std::uint32_t flag = issue.arguments[0].number;
    const auto value = static_cast<std::int32_t>(core.scalar(issue.arguments[1]));
    if (core.phase() == Phase::Check) {
        if (!core.dma().hasTransfersOn(flag)) return;
        const machine::BundleOf starter = *core.dma().startedBy(flag);
        return core.fault(FaultKind::Race, issue,
                          "sets f" + std::to_string(flag) + " while the transfer of " +
                              core.bundleText(starter) + " may still count on it",
                          "wait for the transfer before setting its flag", starter);
    }
    const std::int32_t before = std::exchange(core.state().flags[flag], value);
    core.state().orderedFlags[flag] = value;
    core.flagChanged(flag, before, core.bundleUnderWay());
    recordFlag(core, flag);
}

void scalarSyncAdd(Core& core, const Issue& issue) {
    const std::uint32_t flag = issue.arguments[0].number;
    const auto value = static_cast<std::int32_t>(core.scalar(issue.arguments[1]));
    core.dma().landUntil(core.issueClock());
    const std::int64_t sum = std::int64_t{core.state().flags[flag]} + value;
    if (core.phase() == Phase::Check) {
        const auto pending = static_cast<std::int64_t>(core.dma().pendingOn(flag));
        const bool fits = sum >= std::numeric_limits<std::int32_t>::min() &&
                          sum + pending <= std::numeric_limits<std::int32_t>::max();
        if (!fits)
            core.fault(FaultKind::FlagOverflow, issue,
                       "f" + std::to_string(flag) + " would become " +
                           std::to_string(std::max(sum, sum + pending)) + ", beyond 32 bits",
                       "set the flag back to 0 between uses");
        return;
    }
    core.state().flags[flag] = static_cast<std::int32_t>(sum);
    core.state().orderedFlags[flag] += value;
    core.flagChanged(flag, core.state().flags[flag] - value, core.bundleUnderWay());
    recordFlag(core, flag);
}

// The bundle issues when the flag is there; what this wait orders may be relied on from now on.
void syncWait(Core& core, const Issue& issue) {
    if (core.phase() == Phase::Check) return;
    const std::uint32_t flag = issue.arguments[0].number;
    const auto value = static_cast<std::int32_t>(core.scalar(issue.arguments[1]));
    core.dma().landUntil(core.issueClock());
    core.dma().landForFlag(flag, value);
    core.dma().orderBy(flag, value);
}

void scalarSyncRead(Core& core, const Issue& issue) {
    if (core.phase() == Phase::Check) return;
    core.dma().landUntil(core.issueClock());
    core.setScalar(issue.arguments[0].number,
                   static_cast<std::uint32_t>(core.state().flags[issue.arguments[1].number]),
                   core.readyAfter(issue));
}

} // namespace lw::training
