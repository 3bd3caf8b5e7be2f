// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/planner.h"

// Questions about the patterns of a copy, byte after byte from one place to another.
namespace lw::inference {

bool checkCounts(Planner& plan, const Pattern& to, const Pattern& from);
bool checkDisjoint(Planner& plan, const Pattern& to);

} // namespace lw::inference
