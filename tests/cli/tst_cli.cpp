// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

// Every folder in tests/cli/cases is a test of lw: `command` (the words after lw, $ROOT
// is the repository), perhaps `stdin`; expected are `stdout`, `stderr` if it is there, `exit`
// (0 if it is not there) and the files in `expected/`. The command runs in a copy of the folder.
// LW_UPDATE_GOLDEN=1 rewrites what is expected.
namespace {

const QString kCases = QStringLiteral(LW_TESTS "/cli/cases");

QByteArray readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeAll(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) file.write(bytes);
}

void copyFolder(const QString& from, const QString& to) {
    QDirIterator it(from, QDir::Files | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString path = it.next(), target = to + "/" + QDir(from).relativeFilePath(path);
        QDir().mkpath(QFileInfo(target).path());
        QFile::copy(path, target);
    }
}

// Compares, or rewrites what is expected.
void compare(const QString& path, const QByteArray& actual) {
    if (qEnvironmentVariableIsSet("LW_UPDATE_GOLDEN")) writeAll(path, actual);
    QCOMPARE(QString::fromUtf8(actual), QString::fromUtf8(readAll(path)));
}

// Standard output of a command that ends with that code; of another nothing.
QByteArray outputOf(const QStringList& words, int exit = 0) {
    QProcess lw;
    lw.start(QStringLiteral(LW_BIN "/lw"), words);
    if (!lw.waitForFinished(120'000) || lw.exitCode() != exit) return {};
    return lw.readAllStandardOutput() + lw.readAllStandardError();
}

} // namespace

class TestCli : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyCase_data() {
        QTest::addColumn<QString>("folder");
        const auto names = QDir(kCases).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
        for (const QString& name : names) QTest::newRow(qPrintable(name)) << kCases + "/" + name;
    }
    void everyCase() {
        QFETCH(QString, folder);
        QTemporaryDir place;
        copyFolder(folder, place.path());
        QString command = QString::fromUtf8(readAll(folder + "/command")).trimmed();
        QVERIFY2(!command.isEmpty() || QFile::exists(folder + "/command"), "the case has no file `command`");
        command.replace("$ROOT", LW_ROOT);

        QProcess lw;
        lw.setWorkingDirectory(place.path());
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LC_ALL", "C");
        lw.setProcessEnvironment(environment);
        lw.start(QStringLiteral(LW_BIN "/lw"), QProcess::splitCommand(command));
        lw.write(readAll(folder + "/stdin"));
        lw.closeWriteChannel();
        QVERIFY2(lw.waitForFinished(120'000), "lw does not end");
        QCOMPARE(lw.exitStatus(), QProcess::NormalExit);

        const QByteArray out = lw.readAllStandardOutput().replace(LW_ROOT, "$ROOT");
        const QByteArray err = lw.readAllStandardError().replace(LW_ROOT, "$ROOT");
        const QByteArray exit = readAll(folder + "/exit").trimmed();
        QVERIFY2(lw.exitCode() == (exit.isEmpty() ? 0 : exit.toInt()),
                 qPrintable(QString("exit code %1\n").arg(lw.exitCode()) + QString::fromUtf8(out + err)));
        compare(folder + "/stdout", out);
        if (QFile::exists(folder + "/stderr")) compare(folder + "/stderr", err);
        const auto produced = QDir(folder + "/expected").entryList(QDir::Files, QDir::Name);
        for (const QString& name : produced)
            compare(folder + "/expected/" + name, readAll(place.path() + "/" + name));
    }
    // What lw stride wrote runs by itself, and the modes' picture is of the run that is asked for.
    void exactnessFollowsARun() {
        const QString examples = QStringLiteral(LW_ROOT "/examples/networks/worked-examples/");
        QTemporaryDir place;
        const QString program = place.filePath(QStringLiteral("program.lw"));
        const auto stride = [&](const QStringList& more) {
            return outputOf(QStringList{"stride", examples + "e02.json", "-m", "inference-teaching", "--mode",
                                        "mask-max", "-o", place.path()} +
                                more,
                            more.isEmpty() ? 0 : 1);
        };
        const auto byNow = [&](const QStringList& more) {
            const QByteArray json =
                outputOf(QStringList{"scene", "exactness", program, "--run"} + more, more.isEmpty() ? 0 : 4);
            const QJsonObject mode = QJsonDocument::fromJson(json).object()["modes"].toArray()[0].toObject();
            const QJsonObject now = mode["byNow"].toObject();
            return QList<int>{now["computed"].toInt(-1), now["wrong"].toInt(-1), now["others"].toInt(-1)};
        };
        QVERIFY(!stride({}).isEmpty());
        QVERIFY(outputOf({"scene", "exactness", program, "--run"}, 2).contains("E758"));
        QVERIFY(!stride({"--input", examples + "e02.x.npy"}).isEmpty());
        QVERIFY(outputOf({"run", program, "--print", "y"}).contains("18"));
        QCOMPARE(byNow({}), (QList<int>{4, 2, 0}));
        QCOMPARE(byNow({"--limit-cycles", "5"}), (QList<int>{0, 0, 0}));
        // A mask that begins one column too far to the right takes other elements than was predicted.
        QFile mask(place.filePath(QStringLiteral("y.mask.npy")));
        QVERIFY(mask.open(QIODevice::ReadWrite));
        const QByteArray bytes = mask.readAll();
        const qsizetype data = 8 * 8 * 4, head = bytes.size() - data;
        QVERIFY(mask.seek(head) && mask.write(bytes.right(4) + bytes.mid(head, data - 4)) == data);
        mask.close();
        const QList<int> shifted = byNow({});
        QCOMPARE(shifted[0], 4);
        QVERIFY(shifted[2] > 0);
        // What was read is what is compared with, also one image with an extent more.
        QFile::remove(place.filePath(QStringLiteral("y.mask.npy")));
        QByteArray image = readAll(examples + "e02.x.npy");
        image.replace("(8, 8, 1), }   ", "(1, 8, 8, 1), }");
        const QString one = place.filePath(QStringLiteral("one.npy"));
        writeAll(one, image);
        QVERIFY(!stride({"--input", one}).isEmpty());
        QVERIFY(QFile::remove(one));
        QCOMPARE(byNow({}), (QList<int>{4, 2, 0}));
    }
    // Places that an object file knows are about other files than the one named on the command line.
    void warningsOfObjectsNameBundles() {
        QTemporaryDir place;
        const QString object = place.path() + "/careless.lwo";
        QProcess lw;
        lw.start(QStringLiteral(LW_BIN "/lw"),
                 {"asm", QStringLiteral(LW_TESTS "/cli/programs/careless.lw"), "-o", object});
        QVERIFY(lw.waitForFinished() && lw.exitCode() == 0);
        lw.start(QStringLiteral(LW_BIN "/lw"), {"run", object, "--uninit", "zero", "--no-warning", "W301"});
        QVERIFY(lw.waitForFinished() && lw.exitCode() == 0);
        QCOMPARE(QString::fromUtf8(lw.readAllStandardError()),
                 QString("warning W306: r3 is read, but nothing on any way to bundle 2 writes it\n"
                         "warning W302: bundle 4 cannot be reached\n"));
    }
    void everyCodeMeansOneMessage() {
        QProcess lw;
        lw.start(QStringLiteral(LW_BIN "/lw"), {"explain"});
        QVERIFY(lw.waitForFinished() && lw.exitCode() == 0);
        QStringList codes;
        for (const QString& line : QString::fromUtf8(lw.readAllStandardOutput()).trimmed().split('\n')) {
            codes << line.section(' ', 0, 0);
            QVERIFY2(QRegularExpression("^[EW][0-9]{3}$").match(codes.last()).hasMatch(), qPrintable(line));
        }
        QVERIFY(codes.size() > 100);
        QCOMPARE(codes.removeDuplicates(), 0);
    }
    void thereAreCasesForEveryCommand() {
        QProcess lw;
        lw.start(QStringLiteral(LW_BIN "/lw"), {"--help"});
        QVERIFY(lw.waitForFinished());
        const auto names = QDir(kCases).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        bool inList = false;
        for (const QString& line : QString::fromUtf8(lw.readAllStandardOutput()).split('\n')) {
            if (line == "commands:")
                inList = true;
            else if (inList && line.startsWith("  ")) {
                const QString command = line.trimmed().section(' ', 0, 0);
                QVERIFY2(!names.filter(QRegularExpression("^" + command + "(-|$)")).isEmpty(),
                         qPrintable("no case begins with " + command));
            } else
                inList = false;
        }
    }
};

int tst_cli(int argc, char** argv) { return lw::tests::run<TestCli, QCoreApplication>(argc, argv); }
#include "tst_cli.moc"
