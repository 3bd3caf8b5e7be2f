// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/usage.h"

#include <span>

namespace lw::lower::recompute {

// Whether the vector units alone do it.
bool isOfVectors(const Sublayers& network, const KeepStep& step);

// How many of these steps, from the first one on, are done while a layer's gradient of what it read is
// computed: each pass goes on beside as many products as it has registers, and the next one begins with
// another weight.
std::size_t countBeside(const Sublayers& network, const CostModel& model, network::ValueId layer,
                        std::span<const KeepStep> steps);

// The plan with what the vector units compute again right after such a gradient, or after gradients of
// weights and of sums after it, right before it: all they read is there by then. As many of them as are done
// beside it and, with what it writes, have room.
KeepPlan aheadOfProducts(const Sublayers& network, const CostModel& model, KeepPlan plan, const Room& room);

// Bytes of VMEM that a step adds to what is there.
std::uint64_t bytesMade(const Sublayers& network, const KeepStep& step);

} // namespace lw::lower::recompute
