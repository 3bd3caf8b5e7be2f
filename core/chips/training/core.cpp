// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"

#include "core/base/bits.h"
#include "core/base/check.h"
#include "core/chips/training/handlers.h"
#include "core/chips/training/messages.h"
#include "core/machine/recorder.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace lw::training {

using machine::RunLimit;
using machine::Stop;
using machine::StopKind;

namespace {
// Bundles between two looks at the interrupt flag; some hundred microseconds of matrix work.
constexpr std::uint64_t kSliceBundles = 16384;
constexpr std::uint64_t kSeedOfNextCore = 0xd1342543de82ef95ull; // an odd number of no meaning
} // namespace

Core::Core(const machine::CorePlace& place, const Layout& layout, program::Program program,
           const Config& config, const MachineOptions& options, const MatrixKernel& kernel,
           std::unique_ptr<DecodedProgram> decoded)
    : BoardCore(place)
    , m_program(std::move(program))
    , m_config(config)
    , m_options(options)
    , m_target(targetOf(config))
    , m_kernel(kernel)
    , m_shape{config.lanes, config.sublanes}
    , m_writtenWords((m_shape.words() + 63) / 64)
    , m_layout(layout)
    , m_s(store().bind(m_layout))
    , m_decoded(std::move(decoded)) {
    m_places = VectorPlaces(m_s.vectors, m_s.queueData, kQueues * (m_config.queueDepth + std::size_t{1}),
                            m_shape.words());
    m_guards.rows.resize(config.vmemRows);
    m_guards.words.resize(config.smemWords);
    m_dma = std::make_unique<Dma>(*this);
    m_copy.resize(m_shape.words());
    m_context.core = this;
    m_context.taken = m_s.taken;
    m_context.value = std::make_unique<std::uint32_t[]>(32 + m_decoded->constants.size());
    std::copy(m_decoded->constants.begin(), m_decoded->constants.end(), m_context.value.get() + 32);
    // A seed that nothing draws with would only make equal states look different.
    *m_s.randomDma = (options.dma == DmaMode::Shuffled ? options.seed : 0) + id().index * kSeedOfNextCore;
    if (id().index != 0) m_s.randomKey[1] = id().index;
    m_s.predicates[15] = 1;
    for (std::uint8_t i = 0; i < kReadyCount; ++i) {
        const bool alwaysReady = i == kReadyConstant || i == kReadyPredicate + 15;
        m_s.ready[i] = alwaysReady || options.uninit == UninitMode::Zero ? 0 : kNeverWritten;
    }
    for (std::uint32_t lane = 0; lane < m_shape.words(); ++lane) m_s.pattern[lane] = lane % config.lanes;
    installHandlers();
}

Core::~Core() = default;

Outcome Core::load() {
    for (const program::Data& data : m_program.data) {
        LW_TRY([[maybe_unused]] const Done done, writeSpace(data.space, data.offset, data.bytes));
    }
    drop();
    return Done{};
}

void Core::drop() {
    m_weightsPacked = false;
    m_dma->rebuildGuards();
    for (const machine::Trigger& trigger : m_triggers) {
        const bool reads = trigger.kind == machine::TriggerKind::MemoryRead;
        if (!reads && trigger.kind != machine::TriggerKind::MemoryWrite) continue;
        std::vector<std::uint8_t>* guards = trigger.space == kVmem   ? &m_guards.rows
                                            : trigger.space == kSmem ? &m_guards.words
                                                                     : nullptr;
        if (guards == nullptr) continue;
        const std::uint64_t last = std::min<std::uint64_t>(trigger.first + trigger.count, guards->size());
        for (std::uint64_t i = trigger.first; i < last; ++i)
            (*guards)[i] =
                static_cast<std::uint8_t>((*guards)[i] | (reads ? kGuardWatchRead : kGuardWatchWrite));
    }
}

void Core::stateReplaced() { drop(); }

void Core::setTriggers(std::vector<machine::Trigger> triggers) {
    if (triggers.empty() && m_triggers.empty()) return;
    const auto isOnMemory = [](const machine::Trigger& t) {
        return t.kind == machine::TriggerKind::MemoryRead || t.kind == machine::TriggerKind::MemoryWrite;
    };
    const bool guarded = std::any_of(m_triggers.begin(), m_triggers.end(), isOnMemory) ||
                         std::any_of(triggers.begin(), triggers.end(), isOnMemory);
    m_triggers = std::move(triggers);
    m_watchedQueues = m_watchedUnits = 0;
    m_watchesTransfers = false;
    for (const machine::Trigger& trigger : m_triggers) {
        using machine::TriggerKind;
        if (trigger.kind == TriggerKind::ResultPopped) m_watchedQueues |= 1u << index(trigger.unit);
        if (trigger.kind == TriggerKind::NotFinite) m_watchedUnits |= 1u << index(trigger.unit);
        // Transfers read and write memories too, and must be seen when they do, not when someone looks.
        const bool ofMemory =
            trigger.kind == TriggerKind::MemoryRead || trigger.kind == TriggerKind::MemoryWrite;
        if (trigger.kind == TriggerKind::DmaLanded || trigger.kind == TriggerKind::FlagReached || ofMemory)
            m_watchesTransfers = true;
    }
    installHandlers();
    if (guarded) drop();
}

void Core::installHandlers() {
    const bool records = m_recorder != nullptr;
    // A breakpoint takes its own chain apart; what else is watched can happen in any.
    const bool fuses =
        m_options.fuse && !records && std::ranges::all_of(m_triggers, [](const machine::Trigger& trigger) {
            return trigger.kind == machine::TriggerKind::Bundle;
        });
    for (std::size_t i = 0; i < m_decoded->handlers.size(); ++i) {
        const bool begins = fuses && m_decoded->chainAt[i] != kNoChain;
        m_decoded->bundles[i].handler = records  ? recordingHandler()
                                        : begins ? chainHandler()
                                                 : m_decoded->handlers[i];
    }
    const auto eachBreakpoint = [&](const auto& act) {
        for (const machine::Trigger& trigger : m_triggers)
            if (trigger.kind == machine::TriggerKind::Bundle && trigger.bundle < m_program.bundles.size())
                act(trigger.bundle);
    };
    if (fuses) eachBreakpoint([&](std::uint32_t bundle) { takeApart(bundle); });
    eachBreakpoint([&](std::uint32_t bundle) { m_decoded->bundles[bundle].handler = triggerHandler(); });
}

// The chain that the bundle is in, if there is one, is taken bundle by bundle.
void Core::takeApart(std::uint32_t bundle) {
    const std::vector<Chain>& chains = m_decoded->chains;
    const auto next = std::ranges::upper_bound(chains, bundle, {}, &Chain::first);
    if (next == chains.begin()) return;
    const Chain& chain = *std::prev(next);
    if (bundle - chain.first < chain.length / kClockTick)
        m_decoded->bundles[chain.first].handler = m_decoded->handlers[chain.first];
}

void Core::setRecorder(machine::Recorder* recorder) {
    if (recorder == m_recorder) return;
    m_recorder = recorder;
    if (recorder != nullptr && m_issueEvents.empty()) prepareIssueEvents();
    installHandlers();
}

// Stops at the clock in which the bundle would issue; the clocks it waits before pass here.
void Core::stopBefore(const Decoded* at) {
    m_context.at = at;
    if (!waitFor(*at->plan)) return;
    m_context.exit = Exit::Stopped;
    const auto bundle = static_cast<std::uint32_t>(at - m_decoded->bundles.data());
    for (const machine::Trigger& trigger : m_triggers)
        if (trigger.kind == machine::TriggerKind::Bundle && trigger.bundle == bundle)
            hit(trigger.id, {id(), bundle});
}

void Core::hit(std::uint32_t trigger, machine::BundleOf cause) {
    m_hits.push_back(trigger);
    m_causes.push_back(cause);
}

void Core::enterRun() {
    std::copy_n(m_s.scalars, 32, m_context.value.get());
    std::copy_n(m_s.ready, kReadyCount, m_context.ready);
    for (std::size_t i = 0; i < 16; ++i) {
        m_context.predicate[i] = m_s.predicates[i];
        m_context.predicate[i + 16] = m_s.predicates[i] ^ 1;
    }
    m_context.at = m_decoded->bundles.data() + *m_s.programCounter;
    m_context.now = packedNow(*m_s.clock);
    m_fault.reset();
    m_hits.clear();
    m_causes.clear();
    m_isBlocked = false;
}

void Core::leaveRun() {
    m_dma->landUntil(clockOf(m_context.now));
    m_places.settle();
    settleWeights();
    std::copy_n(m_context.value.get(), 32, m_s.scalars);
    std::copy_n(m_context.ready, kReadyCount, m_s.ready);
    std::copy_n(m_context.predicate, 16, m_s.predicates);
    *m_s.programCounter = static_cast<std::uint32_t>(m_context.at - m_decoded->bundles.data());
    *m_s.clock = clockOf(m_context.now);
}

Stop Core::stopNow(StopKind kind) const { return stopHere(kind, m_fault, m_hits, m_causes); }

// Runs to a clock, or a number of bundles: a stall then moves the end by its clocks,
// since no bundle issued in them.
void Core::runSlice(std::uint64_t endClock, std::uint64_t bundleBudget) {
    const std::uint64_t nowClock = clockOf(m_context.now);
    m_endClock = endClock;
    m_limitByBundles = true;
    const std::uint64_t byBundles =
        bundleBudget > machine::kForever - nowClock ? machine::kForever : nowClock + bundleBudget;
    const std::uint64_t end = std::min(endClock, byBundles);
    m_context.end = end > (machine::kForever >> kClockShift) ? kNeverWritten - 1 : packedNow(end);
    m_context.exit = Exit::None;
    runHandlers(m_context);
}

Stop Core::run(const RunLimit& limit) {
    if (m_config.way) m_dma->setRun(limit.clock, m_arrivalsUntil);
    enterRun();
    if (halted()) return stopNow(StopKind::Halted);
    std::uint64_t bundlesLeft = limit.bundles;
    StopKind kind = StopKind::Limit;
    bool leaves = !limit.resumed; // issues one bundle before a Bundle trigger can stop it
    const bool hasSent = nextHandOver() < limit.clock;
    while (clockOf(m_context.now) < limit.clock && bundlesLeft != 0) {
        if (limit.interrupt != nullptr && limit.interrupt->load(std::memory_order_relaxed)) {
            kind = StopKind::Interrupted;
            break;
        }
        // Where something that this core sends arrives, the others must be.
        const std::uint64_t last = std::min(limit.clock, nextHandOver());
        if (clockOf(m_context.now) >= last) break;
        std::uint64_t endClock = last;
        if (m_watchesTransfers) {
            if (const auto landing = m_dma->nextLanding(clockOf(m_context.now)))
                endClock = std::min(endClock, *landing);
        }
        if (*m_s.halted == kDraining) {
            drain(endClock);
            if (m_watchesTransfers) m_dma->landUntil(clockOf(m_context.now));
            kind = !m_hits.empty() ? StopKind::Triggered : halted() ? StopKind::Halted : StopKind::Limit;
            if (kind != StopKind::Limit) break;
            continue;
        }
        std::uint64_t budget = std::min(bundlesLeft, kSliceBundles);
        Decoded* const start = m_decoded->bundles.data() + (m_context.at - m_decoded->bundles.data());
        const Handler replaced = start->handler;
        if (leaves && replaced == triggerHandler()) {
            const auto number = static_cast<std::size_t>(start - m_decoded->bundles.data());
            start->handler = m_recorder != nullptr ? recordingHandler() : m_decoded->handlers[number];
            budget = 1;
        }
        const std::uint64_t issuedBefore = issuedUntil(clockOf(m_context.now));
        runSlice(endClock, budget);
        start->handler = replaced;
        const std::uint64_t issued = issuedUntil(clockOf(m_context.now)) - issuedBefore;
        bundlesLeft -= bundlesLeft == machine::kForever ? 0 : std::min(issued, bundlesLeft);
        if (issued != 0) leaves = false;
        if (m_watchesTransfers) m_dma->landUntil(clockOf(m_context.now));
        if (m_fault)
            kind = StopKind::Faulted;
        else if (!m_hits.empty())
            kind = StopKind::Triggered; // also in the last bundle: going on from there says that it halted
        else if (halted())
            kind = StopKind::Halted;
        if (kind != StopKind::Limit || (!hasSent && nextHandOver() < limit.clock)) break;
        if (m_isBlocked && !passToLanding(last)) break;
        if (!m_hits.empty()) break;
    }
    leaveRun();
    if (kind == StopKind::Limit && !m_hits.empty()) kind = StopKind::Triggered;
    return stopNow(kind);
}

// ---- on a board

// The clocks that the bundle is held up by something that other cores do.
void Core::pass(std::uint64_t clock) {
    const std::optional<Gate> gate = gateOf(*m_context.at->plan, m_context.now);
    LW_REQUIRE(gate, "a core that waits for others goes on waiting");
    countStall(*gate, m_context.now, clock - clockOf(m_context.now));
    m_context.now = packedNow(clock);
}

// Transfers that are watched land meanwhile. Whether one did, up to the clock.
bool Core::passToLanding(std::uint64_t endClock) {
    const auto landing = m_watchesTransfers ? m_dma->nextLanding(clockOf(m_context.now)) : std::nullopt;
    if (!landing || *landing > endClock) return false;
    m_isBlocked = false;
    pass(*landing);
    m_dma->landUntil(*landing);
    return true;
}

void Core::passUntil(std::uint64_t clock) {
    m_dma->setRun(clock, m_arrivalsUntil);
    enterRun();
    pass(clock);
    leaveRun();
}

std::uint64_t Core::nextHandOver() const { return m_config.way ? m_dma->nextHandOver() : machine::kForever; }
std::uint64_t Core::nextHandOverIssued() const { return m_dma->nextHandOverIssued(); }
std::optional<machine::Fault> Core::handOver() { return m_dma->handOver(); }

// Granules arrive a latency after they have left.
std::uint64_t Core::arrivalsKnownUntil() const {
    return m_config.way && m_dma->isSending() ? clock() + m_config.way.latency : machine::kForever;
}

void Core::leaveUntil(std::uint64_t clock) {
    if (!m_config.way) return;
    m_now = packedNow(clock);
    m_dma->leaveUntil(clock);
}

Stop Core::arriveUntil(std::uint64_t clock) {
    if (m_config.way) m_dma->arriveUntil(clock);
    return stopNow(m_hits.empty() ? StopKind::Limit : StopKind::Triggered);
}

std::uint64_t Core::nextWatchedArrival(std::uint64_t clock) const {
    if (!halted() || !m_watchesTransfers) return machine::kForever;
    return m_dma->nextLanding(clock).value_or(machine::kForever);
}

std::uint64_t Core::quietFrom() const { return std::max(clock(), m_dma->quietFrom()); }

std::string Core::bundleText(machine::BundleOf bundle) const {
    const std::string text = "bundle " + std::to_string(bundle.bundle);
    return bundle.core == id() ? text : text + " of " + m_cores[bundle.core.index]->name();
}

std::uint64_t Core::issuedUntil(std::uint64_t clock) const {
    std::uint64_t stalled = 0;
    const std::size_t cells = kStallRules * kIsa.units.size();
    for (std::size_t i = 0; i < cells; ++i) stalled += m_s.stallClocks[i];
    return clock - stalled;
}

std::uint64_t Core::issuedBundles() const { return issuedUntil(clock()); }

void Core::traceToHost(std::uint32_t stream, std::uint32_t value) {
    const machine::TraceWord word{issueClock(), stream, value};
    const std::uint64_t index = (*m_s.traceCount)++;
    if (index < m_trace.size())
        m_trace[index] = word;
    else
        m_trace.push_back(word);
    recordMoment(machine::EventKind::Trace, word.clock, bundleUnderWay(), kMiscUnit, stream, value);
}

std::span<const machine::TraceWord> Core::traceWords() const {
    return {m_trace.data(), static_cast<std::size_t>(*m_s.traceCount)};
}

} // namespace lw::training
