// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/sublayers.h"

#include <vector>

namespace lw::lower::recompute {

// The backward pass as a person tells it, "step n is layer n": which steps of a plan are done in the time of
// each layer with weights, from the last to the first. Schedules move gradients of weights and sums of batch
// norms from one to another.
struct LayerStep {
    network::ValueId layer = 0;       // 0: what is left over after the first
    std::size_t first = 0, count = 0; // of the plan's steps
    bool operator==(const LayerStep&) const = default;
};
std::vector<LayerStep> layerStepsOf(const Sublayers& network, const KeepPlan& plan);

} // namespace lw::lower::recompute
