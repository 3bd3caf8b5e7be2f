// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy.h"
#include "tests/cli/course.h"
#include "tests/support/run_test.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace lw;
using namespace lw::test;

namespace {

// How many MiB a run of lw that ends with `exit` had resident at most.
std::uint64_t peakOf(const QStringList& words, int exit = 0) {
    std::vector<QByteArray> texts{LW_BIN "/lw"};
    for (const QString& word : words) texts.push_back(word.toUtf8());
    std::vector<char*> arguments;
    for (QByteArray& text : texts) arguments.push_back(text.data());
    arguments.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
        execv(arguments.front(), arguments.data());
        _exit(127);
    }
    int status = 0;
    struct rusage used {};
    if (wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status) != exit)
        qFatal("lw ended with %d", status);
    return static_cast<std::uint64_t>(used.ru_maxrss) >> 10;
}

void allowTwoGibibytes(QProcess& process) {
    process.setChildProcessModifier([] {
        const struct rlimit two { std::uint64_t{2} << 30, std::uint64_t{2} << 30 };
        setrlimit(RLIMIT_AS, &two);
    });
}

} // namespace

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

    // As `lw manual timing | head -1` does it: nothing is lost that anyone wanted.
    void whoeverReadsMayStop_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("manual") << QStringList{"manual", "timing"};
        QTest::newRow("json") << QStringList{"number", "1.5", "--format", "f16", "--json"};
        QTest::newRow("help") << QStringList{"--help"};
        QTest::newRow("check") << QStringList{"check", LW_ROOT "/examples/training/first-bundle"};
    }
    void whoeverReadsMayStop() {
        QFETCH(QStringList, words);
        QProcess lw;
        lw.setChildProcessModifier([] {
            int ends[2] = {-1, -1};
            if (pipe(ends) != 0) _exit(127);
            close(ends[0]);
            dup2(ends[1], STDOUT_FILENO);
            close(ends[1]);
        });
        lw.start(QStringLiteral(LW_BIN "/lw"), words);
        QVERIFY(lw.waitForFinished(60'000));
        QCOMPARE(lw.exitCode(), 141); // as shells number SIGPIPE
        QCOMPARE(lw.readAllStandardError(), QByteArray());
    }

    // 1.6 GB of which a program writes four numbers: no command needs so much to look at them.
    void untouchedTensorsTakeNoMemory() {
        const QTemporaryDir place;
        const QString text = place.filePath("p.lw"), array = place.filePath("big.npy");
        QFile program(text);
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write(
            ".chip training\n.tensor big, f32, [400000000], hbm\n"
            ".data hbm, granule(big)+50000000\n.word 0x3fc00000, 0x40200000, 0x40600000, 0x40900000\n.text\nhalt\n");
        program.close();
        const std::uint64_t plain = peakOf({"run", text});
        QVERIFY(peakOf({"run", text, "--print", "big"}) < plain + 200);
        QVERIFY(peakOf({"diff", text, text}) < plain + 400);
        const QString small = place.filePath("small.npy");
        QVERIFY(bool(tensor::writeNpy(small.toStdString(), tensor::Tensor(tensor::DType::F32, {4}))));
        QVERIFY(peakOf({"run", text, "--expect", "big=" + small}, 2) < plain + 200);
        QVERIFY(peakOf({"run", text, "--get", "big=" + array}) < plain + 200);
        QCOMPARE(QFileInfo(array).size(), qint64{128 + 1'600'000'000});
        QFile file(array);
        QVERIFY(file.open(QIODevice::ReadOnly) && file.seek(128 + 800'000'000 - 4));
        const float wanted[] = {0, 1.5f, 2.5f, 3.5f, 4.5f, 0};
        QCOMPARE(file.read(24), QByteArray(reinterpret_cast<const char*>(wanted), sizeof wanted));
    }

    // Transfers of 16 MiB, one after the other into HBM: what is there counts as it comes, once.
    void whatFillsHbmEndsAtTheLimit() {
        const QTemporaryDir place;
        const QString text = place.filePath("p.lw");
        QFile program(text);
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write(R"(.chip training
.equ N, 1048576
.tensor from, f32, [32768, 128], vmem
.data smem
d: .word granule(from), 0, 1, N, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
.text
        { s0: movi r0, 0 ; s1: movi r2, 0 }
loop:   { s0: st [r0+d+1], r2 ; s1: sync.set f1, 0 }
        { s0: dma.v2h [r0+d] ; s1: add r2, r2, N }
        { s0: sync.wait f1, N }
        br loop
)");
        program.close();
        const std::uint64_t peak = peakOf({"run", text, "--uninit", "zero", "--limit-memory", "400"}, 4);
        QVERIFY2(peak >= 400 && peak < 600, qPrintable(QString::number(peak)));
        const QStringList some{"run", text, "--uninit", "zero", "--limit-cycles"};
        const std::uint64_t few = peakOf(some + QStringList{"350000"}, 4), // ten transfers,
            more = peakOf(some + QStringList{"1050000"}, 4);               // ... and thirty
        QVERIFY2(more - few > 280 && more - few < 360, qPrintable(QString("%1 %2").arg(few).arg(more)));
    }

    void withoutAddressSpaceThereIsAMessage() {
        QProcess lw;
        allowTwoGibibytes(lw);
        lw.start(QStringLiteral(LW_BIN "/lw"),
                 {"run", LW_ROOT "/examples/training/first-bundle/program.lw", "--machine", "training"});
        QVERIFY(lw.waitForFinished(60'000));
        QCOMPARE(lw.exitStatus(), QProcess::NormalExit);
        QCOMPARE(lw.exitCode(), 2);
        const QByteArray said = lw.readAllStandardError();
        QVERIFY2(said.contains("E797"), said);
    }

    // Nobody loses points by what the host of the teacher does not give.
    void withoutAddressSpaceNobodyIsGraded() {
        const Course course;
        course.submit("a", QByteArray(kGood).replace(", \"training-teaching\"", "")); // the full chip
        QProcess lw;
        allowTwoGibibytes(lw);
        lw.setWorkingDirectory(course.at("."));
        lw.start(QStringLiteral(LW_BIN "/lw"), {"check", "--checks", "teacher/checks.json", "--each", "class",
                                                "--results", "results.json"});
        QVERIFY(lw.waitForFinished(60'000));
        QCOMPARE(lw.exitCode(), 2);
        const QByteArray said = lw.readAllStandardError(), out = lw.readAllStandardOutput();
        QCOMPARE(said.count("E797"), 1);
        QVERIFY2(out.contains("0 passed, 0 failed, 1 not run"), out);
        const QJsonObject results = QJsonDocument::fromJson(readAll(course.at("results.json"))).object();
        QCOMPARE(results["failed"].toInt(), 0);
        QCOMPARE(results["notRun"].toInt(), 1);
        QVERIFY(!results["finished"].toBool());
    }
};

int tst_scarce_host(int argc, char** argv) { return lw::tests::run<TestScarceHost>(argc, argv); }
#include "tst_scarce_host.moc"
