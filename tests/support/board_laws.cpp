// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/board_laws.h"
#include "tests/support/spacing.h"

#include "core/machine/recorder.h"
#include "core/machine/timeline.h"

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

std::string brokenByPieces(const SeededBoard& board) {
    Ending whole;
    for (const unsigned threads : {1u, 2u}) {
        const auto m = board.make(threads);
        const auto start = m->store().save();
        std::mt19937_64 random(board.seed);
        const Ending ending = endingOf(*m, [&] { return m->run({.clock = board.end, .resumed = true}); });
        if (threads == 1) whole = ending;
        if (std::string wrong = differenceBetween(whole, ending); !wrong.empty()) return wrong;
        const std::uint64_t longest = board.seed % 8 == 0 ? 1 : 1 + random() % 60;
        takeBack(*m, start);
        const Ending pieces = endingOf(*m, [&] { return runInPieces(*m, random, longest, board.end); });
        if (std::string wrong = differenceBetween(whole, pieces); !wrong.empty()) return wrong;
    }
    return {};
}

std::string brokenByGoingBack(const SeededBoard& board) {
    const auto m = board.make(1);
    std::mt19937_64 random(board.seed);
    machine::Timeline timeline(*m, machine::everyFew(61));
    std::vector<std::pair<std::uint64_t, std::uint64_t>> been;
    for (std::uint64_t clock = 0; clock < board.end; clock += 1 + random() % 80) {
        (void)timeline.seek(clock);
        if (timeline.clock() != clock) break;
        been.emplace_back(clock, m->store().hash());
    }
    std::shuffle(been.begin(), been.end(), random);
    for (const auto& [clock, hash] : been) {
        (void)timeline.seek(clock);
        if (timeline.clock() != clock || m->store().hash() != hash) return "clock " + std::to_string(clock);
    }
    return {};
}

std::string brokenByStops(const SeededBoard& board, const std::vector<machine::Trigger>& triggers,
                          std::mt19937_64& random, std::size_t& fired) {
    const auto m = board.make(1);
    const auto start = m->store().save();
    const Ending plain = endingOf(*m, [&] { return m->run({.clock = board.end, .resumed = true}); });
    const auto stopped = [&](std::uint64_t longest, std::vector<Fired>& out) {
        takeBack(*m, start);
        return endingOf(*m, [&] { return runStopped(*m, triggers, longest, board.end, random, out); });
    };
    std::vector<Fired> few, many;
    if (std::string wrong = differenceBetween(plain, stopped(board.end, few)); !wrong.empty()) return wrong;
    if (std::string wrong = differenceBetween(plain, stopped(9, many)); !wrong.empty()) return wrong;
    if (few != many) return "fired: " + textOf(few) + " or " + textOf(many);
    fired += few.size();
    return {};
}

} // namespace lw::test
