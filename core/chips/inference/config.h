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

// An inference circuit, as one of resources/chips/inference*.json describes it.
struct Config {
    std::string name; // "inference"
    std::string title;
    std::uint32_t arrayRows = 0;       // elements of a vector that one pass multiplies
    std::uint32_t arrayColumns = 0;    // kernels of one pass, and lanes of a strip
    std::uint64_t bufferBytes = 0;     // unified buffer
    std::uint64_t weightBytes = 0;     // dynamic memory; a multiple of 16
    std::uint64_t hostBytes = 0;       // of the host's memory that the host interface reaches
    std::uint32_t accumulatorRows = 0; // of arrayColumns words
    std::uint32_t stripPixels = 0;     // of a strip register
    std::uint32_t vectorLanes = 0;     // elements that the vector unit takes per clock
    std::uint32_t poolCircuits = 0;    // pooling circuits side by side, one lane each
    std::uint32_t poolWindow = 0;      // registers of a line buffer: windows up to this height and width
    std::uint32_t poolDelay = 0;       // words of one delay line
    std::uint32_t inFlight = 0;        // instructions under way at a time
    std::uint32_t instructionRows = 0;
    std::uint64_t clockHz = 0;
    machine::Rate hostRate;   // of the host interface
    machine::Rate weightRate; // of the dynamic memory
    machine::Rate bufferRate; // of fill
    std::array<machine::TimingRow, kTimingKeys.size()> timing;
    std::vector<std::string> sources; // "key: source" for every size, for the manual

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
machine::CircuitLimits limitsOf(const Config& config);

} // namespace lw::inference
