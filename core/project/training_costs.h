// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/cost_model.h"

#include <optional>
#include <span>
#include <string>

namespace lw::project {

// The machine of that name or path, as in chips::machineText; empty is the default of the training chip.
Result<machine::CoreLimits> coreNamed(const std::string& machine);

// What a training step costs on a machine that is asked what if. E921, E922, E927.
Result<lower::recompute::CostModel> trainingCosts(const std::string& machine,
                                                  std::optional<std::uint32_t> batch,
                                                  std::span<const std::string> whatIf);

} // namespace lw::project
