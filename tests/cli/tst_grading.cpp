// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy.h"
#include "tests/support/run_test.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <csignal>
#include <functional>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

using namespace lw;

namespace {

void write(const QString& path, const QByteArray& bytes) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size(), qPrintable(path));
}
QByteArray readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}
void writeNumbers(const QString& path, std::initializer_list<std::int32_t> numbers) {
    QDir().mkpath(QFileInfo(path).path());
    tensor::Tensor out(tensor::DType::I32, {numbers.size()});
    std::uint64_t at = 0;
    for (const std::int32_t number : numbers) out.set(at++, number);
    QVERIFY(bool(tensor::writeNpy(path.toStdString(), out)));
}

// The task: c = 2 a.
const QByteArray kHead = ".chip training, \"training-teaching\"\n";
const QByteArray kTensors = ".tensor a, i32, [4], smem\n.tensor c, i32, [4], smem\n";
const QByteArray kBody = "        { s0: movi r1, 0 }\n"
                         "loop:   { s0: ld r2, [r1+a] }\n"
                         "        { s0: add r2, r2, r2 }\n"
                         "        { s0: st [r1+c], r2 ; s1: add r1, r1, 1 }\n"
                         "        { s0: cmp.lt p1, r1, 4 }\n"
                         "        @p1 br loop\n"
                         "end:    halt\n";
const QByteArray kGood = kHead + kTensors + kBody;

struct Ended {
    int code = -1;
    QByteArray out, err;
};
Ended runLw(const QString& place, const QStringList& words, int seconds = 240) {
    QProcess lw;
    lw.setWorkingDirectory(place);
    lw.start(QStringLiteral(LW_BIN "/lw"), words);
    if (!lw.waitForFinished(seconds * 1000) || lw.exitStatus() != QProcess::NormalExit) return {};
    return {lw.exitCode(), lw.readAllStandardOutput(), lw.readAllStandardError()};
}

// A class with its teacher's files: teacher/checks.json and teacher/hidden/hidden.json.
class Course {
  public:
    Course() {
        writeNumbers(at("teacher/a.npy"), {1, 2, 3, 4});
        writeNumbers(at("teacher/expected/c.npy"), {2, 4, 6, 8});
        writeNumbers(at("teacher/hidden/a.npy"), {5, -6, 70, 0});
        writeNumbers(at("teacher/hidden/c.npy"), {10, -12, 140, 0});
        write(at("teacher/checks.json"), checks("doubles", "a.npy", "expected/c.npy", 2));
        write(at("teacher/hidden/hidden.json"), checks("others", "a.npy", "c.npy", 3));
    }
    QString at(const QString& path) const { return m_place.filePath(path); }
    void submit(const QString& who, const QByteArray& program) const {
        write(at("class/" + who + "/twice.lw"), program);
    }
    Ended grade(const QStringList& more = {}) const {
        return runLw(m_place.path(), QStringList{"check", "--checks", "teacher/checks.json", "--hidden",
                                                 "teacher/hidden/hidden.json", "--each", "class"} +
                                         more);
    }
    // By submission.
    std::map<QString, double> points() const {
        std::map<QString, double> out;
        const QJsonArray all =
            QJsonDocument::fromJson(readAll(at("results.json"))).object()["submissions"].toArray();
        for (const auto one : all)
            out[one.toObject()["name"].toString()] = one.toObject()["points"].toDouble();
        return out;
    }

  private:
    static QByteArray checks(const char* name, const char* input, const char* expected, int points) {
        return QByteArray(R"({"schema": "lanewright check", "version": 1, "cases": [{"name": ")") + name +
               R"(", "program": "twice.lw", "set": {"a": ")" + input +
               R"("}, "limits": {"cycles": 200, "seconds": 20}, "expect": {"tensors": [{"name": "c", "file": ")" +
               expected + R"("}]}, "points": )" + QByteArray::number(points) + "}]}";
    }

    QTemporaryDir m_place;
};

// They want points without work, or to take others along. What follows the name makes the submission.
struct Attack {
    const char* name;
    std::function<void(const Course&)> make;
    const char* message; // a part of it
};
QByteArray initial(const QByteArray& file) {
    return kHead + ".tensor a, i32, [4], smem\n.tensor c, i32, [4], smem = \"" + file + "\"\n        halt\n";
}
const Attack kAttacks[] = {
    {"x-above", [](const Course& c) { c.submit("x-above", initial("../../teacher/expected/c.npy")); },
     "E105"},
    {"x-absolute",
     [](const Course& c) { c.submit("x-absolute", initial(c.at("teacher/expected/c.npy").toUtf8())); },
     "E105"},
    {"x-link",
     [](const Course& c) {
         c.submit("x-link", initial("c.npy"));
         QVERIFY(QFile::link(c.at("teacher/expected/c.npy"), c.at("class/x-link/c.npy")));
     },
     "E105"},
    {"x-same-file",
     [](const Course& c) {
         c.submit("x-same-file", initial("c.npy"));
         QCOMPARE(
             link(qPrintable(c.at("teacher/expected/c.npy")), qPrintable(c.at("class/x-same-file/c.npy"))),
             0);
     },
     "E106"},
    {"x-linked", [](const Course& c) { QVERIFY(QFile::link(c.at("class/right-0"), c.at("class/x-linked"))); },
     "is a link"},
    {"x-machine",
     [](const Course& c) {
         write(c.at("class/x-machine/fast.json"), "{}");
         c.submit("x-machine", ".chip training, \"fast.json\"\n" + kTensors + kBody);
     },
     "E774"},
    {"x-points",
     [](const Course& c) {
         c.submit("x-points", kHead + kTensors + "        halt\n");
         write(c.at("class/x-points/check.json"),
               R"({"schema": "lanewright check", "version": 1, "root": "../../..", "cases": [{"name": "rich",
               "program": "twice.lw", "expect": {}, "points": 1000000}]})");
     },
     "4 of 4 differ"},
    {"x-pipe",
     [](const Course& c) {
         QVERIFY(QDir().mkpath(c.at("class/x-pipe")));
         QCOMPARE(mkfifo(qPrintable(c.at("class/x-pipe/twice.lw")), 0644), 0);
         QCOMPARE(mkfifo(qPrintable(c.at("class/x-pipe/check.json")), 0644), 0);
     },
     "E107"},
    {"x-includes",
     [](const Course& c) {
         write(c.at("class/x-includes/f0.lw"), "");
         for (int i = 1; i < 31; ++i) {
             const QByteArray line = ".include \"f" + QByteArray::number(i - 1) + ".lw\"\n";
             write(c.at(QString("class/x-includes/f%1.lw").arg(i)), line + line);
         }
         c.submit("x-includes", kHead + kTensors + ".include \"f30.lw\"\n" + kBody);
     },
     "E176"},
    {"x-line",
     [](const Course& c) {
         c.submit("x-line", kHead + kTensors + QByteArray("{ } ").repeated(1'000'000) + kBody);
     },
     "E155"},
    {"x-large",
     [](const Course& c) {
         c.submit("x-large", ".chip training\n.tensor a, i32, [4], smem\n"
                             ".tensor c, i32, [2000000000], hbm\n        halt\n");
     },
     "E712"},
    {"x-bytes",
     [](const Course& c) {
         c.submit("x-bytes", kHead + kTensors +
                                 "        .assert 0, \"\x1b[1A\x1b[2K\rpass  \xff\xef\xbf\xbf\"\n foo\xff" +
                                 "bar\n" + kBody);
     },
     "E"},
    {"x-endless", [](const Course& c) { c.submit("x-endless", kHead + kTensors + "l: br l\n"); },
     "limit reached"},
};

} // namespace

class TestGrading : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Thirty submissions, of which thirteen are attacks, in one command.
    void aClassIsGradedRight() {
        const Course course;
        std::map<QString, double> wanted;
        for (int i = 0; i < 10; ++i) {
            const QString name = QString("right-%1").arg(i);
            course.submit(name, kGood + "# " + name.toUtf8() + "\n");
            wanted[name] = 5;
        }
        for (int i = 0; i < 4; ++i) { // right by chance, for the numbers that one sees
            const QString name = QString("seen-%1").arg(i);
            course.submit(name, kHead + ".tensor a, i32, [4], smem\n.tensor c, i32, [4], smem\n" +
                                    "        { s0: movi r1, 0 ; s1: movi r2, 0 }\n"
                                    "loop:   { s1: add r2, r2, 2 }\n        { s0: st [r1+c], r2 }\n"
                                    "        { s1: add r1, r1, 1 }\n        { s0: cmp.lt p1, r1, 4 }\n"
                                    "        @p1 br loop\n        halt\n");
            wanted[name] = 2;
        }
        course.submit("wrong", kHead + kTensors + QByteArray(kBody).replace("r2, r2, r2", "r2, r2, 1"));
        course.submit("broken", kHead + "        foo\n");
        QVERIFY(QDir().mkpath(course.at("class/empty")));
        for (const char* name : {"wrong", "broken", "empty"}) wanted[name] = 0;
        for (const Attack& attack : kAttacks) {
            attack.make(course);
            wanted[attack.name] = 0;
        }
        QCOMPARE(wanted.size(), std::size_t{30});

        QElapsedTimer timer;
        timer.start();
        const Ended graded = course.grade({"--jobs", "2", "--junit", "junit.xml", "--results", "results.json",
                                           "--csv", "table.csv", "--html", "page.html"});
        QVERIFY2(graded.code == 1, graded.out + graded.err);
        QVERIFY(course.points() == wanted);
        const QByteArray results = readAll(course.at("results.json"));
        for (const Attack& attack : kAttacks) checkMessage(results, attack);
        checkReports(course, graded);
        QVERIFY2(timer.elapsed() < 120'000, qPrintable(QString::number(timer.elapsed())));
    }

    // One that nothing but the host's time can end: the others are graded.
    void whatNeverEndsIsEnded() {
        const Course course;
        for (const char* file : {"teacher/checks.json", "teacher/hidden/hidden.json"})
            write(course.at(file), readAll(course.at(file)).replace("\"cycles\": 200, ", ""));
        course.submit("a", kGood);
        course.submit("b", kHead + kTensors + "l: br l\n");
        course.submit("c", kGood);
        const Ended graded = course.grade({"--results", "results.json", "--limit-seconds", "1"});
        QCOMPARE(graded.code, 1);
        const auto points = course.points();
        QCOMPARE(points.size(), std::size_t{3});
        QCOMPARE(points.at("b"), 0.0);
        QVERIFY2(graded.out.contains("time limit reached"), graded.out);
    }

    void aMistakeOfTheTeacherCountsForNobody() {
        const Course course;
        course.submit("a", kGood);
        course.submit("b", kGood);
        QVERIFY(QFile::remove(course.at("teacher/expected/c.npy")));
        const Ended graded = course.grade({"--results", "results.json"});
        QCOMPARE(graded.code, 2);
        QCOMPARE(graded.err.count("E104"), 1);
        QCOMPARE(course.points(), (std::map<QString, double>{{"a", 3.0}, {"b", 3.0}}));
        writeNumbers(course.at("teacher/expected/c.npy"), {2, 4, 6, 8});
        const QByteArray good = readAll(course.at("teacher/checks.json"));
        for (const char* wrong :
             {R"("machine": "none")", R"("machine": "a.npy/")", R"("mode": "none")", R"("uninit": "none")"}) {
            write(course.at("teacher/checks.json"),
                  QByteArray(good).replace("\"points\"", QByteArray(wrong) + ", \"points\""));
            const Ended told = course.grade();
            QVERIFY2(told.code == 2 && told.out.contains("2 passed, 0 failed"), told.out + told.err);
        }
        write(course.at("teacher/checks.json"), "{");
        const Ended none = course.grade();
        QCOMPARE(none.code, 2);
        QVERIFY2(none.out.contains("2 passed, 0 failed"), none.out); // the hidden ones
    }

    // What hidden checks lie in is no submission, and no report is written over one.
    void foldersOfTheTeacherAreNotGraded() {
        const Course course;
        course.submit("a", kGood);
        QVERIFY(QDir().rename(course.at("teacher"), course.at("class/teacher")));
        const QStringList words{
            "check",  "--checks", "class/teacher/checks.json", "--hidden", "class/teacher/hidden/hidden.json",
            "--each", "class"};
        const Ended graded = runLw(course.at("."), words);
        QCOMPARE(graded.code, 0);
        QVERIFY2(graded.out.contains("a: 5 of 5 points") && !graded.out.contains("teacher: "), graded.out);
        const Ended refused = runLw(course.at("."), words + QStringList{"--csv", "class/a/twice.lw"});
        QCOMPARE(refused.code, 2);
        QVERIFY(refused.err.contains("E796"));
        QCOMPARE(readAll(course.at("class/a/twice.lw")), kGood);
    }

    void onlyTheListedFilesAreRead() {
        const Course course;
        const QByteArray checks = readAll(course.at("teacher/checks.json"));
        write(course.at("teacher/checks.json"),
              QByteArray(checks).replace("\"points\"", "\"reads\": [\"parts\"], \"points\""));
        course.submit("a", kHead + kTensors + ".include \"parts/body.lw\"\n");
        write(course.at("class/a/parts/body.lw"), kBody);
        course.submit("b", kHead + kTensors + ".include \"body.lw\"\n");
        write(course.at("class/b/body.lw"), kBody);
        const Ended graded = course.grade({"--results", "results.json"});
        QCOMPARE(graded.code, 1);
        QCOMPARE(course.points(), (std::map<QString, double>{{"a", 5.0}, {"b", 3.0}}));
        QVERIFY(graded.out.contains("E108"));
    }

    // Without --checks: who has a check file that cannot be read gives nobody else's results.
    void hiddenChecksStayInTheirFolder() {
        const Course course;
        const QByteArray own = R"({"schema": "lanewright check", "version": 1, "cases": [{"name": "halts",
            "program": "twice.lw", "set": {"a": "a.npy"}, "expect": {}}]})";
        for (const char* who : {"a", "b", "c"}) {
            course.submit(who, QByteArray(who) == "b" ? kHead + "        halt\n" : kGood);
            write(course.at(QString("class/%1/check.json").arg(who)), QByteArray(who) == "b" ? "{" : own);
            writeNumbers(course.at(QString("class/%1/a.npy").arg(who)), {1, 1, 1, 1});
        }
        QVERIFY(QDir().mkpath(course.at("class/d/check.json")));
        QVERIFY(QFile::link("nowhere", course.at("class/e")));
        const Ended checked =
            runLw(course.at("."), {"check", "--hidden", "teacher/hidden/hidden.json", "class", "--json"});
        QCOMPARE(checked.code, 2);
        std::map<QString, bool> passed;
        for (const auto one : QJsonDocument::fromJson(checked.out).object()["cases"].toArray()) {
            const QJsonObject object = one.toObject();
            passed[object["submission"].toString() + " " + object["file"].toString()] =
                object["passed"].toBool();
        }
        const QString hidden = " teacher/hidden/hidden.json";
        QCOMPARE(passed, (std::map<QString, bool>{{" class/a/check.json", true},
                                                  {"class/a/check.json" + hidden, true},
                                                  {"class/b/check.json" + hidden, false},
                                                  {" class/c/check.json", true},
                                                  {"class/c/check.json" + hidden, true},
                                                  {"class/d/check.json" + hidden, false}}));
    }

    void anInterruptLeavesWhatIsKnown() {
        const Course course;
        course.submit("a", kGood);
        course.submit("b", kHead + kTensors + "l: br l\n");
        for (const char* file : {"teacher/checks.json", "teacher/hidden/hidden.json"})
            write(course.at(file),
                  readAll(course.at(file)).replace("\"cycles\": 200, \"seconds\": 20", "\"seconds\": 100"));
        for (const int signal : {SIGHUP, SIGTERM, SIGINT}) {
            QFile::remove(course.at("junit.xml"));
            QProcess lw;
            lw.setWorkingDirectory(course.at("."));
            lw.start(QStringLiteral(LW_BIN "/lw"),
                     {"check", "--checks", "teacher/checks.json", "--each", "class", "--junit", "junit.xml"});
            QTRY_VERIFY_WITH_TIMEOUT(readAll(course.at("junit.xml")).contains("<testcase"),
                                     20'000); // after "a"
            QCOMPARE(kill(static_cast<pid_t>(lw.processId()), signal), 0);
            QVERIFY(lw.waitForFinished(20'000));
            QCOMPARE(lw.exitCode(), 130);
            const QByteArray junit = readAll(course.at("junit.xml"));
            QCOMPARE(junit.count("<testcase"), 2);
            QCOMPARE(junit.count("interrupted"), 1);
        }
    }

  private:
    static void checkMessage(const QByteArray& results, const Attack& attack) {
        bool found = false;
        for (const auto one : QJsonDocument::fromJson(results).object()["cases"].toArray()) {
            const QJsonObject object = one.toObject();
            if (object["submission"].toString() != attack.name || object["hidden"].toBool()) continue;
            const QString said = object["failures"].toArray().at(0).toString();
            QVERIFY2(said.contains(attack.message), qPrintable(attack.name + (": " + said)));
            found = true;
        }
        QVERIFY2(found, attack.name);
    }
    static void checkReports(const Course& course, const Ended& graded) {
        for (const char byte : graded.out + graded.err)
            QVERIFY(byte == '\n' || byte == '\t' || static_cast<unsigned char>(byte) >= 0x20);
        QXmlStreamReader xml(readAll(course.at("junit.xml")));
        int cases = 0;
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::StartElement) cases += xml.name() == QString("testcase");
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(cases, 60);
        const QByteArray page = readAll(course.at("page.html"));
        QVERIFY(page.contains("<th>right-0</th>") && page.contains("What is kept from whom"));
        QVERIFY(!page.contains("<script"));
        QVERIFY(readAll(course.at("table.csv"))
                    .contains("\"right-0\",\"teacher/checks.json\",\"doubles\",no,yes,2,2,"));
        // What a hidden check expects, and how long a program ran on what it was given.
        const QByteArray results = readAll(course.at("results.json"));
        QVERIFY(!results.contains("140"));
        for (const auto one : QJsonDocument::fromJson(results).object()["cases"].toArray())
            QCOMPARE(one.toObject()["bundles"].isNull(), one.toObject()["hidden"].toBool());
    }
};

int tst_grading(int argc, char** argv) { return lw::tests::run<TestGrading>(argc, argv); }
#include "tst_grading.moc"
