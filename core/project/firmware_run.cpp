// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/firmware_run.h"

#include "core/machine/machine.h"

namespace lw::project {

FirmwareRun firmwareRun(const Software& software, machine::Machine& machine, const std::atomic<bool>* stop) {
    FirmwareRun out;
    const std::vector<concord::ChainTime> all = concord::chainsInOrder(software.stream);
    std::size_t next = 0;
    do {
        const machine::Core& core = std::as_const(machine).onlyCore();
        const bool begins = next < all.size() &&
                            core.nextBundle() == software.stream.chains[all[next].chain].ops.front().bundle;
        const std::uint64_t before = machine.clock();
        const auto waiting = begins ? core.waiting() : std::nullopt;
        out.stop = machine.run({.bundles = 1});
        if (!begins || out.stop.fault) continue;
        concord::ChainTime& time = out.chains.emplace_back(all[next++]);
        time.clock = waiting ? waiting->until : before;
        time.waited = time.clock - before;
        if (waiting && waiting->other.bundle != machine::kNoBundle) time.other = waiting->other.bundle;
    } while (!machine.halted() && !out.stop.fault && !(stop && *stop));
    out.end = machine.clock();
    return out;
}

} // namespace lw::project
