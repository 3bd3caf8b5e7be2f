// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/pending.h"
#include "core/machine/state_tree.h"

#include <cstdint>
#include <vector>

namespace lw::training {

// Registers whose results are on their way at one moment, according to the scoreboard.
std::vector<machine::Pending> pendingRegisters(const machine::CoreTree& tree, const machine::Moment& moment);
// The bundle that wrote each vector register last, as the scoreboard knows it; kNoBundle: none is known.
std::vector<std::uint32_t> vectorWriters(const machine::CoreTree& tree, const machine::Moment& moment);

} // namespace lw::training
