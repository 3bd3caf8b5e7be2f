// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/network_plan.h"

namespace lw::lower::striding {

// Sets a strided layer's mode with its numbers and reason; `plan` has its geometry and facts.
// The requested mode, or the first that the circuit can do and that is provably exact, with the reasons
// against those before it. E641, E645.
Outcome chooseMode(LayerPlan& plan, const network::Layer& layer, const machine::CircuitLimits& circuit,
                   const Options& options);

} // namespace lw::lower::striding
