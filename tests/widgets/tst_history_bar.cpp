// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/loaded_example.h"
#include "widgets/debug/history_bar.h"
#include "widgets/session/selection.h"
#include "widgets/theme/theme.h"

#include <QSignalSpy>
#include <QTest>

using namespace lw;

class TestHistoryBar : public QObject {
    Q_OBJECT
    theme::Theme* m_theme = nullptr;
  private Q_SLOTS:
    void initTestCase() { m_theme = new theme::Theme(this); }

    void placesAndClocksAgree() {
        session::DebugSession session;
        session::Selection selection;
        debug::HistoryBar bar({*m_theme, session, selection});
        bar.resize(800, 26);
        bar.show();
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
        session::DebugSession session;
        session::Selection selection;
        debug::HistoryBar bar({*m_theme, session, selection});
        bar.resize(800, 26);
        bar.show();
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

    void breakpointsLeaveMarksAndAnotherProgramHasNone() {
        session::DebugSession session;
        session::Selection selection;
        debug::HistoryBar bar({*m_theme, session, selection});
        bar.resize(800, 26);
        bar.show();
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

    // They are clocks of the program, not of one run of it: a restart keeps them, also those it has not come to.
    void bookmarksOutliveARestart() {
        session::DebugSession session;
        session::Selection selection;
        debug::HistoryBar bar({*m_theme, session, selection});
        bar.resize(800, 26);
        bar.show();
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

QTEST_MAIN(TestHistoryBar)
#include "tst_history_bar.moc"
