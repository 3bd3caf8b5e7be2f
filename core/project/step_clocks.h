// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/report.h"
#include "core/network/network.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lw::project {

// What each step of a plan takes on the emulated chip, in clocks: one training step of images that are zeros,
// on which no clock depends. Steps do not overlap: each waits for its products and transfers, so that each is
// as if it were alone. E901 to E910, E940 to E946, E960.
Result<std::vector<std::uint64_t>> emulatedSteps(const network::Network& network,
                                                 const lower::recompute::Report& decided,
                                                 const std::string& machine, const std::string& kernel = {});

// A step of the plan, modelled and emulated.
struct StepError {
    std::size_t step = 0;
    std::uint64_t modelled = 0, emulated = 0;

    double error() const { return static_cast<double>(modelled) / static_cast<double>(emulated) - 1; }
};
// Of those that take more than this on the chip, the one that is modelled worst; `emulated` 0: none does.
inline constexpr std::uint64_t kClocksThatCount = 1000;
StepError worstOf(const lower::recompute::Report& decided, const std::vector<std::uint64_t>& emulated);

} // namespace lw::project
