// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/inference.h"
#include "core/chips/inference/isa.h"
#include "core/chips/inference/layout.h"
#include "core/chips/inference/unit_reports.h"
#include "core/machine/expression.h"
#include "core/machine/recorder.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"
#include "tests/support/sending_circuits.h"

#include <QTest>

#include <map>
#include <vector>

using namespace lw;
using namespace lw::inference;
using machine::BundleOf;
using machine::CoreId;
using machine::FaultKind;
using machine::StopKind;
using test::CircuitRow;

namespace {

using Rows = std::vector<CircuitRow>;

Config arrayOf(std::uint32_t rows, std::uint32_t columns) {
    Config config = *builtInConfig("inference-teaching");
    config.cores = {rows * columns, columns};
    config.way = {6, {4, 1}};
    return config;
}

std::unique_ptr<machine::Machine> machineOf(const Config& config, const std::vector<Rows>& rows) {
    std::vector<program::Program> programs;
    for (std::size_t i = 0; i < config.cores.count; ++i)
        programs.push_back(test::programOf(rows.at(std::min(i, rows.size() - 1)), config));
    auto made = createMachine(std::move(programs), config, {.uninit = UninitMode::Zero});
    if (!made) qFatal("%s", textOf(made.problem()).c_str());
    return *std::move(made);
}

machine::Stop runOf(machine::Machine& m) { return m.run({.clock = 10000, .resumed = true}); }

// Writes 16 bytes from an address on; the patterns a0 (16 bytes) and a1 (every second of 8).
Rows filled(std::uint32_t at, std::uint32_t value) {
    return {{"shape", {0, 16, 1, 1, 0}}, {"shape", {1, 4, 2, 2, 8}}, {"fill", {at, 0, value}}};
}
Rows operator+(Rows a, const Rows& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
const Rows kHalt{{"halt", {}}};
Rows send(std::string_view name, std::uint32_t to, std::uint32_t from, std::uint32_t signal) {
    return {{name, {to, from, 0, 0, signal}}};
}
Rows wait(std::uint32_t signal, std::uint32_t count) { return {{"wait", {signal, count}}}; }
Rows use(std::uint32_t at) { return {{"vload.i8", {0, at, 0, 1}}}; }
Rows nops(int count) { return Rows(static_cast<std::size_t>(count), {"nop", {}}); }

// The clock in which each instruction of a circuit issued.
std::vector<std::uint64_t> issuesOf(machine::Machine& m, CoreId core) {
    machine::Recorder recorder(1000);
    m.setRecorder(&recorder);
    if (runOf(m).kind != StopKind::Halted) qFatal("did not halt");
    m.setRecorder(nullptr);
    recorder.flush();
    std::vector<std::uint64_t> clocks;
    for (const machine::Event& e : recorder.events())
        if (e.kind == machine::EventKind::Issue && e.core == core) clocks.push_back(e.clock);
    return clocks;
}

std::vector<std::uint8_t> bytesOf(machine::Machine& m, CoreId core, std::uint64_t first, std::size_t count) {
    std::vector<std::uint8_t> out(count);
    if (!m.core(core).readSpace(kUb, first, std::as_writable_bytes(std::span(out)), {}))
        qFatal("memory is not there");
    return out;
}

} // namespace

class TestCircuitArray : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void bytesLandALatencyAfterTheyHaveLeft();
    void anyPatternIntoAnyPattern();
    void aLinkCarriesOneAfterTheOther();
    void haltWaitsForWhatIsOnItsWay();
    void allDirections();
    void anEdgeHasNoNeighbour();
    void whatWasNotWaitedForIsARace();
    void whatIsStillUsedIsARace();
    void twoSendersAreARace();
    void oneSenderTwiceIsNone();
    void aSignalWaitsForOlderInstructions();
    void theRingOfALinkGoesRound();
    void whatIsNotThereYetIsSaid();
    void eachCauseOfAStopIsTold();
    void signalsHaveOneSender();
    void reusedWithWaitsIsNone();
    void whoWaitsForEverIsTold();
    void unitsTellOfLinks();
    void coresHaveTwoNames();
    void noSymbolIsCalledLikeACore();
    void theFileDescribesTheArray();
};

void TestCircuitArray::bytesLandALatencyAfterTheyHaveLeft() {
    const auto m = machineOf(arrayOf(1, 2), {filled(0, 0x04030201) + send("send.e", 100, 0, 3) + kHalt,
                                             filled(0, 0) + wait(3, 1) + use(100) + kHalt});
    const auto sent = issuesOf(*m, {0});
    const auto m2 = machineOf(arrayOf(1, 2), {filled(0, 0x04030201) + send("send.e", 100, 0, 3) + kHalt,
                                              filled(0, 0) + wait(3, 1) + use(100) + kHalt});
    const auto waited = issuesOf(*m2, {1});
    QCOMPARE(waited[3], sent[3] + 16 / 4 + 6);
    QCOMPARE(bytesOf(*m2, {1}, 100, 5), (std::vector<std::uint8_t>{1, 2, 3, 4, 1}));
    // Until the last is there nothing is.
    const auto m3 = machineOf(arrayOf(1, 2), {filled(0, 0x04030201) + send("send.e", 100, 0, 3) + kHalt,
                                              filled(0, 0) + wait(3, 1) + use(100) + kHalt});
    (void)m3->run({.clock = waited[3] - 1, .resumed = true});
    QCOMPARE(bytesOf(*m3, {1}, 100, 2), (std::vector<std::uint8_t>{0, 0}));
    const auto waiting = m3->core({1}).waiting();
    QVERIFY(waiting && waiting->until == machine::kForever && !waiting->other.isKnown());
    QCOMPARE(waiting->rule,
             std::string("signal 3 has come 0 of 1 times; instruction 3 of c0 (c0_0) sends it"));
    (void)m3->run({.clock = waited[3], .resumed = true});
    QCOMPARE(bytesOf(*m3, {1}, 100, 2), (std::vector<std::uint8_t>{1, 2}));
}

void TestCircuitArray::anyPatternIntoAnyPattern() {
    const Rows first = {{"shape", {0, 4, 1, 2, 10}},
                        {"shape", {1, 4, 3, 2, 1}},
                        {"shape", {2, 8, 1, 1, 0}},
                        {"fill", {0, 2, 0x04030201}},
                        {"fill", {10, 2, 0x08070605}},
                        {"send.e", {40, 0, 1, 0, 0}},
                        {"halt", {}}};
    const auto m = machineOf(arrayOf(1, 2), {first, wait(0, 1) + kHalt});
    QCOMPARE(runOf(*m).kind, StopKind::Halted);
    QCOMPARE(bytesOf(*m, {1}, 40, 12), (std::vector<std::uint8_t>{1, 5, 0, 2, 6, 0, 3, 7, 0, 4, 8, 0}));
}

void TestCircuitArray::aLinkCarriesOneAfterTheOther() {
    const auto program = filled(0, 1) + send("send.e", 100, 0, 0) + send("send.e", 200, 0, 0) + kHalt;
    const auto m = machineOf(arrayOf(1, 2), {program, wait(0, 1) + wait(0, 2) + kHalt});
    const auto issues = issuesOf(*m, {0});
    QCOMPARE(issues[4], issues[3] + 4);
    // Links to different sides carry at the same time.
    const auto both = machineOf(
        arrayOf(1, 3),
        {kHalt, filled(0, 1) + send("send.e", 100, 0, 0) + send("send.w", 100, 0, 0) + kHalt, kHalt});
    const auto together = issuesOf(*both, {1});
    QCOMPARE(together[4], together[3] + 1);
}

void TestCircuitArray::haltWaitsForWhatIsOnItsWay() {
    const auto m = machineOf(arrayOf(1, 2), {filled(0, 1) + send("send.e", 100, 0, 0) + kHalt, kHalt});
    const auto issues = issuesOf(*m, {0});
    QCOMPARE(issues[4], issues[3] + 4 + 6);
    QCOMPARE(bytesOf(*m, {1}, 100, 1), std::vector<std::uint8_t>{1}); // also in a circuit that has halted
    QCOMPARE(m->core({1}).unwaitedTransfer(kUb, 110, 1), std::optional(BundleOf({0}, 3)));
    QVERIFY(!m->core({1}).unwaitedTransfer(kUb, 116, 1));
}

void TestCircuitArray::allDirections() {
    const Rows rows[] = {filled(0, 1) + kHalt, filled(0, 2) + kHalt};
    const Rows middle = filled(0, 7) + send("send.n", 100, 0, 0) + send("send.e", 100, 0, 0) +
                        send("send.s", 100, 0, 0) + send("send.w", 100, 0, 0) + kHalt;
    const auto m = machineOf(
        arrayOf(3, 3), {rows[0], rows[0], rows[0], rows[0], middle, rows[0], rows[0], rows[0], rows[1]});
    QCOMPARE(runOf(*m).kind, StopKind::Halted);
    for (std::uint16_t i = 0; i < 9; ++i)
        QCOMPARE(bytesOf(*m, {i}, 100, 1)[0], std::uint8_t(i % 2 == 1 ? 7 : 0));
}

void TestCircuitArray::anEdgeHasNoNeighbour() {
    const std::map<std::string_view, std::uint16_t> edges{
        {"send.n", 0}, {"send.e", 1}, {"send.s", 2}, {"send.w", 0}};
    for (const auto& [name, at] : edges) {
        std::vector<Rows> rows(4, kHalt);
        rows[at] = filled(0, 1) + send(name, 0, 0, 0) + kHalt;
        const auto m = machineOf(arrayOf(2, 2), rows);
        const machine::Stop stop = runOf(*m);
        QVERIFY(stop.fault && stop.fault->kind == FaultKind::OutOfRange && stop.fault->core == CoreId{at});
        QVERIFY(stop.fault->text.find("edge") != std::string::npos);
    }
    const auto beyond =
        machineOf(arrayOf(1, 2), {filled(0, 1) + send("send.e", 0xfffff0, 0, 0) + kHalt, kHalt});
    QVERIFY(runOf(*beyond).fault->text.find(" of ub of the neighbour in the east, which has ") !=
            std::string::npos);
    Config alone = *builtInConfig("inference-teaching");
    QCOMPARE(runOf(*machineOf(alone, {filled(0, 1) + send("send.n", 0, 0, 0) + kHalt})).fault->kind,
             FaultKind::OutOfRange);
    QCOMPARE(runOf(*machineOf(alone, {wait(0, 1) + kHalt})).fault->kind, FaultKind::Deadlock);
    Config apart = arrayOf(1, 2);
    apart.way = {};
    QCOMPARE(runOf(*machineOf(apart, {filled(0, 1) + send("send.e", 0, 0, 0) + kHalt})).fault->kind,
             FaultKind::OutOfRange);
}

void TestCircuitArray::whatWasNotWaitedForIsARace() {
    const auto m = machineOf(arrayOf(1, 2), {filled(0, 1) + send("send.e", 100, 0, 5) + kHalt,
                                             filled(0, 1) + nops(40) + use(90) + kHalt});
    const machine::Stop stop = runOf(*m);
    QVERIFY(stop.fault && stop.fault->kind == FaultKind::Race);
    QCOMPARE(stop.fault->core, CoreId{1});
    QCOMPARE(stop.fault->bundle, 43u);
    QCOMPARE(stop.fault->other, BundleOf({0}, 3));
    QVERIFY(stop.fault->text.find("c1 (c0_1) uses bytes of ub that instruction 3 of c0 (c0_0) has sent") ==
            0);
    // Bytes beside those are nobody's.
    const auto beside = machineOf(arrayOf(1, 2), {filled(0, 1) + send("send.e", 100, 0, 5) + kHalt,
                                                  filled(84, 1) + nops(40) + use(84) + kHalt});
    QCOMPARE(runOf(*beside).kind, StopKind::Halted);
    // A wait for less than what has come orders only that.
    const auto less = machineOf(arrayOf(1, 2),
                                {filled(0, 1) + send("send.e", 100, 0, 5) + send("send.e", 200, 0, 5) + kHalt,
                                 filled(0, 1) + nops(60) + wait(5, 1) + use(100) + use(200) + kHalt});
    QCOMPARE(runOf(*less).fault->bundle, 65u);
}

// The bytes are used before what lands there does, and nothing says that this has to be so.
void TestCircuitArray::whatIsStillUsedIsARace() {
    for (const Rows& before : {use(100), Rows{{"fill", {92, 0, 3}}}}) {
        const auto m = machineOf(arrayOf(1, 2), {filled(0, 1) + nops(50) + send("send.e", 100, 0, 5) + kHalt,
                                                 filled(100, 1) + before + kHalt});
        const machine::Stop stop = runOf(*m);
        QVERIFY(stop.fault && stop.fault->kind == FaultKind::Race);
        QCOMPARE(stop.fault->core, CoreId{0});
        QCOMPARE(stop.fault->bundle, 53u);
        QCOMPARE(stop.fault->other, BundleOf({1}, 2)); // the first one that does
        const machine::Stop again = runOf(*m);
        QCOMPARE(again.fault, stop.fault);
    }
    // By every second byte.
    const Rows odd = {{"shape", {0, 8, 2, 1, 0}}, {"fill", {101, 0, 1}}};
    const Rows even = filled(0, 1) + Rows{{"shape", {0, 8, 2, 1, 0}}};
    const auto m =
        machineOf(arrayOf(1, 2), {even + send("send.e", 100, 0, 5) + kHalt, odd + nops(50) + odd + kHalt});
    QCOMPARE(runOf(*m).kind, StopKind::Halted);
}

void TestCircuitArray::twoSendersAreARace() {
    const Rows east = filled(0, 1) + send("send.e", 100, 0, 1) + kHalt;
    const Rows west = filled(0, 1) + nops(50) + send("send.w", 110, 0, 2) + kHalt;
    for (const Rows& middle : {kHalt, nops(30) + wait(1, 1) + kHalt}) {
        const auto m = machineOf(arrayOf(1, 3), {east, middle, west});
        const machine::Stop stop = runOf(*m);
        QVERIFY(stop.fault && stop.fault->kind == FaultKind::Race);
        QCOMPARE(stop.fault->core, CoreId{2});
        QCOMPARE(stop.fault->other, BundleOf({0}, 3));
    }
}

// Over a link they land as they were sent, whenever the receiver waits: no race, at any speed. A use of the
// bytes between the two is one, at any speed.
void TestCircuitArray::oneSenderTwiceIsNone() {
    const Rows twice = filled(0, 1) + send("send.e", 100, 0, 1) + send("send.e", 100, 0, 1) + kHalt;
    for (const std::uint32_t latency : {1u, 6u, 20u, 90u})
        for (const Rows& waits : {wait(1, 2), nops(15) + wait(1, 1) + wait(1, 2), nops(30)}) {
            Config config = arrayOf(1, 2);
            config.way.latency = latency;
            QCOMPARE(runOf(*machineOf(config, {twice, waits + kHalt})).kind, StopKind::Halted);
            const auto used =
                machineOf(config, {twice, filled(0, 1) + wait(1, 1) + use(100) + waits + kHalt});
            const machine::Stop stop = runOf(*used);
            QVERIFY(stop.fault && stop.fault->kind == FaultKind::Race);
        }
}

// A neighbour that has waited for a signal may send to all that older instructions have used: so the signal
// comes when they have done with it.
void TestCircuitArray::aSignalWaitsForOlderInstructions() {
    const Rows shapes{{"shape", {2, 128, 1, 1, 0}}, {"shape", {3, 1, 1, 1, 0}}};
    const Rows second = filled(0, 1) + shapes + Rows{{"fill", {1000, 2, 3}}} +
                        Rows{{"send.w", {400, 0, 3, 3, 2}}, {"send.w", {401, 0, 3, 3, 2}}};
    const Rows first = filled(0, 7) + wait(2, 1) + send("send.e", 1000, 0, 1) + wait(2, 2);
    const Config config = arrayOf(1, 2);
    const auto sent = issuesOf(*machineOf(config, {first + kHalt, second + wait(1, 1) + kHalt}), {1});
    const auto waited = issuesOf(*machineOf(config, {first + kHalt, second + wait(1, 1) + kHalt}), {0});
    const machine::Rate& rate = config.bufferRate;
    const std::uint64_t filling =
        (128 * rate.clocks + rate.bytes - 1) / rate.bytes + config.clocks(TimingKey::Fill);
    QCOMPARE(sent[6], sent[5] + 1);
    QCOMPARE(waited[3], sent[5] + filling + config.way.latency);
    // A recorded transfer ends as it lands.
    const auto m = machineOf(config, {first + kHalt, second + wait(1, 1) + kHalt});
    machine::Recorder recorder(1000);
    m->setRecorder(&recorder);
    (void)runOf(*m);
    recorder.flush();
    std::vector<std::uint64_t> landings;
    for (const machine::Event& e : recorder.events())
        if (e.kind == machine::EventKind::Transfer && e.core == CoreId{1} && e.bundle == 6)
            landings.push_back(e.clock + e.duration);
    QCOMPARE(landings, std::vector<std::uint64_t>{waited[3]});
    QCOMPARE(sent[7], sent[5] + filling); // until then the link is taken
}

// What lies on a link goes round in a ring, and begins anew when there is nothing.
void TestCircuitArray::theRingOfALinkGoesRound() {
    Config config = arrayOf(1, 2);
    config.bufferBytes = 512;
    config.way.latency = 90; // so that there is always something on it
    Rows first{{"shape", {0, 16, 1, 1, 0}}, {"shape", {1, 7, 1, 1, 0}}}, second = filled(400, 0);
    constexpr std::uint32_t kParcels = 200;
    for (std::uint32_t i = 0; i < kParcels; ++i) {
        const std::uint32_t at = i % 25 * 16;
        first = first + Rows{{"fill", {at, 0, i}}, {"send.e", {at, at, i % 2, i % 2, 1}}};
    }
    second = second + wait(1, kParcels);
    const auto m = machineOf(config, {first + kHalt, second + kHalt});
    const auto placeOf = [&] {
        return m->store().view(m->core({0}).tree().handles<Layout>().linkPlace)[kEast];
    };
    std::uint64_t most = 0;
    bool wraps = false;
    for (std::uint64_t clock = 1; !m->halted() && clock < 5000; ++clock) {
        (void)m->run({.clock = clock, .resumed = true});
        wraps |= placeOf() < most;
        most = std::max(most, placeOf());
    }
    QVERIFY(m->halted() && wraps && most > 2 * config.bufferBytes);
    for (std::uint32_t i = kParcels - 25; i < kParcels; ++i)
        QCOMPARE(bytesOf(*m, {1}, i % 25 * 16, 1)[0], std::uint8_t(i));
}

// Without a wait bytes are not there yet: the fault says who sends them.
void TestCircuitArray::whatIsNotThereYetIsSaid() {
    const Rows sender = filled(0, 1) + send("send.e", 100, 0, 5) + kHalt;
    const Rows reader = Rows{{"shape", {0, 16, 1, 1, 0}}} + use(104) + kHalt;
    std::vector<program::Program> programs;
    for (const Rows& rows : {sender, reader}) programs.push_back(test::programOf(rows, arrayOf(1, 2)));
    auto made = createMachine(std::move(programs), arrayOf(1, 2), {});
    QVERIFY(bool(made));
    const machine::Stop stop = runOf(**made);
    QVERIFY(stop.fault && stop.fault->kind == FaultKind::Uninitialised);
    QCOMPARE(stop.fault->other, BundleOf({0}, 3));
    QCOMPARE(stop.fault->text,
             std::string("byte 104 of ub was never written; instruction 3 of c0 (c0_0) sends it"));
    QVERIFY(stop.fault->advice.find("wait for signal 5, which comes with it, or write it first") == 0);
}

// Two that land at one clock are two causes.
void TestCircuitArray::eachCauseOfAStopIsTold() {
    const auto m = machineOf(arrayOf(1, 3), {filled(0, 1) + send("send.e", 100, 0, 1) + kHalt, kHalt,
                                             filled(0, 1) + send("send.w", 116, 0, 2) + kHalt});
    machine::Trigger trigger;
    trigger.id = 1;
    trigger.kind = machine::TriggerKind::MemoryWrite;
    trigger.core = {1};
    trigger.space = kUb;
    trigger.first = 100;
    trigger.count = 32;
    m->setTriggers({trigger});
    const machine::Stop stop = runOf(*m);
    QCOMPARE(stop.kind, StopKind::Triggered);
    QCOMPARE(stop.triggers, (std::vector<std::uint32_t>{1, 1}));
    QCOMPARE(stop.causes, (std::vector<BundleOf>{{{0}, 3}, {{2}, 3}}));
}

void TestCircuitArray::signalsHaveOneSender() {
    const Rows east = filled(0, 1) + send("send.e", 100, 0, 1) + kHalt;
    const Rows west = filled(0, 1) + send("send.w", 200, 0, 1) + kHalt;
    const auto m = machineOf(arrayOf(1, 3), {east, wait(1, 2) + kHalt, west});
    const machine::Stop stop = runOf(*m);
    QVERIFY(stop.fault && stop.fault->kind == FaultKind::Race);
    QCOMPARE(stop.fault->core, CoreId{2});
    QVERIFY(stop.fault->text.find("signal 1 of c1 (c0_1) has come by instruction 3 of c0 (c0_0), too") == 0);
}

// A place is used again and again: its user tells the sender each time when it has done.
void TestCircuitArray::reusedWithWaitsIsNone() {
    Rows first = filled(0, 1), second = filled(300, 1);
    for (std::uint32_t round = 1; round <= 5; ++round) {
        first = first + Rows{{"fill", {0, 0, round}}} + send("send.e", 100, 0, 1) + wait(2, round);
        second = second + wait(1, round) + use(100) + send("send.w", 400, 300, 2);
    }
    const auto m = machineOf(arrayOf(1, 2), {first + kHalt, second + kHalt});
    // Here the place for the answers is not waited for by anyone but the same sender's next answer.
    QCOMPARE(runOf(*m).kind, StopKind::Halted);
    QCOMPARE(bytesOf(*m, {1}, 100, 1), std::vector<std::uint8_t>{5});
    // Without any one of these waits it is a race or a deadlock.
    for (std::size_t core = 0; core < 2; ++core)
        for (std::size_t i = 0; i < (core == 0 ? first : second).size(); ++i) {
            std::vector<Rows> rows{first + kHalt, second + kHalt};
            const bool isLast = core == 0 && i + 1 == first.size();
            if (rows[core][i].name != "wait" || isLast) continue;
            rows[core][i] = {"nop", {}};
            const machine::Stop stop = runOf(*machineOf(arrayOf(1, 2), rows));
            QVERIFY(stop.fault && stop.fault->kind == FaultKind::Race);
        }
}

void TestCircuitArray::whoWaitsForEverIsTold() {
    const auto m = machineOf(
        arrayOf(1, 2), {filled(0, 1) + send("send.e", 100, 0, 1) + wait(0, 1) + kHalt, wait(1, 2) + kHalt});
    const machine::Stop stop = runOf(*m);
    QVERIFY(stop.fault && stop.fault->kind == FaultKind::Deadlock);
    QCOMPARE(stop.fault->core, CoreId{0});
    QVERIFY(stop.fault->text.find("signal 0 has come 0 of 1 times; nobody sends it, and") == 0);
    QVERIFY(stop.fault->text.find("c1 (c0_1) waits too, in bundle ") != std::string::npos);
    QCOMPARE(stop.otherFaults.size(), std::size_t{1});
    QVERIFY(stop.otherFaults[0].text.find("signal 1 has come 1 of 2 times; nobody sends it again") !=
            std::string::npos);
}

void TestCircuitArray::unitsTellOfLinks() {
    const auto m = machineOf(arrayOf(1, 2), {filled(0, 1) + send("send.e", 100, 0, 5) + wait(2, 1) + kHalt,
                                             wait(5, 1) + filled(0, 1) + send("send.w", 200, 0, 2) + kHalt});
    const auto rowOf = [&](CoreId core, const std::string& name) {
        const auto reports = unitReports(m->core(core).tree(), machine::momentOf(*m, core));
        for (const machine::UnitRow& row : reports[0].rows)
            if (row.name == name) return row.value;
        return std::string("none");
    };
    const std::uint64_t sent = issuesOf(
        *machineOf(arrayOf(1, 2), {filled(0, 1) + send("send.e", 100, 0, 5) + kHalt, kHalt}), {0})[3];
    (void)m->run({.clock = sent + 1, .resumed = true});
    QCOMPARE(rowOf({0}, "link to the east"), "until clock " + std::to_string(sent + 4));
    QCOMPARE(rowOf({0}, "link to the west"), std::string("free"));
    QCOMPARE(rowOf({1}, "signal 5"), std::string("none"));
    QCOMPARE(runOf(*m).kind, StopKind::Halted);
    QCOMPARE(rowOf({1}, "signal 5"), std::string("1"));
    QCOMPARE(rowOf({0}, "to the neighbours"), std::string("16 bytes"));
    QCOMPARE(m->core({0}).unitCounts()[index(kDma)].bytes, std::uint64_t{16}); // of the fill alone
}

void TestCircuitArray::coresHaveTwoNames() {
    const auto m = machineOf(arrayOf(2, 3), {filled(0, 1) + kHalt});
    for (std::uint16_t i = 0; i < 6; ++i)
        for (const std::string& name :
             {"c" + std::to_string(i), "c" + std::to_string(i / 3) + "_" + std::to_string(i % 3)}) {
            const std::string whole = name + ".ub[0]";
            std::string_view rest = whole;
            QCOMPARE(m->takeCore(rest).id(), CoreId{i});
            QCOMPARE(rest, std::string_view("ub[0]"));
            const machine::Scope scope = machine::scopeOf(*m);
            rest = whole;
            const machine::CoreName* const core = scope.takeCore(rest);
            QVERIFY(core != nullptr && core->core == CoreId{i});
            QVERIFY(machine::Expression::compile(name + ".\"links/signals\"[0]", scope));
        }
    for (const char* none : {"c6.ub", "c0_3.ub", "c2_0.ub", "c00.ub", "c1_.ub", "c_1.ub", "1_0.ub"}) {
        std::string_view rest = none;
        QCOMPARE(m->takeCore(rest, {4}).id(), CoreId{4});
        QCOMPARE(rest, std::string_view(none));
    }
}

void TestCircuitArray::noSymbolIsCalledLikeACore() {
    const auto codesOf = [](const std::string& line, const std::string& cores) {
        std::string json = *machine::builtInText(builtInConfigs(), "inference-teaching");
        test::Source source;
        source.loader.set("m.json", json.insert(json.find("\"sizes\""), cores));
        return test::codesOf(source.assemble(".chip inference, \"m.json\"\n" + line + "\nhalt\n"));
    };
    const std::string array = R"("cores": {"rows": 2, "columns": 3, "source": "invented"},)";
    for (const char* line : {"c5:", "c64:", "c1_2:", ".equ c0, 1", ".tensor c0_1, i8, [4], ub"}) {
        QCOMPARE(codesOf(line, array), std::string("E117"));
        QCOMPARE(codesOf(line, ""), std::string());
    }
    for (const char* line : {"c2_0:", "c0_3:", "c:", "c1x:"}) QCOMPARE(codesOf(line, array), std::string());
}

void TestCircuitArray::theFileDescribesTheArray() {
    const std::string json = *machine::builtInText(builtInConfigs(), "inference-teaching");
    const auto read = [&](const std::string& cores) {
        std::string text = json;
        return parseConfig(text.insert(text.find("\"sizes\""), "\"cores\": {" + cores + "},\n"), 0);
    };
    const std::string link = R"("latency": {"clocks": 6, "source": "invented"},
        "bandwidth": {"bytes": 4, "clocks": 1, "source": "invented"})";
    const auto config = read(R"("rows": 2, "columns": 3, "source": "invented",)" + link);
    QVERIFY(bool(config));
    QVERIFY(config->cores == (machine::CoreNames{6, 3}));
    QCOMPARE(config->way.latency, 6u);
    const auto constants = targetOf(*config).constants;
    QCOMPARE(constants[constants.size() - 2].name, std::string("CIRCUIT_ROWS"));
    QCOMPARE(constants[constants.size() - 2].value, 2);
    QCOMPARE(constants.back().value, 3);
    // One circuit is what it is without.
    const auto one = read(R"("rows": 1, "columns": 1, "source": "invented",)" + link);
    QCOMPARE(hashOf(*one), hashOf(*builtInConfig("inference-teaching")));
    QVERIFY(!one->way);
    QVERIFY(hashOf(*config) != hashOf(*read(R"("rows": 3, "columns": 2, "source": "invented",)" + link)));
    for (const char* wrong :
         {R"("rows": 0, "columns": 1, "source": "s")", R"("rows": 9, "columns": 8, "source": "s")",
          R"("count": 2, "source": "s")", R"("rows": 2, "columns": 2)"})
        QVERIFY2(!read(wrong), wrong);
    QCOMPARE(textOf(read(R"("rows": 9, "columns": 8, "source": "s")").problem()),
             std::string("an array of 9 x 8; there can be 64 cores in all"));
}

int tst_circuit_array(int argc, char** argv) { return lw::tests::run<TestCircuitArray>(argc, argv); }
#include "tst_circuit_array.moc"
