// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/machine/machine.h"

#include <cstdint>

namespace lw::cli {

// Pictures of what goes through a chip's circuits at the machine's present clock, as JSON. E754 when nothing
// does. All passes in the array, the oldest first:
Result<Json> arrayScene(machine::Machine& machine, machine::CoreId core);
// One lane of what streams through the pooling circuitry:
Result<Json> poolingScene(machine::Machine& machine, machine::CoreId core, std::uint32_t lane);

} // namespace lw::cli
