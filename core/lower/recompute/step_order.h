// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/keep_plan.h"
#include "core/lower/recompute/sublayers.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace lw::lower::recompute {

// The steps of the backward pass by a schedule, the loss first: what each reads and writes, without fetches,
// recomputations and releases. `ways` are by ValueId. The mask of an activation is read from what it reads if
// that is stored, else from what it gives.
std::vector<KeepStep> backwardSteps(const Sublayers& network, Schedule schedule, std::span<const Kept> ways);

// The whole step: the forward pass, and the backward pass with what it has to fetch and to recompute, each
// just before its first use and kept until its last; every tensor is released after its last use.
KeepPlan keepPlanOf(const Sublayers& network, Schedule schedule, std::span<const Kept> ways);

// The most steps between two uses of a value that the backward pass has fetched or computed again; none
// between: it is used only once, or never again.
struct Wait {
    std::size_t from = 0, until = 0; // steps that use it
    std::size_t between() const { return until - std::min(until, from + 1); }
};
Wait longestWaitAgain(const KeepPlan& plan, network::ValueId value);
// Likewise of its gradient.
Wait longestWaitOfGradient(const KeepPlan& plan, network::ValueId value);

} // namespace lw::lower::recompute
