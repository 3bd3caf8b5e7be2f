// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/chips/inference/config.h"
#include "core/machine/machine.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lw::inference {

// What registers and memories hold before they are written: a state of its own whose use faults, or zero.
enum class UninitMode : std::uint8_t { Fault, Zero };

struct MachineOptions {
    UninitMode uninit = UninitMode::Fault;
    std::string kernel{}; // matrix kernel by name; empty: the best this host has
    unsigned threads = 0; // of the host, for several circuits; 0: as many as it has, where that pays off
};

// The circuits of the configuration, each with its program loaded. Fails when a program is for another chip
// or configuration, does not decode, or is larger than the machine.
Result<std::unique_ptr<machine::Machine>> createMachine(std::vector<program::Program> programs,
                                                        const Config& config, const MachineOptions& options);
// The same program on all of them.
Result<std::unique_ptr<machine::Machine>> createMachine(const program::Program& program, const Config& config,
                                                        const MachineOptions& options);

// The code paths of the matrix unit that this host can run, slowest first.
std::vector<std::string_view> kernelNames();
// The one that is used where none is named.
std::string_view usualKernel();

} // namespace lw::inference
