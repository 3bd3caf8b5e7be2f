// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/context.h"
#include "core/chips/training/dma.h"
#include "core/chips/training/guards.h"
#include "core/chips/training/happens_before.h"
#include "core/chips/training/layout.h"
#include "core/chips/training/matrix_kernel.h"
#include "core/chips/training/training.h"
#include "core/chips/training/vector_places.h"
#include "core/machine/board.h"
#include "core/machine/event.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lw::training {

// Instructions that may fault are called twice in a bundle: first to check, then, if nothing faults, to
// act. So nothing remains of a bundle that faults.
enum class Phase : std::uint8_t { Check, Act };

// What a vector load or store found while checking and uses while acting.
struct RowList {
    std::array<std::uint32_t, 8> row{};
    std::uint32_t mask = 0;  // enabled sublanes
    bool whole = false;      // all sublanes
    bool contiguous = false; // all sublanes, one row after the other
    // True only if that is known without looking at each row:
    bool inside = false;     // all are rows of the memory
    bool differ = false;     // no two are the same
    std::uint8_t guards = 0; // of all these rows, joined
};

// The compute core: scalar and vector processor with their units, memories and one DMA engine.
class Core final : public machine::BoardCore {
  public:
    // The state is laid out, and the store was made of zeros.
    Core(const machine::CorePlace& place, const Layout& layout, program::Program program,
         const Config& config, const MachineOptions& options, const MatrixKernel& kernel,
         std::unique_ptr<DecodedProgram> decoded);
    ~Core() override;
    Outcome load(); // puts the program's data into memory
    // All cores of the machine, by id.
    void setCores(std::vector<Core*> cores) { m_cores = std::move(cores); }

    // machine::BoardCore
    std::uint64_t clock() const override { return *m_s.clock; }
    machine::Stop run(const machine::RunLimit& limit) override;
    void setTriggers(std::vector<machine::Trigger> triggers) override;
    void setRecorder(machine::Recorder* recorder) override;
    void stateReplaced() override;
    bool isBlocked() const override { return m_isBlocked; }
    void passUntil(std::uint64_t clock) override;
    std::uint64_t nextHandOver() const override;
    std::uint64_t nextHandOverIssued() const override;
    std::optional<machine::Fault> handOver() override;
    std::uint64_t arrivalsKnownUntil() const override;
    void setArrivalsUntil(std::uint64_t clock) override { m_arrivalsUntil = clock; }
    void leaveUntil(std::uint64_t clock) override;
    machine::Stop arriveUntil(std::uint64_t clock) override;
    std::uint64_t nextWatchedArrival(std::uint64_t clock) const override;
    std::uint64_t quietFrom() const override;
    void edited(machine::NodeId node, std::uint64_t first, std::uint64_t count) override;
    // machine::Core
    const program::Program& program() const override { return m_program; }
    const program::Target& target() const override { return m_target; }
    std::uint32_t nextBundle() const override { return *m_s.programCounter; }
    bool halted() const override { return *m_s.halted == kHalted; }
    Outcome readSpace(isa::SpaceId space, std::uint64_t offset, std::span<std::byte> out,
                      std::span<bool> written) const override;
    Outcome writeSpace(isa::SpaceId space, std::uint64_t offset, std::span<const std::byte> bytes) override;
    bool isUntouched(isa::SpaceId space, std::uint64_t offset, std::uint64_t bytes) const override;
    std::optional<machine::BundleOf> unwaitedTransfer(isa::SpaceId space, std::uint64_t offset,
                                                      std::uint64_t bytes) const override;
    std::uint64_t issuedBundles() const override;
    std::vector<machine::StallCount> stalls() const override;
    std::vector<machine::UnitCount> unitCounts() const override;
    std::vector<std::uint64_t> bundleCounts() const override;
    std::vector<std::uint64_t> bundleStalls() const override;
    std::optional<machine::Waiting> waiting() const override;
    std::span<const machine::TraceWord> traceWords() const override;

    // For the handlers.
    // The clock and the end of the run are those of the context, which these move.
    // Stalls until the bundle can issue; false when the run ends before that, at its limit or with a fault.
    bool waitFor(const Plan& plan);
    const Decoded* issue(const Decoded* at);
    // Takes the chain that begins there and gives the bundle after what it has taken: `at` if the whole chain
    // cannot be taken now, nullptr if the run ends in it.
    const Decoded* takeChain(const Decoded* at);
    // Chains that were begun since the core was made, for tests of them; no part of the state.
    std::uint64_t chainsTaken() const { return m_chainsTaken; }
    void stopBefore(const Decoded* at);
    // While recording: the recorder, what it is told about a bundle except the clock, and the handler that
    // the recording one replaces.
    bool isRecorded() const { return m_recorder != nullptr; }
    machine::Recorder& recorder() { return *m_recorder; }
    // The scalar bundle whose issue was recorded last has to wait first.
    void takeBackIssue();
    const machine::Event& issueEvent(const Decoded* at) const {
        return m_issueEvents[static_cast<std::size_t>(at - m_decoded->bundles.data())];
    }
    Handler ownHandler(const Decoded* at) const {
        return m_decoded->handlers[static_cast<std::size_t>(at - m_decoded->bundles.data())];
    }

    // For the instructions.
    Phase phase() const { return m_phase; }
    const Config& config() const { return m_config; }
    VectorShape shape() const { return m_shape; }
    State& state() { return m_s; }
    Guards& guards() { return m_guards; }
    std::uint64_t now() const { return m_now; }
    std::uint64_t issueClock() const { return clockOf(m_now); }
    std::uint64_t readyAfter(const Issue& issue) const {
        return readyAt(issueClock() + issue.latency, issue.bundle);
    }
    static std::uint64_t readyAt(std::uint64_t clock, std::uint32_t bundle) {
        return clock << kClockShift | bundle;
    }
    std::uint32_t scalar(const Argument& argument) const { return m_context.value[argument.value]; }
    RowList& rows(const Issue& issue) { return issue.slot == kVst ? m_storeRows : m_loadRows; }
    const std::uint32_t* vector(std::uint8_t number) const { return m_places.vector(number); }
    VectorPlaces& places() { return m_places; }
    std::uint64_t* vectorWritten(std::uint8_t number) { return m_s.vectorWritten + number * m_writtenWords; }
    bool isNeverWritten(std::uint8_t readyIndex) const {
        return m_context.ready[readyIndex] >= kNeverWritten;
    }
    void mark(std::uint64_t offset, std::uint64_t bytes) { store().mark(offset, bytes); }
    void countBytes(isa::UnitId unit, std::uint64_t bytes) { m_s.bytesMoved[index(unit)] += bytes; }
    const Layout& layout() const { return m_layout; }

    // Results of the bundle under way; scalar ones take effect when the bundle is done.
    void setScalar(std::uint8_t number, std::uint32_t word, std::uint64_t ready);
    void setVectorReady(std::uint8_t number, std::uint64_t ready);   // the whole register is written
    void setVectorPartial(std::uint8_t number, std::uint64_t ready); // as its written bits say
    void jumpTo(std::uint32_t bundle);                               // a computed branch
    void jumpToTarget();                                             // the direct branch of the bundle
    const Decoded* directTarget() const { return m_at->target; }
    void setHalted() { *m_s.halted = kHalted; }
    void fault(machine::FaultKind kind, const Issue& issue, std::string text, std::string advice,
               machine::BundleOf other = {});
    bool faulted() const { return m_fault.has_value(); }

    // Queues of the extended units.
    std::size_t queuePlace(std::uint8_t queue, std::uint64_t number) const {
        const std::uint64_t places = m_config.queueDepth + 1;
        return static_cast<std::size_t>(queue * places + number % places);
    }
    void markEntry(std::size_t place);
    std::uint32_t* entryToFill(std::uint8_t queue, std::uint64_t number); // marks its place
    std::uint64_t& queueReadyTime(std::uint8_t queue, std::uint64_t number);
    // Promises a result and marks its place.
    std::uint32_t* pushEntry(std::uint8_t queue, std::uint64_t ready);
    void multiply(const std::uint32_t* rows, std::uint32_t* out); // by the active weights
    void weightsChanged() { m_weightsPacked = false; }
    bool predicate(std::uint8_t number) const { return m_context.predicate[number] != 0; }
    // Triggers on results: a NaN or infinity made, a result popped.
    void resultMade(const Issue& issue, const std::uint32_t* words) {
        if (m_watchedUnits >> index(issue.unit) & 1) [[unlikely]]
            checkNotFinite(issue, words);
    }
    void resultPopped(std::uint8_t queue);

    // Transfers.
    Dma& dma() { return *m_dma; }
    HappensBefore& happensBefore() { return m_happensBefore; }
    Core& peer(std::uint16_t core) { return *m_cores[core]; }
    const std::uint32_t* transit() const { return m_s.transit; }
    const std::uint8_t* transitWritten() const { return m_s.transitWritten; }
    // "bundle 7", for another core "bundle 7 of c1".
    std::string bundleText(machine::BundleOf bundle) const;
    DmaMode dmaMode() const { return m_options.dma; }
    // Words that were never written are used as the zeros they hold, instead of faulting.
    bool usesUnwritten() const { return m_options.uninit == UninitMode::Zero; }
    bool followsClock() const { return m_options.dma == DmaMode::Timed; }
    std::uint64_t nextShuffle();
    void recordTransfer(const Transfer& transfer, std::uint64_t first, std::uint64_t last);
    // Something without a duration, for a recorder if there is one; a and b as in machine::Event.
    void recordMoment(machine::EventKind kind, std::uint64_t clock, machine::BundleOf bundle,
                      isa::UnitId unit, std::uint32_t a, std::uint32_t b);

    // A memory space as words, with one bit per word that says whether it was ever written.
    struct Memory {
        std::uint32_t* words = nullptr;
        std::uint64_t* written = nullptr;
        std::uint64_t offset = 0, writtenOffset = 0; // in the store
        std::uint64_t count = 0;                     // words
    };
    Memory memory(isa::SpaceId space) const;
    void wordsWritten(isa::SpaceId space, std::uint64_t first, std::uint64_t words);
    void traceToHost(std::uint32_t stream, std::uint32_t value);

    // Triggers that instructions raise themselves.
    void memoryTouched(machine::TriggerKind kind, isa::SpaceId space, std::uint64_t first,
                       std::uint64_t count, machine::BundleOf cause);
    // Words [first, first + words) of the transfer's source, or of its destination.
    void granulesRead(const Transfer& transfer, std::uint64_t first, std::uint64_t words);
    void granulesWritten(const Transfer& transfer, std::uint64_t first, std::uint64_t words);
    void flagChanged(std::uint32_t flag, std::int32_t before, machine::BundleOf cause);
    void transferStarted() { m_transferStarted = true; }
    machine::BundleOf bundleUnderWay() const {
        return {id(), static_cast<std::uint32_t>(m_at - m_decoded->bundles.data())};
    }

  private:
    struct Gate {
        std::uint64_t time = 0; // packed: the first clock at which it is met, and the bundle waited for
        StallRule rule = StallRule::ScalarNotReady;
        isa::UnitId unit{};
        std::uint8_t readyIndex = 0xff;    // the register, for the rules about registers
        const Issue* issue = nullptr;      // the instruction held up
        std::optional<machine::CoreId> by; // whose bundle is waited for, if not this core's own
    };
    void wordsMoved(machine::TriggerKind kind, isa::SpaceId space, std::uint64_t first, std::uint64_t words,
                    const Transfer& by);
    void hit(std::uint32_t trigger, machine::BundleOf cause);
    void enterRun();
    void leaveRun();
    void runSlice(std::uint64_t endClock, std::uint64_t bundleBudget);
    machine::Stop stopNow(machine::StopKind kind) const;
    void pass(std::uint64_t clock);
    bool passToLanding(std::uint64_t endClock);
    std::uint32_t enabledIssues(const Plan& plan) const {
        return plan.predicated ? predicatedIssues(plan) : plan.all;
    }
    std::uint32_t predicatedIssues(const Plan& plan) const;
    bool readyNow(const Plan& plan, std::uint64_t now);
    std::optional<Gate> gateOf(const Plan& plan, std::uint64_t now);
    std::optional<Gate> predicateGate(const Plan& plan, std::uint64_t now) const;
    void considerRegisters(const Issue& issue, std::uint64_t now, Gate& gate);
    void considerUnits(const Plan& plan, const Issue& issue, std::uint64_t now, Gate& gate);
    void considerPush(const Plan& plan, const Issue& issue, Gate& gate);
    void considerPop(const Issue& issue, Gate& gate);
    void considerFlag(const Issue& issue, std::uint64_t now, Gate& gate);
    void considerTransfers(const Issue& issue, std::uint64_t now, Gate& gate);
    void prepareIssueEvents();
    void recordStall(const Gate& gate, std::uint64_t now, std::uint64_t clocks);
    bool isHazard(const Gate& gate) const;
    bool stall(const Gate& gate);
    bool leaveWithFault();
    // The last clocks of a program whose halt started transfers in the same bundle.
    Gate drainGate() const;
    void drain(std::uint64_t endClock);
    void endProgram(bool transferStarted);
    void countStall(const Gate& gate, std::uint64_t now, std::uint64_t clocks);
    std::string textOfGate(const Gate& gate) const;
    std::string flagText(const Issue& wait) const;
    std::string textOfSenders() const; // other cores that could set a flag that nothing under way sets
    void faultUninitialised(const Issue& issue, std::uint8_t readyIndex);
    void faultHazard(const Gate& gate, std::uint64_t now);
    // The bundle at m_at, which may issue at m_now what is in m_enabled. False if it faults and did nothing.
    bool perform(const Plan& plan);
    bool isReadyFor(const Chain& chain, std::uint64_t now) const;
    bool checkBundle(const Plan& plan, std::uint32_t issues);
    void act(const Issue& issue, std::uint8_t copied);
    void actVector(const Issue& issue, std::uint8_t copied);
    // A store acts before the load of its bundle; if they meet in a row, the load still gets what was there.
    bool loadMeetsStore(const Plan& plan) const;
    void keepRows();
    void giveKeptRows(const Issue& load);
    const std::uint32_t* vectorOr(const Argument& argument, std::uint8_t copied); // the register, or its copy
    void setPending(std::uint8_t readyIndex, std::uint32_t word, std::uint64_t ready);
    void countPredicated(const Plan& plan);
    void recordWork(const Plan& plan);
    void recordQueue(machine::EventKind kind, std::uint8_t queue, const Issue& issue);
    machine::UnitCount workOf(const Issue& issue) const;
    void faultBeyondProgram();
    void commitScalars();
    void installHandlers();
    void takeApart(std::uint32_t bundle);
    void settleWeights(); // moves both copies to where the layout says
    void drop();          // caches derived from the state
    void markWritten(isa::SpaceId space, std::uint64_t first, std::uint64_t words);
    void pokeVectors(std::uint64_t first, std::uint64_t words);
    [[gnu::noinline, gnu::cold]] void checkNotFinite(const Issue& issue, const std::uint32_t* words);
    std::uint64_t issuedUntil(std::uint64_t clock) const;

    program::Program m_program;
    Config m_config;
    MachineOptions m_options;
    program::Target m_target;
    const MatrixKernel& m_kernel;
    VectorShape m_shape;
    std::size_t m_writtenWords = 0;

    Layout m_layout;
    State m_s{};
    VectorPlaces m_places;
    Guards m_guards;
    std::unique_ptr<Dma> m_dma;
    std::vector<Core*> m_cores;
    HappensBefore m_happensBefore{*this};
    std::unique_ptr<DecodedProgram> m_decoded;
    Context m_context;

    // The bundle under way.
    const Decoded* m_at = nullptr;
    const Decoded* m_next = nullptr;
    std::uint64_t m_now = 0;
    std::uint32_t m_enabled = 0;
    Phase m_phase = Phase::Check;
    RowList m_loadRows, m_storeRows;
    struct PendingScalar {
        std::uint8_t readyIndex = 0;
        std::uint32_t word = 0;
        std::uint64_t ready = 0;
    };
    std::array<PendingScalar, 4> m_pending;
    std::size_t m_pendingCount = 0;
    std::vector<std::uint32_t> m_copy; // a vector register set aside
    std::vector<std::uint32_t> m_keptRows;
    std::vector<std::uint64_t> m_keptWritten;
    std::optional<machine::Fault> m_fault;

    // Limits of the run under way: the end by clock, and what is left of the bundle budget.
    std::uint64_t m_endClock = 0;
    bool m_limitByBundles = false;
    std::uint64_t m_arrivalsUntil = machine::kForever; // later arrivals have not left the other cores yet

    // Derived from the state, dropped when that is replaced.
    std::unique_ptr<PackedWeights> m_packedWeights = std::make_unique<PackedWeights>();
    bool m_weightsPacked = false;

    std::vector<machine::TraceWord> m_trace;
    std::vector<machine::Trigger> m_triggers;
    std::vector<std::uint32_t> m_hits;
    std::vector<machine::BundleOf> m_causes; // the bundle that caused each hit
    bool m_isBlocked = false;                // the run ended because nothing of its own lets it continue
    std::uint32_t m_watchedQueues = 0;       // bit set
    std::uint32_t m_watchedUnits = 0;        // bit set: first NaN or infinity
    bool m_watchesTransfers = false;
    bool m_transferStarted = false; // in the bundle under way
    bool m_leftUnwritten = false;   // a register is, since the chain under way began
    std::uint64_t m_chainsTaken = 0;
    machine::Recorder* m_recorder = nullptr;
    std::vector<machine::Event> m_issueEvents; // by bundle, once there has been a recorder
};

} // namespace lw::training
