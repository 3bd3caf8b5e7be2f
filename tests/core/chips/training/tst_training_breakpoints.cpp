// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/training.h"
#include "tests/support/assemble.h"
#include "tests/support/breakpoint_laws.h"
#include "tests/support/random_programs.h"
#include "tests/support/run_test.h"

#include <QFile>
#include <QTest>

using namespace lw;

namespace {

// Rounds of a load, a reduction, a sum that is not a number, a store and a transfer back, each with its
// waits.
constexpr const char* kRounds = R"(
.chip training, "training-small"
.include "dma.lw"
.equ PART, SUBLANES * GRANULES_PER_ROW
.equ ROUNDS, 6
.tensor far, f32, [SUBLANES, LANES], hbm = 1.5
.tensor near, f32, [SUBLANES, LANES], vmem
.data smem
count:  .word 0
come:   descriptor granule(far), granule(near), 0, PART, 1, 1
go:     descriptor granule(near), granule(far), 1, PART, 1, 1
.text
        { s0: movi r0, 0 ; s1: movi r5, 0 }
        { s0: dma.h2v [r0+come] }
        { s0: sync.wait f0, PART }
loop:   { vld: v1, [near] ; s0: add r5, r5, PART }
        { push: red.sum v1 ; s0: st [r0+count], r5 }
        { pop: rpu v2 }
        { v0: fadd v3, v2, inf ; s0: ld r6, [r0+count] }
        { v0: fsub v4, v3, v3 }
        { vst: [near], v1 }
        { s0: dma.v2h [r0+go] }
        { s0: sync.wait f1, r5 }
        { s0: cmp.lt p1, r6, ROUNDS * PART }
        { s0: @p1 br loop }
        { s0: halt }
)";

std::unique_ptr<machine::Machine> machineOfRounds() {
    test::Source source;
    QFile transfers(QStringLiteral(LW_ROOT "/examples/training/kernels/dma.lw"));
    if (!transfers.open(QIODevice::ReadOnly)) qFatal("the macros of transfers are missing");
    source.loader.set("dma.lw", transfers.readAll().toStdString());
    const auto assembly = source.assemble(kRounds);
    if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
    return test::machineWith(*assembly.program, *training::builtInConfig(assembly.program->machine), {});
}

} // namespace

// Every kind of breakpoint that this chip has, from every clock, also inside of waits, and both ways.
class TestTrainingBreakpoints : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyMoveStopsWhereARunDoes_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"loop",
                                 "5",
                                 "bundle 3 + 2",
                                 "*.5",
                                 "loop hit 3",
                                 "5 if clock > 200",
                                 "when clock % 64 < 9",
                                 "when r5 % 3 == 0",
                                 "when clock % 64 < 9 hit 3",
                                 "write vmem 0 64",
                                 "write vmem 0 64 hit 2",
                                 "write smem 0 64",
                                 "read vmem 0 64 if clock % 3 != 0",
                                 "read smem 0 64 hit 2",
                                 "dma hbm 0 1024",
                                 "dma vmem 0 1024",
                                 "dma hbm 0 1024 hit 4",
                                 "flag f1 >= 1",
                                 "flag f1 >= 5",
                                 "pop rpu",
                                 "pop rpu hit 3",
                                 "nan valu",
                                 "nan valu hit 2"})
            QTest::newRow(text) << text;
    }
    void everyMoveStopsWhereARunDoes() {
        QFETCH(const QString, text);
        std::mt19937_64 random(17);
        test::BreakpointCounts counts;
        const std::string wrong =
            test::brokenByBreakpoint(machineOfRounds, text.toStdString(), random, counts);
        QVERIFY2(wrong.empty(), wrong.c_str());
        QVERIFY(counts.stops > 0);
        m_inWaits += counts.inWaits;
    }
    void movesBeganInWaits() { QVERIFY(m_inWaits > 20); }

  private:
    std::size_t m_inWaits = 0;
};

int tst_training_breakpoints(int argc, char** argv) {
    return lw::tests::run<TestTrainingBreakpoints>(argc, argv);
}
#include "tst_training_breakpoints.moc"
