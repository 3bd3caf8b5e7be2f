// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"
#include "core/machine/recorder.h"
#include "core/machine/snapshot.h"
#include "tests/support/assemble.h"
#include "tests/support/random_programs.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace lw;
using namespace lw::training;
using machine::kForever;
using machine::RunLimit;
using machine::Stop;
using machine::StopKind;
using machine::Trigger;
using machine::TriggerKind;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kChainPrograms = 20;
#else
constexpr std::uint64_t kChainPrograms = 200;
#endif
constexpr std::uint64_t kMostChainClocks = 300;

// What a product needs, in a loop of 8: load, push, pop, add and store, so far apart that nothing waits. The
// first turn writes registers that nobody has written, and is not taken as a chain.
constexpr const char* kChainLoop = R"(
.tensor X, f32, [32, 4], vmem = 1.0
        { s0: li r1, 0 ; s1: li r2, 0 ; v0: bcast v9, 1.0 }
        { push: mxu.w v9 ; v0: bcast v4, 0 }
        { }
        { push: mxu.w v9 }
        { }
        { push: mxu.latch }
        { }
        { push: mxu.x v9 }
.rept 12
        { }
.endr
loop:
first:  { pop: mxu v3 ; vld: v5, [r1+X] ; s0: add r2, r2, 1 }
        { }
addIt:  { v0: fadd v4, v4, v3 ; s0: cmp.lt p1, r2, 8 }
pushIt: { push: mxu.x v5 ; v0: fadd v6, v4, 1.0 }
keepIt: { vst: [r1+X], v6 ; s0: add r1, r1, 2 }
        { }
last:   { s0: mov r3, r2 }
.rept 8
        { }
.endr
        { s0: @p1 br loop }
        halt
)";

program::Program assembled(const std::string& text) {
    test::Source source;
    auto assembly = source.teach(text);
    if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
    return *std::move(assembly.program);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) qFatal("the text has no %s", from.c_str());
    return text.replace(at, from.size(), to);
}

std::uint64_t chainsTaken(const machine::Machine& m) {
    std::uint64_t sum = 0;
    for (const machine::Core* const core : m.cores())
        sum += dynamic_cast<const training::Core&>(*core).chainsTaken();
    return sum;
}

// The same program twice: with chains, and bundle by bundle.
struct Both {
    explicit Both(const program::Program& program, const Config& config = test::teachingMachine(),
                  MachineOptions options = {})
        : Both(std::vector{program}, config, options) {}
    Both(const std::vector<program::Program>& programs, const Config& config, MachineOptions options) {
        fused = machineOf(programs, config, options);
        options.fuse = false;
        plain = machineOf(programs, config, options);
        (void)fused->store().save(); // so that a hash looks at few pages
        (void)plain->store().save();
    }
    void setTriggers(const std::vector<Trigger>& triggers) {
        fused->setTriggers(triggers);
        plain->setTriggers(triggers);
    }
    // Both run; what is different then, or nothing.
    std::string run(const RunLimit& limit) {
        const Stop a = fused->run(limit), b = plain->run(limit);
        stop = b;
        if (a.kind != b.kind || a.clock != b.clock || a.core != b.core || a.bundle != b.bundle ||
            a.fault != b.fault || a.otherFaults != b.otherFaults || a.triggers != b.triggers ||
            a.causes != b.causes)
            return "they stop differently: at " + std::to_string(a.clock) + " and " + std::to_string(b.clock);
        if (fused->store().hash() != plain->store().hash())
            return "other states at clock " + std::to_string(b.clock);
        if (fused->issuedBundles() != plain->issuedBundles()) return "other numbers of bundles";
        for (std::size_t core = 0; core < plain->cores().size(); ++core)
            if (!std::ranges::equal(fused->cores()[core]->traceWords(), plain->cores()[core]->traceWords()))
                return "other words of traces";
        return {};
    }

    static std::unique_ptr<machine::Machine> machineOf(const std::vector<program::Program>& programs,
                                                       const Config& config, const MachineOptions& options) {
        auto made = createMachine(programs, config, options);
        if (!made) qFatal("%s", textOf(made.problem()).c_str());
        return *std::move(made);
    }

    std::unique_ptr<machine::Machine> fused, plain;
    Stop stop;
};

// From the start to every clock in one go: the chains before it are taken, the one around it falls apart.
std::string everyClockIsTheSame(const program::Program& program, const Config& config,
                                const MachineOptions& options, std::uint64_t most, std::uint64_t* chains) {
    Both both(program, config, options);
    const auto start = both.fused->store().save();
    for (std::uint64_t clock = 0; clock <= most; ++clock) {
        both.fused->store().restore(start);
        both.fused->stateReplaced();
        const std::string wrong = both.run({clock, kForever, nullptr});
        if (!wrong.empty()) return wrong;
        if (both.stop.kind != StopKind::Limit) break;
    }
    *chains += chainsTaken(*both.fused);
    if (chainsTaken(*both.plain) != 0) return "chains where there should be none";
    return {};
}

} // namespace

// Chains of bundles that are taken as one step: nobody can see that they were.
class TestChains : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void aLoopIsChains();
    void aHeadMayWait();
    void branchesIntoTheMiddle();
    void severalCores_data();
    void severalCores();
    void everyClockOfALoop();
    void everyClockOfRandomPrograms_data();
    void everyClockOfRandomPrograms();
    void numbersOfBundles();
    void breakpointsTakeThemApart_data();
    void breakpointsTakeThemApart();
    void severalBreakpointsInOne();
    void watchesSeeInside_data();
    void watchesSeeInside();
    void faultsInside_data();
    void faultsInside();
    void whatWasNeverWritten();
    void recordersSeeEveryBundle();
    void editsCount();
};

void TestChains::aLoopIsChains() {
    Both both(assembled(kChainLoop));
    QCOMPARE(both.run({}), std::string());
    QCOMPARE(both.stop.kind, StopKind::Halted);
    QVERIFY2(chainsTaken(*both.fused) >= 7, std::to_string(chainsTaken(*both.fused)).c_str());
    QCOMPARE(chainsTaken(*both.plain), 0u);
}

// The result that the first bundle pops is late, in each turn; afterwards the rest is one step.
void TestChains::aHeadMayWait() {
    Both both(assembled(replaced(kChainLoop, R"(.rept 8
        { }
.endr
)",
                                 "")));
    QCOMPARE(both.run({}), std::string());
    QCOMPARE(both.stop.kind, StopKind::Halted);
    std::uint64_t waited = 0;
    for (const machine::StallCount& stall : both.plain->onlyCore().stalls()) waited += stall.clocks;
    QVERIFY(waited >= 8);
    QVERIFY2(chainsTaken(*both.fused) >= 7, std::to_string(chainsTaken(*both.fused)).c_str());
}

// After the first turn, which is a chain, turns begin where a register says: at its head, or inside it.
void TestChains::branchesIntoTheMiddle() {
    const MachineOptions options{.uninit = UninitMode::Zero};
    const std::string text = replaced(replaced(kChainLoop, "@p1 br loop", "@p1 br r7"), "{ pop: mxu v3",
                                      "{ pop: mxu v3 ; s1: add r7, r7, 0");
    for (const char* label : {"first", "addIt", "pushIt", "keepIt", "last"}) {
        const program::Program program =
            assembled(replaced(replaced(text, "s1: add r7, r7, 0", std::string("s1: li r7, ") + label),
                               "{ s0: mov r3, r2 }", "{ s0: mov r3, r2 ; s1: cmp.lt p1, r1, 12 }"));
        std::uint64_t chains = 0;
        QCOMPARE(everyClockIsTheSame(program, test::teachingMachine(), options, kMostChainClocks, &chains),
                 std::string());
        QVERIFY2(chains > 0, label);
    }
}

void TestChains::severalCores_data() { everyClockOfRandomPrograms_data(); }

// Cores run in slices of clocks, which end inside of chains.
void TestChains::severalCores() {
    QFETCH(int, mode);
    std::uint64_t chains = 0;
    for (std::uint64_t seed = 0; seed < kChainPrograms; ++seed) {
        Config config = test::teachingMachine();
        std::vector<program::Program> programs;
        for (std::uint64_t core = 0; core < 2 + seed % 2; ++core)
            programs.push_back(test::runningProgram(
                config, 5000 + 3 * seed + core, kMostChainClocks, 40,
                {.bundles = 24, .emptyAfterEach = static_cast<unsigned>(seed % 4), .slotPercent = 35}));
        config.cores = static_cast<std::uint32_t>(programs.size());
        config.way = {10, {8, 1}};
        for (program::Program& program : programs) program.machineHash = hashOf(config);
        Both both(programs, config, {.dma = static_cast<DmaMode>(mode), .seed = seed});
        for (std::uint64_t clock = 0; clock < kMostChainClocks; clock += 1 + seed % 97) {
            const std::string wrong = both.run({clock, kForever, nullptr});
            QVERIFY2(wrong.empty(), ("cores " + std::to_string(seed) + ": " + wrong).c_str());
            if (both.stop.kind != StopKind::Limit) break;
        }
        chains += chainsTaken(*both.fused);
    }
    qInfo("chains taken: %llu", static_cast<unsigned long long>(chains));
    QVERIFY(chains > kChainPrograms);
}

void TestChains::everyClockOfALoop() {
    std::uint64_t chains = 0;
    QCOMPARE(
        everyClockIsTheSame(assembled(kChainLoop), test::teachingMachine(), {}, kMostChainClocks, &chains),
        std::string());
    QVERIFY(chains > 300);
}

void TestChains::everyClockOfRandomPrograms_data() {
    QTest::addColumn<int>("mode");
    QTest::newRow("timed") << 0;
    QTest::newRow("eager") << 1;
    QTest::newRow("late") << 2;
    QTest::newRow("shuffled") << 3;
}

void TestChains::everyClockOfRandomPrograms() {
    QFETCH(int, mode);
    std::uint64_t chains = 0;
    for (std::uint64_t seed = 0; seed < kChainPrograms; ++seed) {
        const Config config = seed % 2 == 0 ? test::eightLanes() : test::teachingMachine();
        // Empty bundles in between, so that often nothing is waited for; every third program still faults
        // somewhere.
        const program::Program program = test::runningProgram(
            config, 9000 + seed, kMostChainClocks, seed % 3 == 0 ? 4 : 40,
            {.bundles = 24, .emptyAfterEach = static_cast<unsigned>(seed % 4), .slotPercent = 35});
        const MachineOptions options{.hazards = seed % 5 == 0 ? HazardMode::Strict : HazardMode::Interlocked,
                                     .dma = static_cast<DmaMode>(mode),
                                     .seed = seed,
                                     .uninit = seed % 7 == 0 ? UninitMode::Zero : UninitMode::Fault};
        const std::string wrong = everyClockIsTheSame(program, config, options, kMostChainClocks, &chains);
        QVERIFY2(wrong.empty(), ("program " + std::to_string(seed) + ": " + wrong).c_str());
    }
    qInfo("chains taken: %llu", static_cast<unsigned long long>(chains));
    QVERIFY(chains > kChainPrograms * 100);
}

void TestChains::numbersOfBundles() {
    for (std::uint64_t part = 1; part < 40; ++part) {
        Both both(assembled(kChainLoop));
        do {
            QCOMPARE(both.run({kForever, part, nullptr}), std::string());
        } while (both.stop.kind == StopKind::Limit);
        QCOMPARE(both.stop.kind, StopKind::Halted);
        // The longest chain has 15 bundles, from one round of the loop to the next there are 16.
        QVERIFY(chainsTaken(*both.fused) == 0 || part >= 15);
        QVERIFY(chainsTaken(*both.fused) != 0 || part < 31);
    }
}

void TestChains::breakpointsTakeThemApart_data() {
    QTest::addColumn<QByteArray>("label");
    for (const char* label : {"first", "addIt", "pushIt", "keepIt", "last"})
        QTest::newRow(label) << QByteArray(label);
}

void TestChains::breakpointsTakeThemApart() {
    QFETCH(QByteArray, label);
    const program::Program program = assembled(kChainLoop);
    Both both(program);
    Trigger trigger;
    const program::Symbol* const symbol = program::findSymbol(program, label.toStdString());
    QVERIFY(symbol);
    trigger.bundle = static_cast<std::uint32_t>(symbol->value);
    both.setTriggers({trigger});
    int stops = 0;
    for (std::uint64_t before = 0;; before = both.stop.clock) {
        QCOMPARE(both.run({}), std::string());
        if (both.stop.kind != StopKind::Triggered) break;
        QCOMPARE(both.stop.bundle, trigger.bundle);
        QVERIFY(both.stop.clock > before);
        if (++stops == 4) both.setTriggers({}); // the rest is taken as chains again
    }
    QCOMPARE(stops, 4);
    QCOMPARE(both.stop.kind, StopKind::Halted);
    QVERIFY(chainsTaken(*both.fused) >= 3);
}

// Whatever their order: the one that is listed last must not give the first bundle its handler back.
void TestChains::severalBreakpointsInOne() {
    const program::Program program = assembled(kChainLoop);
    std::vector<Trigger> triggers;
    for (const char* label : {"keepIt", "first", "addIt", "last"}) {
        Trigger trigger;
        trigger.id = static_cast<std::uint32_t>(triggers.size());
        trigger.bundle = static_cast<std::uint32_t>(program::findSymbol(program, label)->value);
        triggers.push_back(trigger);
    }
    for (int turn = 0; turn < 4; ++turn) {
        Both both(program);
        both.setTriggers(triggers);
        int stops = 0;
        for (;; ++stops) {
            QCOMPARE(both.run({}), std::string());
            if (both.stop.kind != StopKind::Triggered) break;
        }
        QCOMPARE(stops, 8 * 4);
        QCOMPARE(both.stop.kind, StopKind::Halted);
        std::ranges::rotate(triggers, triggers.begin() + 1);
    }
}

void TestChains::watchesSeeInside_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("hits");
    QTest::newRow("read") << int(TriggerKind::MemoryRead) << 1;
    QTest::newRow("write") << int(TriggerKind::MemoryWrite) << 1;
    QTest::newRow("pop") << int(TriggerKind::ResultPopped) << 8;
    QTest::newRow("not finite") << int(TriggerKind::NotFinite) << 0;
    QTest::newRow("not finite in each turn") << int(TriggerKind::NotFinite) << 8;
}

void TestChains::watchesSeeInside() {
    QFETCH(int, kind);
    QFETCH(int, hits);
    // One result of each turn that the watched unit gives is infinite.
    const bool isInfinite = kind == int(TriggerKind::NotFinite) && hits != 0;
    Both both(assembled(isInfinite ? replaced(kChainLoop, "v0: fadd v6, v4, 1.0", "v0: fadd v6, v4, inf")
                                   : std::string(kChainLoop)));
    Trigger trigger;
    trigger.kind = TriggerKind(kind);
    trigger.space = kVmem;
    trigger.first = 6;
    trigger.count = 1;
    trigger.unit = kind == int(TriggerKind::NotFinite) ? kVectorAlu : kMxu;
    both.setTriggers({trigger});
    int stops = 0;
    for (;; ++stops) {
        QCOMPARE(both.run({}), std::string());
        if (both.stop.kind != StopKind::Triggered) break;
    }
    QCOMPARE(stops, hits);
    QCOMPARE(both.stop.kind, StopKind::Halted);
    QCOMPARE(chainsTaken(*both.fused), 0u);
}

// Each faults in a later turn, in a chain that has begun; what was never written is 0, so that the turns
// before are chains as well.
void TestChains::faultsInside_data() {
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<int>("kind");
    QTest::addColumn<quint64>("turns"); // with the one that faults
    using enum machine::FaultKind;
    QTest::newRow("load outside") << QByteArray("last:   { s0")
                                  << QByteArray("last:   { vld: v2, [r1+56] ; s0") << int(OutOfRange)
                                  << quint64{3};
    QTest::newRow("store outside") << QByteArray("vst: [r1+X]") << QByteArray("vst: [r1+54]")
                                   << int(OutOfRange) << quint64{5};
    QTest::newRow("two stores to a row")
        << QByteArray("vst: [r1+X], v6 ;") << QByteArray("vst: [r1+X], v6, stride=r8 ; s1: sub r8, r8, 1 ;")
        << int(Undefined) << quint64{4};
    QTest::newRow("ninth row of weights")
        << QByteArray("last:   { s0") << QByteArray("last:   { push: mxu.w v9 ; s0") << int(Undefined)
        << quint64{3};
}

void TestChains::faultsInside() {
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(int, kind);
    QFETCH(quint64, turns);
    const std::string begin =
        replaced(kChainLoop, "{ push: mxu.latch }", "{ push: mxu.latch ; s0: li r8, 3 }");
    const program::Program program = assembled(replaced(begin, from.toStdString(), to.toStdString()));
    const MachineOptions options{.uninit = UninitMode::Zero};
    Both both(program, test::teachingMachine(), options);
    QCOMPARE(both.run({}), std::string());
    QVERIFY(both.stop.fault);
    QCOMPARE(int(both.stop.fault->kind), kind);
    QVERIFY2(chainsTaken(*both.fused) >= turns, std::to_string(chainsTaken(*both.fused)).c_str());
    QVERIFY(both.stop.bundle != static_cast<std::uint32_t>(program::findSymbol(program, "first")->value));
    // The next bundle is the one that faulted, and it does so again.
    const auto before = both.stop.fault;
    QCOMPARE(both.run({}), std::string());
    QVERIFY(both.stop.fault == before);
    std::uint64_t chains = 0;
    QCOMPARE(everyClockIsTheSame(program, test::teachingMachine(), options, kMostChainClocks, &chains),
             std::string());
    QVERIFY(chains > 0);
}

// A load leaves a register unwritten in the middle of a chain; the push that follows faults, a store hands
// it on.
void TestChains::whatWasNeverWritten() {
    const std::string unwritten = replaced(kChainLoop, "vld: v5, [r1+X] ;", "vld: v5, [r1+22] ;");
    const std::string stored = replaced(replaced(unwritten, "push: mxu.x v5", "push: mxu.x v9"),
                                        "v6 ; s0: add r1", "v5 ; s0: add r1");
    for (const std::string& text : {unwritten, stored})
        for (const UninitMode uninit : {UninitMode::Fault, UninitMode::Zero}) {
            std::uint64_t chains = 0;
            QCOMPARE(everyClockIsTheSame(assembled(text), test::teachingMachine(), {.uninit = uninit},
                                         kMostChainClocks, &chains),
                     std::string());
            QVERIFY(chains > 0);
        }
    Both both(assembled(unwritten));
    QCOMPARE(both.run({}), std::string());
    QVERIFY(both.stop.fault && both.stop.fault->kind == machine::FaultKind::Uninitialised);
}

void TestChains::recordersSeeEveryBundle() {
    Both both(assembled(kChainLoop));
    machine::Recorder a(10000), b(10000);
    both.fused->setRecorder(&a);
    both.plain->setRecorder(&b);
    QCOMPARE(both.run({90, kForever, nullptr}), std::string());
    QCOMPARE(chainsTaken(*both.fused), 0u);
    both.fused->setRecorder(nullptr);
    both.plain->setRecorder(nullptr);
    QCOMPARE(both.run({}), std::string());
    QVERIFY(chainsTaken(*both.fused) > 0);
    a.flush();
    b.flush();
    QVERIFY(!a.events().empty());
    QVERIFY(a.events() == b.events());
}

// A register that the next chain reads is changed by hand, between two clocks of a chain.
void TestChains::editsCount() {
    const program::Program program = assembled(kChainLoop);
    for (std::uint64_t clock = 20; clock < 60; ++clock) {
        Both both(program);
        QCOMPARE(both.run({clock, kForever, nullptr}), std::string());
        const std::uint32_t word = 0x40400000;
        for (machine::Machine* const m : {both.fused.get(), both.plain.get()})
            m->poke(m->tree().find("vector/registers"), 4 * 8, std::as_bytes(std::span(&word, 1)));
        QCOMPARE(both.run({}), std::string());
        QCOMPARE(both.stop.kind, StopKind::Halted);
    }
}

int tst_chains(int argc, char** argv) { return lw::tests::run<TestChains>(argc, argv); }
#include "tst_chains.moc"
