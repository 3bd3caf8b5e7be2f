// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/machine.h"
#include "core/machine/snapshot.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace lw::machine {

// A hand edit of the state: an input of the history, applied again whenever a replay passes its clock.
struct Edit {
    std::uint64_t clock = 0;
    bool inSpace = false;     // bytes of a memory space, otherwise cells of a node
    CoreId core;              // whose space, and
    isa::SpaceId space{};     // ... which one, and
    std::uint64_t offset = 0; // ... the byte in it
    NodeId node;              // or the node, and
    std::uint64_t first = 0;  // ... the element in it
    std::vector<std::byte> bytes;
};

struct TimelineOptions {
    std::uint64_t memoryBytes = std::uint64_t{1} << 30; // for all snapshots together
    std::chrono::microseconds spacing{8000}; // of emulation between two snapshots; 0 = one at every slice
    std::uint64_t sliceClocks = 16384;       // longest piece of a run of one core
};

// What a run looks at on its way. `accept` is called at every trigger that fires, and with everyBundle
// after every bundle, while the machine is there; true stops. `begin` is called
// where a stretch of the run begins, and may look elsewhere if it comes back.
struct Visit {
    bool everyBundle = false;
    std::function<void()> begin;
    std::function<bool(const Stop&)> accept;
};

// The history of one machine: runs it forward, keeping snapshots on the way, and goes back
// by restoring one and running the rest again, without triggers and recorder. The host's clock decides
// where snapshots are, never the result. A position is a clock; the position "after n bundles"
// is the clock in which the next one issues or begins to wait. While a timeline lives, nobody else saves,
// restores or edits the machine's store.
class Timeline {
  public:
    explicit Timeline(Machine& machine, const TimelineOptions& options = {});
    ~Timeline();
    Timeline(const Timeline&) = delete;
    Timeline& operator=(const Timeline&) = delete;

    Machine& machine() { return m_machine; }
    const Machine& machine() const { return m_machine; }
    std::uint64_t clock() const { return m_machine.clock(); }
    std::uint64_t originClock() const { return m_kept.front().clock; }
    // The latest clock this history has been at.
    std::uint64_t furthestClock() const { return m_furthest; }

    // For runs forward and for runBack; replays are blind and silent.
    void setTriggers(std::vector<Trigger> triggers) { m_triggers = std::move(triggers); }
    const std::vector<Trigger>& triggers() const { return m_triggers; }
    void setRecorder(Recorder* recorder) { m_recorder = recorder; }

    Stop run(const RunLimit& limit, const Visit& visit = {});
    // To a clock, forwards or back. Ends early where the history halts or faults.
    // Interrupted: the position is somewhere on the way.
    Stop seek(std::uint64_t clock, const std::atomic<bool>* interrupt = nullptr);
    // To the position after that many bundles of that core since the machine's start.
    Stop seekBundles(std::uint64_t count, CoreId core, const std::atomic<bool>* interrupt = nullptr);
    Stop stepBack(std::uint64_t bundles, CoreId core, const std::atomic<bool>* interrupt = nullptr);
    // Through a wait, if the core is in one: to the clock in which the bundle issues.
    Stop seekIssue(CoreId core, const std::atomic<bool>* interrupt = nullptr);
    // To the newest position before this one that the visit accepts, or (Limit) to the beginning of the
    // history. Interrupted: back where it was.
    Stop runBack(const Visit& visit, const std::atomic<bool>* interrupt = nullptr);

    // Applies an edit here and now. Later history, if any, is no longer true and is dropped.
    Outcome edit(Edit edit);
    bool editWouldDropHistory() const { return clock() < m_furthest; }
    const std::vector<Edit>& edits() const { return m_edits; }

    // The state here, readable by any thread.
    std::shared_ptr<const Snapshot> snapshot();

    // Continues the run with other triggers and in silence, to find out something about the history.
    Stop inspect(const RunLimit& limit, std::vector<Trigger> triggers, const Visit& visit);

    // A way to look at the past and be back at once: everything between leave() and comeBack() leaves no
    // trace except kept snapshots.
    struct Bookmark {
        std::shared_ptr<const Snapshot> snapshot;
        std::vector<std::uint32_t> written;
        std::size_t nextEdit = 0;
        bool wentBack = false;
    };
    Bookmark leave();
    void comeBack(const Bookmark& bookmark);

    // A kept snapshot. `written`: pages written since the kept one before (or more),
    // ascending, hot ones not listed.
    struct Kept {
        std::uint64_t clock = 0;
        std::vector<std::uint64_t> bundles; // issued by each core
        std::shared_ptr<const Snapshot> snapshot;
        std::vector<std::uint32_t> written;
    };
    const std::vector<Kept>& kept() const { return m_kept; }
    // Pages written between the newest kept snapshot before and this position (or more).
    std::vector<std::uint32_t> writtenSinceKept() const;
    // Memory of all snapshots of the machine.
    std::uint64_t snapshotBytes() const { return m_machine.store().snapshotBytes(); }

  private:
    using HostClock = std::chrono::steady_clock;

    Stop advance(RunLimit& rest, bool oneBundle);
    Stop cover(RunLimit rest, const Visit& visit);
    Stop replay(RunLimit limit);
    void watch(std::vector<Trigger> triggers, Recorder* recorder);
    RunLimit pieceOf(const RunLimit& rest, bool oneBundle) const;
    bool applyEdits();
    Outcome apply(const Edit& edit);
    std::uint64_t longestSlice() const;
    void adaptSlice(HostClock::duration took, std::uint64_t clocks);
    void keepIfDue();
    void keep();
    void thin();
    bool dropEverySecond();
    void restore(const Kept& from);
    void collectWritten();
    std::size_t keptUpTo(std::uint64_t clock) const;
    Stop standing(StopKind kind, CoreId core = {}) const;
    std::vector<std::uint64_t> bundlesOfCores() const;

    Machine& m_machine;
    TimelineOptions m_options;
    std::vector<Trigger> m_triggers;
    std::vector<std::uint32_t> m_bundleTriggers; // ids of those in use that are of kind Bundle
    Recorder* m_recorder = nullptr;
    bool m_wentBack = false;    // since the recorder last saw anything
    std::vector<Kept> m_kept;   // by clock, at least the origin
    std::vector<Edit> m_edits;  // by clock
    std::size_t m_nextEdit = 0; // the first one not applied yet
    std::uint64_t m_furthest = 0;
    std::vector<std::uint32_t> m_written; // pages since the last kept snapshot that the store no longer lists
    std::uint64_t m_slice = 4096;         // clocks
    bool m_dense = false;                 // replaying around the cursor: keep more
    HostClock::duration m_sinceKept{};    // time the machine ran
    HostClock::duration m_lastCost{};     // of keeping
};

} // namespace lw::machine
