// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/shipment.h"

#include <vector>

namespace lw::training {

// What is on its way between cores, as one of them knows it: what it has sent, until that begins to arrive;
// from then on the destination reports it.
std::vector<machine::Shipment> shipments(const machine::Scope& core, const machine::Moment& moment);

} // namespace lw::training
