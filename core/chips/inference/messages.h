// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <array>

// What loading a program into the inference circuit can refuse.
namespace lw::inference {

inline constexpr Message kUnusableRow{
    "E471", Severity::Error, "instruction {0} cannot be loaded: {1}",
    "Every instruction of a program must be one the assembler could have made. "
    "Assemble the source again for this machine."};
inline constexpr Message kTooManyRows{
    "E472", Severity::Error, "the program has {0} instructions, the list of {1} holds {2}",
    "Make the program shorter, or use a machine configuration with a longer list of instructions."};
inline constexpr Message kWrongMachine{
    "E473", Severity::Error, "the program was assembled for {0} on {1}, not for {2} on {3}",
    "Addresses and sizes depend on the machine. Assemble the source for the machine it is to run on."};
inline constexpr Message kDataOutside{
    "E474", Severity::Error, "bytes {0} to {1} do not fit into {2}, which has {3} bytes",
    "Data of a program and values set from outside must lie inside a memory."};
inline constexpr Message kNoSuchKernel{
    "E475", Severity::Error, "there is no matrix kernel {0} on this host; there are {1}",
    "Kernels give the same bits; leave the choice to the program unless you compare them."};
inline constexpr Message kEmptyProgram{"E476", Severity::Error, "the program has no instructions",
                                       "A program needs at least one instruction; a single halt will do."};

} // namespace lw::inference
