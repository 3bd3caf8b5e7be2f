// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/machine.h"

#include <cstdint>

namespace lw::machine {

// Whether an instruction with this predicate field is executed
// if its bundle issues on that core at the machine's present position.
bool isExecuted(Machine& machine, const Core& core, std::uint8_t predicate);

} // namespace lw::machine
