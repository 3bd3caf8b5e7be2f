// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/network_plan.h"
#include "core/lower/striding/report.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lw::lower::striding {

// Among tensors that share memory, the first to be there has a name for views: constants, inputs and what is
// kept to be looked at, which are there at the same time, have their own.
void nameTensors(std::vector<PlannedTensor>& tensors);

// Says in the report of a crowded buffer until when each tensor holds what is said about it. `rowOfStep` has,
// for each step of the plan (see PlannedTensor), its first instruction row for the first image.
void noteReuse(const NetworkPlan& plan, std::span<const std::uint32_t> rowOfStep, Report& report);

} // namespace lw::lower::striding
