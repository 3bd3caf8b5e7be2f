// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/board_laws.h"

#include "core/machine/recorder.h"

#include <algorithm>

namespace lw::test {

using machine::Event;
using machine::EventKind;
using machine::StopKind;
using machine::TriggerKind;

namespace {

// Stalls are cut where a run is cut: they are put together again.
std::vector<Event> joined(std::vector<Event> events) {
    const auto order = [](const Event& e) {
        return std::tuple(e.core, e.clock, e.kind, e.unit, e.bundle, e.a, e.b, e.duration);
    };
    std::sort(events.begin(), events.end(),
              [&](const auto& x, const auto& y) { return order(x) < order(y); });
    std::vector<Event> out;
    for (const Event& event : events) {
        const auto last = std::find_if(out.rbegin(), out.rend(), [&](const Event& e) {
            return e.core == event.core && e.kind == EventKind::Stall;
        });
        const bool goesOn = event.kind == EventKind::Stall && last != out.rend() &&
                            last->clock + last->duration == event.clock && last->bundle == event.bundle &&
                            last->a == event.a && last->b == event.b && last->unit == event.unit;
        if (goesOn)
            last->duration += event.duration;
        else
            out.push_back(event);
    }
    return out;
}

std::string textOf(const Event& e) {
    std::string out = std::string(machine::nameOf(e.kind)) + " of c" + std::to_string(e.core.index);
    for (const std::uint64_t n : {e.clock, std::uint64_t{e.duration}, std::uint64_t{e.bundle},
                                  std::uint64_t{e.a}, std::uint64_t{e.b}})
        out += " " + std::to_string(n);
    return out;
}

std::string stopOf(const Ending& ending) {
    std::string out = std::to_string(ending.clock);
    for (const machine::Fault& fault : ending.faults)
        out +=
            ", c" + std::to_string(fault.core.index) + ":" + std::to_string(fault.bundle) + " " + fault.text;
    return out;
}

} // namespace

Ending endingOf(machine::Machine& m, const std::function<machine::Stop()>& run) {
    machine::Recorder recorder(1 << 18);
    m.setRecorder(&recorder);
    const machine::Stop stop = run();
    m.setRecorder(nullptr);
    recorder.flush();
    Ending out{stop.kind, stop.clock, m.store().hash(), {}, joined(recorder.events())};
    if (stop.fault) out.faults.push_back(*stop.fault);
    out.faults.insert(out.faults.end(), stop.otherFaults.begin(), stop.otherFaults.end());
    return out;
}

std::string differenceBetween(const Ending& a, const Ending& b) {
    if (a.kind != b.kind || a.clock != b.clock || a.faults != b.faults)
        return "the stop: " + stopOf(a) + " or " + stopOf(b);
    if (a.hash != b.hash) return "the state";
    if (a.events == b.events) return {};
    const auto [x, y] = std::mismatch(a.events.begin(), a.events.end(), b.events.begin(), b.events.end());
    return "the events: " + (x == a.events.end() ? "none" : textOf(*x)) + " or " +
           (y == b.events.end() ? "none" : textOf(*y));
}

void takeBack(machine::Machine& m, const std::shared_ptr<const machine::Snapshot>& start) {
    m.store().restore(start);
    m.stateReplaced();
}

machine::Stop runInPieces(machine::Machine& m, std::mt19937_64& random, std::uint64_t longest,
                          std::uint64_t end) {
    machine::Stop stop;
    for (std::uint64_t clock = 0; clock < end && stop.kind == StopKind::Limit;) {
        clock = std::min(end, clock + 1 + random() % longest);
        stop = m.run({.clock = clock, .resumed = true});
    }
    return stop;
}

machine::Stop runStopped(machine::Machine& m, const std::vector<machine::Trigger>& triggers,
                         std::uint64_t longest, std::uint64_t end, std::mt19937_64& random,
                         std::vector<Fired>& fired) {
    m.setTriggers(triggers);
    machine::Stop stop;
    bool resumed = true;
    for (std::uint64_t clock = 0; clock < end;) {
        clock = std::min(end, clock + 1 + random() % longest);
        do {
            stop = m.run({.clock = clock, .resumed = resumed});
            resumed = true;
            for (std::size_t i = 0; i < stop.triggers.size(); ++i) {
                fired.emplace_back(stop.clock, stop.triggers[i], stop.causes[i]);
                if (triggers[stop.triggers[i] - 1].kind == TriggerKind::Bundle) resumed = false;
            }
        } while (stop.kind == StopKind::Triggered);
        if (stop.kind != StopKind::Limit) break;
    }
    m.setTriggers({});
    std::sort(fired.begin(), fired.end());
    fired.erase(std::unique(fired.begin(), fired.end()), fired.end());
    std::erase_if(fired, [&](const Fired& f) { return std::get<0>(f) >= stop.clock; });
    return stop;
}

std::string textOf(const std::vector<Fired>& fired) {
    std::string out;
    for (const auto& [clock, id, bundle] : fired)
        out += std::to_string(id) + " at " + std::to_string(clock) + " by c" +
               std::to_string(bundle.core.index) + ":" + std::to_string(bundle.bundle) + ", ";
    return out;
}

} // namespace lw::test
