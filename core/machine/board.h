// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/thread_crew.h"
#include "core/machine/machine.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw::machine {

// The state of all cores of a machine: its bytes, and the description of them.
struct BoardState {
    // The cores run on that many threads of the host; 0: on as many as it has, where that pays off.
    BoardState(CoreNames names, unsigned threads);

    CoreNames names; // of all cores
    bool choosesThreads;
    Crew crew;
    StateTree tree;
    std::vector<Region> regions; // of the cores described so far
    std::unique_ptr<StateStore> store;

    // The node below which the next core is described, and the first byte of its region.
    NodeId rootOfNext();
    std::uint64_t nextByte() const { return regions.empty() ? 0 : regions.back().end; }
    // When all cores are described.
    void makeStore() { store = std::make_unique<StateStore>(regions, &crew); }
};

// Where a core is in the state of its board, which outlives it.
struct CorePlace {
    CoreId id;
    NodeId root;
    BoardState& state;
};

// A core as its board drives it. It works on cells below its root, and nowhere else.
class BoardCore : public Core {
  public:
    explicit BoardCore(const CorePlace& place)
        : Core(place.id, place.state.names.nameOf(place.id), CoreTree(place.state.tree, place.root))
        , m_store(*place.state.store) {}

    virtual std::uint64_t clock() const = 0;
    virtual Stop run(const RunLimit& limit) = 0;
    virtual void setTriggers(std::vector<Trigger> triggers) = 0;
    virtual void setRecorder(Recorder* recorder) = 0;
    // The last run ended because nothing of its own lets the core continue: it has stopped where it began to
    // wait for what another core does.
    virtual bool isBlocked() const { return false; }
    // It waits until all others have halted or wait for all too, and nothing is under way any more; then
    // all are released, including those that have halted.
    virtual bool waitsForAll() const { return false; }
    virtual void release() {}
    // That many clocks pass in that wait.
    virtual void passUntil(std::uint64_t) {}

    // What a core sends is handed over at the clock at which it begins to arrive; from then on its
    // destination knows the clock of every part. These return that clock for the first not handed over yet (a
    // run of the sender goes no further; kForever if there is none), and the clock at which it was sent. A
    // run that brings that clock below the limit ends there, once the bundle that sends has issued.
    virtual std::uint64_t nextHandOver() const { return kForever; }
    virtual std::uint64_t nextHandOverIssued() const { return kForever; }
    // Hands it over; a fault of the sender if the destination cannot accept it.
    virtual std::optional<Fault> handOver() { return std::nullopt; }
    // Everything that arrives from this core before that clock has left it.
    virtual std::uint64_t arrivalsKnownUntil() const { return kForever; }
    // In the next run, what arrives after that clock has not left the others yet.
    virtual void setArrivalsUntil(std::uint64_t) {}
    // All cores have reached the clock: what leaves by then does so, and what arrives is put in place,
    // even at a core that halted before. Returns what the last run hit, plus what these hit.
    virtual void leaveUntil(std::uint64_t) {}
    virtual Stop arriveUntil(std::uint64_t) { return {}; }
    // When the next of it arrives at a core that has halted, if a trigger watches; kForever: nothing that
    // stops.
    virtual std::uint64_t nextWatchedArrival(std::uint64_t) const { return kForever; }
    // The clock from which nothing of its own is under way any more.
    virtual std::uint64_t quietFrom() const { return clock(); }

    // Its cells were restored or written from outside: drop what is derived from them.
    virtual void stateReplaced() = 0;
    // Elements [first, first + count) of a node were written by hand: brings what follows from them up
    // to date.
    virtual void edited(NodeId node, std::uint64_t first, std::uint64_t count) = 0;

  protected:
    StateStore& store() const { return m_store; }
    // How a run ends here: with a fault, or by triggers and the bundles that caused them.
    Stop stopHere(StopKind kind, const std::optional<Fault>& fault, std::vector<std::uint32_t> triggers,
                  std::vector<BundleOf> causes) const;

  private:
    StateStore& m_store;
};

// The machine of every chip: it owns the state and the cores, and keeps them on one clock.
class Board final : public Machine {
  public:
    Board(std::unique_ptr<BoardState> state, std::vector<std::unique_ptr<BoardCore>> cores,
          std::string_view kernel);
    ~Board() override;

    StateStore& store() override { return *m_state->store; }
    const StateTree& tree() const override { return m_state->tree; }
    std::uint64_t clock() const override;
    std::string_view kernel() const override { return m_kernel; }
    Stop run(const RunLimit& limit) override;
    void setTriggers(std::vector<Trigger> triggers) override;
    void stateReplaced() override;
    void poke(NodeId node, std::uint64_t first, std::span<const std::byte> bytes) override;
    void setRecorder(Recorder* recorder) override;

  private:
    // A stretch of clocks that each core runs on its own.
    struct Window {
        std::uint64_t end = 0;
        std::vector<Stop> stops; // of each core, where it stopped by itself
        bool isDelivery = false; // something sent in the window arrives at its end
        bool isDeadlock = false; // at its end, nobody can continue
        bool isRelease = false;  // at its end, those waiting for all are released
    };
    // A state to which windows are taken back, and what has been run since.
    struct Backstop {
        std::shared_ptr<const Snapshot> state;
        std::vector<bool> leaves;        // in the first window
        std::vector<std::uint64_t> ends; // of the windows: how far the cores came
        double nanoseconds = 0;          // of all cores together
    };
    // A stop that a core makes by itself, and that others must not run past.
    static bool isOwnStop(const Stop& stop);
    Stop runTogether(const RunLimit& limit);
    std::uint64_t windowEnd(const RunLimit& limit) const;
    std::uint64_t arrivalsKnownUntil() const;
    Stop runWindow(const RunLimit& limit, const std::vector<bool>& leaves, Backstop& backstop);
    void limitArrivals();
    bool reaches(const Backstop& backstop) const;
    void takeBack(const Backstop& backstop);
    Stop runCore(std::size_t i, std::uint64_t end, const RunLimit& limit, bool leaves);
    double runCores(std::span<const std::size_t> cores, std::uint64_t clocks,
                    const std::function<void(std::size_t)>& runOne);
    double runAhead(Window& window, const RunLimit& limit, const std::vector<bool>& leaves);
    void runAgain(Window& window, const RunLimit& limit, const std::vector<bool>& leaves);
    void adaptWindow(std::uint64_t clocks, bool wasTooFar);
    void waitTogether(Window& window);
    void arrive(Window& window);
    std::vector<Fault> handOver();
    std::vector<Fault> deadlock(std::uint64_t clock);
    std::string othersThan(const BoardCore& core) const;
    void record(const Fault& fault);
    Stop stopOf(const Window& window, std::optional<CoreId> counted, std::vector<Fault> faults);
    void addBundleTriggers(const BoardCore& core, Stop& stop) const;
    bool standsAtTrigger(const BoardCore& core) const;
    Stop standing(StopKind kind, std::optional<CoreId> core) const;
    void passEventsOn();

    std::unique_ptr<BoardState> m_state;
    std::vector<std::unique_ptr<BoardCore>> m_cores;
    std::string m_kernel;
    std::vector<Trigger> m_triggers;
    Recorder* m_recorder = nullptr;
    std::vector<std::unique_ptr<Recorder>> m_recorders; // one for each core, if there are several
    double m_nanosecondsPerClock = 0;                   // of all cores together, in the last window
    std::uint64_t m_window = 8192;                      // clocks
    std::size_t m_calm =
        64; // windows since cores were last taken back; a machine begins as if there had been that many
};

} // namespace lw::machine
