// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"
#include "core/chips/training/isa.h"
#include "core/chips/training/layout.h"
#include "core/chips/training/training.h"
#include "core/isa/encode.h"
#include "core/machine/dump.h"
#include "core/machine/snapshot.h"
#include "tests/support/assemble.h"
#include "tests/support/random_programs.h"
#include "tests/support/run_test.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <map>
#include <numeric>
#include <set>

using namespace lw;
using namespace lw::training;
using machine::kForever;
using machine::StopKind;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kPrograms = 500;
#else
constexpr std::uint64_t kPrograms = 10000;
#endif
constexpr std::uint64_t kParts = 10; // rows of the test
constexpr std::uint64_t kMostLawClocks = 1500;
constexpr int kRepairs = 12;

// What all programs of a run together have shown, so that programs that do little are noticed.
struct Coverage {
    std::set<isa::OpId> issued;
    std::map<std::string, std::uint64_t> stalls, faults;
    std::uint64_t halted = 0, chains = 0, cuts = 0, cutsInStalls = 0, stopsInWaits = 0;
    std::uint64_t full = 0, predicated = 0, pairs = 0, shared = 0; // issued bundles
};
Coverage& coverage() {
    static Coverage c;
    return c;
}

// Each law gives an empty text, or says how it is broken.
struct LawSubject {
    machine::Machine& m;
    std::shared_ptr<const machine::Snapshot> start;

    explicit LawSubject(machine::Machine& of) : m(of), start(of.store().save()) {}
    void again() {
        m.store().restore(start);
        m.stateReplaced();
    }
    machine::Stop to(std::uint64_t clock) { return m.run({clock, kForever, nullptr}); }
};

// The first cells that are not as they were in a snapshot.
std::string changes(machine::Machine& m, const machine::Snapshot& before) {
    return "\n" +
           machine::differencesText(m.tree(), machine::differences(m.tree(), before, *m.store().save(), 8));
}

std::string clocksAddUp(const machine::Machine& m) {
    std::uint64_t stalled = 0;
    for (const machine::StallCount& s : m.onlyCore().stalls()) stalled += s.clocks;
    const auto counts = m.onlyCore().bundleCounts(), held = m.onlyCore().bundleStalls();
    const std::uint64_t issued = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    if (stalled + issued != m.clock())
        return std::to_string(stalled) + " stalled and " + std::to_string(issued) + " issued at clock " +
               std::to_string(m.clock());
    if (issued != m.issuedBundles()) return "bundle counts differ from issued bundles";
    if (std::accumulate(held.begin(), held.end(), std::uint64_t{0}) != stalled)
        return "stalls by bundle differ from stalls by rule";
    return {};
}

// The machine is at a fault: its state is that of the position before the bundle, however one gets there,
// and it faults again in the same way.
std::string faultsArePrecise(LawSubject& s, const machine::Stop& stop, bool zeros) {
    const std::uint64_t hash = s.m.store().hash(), issued = s.m.issuedBundles();
    if (stop.fault->kind == machine::FaultKind::Uninitialised && zeros)
        return "never-written words are zeros: " + stop.fault->text;
    if (stop.fault->clock != stop.clock || stop.fault->bundle != stop.bundle)
        return "a fault says another place than the stop";
    const auto there = s.m.store().save();
    const machine::Stop repeated = s.to(kForever);
    if (repeated.fault != stop.fault || s.m.store().hash() != hash)
        return "a second try changes something: " + stop.fault->text + changes(s.m, *there);
    s.again();
    if (s.to(stop.clock).kind != StopKind::Limit) return "no position before the fault";
    if (s.m.store().hash() != hash)
        return "a fault left something behind: " + stop.fault->text + changes(s.m, *there);
    s.again();
    s.m.run({kForever, issued, nullptr});
    if (s.m.issuedBundles() != issued) return "the limit by bundles went past the fault";
    if (s.to(kForever).fault != stop.fault || s.m.store().hash() != hash)
        return "after a limit by bundles the fault is another";
    return {};
}

// run(n) = run(k) and run(n - k), cut by clock (also inside of stalls) and by bundles.
std::string cutsDoNotShow(LawSubject& s, std::uint64_t end, std::uint64_t hash, isa::Random& random) {
    const std::uint64_t issued = s.m.issuedBundles();
    if (end == 0) return {};
    for (int i = 0; i < 4; ++i) {
        const std::uint64_t cut = random.next() % end;
        s.again();
        s.to(cut);
        if (s.m.clock() != cut) return "a limit by clock is not kept";
        ++coverage().cuts;
        coverage().cutsInStalls += s.m.onlyCore().waiting().has_value();
        s.to(end);
        if (s.m.store().hash() != hash) return "cut at clock " + std::to_string(cut);
    }
    const std::uint64_t part = random.next() % (issued + 1);
    s.again();
    s.m.run({end, part, nullptr});
    if (s.m.issuedBundles() != part) return "a limit by bundles is not kept";
    s.m.run({end, issued - part, nullptr});
    s.to(end);
    return s.m.store().hash() == hash ? "" : "cut after " + std::to_string(part) + " bundles";
}

// A run that begins inside a bundle's wait stops where the bundle issues if a trigger is there; the next one
// goes on from that.
std::string triggersHoldInWaits(LawSubject& s, std::uint64_t end, isa::Random& random) {
    for (int i = 0; i < 4 && end != 0; ++i) {
        const std::uint64_t cut = random.next() % end;
        s.again();
        s.to(cut);
        if (!s.m.onlyCore().waiting()) continue;
        machine::Trigger trigger;
        trigger.bundle = s.m.onlyCore().nextBundle();
        for (auto waiting = s.m.onlyCore().waiting(); waiting && s.m.clock() < end;
             waiting = s.m.onlyCore().waiting())
            s.to(std::min(waiting->until, end));
        const std::uint64_t issue = s.m.clock();
        if (issue == end) continue;
        ++coverage().stopsInWaits;
        s.again();
        s.to(cut);
        s.m.setTriggers({trigger});
        const machine::Stop stop = s.to(end), next = s.to(issue + 1);
        s.m.setTriggers({});
        const std::string from = ", from inside its wait at clock " + std::to_string(cut);
        if (stop.kind != StopKind::Triggered || stop.clock != issue) return "a breakpoint is passed" + from;
        if (next.kind == StopKind::Triggered) return "a breakpoint does not let go" + from;
    }
    return {};
}

// One clock after the other: a clock issues a bundle exactly if nothing is said to hold it up,
// and asking changes nothing.
std::string everyClockIsOneThing(LawSubject& s, std::uint64_t end, std::uint64_t hash) {
    s.again();
    while (s.m.clock() < end) {
        const std::uint64_t clock = s.m.clock(), issued = s.m.issuedBundles(), before = s.m.store().hash();
        const std::optional<machine::Waiting> waiting = s.m.onlyCore().waiting();
        if (s.m.store().hash() != before) return "asking why the machine waits changes its state";
        const std::uint32_t bundle = s.m.onlyCore().nextBundle();
        s.to(clock + 1);
        const std::string at = " at clock " + std::to_string(clock);
        if (s.m.clock() != clock + 1) return "one clock is not one clock" + at;
        if ((s.m.issuedBundles() == issued) != waiting.has_value())
            return "a stall without a reason, or a reason without" + at;
        if (waiting && (waiting->bundle != bundle || waiting->until <= clock))
            return "the reason of a stall is wrong" + at;
    }
    return s.m.store().hash() == hash ? "" : "clock by clock the end is another";
}

// The strict mode does the same, or stops exactly where the interlocked one would
// begin to stall for a hazard.
std::string strictAgrees(LawSubject& s, const program::Program& program, const Config& config,
                         MachineOptions options, const machine::Stop& stop, std::uint64_t hash) {
    options.hazards = HazardMode::Strict;
    const auto strict = test::machineWith(program, config, options);
    const machine::Stop other = strict->run({stop.clock, kForever, nullptr});
    if (!other.fault || other.fault->kind != machine::FaultKind::Hazard)
        return other.clock == stop.clock && strict->store().hash() == hash
                   ? ""
                   : "strict without a hazard differs";
    s.again();
    s.to(other.clock);
    if (s.m.store().hash() != strict->store().hash()) return "up to the hazard the modes differ";
    return s.m.onlyCore().waiting() ? "" : "a hazard where the interlocked mode does not wait";
}

// With chains of bundles as one step the same comes out as without them.
std::string fusingDoesNotShow(const program::Program& program, const Config& config, MachineOptions options,
                              const machine::Stop& stop, std::uint64_t hash) {
    options.fuse = !options.fuse;
    const auto other = test::machineWith(program, config, options);
    const machine::Stop end = other->run({kMostLawClocks, kForever, nullptr});
    if (end.kind != stop.kind || end.clock != stop.clock || end.fault != stop.fault)
        return "with chains the end is another than without";
    return other->store().hash() == hash ? "" : "with chains the state is another than without";
}

std::string bitsComeBack(const program::Program& program) {
    for (const isa::Bits& bits : program.bundles) {
        isa::Bundle bundle;
        isa::Bits again;
        if (isa::decode(kIsa, bits, bundle) || isa::encode(kIsa, bundle, again) || !(again == bits))
            return "other bits come back";
    }
    return {};
}

// All slots filled, predicates, constants of 32 bits, constants that two instructions share.
void noteBundle(const isa::Bundle& bundle) {
    Coverage& c = coverage();
    bool predicated = false, pair = false, shared = false;
    std::set<std::uint32_t> constants;
    for (const isa::SlotInsn& insn : bundle) {
        c.issued.insert(insn.op);
        predicated |= insn.predicate != kIsa.predicateAlways;
        for (const isa::Value& v : insn.operands) {
            if (v.kind != isa::Value::Kind::Number || v.value < 23 || v.value == 0xffffffff) continue;
            pair |= v.value > 0xffff && (v.value & 0xffff) != 0;
            shared |= !constants.insert(v.value).second;
        }
    }
    c.full += bundle.count == kMiscSlot + 1; // the last one
    c.predicated += predicated;
    c.pairs += pair;
    c.shared += shared;
}

void note(const machine::Machine& m, const machine::Stop& stop) {
    Coverage& c = coverage();
    const std::vector<std::uint64_t> counts = m.onlyCore().bundleCounts();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        isa::Bundle bundle;
        if (counts[i] == 0 || isa::decode(kIsa, m.onlyCore().program().bundles[i], bundle)) continue;
        noteBundle(bundle);
    }
    for (const machine::StallCount& s : m.onlyCore().stalls()) c.stalls[std::string(s.rule)] += s.clocks;
    if (stop.fault) ++c.faults[std::string(machine::nameOf(stop.fault->kind))];
    c.halted += stop.kind == StopKind::Halted;
    c.chains += dynamic_cast<const training::Core&>(m.onlyCore()).chainsTaken();
}

// All laws for one program. Where it faults, the law of faults; then it is repaired and goes further.
std::string lawsOf(std::uint64_t seed) {
    isa::Random random(seed * 77);
    const Config config = seed % 3 == 0 ? test::eightLanes() : test::teachingMachine();
    // The laws hold with chains of bundles as one step, and bundle by bundle.
    const MachineOptions options{.uninit = seed % 2 == 0 ? UninitMode::Zero : UninitMode::Fault,
                                 .fuse = seed / 4 % 2 == 0};
    program::Program program = test::randomProgram(config, seed, {.slotPercent = seed % 4 == 1 ? 95u : 45u});
    for (int i = 0; i <= kRepairs; ++i) {
        const auto machine = test::machineWith(program, config, options);
        LawSubject s(*machine);
        const machine::Stop stop = s.to(kMostLawClocks);
        const std::uint64_t hash = machine->store().hash();
        note(*machine, stop);
        if (std::string wrong = clocksAddUp(*machine); !wrong.empty()) return wrong;
        if (stop.fault) {
            if (std::string wrong = faultsArePrecise(s, stop, options.uninit == UninitMode::Zero);
                !wrong.empty())
                return wrong;
            if (i < kRepairs) {
                test::repair(program, *stop.fault);
                continue;
            }
        }
        if (std::string wrong = cutsDoNotShow(s, stop.clock, hash, random); !wrong.empty()) return wrong;
        if (std::string wrong = triggersHoldInWaits(s, stop.clock, random); !wrong.empty()) return wrong;
        if (seed % 10 == 0)
            if (std::string wrong = everyClockIsOneThing(s, stop.clock, hash); !wrong.empty()) return wrong;
        if (std::string wrong = fusingDoesNotShow(program, config, options, stop, hash); !wrong.empty())
            return wrong;
        if (std::string wrong = strictAgrees(s, program, config, options, stop, hash); !wrong.empty())
            return wrong;
        return bitsComeBack(program);
    }
    return {};
}

} // namespace

// What must hold for every program, asked of random ones.
class TestLaws : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void randomPrograms_data();
    void randomPrograms();
    void theProgramsUseEverything();
    void withoutHazardsStrictIsInterlocked();
    void clocksOfTheExamplesAddUp_data();
    void clocksOfTheExamplesAddUp();
};

void TestLaws::randomPrograms_data() {
    QTest::addColumn<quint64>("first");
    for (std::uint64_t part = 0; part < kParts; ++part)
        QTest::newRow(std::to_string(part * kPrograms / kParts).c_str())
            << quint64(part * kPrograms / kParts);
}

void TestLaws::randomPrograms() {
    QFETCH(quint64, first);
    for (std::uint64_t seed = first; seed < first + kPrograms / kParts; ++seed) {
        const std::string wrong = lawsOf(seed);
        QVERIFY2(wrong.empty(), ("program " + std::to_string(seed) + ": " + wrong).c_str());
    }
}

// After the programs above: every row was issued, every rule has held a bundle up, runs were cut in stalls.
void TestLaws::theProgramsUseEverything() {
    const Coverage& c = coverage();
    std::string missing;
    for (std::size_t i = 0; i < kIsa.insns.size(); ++i)
        if (!c.issued.contains(static_cast<isa::OpId>(i)) && kIsa.insns[i].name != "dma.remote" &&
            kIsa.insns[i].name != "rdcore") // for several cores
            missing += std::string(kIsa.insns[i].name) + " ";
    for (const auto& [rule, clocks] : c.stalls)
        if (clocks == 0) missing += "'" + rule + "' ";
    for (const char* kind :
         {"undefined", "unimplemented", "out of range", "deadlock", "race", "uninitialised", "flag overflow"})
        if (!c.faults.contains(kind)) missing += std::string(kind) + " ";
    QVERIFY2(missing.empty(), missing.c_str());
    QVERIFY(c.halted > kPrograms / 4);
    qInfo("issued bundles with all slots %d, predicates %d, constants of 32 bits %d, shared constants %d",
          int(c.full), int(c.predicated), int(c.pairs), int(c.shared));
    QVERIFY(c.full > kPrograms / 10 && c.predicated > kPrograms && c.pairs > kPrograms &&
            c.shared > kPrograms / 10);
    qInfo("chains taken as one step %llu", static_cast<unsigned long long>(c.chains));
    QVERIFY(c.chains > kPrograms);
    QVERIFY(c.cutsInStalls > c.cuts / 20 && c.stopsInWaits > kPrograms / 20);
}

// Straight programs with enough empty bundles in between for nothing to be early:
// the same clocks in both modes.
void TestLaws::withoutHazardsStrictIsInterlocked() {
    const Config config = test::teachingMachine();
    std::uint64_t whole = 0;
    for (std::uint64_t seed = 0; seed < kPrograms / 20; ++seed) {
        program::Program program =
            test::randomProgram(config, seed, {.bundles = 8, .straight = true, .emptyAfterEach = 20});
        for (int i = 0; i <= kRepairs; ++i) {
            const auto strict = test::machineWith(program, config, {.hazards = HazardMode::Strict});
            const auto interlocked = test::machineWith(program, config, {});
            const machine::Stop a = strict->run({}), b = interlocked->run({});
            QVERIFY(!a.fault || a.fault->kind != machine::FaultKind::Hazard);
            QVERIFY(a.clock == b.clock && a.fault == b.fault);
            QCOMPARE(strict->store().hash(), interlocked->store().hash());
            whole += a.kind == StopKind::Halted;
            if (!a.fault) break;
            test::repair(program, *a.fault);
        }
    }
    QVERIFY(whole > kPrograms / 40);
}

void TestLaws::clocksOfTheExamplesAddUp_data() {
    QTest::addColumn<QString>("path");
    int programs = 0;
    QDirIterator files(LW_ROOT "/examples/training", {"*.lw"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly)) continue;
        const QByteArray text = file.readAll();
        if (!text.contains("\n.chip ")) continue; // a part of others
        if (text.contains("pair.json")) continue; // for several cores
        QTest::newRow(qPrintable(file.fileName().section('/', -2))) << file.fileName();
        ++programs;
    }
    QVERIFY(programs >= 12);
}

// To their ends or, where an example shows a fault or wants its inputs from outside, to the fault.
void TestLaws::clocksOfTheExamplesAddUp() {
    QFETCH(QString, path);
    source::DiskLoader loader;
    source::Files files(loader);
    const auto file = files.open(path.toStdString());
    QVERIFY(file);
    const auto assembly = assembler::assemble(files, *file, {test::catalogTarget, {}, {}, {}});
    QVERIFY2(assembly.program, source::render(assembly.diagnostics, files).c_str());
    const auto m = test::machineWith(*assembly.program, *builtInConfig(assembly.program->machine), {});
    const machine::Stop stop = m->run({});
    QVERIFY(stop.kind == StopKind::Halted || stop.fault);
    QVERIFY(m->issuedBundles() > 0);
    QCOMPARE(QString::fromStdString(clocksAddUp(*m)), QString());
}

int tst_laws(int argc, char** argv) { return lw::tests::run<TestLaws>(argc, argv); }
#include "tst_laws.moc"
