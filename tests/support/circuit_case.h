// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/inference.h"
#include "tests/support/state_case.h"

#include <memory>
#include <string>
#include <vector>

// Cases as in state_case.h for the inference circuit; the machine is inference-teaching. Names of cells:
//   "a3"            an access pattern: n0 s0 n1 s1 n2 s2 es
//   "v2 1x3x2"      a strip of 1 row, 3 columns, 2 lanes, and all its words
//   "ub[5]" "host[5]" "dm[5]"          bytes, by their number
//   "ub.w[8]" "host.w[8]" "dm.w[8]"    words from a byte on
//   "acc[4]"        words of an accumulator row, from column 0 on
//   "weights 2x3" "weights.f 2x3" "path 2x3" "path.f 2x3"   tiles of int8 or float32; "no path": swapped in
// What "after" does not name must be as it was, with the same bits for what was ever written.
namespace lw::test {

// Runs the case to its end; the lines of everything that is wrong.
std::vector<std::string> runCircuitCase(const StateCase& c);

} // namespace lw::test
