// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/derivation.h"
#include "widgets/recompute/training_facts.h"

#include <atomic>

// What takes its time of a training step: for threads other than the window's.
namespace lw::recompute {

// Whether a file is a network that says how it is trained. At once: its weights are not read.
bool isTrained(const QString& network);

// Network and machine, without anything decided. E927: nothing says how it is trained.
Result<FactsPtr> factsFor(const TrainingRequest& request);

// What a program of training steps was made from, and how many it does. E104: it is not such a program.
struct ReadBack {
    FactsPtr facts; // nothing decided yet: the request keeps every value as the program does
    std::uint64_t steps = 1;
};
Result<ReadBack> readBack(const QString& program);
// What beside a program says so.
project::Origin originOf(const TrainingFacts& facts, std::uint64_t steps);

// What the facts' request decides; null: `stop` became true.
Result<ReportPtr> decided(const TrainingFacts& facts, const std::atomic<bool>* stop = nullptr);

// What the report of the facts keeps, under the request's schedule.
Result<ReportPtr> decidedAgain(const TrainingFacts& facts);

// All policies and every budget.
struct Compared {
    GhostsPtr ghosts;
    TradeOffPtr tradeOff; // null: `stop` became true
};
Result<Compared> compared(const TrainingFacts& facts, const std::atomic<bool>& stop);

} // namespace lw::recompute
