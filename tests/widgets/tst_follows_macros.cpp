// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/editor_bench.h"
#include "widgets/debug/stop_bar.h"

#include <QApplication>
#include <QSignalSpy>
#include <QToolButton>

using namespace lw;
using namespace lw::tests;

namespace {

constexpr int kBreakpoint = 0, kArrow = 1, kCallArrow = 9; // of the margin

// Bundle 0, two calls of a macro in another file (bundles 1 and 2, 3 and 4), and bundle 5.
const QByteArray kCalls = ".chip training, \"training-teaching\"\n"
                          ".include \"kernels.lw\"\n"
                          "        { s0: movi r1, 1 }\n"
                          "# twice\n"
                          "        two r5\n"
                          "        two r6\n"
                          "        { s0: halt }\n";
const QByteArray kKernels = ".macro two d\n"
                            "        { s0: movi \\d, 1 }\n"
                            "        { s0: movi \\d, 2 }\n"
                            ".endm\n";

struct Calls : Bench {
    QString kernels = folder.filePath(QStringLiteral("kernels.lw"));

    Calls() : Bench(".chip training, \"training-teaching\"\n{ s0: halt }\n") {
        write(kernels, kKernels);
        editor().setText(QString::fromUtf8(kCalls));
        QVERIFY(area.saveDocument(area.current(), path));
        load();
    }
    void perform(machine::Command command) {
        session.perform(std::move(command));
        QTRY_VERIFY(!session.isBusy());
    }
    void toggle(const QString& file, int line) { // from 1, as people count
        Q_EMIT area.openFile(file)->editor()->breakpointToggled(line - 1);
    }
    QStringList breakpoints() const {
        QStringList out;
        for (const machine::Breakpoint& one : session.breakpoints()) out << QString::fromStdString(one.text);
        return out;
    }
    std::vector<std::uint32_t> stops() {
        std::vector<std::uint32_t> out;
        for (;;) {
            perform(machine::Run{});
            if (session.state() == session::State::Halted) return out;
            out.push_back(session.frame()->nextBundle);
        }
    }
};

} // namespace

// The program is followed into macros and included files.
class TestFollowsMacros : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void aBreakpointAtACallStandsThere() {
        Calls bench;
        bench.toggle(bench.path, 5);
        QCOMPARE(bench.breakpoints(), QStringList{QStringLiteral("program.lw:5")});
        QCOMPARE(bench.marked(kBreakpoint), QList<int>{4});
        QCOMPARE(bench.stops(), std::vector<std::uint32_t>{1});
    }
    void aBreakpointInAMacroStopsEachTime() {
        Calls bench;
        bench.toggle(bench.kernels, 3);
        QCOMPARE(bench.breakpoints(), QStringList{QStringLiteral("kernels.lw:3")});
        QCOMPARE(bench.marked(kBreakpoint), QList<int>{2});
        QCOMPARE(bench.stops(), (std::vector<std::uint32_t>{2, 4}));
    }
    // A click beside a comment sets it at the next line with a bundle, and never takes that line's away.
    void aClickBesideACommentRemovesNothing() {
        Calls bench;
        QSignalSpy told(&bench.area, &DocumentArea::problem);
        bench.toggle(bench.path, 4);
        QCOMPARE(bench.breakpoints(), QStringList{QStringLiteral("program.lw:5")});
        QCOMPARE(bench.marked(kBreakpoint), QList<int>{4});
        bench.toggle(bench.path, 4);
        QCOMPARE(bench.breakpoints().size(), 1);
        QCOMPARE(told.count(), 1);
        bench.toggle(bench.path, 5);
        QCOMPARE(bench.breakpoints().size(), 0);
    }
    void theCallHasAHollowArrow() {
        Calls bench;
        QCOMPARE(bench.marked(kArrow), QList<int>{2});
        bench.perform(machine::StepBundle{});
        QCOMPARE(bench.marked(kArrow), QList<int>());
        QCOMPARE(bench.marked(kCallArrow), QList<int>{4});
        // With its file open the line of the macro has the arrow itself.
        bench.area.openFile(bench.kernels);
        QCOMPARE(bench.marked(kArrow), QList<int>{1});
        bench.perform(machine::StepBundle{});
        QCOMPARE(bench.marked(kArrow), QList<int>{2});
    }
    // Who called is said where one stops, and a button leads there.
    void theBarNamesTheCall() {
        Calls bench;
        debug::StopBar bar({bench.theme, bench.session, bench.selection});
        QSignalSpy wanted(&bar, &debug::StopBar::placeWanted);
        QToolButton* call = nullptr;
        for (auto* button : bar.findChildren<QToolButton*>())
            if (button->text() == QLatin1String("Show the Call")) call = button;
        QVERIFY(call && call->isHidden()); // it is in the program itself
        QVERIFY2(!bar.text().contains(QStringLiteral("called")), qPrintable(bar.text()));
        bench.perform(machine::StepBundle{});
        QVERIFY2(bar.text().endsWith(QStringLiteral("kernels.lw:2, called in program.lw:5")),
                 qPrintable(bar.text()));
        QVERIFY(!call->isHidden());
        call->click();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), bench.path);
        QCOMPARE(wanted[0][1].toInt(), 5);
        bench.toggle(bench.kernels, 3);
        bench.perform(machine::Run{});
        bench.perform(machine::Run{});
        QVERIFY2(bar.text().endsWith(QStringLiteral("called in program.lw:6")), qPrintable(bar.text()));
    }
    void whatIsPickedIsShown() {
        Calls bench;
        bench.area.newFile();
        bench.selection.selectBundle({{}, 4});
        QCOMPARE(bench.area.current()->path(), bench.path); // the call: the macro's file is not open
        bench.area.setFollowsMacros(true);
        bench.selection.selectBundle({{}, 2});
        QCOMPARE(bench.area.current()->path(), bench.kernels);
        QCOMPARE(bench.area.documents().size(), 3);
    }
    void followedIntoTheMacroAndOut() {
        Calls bench;
        bench.area.setFollowsMacros(true);
        QStringList fronts;
        for (int i = 0; i < 5; ++i) {
            bench.perform(machine::StepBundle{});
            fronts << QFileInfo(bench.area.current()->path()).fileName();
        }
        const QString main = QStringLiteral("program.lw"), macro = QStringLiteral("kernels.lw");
        QCOMPARE(fronts, (QStringList{macro, macro, macro, macro, main}));
    }
};

int tst_follows_macros(int argc, char** argv) {
    return lw::tests::run<TestFollowsMacros, QApplication>(argc, argv);
}
#include "tst_follows_macros.moc"
