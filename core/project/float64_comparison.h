// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/node_values.h"
#include "core/project/software.h"

#include <cstdint>
#include <optional>
#include <string>

// Software in float64 beside the graph's float64, which other code computes in another order of sums.
namespace lw::project {

// The same firmware, written as software that rounds nothing.
Software float64Of(Software software);

void forgetFloat64(const std::string& folder); // of a run before

struct Float64Comparison {
    std::uint64_t numbers = 0;           // on the way
    double farthest = 0;                 // two of them, as a part of the largest of their instruction
    std::optional<std::uint32_t> node{}; // where that is more than rounding of float64 explains
};
// What a number of sums may be off by that are added in another order, as a part of the largest of them.
inline constexpr double kFloat64Rounding = 1e-9;

// What the software has left in its folder. E996 where there are others than the firmware gives.
Result<Float64Comparison> compareFloat64(const Software& of, const std::string& folder,
                                         const concord::NodeNumbers& exact);

} // namespace lw::project
