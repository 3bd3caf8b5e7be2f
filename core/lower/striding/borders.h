// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/network_plan.h"

// What must be around the values that a layer reads.
namespace lw::lower::striding {

// Around the layer's input number `input`.
network::Padding borderFor(const network::Network& network, const LayerPlan& plan, std::size_t input);
Border borderKind(const network::Network& network, const network::Layer& layer);

} // namespace lw::lower::striding
