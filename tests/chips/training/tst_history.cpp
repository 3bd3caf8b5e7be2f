// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/training.h"
#include "core/machine/session.h"
#include "tests/support/assemble.h"
#include "tests/support/spacing.h"

#include <QtTest>

#include <map>
#include <random>

using namespace lw;
using namespace lw::machine;
using namespace lw::training;

namespace {

// All units in a loop: transfers both ways, matrix, transpose, unary, permute, random numbers, masks, calls,
// trace.
constexpr const char* kProgram = R"(
.tensor IN, f32, [16, 4], hbm = 1.5
.tensor OUT, f32, [16, 4], hbm = 0
.tensor X, f32, [16, 4], vmem = 0.25
.data smem, 0
.word granule(IN), X * GRANULES_PER_ROW, 0, 16, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
.word X * GRANULES_PER_ROW, granule(OUT), 1, 16, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
.space 16, 0
.text
         { s0: li r0, 0 ; s1: li r1, 0 ; misc: rng.key 0, 77 }
         { s0: li r10, 3 ; s1: li r12, 0 ; misc: rng.key 1, 78 }
         rng.counter 0
loop:    { s0: add r1, r1, 1 ; v0: iota.lane v9 }
fetch:   dma.h2v [r0+0]
         sync.wait f0, 16
         sync.set f0, 0
         vld v1, [r0+X], stride=1
         vld v2, [r0+X+2], stride=1
         fmul v3, v1, v2
         rng v4
         and v4, v4, bits(0x3f7fffff)
         or v4, v4, bits(0x3f000000)
         fadd v3, v3, v4
         eup.exp v4
         { pop: eup v5 }
         mxu.w v1
         mxu.w v2
         mxu.latch
         mxu.x v3
popM:    { pop: mxu v6 }
         { push: xpose v3 }
         { push: xpose v6 }
         { pop: xpose v7 }
         { pop: xpose v8 }
         setperm v9
         { push: redperm.sum v8 }
         { pop: rpu v8 }
put6:    vst [r0+X], v6, stride=1
put5:    vst [r0+X+2], v5, stride=1, mask=1
storeA:  st [r1+40], r1
storeB:  st [r0+39], r10
callIt:  call r31, sub
back:    dma.v2h [r0+15]
         sync.wait f1, 16
clear1:  sync.set f1, 0
         cmp.lt p1, r1, 12
         @p1 br loop
         halt
sub:     add r12, r12, r1
         trace 1, r12
         ret r31
)";
} // namespace

class TestHistory : public QObject {
    Q_OBJECT

    static std::unique_ptr<Machine> created(DmaMode dma) {
        test::Source source;
        const auto assembly = source.teach(kProgram);
        if (assembly.diagnostics.hasErrors() || !assembly.program) {
            qWarning("%s", source.rendered(assembly).c_str());
            std::exit(1);
        }
        MachineOptions options;
        options.dma = dma;
        options.seed = 5;
        auto machine = createMachine(*assembly.program, *builtInConfig("training-teaching"), options);
        if (!machine) qFatal("%s", textOf(machine.problem()).c_str());
        return *std::move(machine);
    }

  private slots:
    void jumpsFindTheStraightRun_data() {
        QTest::addColumn<int>("dma");
        QTest::newRow("timed") << int(DmaMode::Timed);
        QTest::newRow("eager") << int(DmaMode::Eager);
        QTest::newRow("late") << int(DmaMode::Late);
        QTest::newRow("shuffled") << int(DmaMode::Shuffled);
    }
    void jumpsFindTheStraightRun() {
        QFETCH(int, dma);
        std::map<std::uint64_t, std::uint64_t> hashAt;
        std::vector<std::uint64_t> clockAfter;
        const auto straight = created(DmaMode(dma));
        for (;;) {
            hashAt[straight->clock()] = straight->store().hash();
            clockAfter.push_back(straight->clock());
            const Stop stop = straight->run({.bundles = 1});
            if (stop.fault) QFAIL(stop.fault->text.c_str());
            if (stop.kind != StopKind::Limit) break;
        }
        const std::uint64_t end = straight->clock(), endHash = straight->store().hash();
        QVERIFY(end > 500);

        const auto machine = created(DmaMode(dma));
        Timeline timeline(*machine, everyFew(40));
        std::mt19937 random(3);
        for (int i = 0; i < 600; ++i) {
            switch (random() % 4) {
            case 0: (void)timeline.seek(random() % end); break;
            case 1: (void)timeline.seekBundles(random() % clockAfter.size()); break;
            case 2: (void)timeline.stepBack(1 + random() % 3); break;
            case 3: (void)timeline.run({.bundles = random() % 30}); break;
            }
            const auto bundles = machine->issuedBundles();
            const auto at = hashAt.find(machine->clock());
            if (at != hashAt.end() && !machine->halted()) {
                if (machine->store().hash() != at->second)
                    QFAIL(qPrintable(QString("another state at clock %1, bundle %2, after jump %3")
                                         .arg(machine->clock())
                                         .arg(bundles)
                                         .arg(i)));
            }
        }
        QVERIFY(timeline.run({}).kind == StopKind::Halted);
        QCOMPARE(machine->clock(), end);
        QCOMPARE(machine->store().hash(), endHash);
    }

    void writersAreNamed() {
        Session session(created(DmaMode::Timed), everyFew(64));
        QVERIFY(session.perform(Run{}));
        const auto told = [&](const char* what) {
            auto writer = session.whoWrote(what);
            if (!writer) return textOf(writer.problem());
            const std::string text = textOf(**writer, session.machine().program());
            return text.substr(0, text.find(" at clock"));
        };
        const auto isSaid = [&](const char* what, const char* words) {
            const std::string text = told(what);
            const bool same = text.find(words) != std::string::npos;
            if (!same) qWarning("%s: %s", what, text.c_str());
            return same;
        };
        QVERIFY(isSaid("smem[52]", "(storeA)"));
        QVERIFY(isSaid("smem[39]", "(storeB)"));
        QVERIFY(isSaid("X[0,1]", "(put6)"));
        QVERIFY(isSaid("X[2,1]", "(put5)"));
        QVERIFY(isSaid("X[3,0]", "a transfer started by bundle 4 (fetch), landed"));
        QVERIFY(isSaid("OUT[5,2]", "(back), landed"));
        QVERIFY(isSaid("IN[5,2]", "it was there when the history began"));
        QVERIFY(isSaid("r12", "(sub)"));
        QVERIFY(isSaid("r31", "(callIt)"));
        QVERIFY(isSaid("v6[1][2]", "(popM)"));
        QVERIFY(isSaid("f1", "(clear1)"));
        QVERIFY(isSaid("smem[3]", "it was there when the history began"));
        QVERIFY(isSaid("vmem[60][0]", "nothing wrote it"));
        QVERIFY(session.perform(StepBack{4})); // in front of clear1: the flag is what the transfers made it
        QVERIFY(isSaid("f1", "(back), landed"));
    }

    void breakpointsStopTheChip() {
        Session session(created(DmaMode::Timed), everyFew(64));
        const auto hits = [&](const char* text) {
            auto parsed = parseBreakpoint(text, session.scope());
            if (!parsed) qFatal("%s", textOf(parsed.problem()).c_str());
            SetBreakpoints set;
            set.list.push_back(*std::move(parsed));
            (void)session.perform(std::move(set));
            (void)session.perform(Seek{0});
            std::vector<std::uint64_t> clocks;
            for (;;) {
                const Report report = *session.perform(Run{});
                if (report.stop.kind != StopKind::Triggered) break;
                clocks.push_back(report.stop.clock);
            }
            for (std::size_t i = clocks.size(); i-- > 0;)
                if (const auto at = session.perform(RunBack{})->stop.clock; at != clocks[i]) {
                    qWarning("%s: back to %d, not to %d", text, static_cast<int>(at),
                             static_cast<int>(clocks[i]));
                    return -1;
                }
            return static_cast<int>(clocks.size());
        };
        QCOMPARE(hits("loop"), 12);
        QCOMPARE(hits("loop if r1 > 8"), 3);
        QCOMPARE(hits("when r1 == 7"), 1);
        QCOMPARE(hits("write smem 45 3"), 3);
        QCOMPARE(hits("dma OUT"), 12 * 16);
        QCOMPARE(hits("write OUT"), 12 * 16);
        QCOMPARE(hits("write X"), 12 * 16 + 2 * 12);
        QCOMPARE(hits("read IN"), 12 * 16);
        QCOMPARE(hits("flag f0 >= 16"), 12);
        QCOMPARE(hits("flag f0 >= 5"), 12);
        QCOMPARE(hits("pop mxu"), 12);
    }
};

QTEST_APPLESS_MAIN(TestHistory)
#include "tst_history.moc"
