// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/lower/keep_plan.h"
#include "core/lower/training/program.h"
#include "core/machine/machine.h"

#include <optional>

namespace lw::project {

// Of a program that forgets what it has released, and is at a fault because a word was never written:
// which tensor of the plan that is, where it lies, which step reads it and after which it was released. E948;
// nothing: it is not a tensor that the plan lets the step under way read.
std::optional<Problem> releasedRead(const network::Network& network, const lower::KeepPlan& keep,
                                    const lower::training::TrainingProgram& program,
                                    const machine::Machine& machine);

} // namespace lw::project
