// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/board.h"
#include "core/machine/recorder.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

// Several cores on one clock. They run one after the other over a window of clocks, as if each were alone,
// except that a core that sends something stops until the others have come that far: they continue to
// the arrival. If one of them stops in the window, or was too far to be at an arrival, all are taken back
// to where the window began and run again, to the clock of that stop or arrival. So the result depends
// neither on the order nor on the windows, nor on the host's threads: in a window, each core writes only
// below its own root, and of the others reads what left them earlier. Where cores are rarely taken back,
// not every window begins with a copy of the state: then all go back to the last one that did, and repeat
// the windows since.
namespace lw::machine {
namespace {

constexpr std::uint64_t kShortestWindow = 64, kLongestWindow = std::uint64_t{1} << 20;
constexpr std::uint64_t kRecordedWindow = 2048;   // what happens in it is kept for each core until it is over
constexpr double kLongWindow = 16e6;              // nanoseconds of each core
constexpr double kWorthThreads = 100'000;         // nanoseconds
constexpr double kMostRepeated = 4 * kLongWindow; // nanoseconds of each core, to come back to a window
constexpr std::size_t kCalmPerRepeated = 4;       // windows that went well, for each that may be run again
constexpr std::uint64_t kRecordedEvents = std::uint64_t{1} << 18;

std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return a > kForever - b ? kForever : a + b; }

} // namespace

// Whether the core would be stopped where it is by a trigger at its next bundle.
bool Board::standsAtTrigger(const BoardCore& core) const {
    if (core.halted()) return false;
    const bool isThere = std::any_of(m_triggers.begin(), m_triggers.end(), [&](const Trigger& trigger) {
        return trigger.kind == TriggerKind::Bundle && trigger.core == core.id() &&
               trigger.bundle == core.nextBundle();
    });
    return isThere && !core.waiting();
}

Stop Board::runTogether(const RunLimit& limit) {
    std::vector<bool> leaves;
    for (const auto& core : m_cores) leaves.push_back(!limit.resumed && standsAtTrigger(*core));
    Backstop backstop;
    const std::uint64_t issuedBefore = issuedBundles(limit.core);
    for (;;) {
        const std::uint64_t issued = issuedBundles(limit.core) - issuedBefore;
        if (halted() || (limit.core && core(*limit.core).halted()))
            return standing(StopKind::Halted, limit.core);
        if (issued >= limit.bundles || clock() >= limit.clock || isOver(limit))
            return standing(StopKind::Limit, limit.core);
        if (limit.interrupt && limit.interrupt->load(std::memory_order_relaxed))
            return standing(StopKind::Interrupted, limit.core);
        if (std::vector<Fault> refused = handOver(); !refused.empty()) // as when it first arrived
            return stopOf({clock(), std::vector<Stop>(m_cores.size())}, limit.core, std::move(refused));
        RunLimit window = limit;
        if (limit.bundles != kForever) window.bundles = limit.bundles - issued;
        const Stop stop = runWindow(window, leaves, backstop);
        if (stop.kind != StopKind::Limit) return stop;
        leaves.assign(m_cores.size(), false);
    }
}

std::uint64_t Board::arrivalsKnownUntil() const {
    std::uint64_t known = kForever;
    for (const auto& core : m_cores) known = std::min(known, core->arrivalsKnownUntil());
    return known;
}

// No core issues more than one bundle per clock, so that many clocks do not use up more than the bundles
// left. What arrives in the window has left its sender before it, and what begins to arrive does so at its
// end.
std::uint64_t Board::windowEnd(const RunLimit& limit) const {
    std::uint64_t clocks = m_recorder != nullptr ? kRecordedWindow : m_window;
    if (!limit.core && limit.bundles != kForever) {
        const auto running = static_cast<std::uint64_t>(
            std::count_if(m_cores.begin(), m_cores.end(), [](const auto& core) { return !core->halted(); }));
        clocks = std::clamp<std::uint64_t>(limit.bundles / running, 1, clocks);
    }
    std::uint64_t end = std::min({limit.clock, sum(clock(), clocks), arrivalsKnownUntil()});
    for (const auto& core : m_cores)
        end = std::min({end, core->nextHandOver(), core->nextWatchedArrival(clock())});
    return end;
}

// Whether the beginning of a window need not be saved, because it can be found again from there.
bool Board::reaches(const Backstop& backstop) const {
    return backstop.state && m_recorder == nullptr &&
           (backstop.ends.size() + 1) * kCalmPerRepeated <= m_calm &&
           backstop.nanoseconds < kMostRepeated * static_cast<double>(m_cores.size());
}

void Board::limitArrivals() {
    const std::uint64_t known = arrivalsKnownUntil();
    for (const auto& core : m_cores) core->setArrivalsUntil(known == kForever ? known : known - 1);
}

// Back to the beginning of the window that comes after the last end.
void Board::takeBack(const Backstop& backstop) {
    store().restore(backstop.state);
    stateReplaced();
    std::vector<bool> leaves = backstop.leaves;
    for (const std::uint64_t end : backstop.ends) {
        limitArrivals();
        Window window{end, std::vector<Stop>(m_cores.size())};
        runAhead(window, {}, leaves);
        waitTogether(window);
        handOver();
        arrive(window);
        leaves.assign(m_cores.size(), false);
    }
    for (const auto& recorder : m_recorders) recorder->clear();
}

Stop Board::runWindow(const RunLimit& limit, const std::vector<bool>& leaves, Backstop& backstop) {
    for (std::size_t i = 0; i < m_cores.size(); ++i)
        if (m_cores[i]->halted() && m_cores[i]->quietFrom() <= clock())
            store().rest(i);
        else
            store().wake(i);
    if (!reaches(backstop))
        backstop = {.state = store().save(), .leaves = leaves, .ends = {}, .nanoseconds = 0};
    const std::uint64_t begin = clock();
    limitArrivals();
    Window window{windowEnd(limit), std::vector<Stop>(m_cores.size())};
    backstop.nanoseconds += runAhead(window, limit, leaves);
    const bool isTooFar = std::any_of(m_cores.begin(), m_cores.end(),
                                      [&](const auto& core) { return core->clock() > window.end; });
    const bool meetsArrival =
        window.isDelivery && std::any_of(window.stops.begin(), window.stops.end(), isOwnStop);
    if (isTooFar || meetsArrival) {
        takeBack(backstop);
        limitArrivals();
        runAgain(window, limit, leaves);
        backstop = {};
        m_calm = 0;
    } else {
        backstop.ends.push_back(window.end);
        ++m_calm;
    }
    adaptWindow(window.end - begin, isTooFar);
    waitTogether(window);
    std::vector<Fault> faults = handOver();
    arrive(window);
    passEventsOn();
    if (window.isDeadlock) faults = deadlock(window.end);
    return stopOf(window, limit.core, std::move(faults));
}

// As long as the fixed work for each window asks for, and as short as the risk of repeating it asks for.
void Board::adaptWindow(std::uint64_t clocks, bool wasTooFar) {
    if (wasTooFar)
        m_window = std::max(clocks, kShortestWindow);
    else if (clocks >= m_window && m_nanosecondsPerClock * static_cast<double>(clocks) <
                                       kLongWindow * static_cast<double>(m_cores.size()))
        m_window = std::min(2 * m_window, kLongestWindow);
}

Stop Board::runCore(std::size_t i, std::uint64_t end, const RunLimit& limit, bool leaves) {
    BoardCore& core = *m_cores[i];
    return core.run({.clock = end,
                     .bundles = limit.core == core.id() ? limit.bundles : kForever,
                     .interrupt = limit.interrupt,
                     .resumed = !leaves});
}

// On the host's threads, if there are enough clocks for waking them to pay; the result does not depend on
// that. Returns the nanoseconds it took, of all threads.
double Board::runCores(std::span<const std::size_t> cores, std::uint64_t clocks,
                       const std::function<void(std::size_t)>& runOne) {
    const auto begin = std::chrono::steady_clock::now();
    const bool isWorthIt =
        !m_state->choosesThreads || m_nanosecondsPerClock * static_cast<double>(clocks) > kWorthThreads;
    const auto running =
        std::count_if(cores.begin(), cores.end(), [&](std::size_t i) { return !m_cores[i]->halted(); });
    const bool onThreads = m_state->crew.threads() > 1 && running > 1 && isWorthIt;
    if (onThreads)
        m_state->crew.each(cores.size(), [&](std::size_t n) { runOne(cores[n]); });
    else
        for (const std::size_t i : cores) runOne(i);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    return took.count() * (onThreads ? m_state->crew.threads() : 1);
}

// Runs each core as if it were alone; the window ends with the first that has a reason. Those that have
// stopped because they sent something continue to the end known then. Returns the nanoseconds it took, of all
// threads.
double Board::runAhead(Window& window, const RunLimit& limit, const std::vector<bool>& leaves) {
    std::vector<std::size_t> running(m_cores.size());
    std::iota(running.begin(), running.end(), std::size_t{0});
    const std::uint64_t issuedBefore = limit.core ? issuedBundles(limit.core) : 0;
    RunLimit rest = limit;
    const std::uint64_t begin = clock();
    double took = 0;
    for (bool isFirst = true; !running.empty(); isFirst = false) {
        const std::uint64_t end = window.end;
        std::uint64_t from = end;
        for (const std::size_t i : running)
            if (!m_cores[i]->halted()) from = std::min(from, m_cores[i]->clock());
        took += runCores(running, end - from, [&](std::size_t i) {
            window.stops[i] = runCore(i, end, rest, isFirst && leaves[i]);
        });
        if (limit.core && limit.bundles != kForever)
            rest.bundles = limit.bundles - (issuedBundles(limit.core) - issuedBefore);
        for (const std::size_t i : running) {
            const BoardCore& core = *m_cores[i];
            const Stop& stop = window.stops[i];
            const std::uint64_t handOver = core.nextHandOver();
            const bool isCounted = limit.core == core.id();
            if (isOwnStop(stop) || (isCounted && (rest.bundles == 0 || core.halted())))
                window.end = std::min(window.end, stop.clock);
            window.end = std::min(window.end, handOver);
        }
        std::erase_if(running, [&](std::size_t i) {
            const BoardCore& core = *m_cores[i];
            return window.stops[i].kind != StopKind::Limit || core.isBlocked() ||
                   core.clock() >= window.end || (limit.core == core.id() && rest.bundles == 0);
        });
    }
    m_nanosecondsPerClock = took / static_cast<double>(std::max<std::uint64_t>(clock() - begin, 1));
    window.isDelivery = std::any_of(m_cores.begin(), m_cores.end(),
                                    [&](const auto& core) { return core->nextHandOver() <= window.end; });
    return took;
}

// To the end that was found. Those that stop there by themselves do so again, unless something arrives
// there: then they have not seen it, and what they do in that clock is seen in the next window.
void Board::runAgain(Window& window, const RunLimit& limit, const std::vector<bool>& leaves) {
    RunLimit calm = limit;
    calm.interrupt = nullptr;
    const auto runOne = [&](std::size_t i) {
        const Stop first = window.stops[i];
        const bool wasInterrupted = first.kind == StopKind::Interrupted && first.clock == window.end;
        const bool stopsItself =
            !window.isDelivery && !wasInterrupted && first.clock == window.end && isOwnStop(first);
        window.stops[i] = runCore(i, stopsItself ? sum(window.end, 1) : window.end, calm, leaves[i]);
        if (wasInterrupted) window.stops[i].kind = StopKind::Interrupted;
    };
    std::vector<std::size_t> all(m_cores.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    runCores(all, window.end - clock(), runOne);
}

// Among stops at one clock the lowest core's comes first, a fault before all others; all triggers are
// listed, including those at bundles that other cores reach just there. `faults`: those that no run
// of a core has met.
Stop Board::stopOf(const Window& window, std::optional<CoreId> counted, std::vector<Fault> faults) {
    Stop out = standing(StopKind::Limit, counted);
    const std::uint64_t end = window.end;
    const auto first = [&](StopKind kind) -> const Stop* {
        const auto at = std::find_if(window.stops.begin(), window.stops.end(), [&](const Stop& stop) {
            return stop.kind == kind && stop.clock == end;
        });
        return at == window.stops.end() ? nullptr : &*at;
    };
    const Stop* cause = nullptr;
    for (const StopKind kind : {StopKind::Faulted, StopKind::Triggered, StopKind::Interrupted})
        if (cause == nullptr) cause = first(kind);
    if (cause == nullptr && faults.empty()) return halted() ? standing(StopKind::Halted, counted) : out;
    if (cause != nullptr) {
        out.kind = cause->kind;
        out.core = cause->core;
        out.bundle = cause->bundle;
    }
    if (out.kind == StopKind::Interrupted && faults.empty()) return out;
    for (const Stop& stop : window.stops) {
        if (stop.clock != end) continue;
        out.triggers.insert(out.triggers.end(), stop.triggers.begin(), stop.triggers.end());
        out.causes.insert(out.causes.end(), stop.causes.begin(), stop.causes.end());
        if (stop.fault) faults.push_back(*stop.fault);
    }
    for (const auto& core : m_cores) addBundleTriggers(*core, out);
    std::stable_sort(faults.begin(), faults.end(),
                     [](const Fault& a, const Fault& b) { return a.core < b.core; });
    if (!faults.empty()) {
        out.kind = StopKind::Faulted;
        out.core = faults.front().core;
        out.bundle = m_cores[out.core.index]->nextBundle();
        out.fault = faults.front();
        out.otherFaults.assign(faults.begin() + 1, faults.end());
    }
    return out;
}

void Board::addBundleTriggers(const BoardCore& core, Stop& stop) const {
    if (!standsAtTrigger(core)) return;
    for (const Trigger& trigger : m_triggers) {
        const bool isHere = trigger.kind == TriggerKind::Bundle && trigger.core == core.id() &&
                            trigger.bundle == core.nextBundle();
        const BundleOf cause{core.id(), trigger.bundle};
        bool isListed = false;
        for (std::size_t i = 0; i < stop.triggers.size(); ++i)
            isListed |= stop.triggers[i] == trigger.id && stop.causes[i] == cause;
        if (!isHere || isListed) continue;
        stop.triggers.push_back(trigger.id);
        stop.causes.push_back(cause);
    }
}

Stop Board::standing(StopKind kind, std::optional<CoreId> core) const {
    Stop stop;
    stop.kind = kind;
    stop.clock = clock();
    stop.core = core.value_or(CoreId{});
    stop.bundle = m_cores[stop.core.index]->nextBundle();
    return stop;
}

// ---- events

void Board::setRecorder(Recorder* recorder) {
    m_recorder = recorder;
    m_recorders.clear();
    for (const auto& core : m_cores) {
        if (m_cores.size() == 1 || recorder == nullptr) {
            core->setRecorder(recorder);
            continue;
        }
        m_recorders.push_back(std::make_unique<Recorder>(kRecordedEvents));
        m_recorders.back()->setUnits(recorder->units());
        core->setRecorder(m_recorders.back().get());
    }
}

void Board::passEventsOn() {
    for (const auto& recorder : m_recorders) recorder->drainTo(*m_recorder);
}

} // namespace lw::machine
