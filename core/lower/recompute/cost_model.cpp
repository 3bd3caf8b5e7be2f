// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/cost_model.h"

#include <algorithm>
#include <cmath>

namespace lw::lower::recompute {

double clocksToLoad(double bytes, const Port& port) {
    return bytes == 0 || std::isinf(port.bandwidth) ? 0 : port.latency + bytes / port.bandwidth;
}

double CostModel::waitsFor(Count count, double passed) const {
    if (!hasProgram()) return 0;
    const double group = program.groupRegisters(batch, lanes);
    return counts.waitOf(count, group) * registersOf(passed) / group;
}

double CostModel::clocksToFill(double elements) const {
    if (!hasProgram()) return 0;
    constexpr double kBundles = 3; // of the loop, at least
    return registersOf(elements) * std::max(1.0, kBundles / program.groupRegisters(batch, lanes));
}

CostModel costModelOf(const machine::CoreLimits& limits, std::uint32_t batch) {
    const double lanes = limits.lanes, registerWords = lanes * limits.sublanes;
    CostModel model;
    model.machine = limits.name;
    model.vmem = {registerWords * 4, static_cast<double>(limits.loadClocks)};
    model.hbm = {static_cast<double>(limits.dmaRate.bytes) / static_cast<double>(limits.dmaRate.clocks),
                 static_cast<double>(limits.dmaClocks)};
    model.vectorWidth = registerWords * limits.vectorSlots;
    // Each place of the queue is taken from the push to the result.
    const double waiting = static_cast<double>(limits.pushClocks + limits.productClocks) /
                           std::max(limits.queueDepth, std::uint32_t{1});
    const double between = std::max<double>(limits.pushClocks, waiting);
    model.tensorWidth = 2 * lanes * registerWords / between;
    model.lanes = limits.lanes;
    model.vmemBytes = limits.vmemBytes();
    model.batch = batch;
    model.counts = builtInCounts();
    constexpr double kTurnBundles = 40; // of a loop that fills the queue
    const double turn = (limits.permuteClocks + kTurnBundles) / std::max(limits.queueDepth, std::uint32_t{1});
    model.program = {limits.sublanes,
                     limits.queueDepth,
                     static_cast<double>(limits.pushClocks),
                     limits.dmaQueueDepth,
                     std::max<double>(limits.permutePushClocks, turn),
                     static_cast<double>(limits.permuteClocks),
                     static_cast<double>(limits.permutePushClocks)};
    return model;
}

} // namespace lw::lower::recompute
