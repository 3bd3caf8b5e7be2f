// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/config.h"
#include "core/machine/diagram.h"

namespace lw::nnp {

// After the block diagram of the patent: queues, memory managers, multiplier, multifunction units.
machine::Diagram diagramOf(const Config& config);

} // namespace lw::nnp
