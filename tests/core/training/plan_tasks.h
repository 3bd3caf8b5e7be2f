// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/keep_plan.h"
#include "core/training/step.h"

#include <vector>

namespace lw::tests {

// A plan's steps as what plain loops do, one after the other.
std::vector<train::Task> tasksOf(const lower::KeepPlan& plan);

} // namespace lw::tests
