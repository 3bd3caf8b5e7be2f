// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/held.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

// A training step in order: what is computed when, what of it is kept for the backward pass, where, and when
// each of the tensors is released. Made by whoever decides; read by whoever writes the program or counts
// bytes and clocks.
namespace lw::lower {

// How the backward pass obtains a value of the forward pass.
enum class Way : std::uint8_t {
    Store,     // it is kept
    Recompute, // it is computed again, once, from values that are there; or never, if nothing reads it
    Inverse, // for a batch norm's input: its normalised form follows from the norm's result, which is stored
    Mask,    // for an activation's result a bit for each number, in VMEM; anything else computes it again
    Bf16,    // it is kept rounded to bfloat16, and so is what the backward pass reads
};
inline constexpr std::array<std::string_view, 5> kWayNames{"store", "recompute", "inverse", "mask", "bf16"};
inline std::string_view nameOf(Way way) { return kWayNames[static_cast<std::size_t>(way)]; }

// Where stored values are kept between the forward pass and the backward pass.
enum class Memory : std::uint8_t { Vmem, Hbm };
inline constexpr std::array<std::string_view, 2> kMemoryNames{"vmem", "hbm"};
inline std::string_view nameOf(Memory memory) { return kMemoryNames[static_cast<std::size_t>(memory)]; }

// When the gradient of weights is computed, and where the sums of a batch norm are taken; never their
// values.
enum class Schedule : std::uint8_t {
    S0, // gradient of the weights right after that of the input
    S1, // one step later: after the next layer's gradient of the input
    S2, // after the sums of the next batch norm, which are taken where its gradient is made
};
inline constexpr std::array<std::string_view, 3> kScheduleNames{"s0", "s1", "s2"};
inline std::string_view nameOf(Schedule schedule) {
    return kScheduleNames[static_cast<std::size_t>(schedule)];
}

struct Kept {
    Way way = Way::Store;
    // With Store and Bf16; with Recompute, where it waits for the longest time in which nothing uses it. If
    // any waits in HBM like that, VMEM is scarce, and what the backward pass has fetched goes back as long.
    Memory memory = Memory::Vmem;
    // For its gradient, in the longest time in which nothing uses that.
    Memory gradient = Memory::Vmem;
    // Until the backward pass needs it, whole or rounded.
    bool isKept() const { return way == Way::Store || way == Way::Bf16; }
    bool hasPlace() const { return isKept() || memory == Memory::Hbm; }
    bool operator==(const Kept&) const = default;
};

using network::Held;
using network::kPartNames;
using network::Part;

// What is done for the layer that computes a value.
enum class StepKind : std::uint8_t {
    Forward,        // the value, for the first time, and its mask
    Pack,           // the value to bfloat16, after its last use in the forward pass
    Spill,          // the value from VMEM to HBM, or its packed form
    Loss,           // the gradient of the network's output
    Fetch,          // back from HBM to VMEM
    Unpack,         // the value from bfloat16
    Recompute,      // the value once more
    Mask,           // the gradient through an activation; in place if that is part of a layer
    NormReduce,     // for a batch norm, the sums over the batch: gradients of its scale and shift
    NormApply,      // the gradient of what the batch norm reads
    DataGradient,   // the gradients of what the layer reads
    WeightGradient, // of weights and bias
};
inline constexpr std::array<std::string_view, 12> kStepNames{
    "forward",   "pack", "spill",       "loss",       "fetch",         "unpack",
    "recompute", "mask", "norm_reduce", "norm_apply", "data_gradient", "weight_gradient"};
inline std::string_view nameOf(StepKind kind) { return kStepNames[static_cast<std::size_t>(kind)]; }

struct KeepStep {
    StepKind kind = StepKind::Forward;
    network::ValueId value = network::kInput; // of the layer, or what is moved
    // All in VMEM, except the source of a fetch and the target of a spill. What is both read and written is
    // changed: a gradient is added to that of an earlier reader.
    std::vector<Held> reads, writes;
    // From VMEM, after the step, in ascending order. A fetch releases the copy in HBM.
    std::vector<Held> released;
    bool operator==(const KeepStep&) const = default;
};

inline bool isMove(const KeepStep& step) {
    return step.kind == StepKind::Spill || step.kind == StepKind::Fetch;
}

// What a spill or a fetch moves.
inline const Held& movedBy(const KeepStep& move) {
    return move.kind == StepKind::Spill ? move.reads[0] : move.writes[0];
}

// Whether a mask consists of bits that were kept.
inline bool readsBits(const KeepStep& step) {
    return std::ranges::count(step.reads, Part::Mask, &Held::part) != 0;
}

// A spill or a fetch that continues beside other steps: it begins with one and is over before another, and
// meanwhile its rows of VMEM are its own.
struct Move {
    std::size_t step = 0; // of the plan
    std::size_t from = 0, until = 0;
    bool operator==(const Move&) const = default;
};

// A step that leaves the vector units to its neighbours, which need nothing from it and are done beside it:
// a gradient of weights, while it transposes, to those that follow, so that its inputs stay that much longer;
// the products of a gradient of the input to what is computed again before it, so that their results are
// there that much earlier.
struct Beside {
    std::size_t step = 0, first = 0, last = 0; // of the plan
    bool isBefore() const { return last < step; }
    std::size_t begin() const { return std::min(step, first); }
    std::size_t end() const { return std::max(step, last); } // the last one of them all
    bool operator==(const Beside&) const = default;
};

// The network's input is in HBM before the step and after it; its way is Store, its memory Hbm.
struct KeepPlan {
    Schedule schedule = Schedule::S0;
    std::vector<Kept> values;    // by ValueId
    std::vector<KeepStep> steps; // forward, then backward; without the update of the weights
    // Of all spills and fetches, in their order. Empty: each is waited for at once.
    std::vector<Move> moves;
    // With moves: the batch of the forward pass has rows of its own, and the next one comes in after its
    // last use.
    bool hasNextBatch = false;
    std::vector<Beside> beside; // in their order
    bool operator==(const KeepPlan&) const = default;
};

// The steps whose results have their bytes from this one on: products beside which it is the first, and
// itself, unless its own are already there.
inline std::vector<std::size_t> madeIn(const KeepPlan& plan, std::size_t step) {
    std::vector<std::size_t> out;
    bool isEarly = false;
    for (const Beside& group : plan.beside) {
        if (!group.isBefore()) continue;
        if (group.first == step) out.push_back(group.step);
        isEarly = isEarly || group.step == step;
    }
    if (!isEarly) out.push_back(step);
    return out;
}

// The step that brings the batch for the forward pass; the number of steps: none.
inline std::size_t batchFetchOf(const KeepPlan& plan) {
    for (std::size_t i = 0; i < plan.steps.size() && plan.steps[i].kind != StepKind::Loss; ++i)
        if (plan.steps[i].kind == StepKind::Fetch && plan.steps[i].value == network::kInput) return i;
    return plan.steps.size();
}
// The first step from there on after which the value that this one moves is released in VMEM.
inline std::size_t releaseOf(const KeepPlan& plan, std::size_t move) {
    const Held held = movedBy(plan.steps[move]);
    for (std::size_t i = move; i < plan.steps.size(); ++i)
        for (const Held& released : plan.steps[i].released)
            if (released == held) return i;
    return plan.steps.size() - 1;
}
// Whether steps follow the last use of that batch, so that the next one can come in beside them.
inline bool hasRoomBehindBatch(const KeepPlan& plan) {
    const std::size_t batch = batchFetchOf(plan);
    return batch < plan.steps.size() && releaseOf(plan, batch) + 1 < plan.steps.size();
}
// ... but it is not brought, because vector memory has no room for it.
inline bool lacksNextBatch(const KeepPlan& plan) { return hasRoomBehindBatch(plan) && !plan.hasNextBatch; }

} // namespace lw::lower
