// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <array>

// What loading a program into the training chip can refuse.
namespace lw::training {

inline constexpr Message kUnusableBundle{"E451", Severity::Error, "bundle {0} cannot be loaded: {1}",
                                         "Every bundle of a program must be one the assembler could have "
                                         "made. Assemble the source again for this machine."};
inline constexpr Message kBranchOutside{"E452", Severity::Error,
                                        "bundle {0} branches to bundle {1}, but the program has {2} bundles",
                                        "A direct branch must stay inside the program."};
inline constexpr Message kTooManyBundles{
    "E453", Severity::Error, "the program has {0} bundles, the instruction memory of {1} holds {2}",
    "Make the program shorter, or use a machine configuration with a larger instruction memory."};
inline constexpr Message kWrongMachine{
    "E454", Severity::Error, "the program was assembled for {0} on {1}, not for {2} on {3}",
    "Addresses and sizes depend on the machine. Assemble the source for the machine it is to run on."};
inline constexpr Message kDataOutside{
    "E455", Severity::Error, "bytes {0} to {1} do not fit into {2}, which has {3} bytes",
    "Data of a program and values set from outside must lie inside a memory."};
inline constexpr Message kNoSuchKernel{
    "E456", Severity::Error, "there is no matrix kernel {0} on this host; there are {1}",
    "Kernels give the same bits; leave the choice to the program unless you compare them."};
inline constexpr Message kEmptyProgram{"E457", Severity::Error, "the program has no bundles",
                                       "A program needs at least one bundle; a single halt will do."};

inline constexpr std::array kLoadMessages{&kUnusableBundle, &kBranchOutside, &kTooManyBundles, &kWrongMachine,
                                          &kDataOutside,    &kNoSuchKernel,  &kEmptyProgram};

} // namespace lw::training
