// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/training.h"
#include "core/machine/session.h"
#include "tests/support/assemble.h"
#include "tests/support/busy_program.h"
#include "tests/support/run_test.h"
#include "tests/support/spacing.h"

#include <QTest>

#include <map>
#include <random>

using namespace lw;
using namespace lw::machine;
using namespace lw::training;

class TestHistory : public QObject {
    Q_OBJECT

    static std::unique_ptr<Machine> created(DmaMode dma) {
        test::Source source;
        const auto assembly = source.teach(test::kBusyProgram);
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

  private Q_SLOTS:
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
        int compared = 0;
        for (int i = 0; i < 600; ++i) {
            switch (random() % 4) {
            case 0: (void)timeline.seek(random() % end); break;
            case 1: (void)timeline.seekBundles(random() % clockAfter.size(), {}); break;
            case 2: (void)timeline.stepBack(1 + random() % 3, {}); break;
            case 3: (void)timeline.run({.bundles = random() % 30}); break;
            }
            const auto bundles = machine->issuedBundles();
            const auto at = hashAt.find(machine->clock());
            if (at != hashAt.end() && !machine->halted()) {
                ++compared;
                if (machine->store().hash() != at->second)
                    QFAIL(qPrintable(QString("another state at clock %1, bundle %2, after jump %3")
                                         .arg(machine->clock())
                                         .arg(bundles)
                                         .arg(i)));
            }
        }
        QVERIFY2(compared > 400, qPrintable(QString::number(compared)));
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
            const std::string text = textOf(**writer, session.machine());
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
        QCOMPARE(hits("read smem 15 15"), 12);
        QCOMPARE(hits("loop hit 5"), 8);
        QCOMPARE(hits("write X hit 200"), 12 * 16 + 2 * 12 - 199);
        QCOMPARE(hits("flag f0 >= 5 hit 12"), 1);
        QCOMPARE(hits("pop eup if r1 == 3"), 1);
    }

    // The first NaN or infinity of every unit that makes floats, forth and back.
    void notANumberStops_data() {
        QTest::addColumn<QByteArray>("unit");
        QTest::addColumn<int>("bundle");
        QTest::newRow("vector ALUs") << QByteArray("valu") << 5;
        QTest::newRow("unary") << QByteArray("eup") << 6;
        QTest::newRow("matrix") << QByteArray("mxu") << 10;
        QTest::newRow("reduction") << QByteArray("rpu") << 12;
    }
    void notANumberStops() {
        QFETCH(QByteArray, unit);
        QFETCH(int, bundle);
        test::Source source;
        const auto assembly = source.teach(R"(
        { v0: iota.lane v1 }
        { v0: bcast v0, 0 }
        { v0: bcast v2, bits(0x7f000000) }
        { v0: fadd v3, v0, v0 }
        { v0: eup.exp v0 }
        { v0: fadd v4, v2, v2 }
        { v0: eup.rcp v0 }
        { push: mxu.w v4 }
        { push: mxu.w v4 }
        { push: mxu.latch }
        { push: mxu.x v0 }
        { push: red.sum v0 }
        { push: red.sum v4 }
        { v0: fmax v5, v4, v4 }
        halt
)");
        QVERIFY2(assembly.program, source.rendered(assembly).c_str());
        auto machine = createMachine(*assembly.program, *builtInConfig("training-teaching"), {});
        QVERIFY(machine);
        Session session(*std::move(machine), everyFew(4));
        auto parsed = parseBreakpoint("nan " + unit.toStdString(), session.scope());
        QVERIFY(parsed);
        SetBreakpoints set;
        set.list.push_back(*std::move(parsed));
        QVERIFY(session.perform(std::move(set)));
        const Report report = *session.perform(Run{});
        QVERIFY(report.stop.kind == StopKind::Triggered);
        QCOMPARE(int(report.hits.at(0).cause.bundle), bundle);
        while (session.perform(Run{})->stop.kind == StopKind::Triggered) {
        }
        QVERIFY(session.machine().halted());
        Report back = *session.perform(RunBack{});
        while (back.stop.clock > report.stop.clock) back = *session.perform(RunBack{});
        QCOMPARE(back.stop.clock, report.stop.clock);
        QCOMPARE(int(back.hits.at(0).cause.bundle), bundle);
    }
};

int tst_history(int argc, char** argv) { return lw::tests::run<TestHistory>(argc, argv); }
#include "tst_history.moc"
