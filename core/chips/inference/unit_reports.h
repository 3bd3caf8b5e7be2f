// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/unit_report.h"

#include <vector>

namespace lw::inference {

// What the DMA engine, the matrix unit, the vector unit and the pooling circuitry are doing.
std::vector<machine::UnitReport> unitReports(const machine::CoreTree& tree, const machine::Moment& moment);

} // namespace lw::inference
