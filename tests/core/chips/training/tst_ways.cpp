// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/board_laws.h"
#include "tests/support/run_test.h"
#include "tests/support/sending_cores.h"
#include "tests/support/spacing.h"

#include "core/chips/training/isa.h"
#include "core/chips/training/layout.h"
#include "core/chips/training/training.h"
#include "core/machine/recorder.h"
#include "core/machine/session.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <tuple>

using namespace lw;
using namespace lw::training;
using machine::CoreId;
using machine::StopKind;
using machine::Trigger;
using machine::TriggerKind;
using test::Act;
using test::Letter;
using test::SendingCores;

// What cores send each other: against a plain loop over clocks that knows nothing of windows and lists, and
// against itself in pieces, backwards, and stopped everywhere.
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kBoards = 60;
#elif defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kBoards = 200;
#else
constexpr std::uint64_t kBoards = 1000;
#endif
constexpr std::uint64_t kMostWayClocks = 1200;

using MachinePtr = std::unique_ptr<machine::Machine>;

MachinePtr machineOf(const SendingCores& cores, const MachineOptions& options) {
    auto made = createMachine(cores.programs(), cores.config, options);
    if (!made) qFatal("%s", textOf(made.problem()).c_str());
    return *std::move(made);
}
MachinePtr machineOf(const SendingCores& cores) { return machineOf(cores, {.uninit = UninitMode::Zero}); }

// ---- the plain loop

struct Sent {
    Letter letter;
    std::uint64_t start = 0;
};

struct PlainCore {
    std::vector<std::uint32_t> words = std::vector<std::uint32_t>(test::kDataWords);
    std::array<std::int32_t, 32> flags{};
    std::size_t next = 0; // act; the first bundle sets r0 and r2
    bool hasBegun = false, halted = false;
    std::uint32_t r2 = 0;
    std::uint64_t engineFree = 0;
    std::vector<Sent> sent;
};

// A granule on its way.
struct Flying {
    std::uint32_t to = 0, destination = 0, flag = 0;
    bool moves = false;
    std::array<std::uint32_t, 4> words{};
};

class PlainLoop {
  public:
    explicit PlainLoop(const SendingCores& what) : m_what(what), m_cores(what.cores.size()) {}

    const std::vector<PlainCore>& cores() const { return m_cores; }

    // The state before the bundles of that clock.
    void runTo(std::uint64_t clock) {
        while (m_clock < clock) {
            for (std::size_t i = 0; i < m_cores.size(); ++i) issue(i);
            ++m_clock;
            for (std::size_t i = 0; i < m_cores.size(); ++i) leave(i);
            arrive();
        }
    }

  private:
    std::uint64_t after(std::uint64_t granules) const { // clocks, rounded down
        return granules * 16 * m_what.config.way.rate.clocks / m_what.config.way.rate.bytes;
    }
    std::uint64_t lastLeft(const Sent& s) const {
        return s.start + 1 + (s.letter.granules == 0 ? 0 : after(s.letter.granules - 1));
    }
    std::uint64_t lastArrived(const Sent& s) const { return lastLeft(s) - 1 + m_what.config.way.latency; }

    void leave(std::size_t i) {
        PlainCore& core = m_cores[i];
        for (const Sent& s : core.sent)
            for (std::uint32_t n = 0; n < std::max(s.letter.granules, 1u); ++n) {
                if (s.start + 1 + after(n) != m_clock) continue;
                Flying flying{s.letter.to, s.letter.destination + 4 * n, s.letter.farFlag,
                              s.letter.granules != 0};
                for (std::size_t w = 0; w < 4; ++w) flying.words[w] = core.words[s.letter.source + 4 * n + w];
                m_flying.emplace(m_clock - 1 + m_what.config.way.latency, flying);
                if (flying.moves) ++core.flags[s.letter.ownFlag];
            }
    }

    void arrive() {
        const auto [begin, end] = m_flying.equal_range(m_clock);
        for (auto at = begin; at != end; ++at) {
            PlainCore& core = m_cores[at->second.to];
            if (at->second.moves)
                std::copy_n(at->second.words.begin(), 4, core.words.begin() + at->second.destination);
            ++core.flags[at->second.flag];
        }
    }

    void issue(std::size_t i) {
        PlainCore& core = m_cores[i];
        if (!core.hasBegun) {
            core.hasBegun = true;
            return;
        }
        if (core.halted) return;
        const Act act = m_what.cores[i].acts[core.next];
        switch (act.kind) {
        case Act::Kind::Nothing: break;
        case Act::Kind::Send: {
            const auto busy = std::count_if(core.sent.begin(), core.sent.end(),
                                            [&](const Sent& s) { return lastLeft(s) > m_clock; });
            if (busy >= m_what.config.dmaQueueDepth) return;
            const Letter& letter = m_what.cores[i].letters[act.number];
            const std::uint64_t start = std::max(core.engineFree, m_clock);
            const machine::Rate& rate = m_what.config.way.rate;
            core.engineFree = start + (letter.granules * 16 * rate.clocks + rate.bytes - 1) / rate.bytes;
            core.sent.push_back({letter, start});
            break;
        }
        case Act::Kind::Wait:
            if (core.flags[act.number] < static_cast<std::int32_t>(act.value)) return;
            break;
        case Act::Kind::Read: core.r2 = static_cast<std::uint32_t>(core.flags[act.number]); break;
        case Act::Kind::Store: core.words[act.number] = core.r2; break;
        case Act::Kind::Value: core.r2 = act.value; break;
        case Act::Kind::Load: qFatal("loads have a latency, of which this loop knows nothing"); break;
        case Act::Kind::Halt:
            if (std::any_of(core.sent.begin(), core.sent.end(),
                            [&](const Sent& s) { return lastArrived(s) > m_clock; }))
                return;
            core.halted = true;
            break;
        }
        ++core.next;
    }

    const SendingCores& m_what;
    std::vector<PlainCore> m_cores;
    std::multimap<std::uint64_t, Flying> m_flying; // by the clock of arrival
    std::uint64_t m_clock = 0;
};

std::string differenceFrom(const PlainLoop& plain, machine::Machine& m) {
    for (std::uint16_t i = 0; i < plain.cores().size(); ++i) {
        const PlainCore& expected = plain.cores()[i];
        const machine::Core& core = m.core({i});
        const auto& at = core.tree().handles<Layout>();
        const auto words = m.store().view(at.smem);
        const auto flags = m.store().view(at.flags);
        const std::string name = core.name();
        if (!std::equal(expected.words.begin(), expected.words.end(), words.begin()))
            return name + "'s words";
        for (std::size_t f = 0; f < 32; ++f)
            if (expected.flags[f] != flags[f])
                return name + ".f" + std::to_string(f) + " is " + std::to_string(flags[f]) + ", not " +
                       std::to_string(expected.flags[f]);
        if (expected.halted != core.halted()) return name + " halted";
        const std::size_t next = expected.hasBegun ? expected.next + 1 : 0;
        if (next != core.nextBundle()) return name + "'s bundle";
    }
    return {};
}

// ---- a run against itself

std::vector<Trigger> triggersOf(const SendingCores& cores, std::mt19937_64& random) {
    std::vector<Trigger> out;
    for (std::uint16_t i = 0; i < cores.cores.size(); ++i)
        for (const TriggerKind kind : {TriggerKind::Bundle, TriggerKind::MemoryWrite, TriggerKind::MemoryRead,
                                       TriggerKind::DmaLanded, TriggerKind::FlagReached}) {
            if (random() % 2 == 0) continue;
            Trigger trigger;
            trigger.id = static_cast<std::uint32_t>(out.size()) + 1;
            trigger.kind = kind;
            trigger.core = {i};
            trigger.bundle = static_cast<std::uint32_t>(random() % cores.cores[i].acts.size());
            trigger.space = kSmem;
            trigger.first = random() % test::kDataWords;
            trigger.count = 1 + random() % 64;
            trigger.flag = static_cast<std::uint32_t>(random() % 8);
            trigger.value = 1 + static_cast<std::int32_t>(random() % 2);
            out.push_back(trigger);
        }
    return out;
}

test::SeededBoard seeded(std::uint64_t seed) {
    return {seed, kMostWayClocks, [cores = SendingCores(seed), seed](unsigned threads) {
                const auto mode = static_cast<DmaMode>(seed / 2 % 4);
                return machineOf(cores,
                                 {.dma = mode, .seed = seed, .uninit = UninitMode::Zero, .threads = threads});
            }};
}

QByteArray told(std::uint64_t seed, const std::string& what) {
    return QStringLiteral("seed %1: %2").arg(seed).arg(QString::fromStdString(what)).toUtf8();
}

} // namespace

class TestWays : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void coresDoWhatAPlainLoopDoes();
    void piecesAndThreadsMakeNoDifference();
    void timeGoesBack();
    void stopsMakeNoDifference();
    void stepsGoFromIssueToIssue();
    void stepAllStopsWhereAnyIssues();
};

void TestWays::coresDoWhatAPlainLoopDoes() {
    std::map<StopKind, int> ends;
    std::map<machine::FaultKind, int> faults;
    std::uint64_t granules = 0;
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        const SendingCores cores(seed);
        const MachinePtr board = machineOf(cores);
        PlainLoop plain(cores);
        std::mt19937_64 random(seed);
        machine::Stop stop;
        for (std::uint64_t clock = 0; clock < kMostWayClocks && stop.kind == StopKind::Limit;) {
            clock = std::min(kMostWayClocks, clock + 1 + random() % 100);
            stop = board->run({.clock = clock, .resumed = true});
            // What is refused does not arrive.
            if (stop.fault && stop.fault->kind == machine::FaultKind::Race) break;
            plain.runTo(board->clock());
            const std::string wrong = differenceFrom(plain, *board);
            QVERIFY2(wrong.empty(), told(seed, wrong + " at clock " + std::to_string(board->clock())));
        }
        ++ends[stop.kind];
        if (stop.fault) ++faults[stop.fault->kind];
        for (const PlainCore& core : plain.cores())
            for (const Sent& sent : core.sent) granules += sent.letter.granules;
    }
    qInfo("%d ran to the end, %d met a race, %d a deadlock; %llu granules", ends[StopKind::Halted],
          faults[machine::FaultKind::Race], faults[machine::FaultKind::Deadlock],
          static_cast<unsigned long long>(granules));
    QVERIFY(ends[StopKind::Halted] > int(kBoards / 20));
    QVERIFY(faults[machine::FaultKind::Race] > int(kBoards / 20));
    QVERIFY(faults[machine::FaultKind::Deadlock] > int(kBoards / 20));
    QVERIFY(granules > kBoards * 10);
}

void TestWays::piecesAndThreadsMakeNoDifference() {
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        const std::string wrong = test::brokenByPieces(seeded(seed));
        QVERIFY2(wrong.empty(), told(seed, wrong));
    }
}

void TestWays::timeGoesBack() {
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        const std::string wrong = test::brokenByGoingBack(seeded(seed));
        QVERIFY2(wrong.empty(), told(seed, wrong));
    }
}

void TestWays::stopsMakeNoDifference() {
    std::size_t fired = 0;
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        std::mt19937_64 random(seed);
        const std::vector<Trigger> triggers = triggersOf(SendingCores(seed), random);
        const std::string wrong = test::brokenByStops(seeded(seed), triggers, random, fired);
        QVERIFY2(wrong.empty(), told(seed, wrong));
    }
    QVERIFY(fired > kBoards);
}

namespace {

// The clocks in which bundles issue, of each core.
std::vector<std::vector<std::uint64_t>> issueClocks(machine::Machine& m) {
    machine::Recorder recorder(1 << 18);
    m.setRecorder(&recorder);
    (void)m.run({.clock = kMostWayClocks, .resumed = true});
    m.setRecorder(nullptr);
    recorder.flush();
    std::vector<std::vector<std::uint64_t>> out(m.cores().size());
    for (const machine::Event& event : recorder.events())
        if (event.kind == machine::EventKind::Issue) out[event.core.index].push_back(event.clock);
    for (auto& clocks : out) std::sort(clocks.begin(), clocks.end());
    return out;
}

} // namespace

// Through waits for other cores too, both ways.
void TestWays::stepsGoFromIssueToIssue() {
    std::uint64_t steps = 0;
    for (std::uint64_t seed = 0; seed < kBoards / 8; ++seed) {
        const SendingCores cores(seed);
        const auto expected = issueClocks(*machineOf(cores));
        for (std::uint16_t focus = 0; focus < 2; ++focus) {
            machine::Session session(machineOf(cores));
            session.setFocus({focus});
            const std::vector<std::uint64_t>& clocks = expected[focus];
            for (std::size_t i = 1; i < clocks.size(); ++i, ++steps) {
                const auto report = session.perform(machine::StepBundle{1});
                QVERIFY2(report && report->stop.kind == StopKind::Limit && report->stop.clock == clocks[i],
                         told(seed, "step " + std::to_string(i)));
            }
            for (std::size_t i = clocks.size() - 1; i != 0; --i) {
                const auto report = session.perform(machine::StepBack{1});
                QVERIFY2(report && report->stop.clock == clocks[i - 1],
                         told(seed, "back " + std::to_string(i)));
            }
        }
    }
    QVERIFY(steps > kBoards * 4);
}

void TestWays::stepAllStopsWhereAnyIssues() {
    for (std::uint64_t seed = 0; seed < kBoards / 8; ++seed) {
        const SendingCores cores(seed);
        std::set<std::uint64_t> expected;
        for (const auto& clocks : issueClocks(*machineOf(cores)))
            expected.insert(clocks.begin(), clocks.end());
        machine::Session session(machineOf(cores));
        for (auto clock = std::next(expected.begin()); clock != expected.end(); ++clock) {
            const auto report = session.perform(machine::StepAll{});
            QVERIFY2(report && report->stop.clock == *clock, told(seed, "clock " + std::to_string(*clock)));
        }
    }
}

int tst_ways(int argc, char** argv) { return lw::tests::run<TestWays>(argc, argv); }
#include "tst_ways.moc"
