// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/session/debug_session.h"
#include "widgets/state/register_model.h"

#include <QAbstractItemModelTester>
#include <QCoreApplication>
#include <QSignalSpy>
#include <QTest>

using namespace lw;
using session::DebugSession;
using session::State;

const QString kPair = QStringLiteral(LW_TESTS "/cli/programs/pair.lww");

// The session's promises to the window: commands as values, frames back, never a blocked caller.
class TestDebugSession : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void stepsForthAndBack() {
        DebugSession session;
        tests::load(session, tests::kFirstBundle);
        QCOMPARE(session.state(), State::Paused);
        QCOMPARE(session.frame()->clock, 0u);
        session.perform(machine::StepBundle{2});
        QTRY_VERIFY(!session.isBusy());
        QCOMPARE(session.frame()->clock, 2u);
        QCOMPARE(session.frame()->bundles, 2u);
        const std::uint64_t there = session.frame()->state->hash();
        session.perform(machine::StepBack{1});
        session.perform(machine::StepBundle{1});
        QTRY_VERIFY(!session.isBusy());
        QCOMPARE(session.frame()->clock, 2u);
        QCOMPARE(session.frame()->state->hash(), there);
    }

    void runsToTheEnd() {
        DebugSession session;
        tests::load(session, tests::kFirstBundle);
        session.perform(machine::Run{});
        QTRY_COMPARE(session.state(), State::Halted);
        QCOMPARE(session.frame()->bundles, 5u);
    }

    void aLongRunGivesFramesAndCanBePaused() {
        DebugSession session;
        tests::load(session, tests::kEndless);
        QSignalSpy frames(&session, &DebugSession::frameChanged);
        session.perform(machine::Run{});
        QTRY_VERIFY(frames.count() >= 3);
        QVERIFY(session.frame()->running);
        const std::uint64_t seen = session.frame()->clock;
        QTRY_VERIFY(session.frame()->clock > seen);
        session.pause();
        QTRY_VERIFY(!session.isBusy());
        QCOMPARE(session.state(), State::Paused);
        QVERIFY(!session.frame()->running);
    }

    // What nobody looks at is not copied for each frame.
    void framesHaveTheCountsOfCoresThatAreLookedAt() {
        constexpr machine::CoreId kSecond{1};
        DebugSession session;
        tests::load(session, kPair);
        QVERIFY(!session.frame()->bundleCounts.empty());
        QVERIFY(session.frame(kSecond)->bundleCounts.empty());
        session.lookAt(this, kSecond);
        QTRY_VERIFY(!session.frame(kSecond)->bundleCounts.empty());
        session.lookAt(this, {});
        session.setFocus(kSecond);
        session.perform(machine::StepBundle{});
        QTRY_VERIFY(!session.isBusy());
        QVERIFY(session.frame(machine::CoreId{})->bundleCounts.empty());
        QVERIFY(!session.frame()->bundleCounts.empty());
    }

    void whatIsTracedIsToldOnceAndTakenBack() {
        DebugSession session;
        tests::load(session, kPair);
        session.perform(machine::Run{});
        QTRY_COMPARE(session.state(), State::Halted);
        QCOMPARE(session.trace({}).size(), std::size_t{1});
        QCOMPARE(session.trace({}).front().value, std::uint32_t{10}); // 1 + 2 + 3 + 4
        QVERIFY(session.trace(machine::CoreId{1}).empty());
        session.perform(machine::Seek{0});
        QTRY_VERIFY(!session.isBusy() && session.trace({}).empty());
        session.perform(machine::Run{});
        QTRY_COMPARE(session.state(), State::Halted);
        QCOMPARE(session.trace({}).size(), std::size_t{1});
    }

    void aRunInPiecesKeepsItsBreakpoint() {
        DebugSession session;
        tests::load(session, tests::countsTo(5'000'000));
        QCOMPARE(session.addBreakpoint(QStringLiteral("done")), std::nullopt);
        session.perform(machine::Run{});
        QTRY_COMPARE_WITH_TIMEOUT(session.state(), State::Paused, 60000);
        QTRY_VERIFY(!session.isBusy());
        QCOMPARE(session.frame()->report.hits.size(), 1u);
        QCOMPARE(session.frame()->nextBundle, 3u);
    }

    void slowMotionStopsAtABreakpoint() {
        DebugSession session;
        tests::load(session, tests::kFirstBundle);
        QCOMPARE(session.addBreakpoint(QStringLiteral("2")), std::nullopt);
        session.runAtSpeed(50);
        QTRY_VERIFY(session.frame()->bundles == 2 && !session.isBusy());
        QTest::qWait(200);
        QCOMPARE(session.frame()->bundles, 2u);
        QCOMPARE(session.frame()->report.hits.size(), 1u);
    }

    // One can pause between two bundles, and the rate is that of the bundles.
    void slowMotionIsARunUntilItIsPaused() {
        DebugSession session;
        tests::load(session, tests::kEndless);
        session.runAtSpeed(20);
        QCOMPARE(session.state(), State::Running);
        bool stoodStill = false;
        connect(&session, &DebugSession::frameChanged, &session,
                [&] { stoodStill |= session.state() != State::Running; });
        connect(&session, &DebugSession::stateChanged, &session,
                [&] { stoodStill |= session.state() != State::Running; });
        QElapsedTimer clock;
        clock.start();
        QTRY_VERIFY(session.frame()->bundles >= 15);
        const double rate = 1000.0 * 15 / static_cast<double>(clock.elapsed());
        QVERIFY(!stoodStill);
        QVERIFY2(session.rate() > rate / 2 && session.rate() < 25,
                 qPrintable(QString::number(session.rate())));
        QTRY_VERIFY(!session.isBusy()); // between two bundles
        disconnect(&session, nullptr, &session, nullptr);
        session.pause();
        QTRY_COMPARE(session.state(), State::Paused);
        const std::uint64_t there = session.frame()->bundles;
        QTest::qWait(200);
        QCOMPARE(session.frame()->bundles, there);
        QCOMPARE(session.state(), State::Paused);
    }

    void aRefusedBreakpointSaysWhy() {
        DebugSession session;
        tests::load(session, tests::kFirstBundle);
        const auto wrong = session.addBreakpoint(QStringLiteral("write nowhere 3"));
        QVERIFY(wrong.has_value());
        QVERIFY2(wrong->contains(QStringLiteral("nowhere")), qPrintable(*wrong));
        QVERIFY(session.breakpoints().empty());
    }

    void whoWroteAnswersFromTheHistory() {
        DebugSession session;
        tests::load(session, tests::kFirstBundle);
        session.perform(machine::StepBundle{2});
        QSignalSpy answers(&session, &DebugSession::writerFound);
        session.askWhoWrote(QStringLiteral("r1"));
        QTRY_COMPARE(answers.count(), 1);
        QVERIFY(answers[0][1].toString().contains(QStringLiteral("bundle 0")));
    }

    void closingInTheMiddleOfARunEnds() {
        auto session = std::make_unique<DebugSession>();
        tests::load(*session, tests::kEndless);
        session->perform(machine::Run{});
        QTRY_VERIFY(session->frame()->running);
        session.reset(); // joins the thread
    }

    // The run has not begun when it is interrupted.
    void anEarlyPauseIsNotLost() {
        for (int i = 0; i < 50; ++i) {
            DebugSession session;
            tests::load(session, tests::kEndless);
            session.perform(machine::Run{});
            session.pause();
            QTRY_VERIFY(!session.isBusy());
            QCOMPARE(session.state(), State::Paused);
        }
    }

    // The interrupted run still gives a frame, which must not bring the old program back.
    void aProgramTakenAwayInTheMiddleOfARunStaysAway() {
        DebugSession session;
        tests::load(session, tests::kEndless);
        session.perform(machine::Run{});
        QTRY_VERIFY(session.frame()->running);
        session.unload();
        QTRY_VERIFY(!session.isBusy());
        QCOMPARE(session.state(), State::Empty);
        QVERIFY(!session.frame());
    }

    void registersAreAProperModelAndTellWhatChanged() {
        DebugSession session;
        tests::load(session, tests::kFirstBundle);
        state::RegisterModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFrame(session.frame());
        session.perform(machine::StepBundle{1}); // movi r1, LANES and movi r0, 0
        QTRY_VERIFY(!session.isBusy());
        model.setFrame(session.frame());
        QCOMPARE(model.index(1, state::RegisterModel::Name).data().toString(), QStringLiteral("r1"));
        QCOMPARE(model.index(1, state::RegisterModel::Value).data().toString(), QStringLiteral("4"));
        QVERIFY(model.index(1, 0).data(state::RegisterModel::ChangedRole).toBool());
        QVERIFY(!model.index(0, 0).data(state::RegisterModel::ChangedRole).toBool()); // 0 as before
        model.setFrame(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }
};

int tst_debug_session(int argc, char** argv) {
    return lw::tests::run<TestDebugSession, QCoreApplication>(argc, argv);
}
#include "tst_debug_session.moc"
