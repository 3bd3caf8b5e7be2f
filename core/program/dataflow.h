// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/program/facts.h"
#include "core/program/flow.h"
#include "core/program/register_set.h"

#include <cstdint>
#include <vector>

// What holds where blocks begin or end, over all ways through a program.
// Only reachable blocks have meaningful entries.
namespace lw::program {

// At the beginning of each block: registers that some way to it writes.
std::vector<RegisterSet> writtenOnSomeWay(const FlowGraph& graph, const ProgramFacts& facts);
// At the beginning of each block: registers that every way to it writes, surely (BundleFacts::kills) or
// perhaps (BundleFacts::writes). What was written before a call is written after it.
std::vector<RegisterSet> writtenOnEveryWay(const FlowGraph& graph, const ProgramFacts& facts,
                                           RegisterSet BundleFacts::*written = &BundleFacts::kills);
// At the end of each block: registers that some way from it reads before it writes them.
// Where a program ends, all are.
std::vector<RegisterSet> readLater(const FlowGraph& graph, const ProgramFacts& facts);

// How many results can be in a queue: between the fewest and the most over all ways;
// at most kMany are counted.
struct QueueRange {
    static constexpr std::int32_t kMany = 1 << 20;

    std::int32_t fewest = 0;
    std::int32_t most = 0;

    // After a bundle. Its pops come first: a bundle stands still until their results are there.
    void step(const BundleFacts& bundle, isa::UnitId unit);
    void step(const QueueUse& use);
    bool operator==(const QueueRange&) const = default;
};
// At the beginning of each block, for the queue of one unit.
// Loops that do not keep the balance give 0 to kMany.
std::vector<QueueRange> queueRanges(const FlowGraph& graph, const ProgramFacts& facts, isa::UnitId unit);

} // namespace lw::program
