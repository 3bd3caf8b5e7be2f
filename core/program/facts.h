// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/program/program.h"
#include "core/program/register_set.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lw::program {

// A result that enters or leaves the queue of a unit.
struct QueueUse {
    isa::UnitId unit{};
    bool push = false;
    bool conditional = false;
};

// What one bundle does, as far as a whole program is looked at.
struct BundleFacts {
    static constexpr std::uint32_t kNoTarget = 0xffffffff;

    RegisterSet reads;  // at the start of the bundle, predicates included
    RegisterSet writes; // that may be written at its end
    RegisterSet kills;  // that are surely and wholly written
    isa::Flow flow = isa::Flow::Next;
    bool conditional = false;  // the branch, call, return or halt may not happen
    std::uint16_t effects = 0; // of all instructions
    std::uint8_t queueCount = 0;
    std::array<QueueUse, 4> queues{};
    std::uint32_t target = kNoTarget; // of a branch or call; kNoTarget: in a register
};

struct ProgramFacts {
    std::vector<BundleFacts> bundles;
    // By bundle number: it occurs as a constant or a word of data, so it may be branched to.
    std::vector<bool> mentioned;
};

// The bundles must be valid; one that is not counts as empty.
ProgramFacts factsOf(const Program& program, const isa::Spec& spec);

} // namespace lw::program
