// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/config.h"
#include "core/machine/diagram.h"

#include <vector>

namespace lw::training {

// The chip and the board that the core of this configuration belongs to, after figures 1, 2 and 4 of the
// patent application: structure only, for programs that run on one core.
std::vector<machine::DiagramLevel> surroundingsOf(const Config& config);

} // namespace lw::training
