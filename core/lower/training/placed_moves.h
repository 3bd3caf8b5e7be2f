// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/step_memory.h"

// Moves between the memories beside the steps, where the rows of vector memory allow it.
namespace lw::lower::training {

// Each waited for at once.
OpenMoves closedMoves(const KeepPlan& plan);
// As the plan has them open, and with the next batch; or, of those that would make the tensors take more rows
// than there are, closed.
struct PlacedMoves {
    OpenMoves moves;
    StepMemory memory;
};
PlacedMoves placeMoves(const KeepPlan& plan, const std::function<std::uint64_t(const Held&)>& rowsOf,
                       std::uint64_t rows);
// Moves that begin as early and are over as late as the rows are nobody else's; of each kind they come in
// order, and what is fetched was spilled before.
OpenMoves widened(const KeepPlan& plan, OpenMoves moves, const StepMemory& memory);

} // namespace lw::lower::training
