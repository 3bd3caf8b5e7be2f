// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/chips/inference/timing.h"
#include "core/machine/circuit_limits.h"
#include "core/machine/machine_file.h"
#include "core/program/target.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw::inference {

// An inference circuit, as one of resources/chips/inference*.json describes it: the sizes that programs are
// made to fit, and how long things take.
struct Config : machine::CircuitLimits {
    std::string title;
    machine::CoreNames cores;   // circuits on one clock, each with all that follows: one, or an array of them
    machine::Way way;           // from each in an array to each neighbour
    std::uint32_t inFlight = 0; // instructions under way at a time
    std::uint64_t clockHz = 0;
    std::array<machine::TimingRow, kTimingKeys.size()> timing;
    std::vector<std::string> sources; // "key: source" for every size, for the manual

    bool isArray() const { return cores.count != 1; }
    std::uint32_t clocks(TimingKey key) const { return timing[static_cast<std::size_t>(key)].clocks; }
};

// The configuration from JSON text; unknown keys, missing keys
// and absurd sizes are refused with line and column.
Result<Config> parseConfig(std::string_view json, std::uint32_t file);
// The configurations compiled into the program: "inference", "inference-teaching".
std::span<const machine::BuiltInMachine> builtInConfigs();
Result<Config> builtInConfig(std::string_view name);
// Of everything that changes what a program does: sizes and clocks, not titles and sources.
std::uint64_t hashOf(const Config& config);
program::Target targetOf(const Config& config);

} // namespace lw::inference
