// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/lint.h"
#include "core/program/lint_messages.h"
#include "tests/support/run_test.h"
#include "tests/support/tiny_program.h"

#include <QTest>

using namespace lw;
using namespace lw::program;
using lw::test::machineTarget;
using lw::test::tinyProgram;

namespace {

using Lines = QStringList;

Program programOf(const QStringList& bundles, const Target& target) {
    std::vector<std::string> texts;
    for (const QString& text : bundles) texts.push_back(text.toStdString());
    return tinyProgram(texts, target);
}

// "W301@4" for each problem, as it comes.
QStringList found(const Program& program, const Target& target, const LintOptions& options = {}) {
    Diagnostics out;
    lint(program, target, options, out);
    QStringList list;
    for (const Problem& problem : out.problems())
        list << QString::fromStdString(std::string(problem.message->code)) +
                    (problem.place.known() ? QString("@%1").arg(problem.place.line - 1) : QString());
    return list;
}

void row(const char* name, const Lines& bundles, const QStringList& expected) {
    QTest::newRow(name) << bundles << expected;
}

QStringList repeated(const char* bundle, int times) {
    QStringList out;
    for (int i = 0; i < times; ++i) out << bundle;
    return out;
}

} // namespace

class TestLint : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void otherCoresCountOnFlags() {
        Target target = machineTarget("training");
        target.hasWays = true;
        const Program program =
            programOf({"s0 sync.wait f1 1", "s0 sync.read r1 f2", "s0 sync.set f3 0", "s0 halt"}, target);
        QCOMPARE(found(program, target), QStringList{"W308@1"});
        target.hasWays = false;
        QCOMPARE(found(program, target), QStringList{"W309@0"});
    }

    void programs_data() {
        QTest::addColumn<QStringList>("bundles");
        QTest::addColumn<QStringList>("expected");
        predicates();
        endings();
        deadWrites();
        unreachable();
        pops();
        queuesAtTheEnd();
        overflows();
        unwritten();
        timing();
        flags();
        branches();
    }
    void programs() {
        QFETCH(QStringList, bundles);
        QFETCH(QStringList, expected);
        const Target target = machineTarget("training");
        QCOMPARE(found(programOf(bundles, target), target), expected);
    }

    // Labels whose number occurs as a constant, and nothing else, keep a table of branches reachable.
    void labelsInRegistersAreReachable() {
        const Target target = machineTarget("training");
        const QStringList bundles{"s0 movi r1 2", "s0 br r1", "s0 halt", "s0 halt"};
        Program program = programOf(bundles, target);
        QCOMPARE(found(program, target), QStringList{"W302@2"});
        program.symbols = {{"case", SymbolKind::Label, {}, 2, {}}, {"other", SymbolKind::Label, {}, 3, {}}};
        QCOMPARE(found(program, target), QStringList{"W302@3"});
        program.data = {{training::kSmem, 0, {std::byte{3}, {}, {}, {}}}};
        QCOMPARE(found(program, target), QStringList());
    }

    void transfersCountOnFlags() {
        const Target target = machineTarget("training");
        Program program =
            programOf({"s0 movi r1 0", "s0 dma.h2v r1 0", "s0 sync.wait f5 1", "s0 halt"}, target);
        QCOMPARE(found(program, target), QStringList{"W309@2"});
        program.data = {{training::kVmem, 0, {std::byte{5}, {}, {}, {}}}};
        QCOMPARE(found(program, target), QStringList{"W309@2"}); // no description lies there
        program.data[0].space = training::kSmem;
        QCOMPARE(found(program, target), QStringList());
        // Where descriptions can be written, any flag may be meant.
        program = programOf(
            {"s0 movi r1 0", "s0 st r1 2 r1", "s0 dma.h2v r1 0", "s0 sync.wait f5 1", "s0 halt"}, target);
        QCOMPARE(found(program, target), QStringList());
    }

    void everyWarningCanBeSwitchedOff() {
        const Target target = machineTarget("training");
        const QStringList bundles{"s0 movi r1 1",
                                  "s0 movi r1 2",
                                  "s0 rdcycle r2",
                                  "v0 fadd v1 v2 r1 ; pop mxu v3",
                                  "s0 sync.wait_eq f1 1",
                                  "push mxu.x v1",
                                  "s0 brc p15 9",
                                  "s0 halt",
                                  "s0 halt"};
        const Program program = programOf(bundles, target);
        const QStringList all = found(program, target);
        QCOMPARE(all, (QStringList{"W301@0", "W308@2", "W306@3", "W303@3", "W308@4", "W309@4", "W310@6",
                                   "W302@7"}));
        for (const QString& one : all) {
            const QString code = one.section('@', 0, 0);
            QStringList rest = all;
            rest.removeIf([&](const QString& s) { return s.startsWith(code); });
            LintOptions off;
            off.off = {code.toStdString()};
            QCOMPARE(found(program, target, off), rest);
            LintOptions silent;
            silent.silent = [&](std::string_view c, std::uint32_t) { return c == code.toStdString(); };
            QCOMPARE(found(program, target, silent), rest);
        }
        QCOMPARE(found(program, target, lintErrorsOnly()), QStringList());
        LintOptions here;
        here.silent = [](std::string_view code, std::uint32_t bundle) {
            return code == "W308" && bundle == 2;
        };
        QCOMPARE(found(program, target, here).count("W308@2"), 0);
        QCOMPARE(found(program, target, here).count("W308@4"), 1);
        QCOMPARE(lintMessages().size(), std::size_t{14});
    }

    void manyWarningsOfOneKindAreCounted() {
        const Target target = machineTarget("training");
        const Program program = programOf(repeated("s0 rdcycle r1", 30) + QStringList{"s0 halt"}, target);
        LintOptions options;
        options.mostPerCode = 10;
        options.off = {"W301"};
        const QStringList list = found(program, target, options);
        QCOMPARE(list.size(), 11);
        QCOMPARE(list.last(), QString("W399"));
    }

    void textsNameInstructionAndRegister() {
        const Target target = machineTarget("training");
        Diagnostics out;
        lint(programOf({"s0 movi r1 1", "s0 movi r1 2", "s0 halt"}, target), target, {}, out);
        QCOMPARE(
            textOf(out.problems().at(0)),
            std::string("r1 is written by 's0: movi r1, 1' and overwritten before it is read (bundle 0)"));
    }

    void unreachableStretchesAreCountedFromTheirFirstBundle() {
        const Target target = machineTarget("training");
        Diagnostics out;
        lint(programOf({"s0 br 2", "s0 nop", "s0 br 6", "s0 nop", "s0 nop", "s0 br 6", "s0 halt"}, target),
             target, {}, out);
        QCOMPARE(out.problems().size(), std::size_t{2});
        QCOMPARE(textOf(out.problems()[0]), std::string("bundle 1 cannot be reached"));
        QCOMPARE(textOf(out.problems()[1]), std::string("bundles 3 to 5 cannot be reached"));
    }

    void emptyProgramsAreNone() {
        const Target target = machineTarget("training");
        QCOMPARE(found(programOf({}, target), target), QStringList{"E252"});
    }

    // Many small loops and subroutines: anything that grows with the square
    // of their number would take minutes.
    void largeProgramsAreLinear() {
        const Target target = machineTarget("training");
        const Program pattern =
            programOf({"s0 movi r1 1 ; v0 mov v1 r1", "push red.sum v1", "pop rpu v2", "s0 cmp.lt p1 r1 2",
                       "s0 @p1 br 0", "s0 call r9 7", "s0 br 8", "s0 ret r9"},
                      target);
        Program program;
        program.bundles.reserve(200008);
        isa::Bundle branch;
        for (std::uint32_t at = 0; at < 200000; at += 8)
            for (std::uint32_t i = 0; i < 8; ++i) {
                isa::Bits bits = pattern.bundles[i];
                if (i == 4 || i == 5 || i == 6) {
                    QVERIFY(!isa::decode(training::kIsa, bits, branch));
                    branch.insns[0].operands[i == 5 ? 1 : 0].value += at;
                    QVERIFY(!isa::encode(training::kIsa, branch, bits));
                }
                program.bundles.push_back(bits);
            }
        program.bundles.push_back(programOf({"s0 halt"}, target).bundles[0]);
        QElapsedTimer timer;
        timer.start();
        Diagnostics out;
        lint(program, target, {}, out);
        QVERIFY2(timer.elapsed() < 20000, qPrintable(QString::number(timer.elapsed())));
        for (const Problem& problem : out.problems())
            QVERIFY(problem.message->code == "W301" || problem.message->code == "W311");
    }

  private:
    static void predicates() {
        row("predicate never set", {"s0 @p1 nop", "s0 halt"}, {"E250@0"});
        row("predicate never set, operand", {"s0 brc p1 1", "s0 halt"}, {"E250@0"});
        row("predicate set too late", {"s0 movi r1 1", "s0 @p1 nop ; s1 cmp.eq p1 r1 1", "s0 halt"},
            {"E250@1"});
        row("predicate never set, branch",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 4", "s0 @p2 nop", "s0 halt"}, {"E250@3"});
        row("predicate never set, loop", {"s0 movi r1 1", "s0 @p1 br 0", "s0 halt"}, {"E250@1"});
        row("predicate never set, call", {"s0 call r9 2", "s0 halt", "s0 @!p3 nop", "s0 ret r9"}, {"E250@2"});
        row("predicate set", {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 1", "s0 @p15 nop", "s0 halt"},
            {});
        row("predicate sometimes set, branch",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 4", "s0 cmp.eq p2 r1 1", "s0 @p2 nop",
             "s0 halt"},
            {"W307@4"});
        row("predicate sometimes set, predicated",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 cmp.eq p2 r1 1", "s0 @p2 nop", "s0 halt"},
            {"W307@3"});
        row("predicate sometimes set, loop",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 5", "s0 cmp.eq p2 r1 1", "s0 br 1", "s0 @p2 nop",
             "s0 halt"},
            {"W307@5"});
        row("predicate sometimes set, call",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 call r9 5", "s0 @p2 nop", "s0 halt", "s0 @p1 br 7",
             "s0 cmp.eq p2 r1 1", "s0 ret r9"},
            {"W307@3"});
        row("predicate set on both sides",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 cmp.eq p2 r1 1 ; s1 @!p1 cmp.ne p2 r1 1",
             "s0 @p2 nop", "s0 halt"},
            {});
        // p2 is set before the second call of the subroutine, but not before the first; p3 by the subroutine.
        row("predicate set before one call",
            {"s0 movi r1 1", "s0 call r9 7", "s0 @p3 nop", "s0 cmp.eq p2 r1 1", "s0 call r9 7", "s0 @p2 nop",
             "s0 halt", "s0 cmp.eq p3 r1 1", "s0 ret r9"},
            {});
    }

    static void endings() {
        row("falls off", {"s0 nop"}, {"E251@0"});
        row("falls off on one side of a branch",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 4", "s0 halt", "s0 nop"}, {"E251@4"});
        row("falls off behind a branch", {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 0"}, {"E251@2"});
        row("falls off behind a conditional halt", {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 halt"},
            {"E251@2"});
        row("falls off when a call comes back", {"s0 br 2", "s0 ret r9", "s0 call r9 1"}, {"E251@2"});
        row("goes round for ever", {"s0 br 0"}, {});
        row("an end that is not reached", {"s0 halt", "s0 nop"}, {"W302@1"});
    }

    static void deadWrites() {
        row("dead write", {"s0 movi r1 1", "s0 movi r1 2", "s0 halt"}, {"W301@0"});
        row("dead write, branch",
            {"s0 movi r1 1 ; s1 movi r2 1", "s0 cmp.eq p1 r2 1", "s0 @p1 br 4", "s0 movi r1 2 ; s1 br 5",
             "s0 movi r1 3", "s0 st r1 0 r1", "s0 halt"},
            {"W301@0"});
        row("dead write, loop",
            {"s0 movi r2 0", "s0 movi r1 1", "s0 movi r1 2", "s0 add r2 r2 r1", "s0 cmp.lt p1 r2 9",
             "s0 @p1 br 1", "s0 halt"},
            {"W301@1"});
        row("dead write, call", {"s0 movi r1 1", "s0 call r9 3", "s0 halt", "s0 movi r1 2", "s0 ret r9"},
            {"W301@0"});
        row("dead write, vector", {"v0 iota.lane v1", "v0 iota.lane v1", "s0 halt"}, {"W301@0"});
        row("dead write, predicated",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 movi r1 2", "s0 movi r1 3", "s0 halt"}, {"W301@2"});
        row("read on one side",
            {"s0 movi r1 1 ; s1 movi r2 1", "s0 cmp.eq p1 r2 1", "s0 @p1 br 4", "s0 movi r1 2",
             "s0 st r2 0 r1", "s0 halt"},
            {});
        row("read in the next round",
            {"s0 movi r1 0", "s0 add r1 r1 1", "s0 cmp.lt p1 r1 9", "s0 @p1 br 1", "s0 halt"}, {});
        row("read in the same bundle", {"s0 movi r1 1", "s0 mov r1 3 ; s1 mov r2 r1", "s0 halt"}, {});
        row("overwritten in part",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 movi r1 2", "v0 iota.lane v1", "vld vld v1 0 0 1 3",
             "s0 halt"},
            {});
        row("a pop throws away",
            {"v0 iota.lane v1", "push red.sum v1", "push red.sum v1", "pop rpu v2", "pop rpu v2", "s0 halt"},
            {});
    }

    static void unreachable() {
        row("unreachable", {"s0 halt", "s0 nop", "s0 nop", "s0 halt"}, {"W302@1"});
        row("unreachable, branch", {"s0 br 2", "s0 nop", "s0 halt"}, {"W302@1"});
        row("unreachable, loop", {"s0 br 0", "s0 br 1"}, {"W302@1"});
        row("unreachable, call", {"s0 call r9 2", "s0 nop", "s0 halt"}, {"W302@1"});
        row("reachable",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 4", "s0 call r9 6", "s0 nop", "s0 halt",
             "s0 ret r9"},
            {});
    }

    static void pops() {
        const QString v1 = "v0 iota.lane v1";
        row("pop without push", {"pop mxu v1", "s0 halt"}, {"W303@0"});
        row("pop of another unit", {v1, "push red.sum v1", "pop eup v2", "pop rpu v2", "s0 halt"},
            {"W303@2"});
        row("pop beside the push", {v1, "push red.sum v1 ; pop rpu v2", "s0 halt"}, {"W303@1", "W304@2"});
        row("pop without push, branch",
            {v1 + " ; s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 5", "push red.sum v1",
             "pop rpu v2 ; s0 br 5", "pop rpu v3", "s0 halt"},
            {"W303@5"});
        row("pop without push, loop",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "pop rpu v3", "s0 @p1 br 1", "s0 halt"}, {"W303@2"});
        row("pop without push, call", {"s0 call r9 2", "s0 halt", "pop eup v1", "s0 ret r9"}, {"W303@2"});
        row("pop with push in a loop",
            {v1 + " ; s0 movi r1 1", "s0 cmp.eq p1 r1 1", "push red.sum v1", "s0 @p1 br 1", "pop rpu v3",
             "s0 @p1 br 4", "s0 halt"},
            {});
        row("pop of what the caller pushed",
            {v1, "push red.sum v1", "s0 call r9 4", "s0 halt", "pop rpu v2", "s0 ret r9"}, {});
        row("weights give no result", {v1, "push mxu.w v1", "pop mxu v2", "s0 halt"}, {"W303@2"});
    }

    static void queuesAtTheEnd() {
        const QString v1 = "v0 iota.lane v1 ; s0 movi r1 1";
        row("queue not empty", {v1, "push red.sum v1", "s0 halt"}, {"W304@2"});
        row("queue not empty, beside halt", {v1, "push red.sum v1 ; s0 halt"}, {"W304@1"});
        row("queue not empty, branch",
            {v1, "s0 cmp.eq p1 r1 1", "s0 @p1 br 5", "push red.sum v1", "s0 halt", "push red.max v1",
             "s0 halt"},
            {"W304@4", "W304@6"});
        row("queue not empty, loop", {v1, "s0 cmp.eq p1 r1 1", "push red.sum v1", "s0 @p1 br 1", "s0 halt"},
            {"W304@4"});
        row("queue not empty, call", {v1, "s0 call r9 3", "s0 halt", "v0 eup.exp v1", "s0 ret r9"},
            {"W304@2"});
        row("queue empty",
            {v1, "s0 cmp.eq p1 r1 1", "push red.sum v1", "s0 @p1 br 5", "pop rpu v2 ; s0 br 6", "pop rpu v3",
             "s0 halt"},
            {});
        row("queue maybe empty", {v1, "s0 cmp.eq p1 r1 1", "s0 @p1 br 4", "push red.sum v1", "s0 halt"}, {});
    }

    static void overflows() {
        const QString v1 = "v0 iota.lane v1 ; s0 movi r1 1";
        const QStringList pops = repeated("pop rpu v2", 17) + QStringList{"s0 halt"};
        row("too many pushes", QStringList{v1} + repeated("push red.sum v1", 17) + pops, {"W305@17"});
        row("as many as fit",
            QStringList{v1} + repeated("push red.sum v1", 16) + repeated("pop rpu v2", 16) +
                QStringList{"s0 halt"},
            {});
        row("too many pushes, branch",
            QStringList{v1, "s0 cmp.eq p1 r1 1", "s0 @p1 br 4", "push red.sum v1"} +
                repeated("push red.sum v1", 17) + pops,
            {"W305@20"});
        row("too many pushes, loop",
            QStringList{v1, "s0 cmp.eq p1 r1 1"} + repeated("push red.sum v1", 17) +
                QStringList{"s0 @p1 br 1"} + pops,
            {"W305@18"});
        row("too many pushes, call",
            QStringList{v1, "s0 call r9 21"} + repeated("push red.sum v1", 1) + pops + QStringList{"s0 nop"} +
                repeated("push red.sum v1", 16) + QStringList{"s0 ret r9"},
            {"W305@2"});
    }

    static void unwritten() {
        row("never written", {"s0 add r1 r2 1", "s0 halt"}, {"W306@0"});
        row("never written, forwarded", {"v0 mov v1 r3", "s0 halt"}, {"W306@0"});
        row("never written, branch",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 4", "s0 add r1 r2 r2", "s0 halt"}, {"W306@3"});
        row("never written, loop",
            {"s0 movi r1 1", "s0 add r1 r1 r4", "s0 cmp.lt p1 r1 9", "s0 @p1 br 1", "s0 halt"}, {"W306@1"});
        row("never written, call", {"s0 call r9 2", "s0 halt", "v0 fadd v1 v2 v2", "s0 ret r9"}, {"W306@2"});
        row("never written, index register", {"vld vld.idx v1 0 0 iar1", "s0 halt"}, {"W306@0"});
        row("sometimes written, branch into a loop",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 4", "s0 add r1 r2 r2", "s0 movi r2 1",
             "s0 cmp.lt p1 r1 9", "s0 @p1 br 3", "s0 halt"},
            {"W311@3"});
        row("sometimes written, loop", {"s0 add r1 r1 1", "s0 cmp.lt p1 r1 9", "s0 @p1 br 0", "s0 halt"},
            {"W311@0"});
        row("sometimes written, call",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 call r9 5", "s0 add r3 r2 r2", "s0 halt", "s0 @p1 br 7",
             "s0 movi r2 1", "s0 ret r9"},
            {"W311@3"});
        row("written before the loop",
            {"s0 movi r1 0", "s0 add r1 r1 1", "s0 cmp.lt p1 r1 9", "s0 @p1 br 1", "s0 halt"}, {});
        row("written under a predicate", // nobody knows which
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 movi r2 1", "s0 @p1 add r3 r2 r2", "s0 halt"}, {});
        row("written by the subroutine",
            {"s0 call r9 3", "s0 st r2 0 r2", "s0 halt", "s0 movi r2 1", "s0 ret r9"}, {});
        row("the mask of sel is read", {"v0 iota.lane v1", "v0 sel v2 v1 v1", "s0 halt"}, {"W306@1"});
    }

    static void timing() {
        row("clock", {"s0 rdcycle r1", "s0 halt"}, {"W308@0"});
        row("clock, branch", {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 4", "s0 rdcycle r2", "s0 halt"},
            {"W308@3"});
        row("exact flag, loop", {"s0 sync.set f1 1", "s0 sync.wait_eq f1 1", "s0 br 1"}, {"W308@1"});
        row("clock, call", {"s0 call r9 2", "s0 halt", "s0 rdcycle r1", "s0 ret r9"}, {"W308@2"});
        row("a wait for at least", {"s0 sync.set f1 1", "s0 sync.wait f1 1", "s0 halt"}, {});
    }

    static void flags() {
        row("flag never set", {"s0 sync.wait f3 1", "s0 halt"}, {"W309@0"});
        row("flag never set, branch",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 4", "s0 sync.wait f3 1", "s0 sync.set f2 1",
             "s0 halt"},
            {"W309@3"});
        row("flag never set, loop", {"s0 sync.set f2 1", "s0 sync.wait f3 1", "s0 br 0"}, {"W309@1"});
        row("flag never set, call", {"s0 call r9 2", "s0 halt", "s0 sync.wait f3 1", "s0 ret r9"},
            {"W309@2"});
        row("flag set where nothing goes", {"s0 sync.wait f3 1", "s0 halt", "s0 sync.set f3 1", "s0 halt"},
            {"W309@0", "W302@2"});
        row("flag set", {"s0 movi r1 1", "s0 sync.add f3 r1", "s0 sync.wait f3 1", "s0 halt"}, {});
    }

    static void branches() {
        row("branch beyond", {"s0 br 7"}, {"W310@0"});
        row("branch beyond, branch", {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 4", "s0 halt"},
            {"W310@2"});
        row("branch beyond, loop", {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 brc p1 99", "s0 br 1"},
            {"W310@2"});
        row("branch beyond, call", {"s0 call r9 70000", "s0 halt"}, {"W310@0", "W302@1"});
        row("branch to the last", {"s0 br 1", "s0 halt"}, {});
    }
};

int tst_lint(int argc, char** argv) { return lw::tests::run<TestLint>(argc, argv); }
#include "tst_lint.moc"
