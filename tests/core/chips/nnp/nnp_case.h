// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/config.h"
#include "core/machine/machine.h"
#include "tests/support/state_case.h"

#include <memory>
#include <string>
#include <vector>

// Cases as in state_case.h for the neural network processor; the machine is nnp-teaching. Names of cells:
//   "InitialVrf[3]" "AddSubVrf0[3]" "AddSubVrf1[3]" "MultiplyVrf[3]"   a vector, and those that follow
//   "vdram[3]" "netin[3]" "netout[3]"                                  the same of memories, by number
//   "mdram[3]"              a native matrix, row by row
//   "MatrixRf[3]"           mantissas of a matrix; "exponents[3]" of its rows
//   "controls[1]"           control registers from this one on
// Numbers with a point become FP16 where the cells are that. What "after" does not name must be as it was,
// with the same bits for what was ever written.
namespace lw::test {

// A machine with the text assembled for it; without one `error` holds the diagnostics.
std::unique_ptr<machine::Machine> processorWith(const std::string& text, std::string& error,
                                                bool startsWithZeros = false);
// The same with the teaching machine's memories and other clocks.
std::unique_ptr<machine::Machine> processorWith(const std::string& text, std::string& error,
                                                bool startsWithZeros, const nnp::Config& config,
                                                const std::string& kernel = {});
// Runs the case to its end; the lines of everything that is wrong.
std::vector<std::string> runProcessorCase(const StateCase& c);

// Numbers of FP16 cells of a node.
std::vector<double> halvesAt(machine::Machine& m, const std::string& path, std::uint64_t first,
                             std::uint64_t count);

} // namespace lw::test
