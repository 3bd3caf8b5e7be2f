// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/circuit_work.h"
#include "core/machine/expression.h"
#include "core/program/program.h"

#include <cstdint>

namespace lw::inference {

// The passes in the array and what streams through the pooling circuitry at one moment. `lane` is the lane of
// pooling to report; beyond the strip it is the last one. A pass whose weights were swapped out twice while
// it is still under way is left out, and so is pooling of a strip into itself: the state no longer holds
// what entered.
machine::CircuitWork circuitWork(const machine::CoreTree& tree, const machine::Moment& moment,
                                 const program::Program& program, std::uint32_t lane);

} // namespace lw::inference
