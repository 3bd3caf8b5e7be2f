// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/shipment.h"

#include <vector>

namespace lw::inference {

// What a circuit has sent to its neighbours that has not arrived.
std::vector<machine::Shipment> shipments(const machine::Scope& core, const machine::Moment& moment);

} // namespace lw::inference
