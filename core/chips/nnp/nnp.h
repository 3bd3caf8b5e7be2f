// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/chips/nnp/config.h"
#include "core/machine/machine.h"
#include "core/program/lint.h"
#include "core/program/program.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lw::nnp {

// What vectors, matrices and memories hold before they are written: a state of its own whose use faults, or
// zero.
enum class UninitMode : std::uint8_t { Fault, Zero };

struct MachineOptions {
    UninitMode uninit = UninitMode::Fault;
    std::string kernel{}; // of the multiplier (product_kernel.h), by name; empty: the usual one of this host
};

// The names of kernels this host can run, and of the usual one.
std::vector<std::string_view> kernelNames();
std::string_view usualKernel();

// The processor of the configuration with its program loaded. Fails when the program is for another chip or
// configuration, does not decode, or is larger than the machine.
Result<std::unique_ptr<machine::Machine>> createMachine(program::Program program, const Config& config,
                                                        const MachineOptions& options = {});

// E991: rules of chains that a program breaks, in the order of instructions.
std::vector<program::LintFinding> brokenRules(const program::Program& program, const Config& config);

} // namespace lw::nnp
