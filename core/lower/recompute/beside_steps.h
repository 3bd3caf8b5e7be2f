// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/usage.h"

namespace lw::lower::recompute {

// Which steps share their bundles with their neighbours. By every schedule products with what is computed
// again right before them; by S1 gradients of weights with the steps after them: those of the vector units
// alone, and fetches for them. There is room for what is there together: with each of these steps what the
// products write, or what the gradient of weights reads.
std::vector<Beside> besideSteps(const Sublayers& network, const CostModel& model, const KeepPlan& plan,
                                const Room& room);

// Those of these steps that take no clocks of their own: all beside products, and beside a gradient of
// weights the longest, one for each run of positions that is transposed. In ascending order.
std::vector<std::size_t> stepsWithoutClocks(const Sublayers& network, const CostModel& model,
                                            const KeepPlan& plan);

} // namespace lw::lower::recompute
