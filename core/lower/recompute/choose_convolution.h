// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/recompute/cost_model.h"
#include "core/network/network.h"

namespace lw::lower::recompute {

// Decides how a network's convolutions are computed where that is left open: by im2col
// (network/taps_in_lanes.h) where a step that stores all takes fewer modelled clocks so. E980 for an im2col
// that cannot be; else afterwards the network says Shifted or Im2col. Programs, plain loops and costs follow
// what the network says.
Outcome chooseConvolution(network::Network& network, const CostModel& model);

} // namespace lw::lower::recompute
