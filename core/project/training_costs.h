// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/cost_model.h"
#include "core/network/network.h"

#include <optional>
#include <span>
#include <string>

namespace lw::project {

// The machine of that name or path, as in chips::machineText; empty is the default of the training chip.
Result<machine::CoreLimits> coreNamed(const std::string& machine);

// What a training step of the network costs on a machine that is asked what if. The batch is the network's,
// unless one is given. Values get as much of VMEM as parameters leave, unless what if says how much. E921,
// E922, E927.
Result<lower::recompute::CostModel> trainingCosts(const network::Network& network, const std::string& machine,
                                                  std::optional<std::uint32_t> batch,
                                                  std::span<const std::string> whatIf);
// Of a network with `training`, on a machine as it is.
lower::recompute::CostModel costsOn(const network::Network& network, const machine::CoreLimits& machine);
// As trainingCosts; where the network leaves open how its convolutions are computed, that is decided. E980.
Result<lower::recompute::CostModel> chosenCosts(network::Network& network, const std::string& machine,
                                                std::optional<std::uint32_t> batch,
                                                std::span<const std::string> whatIf);

} // namespace lw::project
