// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/pending.h"
#include "core/machine/state_tree.h"

#include <vector>

namespace lw::training {

// Registers whose results are on their way at one moment, according to the scoreboard.
std::vector<machine::Pending> pendingRegisters(const machine::CoreTree& tree, const machine::Moment& moment);

} // namespace lw::training
