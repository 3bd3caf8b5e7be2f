// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/context.h"

#include <optional>

namespace lw::training {

// Optimised builds chain handlers by tail calls. Others (and sanitizers, which keep frames) return to a loop
// after each. So does clang, which does not say when it sanitizes and then drops tail calls.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
inline constexpr bool kTailCalls = true;
#else
inline constexpr bool kTailCalls = false;
#endif

// The scalar shape of an instruction, found from its row: which operands it reads, where its result goes.
struct ScalarShape {
    ScalarFunction function = &scalarNop;
    bool writes = false; // not for an absent slot or nop
    bool readsX = false, readsY = false;
    bool toPredicate = false;
    constexpr bool operator==(const ScalarShape&) const = default;
};

// Number of the shape of a row of the scalar slots; nothing for rows that are not pure arithmetic.
std::optional<std::uint8_t> shapeOf(isa::OpId op);

enum class Tail : std::uint8_t { None, Branch, BranchIf };

// The handler for two pure scalar instructions (either may be the shape of nop) and perhaps a branch. Slots
// commute, so `first` is at most `second`; with a branch `first` is nop.
Handler scalarHandler(std::uint8_t first, std::uint8_t second, Tail tail);
// The handler for every other bundle.
Handler generalHandler();
// Takes the chain that begins with the bundle as one step, or the bundle alone.
Handler chainHandler();
// Stops a run before the bundle issues.
Handler triggerHandler();
// Records the bundle and continues with its own handler.
Handler recordingHandler();

// Runs from context.at until context.exit is set.
void runHandlers(Context& context);

inline constexpr std::uint8_t kNopShape = 0;

} // namespace lw::training
