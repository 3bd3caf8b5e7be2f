// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lw::project {

// Codes of the vectors that the firmware in a file gives to the network, run with its own inputs. E380, E993,
// or what keeps it from being loaded.
Result<std::vector<std::uint16_t>> outputOfFirmware(const std::string& path);

} // namespace lw::project
