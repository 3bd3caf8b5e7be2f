// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/config.h"

#include <cstdint>
#include <map>
#include <string>

namespace lw::test {

struct Circuit {
    machine::CircuitLimits limits;
    std::string json; // the text of its configuration
};

// The teaching circuit, perhaps with other sizes.
Circuit circuitWith(const std::map<std::string, std::uint64_t>& sizes);
Circuit teachingCircuit();

} // namespace lw::test
