// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/plan_tensors.h"

namespace lw::lower::striding {

// Adds what a layer needs in the unified buffer besides what it reads and gives: biases, masks, factors,
// bounds, tables, and room for values between its steps. Its frames and sums are already planned.
void addConstants(LayerPlan& layer, const NetworkPlan& plan, PlanTensors& tensors);

} // namespace lw::lower::striding
