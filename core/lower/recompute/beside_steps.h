// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/usage.h"

namespace lw::lower::recompute {

// Which gradients of weights of a plan by schedule S1 share their bundles with the steps behind them: those
// of the vector units alone, and fetches for them. All that any of these steps uses is there together, so
// they are no more than have room in `vmemBytes` and below the peak of the plan.
std::vector<Beside> besideSteps(const Sublayers& network, const CostModel& model, const KeepPlan& plan,
                                std::uint64_t vmemBytes);

// Those of these steps that take no clocks of their own: of each group the longest, one for each run of
// positions that is transposed. In ascending order.
std::vector<std::size_t> stepsWithoutClocks(const Sublayers& network, const CostModel& model,
                                            const KeepPlan& plan);

} // namespace lw::lower::recompute
