// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTest>

#include <csignal>

// A request to end is heard at once where nothing is left to be said. (tst_grading has the commands that end
// with what they know.)
class TestInterrupts : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void theFirstEndsWhatLooksAtNothing_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl-C") << SIGINT;
        QTest::newRow("terminate") << SIGTERM;
        QTest::newRow("hang up") << SIGHUP;
    }
    void theFirstEndsWhatLooksAtNothing() {
        QFETCH(const int, signal);
        QProcess lw;
        lw.start(QStringLiteral(LW_BIN "/lw"), {"asm", "-"}); // waits for a text
        QVERIFY(lw.waitForStarted());
        QVERIFY(!lw.waitForFinished(500));
        QCOMPARE(kill(static_cast<pid_t>(lw.processId()), signal), 0);
        QVERIFY(lw.waitForFinished(20'000));
        QCOMPARE(lw.exitStatus(), QProcess::CrashExit);
    }
};

int tst_interrupts(int argc, char** argv) {
    return lw::tests::run<TestInterrupts, QCoreApplication>(argc, argv);
}
#include "tst_interrupts.moc"
