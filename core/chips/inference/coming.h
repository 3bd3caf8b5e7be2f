// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/elements.h"
#include "core/machine/core_id.h"

#include <cstdint>
#include <vector>

namespace lw::inference {

struct Config;
struct Decoded;

// What a neighbour's program sends to a circuit.
struct Coming {
    machine::BundleOf by;
    std::uint32_t signal = 0;
    Elements to{};
};

// For each circuit, everything its senders send, each in order of arrival. Programs have no branches, and set
// their patterns to plain numbers, so they show everything that is ever sent.
std::vector<std::vector<Coming>> comingTo(const std::vector<std::vector<Decoded>>& rows,
                                          const Config& config);

} // namespace lw::inference
