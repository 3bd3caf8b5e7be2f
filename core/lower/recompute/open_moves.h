// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/usage.h"

namespace lw::lower::recompute {

// Which steps of a plan each spill and each fetch goes on beside: as many before the first use of what is
// fetched, and after the last one of what was spilled, as take the modelled clocks of the way. A value needs
// its rows of VMEM longer for that; so none is longer there than `vmemBytes` allow, or where the bytes of
// both memories would be more than at the peak of the plan.
std::vector<Move> openMoves(const Sublayers& network, const CostModel& model, const KeepPlan& plan,
                            const Room& room);

} // namespace lw::lower::recompute
