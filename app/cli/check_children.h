// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/check_result.h"
#include "core/machine/machine.h"

#include <cstddef>
#include <functional>
#include <string>

namespace lw::cli {

// On the host, for one case with everything that belongs to it: reading, assembling, running and comparing.
struct CheckLimits {
    double seconds = 1e18;
    std::uint64_t residentBytes = machine::kForever;
    std::string kernel{}; // that programs run with, on the chips that have it
};

// Cases that each run in a process of their own, so that none can take the others along, whatever its program
// does to this one: it has the limits of its case, is killed shortly after they should have ended it, and
// dies with this process.
struct CheckChildren {
    std::size_t cases = 0;
    std::size_t atOnce = 1;
    std::function<CheckLimits(std::size_t)> limitsOf;
    std::function<void(std::size_t)> begins;            // here, before a case
    std::function<CheckResult(std::size_t)> run;        // in the child
    std::function<void(std::size_t, CheckResult)> done; // here, in the order in which they end
};
// Until all are done or the user interrupts. This process must not have started a thread.
void runInChildren(const CheckChildren& children);

} // namespace lw::cli
