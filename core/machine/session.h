// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/breakpoints.h"
#include "core/machine/last_writer.h"
#include "core/machine/timeline.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// A machine with its history and its breakpoints, driven by commands that are values: the command line, the
// window and scripts all say the same things to it.
namespace lw::machine {

struct Load {
    std::unique_ptr<Machine> machine;
};                                   // replaces the machine and its history; breakpoints are dropped
struct Run {                         // forward, until something stops it
    std::uint64_t clocks = kForever; // at most that many from here on
    std::uint64_t bundles = kForever;
    bool resumed = false; // goes on with a run that was interrupted: see RunLimit
};
// Steps are those of the core in focus.
struct StepAll {}; // to the next clock in which any core issues a bundle
struct StepBundle {
    std::uint64_t count = 1;
};                 // to the next clock in which a bundle issues, so often
struct StepClock { // clocks in which a bundle waits are positions too
    std::uint64_t count = 1;
};
struct StepOver {};     // like StepBundle, but a call is followed to its return, and a chain to its end
struct StepOverBack {}; // the other way: before the call, or to the beginning of the chain
struct StepOut {};      // until the routine it is in has returned, or its chain has ended
struct StepBack {
    std::uint64_t count = 1;
}; // to the clock before this one in which a bundle issued, so often
struct StepClockBack {
    std::uint64_t count = 1;
};
struct RunBack {}; // to the breakpoint hit before, or to the beginning
struct Seek {
    std::uint64_t clock = 0;
};
struct SeekBundle {
    std::uint64_t count = 0;
};            // to the position after that many bundles: where the next one issues or begins to wait
struct Poke { // hand edit of cells of a node
    NodeId node;
    std::uint64_t index = 0; // first element
    std::vector<std::byte> bytes;
};
struct PokeSpace { // hand edit of a memory
    isa::SpaceId space{};
    std::uint64_t offset = 0; // bytes
    std::vector<std::byte> bytes;
    CoreId core{};
};
struct SetBreakpoints {
    std::vector<Breakpoint> list;
};

using Command =
    std::variant<Load, Run, StepBundle, StepAll, StepClock, StepOver, StepOut, StepOverBack, StepBack,
                 StepClockBack, RunBack, Seek, SeekBundle, Poke, PokeSpace, SetBreakpoints>;

// Where the machine stands after a command, and why.
struct Report {
    static constexpr std::size_t kMostLogged = 10'000;
    Stop stop;                 // Limit: as far as was asked for; Triggered: see hits
    std::uint64_t bundles = 0; // issued since the start by the core in focus
    std::vector<Hit> hits;
    std::vector<Hit> log;         // of breakpoints that only write, on the way here; the first kMostLogged
    std::uint64_t loggedMore = 0; // beyond them
    // Breakpoints whose conditions read what was never written on the way here, with the first clock, and did
    // not stop.
    std::vector<std::pair<std::uint32_t, std::uint64_t>> unwritten{};
    bool droppedHistory = false; // a hand edit in the past: what came later is gone
};

class Session {
  public:
    explicit Session(std::unique_ptr<Machine> machine, const TimelineOptions& options = {});

    // E831, E833 for edits outside the state.
    // Everything else ends with a report; interrupted: somewhere on the way.
    Result<Report> perform(Command command, const std::atomic<bool>* interrupt = nullptr);

    Machine& machine() { return *m_machine; }
    Timeline& timeline() { return *m_timeline; }
    Breakpoints& breakpoints() {
        m_lookedAt.reset(); // they may become others
        return m_breakpoints;
    }
    // The core that steps are of, and that is meant where no other one is named.
    CoreId focus() const { return m_focus; }
    void setFocus(CoreId core);
    Scope scope() { return scopeOf(*m_machine, m_focus); }
    void setRecorder(Recorder* recorder);
    // Takes what breakpoints write, at once and without an end; then reports have none of it.
    void setLog(std::function<void(const Hit&)> log) { m_takesLog = std::move(log); }

    // Whether an edit here would drop later history; to be said before it is done.
    bool editWouldDropHistory() const { return m_timeline->editWouldDropHistory(); }
    // Who wrote the cell that an expression like v2[1][5] or A[3,4] names, before the present position. E834.
    Result<std::optional<Writer>> whoWrote(std::string_view expression,
                                           const std::atomic<bool>* interrupt = nullptr);

  private:
    struct Performer;
    struct Flowing { // an instruction of a bundle that calls or returns
        std::uint32_t bundle;
        std::uint8_t predicate;
        int depth; // +1 call, -1 return
    };
    struct Chain { // bundles that are one step to whoever steps over
        std::uint32_t first, last;
    };
    struct Flows { // ascending
        std::vector<Flowing> calls;
        std::vector<Chain> chains;
    };
    void load(std::unique_ptr<Machine> machine);
    static Flows flowsOf(const Core& core);
    Report forward(const RunLimit& limit);
    Report step(std::uint64_t count, const std::atomic<bool>* interrupt);
    Report stepBack(std::uint64_t count, const std::atomic<bool>* interrupt);
    Report throughWait(Report report, std::uint64_t from, const std::atomic<bool>* interrupt);
    Report stepAll(const std::atomic<bool>* interrupt);
    const Core& core() const { return m_machine->core(m_focus); }
    bool anyIssues() const;
    bool countHits(const std::atomic<bool>* interrupt);
    Stop atBundle() const;
    std::vector<Hit> hitsAtBundle() { return m_breakpoints.hitsAt(atBundle(), *m_machine, false); }
    Visit visitOf(bool everyBundle, std::function<bool(const Stop&, bool afterBundle)> accept);
    void beginConditions();
    void take(std::vector<Hit> found, std::vector<Hit>& hits);
    Report untilDepth(int depth, const std::atomic<bool>* interrupt);
    Report stepOverBack(const std::atomic<bool>* interrupt);
    std::optional<std::uint64_t> bundlesSinceCall(const std::atomic<bool>* interrupt);
    const Chain* chainInside(std::uint32_t bundle) const;
    Report backward(const std::atomic<bool>* interrupt);
    Report reportOf(Stop stop);
    Report standing(StopKind kind);
    Result<Report> edit(Edit edit);
    int depthChange() const;
    Outcome checkPoke(const Poke& poke) const;
    Outcome checkPoke(const PokeSpace& poke) const;

    TimelineOptions m_options;
    Recorder* m_recorder = nullptr;
    std::unique_ptr<Machine> m_machine;
    std::unique_ptr<Timeline> m_timeline;
    Breakpoints m_breakpoints;
    std::vector<Hit> m_log; // of the command under way
    std::uint64_t m_loggedMore = 0;
    // Where a move forward ended: the breakpoints know what their conditions were after the last bundle.
    std::optional<std::uint64_t> m_lookedAt;
    std::function<void(const Hit&)> m_takesLog;
    CoreId m_focus;
    std::vector<Flows> m_flows; // of each core
};

// "halted at clock 40 after 22 bundles", one line;
// hits and the text of a fault are told on lines of their own.
std::string textOf(const Report& report, const Machine& machine);
// "bundle 12 (loop+2) at clock 100", "a transfer started by bundle 3, landed at clock 90", "nothing, ..."
std::string textOf(const Writer& writer, const Machine& machine);

} // namespace lw::machine
