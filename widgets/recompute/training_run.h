// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/train_network.h"
#include "core/scene/recompute/schedule.h"
#include "widgets/recompute/training_facts.h"

#include <atomic>
#include <functional>

// A training step as a program of the chip, and what an emulated run of it did: for threads other than the
// window's.
namespace lw::recompute {

// What the facts' report decided as a program that does that many training steps, in memory.
Result<project::TrainingLowered> lowered(const TrainingFacts& facts, std::uint64_t steps);

// The program of what the facts' report decided, which does that many training steps, with its tensors and
// its origin; its path.
Result<QString> writeProgram(const TrainingFacts& facts, std::uint64_t steps, const QString& folder);

// Runs that program; `tell` is called with what was done by now, `stop` ends it.
Outcome runProgram(const TrainingFacts& facts, std::uint64_t steps, const std::atomic<bool>& stop,
                   const std::function<void(StepRunPtr)>& tell);

} // namespace lw::recompute
