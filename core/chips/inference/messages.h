// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// Reasons why a program cannot be loaded into the inference circuit.
namespace lw::inference {

inline constexpr Message kUnusableRow{
    "E471", Severity::Error, "instruction {0} cannot be loaded: {1}",
    "Every instruction of a program must be one the assembler could have made. "
    "Assemble the source again for this machine."};
inline constexpr Message kTooManyRows{
    "E472", Severity::Error, "the program has {0} instructions, the list of {1} holds {2}",
    "Make the program shorter, or use a machine configuration with a longer list of instructions."};
inline constexpr Message kEmptyProgram{"E476", Severity::Error, "the program has no instructions",
                                       "A program needs at least one instruction; a single halt will do."};
inline constexpr Message kSeveralLaunches{
    "E473", Severity::Error, "instructions {0} and {1} are both launch",
    "The host interface starts a program again at one place. Leave one row launch, before what is done for "
    "each entry of the list."};
inline constexpr Message kNoClocks{
    "E835", Severity::Error, "the clocks of this program cannot be told: instruction {0} of {1}: {2}",
    "How long a program takes is found without running it, so it must be one that runs to its end. Run it on "
    "the emulated machine, which shows what happens there."};

} // namespace lw::inference
