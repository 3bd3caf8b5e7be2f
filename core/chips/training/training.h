// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/chips/training/config.h"
#include "core/machine/machine.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lw::training {

// interlocked: hazards stall. strict: a fixed-latency or port hazard is a fault.
// Queue and sync waits stall in both.
enum class HazardMode : std::uint8_t { Interlocked, Strict };
// timed: transfers land by the clock. eager: at once. late: only when something waits for them.
// shuffled: in a random order that a program with all its waits cannot tell apart.
// In the last three the clocks mean nothing. What one core sends to another takes longer than by the clock in
// the last two: by four times the latency, or a random time up to that.
enum class DmaMode : std::uint8_t { Timed, Eager, Late, Shuffled };
// What registers and memories hold before they are written: a state of its own whose use faults, or zero.
enum class UninitMode : std::uint8_t { Fault, Zero };

struct MachineOptions {
    HazardMode hazards = HazardMode::Interlocked;
    DmaMode dma = DmaMode::Timed;
    std::uint64_t seed = 0; // of the shuffled DMA mode
    UninitMode uninit = UninitMode::Fault;
    std::string kernel{}; // matrix kernel by name; empty: the best this host has
    unsigned threads = 0; // of the host, for several cores; 0: as many as it has, where that pays off
    bool fuse = true;     // chains of bundles as one step; no result and no clock depends on it
};

// The cores of the configuration, each with its program loaded. Fails when a program is for another chip or
// configuration, does not decode, breaks a slot rule, or is larger than the machine.
Result<std::unique_ptr<machine::Machine>> createMachine(std::vector<program::Program> programs,
                                                        const Config& config, const MachineOptions& options);
// The same program on all of them.
Result<std::unique_ptr<machine::Machine>> createMachine(const program::Program& program, const Config& config,
                                                        const MachineOptions& options);

// The code paths of the matrix unit that this host can run, slowest first.
std::vector<std::string_view> kernelNames();
// The one that is used where none is named.
std::string_view usualKernel();

} // namespace lw::training
