// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/breakpoint_laws.h"

#include "core/machine/session.h"
#include "tests/support/spacing.h"

#include <QtGlobal>

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace lw::machine;

namespace lw::test {

namespace {

constexpr int kMoves = 10, kPlaces = 24;

Command forwardMove(int number) {
    switch (number) {
    case 0: return Run{};
    case 1: return StepBundle{1};
    case 2: return StepBundle{2};
    case 3: return StepBundle{9};
    case 4: return StepClock{1};
    case 5: return StepClock{40};
    case 6: return StepOver{};
    case 7: return StepAll{};
    case 8: return StepOut{};
    default: return Run{.clocks = 25};
    }
}

Report performed(Session& session, Command command) {
    auto report = session.perform(std::move(command));
    if (!report) qFatal("%s", textOf(report.problem()).c_str());
    return *std::move(report);
}

// Where a run from the beginning stops.
struct StopAt {
    std::uint64_t clock = 0, count = 0; // which hit it is
};

class BreakpointLaws {
  public:
    BreakpointLaws(const std::function<std::unique_ptr<Machine>()>& make, const std::string& text)
        : m_stopping(make(), everyFew(64)), m_plain(make(), everyFew(64)) {
        auto parsed = parseBreakpoint(text, m_stopping.scope());
        if (!parsed) qFatal("%s: %s", text.c_str(), textOf(parsed.problem()).c_str());
        SetBreakpoints set;
        set.list.push_back(*std::move(parsed));
        performed(m_stopping, std::move(set));
    }

    std::string broken(std::mt19937_64& random, BreakpointCounts& counts) {
        m_end = performed(m_plain, Run{}).stop.clock;
        for (Report r = performed(m_stopping, Run{}); r.stop.kind == StopKind::Triggered;
             r = performed(m_stopping, Run{}))
            m_stops.push_back({r.stop.clock, r.hits.front().count});
        counts.stops += m_stops.size();
        std::string wrong = allTheWayBack();
        for (int place = 0; place < kPlaces && wrong.empty() && m_end != 0; ++place) {
            const std::uint64_t clock = random() % m_end;
            for (int move = 0; move < kMoves && wrong.empty(); ++move)
                wrong = moveFrom(clock, move, counts.inWaits);
            if (wrong.empty()) wrong = backFrom(clock);
        }
        return wrong;
    }

  private:
    // The one after the clock, or one that never comes.
    StopAt next(std::uint64_t clock) const {
        const auto found = std::ranges::upper_bound(m_stops, clock, {}, &StopAt::clock);
        return found == m_stops.end() ? StopAt{kForever, 0} : *found;
    }
    // The one before it, or the beginning.
    StopAt before(std::uint64_t clock) const {
        const auto found = std::ranges::lower_bound(m_stops, clock, {}, &StopAt::clock);
        return found == m_stops.begin() ? StopAt{} : *std::prev(found);
    }

    static std::string differenceTo(const StopAt& wanted, bool hits, const Report& report) {
        const std::string at = " instead of " + std::to_string(wanted.clock);
        if (report.stop.clock != wanted.clock) return "ends at " + std::to_string(report.stop.clock) + at;
        if (report.hits.empty() == hits)
            return (hits ? "says no breakpoint at " : "says a breakpoint at ") + std::to_string(wanted.clock);
        if (hits && report.hits.front().count != wanted.count)
            return "counts " + std::to_string(report.hits.front().count) + " hits instead of " +
                   std::to_string(wanted.count);
        return {};
    }

    std::string moveFrom(std::uint64_t clock, int move, std::size_t& inWaits) {
        const StopAt there = next(clock);
        performed(m_plain, Seek{clock});
        const std::uint64_t ownEnd = performed(m_plain, forwardMove(move)).stop.clock;
        performed(m_stopping, Seek{clock});
        const bool waits = std::as_const(m_stopping.machine()).onlyCore().waiting().has_value();
        const bool hits = there.clock <= ownEnd;
        const std::string wrong =
            differenceTo(hits ? there : StopAt{ownEnd, 0}, hits, performed(m_stopping, forwardMove(move)));
        inWaits += waits && hits;
        if (wrong.empty()) return {};
        return "move " + std::to_string(move) + " from clock " + std::to_string(clock) +
               (waits ? ", in a wait, " : " ") + wrong;
    }

    std::string backFrom(std::uint64_t clock) {
        performed(m_stopping, Seek{clock});
        const StopAt there = before(clock);
        const std::string wrong = differenceTo(there, there.count != 0, performed(m_stopping, RunBack{}));
        return wrong.empty() ? "" : "a run back from clock " + std::to_string(clock) + " " + wrong;
    }

    std::string allTheWayBack() {
        performed(m_stopping, Seek{m_end});
        std::string wrong;
        for (std::uint64_t clock = m_end; clock != 0 && wrong.empty();) {
            const StopAt there = before(clock);
            wrong = differenceTo(there, there.count != 0, performed(m_stopping, RunBack{}));
            if (!wrong.empty()) wrong = "a run back from clock " + std::to_string(clock) + " " + wrong;
            clock = there.clock;
        }
        return wrong;
    }

    Session m_stopping, m_plain;
    std::uint64_t m_end = 0;
    std::vector<StopAt> m_stops; // ascending
};

} // namespace

std::string brokenByBreakpoint(const std::function<std::unique_ptr<Machine>()>& make, const std::string& text,
                               std::mt19937_64& random, BreakpointCounts& counts) {
    const std::string wrong = BreakpointLaws(make, text).broken(random, counts);
    return wrong.empty() ? "" : "break " + text + ": " + wrong;
}

} // namespace lw::test
