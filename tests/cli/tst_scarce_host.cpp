// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_loop.h"
#include "core/project/load_program.h"
#include "core/tensor/npy.h"
#include "core/tensor/npy_header.h"
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

// Of address space.
void allowMebibytes(QProcess& process, std::uint64_t mebibytes) {
    process.setChildProcessModifier([mebibytes] {
        const struct rlimit limit { mebibytes << 20, mebibytes << 20 };
        setrlimit(RLIMIT_AS, &limit);
    });
}

QByteArray littleEndian(qint64 value, int bytes) {
    QByteArray out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
    return out;
}
// An .npz archive with an array more: float32 zeros, deflated. Whoever unpacks them sees a wrong checksum.
QByteArray withZeros(const QByteArray& archive, const QByteArray& name, std::uint64_t count) {
    QByteArray zeros = QByteArray::fromStdString(tensor::npyHeaderText(tensor::DType::F32, {count}));
    zeros += QByteArray(static_cast<qsizetype>(count) * 4, '\0');
    const QByteArray packed = qCompress(zeros).mid(6).chopped(4); // what qCompress and zlib put around it
    const qsizetype end = archive.lastIndexOf("PK\5\6");          // its last record, after the directory
    const qsizetype directory = archive.indexOf("PK\1\2");
    const auto members = littleEndian(static_cast<unsigned char>(archive[end + 10]) + 1, 2);
    const QByteArray both = littleEndian(20, 2) + littleEndian(0, 2) + littleEndian(8, 2) +
                            QByteArray(8, '\0') + littleEndian(packed.size(), 4) +
                            littleEndian(zeros.size(), 4) + littleEndian(name.size(), 2) + littleEndian(0, 2);
    QByteArray out = archive.first(directory) + "PK\3\4" + both + name + packed;
    const qsizetype begin = out.size();
    out += archive.mid(directory, end - directory) + "PK\1\2" + littleEndian(20, 2) + both +
           QByteArray(10, '\0') + littleEndian(directory, 4) + name;
    const qsizetype size = out.size() - begin;
    return out + "PK\5\6" + QByteArray(4, '\0') + members + members + littleEndian(size, 4) +
           littleEndian(begin, 4) + littleEndian(0, 2);
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
        const QString program = LW_TESTS "/cli/programs/count.lw";
        QTest::newRow("dis") << QStringList{"dis", program};
        QTest::newRow("fmt") << QStringList{"fmt", "--print", program};
        QTest::newRow("trace") << QStringList{"trace", program};
        QTest::newRow("scene") << QStringList{"scene", "chip_diagram", program, "--name", "board"};
        QTest::newRow("run") << QStringList{"run", program};
        QTest::newRow("step") << QStringList{"step", program};
    }
    void outputThatIsLostIsAnError() {
        QFETCH(QStringList, words);
        QProcess lw;
        lw.setStandardOutputFile("/dev/full");
        lw.start(QStringLiteral(LW_BIN "/lw"), words);
        lw.write("run\n"); // lw step reads it
        lw.closeWriteChannel();
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

    // 400 MB of zeros that the network does not name, in an archive of 400 kB.
    void whatANetworkDoesNotNameIsNotUnpacked() {
        const QTemporaryDir place;
        const QString network = place.filePath("dense.json"), archive = place.filePath("dense.npz");
        const QString fixture = LW_TESTS "/core/network/fixtures/dense";
        QVERIFY(QFile::copy(fixture + ".json", network) && QFile::copy(fixture + ".npz", archive));
        const std::uint64_t plain = peakOf({"net", "show", network});
        write(archive, withZeros(readAll(archive), "zeros.npy", 100'000'000));
        QVERIFY(QFileInfo(archive).size() < 1'000'000);
        const std::uint64_t peak = peakOf({"net", "show", network});
        QVERIFY2(peak < plain + 100, qPrintable(QString("%1 %2").arg(plain).arg(peak)));
        // That it is there, a network that names it shows.
        write(network, readAll(network).replace("dense0.bias\"", "zeros\""));
        QVERIFY(peakOf({"net", "show", network}, 2) > plain + 300);
    }

    // The limit that nobody has asked for: it says what it is, and how it is lifted.
    void theUsualLimitOfMemorySaysSo() {
        source::MemoryLoader loader;
        loader.set("p.lw", ".chip training, \"training-teaching\"\nloop:   br loop\n");
        source::Files files(loader);
        project::ProgramRequest request;
        request.path = "p.lw";
        const auto answer = project::loadProgram(request, files);
        QVERIFY(answer.loaded);
        const auto machine = answer.loaded->createMachine({});
        QVERIFY(bool(machine));
        for (const bool isUsual : {false, true}) {
            cli::RunLimits limits;
            limits.residentBytes = 1 << 20; // less than any process takes
            limits.bytesAreUsual = isUsual;
            machine::Timeline timeline(**machine, cli::withoutHistory());
            cli::Console silent("run", cli::Format::Json);
            const cli::RunEnd end = cli::runToEnd(timeline, limits, silent);
            const std::string advice =
                isUsual ? ", three quarters of this host's: --limit-memory none lifts that limit" : "";
            QCOMPARE(cli::stopText(**machine, end),
                     "memory limit reached after 0 clocks, 0 bundles at bundle 0 "
                     "(loop), p.lw:2\n  more than 1 MiB are in use" +
                         advice);
        }
        // "MemTotal: 24683344 kB"
        const auto all = readAll("/proc/meminfo").simplified().split(' ').value(1).toDouble() * 1024;
        const auto usual = static_cast<double>(cli::usualResidentBytes());
        QVERIFY2(usual > 0.74 * all && usual < 0.76 * all, qPrintable(QString("%1 %2").arg(usual).arg(all)));
    }

    // Numbers to compare with that do not fit any more when they are as large as the tensor: what is known
    // by then, of the run and of the tensor before, is printed.
    void withoutMemoryWhatIsKnownIsPrinted() {
        const QTemporaryDir place;
        QByteArray machine = readAll(LW_ROOT "/resources/chips/training-teaching.json");
        machine.replace("\"hbmBytes\": {\"value\": 65536", "\"hbmBytes\": {\"value\": 1073741824");
        write(place.filePath("m.json"), machine);
        write(place.filePath("p.lw"), ".chip training, \"m.json\"\n.tensor a, i32, [4], smem = 7\n"
                                      ".tensor big, f32, [268435456], hbm\n        halt\n");
        const std::string head = tensor::npyHeaderText(tensor::DType::U8, {268'435'456});
        write(place.filePath("bytes.npy"), QByteArray::fromStdString(head));
        QVERIFY(QFile::resize(place.filePath("bytes.npy"), static_cast<qint64>(head.size()) + 268'435'456));
        QProcess lw;
        allowMebibytes(lw, 2304); // the machine reserves 1,059 of them
        lw.setWorkingDirectory(place.path());
        lw.start(QStringLiteral(LW_BIN "/lw"),
                 {"run", "p.lw", "--print", "a", "--expect", "big:cast=bytes.npy"});
        QVERIFY(lw.waitForFinished(60'000));
        QCOMPARE(lw.exitStatus(), QProcess::NormalExit);
        const QByteArray said = lw.readAllStandardError();
        QVERIFY2(lw.exitCode() == 2 && said.contains("E797"), said);
        QCOMPARE(lw.readAllStandardOutput(), QByteArray("halted after 1 clock, 1 bundle\na\n  7  7  7  7\n"));
    }

    void withoutAddressSpaceThereIsAMessage() {
        QProcess lw;
        allowMebibytes(lw, 2048);
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
        allowMebibytes(lw, 2048);
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
