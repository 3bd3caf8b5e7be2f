// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/recompute/training_facts.h"

#include <atomic>

// What takes its time of a training step: for threads other than the window's.
namespace lw::recompute {

// Whether a file is a network that says how it is trained. At once: its weights are not read.
bool isTrained(const QString& network);

// Network and machine, without anything decided. E927: nothing says how it is trained.
Result<FactsPtr> factsFor(const TrainingRequest& request);

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
