// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/overlap.h"

#include "core/lower/recompute/ahead_steps.h"
#include "core/lower/recompute/beside_steps.h"
#include "core/lower/recompute/open_moves.h"

#include <algorithm>

namespace lw::lower::recompute {

KeepPlan overlapped(const Sublayers& network, const CostModel& model, KeepPlan plan, Room room) {
    room.total = std::max(room.total, usageOf(network, model, plan).peak);
    KeepPlan out = aheadOfProducts(network, model, std::move(plan), room);
    out.beside = besideSteps(network, model, out, room);
    out.moves = openMoves(network, model, out, room);
    return out;
}

} // namespace lw::lower::recompute
