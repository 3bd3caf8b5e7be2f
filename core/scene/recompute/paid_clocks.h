// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/report.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lw::scene::recompute {

// Clocks for having a layer's output in the backward pass: what the rule counts for the way in which it is
// kept, loads in full (it knows two: a mask and an inverse count as stored), and what the emulated step spent
// on computing it again, moving and packing it, where it was not beside other work.
struct PaidClocks {
    double counted = 0;
    std::uint64_t paid = 0;
    bool disagrees = false; // the rule counts less for the other way than the chip paid for this one
    bool operator==(const PaidClocks&) const = default;
};

// By the report's decisions. `clocks`: at which the plan's steps began, then the update's, as StepRun has
// them; nothing while the step is not done.
std::vector<PaidClocks> paidClocks(const lower::recompute::Report& report,
                                   std::span<const std::uint64_t> clocks);

} // namespace lw::scene::recompute
