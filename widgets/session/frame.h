// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/session.h"
#include "widgets/session/loaded.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

// What the window knows about a running machine: values made by the worker thread that no longer change.
namespace lw::session {

// The machine at one moment, for one of its cores.
struct Frame {
    std::shared_ptr<const Loaded> loaded;
    std::shared_ptr<const machine::Snapshot> state;
    std::shared_ptr<const machine::Snapshot> before; // at the previous stop: what differs was changed since
    std::uint64_t clock = 0;
    std::uint64_t bundles = 0;    // issued by the core since the start
    std::uint32_t nextBundle = 0; // the one that issues next
    bool halted = false;          // the core; the machine has halted when all have
    bool running = false;         // taken in passing; `report` is that of the previous stop
    machine::Report report;
    std::optional<machine::Waiting> waiting;
    std::vector<machine::StallCount> stalls;
    std::vector<machine::UnitCount> units;
    std::vector<std::uint64_t> bundleCounts, bundleStalls; // none for a core that nobody looks at
    std::uint64_t originClock = 0, furthestClock = 0;      // the known history
    bool editWouldDropHistory = false;

    // The fault at which the core stopped; null: none.
    const machine::Fault* fault() const {
        const machine::Stop& stop = report.stop;
        if (running || stop.kind != machine::StopKind::Faulted || !stop.fault || stop.fault->clock != clock)
            return nullptr;
        if (stop.fault->core == core()) return &*stop.fault;
        for (const machine::Fault& other : stop.otherFaults)
            if (other.core == core()) return &other;
        return nullptr;
    }
    bool standsAtFault() const { return fault() != nullptr; }
    machine::CoreId core() const { return loaded->core; }
    // What issues next; after its halt a core may have bundles that never will.
    std::optional<std::uint32_t> next() const { return halted ? std::nullopt : std::optional(nextBundle); }
    // Where a person looks: a chain of the processor begins before the instruction that ended it.
    std::optional<std::uint32_t> place() const { return fault() ? std::optional(fault()->bundle) : next(); }
    machine::Moment moment() const {
        return {.store = nullptr, .snapshot = state.get(), .clock = clock, .bundle = nextBundle};
    }
};
using FramePtr = std::shared_ptr<const Frame>;
using Frames = std::vector<FramePtr>; // of one moment, one for each core; empty: there is none

// Whether both are of one machine, loaded once.
inline bool areOfOneMachine(const FramePtr& a, const FramePtr& b) {
    return a && b && &a->loaded->all == &b->loaded->all;
}

} // namespace lw::session
