// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/core.h"

namespace lw::training {

// Faults with a race if the access by the code conflicts with a transfer that no wait has ordered before it.
// The guards have said that it might.
void checkRace(Core& core, const Issue& issue, isa::SpaceId space, std::uint64_t unit, bool write);

} // namespace lw::training
