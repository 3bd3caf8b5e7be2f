// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/keep_plan.h"
#include "core/lower/recompute/policies.h"
#include "core/lower/recompute/sublayers.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <vector>

// The fewest modelled clocks of a training step within a number of bytes.
//
// The class that is searched: each value of the forward pass but the network's input and output is kept in
// VMEM, or in HBM, or computed again, once, from its nearest kept ancestors, just before its first use in the
// backward pass, and kept until its last; under schedule S0, with nothing hidden behind work.
// Values are decided from the last to the first; what matters of what was decided is the most bytes that are
// live in each stretch of time that a value to come can be there for the whole of, so of two choices with
// equal stretches the one that is nowhere better goes.
namespace lw::lower::recompute {

inline constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

struct BudgetLimits {
    std::uint64_t bytes = kNoLimit; // live at once, of both memories
    std::uint64_t vmemBytes = kNoLimit;
    Places places{}; // that are given: there or computed again
    ByHand keeps{};  // what an inverse leads back to counts as computed again
    // Otherwise `bytes` and the peaks are of VMEM alone.
    bool countsHbm = true;
};

struct BudgetPoint {
    std::vector<Kept> ways;
    std::uint64_t peak = 0, peakVmem = 0; // bytes; the first is what is counted
    std::uint64_t clocks = 0;             // of the whole step
};

struct BudgetSearch {
    // From the fewest clocks to the fewest bytes, of which each has fewer than the one before. Empty: nothing
    // keeps within the limits.
    std::vector<BudgetPoint> points;
    // Whether all of the class was looked at; else there were too many choices, and the first point is the
    // best that was found.
    bool isProven = true;
    std::uint64_t boundClocks = 0; // no choice of the class takes fewer within the limits
    bool wasStopped = false;       // `stop` became true: nothing is known
};

// How many choices are carried from one value to the one before it: a few at first, to know what is worse
// than something, and then, if those were not all, as many as there may be; of more than a hundred values
// fewer.
struct BudgetEffort {
    std::size_t few = 500, most = 60'000;
};

BudgetSearch searchBudget(const Sublayers& network, const CostModel& model, const BudgetLimits& limits,
                          const std::atomic<bool>* stop = nullptr, const BudgetEffort& effort = {});

} // namespace lw::lower::recompute
