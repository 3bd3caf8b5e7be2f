// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/session.h"
#include "core/program/disassemble.h"
#include "core/project/load_program.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <memory>
#include <string>

using namespace lw;
using namespace lw::machine;

namespace {

project::ProgramAnswer answerFor(const std::string& path, source::Loader& loader) {
    source::Files files(loader);
    project::ProgramRequest request;
    request.path = path;
    return project::loadProgram(request, files);
}

Session twoPortions() {
    source::DiskLoader disk;
    const auto answer = answerFor(LW_ROOT "/examples/nnp/two-portions/program.lw", disk);
    if (!answer.loaded) qFatal("the example does not assemble");
    auto made = answer.loaded->createMachine({});
    if (!made) qFatal("%s", textOf(made.problem()).c_str());
    return Session(*std::move(made));
}

// A matrix from the network to DRAM, from there to the register file, and another one that way at once.
Session throughDram() {
    source::MemoryLoader memory;
    memory.set("p.lw", ".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [8, N], netin = 1\n"
                       "m_rd NetQ, 0\nm_wr Dram, 3\nend_chain\nm_rd Dram, 3\nm_wr MatrixRf, 0\nend_chain\n"
                       "m_rd NetQ, 0\nm_wr MatrixRf, 1\nend_chain\nhalt\n");
    const auto answer = answerFor("p.lw", memory);
    if (!answer.loaded) qFatal("it does not assemble");
    auto made = answer.loaded->createMachine({});
    if (!made) qFatal("%s", textOf(made.problem()).c_str());
    return Session(*std::move(made));
}

std::uint32_t nextAfter(Session& session, Command command) {
    const auto report = session.perform(std::move(command));
    if (!report) qFatal("%s", textOf(report.problem()).c_str());
    return session.machine().onlyCore().nextBundle();
}

// A chain with these instructions between v_rd and v_wr: as it is shown.
std::string shownChain(const std::string& between) {
    source::MemoryLoader memory;
    memory.set("p.lw", ".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin\nv_rd NetQ, 0\n" +
                           between + "v_wr NetQ, 0\nend_chain\nhalt\n.equ LATE, 3\n");
    const auto answer = answerFor("p.lw", memory);
    if (!answer.loaded) qFatal("it does not assemble: %s", between.c_str());
    const program::Disassembler of(answer.loaded->program, *answer.loaded->machine.target.spec);
    std::string out;
    for (std::uint32_t bundle = 1; bundle + 3 < answer.loaded->program.bundles.size(); ++bundle)
        if (!of.append(bundle, out)) qFatal("it cannot be shown");
    return out;
}

} // namespace

// What a person does with a processor under the debugger.
class TestProcessorDebug : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Chains of the example are at 1 to 3, 6 to 8, 9 to 11, 13 to 16, 17 to 22 and so on.
    void chainsAreSteppedOver() {
        Session session = twoPortions();
        QCOMPARE(nextAfter(session, StepOver{}), 1U); // s_wr
        QCOMPARE(nextAfter(session, StepOver{}), 4U); // matrices
        (void)nextAfter(session, SeekBundle{17});
        QCOMPARE(nextAfter(session, StepOver{}), 23U);
        QCOMPARE(nextAfter(session, StepOverBack{}), 17U);
        QCOMPARE(nextAfter(session, StepOverBack{}), 13U);
        QCOMPARE(nextAfter(session, StepOverBack{}), 12U); // s_wr
        // From inside of one to its end, and back to its beginning.
        (void)nextAfter(session, SeekBundle{19});
        QCOMPARE(nextAfter(session, StepOver{}), 23U);
        (void)nextAfter(session, SeekBundle{19});
        QCOMPARE(nextAfter(session, StepOverBack{}), 17U);
        (void)nextAfter(session, SeekBundle{19});
        QCOMPARE(nextAfter(session, StepOut{}), 23U);
        (void)nextAfter(session, SeekBundle{0});
        QCOMPARE(nextAfter(session, StepOverBack{}), 0U);
    }
    void breakpointsHoldInAChain() {
        Session session = twoPortions();
        session.breakpoints().set({*parseBreakpoint("19", session.scope())});
        (void)nextAfter(session, SeekBundle{17});
        QCOMPARE(nextAfter(session, StepOver{}), 19U);
    }

    // Behind the instruction that writes or reads a vector; of the whole file, or of one of its vectors.
    void registerFilesAreWatched_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<quint32>("next");
        QTest::newRow("any vector") << "write AddSubVrf0" << 16U;
        QTest::newRow("one vector") << "write AddSubVrf0 1" << 26U;
        QTest::newRow("several") << "write AddSubVrf0 1 3" << 26U;
        QTest::newRow("operand") << "read AddSubVrf1" << 21U;
        QTest::newRow("second operand") << "read AddSubVrf1 1" << 31U;
        QTest::newRow("begin of a chain") << "read InitialVrf 1" << 18U;
        QTest::newRow("matrices") << "write MatrixRf 3" << 3U;
        QTest::newRow("product") << "read MatrixRf 2" << 25U;
        QTest::newRow("never") << "write MultiplyVrf" << 33U; // it halts
    }
    void registerFilesAreWatched() {
        QFETCH(const QString, text);
        QFETCH(const quint32, next);
        Session session = twoPortions();
        auto breakpoint = parseBreakpoint(text.toStdString(), session.scope());
        QVERIFY(breakpoint);
        session.breakpoints().set({*std::move(breakpoint)});
        const std::uint32_t stopped = nextAfter(session, Run{});
        QCOMPARE(session.machine().halted() ? 33U : stopped, next);
    }
    void whatIsNoVectorIsRefused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::newRow("beyond") << "write AddSubVrf0 100000"
                                << "E822";
        QTest::newRow("no count") << "write AddSubVrf0 0 0"
                                  << "E822";
        QTest::newRow("not a file") << "write chain"
                                    << "E802"; // instructions do not name it
        QTest::newRow("not on this machine") << "write AddSubVrf2"
                                             << "E802";
        QTest::newRow("nothing lands in files") << "dma AddSubVrf0"
                                                << "E837";
        QTest::newRow("nor in memories") << "dma vdram 0 4"
                                         << "E837";
    }
    void whatIsNoVectorIsRefused() {
        QFETCH(const QString, text);
        QFETCH(const QString, code);
        Session session = twoPortions();
        const auto breakpoint = parseBreakpoint(text.toStdString(), session.scope());
        QVERIFY(!breakpoint);
        QCOMPARE(QString::fromLatin1(breakpoint.problem().message->code), code);
    }

    // By name and numbers, as vectors are named in the firmware.
    void whoWroteAVector() {
        Session session = twoPortions();
        (void)nextAfter(session, Run{});
        const auto writer = session.whoWrote("AddSubVrf0[1][2]");
        QVERIFY(writer && *writer);
        QCOMPARE((*writer)->bundle.bundle, 25U);
        const auto first = session.whoWrote("AddSubVrf1[0, 1]");
        QVERIFY(first && *first && (*first)->bundle.bundle == 7U);
        QVERIFY(!session.whoWrote("AddSubVrf0")); // that is a number, 3
    }

    // Matrices on their way through DRAM: breakpoints, and the last writer.
    void matricesThroughDram() {
        Session session = throughDram();
        session.breakpoints().set({*parseBreakpoint("write mdram 96 32", session.scope())});
        QCOMPARE(nextAfter(session, Run{}), 2U); // matrix 3
        session.breakpoints().set({*parseBreakpoint("read mdram 96 32", session.scope())});
        QCOMPARE(nextAfter(session, Run{}), 4U);
        session.breakpoints().set({*parseBreakpoint("read netin 32", session.scope())});
        (void)nextAfter(session, SeekBundle{0});
        QCOMPARE(nextAfter(session, Run{}), 7U); // the fifth vector
        session.breakpoints().set({});
        (void)nextAfter(session, Run{});
        const auto writer = session.whoWrote("mdram[100]");
        QVERIFY(writer && *writer);
        QCOMPARE((*writer)->bundle.bundle, 1U);
    }

    // Without a number it is that of the MFU in which it stands.
    void anOperandByItsPlace() {
        QCOMPARE(shownChain("vv_add AddSubVrf, 0\nvv_max AddSubVrf, LATE\n"),
                 std::string("{ i: vv_add AddSubVrf0, 0 }{ i: vv_max AddSubVrf1, 3 }"));
        QCOMPARE(shownChain("vv_add AddSubVrf, LATE\nv_relu\nvv_add AddSubVrf, 0\n"),
                 std::string("{ i: vv_add AddSubVrf0, 3 }{ i: v_relu }{ i: vv_add AddSubVrf1, 0 }"));
        QCOMPARE(shownChain("v_relu\nv_tanh\nvv_add AddSubVrf, 0\n"), // the second MFU has begun
                 std::string("{ i: v_relu }{ i: v_tanh }{ i: vv_add AddSubVrf1, 0 }"));
        QCOMPARE(shownChain("v_relu\nvv_add AddSubVrf, 0, inc=1\n"),
                 std::string("{ i: v_relu }{ i: vv_add AddSubVrf0, 0, inc=1 }"));
    }
};

int tst_nnp_debug(int argc, char** argv) { return lw::tests::run<TestProcessorDebug>(argc, argv); }
#include "tst_nnp_debug.moc"
