// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <pty.h>
#include <unistd.h>

namespace test = lw::test;

// Every folder in tests/cli/cases is a test of lw: `command` (the words after lw, $ROOT is the repository)
// and perhaps `stdin`. Expected are `stdout`, `stderr` and `exit`; without the file nothing is printed there,
// or the exit code is 0. The command runs in a folder with copies of the other files: afterwards they are as
// they were, and what lies in `expected/` has been written beside them or over them, nothing else.
// LW_UPDATE_GOLDEN=1 rewrites what is expected, but for `exit`: see tests/support/golden.h.
namespace {

const QString kCases = QStringLiteral(LW_TESTS "/cli/cases");
const QString kExpected = QStringLiteral("expected/");
const QStringList kOfTheTest{"command", "stdin", "stdout", "stderr", "exit"};

QByteArray readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeAll(const QString& path, const QByteArray& bytes) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size(), qPrintable(path));
}

// Of a folder and those in it, as seen from it.
QStringList filesIn(const QString& folder) {
    QStringList out;
    QDirIterator it(folder, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (it.hasNext()) out << QDir(folder).relativeFilePath(it.next());
    out.sort();
    return out;
}

// Without what is another text on another host or in another run. `place` is where the command ran.
QByteArray comparable(QByteArray bytes, const QString& place) {
    bytes.replace(LW_ROOT, "$ROOT").replace(place.toUtf8(), "$PLACE");
    static const QRegularExpression seconds(" time=\"[0-9.]+\""); // of JUnit files
    static const QRegularExpression hostTime(" +[0-9.]+ ms\\b");  // of lw tile --transfers
    if (bytes.startsWith("<?xml"))
        return QString::fromUtf8(bytes).replace(seconds, " time=\"SECONDS\"").toUtf8();
    if (bytes.contains(" ms\n")) return QString::fromUtf8(bytes).replace(hostTime, " TIME ms").toUtf8();
    return bytes;
}

// A line for what is wrong, or nothing.
QString differs(const QByteArray& actual, const QString& path) {
    return QString::fromStdString(test::differsFromFile(actual.toStdString(), path.toStdString()));
}
QString printedDiffers(const QByteArray& printed, const QString& path) {
    return printed.isEmpty() && !QFile::exists(path) ? QString() : differs(printed, path);
}

// What became of the files: `inputs` were there before.
QStringList wrongFiles(const QString& folder, const QStringList& inputs, const QString& place) {
    QStringList wrong, expected;
    const QStringList found = filesIn(place);
    for (const QString& file : filesIn(folder))
        if (file.startsWith(kExpected)) expected << file.mid(kExpected.size());
    for (const QString& file : expected + inputs)
        if (!found.contains(file)) wrong << file + QStringLiteral(" is not there");
    for (const QString& file : found) {
        const QByteArray bytes = readAll(place + "/" + file);
        if (inputs.contains(file) && !expected.contains(file)) {
            if (bytes != readAll(folder + "/" + file)) wrong << file + QStringLiteral(" was changed");
        } else {
            wrong << differs(comparable(bytes, place), folder + "/" + kExpected + file);
        }
    }
    return wrong;
}

// Runs a case; what is wrong, or nothing.
QString wrongWith(const QString& folder) {
    if (!QFile::exists(folder + "/command")) return QStringLiteral("the case has no file `command`");
    const QTemporaryDir temporary;
    const QString place = QFileInfo(temporary.path()).canonicalFilePath();
    QStringList inputs = filesIn(folder);
    inputs.removeIf(
        [](const QString& file) { return kOfTheTest.contains(file) || file.startsWith(kExpected); });
    for (const QString& file : inputs) writeAll(place + "/" + file, readAll(folder + "/" + file));

    QProcess lw;
    lw.setWorkingDirectory(place);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LC_ALL", "C");
    lw.setProcessEnvironment(environment);
    QString command = QString::fromUtf8(readAll(folder + "/command")).trimmed();
    command.replace("$ROOT", LW_ROOT);
    lw.start(QStringLiteral(LW_BIN "/lw"), QProcess::splitCommand(command));
    lw.write(readAll(folder + "/stdin"));
    lw.closeWriteChannel();
    if (!lw.waitForFinished(120'000)) return QStringLiteral("lw does not end");
    if (lw.exitStatus() != QProcess::NormalExit) return QStringLiteral("lw crashed");

    const QByteArray out = comparable(lw.readAllStandardOutput(), place),
                     err = comparable(lw.readAllStandardError(), place);
    QStringList wrong{printedDiffers(out, folder + "/stdout"), printedDiffers(err, folder + "/stderr")};
    const QByteArray exit = QFile::exists(folder + "/exit") ? readAll(folder + "/exit").trimmed() : "0";
    if (QByteArray::number(lw.exitCode()) != exit)
        wrong << QStringLiteral("the exit code is %1, not %2").arg(lw.exitCode()).arg(QString(exit));
    wrong += wrongFiles(folder, inputs, place);
    wrong.removeAll(QString());
    if (!wrong.isEmpty() && !test::updatesGolden()) wrong << QString::fromUtf8(out + err);
    return wrong.join('\n');
}

// Another case in the folder.
using FileList = std::initializer_list<std::pair<const char*, QByteArray>>;
void writeCase(const QString& folder, const FileList& files) {
    QDir(folder).removeRecursively();
    for (const auto& [name, text] : files) writeAll(folder + "/" + name, text);
}

// LW_UPDATE_GOLDEN has this value as long as the object lives.
class Updating {
  public:
    explicit Updating(const char* value) { qputenv("LW_UPDATE_GOLDEN", value); }
    ~Updating() { qputenv("LW_UPDATE_GOLDEN", m_before); }
    Updating(const Updating&) = delete;
    Updating& operator=(const Updating&) = delete;

  private:
    QByteArray m_before = qgetenv("LW_UPDATE_GOLDEN");
};

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
        const QString wrong = wrongWith(folder);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
    // Each time one thing is not as expected.
    void aWrongCaseIsNoticed() {
        const Updating never("0");
        const QTemporaryDir place;
        const auto wrong = [&](const FileList& files) {
            writeCase(place.path(), files);
            return wrongWith(place.path());
        };
        const QByteArray messy = "halt\n", neat = "        halt\n";
        QCOMPARE(wrong({{"command", "fmt a.lw"},
                        {"a.lw", messy},
                        {"expected/a.lw", neat},
                        {"stdout", "a.lw formatted\n"}}),
                 QString());
        QVERIFY(wrong({{"stdout", ""}}).contains("no file `command`"));
        QVERIFY(wrong({{"command", "fmt a.lw"}, {"a.lw", messy}}).contains("a.lw was changed"));
        QVERIFY(wrong({{"command", "fmt a.lw"}, {"a.lw", messy}, {"expected/a.lw", messy}})
                    .contains("expected/a.lw:1: expected 'halt', got '        halt'"));
        QVERIFY(wrong({{"command", "fmt a.lw"}, {"a.lw", neat}, {"expected/b.lw", neat}})
                    .contains("b.lw is not there"));
        QVERIFY(wrong({{"command", "fmt a.lw"}, {"a.lw", neat}, {"exit", "1\n"}})
                    .contains("the exit code is 0, not 1"));
        QVERIFY(wrong({{"command", "fmt a.lw"}, {"a.lw", neat}, {"exit", "none"}})
                    .contains("the exit code is 0, not none"));
        QVERIFY(wrong({{"command", "fmt a.lw"}, {"a.lw", neat}, {"stderr", "a warning\n"}})
                    .contains("stderr:1: expected 'a warning', got ''"));
        QVERIFY(wrong({{"command", "fmt b.lw"}, {"exit", "2"}}).contains("stderr is missing"));
        QVERIFY(wrong({{"command", "--version"}}).contains("stdout is missing"));
        const QByteArray whole = ".chip training, \"training-teaching\"\n" + neat;
        QVERIFY(wrong({{"command", "asm a.lw -o a.lwo"}, {"a.lw", whole}}).contains("a.lwo is missing"));
    }
    void aRunThatRewritesFails() {
        const QTemporaryDir place;
        writeCase(place.path(), {{"command", "--version"}, {"stdout", "lw 0\n"}, {"stderr", "oh\n"}});
        {
            const Updating otherwise("yes");
            QVERIFY(wrongWith(place.path()).contains("stdout:1: expected 'lw 0', got"));
        }
        const Updating now("1");
        const QString wrong = wrongWith(place.path());
        QVERIFY(wrong.contains("stdout was rewritten") && wrong.contains("stderr was rewritten"));
        QVERIFY(readAll(place.filePath("stdout")).startsWith("lw 0."));
        QCOMPARE(readAll(place.filePath("stderr")), QByteArray());
        QCOMPARE(wrongWith(place.path()), QString());
        // The exit code is not what lw happens to answer.
        writeAll(place.filePath("exit"), "3\n");
        QCOMPARE(wrongWith(place.path()), QString("the exit code is 0, not 3"));
        QCOMPARE(wrongWith(place.path()), QString("the exit code is 0, not 3"));
    }
    // Where somebody reads along, an error says how to get its explanation.
    void aTerminalIsToldOfTheExplanation() {
        int master = -1, terminal = -1;
        QVERIFY(openpty(&master, &terminal, nullptr, nullptr, nullptr) == 0);
        const auto saidBy = [&](const QStringList& words) {
            QProcess lw;
            lw.setChildProcessModifier([terminal] { dup2(terminal, STDERR_FILENO); });
            lw.start(QStringLiteral(LW_BIN "/lw"), words);
            if (!lw.waitForFinished(120'000) || write(terminal, "end", 3) != 3) return QByteArray();
            QByteArray out;
            for (char c = 0; !out.endsWith("end") && read(master, &c, 1) == 1;) out += c;
            return out;
        };
        QVERIFY(saidBy({"explain", "E0"}).contains("`lw explain E708` says more, and what to do"));
        QCOMPARE(saidBy({"explain", "E708"}), QByteArray("end"));
        QCOMPARE(saidBy({"explain", "E0", "--json"}), QByteArray("end"));
        close(terminal);
        close(master);
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
    // A script gets every line that a breakpoint writes, however many there are.
    void everyLineThatABreakpointWritesIsPrinted() {
        const QTemporaryDir place;
        const QString program = place.filePath("p.lw"), script = place.filePath("script");
        writeAll(program, ".chip training, \"training-teaching\"\n"
                          "        { s0: movi r1, 0 }\n"
                          "loop:   { s0: add r1, r1, 1 }\n"
                          "        { s0: cmp.lt p1, r1, 20000 }\n"
                          "        @p1 br loop\n"
                          "        halt\n");
        writeAll(script, "break loop log round {r1}\nrun\n");
        const QByteArray out = outputOf({"step", program, "--script", script});
        QStringList rounds;
        for (const QString& line : QString::fromUtf8(out).split('\n'))
            if (line.startsWith("clock ")) rounds << line.section(": ", 1);
        QCOMPARE(rounds.size(), 20'000);
        for (int i = 0; i < rounds.size(); ++i) QCOMPARE(rounds[i], QString("round %1").arg(i));
        QVERIFY(out.contains("\nhalted at clock "));
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
    // Of an array those of all circuits, and each source once.
    void manifestsListAllPrograms() {
        const QTemporaryDir place;
        const QString path = place.filePath("manifest.json");
        const QString folder = LW_ROOT "/examples/inference/array-convolution/";
        const auto manifestOf = [&](const char* file) {
            (void)outputOf({"run", folder + file, "--manifest", path});
            return QJsonDocument::fromJson(readAll(path)).object();
        };
        const QJsonObject array = manifestOf("2x2.lww"), one = manifestOf("program.lw");
        const QJsonArray programs = array["programs"].toArray();
        QCOMPARE(programs.size(), 4);
        QCOMPARE(programs[3].toObject()["core"].toString(), QStringLiteral("c3"));
        QVERIFY(programs[2].toObject()["hash"] != programs[3].toObject()["hash"]);
        QStringList sources;
        for (const QJsonValue& source : array["sources"].toArray())
            sources << QFileInfo(source.toObject()["path"].toString()).fileName();
        sources.removeIf([](const QString& name) { return !name.endsWith(".lw"); });
        sources.sort();
        QCOMPARE(sources, (QStringList{"circuit.lw", "r0c0.lw", "r0c1.lw", "r1c0.lw", "r1c1.lw"}));
        QVERIFY(one.contains("program") && !one.contains("programs"));
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
