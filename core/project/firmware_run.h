// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/chain_times.h"
#include "core/project/software.h"

#include <atomic>
#include <vector>

namespace lw::project {

// When the chains of a firmware began, up to its end or to a fault.
struct FirmwareRun {
    std::vector<concord::ChainTime> chains;
    machine::Stop stop;
    std::uint64_t end = 0; // the clock at which it stopped
};
// Runs the machine to its end; half of it where `stop` became true.
FirmwareRun firmwareRun(const Software& software, machine::Machine& machine,
                        const std::atomic<bool>* stop = nullptr);

} // namespace lw::project
