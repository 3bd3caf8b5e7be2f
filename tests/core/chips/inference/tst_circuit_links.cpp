// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/board_laws.h"
#include "tests/support/run_test.h"
#include "tests/support/sending_circuits.h"
#include "tests/support/spacing.h"

#include "core/chips/inference/inference.h"
#include "core/chips/inference/isa.h"
#include "core/chips/inference/layout.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>

using namespace lw;
using namespace lw::inference;
using machine::StopKind;
using machine::Trigger;
using machine::TriggerKind;
using test::CircuitRow;
using test::SendingCircuits;

// What circuits of an array send each other: against a plain loop over clocks that knows nothing of windows
// and lists, which looks for races by walking back along waits; and against itself in pieces, backwards, and
// stopped everywhere.
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kBoards = 60;
#else
constexpr std::uint64_t kBoards = 1000;
#endif
constexpr std::uint64_t kMostClocks = 1500;

using MachinePtr = std::unique_ptr<machine::Machine>;

MachinePtr machineOf(const SendingCircuits& circuits, unsigned threads = 1) {
    auto made =
        createMachine(circuits.programs(), circuits.config, {.uninit = UninitMode::Zero, .threads = threads});
    if (!made) qFatal("%s", textOf(made.problem()).c_str());
    return *std::move(made);
}

// ---- the plain loop

struct Loops {
    std::uint32_t n0 = 1, s0 = 0, n1 = 1, s1 = 0, n2 = 1, s2 = 0; // strides go back modulo 2^32
    std::vector<std::uint32_t> addresses(std::uint32_t base) const {
        std::vector<std::uint32_t> out;
        for (std::uint32_t i2 = 0; i2 < n2; ++i2)
            for (std::uint32_t i1 = 0; i1 < n1; ++i1)
                for (std::uint32_t i0 = 0; i0 < n0; ++i0) out.push_back(base + i0 * s0 + i1 * s1 + i2 * s2);
        return out;
    }
};

// What others wait for: it uses all bytes from one to another.
struct Use {
    std::uint64_t until = 0;
    std::uint32_t begin = 0, end = 0;
    bool writes = false;
    std::uint32_t strip = 99; // that it writes
};

struct Flying {
    std::size_t from = 0, sentBy = 0; // circuit, instruction
    std::size_t to = 0;
    std::uint32_t signal = 0;
    std::vector<std::uint32_t> addresses;
    std::vector<std::uint8_t> bytes;
    std::optional<std::size_t> waitedBy{}; // the first instruction
};

struct Used {
    std::size_t by = 0;
    std::vector<std::uint32_t> addresses;
    std::uint64_t until = 0;
};

bool meet(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

struct PlainCircuit {
    std::vector<std::uint8_t> ub = std::vector<std::uint8_t>(test::kBytesInUse);
    std::array<std::uint32_t, kSignals> signals{};
    std::array<Loops, 16> loops;
    std::size_t next = 0;
    bool halted = false;
    std::vector<Use> uses;
    std::map<std::string, std::uint64_t> free; // of each unit and link
    std::uint64_t lastArrival = 0;
    std::vector<Used> used;
    std::vector<Flying> landed;
};

class PlainLoop {
  public:
    explicit PlainLoop(const SendingCircuits& what) : m_what(what), m_circuits(what.rows.size()) {}

    const std::vector<PlainCircuit>& circuits() const { return m_circuits; }
    std::uint64_t bytes() const { return m_bytes; }
    // The clock of the first race.
    std::optional<std::uint64_t> race() const { return m_race; }
    // Something landed, without a race, in bytes that an instruction under way still used.
    bool changesWhatIsUsed() const { return m_changesWhatIsUsed; }

    // The state before the instructions of that clock.
    void runTo(std::uint64_t clock) {
        while (m_clock < clock) {
            for (std::size_t i = 0; i < m_circuits.size(); ++i) issue(i);
            ++m_clock;
            const auto [begin, end] = m_flying.equal_range(m_clock);
            for (auto at = begin; at != end; ++at) {
                PlainCircuit& there = m_circuits[at->second.to];
                lookForRaces(at->second);
                there.landed.push_back(at->second);
                for (std::size_t b = 0; b < at->second.bytes.size(); ++b)
                    there.ub[at->second.addresses[b]] = at->second.bytes[b];
                ++there.signals[at->second.signal];
                m_bytes += at->second.bytes.size();
            }
        }
    }

  private:
    // The last instruction of each circuit that comes before what a circuit does up to one: back along its
    // waits, and along those of who sent what they were for.
    void walkBack(std::size_t circuit, std::size_t upTo, std::vector<std::size_t>& ends) const {
        if (upTo < ends[circuit]) return;
        ends[circuit] = upTo + 1;
        for (const Flying& came : m_circuits[circuit].landed)
            if (came.waitedBy && *came.waitedBy <= upTo) walkBack(came.from, came.sentBy, ends);
    }

    void lookForRaces(const Flying& arriving) {
        const PlainCircuit& there = m_circuits[arriving.to];
        std::vector<std::size_t> ends(m_circuits.size());
        walkBack(arriving.from, arriving.sentBy, ends);
        bool isRace = false;
        for (const Used& used : there.used)
            isRace = isRace || (used.by >= ends[arriving.to] && meet(used.addresses, arriving.addresses));
        for (const Flying& other : there.landed) {
            const bool isOrdered =
                other.from == arriving.from || (other.waitedBy && *other.waitedBy < ends[arriving.to]);
            const bool isMixed = other.signal == arriving.signal && other.from != arriving.from;
            isRace = isRace || isMixed || (!isOrdered && meet(other.addresses, arriving.addresses));
        }
        if (isRace && !m_race) m_race = m_clock;
        for (const Used& used : there.used)
            m_changesWhatIsUsed |=
                !m_race && used.until > m_clock && meet(used.addresses, arriving.addresses);
    }

    void use(PlainCircuit& c, std::vector<std::uint32_t> addresses) {
        for (const Flying& came : c.landed)
            if (!came.waitedBy && meet(came.addresses, addresses) && !m_race) m_race = m_clock;
        c.used.push_back({c.next, std::move(addresses), c.uses.back().until});
    }

    bool wait(PlainCircuit& c, std::uint32_t signal, std::uint32_t count) {
        if (c.signals[signal] < count) return false;
        for (Flying& came : c.landed)
            if (came.signal == signal && count != 0) {
                --count;
                if (!came.waitedBy) came.waitedBy = c.next;
            }
        return true;
    }

    // Whether the unit is free and nobody uses these bytes otherwise; if so it is taken for `busy` clocks.
    bool take(PlainCircuit& c, const std::string& unit, std::uint64_t busy, std::uint64_t until, Use use) {
        const auto running =
            std::count_if(c.uses.begin(), c.uses.end(), [&](const Use& u) { return u.until > m_clock; });
        if (c.free[unit] > m_clock || running >= m_what.config.inFlight) return false;
        for (const Use& u : c.uses) {
            const bool meets = u.begin < use.end && use.begin < u.end && (u.writes || use.writes);
            if (u.until > m_clock && (meets || (use.strip == u.strip && u.strip != 99))) return false;
        }
        c.free[unit] = m_clock + busy;
        use.until = until;
        c.uses.push_back(use);
        return true;
    }

    static Use useOf(const std::vector<std::uint32_t>& addresses, std::uint32_t each, bool writes) {
        const auto [least, most] = std::minmax_element(addresses.begin(), addresses.end());
        return {0, *least, *most + each, writes, 99};
    }

    bool send(std::size_t i, const CircuitRow& row) {
        PlainCircuit& c = m_circuits[i];
        const std::uint32_t columns = m_what.config.cores.columns;
        const auto from = c.loops[row.operands[3]].addresses(row.operands[1]);
        const machine::Rate& rate = m_what.config.way.rate;
        const std::uint64_t busy = (from.size() * rate.clocks + rate.bytes - 1) / rate.bytes;
        if (!take(c, std::string(row.name), busy, m_clock + busy, useOf(from, 1, false))) return false;
        use(c, from);
        Flying flying{i, c.next, i, row.operands[4], c.loops[row.operands[2]].addresses(row.operands[0]), {}};
        if (row.name == "send.n") flying.to = i - columns;
        if (row.name == "send.s") flying.to = i + columns;
        if (row.name == "send.e") flying.to = i + 1;
        if (row.name == "send.w") flying.to = i - 1;
        for (const std::uint32_t at : from) flying.bytes.push_back(c.ub[at]);
        // It leaves when all that was begun before is over.
        std::uint64_t& leaves = c.free[std::string(row.name)];
        for (const Use& older : c.uses) leaves = std::max(leaves, older.until);
        const std::uint64_t arrives = leaves + m_what.config.way.latency;
        c.lastArrival = std::max(c.lastArrival, arrives);
        // Of several at one clock what was sent first arrives first, then what the lower circuit has sent.
        m_flying.emplace(arrives, std::move(flying));
        return true;
    }

    bool fill(PlainCircuit& c, const CircuitRow& row) {
        const auto to = c.loops[row.operands[1]].addresses(row.operands[0]);
        const machine::Rate& rate = m_what.config.bufferRate;
        const std::uint64_t busy = (to.size() * rate.clocks + rate.bytes - 1) / rate.bytes;
        const std::uint64_t until = m_clock + busy + m_what.config.clocks(TimingKey::Fill);
        if (!take(c, "dma", busy, until, useOf(to, 1, true))) return false;
        use(c, to);
        for (std::size_t b = 0; b < to.size(); ++b)
            c.ub[to[b]] = static_cast<std::uint8_t>(row.operands[2] >> b % 4 * 8);
        return true;
    }

    // Between the buffer and the host's memory, which is all zeros where it is read.
    bool transfer(PlainCircuit& c, const CircuitRow& row) {
        const bool isIn = row.name == "dma.in";
        const auto bytes = c.loops[row.operands[isIn ? 2 : 3]].addresses(row.operands[isIn ? 0 : 1]);
        const machine::Rate& rate = m_what.config.hostRate;
        const std::uint64_t busy = (bytes.size() * rate.clocks + rate.bytes - 1) / rate.bytes;
        const std::uint64_t until = m_clock + busy + m_what.config.clocks(TimingKey::Dma);
        if (!take(c, "dma", busy, until, useOf(bytes, 1, isIn))) return false;
        use(c, bytes);
        for (const std::uint32_t at : bytes)
            if (isIn) c.ub[at] = 0;
        return true;
    }

    bool load(PlainCircuit& c, const CircuitRow& row) {
        const auto from = c.loops[row.operands[2]].addresses(row.operands[1]);
        const std::uint64_t elements = from.size() * row.operands[3];
        const std::uint64_t busy = (elements + m_what.config.vectorLanes - 1) / m_what.config.vectorLanes;
        Use own = useOf(from, row.operands[3], false);
        own.strip = row.operands[0];
        if (!take(c, "vpu", busy, m_clock + busy + m_what.config.clocks(TimingKey::Vpu), own)) return false;
        std::vector<std::uint32_t> addresses;
        for (const std::uint32_t at : from)
            for (std::uint32_t lane = 0; lane < row.operands[3]; ++lane) addresses.push_back(at + lane);
        use(c, std::move(addresses));
        return true;
    }

    bool isDone(std::size_t i, const CircuitRow& row) {
        PlainCircuit& c = m_circuits[i];
        const auto& o = row.operands;
        if (row.name == "shape") c.loops[o[0]] = {o[1], o[2], o[3], o[4]};
        if (row.name == "shape2") c.loops[o[0]].n2 = o[1], c.loops[o[0]].s2 = o[2];
        if (row.name.starts_with("send")) return send(i, row);
        if (row.name == "fill") return fill(c, row);
        if (row.name.starts_with("dma")) return transfer(c, row);
        if (row.name == "vload.i8") return load(c, row);
        if (row.name == "wait") return wait(c, o[0], o[1]);
        if (row.name != "halt") return true;
        c.halted = c.lastArrival <= m_clock && std::all_of(c.uses.begin(), c.uses.end(),
                                                           [&](const Use& u) { return u.until <= m_clock; });
        return c.halted;
    }

    void issue(std::size_t i) {
        PlainCircuit& c = m_circuits[i];
        if (!c.halted && isDone(i, m_what.rows[i][c.next])) ++c.next;
    }

    const SendingCircuits& m_what;
    std::vector<PlainCircuit> m_circuits;
    std::multimap<std::uint64_t, Flying> m_flying; // by the clock of arrival
    std::uint64_t m_clock = 0, m_bytes = 0;
    std::optional<std::uint64_t> m_race;
    bool m_changesWhatIsUsed = false;
};

std::string differenceFrom(const PlainLoop& plain, machine::Machine& m) {
    for (std::uint16_t i = 0; i < plain.circuits().size(); ++i) {
        const PlainCircuit& expected = plain.circuits()[i];
        const machine::Core& core = m.core({i});
        const auto& at = core.tree().handles<Layout>();
        const auto bytes = m.store().view(at.ub);
        const auto signals = m.store().view(at.signals);
        const std::string name = core.name();
        if (!std::equal(expected.ub.begin(), expected.ub.end(), bytes.begin())) return name + "'s bytes";
        for (std::size_t s = 0; s < kSignals; ++s)
            if (expected.signals[s] != signals[s]) return name + "'s signal " + std::to_string(s);
        if (expected.halted != core.halted()) return name + " halted";
        if (expected.next != core.nextBundle())
            return name + "'s instruction is " + std::to_string(core.nextBundle()) + ", not " +
                   std::to_string(expected.next);
    }
    return {};
}

std::vector<Trigger> triggersOf(const SendingCircuits& circuits, std::mt19937_64& random) {
    std::vector<Trigger> out;
    for (std::uint16_t i = 0; i < circuits.rows.size(); ++i)
        for (const TriggerKind kind : {TriggerKind::Bundle, TriggerKind::MemoryWrite, TriggerKind::MemoryRead,
                                       TriggerKind::DmaLanded}) {
            if (random() % 2 == 0) continue;
            Trigger trigger;
            trigger.id = static_cast<std::uint32_t>(out.size()) + 1;
            trigger.kind = kind;
            trigger.core = {i};
            trigger.bundle = static_cast<std::uint32_t>(random() % circuits.rows[i].size());
            trigger.space = kUb;
            trigger.first = random() % test::kBytesInUse;
            trigger.count = 1 + random() % 1000;
            out.push_back(trigger);
        }
    return out;
}

test::SeededBoard seeded(std::uint64_t seed) {
    return {seed, kMostClocks,
            [circuits = SendingCircuits(seed)](unsigned threads) { return machineOf(circuits, threads); }};
}

QByteArray told(std::uint64_t seed, const std::string& what) {
    return QStringLiteral("seed %1: %2").arg(seed).arg(QString::fromStdString(what)).toUtf8();
}

} // namespace

class TestCircuitLinks : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void circuitsDoWhatAPlainLoopDoes();
    void piecesAndThreadsMakeNoDifference();
    void timeGoesBack();
    void stopsMakeNoDifference();
    void noVerdictDependsOnTime();
};

void TestCircuitLinks::circuitsDoWhatAPlainLoopDoes() {
    std::map<StopKind, int> ends;
    std::map<machine::FaultKind, int> faults;
    std::uint64_t bytes = 0;
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        const SendingCircuits circuits(seed);
        const MachinePtr board = machineOf(circuits);
        PlainLoop plain(circuits);
        std::mt19937_64 random(seed);
        machine::Stop stop;
        for (std::uint64_t clock = 0; clock < kMostClocks && stop.kind == StopKind::Limit;) {
            clock = std::min(kMostClocks, clock + 1 + random() % 100);
            stop = board->run({.clock = clock, .resumed = true});
            // What is refused does not land.
            if (stop.fault && stop.fault->kind == machine::FaultKind::Race) break;
            plain.runTo(board->clock());
            const std::string wrong = differenceFrom(plain, *board);
            QVERIFY2(wrong.empty(), told(seed, wrong + " at clock " + std::to_string(board->clock())));
        }
        ++ends[stop.kind];
        if (stop.fault) ++faults[stop.fault->kind];
        const bool isRace = stop.fault && stop.fault->kind == machine::FaultKind::Race;
        if (isRace) plain.runTo(stop.clock + 1);
        QVERIFY2(plain.race().has_value() == isRace, told(seed, isRace ? "no race" : "a race"));
        if (isRace) QCOMPARE(*plain.race(), stop.clock);
        QVERIFY2(!plain.changesWhatIsUsed(), told(seed, "changes what an instruction under way uses"));
        bytes += plain.bytes();
    }
    qInfo("%d ran to the end, %d met a race, %d a deadlock; %llu bytes", ends[StopKind::Halted],
          faults[machine::FaultKind::Race], faults[machine::FaultKind::Deadlock],
          static_cast<unsigned long long>(bytes));
    QVERIFY(ends[StopKind::Halted] > int(kBoards / 20));
    QVERIFY(faults[machine::FaultKind::Race] > int(kBoards / 20));
    QVERIFY(faults[machine::FaultKind::Deadlock] > int(kBoards / 20));
    QVERIFY(bytes > kBoards * 20);
}

void TestCircuitLinks::piecesAndThreadsMakeNoDifference() {
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        const std::string wrong = test::brokenByPieces(seeded(seed));
        QVERIFY2(wrong.empty(), told(seed, wrong));
    }
}

void TestCircuitLinks::timeGoesBack() {
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        const std::string wrong = test::brokenByGoingBack(seeded(seed));
        QVERIFY2(wrong.empty(), told(seed, wrong));
    }
}

void TestCircuitLinks::stopsMakeNoDifference() {
    std::size_t fired = 0;
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        std::mt19937_64 random(seed);
        const std::vector<Trigger> triggers = triggersOf(SendingCircuits(seed), random);
        const std::string wrong = test::brokenByStops(seeded(seed), triggers, random, fired);
        QVERIFY2(wrong.empty(), told(seed, wrong));
    }
    QVERIFY(fired > kBoards);
}

// Whether it is a race, a deadlock or neither does not depend on how fast the links are.
void TestCircuitLinks::noVerdictDependsOnTime() {
    constexpr machine::Way kWays[] = {{1, {64, 1}}, {20, {4, 1}}, {3, {1, 9}}, {700, {1, 1}}};
    std::map<std::string, int> verdicts;
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        SendingCircuits circuits(seed);
        std::optional<std::string> verdict;
        for (const machine::Way& way : kWays) {
            circuits.config.way = way;
            const machine::Stop stop = machineOf(circuits)->run({.clock = 1'000'000, .resumed = true});
            QVERIFY(stop.fault || stop.kind == StopKind::Halted);
            const std::string one(stop.fault ? machine::nameOf(stop.fault->kind) : "halted");
            if (!verdict) ++verdicts[*(verdict = one)];
            QVERIFY2(one == *verdict, told(seed, one + ", elsewhere " + *verdict));
        }
    }
    QCOMPARE(verdicts.size(), std::size_t{3});
}

int tst_circuit_links(int argc, char** argv) { return lw::tests::run<TestCircuitLinks>(argc, argv); }
#include "tst_circuit_links.moc"
