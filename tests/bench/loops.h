// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/effort.h"
#include "tests/bench/plain_interpreter.h"

#include <string>
#include <vector>

namespace lw::bench {

// One scalar loop, written once for the emulated chip and once for the bare interpreter.
struct Loop {
    std::string text;
    std::vector<PlainBundle> plain;
    double bundles = 0; // issued until halt
};

Loop loopOfFour(Effort effort);
Loop loopOfSixtyFour(Effort effort); // a seeded random body

} // namespace lw::bench
