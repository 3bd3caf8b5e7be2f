// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/network_plan.h"

#include <vector>

namespace lw::lower::striding {

// What a part of a network reads and gives in each launch (Launches), by the number of its
// descriptor: inputs, constants and what is kept at the host as its launches name them, the values whose end
// is here, outputs.
std::vector<network::ValueId> describedValues(const network::Network& network, const Part& part,
                                              const Launches& launches);
// Whether it is one that comes from the host.
bool isBrought(const NetworkPlan& plan, network::ValueId described);

} // namespace lw::lower::striding
