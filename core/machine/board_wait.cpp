// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/board.h"
#include "core/machine/recorder.h"

#include <algorithm>
#include <utility>

// What cores have to do with each other at the end of a window: what arrives, who waits for whom.
namespace lw::machine {

bool Board::isOwnStop(const Stop& stop) {
    return stop.kind != StopKind::Limit && stop.kind != StopKind::Halted;
}

// Cores that can continue only when others act wait until the end. If all do, and nothing is under way any
// more, nobody ever continues, unless all wait for each other to come this far.
void Board::waitTogether(Window& window) {
    const bool allWait = std::all_of(m_cores.begin(), m_cores.end(),
                                     [](const auto& core) { return core->halted() || core->isBlocked(); });
    if (allWait && !halted() && !window.isDelivery &&
        std::none_of(window.stops.begin(), window.stops.end(), isOwnStop)) {
        std::uint64_t quiet = 0;
        for (const auto& core : m_cores) quiet = std::max(quiet, core->quietFrom());
        const bool isMeeting = std::all_of(m_cores.begin(), m_cores.end(), [](const auto& core) {
            return core->halted() || core->waitsForAll();
        });
        (isMeeting ? window.isRelease : window.isDeadlock) = quiet < window.end;
        window.end = std::min(window.end, quiet);
    }
    for (const auto& core : m_cores)
        if (core->isBlocked() && core->clock() < window.end) core->passUntil(window.end);
    for (const auto& core : m_cores)
        if (window.isRelease) core->release();
}

// What begins to arrive now, in the order in which it was sent. Once a core's transfer is refused, nothing
// later of that core is handed over.
std::vector<Fault> Board::handOver() {
    std::vector<Fault> refused;
    const auto isRefused = [&](CoreId core) {
        return std::any_of(refused.begin(), refused.end(), [&](const Fault& f) { return f.core == core; });
    };
    for (;;) {
        BoardCore* next = nullptr;
        const auto order = [](const BoardCore& core) {
            return std::pair(core.nextHandOver(), core.nextHandOverIssued());
        };
        for (const auto& core : m_cores)
            if (core->nextHandOver() <= clock() && !isRefused(core->id()) &&
                (next == nullptr || order(*core) < order(*next)))
                next = core.get();
        if (next == nullptr) return refused;
        for (std::size_t i = 0; i < m_cores.size(); ++i) store().wake(i); // a destination may have halted
        if (std::optional<Fault> fault = next->handOver()) {
            record(*fault);
            refused.push_back(*std::move(fault));
        }
    }
}

void Board::arrive(Window& window) {
    for (const auto& core : m_cores) core->leaveUntil(window.end);
    for (std::size_t i = 0; i < m_cores.size(); ++i) {
        Stop& stop = window.stops[i];
        const Stop now = m_cores[i]->arriveUntil(window.end);
        if (now.triggers.size() <= stop.triggers.size()) continue;
        if (!isOwnStop(stop)) stop.kind = StopKind::Triggered;
        stop.clock = window.end;
        stop.triggers = now.triggers;
        stop.causes = now.causes;
    }
}

// ---- deadlock

// One for each core that waits.
std::vector<Fault> Board::deadlock(std::uint64_t clock) {
    std::vector<Fault> out;
    for (const auto& core : m_cores) {
        const std::optional<Waiting> waiting = core->waiting();
        if (!waiting) continue;
        Fault fault;
        fault.kind = FaultKind::Deadlock;
        fault.unit = waiting->unit;
        fault.core = core->id();
        fault.bundle = waiting->bundle;
        fault.clock = clock;
        fault.text = waiting->rule + ", and " + othersThan(*core);
        fault.advice = "let another core send what is waited for, or wait for less";
        record(fault);
        out.push_back(std::move(fault));
    }
    return out;
}

// "c1 waits too, in bundle 9 (nothing under way brings f2 >= 1; it is at 0)", or why nobody else ever
// does anything.
std::string Board::othersThan(const BoardCore& core) const {
    constexpr std::size_t kMostNamed = 8;
    std::string out;
    std::size_t found = 0;
    for (const auto& other : m_cores) {
        if (other.get() == &core) continue;
        const std::optional<Waiting> waiting = other->waiting();
        if (!waiting || ++found > kMostNamed) continue;
        out += (out.empty() ? "" : ", ") + m_state->names.titleOf(other->id()) + " waits too, in bundle " +
               std::to_string(waiting->bundle) + " (" + waiting->rule + ")";
    }
    if (found > kMostNamed) out += ", and " + std::to_string(found - kMostNamed) + " more wait";
    return out.empty() ? "all other cores have halted" : out;
}

void Board::record(const Fault& fault) {
    if (m_recorder == nullptr || !m_recorder->wants(fault.unit)) return;
    Event event;
    event.clock = fault.clock;
    event.bundle = fault.bundle;
    event.kind = EventKind::Fault;
    event.unit = fault.unit;
    event.core = fault.core;
    event.a = static_cast<std::uint32_t>(fault.kind);
    m_recorder->add(event);
}

} // namespace lw::machine
