// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/debug/history_bar.h"
#include "widgets/session/selection.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace lw;

namespace {

// The bar of a session, in sight: without that it is given nothing.
struct HistoryBench {
    explicit HistoryBench(theme::Theme& theme) : bar({theme, session, selection}) {
        bar.resize(800, 26);
        bar.show();
    }
    session::DebugSession session;
    session::Selection selection;
    debug::HistoryBar bar;
};

} // namespace

class TestHistoryBar : public QObject {
    Q_OBJECT
    theme::Theme* m_theme = nullptr;
  private Q_SLOTS:
    void initTestCase() { m_theme = new theme::Theme(this); }

    void placesAndClocksAgree() {
        HistoryBench bench(*m_theme);
        auto& [session, selection, bar] = bench;
        tests::load(session, tests::countsTo(200));
        session.perform(machine::Run{});
        QTRY_COMPARE(session.state(), session::State::Halted);
        const std::uint64_t end = session.frame()->furthestClock;
        QVERIFY(end > 200);
        QCOMPARE(bar.clockAt(bar.xOf(0)), 0u);
        QCOMPARE(bar.clockAt(bar.xOf(end)), end);
        QCOMPARE(bar.clockAt(-1000), 0u);
        QCOMPARE(bar.clockAt(100000), end);
        const std::uint64_t near = end / 500 + 1; // clocks in a pixel
        for (std::uint64_t clock = 0; clock <= end; ++clock) {
            const std::uint64_t back = bar.clockAt(bar.xOf(clock));
            QVERIFY((back > clock ? back - clock : clock - back) <= near);
        }
    }

    void pressingAndKeysGoThere() {
        HistoryBench bench(*m_theme);
        auto& [session, selection, bar] = bench;
        tests::load(session, tests::countsTo(200));
        session.perform(machine::Run{});
        QTRY_COMPARE(session.state(), session::State::Halted);
        const std::uint64_t end = session.frame()->furthestClock;
        QTest::mouseClick(&bar, Qt::LeftButton, {}, QPoint(bar.xOf(100), 13));
        QTRY_VERIFY(!session.isBusy() && session.frame()->clock < 110 && session.frame()->clock > 90);
        bar.toggleBookmark();
        const std::uint64_t mark = session.frame()->clock;
        QCOMPARE(bar.bookmarks(), std::set<std::uint64_t>{mark});
        QTest::keyClick(&bar, Qt::Key_Home);
        QTRY_VERIFY(!session.isBusy() && session.frame()->clock == 0);
        QTest::keyClick(&bar, Qt::Key_Right, Qt::ControlModifier);
        QTRY_VERIFY(!session.isBusy() && session.frame()->clock == mark);
        QTest::keyClick(&bar, Qt::Key_Right, Qt::ControlModifier);
        QTRY_VERIFY(!session.isBusy() && session.frame()->clock == end);
        // Many wishes while one is under way: the last one holds.
        for (std::uint64_t clock = 10; clock <= 150; clock += 10)
            QTest::mouseClick(&bar, Qt::LeftButton, {}, QPoint(bar.xOf(clock), 13));
        const std::uint64_t last = bar.clockAt(bar.xOf(150));
        QTRY_VERIFY(!session.isBusy() && session.frame()->clock == last);
        QTest::mouseClick(&bar, Qt::LeftButton, {}, QPoint(bar.xOf(mark) + 2, 13)); // marks are hit exactly
        QTRY_VERIFY(!session.isBusy() && session.frame()->clock == mark);
        bar.toggleBookmark();
        QVERIFY(bar.bookmarks().empty());
    }

    void wheelAndKeysShowAPartOfItLarger() {
        HistoryBench bench(*m_theme);
        auto& [session, selection, bar] = bench;
        tests::load(session, tests::countsTo(2000));
        session.perform(machine::Run{});
        QTRY_COMPARE(session.state(), session::State::Halted);
        const std::uint64_t end = session.frame()->furthestClock;
        const debug::HistoryBar::Range whole{0, end};
        QCOMPARE(bar.shown(), whole);
        const int x = bar.xOf(end / 4);
        const std::uint64_t about = bar.clockAt(x);
        for (int i = 0; i < 6; ++i) {
            QWheelEvent turn(QPointF(x, 13), bar.mapToGlobal(QPointF(x, 13)), {}, {0, 120}, {}, {},
                             Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&bar, &turn);
            const std::uint64_t there = bar.clockAt(x); // the clock under the pointer stays there
            QVERIFY((there > about ? there - about : about - there) <= end / 300);
        }
        QVERIFY(bar.shown().to - bar.shown().from < end / 8);
        for (int place = 20; place < 500; place += 7) // a pixel is less than a clock or two now
            QVERIFY(std::abs(bar.xOf(bar.clockAt(place)) - place) <= 2);
        // What is shown follows the machine.
        QTest::keyClick(&bar, Qt::Key_Home);
        QTRY_VERIFY(!session.isBusy() && session.frame()->clock == 0);
        QCOMPARE(bar.shown().from, std::uint64_t{0});
        const std::uint64_t length = bar.shown().to - bar.shown().from;
        QVERIFY(length < end / 8);
        QTest::keyClick(&bar, Qt::Key_End);
        QTRY_VERIFY(!session.isBusy() && session.frame()->clock == end);
        QCOMPARE(bar.shown().to, end);
        session.perform(machine::StepBack{}); // a step keeps the zoom
        QTRY_VERIFY(!session.isBusy());
        QCOMPARE(bar.shown().to - bar.shown().from, length);
        QTest::keyClick(&bar, Qt::Key_Plus);
        QVERIFY(bar.shown().to - bar.shown().from < length);
        QTest::keyClick(&bar, Qt::Key_0);
        QCOMPARE(bar.shown(), whole);
        for (int i = 0; i < 40; ++i) QTest::keyClick(&bar, Qt::Key_Plus);
        QVERIFY(bar.shown().to - bar.shown().from >= 16);
        for (int i = 0; i < 40; ++i) QTest::keyClick(&bar, Qt::Key_Minus);
        QCOMPARE(bar.shown(), whole);
    }

    void marksAreATable() {
        session::DebugSession session;
        session::Selection selection;
        debug::HistoryBar bar({*m_theme, session, selection});
        paint::SceneTableModel model;
        const QAbstractItemModelTester tester(&model);
        connect(&bar, &debug::HistoryBar::tableChanged, this, [&] { model.show(bar.table()); });
        bar.resize(800, 26);
        bar.show();
        tests::load(session, tests::countsTo(200));
        QVERIFY(!session.addBreakpoint(QStringLiteral("done")));
        session.perform(machine::Run{});
        QTRY_VERIFY(!session.isBusy());
        const std::uint64_t hit = session.frame()->clock;
        session.perform(machine::Seek{100});
        QTRY_VERIFY(!session.isBusy());
        bar.setBookmarks({50});
        QCOMPARE(model.rowCount(), 4); // the beginning, 50, 100, the hit, which is the end
        QCOMPARE(bar.clockOfRow(1), std::uint64_t{50});
        QCOMPARE(model.index(1, 1).data().toString(), QStringLiteral("bookmark"));
        QVERIFY(model.index(2, 1).data().toString().contains(QStringLiteral("stands")));
        QCOMPARE(bar.clockOfRow(3), hit);
        QVERIFY(model.index(3, 1).data().toString().contains(QStringLiteral("breakpoint")));
    }

    // A step is part of where one is; a jump is a place of its own.
    void selectionsAndTimesHaveAHistory() {
        session::Selection selection;
        QSignalSpy wanted(&selection, &session::Selection::timeWanted);
        selection.noteTime(0);
        selection.selectCell(QStringLiteral("r1"));
        selection.noteTime(5);
        selection.noteTime(6);
        selection.selectCell(QStringLiteral("r2"));
        selection.noteTime(5000);
        selection.goBack(); // to r2 at clock 6
        QCOMPARE(selection.item().cell, QStringLiteral("r2"));
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toULongLong(), 6ull);
        selection.noteTime(6); // the machine is there
        selection.goBack();    // to r1, where the machine stood when it was left
        QCOMPARE(selection.item().cell, QStringLiteral("r1"));
        QCOMPARE(wanted.size(), 1);
        selection.goForward();
        selection.goForward();
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted[1][0].toULongLong(), 5000ull);
        QVERIFY(!selection.canGoForward());
        selection.clear();
        QVERIFY(!selection.canGoBack());
    }

    void breakpointsLeaveMarksAndAnotherProgramHasNone() {
        HistoryBench bench(*m_theme);
        auto& [session, selection, bar] = bench;
        tests::load(session, tests::countsTo(200));
        QVERIFY(!session.addBreakpoint(QStringLiteral("done")));
        session.perform(machine::Run{});
        QTRY_VERIFY(!session.isBusy());
        QCOMPARE(bar.hits(), std::set<std::uint64_t>{session.frame()->clock});
        const QImage picture = bar.grab().toImage();
        QCOMPARE(picture.pixelColor(bar.xOf(session.frame()->clock) / 2, 13),
                 (*m_theme)[theme::Role::Accent]);
        tests::load(session, tests::countsTo(5));
        QVERIFY(bar.hits().empty());
    }

    // They are clocks of the program, not of one run of it:
    // a restart keeps them, also those it has not come to.
    void bookmarksOutliveARestart() {
        HistoryBench bench(*m_theme);
        auto& [session, selection, bar] = bench;
        QSignalSpy changed(&bar, &debug::HistoryBar::bookmarksChanged);
        tests::load(session, tests::countsTo(200));
        bar.setBookmarks({90, 120});
        QCOMPARE(changed.size(), 1);
        session.perform(machine::Run{});
        QTRY_COMPARE(session.state(), session::State::Halted);
        tests::load(session, tests::countsTo(200));
        QCOMPARE(bar.bookmarks(), (std::set<std::uint64_t>{90, 120}));
        bar.goToMark(1); // there, by running
        QTRY_VERIFY(!session.isBusy() && session.frame()->clock == 90);
        bar.toggleBookmark();
        QCOMPARE(bar.bookmarks(), std::set<std::uint64_t>{120});
        QCOMPARE(changed.size(), 2);
    }
};

int tst_history_bar(int argc, char** argv) {
    return lw::tests::run<TestHistoryBar, QApplication>(argc, argv);
}
#include "tst_history_bar.moc"
