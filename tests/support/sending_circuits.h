// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/config.h"
#include "core/program/program.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Random programs of an array of circuits that send each other bytes, wait for them and use what came.
namespace lw::test {

// An instruction by its operands as numbers, in the order of the table.
struct CircuitRow {
    std::string_view name;
    std::vector<std::uint32_t> operands;
};

// The rows, encoded for the machine.
program::Program programOf(const std::vector<CircuitRow>& rows, const inference::Config& config);

struct SendingCircuits {
    inference::Config config;
    std::vector<std::vector<CircuitRow>> rows; // of each circuit; the last one halts

    explicit SendingCircuits(std::uint64_t seed);
    std::vector<program::Program> programs() const;
};

// The programs use this many bytes of the unified buffer.
inline constexpr std::uint32_t kBytesInUse = 256 + 9 * 10 * 64;

} // namespace lw::test
