// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/machine.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <random>
#include <string>

namespace lw::test {

// Laws of a breakpoint on the machine that `make` makes, at its beginning: every move forward, from whatever
// clock it begins, also inside of a bundle's wait, stops where a run from the beginning does, unless it
// ends before that by itself; runs back stop at the same clocks; and hits are counted alike both ways.
// Gives what breaks them, or nothing. `stops` grows by those of a run, `inWaits` by the moves that began in a
// wait and were stopped.
struct BreakpointCounts {
    std::size_t stops = 0, inWaits = 0;
};
std::string brokenByBreakpoint(const std::function<std::unique_ptr<machine::Machine>()>& make,
                               const std::string& text, std::mt19937_64& random, BreakpointCounts& counts);

} // namespace lw::test
