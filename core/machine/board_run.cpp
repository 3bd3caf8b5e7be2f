// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/board.h"
#include "core/machine/recorder.h"

#include <algorithm>
#include <utility>

// Several cores on one clock. They run one after the other over a window of clocks, as if each were alone; if
// one of them stops in it, the others have run too far: all are taken back to where the window began and run
// again, to the clock of that stop. So what comes out depends neither on the order nor on the windows.
namespace lw::machine {
namespace {

constexpr std::uint64_t kWindow = 16384;
constexpr std::uint64_t kRecordedWindow = 2048; // what happens in it is kept for each core until it is over
constexpr std::uint64_t kRecordedEvents = std::uint64_t{1} << 18;

std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return a > kForever - b ? kForever : a + b; }

} // namespace

struct Board::Window {
    std::uint64_t end = 0;
    std::vector<Stop> stops; // of each core, where it stopped by itself
};

// A stop that others must not run past.
static bool isEarly(const Stop& stop, std::uint64_t end) {
    return stop.kind == StopKind::Triggered || stop.kind == StopKind::Faulted ||
           (stop.kind != StopKind::Halted && stop.clock < end);
}

// Whether the core would be stopped where it stands by a trigger at its next bundle.
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
    const std::uint64_t issuedBefore = issuedBundles(limit.core);
    for (;;) {
        const std::uint64_t issued = issuedBundles(limit.core) - issuedBefore;
        if (halted() || (limit.core && core(*limit.core).halted()))
            return standing(StopKind::Halted, limit.core);
        if (issued >= limit.bundles || clock() >= limit.clock) return standing(StopKind::Limit, limit.core);
        if (limit.interrupt && limit.interrupt->load(std::memory_order_relaxed))
            return standing(StopKind::Interrupted, limit.core);
        RunLimit window = limit;
        if (limit.bundles != kForever) window.bundles = limit.bundles - issued;
        const Stop stop = runWindow(window, leaves);
        if (stop.kind != StopKind::Limit) return stop;
        leaves.assign(m_cores.size(), false);
    }
}

// No core issues more than one bundle in a clock: so many clocks are no more than the bundles that are left.
std::uint64_t Board::windowEnd(const RunLimit& limit) const {
    std::uint64_t clocks = m_recorder != nullptr ? kRecordedWindow : kWindow;
    if (!limit.core && limit.bundles != kForever) {
        const auto running = static_cast<std::uint64_t>(
            std::count_if(m_cores.begin(), m_cores.end(), [](const auto& core) { return !core->halted(); }));
        clocks = std::clamp<std::uint64_t>(limit.bundles / running, 1, clocks);
    }
    return std::min(limit.clock, sum(clock(), clocks));
}

Stop Board::runWindow(const RunLimit& limit, const std::vector<bool>& leaves) {
    const std::shared_ptr<const Snapshot> before = store().save();
    Window window{windowEnd(limit), std::vector<Stop>(m_cores.size())};
    const auto runCore = [&](std::size_t i, std::uint64_t end, const std::atomic<bool>* interrupt) {
        BoardCore& core = *m_cores[i];
        const bool counts = limit.core == core.id();
        return core.run({.clock = end,
                         .bundles = counts ? limit.bundles : kForever,
                         .interrupt = interrupt,
                         .resumed = !leaves[i]});
    };
    std::uint64_t end = window.end;
    for (std::size_t i = 0; i < m_cores.size(); ++i) {
        window.stops[i] = runCore(i, window.end, limit.interrupt);
        const bool isLast = window.stops[i].kind == StopKind::Halted && limit.core == m_cores[i]->id();
        if (isLast || isEarly(window.stops[i], window.end)) end = std::min(end, window.stops[i].clock);
    }
    const bool isTooFar =
        std::any_of(m_cores.begin(), m_cores.end(), [&](const auto& core) { return core->clock() > end; });
    if (isTooFar) {
        store().restore(before);
        stateReplaced();
        for (const auto& recorder : m_recorders) recorder->forgetFrom(0);
        // Those that stop there by themselves do so again.
        for (std::size_t i = 0; i < m_cores.size(); ++i) {
            const Stop& first = window.stops[i];
            const bool wasInterrupted = first.kind == StopKind::Interrupted;
            const bool stopsItself = !wasInterrupted && first.clock == end && isEarly(first, window.end);
            const Stop again = runCore(i, stopsItself ? window.end : end, nullptr);
            if (!stopsItself && !wasInterrupted) window.stops[i] = again;
        }
    }
    passEventsOn();
    return stopOf(window, end, limit.core);
}

// Of stops at one clock the lowest core's comes first, a fault before all others; the triggers are all
// listed, also those at bundles that other cores come to stand before there.
Stop Board::stopOf(const Window& window, std::uint64_t end, std::optional<CoreId> counted) {
    Stop out = standing(StopKind::Limit, counted);
    const auto first = [&](StopKind kind) -> const Stop* {
        const auto at = std::find_if(window.stops.begin(), window.stops.end(), [&](const Stop& stop) {
            return stop.kind == kind && stop.clock == end;
        });
        return at == window.stops.end() ? nullptr : &*at;
    };
    const Stop* cause = nullptr;
    for (const StopKind kind : {StopKind::Faulted, StopKind::Triggered, StopKind::Interrupted})
        if (cause == nullptr) cause = first(kind);
    if (cause == nullptr) return halted() ? standing(StopKind::Halted, counted) : out;
    out.kind = cause->kind;
    out.core = cause->core;
    out.bundle = cause->bundle;
    if (out.kind == StopKind::Interrupted) return out;
    for (const Stop& stop : window.stops) {
        if (stop.clock != end) continue;
        out.triggers.insert(out.triggers.end(), stop.triggers.begin(), stop.triggers.end());
        out.causes.insert(out.causes.end(), stop.causes.begin(), stop.causes.end());
        if (stop.fault) (out.fault ? out.otherFaults.emplace_back() : out.fault.emplace()) = *stop.fault;
    }
    for (const auto& core : m_cores) addBundleTriggers(*core, out);
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
    for (const auto& recorder : m_recorders) {
        recorder->flush();
        for (const Event& event : recorder->events()) m_recorder->add(event);
        recorder->forgetFrom(0);
    }
}

} // namespace lw::machine
