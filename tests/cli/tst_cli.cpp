// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <QDirIterator>
#include <QProcess>
#include <QTemporaryDir>

// Every folder in tests/cli/cases is a test of lw: `command` (the words behind lw, $ROOT is the repository),
// perhaps `stdin`; expected are `stdout`, `stderr` if it is there, `exit` (0 if it is not there) and the
// files in `expected/`. The command runs in a copy of the folder. LW_UPDATE_GOLDEN=1 rewrites what is
// expected.
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

} // namespace

class TestCli : public QObject {
    Q_OBJECT
  private slots:
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

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
