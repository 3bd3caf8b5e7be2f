// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/unit_report.h"

#include <vector>

namespace lw::nnp {

// What the memory managers, the multiplier and the multifunction units are doing.
std::vector<machine::UnitReport> unitReports(const machine::CoreTree& tree, const machine::Moment& moment);

} // namespace lw::nnp
