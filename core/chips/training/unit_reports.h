// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/state_tree.h"
#include "core/machine/unit_report.h"

#include <vector>

namespace lw::training {

// Queues, ports, flags, transfers, weights, the square and the generator at one moment.
// The tree is one of this chip's machines.
std::vector<machine::UnitReport> unitReports(const machine::CoreTree& tree, const machine::Moment& moment);

} // namespace lw::training
