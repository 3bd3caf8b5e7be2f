// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/lower/lowered_run.h"

#include <memory>
#include <string>

namespace lw::test {

// One of the worked examples of striding, lowered in one mode for the teaching circuit and run.
struct StridingExample {
    network::Network network; // the run refers to it
    LoweredRun run;
};

std::unique_ptr<StridingExample> stridingExample(const std::string& name, lower::striding::Mode mode);

// Another machine with the example's program, at its beginning.
std::unique_ptr<machine::Machine> machineOf(const StridingExample& example, const std::string& name);

} // namespace lw::test
