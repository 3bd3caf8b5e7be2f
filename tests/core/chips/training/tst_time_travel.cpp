// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/chips/training/matrix_kernel.h"
#include "core/isa/encode.h"
#include "core/machine/timeline.h"
#include "tests/support/assemble.h"
#include "tests/support/random_programs.h"
#include "tests/support/run_test.h"
#include "tests/support/spacing.h"

#include <QTest>

#include <map>
#include <set>
#include <utility>

using namespace lw;
using namespace lw::training;
using machine::kForever;
using machine::StopKind;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kPrograms = 6;
#else
constexpr std::uint64_t kPrograms = 40;
#endif
constexpr std::uint64_t kMostClocks = 600;

// Mostly small ones; at full width a register, a row and a result have a page each.
Config configOf(std::uint64_t seed) {
    if (seed % 5 == 4) return *builtInConfig("training");
    return seed % 2 == 0 ? test::eightLanes() : test::teachingMachine();
}

// A run without a timeline and without chains of bundles as one step: clock and hash of the position after
// each number of bundles, and at every clock.
struct Straight {
    std::vector<std::uint64_t> clockAfter, hashAfter, hashAt;
    machine::Stop last;
};

Straight straightRun(const program::Program& program, const Config& config, MachineOptions options) {
    Straight out;
    options.fuse = false;
    const auto m = test::machineWith(program, config, options);
    (void)m->store().save(); // so that a hash looks at few pages
    do {
        out.clockAfter.push_back(m->clock());
        out.hashAfter.push_back(m->store().hash());
        out.last = m->run({kMostClocks, 1, nullptr});
    } while (out.last.kind == StopKind::Limit && m->clock() < kMostClocks);
    if (m->issuedBundles() == out.clockAfter.size()) {
        out.clockAfter.push_back(m->clock());
        out.hashAfter.push_back(m->store().hash());
    }
    const auto n = test::machineWith(program, config, options);
    (void)n->store().save();
    while (n->clock() < m->clock()) {
        out.hashAt.push_back(n->store().hash());
        n->run({n->clock() + 1, kForever, nullptr});
    }
    out.hashAt.push_back(n->store().hash());
    return out;
}

// After every bundle: back some bundles, to some clock, and here again; always as the straight run was there.
std::string goesBackAndForth(machine::Timeline& t, const Straight& straight, isa::Random& random) {
    const auto hash = [&] { return t.machine().store().hash(); };
    for (std::size_t n = 0; n < straight.clockAfter.size(); ++n) {
        const std::string after = " after " + std::to_string(n) + " bundles";
        if (n != 0) t.run({kMostClocks, 1, nullptr});
        if (t.clock() != straight.clockAfter[n] || hash() != straight.hashAfter[n])
            return "a step ends elsewhere" + after;
        const std::uint64_t back = random.below(static_cast<std::uint32_t>(std::min<std::size_t>(n, 12)) + 1);
        t.stepBack(back, {});
        if (hash() != straight.hashAfter[n - back]) return std::to_string(back) + " steps back" + after;
        const std::uint64_t clock = random.next() % (straight.clockAfter[n] + 1);
        t.seek(clock);
        if (t.clock() != clock || hash() != straight.hashAt[clock])
            return "seek to clock " + std::to_string(clock) + after;
        t.seekBundles(n, {});
        if (hash() != straight.hashAfter[n]) return "the way back here is another" + after;
    }
    return {};
}

// The end, reached again: the same fault or halt, and one step back from it.
std::string endsTheSame(machine::Timeline& t, const Straight& straight) {
    const machine::Stop stop = t.run({kMostClocks, kForever, nullptr});
    if (stop.kind != straight.last.kind || stop.clock != straight.last.clock ||
        stop.fault != straight.last.fault)
        return "another end";
    if (t.machine().store().hash() != straight.hashAt.back()) return "another state at the end";
    t.stepBack(1, {});
    const machine::Stop again = t.run({kMostClocks, kForever, nullptr});
    return again.fault == straight.last.fault && t.machine().store().hash() == straight.hashAt.back()
               ? ""
               : "another end after a step back";
}

// A cell to edit by hand: where, and the word. Registers, flags, memories, the random generator's state.
machine::Edit someEdit(const machine::Machine& m, std::uint64_t clock, isa::Random& random) {
    static const char* const paths[] = {"scalar/registers", "vector/registers", "sync/flags",  "memory/smem",
                                        "memory/vmem",      "rng/draw",         "rpu/rotation"};
    machine::Edit edit;
    edit.clock = clock;
    edit.node = m.tree().find(paths[random.below(7)]);
    const std::uint64_t count = machine::countOf(m.tree().at(edit.node));
    edit.first = random.next() % std::min<std::uint64_t>(count, 64);
    const std::uint32_t word = random.below(4);
    const auto bytes = std::as_bytes(std::span(&word, 1));
    edit.bytes.assign(bytes.begin(), bytes.end());
    return edit;
}

// An edit in the past: what follows is what follows in a machine that was edited there on its first way.
std::string editsBelongToTheHistory(machine::Timeline& t, const program::Program& program,
                                    const Config& config, const MachineOptions& options,
                                    isa::Random& random) {
    const auto other = test::machineWith(program, config, options);
    const std::uint64_t clock = random.next() % (t.clock() + 1);
    const machine::Edit edit = someEdit(*other, clock, random);
    t.seek(clock);
    if (!t.edit(edit)) return "an edit is refused";
    other->run({clock, kForever, nullptr});
    other->poke(edit.node, edit.first, edit.bytes);
    if (t.machine().store().hash() != other->store().hash()) return "an edit does something else";
    const machine::Stop a = t.run({kMostClocks, kForever, nullptr}),
                        b = other->run({kMostClocks, kForever, nullptr});
    if (a.clock != b.clock || a.fault != b.fault || t.machine().store().hash() != other->store().hash())
        return "after an edit the end is another";
    const std::uint64_t end = t.clock(), hash = other->store().hash();
    t.seek(clock / 2);
    t.seek(end);
    return t.machine().store().hash() == hash ? "" : "a replay forgets an edit";
}

} // namespace

// Going back is going forth again: with every kernel of this host, in every DMA mode, with programs that use
// all units, every position of the history has the state of a straight run.
class TestTimeTravel : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void historiesHold_data();
    void historiesHold();
    void theProgramsUseAllUnits();
    void aSquareIsTransposedInManyPages();

  private:
    std::set<isa::UnitId> m_units;
    std::map<std::pair<int, std::uint64_t>, std::uint64_t> m_ends; // by mode and program
};

void TestTimeTravel::historiesHold_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<int>("mode");
    for (const MatrixKernel& kernel : matrixKernels())
        for (const char* mode : {"timed", "eager", "late", "shuffled"}) {
            const std::string name = std::string(kernel.name) + " " + mode;
            const int number = mode[0] == 't' ? 0 : mode[0] == 'e' ? 1 : mode[0] == 'l' ? 2 : 3;
            QTest::newRow(name.c_str())
                << QString::fromUtf8(kernel.name.data(), qsizetype(kernel.name.size())) << number;
        }
}

void TestTimeTravel::historiesHold() {
    QFETCH(QString, kernel);
    QFETCH(int, mode);
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
        const Config config = configOf(seed);
        isa::Random random(seed);
        // Every second program still faults somewhere.
        const program::Program program = test::runningProgram(
            config, 4000 + seed, kMostClocks, seed % 4 < 2 ? 60 : 10, {.bundles = 40, .slotPercent = 60});
        const MachineOptions options{
            .dma = static_cast<DmaMode>(mode), .seed = seed, .kernel = kernel.toStdString()};
        const Straight straight = straightRun(program, config, options);
        const std::uint64_t end = m_ends.try_emplace({mode, seed}, straight.hashAt.back()).first->second;
        QCOMPARE(straight.hashAt.back(), end); // whatever the kernel
        const auto m = test::machineWith(program, config, options);
        machine::Timeline timeline(*m, machine::everyFew(16 + random.below(40)));
        std::string wrong = goesBackAndForth(timeline, straight, random);
        if (wrong.empty()) wrong = endsTheSame(timeline, straight);
        const std::vector<machine::UnitCount> units = m->onlyCore().unitCounts();
        for (isa::UnitId unit{}; index(unit) < units.size(); ++unit)
            if (units[index(unit)].instructions != 0) m_units.insert(unit);
        if (wrong.empty()) wrong = editsBelongToTheHistory(timeline, program, config, options, random);
        QVERIFY2(wrong.empty(), ("program " + std::to_string(seed) + ": " + wrong).c_str());
    }
}

void TestTimeTravel::theProgramsUseAllUnits() { QCOMPARE(m_units.size(), kIsa.units.size()); }

// The last row of a square writes the results of all rows, each on a page of its own: snapshots between
// the rows miss what is written but not marked. Random programs seldom push 16 rows.
void TestTimeTravel::aSquareIsTransposedInManyPages() {
    const Config config = *builtInConfig("training");
    const std::uint32_t rows = config.lanes / config.sublanes;
    std::string text = ".chip training, \"training\"\n{ v0: iota.lane v1 }\n";
    for (std::uint32_t i = 0; i < rows; ++i) text += "{ push: xpose v1 ; v0: fadd v1, v1, 1.0 }\n";
    for (std::uint32_t i = 0; i < rows; ++i) text += "{ pop: xpose v2 }\n";
    test::Source source;
    const assembler::Assembly assembly = source.assemble(text + "halt\n");
    QVERIFY2(assembly.program, source.rendered(assembly).c_str());
    const Straight straight = straightRun(*assembly.program, config, {});
    QCOMPARE(straight.last.kind, StopKind::Halted);
    const auto m = test::machineWith(*assembly.program, config, {});
    machine::Timeline timeline(*m, machine::everyFew(1));
    isa::Random random(1);
    const std::string wrong = goesBackAndForth(timeline, straight, random);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

int tst_time_travel(int argc, char** argv) { return lw::tests::run<TestTimeTravel>(argc, argv); }
#include "tst_time_travel.moc"
