// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/keep_plan.h"
#include "core/lower/recompute/sublayers.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace lw::lower::recompute {

// Bytes of values of the network, their gradients and the statistics of its batch norms, as placed; not of
// weights, nor of the batch itself, which lies in HBM all the time.
struct Bytes {
    std::uint64_t vmem = 0, hbm = 0;
    std::uint64_t total() const { return vmem + hbm; }
    bool operator==(const Bytes&) const = default;
};

// Bytes that may be live at once: in VMEM, and in both memories; and in VMEM with a batch that has rows for
// itself, which are not of the others.
struct Room {
    std::uint64_t vmem = 0, total = 0;
    std::uint64_t withBatch = std::numeric_limits<std::uint64_t>::max();
    bool has(const Bytes& bytes) const { return bytes.vmem <= vmem && bytes.total() <= total; }
};

// What a step keeps busy, each for some clocks: loads from VMEM beside the units, which work one after the
// other.
struct StepParts {
    std::uint64_t loads = 0, tensor = 0, vector = 0;
    bool operator==(const StepParts&) const = default;
};

struct StepUse {
    Bytes live;               // while it runs
    std::uint64_t clocks = 0; // alone: nothing goes on beside it, and a move is waited for
    // In the training step: without a move that goes on beside others, with the wait for those that are to be
    // over when it ends.
    std::uint64_t paid = 0;
    bool isBeside = false; // it takes none, in the bundles of a gradient of weights
    StepParts parts;       // of a move none
    bool operator==(const StepUse&) const = default;
};

// When a move is under way, in clocks of the training step.
struct MoveUse {
    std::size_t step = 0; // of the plan
    std::uint64_t from = 0, until = 0;
    bool operator==(const MoveUse&) const = default;
};

// What a training step takes.
struct Usage {
    std::vector<StepUse> steps;
    std::uint64_t peak = 0, peakVmem = 0, peakHbm = 0; // each where it is most
    std::size_t peakStep = 0;                          // the first of the first
    std::uint64_t clocks = 0;                          // that are paid
    // Among them: what is computed again, and what spills and fetches take; and those of moves and of vector
    // work that do not count, since other work goes on meanwhile.
    std::uint64_t recomputeClocks = 0, moveClocks = 0, hiddenClocks = 0;
    std::vector<MoveUse> moves; // as they begin
};

std::uint64_t bytesOf(const Sublayers& network, const Held& held);
StepParts partsOf(const Sublayers& network, const CostModel& model, const KeepStep& step);
// Modelled, alone: loads from VMEM go on beside the work, so that the longer of the two
// counts; moves between VMEM and HBM count in full. Whole clocks, rounded up.
std::uint64_t clocksOf(const Sublayers& network, const CostModel& model, const KeepStep& step);
std::uint64_t clocksToMove(const Sublayers& network, const CostModel& model, const Held& moved);

// With the plan's moves as it opens them; the next batch comes after the last use of the one before.
Usage usageOf(const Sublayers& network, const CostModel& model, const KeepPlan& plan);

} // namespace lw::lower::recompute
