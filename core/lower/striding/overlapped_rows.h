// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/network_plan.h"
#include "core/lower/striding/report.h"

#include <cstdint>
#include <span>

namespace lw::lower::striding {

// The rows of a plan in overlapped order (row_order.h). What the report says about rows, and the first row
// for each step of the plan, follow the new order: the rows of a strip or a layer are from the first of
// them to the last, with rows of others in between.
ProgramText overlappedRows(const ProgramText& straight, const NetworkPlan& plan,
                           std::span<std::uint32_t> rowOfStep, Report& report);

} // namespace lw::lower::striding
