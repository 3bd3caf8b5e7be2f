// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/course.h"
#include "tests/support/run_test.h"

#include <QElapsedTimer>
#include <QXmlStreamReader>

#include <functional>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

using namespace lw;
using namespace lw::test;

namespace {

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
    {"x-hidden",
     [](const Course& c) {
         c.submit("x-hidden", initial("c.npy"));
         QCOMPARE(link(qPrintable(c.at("teacher/hidden/c.npy")), qPrintable(c.at("class/x-hidden/c.npy"))),
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
    // At least thirty submissions, of which at least ten are attacks, in one command.
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
        QCOMPARE(wanted.size(), std::size_t{31});

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
        for (const char* wrong : {R"("cycles": 0)", R"("bundles": 0)", R"("seconds": 0)"}) {
            write(course.at("teacher/checks.json"),
                  QByteArray(good).replace(R"("cycles": 200, "seconds": 20)", wrong));
            const Ended told = course.grade();
            QVERIFY2(told.code == 2 && told.out.contains("2 passed, 0 failed"), told.out + told.err);
        }
        write(course.at("teacher/checks.json"),
              QByteArray(good).replace("\"cases\"", "\"root\": \"..\", \"cases\""));
        const Ended rooted = course.grade();
        QVERIFY2(rooted.code == 2 && rooted.err.count("E793") == 1 &&
                     rooted.out.contains("4 passed, 0 failed"),
                 rooted.out + rooted.err);
        write(course.at("teacher/checks.json"), "{");
        const Ended none = course.grade();
        QCOMPARE(none.code, 2);
        QVERIFY2(none.out.contains("2 passed, 0 failed"), none.out); // the hidden ones
    }

    // A name that the teacher has misspelt: who is right, and who is broken, lose nothing by it.
    void whatNobodyHasCountsForNobody_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("set") << QByteArray("\"set\": {\"a\"") << QByteArray("\"set\": {\"aa\"");
        QTest::newRow("tensors") << QByteArray("\"name\": \"c\"") << QByteArray("\"name\": \"cc\"");
    }
    void whatNobodyHasCountsForNobody() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        const Course course;
        course.submit("a", kGood);
        course.submit("b", kGood);
        course.submit("c", kHead + "        foo\n");
        const QByteArray good = readAll(course.at("teacher/checks.json"));
        write(course.at("teacher/checks.json"), QByteArray(good).replace(from, to));
        const Ended graded = course.grade({"--results", "results.json"});
        QVERIFY2(graded.code == 2 && graded.err.count("E288") == 1, graded.err);
        QCOMPARE(course.points(), (std::map<QString, double>{{"a", 3.0}, {"b", 3.0}, {"c", 0.0}}));
        const QJsonObject results = QJsonDocument::fromJson(readAll(course.at("results.json"))).object();
        QCOMPARE(results["failed"].toInt(), 1); // the hidden check of the broken one
        QCOMPARE(results["notRun"].toInt(), 3);
        // One that has it shows that it can be had.
        course.submit("d", QByteArray(kGood).replace(" a, i32", " aa, i32").replace("+a]", "+aa]"));
        course.submit("e", QByteArray(kGood).replace(" c, i32", " cc, i32").replace("+c]", "+cc]"));
        const Ended again = course.grade({"--results", "results.json"});
        QVERIFY2(again.code == 1 && !again.err.contains("E288"), again.err);
    }

    // A folder with hidden checks is not a submission, and no report is written over one.
    void foldersOfTheTeacherAreNotGraded() {
        const Course course;
        course.submit("a", kGood);
        QVERIFY(QDir().rename(course.at("teacher"), course.at("class/teacher")));
        const QStringList words{
            "check",  "--checks", "class/teacher/checks.json", "--hidden", "class/teacher/hidden/hidden.json",
            "--each", "class"};
        const Ended graded = runLw(course.at("."), words);
        QCOMPARE(graded.code, 0);
        QVERIFY2(graded.out.contains("a: 5 of 5 points") && graded.out.contains("teacher: the teacher's"),
                 graded.out);
        const Ended refused = runLw(course.at("."), words + QStringList{"--csv", "class/a/twice.lw"});
        QCOMPARE(refused.code, 2);
        QVERIFY(refused.err.contains("E796"));
        QCOMPARE(readAll(course.at("class/a/twice.lw")), kGood);
    }

    // No student is left out without a word; what is the teacher's is not a submission.
    void whatIsNotGradedIsNamed() {
        const Course course;
        course.submit("a", kGood);
        course.submit(".b", kGood);
        write(course.at("class/c.zip"), "PK");
        QVERIFY(QDir().rename(course.at("teacher/expected"), course.at("class/expected")));
        QVERIFY(QDir().rename(course.at("teacher/hidden"), course.at("class/hidden")));
        write(course.at("class/checks.json"), readAll(course.at("teacher/checks.json")));
        write(course.at("class/a.npy"), readAll(course.at("teacher/a.npy")));
        const QStringList words{"check", "--checks", "class/checks.json",       "--each",
                                "class", "--hidden", "class/hidden/hidden.json"};
        const Ended graded = runLw(course.at("."), words + QStringList{"--results", "results.json"});
        QCOMPARE(graded.code, 0);
        QVERIFY2(
            graded.out.contains(".b: hidden, not graded\na.npy: the teacher's, not graded\n"
                                "c.zip: not a folder, not graded\nchecks.json: the teacher's, not graded\n"
                                "expected: the teacher's, not graded\nhidden: the teacher's, not graded\n"
                                "a: 5 of 5 points\n"),
            graded.out);
        QCOMPARE(course.points(), (std::map<QString, double>{{"a", 5.0}}));
        const auto left =
            QJsonDocument::fromJson(readAll(course.at("results.json"))).object()["notGraded"].toArray();
        QCOMPARE(left.size(), 6);
        QCOMPARE(left.at(0).toObject(), (QJsonObject{{"name", ".b"}, {"why", "hidden, not graded"}}));
        const Ended printed = runLw(course.at("."), words + QStringList{"--json"});
        QCOMPARE(QJsonDocument::fromJson(printed.out).object()["notGraded"].toArray(), left);
    }

    // A number says how long something took; of what never ran there is none.
    void whatNeverRanHasNoClocks() {
        const Course course;
        course.submit("right", kGood);
        course.submit("broken", kHead + "        foo\n");
        const Ended graded =
            course.grade({"--results", "results.json", "--csv", "table.csv", "--junit", "junit.xml"});
        QVERIFY2(graded.out.contains("FAIL  broken: doubles (- clocks)"), graded.out);
        const QByteArray table = readAll(course.at("table.csv"));
        QVERIFY2(table.contains("\"broken\",\"teacher/checks.json\",\"doubles\",no,no,0,2,-,-,0."), table);
        QVERIFY2(table.contains(",\"others\",yes,no,0,3,,,,\"hidden check failed\""), table);
        for (const auto one :
             QJsonDocument::fromJson(readAll(course.at("results.json"))).object()["cases"].toArray()) {
            const QJsonObject object = one.toObject();
            const bool ran = object["submission"] == "right" && !object["hidden"].toBool();
            for (const char* key : {"clocks", "bundles", "bytes"}) QCOMPARE(object[key].isNull(), !ran);
        }
        // Of the host, from reading to comparing, also of what passed: a process takes a millisecond.
        const qsizetype passed = table.indexOf("\"doubles\",no,yes,2,2,");
        const QList<QByteArray> cells = table.mid(passed, table.indexOf('\n', passed) - passed).split(',');
        QVERIFY2(cells.size() > 7 && cells[7].toDouble() > 0, table);
        QCOMPARE(readAll(course.at("junit.xml")).count(" time=\""),
                 2); // how long says nothing of hidden ones
    }

    // What archives of another encoding leave: the bytes are not UTF-8, and a terminal would show both alike.
    void namesThatLookAlikeAreTwoSubmissions() {
        const Course course;
        course.submit("right", kGood);
        course.submit("wrong", kHead + "        halt\n");
        for (const auto& [from, to] : {std::pair{"right", "M\xf6ller"}, {"wrong", "M\xfcller"}})
            QCOMPARE(
                ::rename(course.at(QString("class/") + from).toUtf8(), course.at("class/").toUtf8() + to), 0);
        const Ended graded = course.grade({"--results", "results.json", "--csv", "table.csv", "--html",
                                           "page.html", "--junit", "junit.xml"});
        QCOMPARE(graded.code, 1);
        QVERIFY2(graded.out.contains("M\\xf6ller: 5 of 5 points") &&
                     graded.out.contains("M\\xfcller: 0 of 5 points"),
                 graded.out);
        QCOMPARE(course.points(), (std::map<QString, double>{{"M\\xf6ller", 5.0}, {"M\\xfcller", 0.0}}));
        for (const char* file : {"table.csv", "page.html", "junit.xml"}) {
            const QByteArray text = readAll(course.at(file));
            QVERIFY2(text.contains("M\\xf6ller") && text.contains("M\\xfcller"), text);
        }
        QVERIFY(readAll(course.at("page.html")).contains("<td class=\"number\">0 of 5</td>"));
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

    // A report does not take the place of a file of the teacher's, also where what names it is broken.
    void reportsReplaceReportsAlone() {
        const Course course;
        course.submit("a", kGood);
        write(course.at("teacher/hidden/hidden.json"), "{");
        const QByteArray before = readAll(course.at("teacher/hidden/c.npy"));
        const Ended refused = course.grade({"--csv", "teacher/hidden/c.npy"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("E440"), refused.err);
        QCOMPARE(readAll(course.at("teacher/hidden/c.npy")), before);
        write(course.at("empty.csv"), ""); // as mktemp makes them
        for (int i = 0; i < 2; ++i) QVERIFY(!course.grade({"--csv", "empty.csv"}).err.contains("E440"));
    }

    // Nor a check file of the submission's own, which nobody looks at otherwise.
    void ownCheckFilesAreNotRead() {
        const Course course;
        for (const char* const folder : {"", "parts/"}) {
            course.submit("a", kHead + kTensors + ".include \"" + folder + "check.json\"\n");
            write(course.at(QString("class/a/") + folder + "check.json"), kBody);
            const Ended graded = course.grade({"--results", "results.json"});
            QCOMPARE(graded.code, 1);
            QCOMPARE(course.points(), (std::map<QString, double>{{"a", 0.0}}));
            QVERIFY2(graded.out.contains("E106"), graded.out);
        }
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
        QVERIFY(QDir().mkpath(course.at("class/f")) && QDir().mkpath(course.at("class/g")));
        course.submit("h", kGood);
        QVERIFY(QFile::link("../a/check.json", course.at("class/h/check.json")));
        QCOMPARE(mkfifo(qPrintable(course.at("class/f/check.json")), 0644), 0);
        QVERIFY(QFile::link("nowhere", course.at("class/g/check.json")));
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
                                                  {"class/d/check.json" + hidden, false},
                                                  {"class/f/check.json" + hidden, false},
                                                  {"class/g/check.json" + hidden, false},
                                                  {"class/h/check.json" + hidden, true}}));
        QVERIFY2(checked.out.count("\"E792\"") == 4, checked.out); // d, f, g and h
        // Nor is a link that the command line names followed, whatever good file it leads to.
        QVERIFY(QFile::link("class/a/check.json", course.at("link.json")));
        const Ended linked = runLw(course.at("."), {"check", "link.json"});
        QCOMPARE(linked.code, 2);
        QVERIFY2(linked.err.contains("E792") && linked.out.endsWith("0 passed, 0 failed\n"),
                 linked.err + linked.out);
    }

    // Whoever chooses the root, so that it holds the hidden folder too, may read nothing there.
    void theHiddenFolderIsKeptUnderAnyRoot() {
        const Course course;
        writeNumbers(course.at("teacher/hidden/more/notes.npy"), {1, 2, 3, 4}); // no check names it
        course.submit("a", initial("../../teacher/hidden/more/notes.npy"));
        write(course.at("class/a/check.json"),
              R"({"schema": "lanewright check", "version": 1, "root": "../..", "cases": [{"name": "halts",
              "program": "twice.lw", "expect": {}}]})");
        const QStringList words{"check", "class/a/check.json"};
        const Ended open = runLw(course.at("."), words);
        QVERIFY2(open.code == 0 && open.out.endsWith("1 passed, 0 failed\n"), open.out + open.err);
        const Ended kept =
            runLw(course.at("."), words + QStringList{"--hidden", "teacher/hidden/hidden.json"});
        QCOMPARE(kept.code, 1);
        QVERIFY2(kept.out.contains("E106") && kept.out.endsWith("0 passed, 2 failed\n"), kept.out);
    }

    // A folder without a check file is told, and takes nothing from the others.
    void foldersWithoutChecksAreTold() {
        const Course course;
        const QByteArray own = R"({"schema": "lanewright check", "version": 1, "cases": [{"name": "halts",
            "program": "twice.lw", "set": {"a": "a.npy"}, "expect": {}}]})";
        course.submit("good", kGood);
        course.submit("none", kGood);
        write(course.at("class/good/check.json"), own);
        writeNumbers(course.at("class/good/a.npy"), {1, 1, 1, 1});
        const Ended beside =
            runLw(course.at("."), {"check", "class/none", "class/good", "--junit", "junit.xml"});
        QCOMPARE(beside.code, 2);
        QVERIFY2(beside.err.contains("E726") && beside.err.contains("class/none"), beside.err);
        QVERIFY2(beside.out.contains("1 passed, 0 failed"), beside.out);
        QVERIFY(readAll(course.at("junit.xml")).contains("halts"));
        const Ended hidden =
            runLw(course.at("."), {"check", "--hidden", "teacher/hidden/hidden.json", "class"});
        QVERIFY2(hidden.out.contains("class/none: no check.json, not checked"), hidden.out);
        QVERIFY2(hidden.out.contains("2 passed, 0 failed"), hidden.out);
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
        QCOMPARE(cases, 62); // of each submission one that is seen, and a hidden one
        const QByteArray page = readAll(course.at("page.html"));
        QVERIFY(page.contains("<th>right-0</th>") && page.contains("What is kept from whom"));
        QVERIFY(page.contains("<td class=\"pass\">2 of 2</td>") &&
                page.contains("<td class=\"number\">5 of 5</td>") &&
                page.contains("<td class=\"number\">2 of 5</td>"));
        QVERIFY(page.contains("<h3>broken: doubles</h3>\n<pre>") && page.contains("E111"));
        const QByteArray hidden = "right-0, teacher/hidden/hidden.json";
        QVERIFY(readAll(course.at("junit.xml")).contains("<testsuite name=\"" + hidden + "\""));
        QVERIFY(graded.out.contains("pass  " + hidden + ": others\n"));
        QVERIFY(!page.contains("not a grade") && !page.contains("unfinished"));
        // One file, which whoever gets it can open: nothing in it runs, or is fetched from elsewhere.
        for (const char* const word : {"<script", "src=", "<link", "http"})
            QVERIFY2(!page.contains(word), word);
        QVERIFY(readAll(course.at("table.csv"))
                    .contains("\"right-0\",\"teacher/checks.json\",\"doubles\",no,yes,2,2,"));
        // What a hidden check expects, and how long a program ran on what it was given.
        const QByteArray results = readAll(course.at("results.json"));
        QVERIFY(!results.contains("140"));
        for (const auto one : QJsonDocument::fromJson(results).object()["cases"].toArray())
            QVERIFY(one.toObject()["bundles"].isNull() || !one.toObject()["hidden"].toBool());
    }
};

int tst_grading(int argc, char** argv) { return lw::tests::run<TestGrading>(argc, argv); }
#include "tst_grading.moc"
