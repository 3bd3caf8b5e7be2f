// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"
#include "core/machine/machine.h"
#include "core/machine/recorder.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>

namespace lw::machine {

// Runs a machine to its end, until `stop` or to a clock, and calls `take` with its events as they come, a
// core's oldest first. `perClock`: the most a core can have in a clock. Returns what it stopped with.
template <typename Take>
Stop recordRun(Machine& machine, std::uint64_t perClock, const Take& take,
               const std::atomic<bool>* stop = nullptr, std::uint64_t until = kForever) {
    constexpr std::uint64_t kStretch = 16384; // clocks
    Recorder recorder(kStretch * perClock * machine.cores().size());
    machine.setRecorder(&recorder);
    Stop out;
    do {
        const std::uint64_t next = std::min(machine.clock() + kStretch, until);
        out = machine.run({.clock = next, .interrupt = stop, .resumed = true});
        recorder.flush();
        LW_ASSERT(recorder.dropped() == 0, "there is room for a stretch of events");
        for (const auto& chunk : recorder.chunks()) take(chunk->all());
        recorder.clear();
    } while (out.kind == StopKind::Limit && machine.clock() < until);
    machine.setRecorder(nullptr);
    return out;
}

} // namespace lw::machine
