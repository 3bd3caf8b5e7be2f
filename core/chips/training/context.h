// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/plan.h"

#include <cstdint>
#include <memory>

namespace lw::training {

class Core;

enum class Exit : std::uint8_t { None, Limit, Stopped };

// What the handlers work on: a copy of the scalar state for the duration of a run.
struct Context {
    std::uint64_t ready[kReadyCount] = {};
    std::uint8_t predicate[32] = {}; // 0..15 the predicates, 16..31 their complements
    std::uint64_t* taken = nullptr;  // counters of the direct branches, in the store
    Core* core = nullptr;
    std::unique_ptr<std::uint32_t[]> value; // r0..r31, then the constants
    // On exit, and while a handler asks the core: the next bundle, the clock, and where the run ends. A
    // handler whose own clock is looked at through a pointer would not leave its frame before the next one.
    const Decoded* at = nullptr;
    std::uint64_t now = 0;
    std::uint64_t end = 0; // first packed time at which to leave
    Exit exit = Exit::None;
};

} // namespace lw::training
