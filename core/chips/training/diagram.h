// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/config.h"
#include "core/machine/diagram.h"

namespace lw::training {

// A compute core with its far memory, after the published figures of the chip: the scalar side on the left,
// the vector side in the middle, the extended units with their result queues on the right.
machine::Diagram diagramOf(const Config& config);

} // namespace lw::training
