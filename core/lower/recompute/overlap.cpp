// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/overlap.h"

#include "core/lower/recompute/ahead_steps.h"
#include "core/lower/recompute/beside_steps.h"
#include "core/lower/recompute/open_moves.h"

#include <algorithm>

namespace lw::lower::recompute {

namespace {

// Whether the batch of the forward pass can stay where it is for the whole step.
bool hasRoomForBatch(const Sublayers& network, const KeepPlan& plan, const Usage& usage, const Room& room) {
    if (!hasRoomBehindBatch(plan)) return false;
    const std::size_t first = batchFetchOf(plan), last = releaseOf(plan, first);
    for (std::size_t i = 0; i < usage.steps.size(); ++i) {
        const std::uint64_t more = first <= i && i <= last ? 0 : network[network::kInput].bytes;
        if (usage.steps[i].live.vmem + more > room.withBatch) return false;
    }
    return true;
}

} // namespace

KeepPlan overlapped(const Sublayers& network, const CostModel& model, KeepPlan plan, Room room) {
    const Usage alone = usageOf(network, model, plan);
    room.total = std::max(room.total, alone.peak);
    plan.hasNextBatch = hasRoomForBatch(network, plan, alone, room);
    if (plan.hasNextBatch)
        room.vmem =
            std::min(room.vmem, room.withBatch - std::min(room.withBatch, network[network::kInput].bytes));
    KeepPlan out = aheadOfProducts(network, model, std::move(plan), room);
    out.beside = besideSteps(network, model, out, room);
    out.moves = openMoves(network, model, out, room);
    return out;
}

} // namespace lw::lower::recompute
