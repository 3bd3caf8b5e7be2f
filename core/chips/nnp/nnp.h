// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/chips/nnp/config.h"
#include "core/machine/machine.h"
#include "core/program/lint.h"
#include "core/program/program.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lw::nnp {

// What vectors, matrices and memories hold before they are written: a state of its own whose use faults, or
// zero.
enum class UninitMode : std::uint8_t { Fault, Zero };

// The processor of the configuration with its program loaded. Fails when the program is for another chip or
// configuration, does not decode, or is larger than the machine.
Result<std::unique_ptr<machine::Machine>> createMachine(program::Program program, const Config& config,
                                                        UninitMode uninit);

// E991: rules of chains that a program breaks, in the order of instructions.
std::vector<program::LintFinding> brokenRules(const program::Program& program, const Config& config);

} // namespace lw::nnp
