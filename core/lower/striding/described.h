// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/stages.h"

#include <string>
#include <vector>

namespace lw::lower::striding {

// What a part of a network reads and gives in each launch (Launches), by the number of its
// descriptor: inputs, constants of these names, outputs.
std::vector<network::ValueId> describedValues(const network::Network& network, const Part& part,
                                              const std::vector<std::string>& constants);

} // namespace lw::lower::striding
