// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/usage.h"

namespace lw::lower::recompute {

// A plan of steps with what goes on beside them: the next batch, passes of the vector units (ahead_steps.h,
// beside_steps.h) and moves between the memories (open_moves.h). They take no more VMEM than `room` has, and
// no more of both memories than it has or than the plan takes anyway.
KeepPlan overlapped(const Sublayers& network, const CostModel& model, KeepPlan plan, Room room);

} // namespace lw::lower::recompute
