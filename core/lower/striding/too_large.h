// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/network_plan.h"

#include <cstdint>
#include <string_view>

namespace lw::lower::striding {

// E643: a memory ("ub", "host", "dm") is too small for the tensors of a plan. Says where most is needed and
// which tensor is the largest there and, if there is one, after which layer the rest of the network fits.
Problem tooLarge(const NetworkPlan& plan, std::string_view space, std::string_view memory,
                 std::uint64_t needed, std::uint64_t has);
// The same for all memories of the plan's circuit, if one is too small for what it needs.
Outcome checkFits(const NetworkPlan& plan, std::uint64_t buffer, std::uint64_t host, std::uint64_t weights);

} // namespace lw::lower::striding
