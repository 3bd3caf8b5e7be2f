// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// Reasons why a program cannot be loaded into any machine.
namespace lw::machine::load_messages {

inline constexpr Message kWrongMachine{
    "E454", Severity::Error, "the program was assembled for {0} on {1}, not for {2} on {3}",
    "Addresses and sizes depend on the machine. Assemble the source for the machine it is to run on."};
inline constexpr Message kDataOutside{
    "E455", Severity::Error, "bytes {0} to {1} do not fit into {2}, which has {3} bytes",
    "Data of a program and values set from outside must lie inside a memory."};
inline constexpr Message kNoSuchKernel{
    "E456", Severity::Error, "there is no matrix kernel {0} on this host; there are {1}",
    "Kernels give the same bits; leave the choice to the program unless you compare them."};

} // namespace lw::machine::load_messages
