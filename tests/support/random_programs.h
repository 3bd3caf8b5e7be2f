// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/config.h"
#include "core/chips/training/training.h"
#include "core/isa/sample.h"
#include "core/machine/fault.h"
#include "core/program/program.h"

#include <cstdint>
#include <memory>

// Random programs of the training chip that run for a while: every register, the weights, and the memories'
// first addresses are written first; then follow random bundles of all slots, in loops with counters, with
// branches and calls. Numbers are small, so that addresses often exist and registers meet; what a program
// does may still be forbidden.
namespace lw::test {

// The teaching machine, and one of 8 lanes and 8 sublanes with a queue of 4 results, slower ports, and a DMA
// bandwidth that divides no granule.
training::Config teachingMachine();
training::Config eightLanes();

struct RandomProgramOptions {
    unsigned bundles = 24;       // random ones, besides the first writes and what loops need
    bool straight = false;       // without loops, branches and calls
    unsigned emptyAfterEach = 0; // empty bundles after each one
    unsigned slotPercent = 45;
};
program::Program randomProgram(const training::Config& config, std::uint64_t seed,
                               const RandomProgramOptions& options = {});

// Takes the instructions that use the fault's unit out of its bundle, so that the program gets further; all
// of the bundle when there are none.
void repair(program::Program& program, const machine::Fault& fault);

// A machine with the program; that it loads is the test's promise.
std::unique_ptr<machine::Machine> machineWith(const program::Program& program, const training::Config& config,
                                              const training::MachineOptions& options);

// A random program, repaired until it runs without a fault to its end
// or for that many clocks, or at most `repairs` times.
program::Program runningProgram(const training::Config& config, std::uint64_t seed, std::uint64_t clocks,
                                int repairs, const RandomProgramOptions& options = {});

} // namespace lw::test
