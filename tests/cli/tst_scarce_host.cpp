// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"

#include <QProcess>
#include <QTest>

#include <sys/resource.h>

using namespace lw;

// What lw says where the host has no room for something.
class TestScarceHost : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void outputThatIsLostIsAnError_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("isa") << QStringList{"isa", "--list"};
        QTest::newRow("json") << QStringList{"number", "1.5", "--format", "f16", "--json"};
        QTest::newRow("help") << QStringList{"--help"};
        QTest::newRow("check") << QStringList{"check", LW_ROOT "/examples/training/first-bundle"};
    }
    void outputThatIsLostIsAnError() {
        QFETCH(QStringList, words);
        QProcess lw;
        lw.setStandardOutputFile("/dev/full");
        lw.start(QStringLiteral(LW_BIN "/lw"), words);
        QVERIFY(lw.waitForFinished(60'000));
        QCOMPARE(lw.exitCode(), 2);
        const QByteArray said = lw.readAllStandardError();
        QVERIFY2(said.contains("E799"), said);
    }

    void withoutAddressSpaceThereIsAMessage() {
        QProcess lw;
        lw.setChildProcessModifier([] {
            const struct rlimit two { std::uint64_t{2} << 30, std::uint64_t{2} << 30 };
            setrlimit(RLIMIT_AS, &two);
        });
        lw.start(QStringLiteral(LW_BIN "/lw"),
                 {"run", LW_ROOT "/examples/training/first-bundle/program.lw", "--machine", "training"});
        QVERIFY(lw.waitForFinished(60'000));
        QCOMPARE(lw.exitStatus(), QProcess::NormalExit);
        QCOMPARE(lw.exitCode(), 2);
        const QByteArray said = lw.readAllStandardError();
        QVERIFY2(said.contains("E797"), said);
    }
};

int tst_scarce_host(int argc, char** argv) { return lw::tests::run<TestScarceHost>(argc, argv); }
#include "tst_scarce_host.moc"
