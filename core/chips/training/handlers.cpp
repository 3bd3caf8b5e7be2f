// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/handlers.h"

#include "core/chips/training/core.h"
#include "core/machine/recorder.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lw::training {

namespace {

constexpr ScalarShape shapeOfRow(const Row& row) {
    ScalarShape shape;
    if (row.insn.operands.size() == 0) return shape; // nop
    shape.function = row.meaning.scalar;
    shape.writes = true;
    for (const isa::Operand& operand : row.insn.operands) {
        if (operand.access == isa::Access::Write)
            shape.toPredicate = operand.file == kP;
        else if (operand.selector == nullptr)
            shape.readsX = true;
        else
            shape.readsY = true;
    }
    return shape;
}

// Every different shape among the rows; nop's is number 0.
struct ShapeList {
    std::array<ScalarShape, kScalarRows.size()> items{};
    std::size_t count = 0;
};
constexpr ShapeList kShapes = [] {
    ShapeList list;
    for (const Row& row : kScalarRows) {
        if (row.meaning.kind != MeaningKind::Scalar) continue;
        const ScalarShape shape = shapeOfRow(row);
        if (std::find(list.items.begin(), list.items.begin() + list.count, shape) ==
            list.items.begin() + list.count)
            list.items[list.count++] = shape;
    }
    return list;
}();
static_assert(kShapes.items[kNopShape] == ScalarShape{}, "nop is the first scalar row");

[[gnu::always_inline]] inline void goOn(const Decoded* next, Context* context, std::uint32_t* value,
                                        std::uint64_t now, std::uint64_t end) {
    if (now >= end) [[unlikely]] {
        context->exit = Exit::Limit;
        context->at = next;
        context->now = now;
        return;
    }
    if constexpr (kTailCalls) {
        return next->handler(next, context, value, now, end);
    } else {
        context->at = next;
        context->now = now;
        context->end = end;
    }
}

// Some operand is not ready, or an older write to a register that the bundle writes is still under way: wait,
// fault, or stop at the limit. An older write that ends in time no longer matters.
[[gnu::noinline]] void stalled(const Decoded* at, Context* context, std::uint32_t* value, std::uint64_t now,
                               std::uint64_t end) {
    context->core->takeBackIssue();
    context->now = now;
    context->end = end;
    if (!context->core->waitFor(*at->plan)) {
        context->at = at;
        return;
    }
    for (const Issue& issue : at->plan->issues)
        if (issue.destination != 0xff) context->ready[issue.destination] = context->now;
    return goOn(at, context, value, context->now, context->end);
}

// Branches that are never taken cost less than the maximum of the times, which keeps a register busy.
// A register that was never written is late as an operand, but not as a result.
template <std::size_t S>
[[gnu::always_inline]] inline bool waits(const ScalarSlot& slot, const Context* context, std::uint64_t now) {
    if constexpr (kShapes.items[S].readsX)
        if (context->ready[slot.x] > now) return true;
    if constexpr (kShapes.items[S].readsY)
        if (context->ready[slot.readyY] > now) return true;
    if constexpr (kShapes.items[S].writes)
        if (static_cast<std::int64_t>(context->ready[slot.readyD]) > static_cast<std::int64_t>(now))
            return true;
    return false;
}

template <std::size_t S>
[[gnu::always_inline]] inline std::uint32_t result(const ScalarSlot& slot, const std::uint32_t* value) {
    if constexpr (!kShapes.items[S].writes)
        return 0;
    else
        return kShapes.items[S].function(kShapes.items[S].readsX ? value[slot.x] : 0,
                                         kShapes.items[S].readsY ? value[slot.y] : 0);
}

template <std::size_t S>
[[gnu::always_inline]] inline void commit(const ScalarSlot& slot, Context* context, std::uint32_t* value,
                                          std::uint32_t word, std::uint64_t ready) {
    if constexpr (kShapes.items[S].writes) {
        if constexpr (kShapes.items[S].toPredicate) {
            context->predicate[slot.d] = static_cast<std::uint8_t>(word);
            context->predicate[slot.d + 16] = static_cast<std::uint8_t>(word ^ 1);
        } else {
            value[slot.readyD] = word; // r0 to r31 come first among the ready times
        }
        context->ready[slot.readyD] = ready;
    }
}

// A bundle of two scalar operations and perhaps a branch, none of them predicated but the branch.
template <std::size_t A, std::size_t B, Tail T>
void scalarBundle(const Decoded* at, Context* context, std::uint32_t* value, std::uint64_t now,
                  std::uint64_t end) {
    if (waits<A>(at->first, context, now) || waits<B>(at->second, context, now)) [[unlikely]]
        return stalled(at, context, value, now, end);
    if constexpr (T == Tail::BranchIf)
        if (context->ready[kReadyPredicate + (at->branchPredicate & 15)] > now) [[unlikely]]
            return stalled(at, context, value, now, end);
    const std::uint32_t a = result<A>(at->first, value), b = result<B>(at->second, value);
    bool taken = T == Tail::Branch;
    if constexpr (T == Tail::BranchIf) taken = context->predicate[at->branchPredicate];
    commit<A>(at->first, context, value, a, now + at->firstReady);
    commit<B>(at->second, context, value, b, now + at->secondReady);
    now += kClockTick;
    if constexpr (T == Tail::None) {
        return goOn(at + 1, context, value, now, end);
    } else {
        if (!taken) return goOn(at + 1, context, value, now, end);
        ++context->taken[at->branch];
        return goOn(at->target, context, value, now, end);
    }
}

void generalBundle(const Decoded* at, Context* context, std::uint32_t* value, std::uint64_t now,
                   std::uint64_t end) {
    context->now = now;
    context->end = end;
    const Decoded* const next = context->core->issue(at);
    if (next == nullptr) return; // the context says why
    return goOn(next, context, value, context->now, context->end);
}

void chainOfBundles(const Decoded* at, Context* context, std::uint32_t* value, std::uint64_t now,
                    std::uint64_t end) {
    Core& core = *context->core;
    context->now = now;
    context->end = end;
    const Decoded* const next = core.takeChain(at);
    if (next == at) return core.ownHandler(at)(at, context, value, now, end);
    if (next == nullptr) return; // the context says why
    return goOn(next, context, value, context->now, end);
}

void triggerBundle(const Decoded* at, Context* context, std::uint32_t*, std::uint64_t now,
                   std::uint64_t end) {
    context->now = now;
    context->end = end;
    context->core->stopBefore(at);
}

void recordingBundle(const Decoded* at, Context* context, std::uint32_t* value, std::uint64_t now,
                     std::uint64_t end);

[[gnu::noinline, gnu::cold]] void recordInNewChunk(const Decoded* at, Context* context, std::uint32_t* value,
                                                   std::uint64_t now, std::uint64_t end) {
    context->core->recorder().makeRoom();
    return recordingBundle(at, context, value, now, end);
}

// A bundle of scalar operations issues now unless an operand is late, which is rare: then its event is taken
// back. Any other bundle reports its issue after waiting for everything.
void recordingBundle(const Decoded* at, Context* context, std::uint32_t* value, std::uint64_t now,
                     std::uint64_t end) {
    Core& core = *context->core;
    machine::Recorder& recorder = core.recorder();
    if (!recorder.hasRoom()) [[unlikely]]
        return recordInNewChunk(at, context, value, now, end);
    const Handler own = core.ownHandler(at);
    if (own != &generalBundle) recorder.addToRoom(core.issueEvent(at)).clock = clockOf(now);
    return own(at, context, value, now, end);
}

template <std::size_t A, std::size_t... B>
constexpr std::array<Handler, kShapes.count> pairRow(std::index_sequence<B...>) {
    return {&scalarBundle<(A < B ? A : B), (A < B ? B : A), Tail::None>...};
}
template <std::size_t... A> constexpr auto pairTable(std::index_sequence<A...> all) {
    return std::array{pairRow<A>(all)...};
}
template <Tail T, std::size_t... B>
constexpr std::array<Handler, kShapes.count> branchRow(std::index_sequence<B...>) {
    return {&scalarBundle<kNopShape, B, T>...};
}
constexpr auto kAllShapes = std::make_index_sequence<kShapes.count>();
constexpr auto kPairs = pairTable(kAllShapes);
constexpr auto kBranches = branchRow<Tail::Branch>(kAllShapes);
constexpr auto kConditionalBranches = branchRow<Tail::BranchIf>(kAllShapes);

} // namespace

std::optional<std::uint8_t> shapeOf(isa::OpId op) {
    const Row& row = kRows[op];
    if (row.insn.slotClass != kScalar || row.meaning.kind != MeaningKind::Scalar) return std::nullopt;
    const auto end = kShapes.items.begin() + kShapes.count;
    return static_cast<std::uint8_t>(std::find(kShapes.items.begin(), end, shapeOfRow(row)) -
                                     kShapes.items.begin());
}

Handler scalarHandler(std::uint8_t first, std::uint8_t second, Tail tail) {
    if (tail == Tail::Branch) return kBranches[second];
    if (tail == Tail::BranchIf) return kConditionalBranches[second];
    return kPairs[first][second];
}

Handler generalHandler() { return &generalBundle; }
Handler chainHandler() { return &chainOfBundles; }
Handler triggerHandler() { return &triggerBundle; }
Handler recordingHandler() { return &recordingBundle; }

void runHandlers(Context& context) {
    do {
        context.at->handler(context.at, &context, context.value.get(), context.now, context.end);
    } while (context.exit == Exit::None);
}

} // namespace lw::training
