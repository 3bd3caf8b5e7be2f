// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/plan_tensors.h"

namespace lw::lower::striding {

// Adds what a layer needs in the unified buffer beside what it reads and gives: biases, masks, factors,
// bounds, tables, and room for what stands between its steps. Its frames and sums are planned.
void addConstants(LayerPlan& layer, const NetworkPlan& plan, PlanTensors& tensors);

} // namespace lw::lower::striding
