// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/course.h"
#include "tests/support/run_test.h"

#include "core/tensor/npy_header.h"

#include <QXmlStreamReader>

#include <algorithm>
#include <csignal>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace lw;
using namespace lw::test;

namespace {

constexpr int kLong = 100'000; // milliseconds: of a host that has much else to do
const QByteArray kEndless = kHead + kTensors + "l: br l\n";

// "PID (name) state parent ...", where the name may have blanks.
QList<QByteArray> statOf(const QString& process) {
    const QByteArray stat = readAll("/proc/" + process + "/stat");
    return stat.mid(stat.lastIndexOf(')') + 1).simplified().split(' ');
}
// Perhaps nobody has asked yet how it ended.
bool isGone(pid_t process) {
    const QByteArray state = statOf(QString::number(process)).value(0);
    return state.isEmpty() || state == "Z";
}

// The soft one, as the kernel words it; "unlimited" or a number.
QByteArray limitOf(pid_t process, const QByteArray& name) {
    for (const QByteArray& line : readAll(QString("/proc/%1/limits").arg(process)).split('\n'))
        if (line.startsWith(name + "  ")) return line.mid(name.size()).simplified().split(' ').front();
    return {};
}

// A run of `lw check` that something ends from outside.
class CheckRun {
  public:
    CheckRun(const Course& course, const QStringList& more) : m_course(course) {
        m_lw.setWorkingDirectory(course.at("."));
        m_lw.start(QStringLiteral(LW_BIN "/lw"),
                   QStringList{"check", "--checks", "teacher/checks.json", "--each", "class", "--junit",
                               "junit.xml", "--csv", "table.csv", "--html", "page.html", "--results",
                               "results.json"} +
                       more);
    }
    pid_t process() const { return static_cast<pid_t>(m_lw.processId()); }
    std::vector<pid_t> children() const {
        std::vector<pid_t> out;
        for (const QString& entry : QDir("/proc").entryList(QDir::Dirs))
            if (statOf(entry).value(1).toInt() == process()) out.push_back(entry.toInt());
        return out;
    }
    // The first submission has passed, and that many others are under way.
    void waitForTheFirst(std::size_t others) const {
        QTRY_VERIFY_WITH_TIMEOUT(results()["passed"].toInt() == 1 && children().size() == others, kLong);
    }
    void waitForTheEnd() { QVERIFY(m_lw.waitForFinished(kLong)); }
    QJsonObject results() const {
        return QJsonDocument::fromJson(readAll(m_course.at("results.json"))).object();
    }
    QProcess& lw() { return m_lw; }

  private:
    const Course& m_course;
    QProcess m_lw;
};

// What a reader of JUnit files counts.
struct Counts {
    int cases = 0, failures = 0, errors = 0;
    QString name;       // of all suites together
    bool agree = false; // with the counts that the file gives
};
Counts countsOf(const QByteArray& junit) {
    Counts out;
    int said[3] = {-1, -1, -1};
    QXmlStreamReader xml(junit);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        out.cases += xml.name() == QString("testcase");
        out.failures += xml.name() == QString("failure");
        out.errors += xml.name() == QString("error");
        if (xml.name() != QString("testsuites")) continue;
        out.name = xml.attributes().value("name").toString();
        said[0] = xml.attributes().value("tests").toInt();
        said[1] = xml.attributes().value("failures").toInt();
        said[2] = xml.attributes().value("errors").toInt();
    }
    out.agree = !xml.hasError() && said[0] == out.cases && said[1] == out.failures && said[2] == out.errors;
    return out;
}

void fourSubmissions(const Course& course) {
    course.letRun(10'000);
    course.submit("a", kGood);
    for (const char* who : {"b", "c", "d"}) course.submit(who, kEndless);
}

// One of four cases has passed; no reader of any report takes the others for passed, failed or done.
void checkUnfinished(const Course& course, const QByteArray& how, const QString& why) {
    const Counts junit = countsOf(readAll(course.at("junit.xml")));
    QVERIFY(junit.agree);
    QCOMPARE(junit.cases, 4);
    QCOMPARE(junit.failures, 0);
    QCOMPARE(junit.errors, 3);
    QVERIFY2(junit.name.endsWith(how), qPrintable(junit.name));
    const QByteArray table = readAll(course.at("table.csv"));
    QCOMPARE(table.count('\n'), 5);
    QCOMPARE(table.count(",no,yes,2,2,"), 1);
    QCOMPARE(table.count(",no,not run,,2,,,,\"not run"), 3);
    QVERIFY(readAll(course.at("page.html")).contains("This report is " + how));
    const QJsonObject results = QJsonDocument::fromJson(readAll(course.at("results.json"))).object();
    QCOMPARE(results["finished"], QJsonValue(false));
    QCOMPARE(results["notRun"].toInt(), 3);
    QCOMPARE(results["failed"].toInt(), 0);
    const bool isInterrupted = why.contains("was interrupted");
    const QJsonArray cases = results["cases"].toArray();
    QCOMPARE(cases.size(), 4);
    for (const QJsonValue& one : cases) {
        const bool hasRun = one["submission"].toString() == "a";
        QCOMPARE(one["name"].toString(), QString("doubles"));
        QCOMPARE(one["passed"], QJsonValue(hasRun));
        QCOMPARE(one["interrupted"], QJsonValue(!hasRun && isInterrupted));
        QCOMPARE(one["whyNotRun"], hasRun ? QJsonValue(QJsonValue::Null) : QJsonValue(why));
        QCOMPARE(one["clocks"].isNull(), !hasRun);
    }
}

} // namespace

// What is left of runs of `lw check` that do not come to their end, whenever that is.
class TestCheckRuns : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void aProcessHasTheLimitsOfItsCase() {
        const Course course;
        fourSubmissions(course);
        CheckRun run(course, {"--limit-seconds", "30", "--limit-memory", "200"});
        run.waitForTheFirst(1);
        const pid_t child = run.children().front();
        QCOMPARE(getpgid(child), child);
        // Who forks it has no other thread, whose locks would stay locked in the child for ever.
        const QDir threadsOfLw(QString("/proc/%1/task").arg(run.process()));
        QCOMPARE(threadsOfLw.entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 1);
        QTRY_COMPARE(limitOf(child, "Max core file size"), QByteArray("0"));
        QTRY_COMPARE(limitOf(child, "Max file size"), QByteArray("0"));
        const unsigned threads = std::max(std::thread::hardware_concurrency(), 1u);
        QTRY_COMPARE(limitOf(child, "Max cpu time"), QByteArray::number(32 * threads));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        bool isNumber = false;
        QTRY_VERIFY(limitOf(child, "Max address space").toULongLong(&isNumber) >= 200 << 20 && isNumber);
#endif
        kill(run.process(), SIGTERM);
        run.waitForTheEnd();
    }

    // As one that is busy with a text would be: nothing in it looks at the time.
    void aProcessThatDoesNotNoticeItsLimitIsKilled() {
        const Course course;
        course.letRun(10'000);
        course.submit("a", kGood);
        course.submit("b", kEndless);
        CheckRun run(course, {"--limit-seconds", "5"});
        run.waitForTheFirst(1);
        QCOMPARE(kill(run.children().front(), SIGSTOP), 0);
        run.waitForTheEnd();
        QCOMPARE(run.lw().exitCode(), 1);
        const QByteArray out = run.lw().readAllStandardOutput();
        QVERIFY2(out.contains("reading, assembling, running and comparing took more than 5 seconds"), out);
        QVERIFY2(out.endsWith("1 passed, 1 failed\n"), out);
    }

    void anInterruptLeavesWhatIsKnown_data() {
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("jobs");
        QTest::newRow("hang up") << SIGHUP << 1;
        QTest::newRow("terminate") << SIGTERM << 2;
        QTest::newRow("Ctrl-C") << SIGINT << 1;
        QTest::newRow("Ctrl-C, three at once") << SIGINT << 3;
    }
    void anInterruptLeavesWhatIsKnown() {
        QFETCH(const int, signal);
        QFETCH(const int, jobs);
        const Course course;
        fourSubmissions(course);
        CheckRun run(course, {"--jobs", QString::number(jobs)});
        run.waitForTheFirst(static_cast<std::size_t>(jobs));
        const std::vector<pid_t> children = run.children();
        QCOMPARE(kill(run.process(), signal), 0);
        run.waitForTheEnd();
        QCOMPARE(run.lw().exitCode(), 130);
        for (const pid_t child : children) QVERIFY(isGone(child));
        checkUnfinished(course, "unfinished: 1 of 4 cases have run, then lw check was interrupted",
                        "not run to its end: lw check was interrupted");
        const QByteArray out = run.lw().readAllStandardOutput();
        QVERIFY2(out.endsWith("1 passed, 0 failed, 3 not run\n"), out);
        QVERIFY(out.contains("a: 2 of 2 points\n") && out.contains("b: 0 of 2 points, 1 case not run\n"));
    }

    // It had no time to say anything: its reports say what was known, and its children are gone.
    void whoIsKilledLeavesReportsThatSayWhatIsMissing() {
        const Course course;
        fourSubmissions(course);
        CheckRun run(course, {"--jobs", "2"});
        run.waitForTheFirst(2);
        const std::vector<pid_t> children = run.children();
        QCOMPARE(kill(run.process(), SIGKILL), 0);
        run.waitForTheEnd();
        for (const pid_t child : children) QTRY_VERIFY_WITH_TIMEOUT(isGone(child), kLong);
        checkUnfinished(course, "unfinished: 1 of 4 cases have run",
                        "not run: the run had not come to it when this was written");
    }

    // A file of 800 MB with another shape than the tensor's, where 200 MiB are allowed.
    void contentsOfAnotherShapeAreNotRead_data() {
        QTest::addColumn<QByteArray>("check");
        QTest::addColumn<QByteArray>("initial");
        QTest::addColumn<QByteArray>("said");
        const QByteArray expect = R"("expect": {"tensors": [{"name": "c", "file": "huge.npy"}]})";
        const QByteArray set = R"("set": {"a": "huge.npy"}, "expect": {})";
        QTest::newRow("expected") << expect << QByteArray() << QByteArray("E712");
        QTest::newRow("input") << set << QByteArray() << QByteArray("E712");
        QTest::newRow("of the program")
            << QByteArray(R"("expect": {})") << QByteArray(" = \"huge.npy\"") << QByteArray("[200000000]");
    }
    void contentsOfAnotherShapeAreNotRead() {
        QFETCH(const QByteArray, check);
        QFETCH(const QByteArray, initial);
        QFETCH(const QByteArray, said);
        const QTemporaryDir place;
        const std::string header = tensor::npyHeaderText(tensor::DType::I32, {200'000'000});
        write(place.filePath("huge.npy"), QByteArray::fromStdString(header));
        QVERIFY(QFile::resize(place.filePath("huge.npy"), static_cast<qint64>(header.size()) + 800'000'000));
        write(place.filePath("p.lw"),
              kHead + ".tensor a, i32, [4], smem" + initial + "\n" + ".tensor c, i32, [4], smem = 1\nhalt\n");
        write(place.filePath("check.json"),
              R"({"schema": "lanewright check", "version": 1, "cases": [{"name": "x",
              "program": "p.lw", )" +
                  check + "}]}");
        const Ended ended = runLw(place.path(), {"check", "check.json", "--limit-memory", "200"});
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.out.contains(said), ended.out);
    }

    void aKilledCaseHasFailedAndTheOthersGoOn() {
        const Course course;
        course.letRun(10'000);
        course.submit("a", kGood);
        course.submit("b", kEndless);
        course.submit("c", kGood);
        CheckRun run(course, {});
        run.waitForTheFirst(1);
        QCOMPARE(kill(run.children().front(), SIGKILL), 0);
        run.waitForTheEnd();
        QCOMPARE(run.lw().exitCode(), 1);
        QCOMPARE(course.points(), (std::map<QString, double>{{"a", 2.0}, {"b", 0.0}, {"c", 2.0}}));
        const QByteArray out = run.lw().readAllStandardOutput();
        QVERIFY2(out.contains("it was ended by a signal: Killed") && out.endsWith("2 passed, 1 failed\n"),
                 out);
        QCOMPARE(run.results()["finished"], QJsonValue(true));
    }

    // Students who check themselves: no reader of a report takes it for a grade, and none replaces a file.
    void whatFoldersSayOfThemselvesIsNoGrade() {
        const Course course;
        course.submit("a", kGood);
        writeNumbers(course.at("class/a/a.npy"), {1, 1, 1, 1});
        write(course.at("class/a/check.json"),
              R"({"schema": "lanewright check", "version": 1, "cases": [{"name": "halts",
              "program": "twice.lw", "set": {"a": "a.npy"}, "expect": {}, "points": 100}]})");
        const QStringList words{"check", "class",     "--junit", "class/junit.xml",
                                "--csv", "table.csv", "--html",  "class/a/page.html"};
        for (int i = 0; i < 2; ++i) { // the second run replaces the reports of the first
            const Ended checked = runLw(course.at("."), words);
            QVERIFY2(checked.code == 0, checked.err);
        }
        const QByteArray page = readAll(course.at("class/a/page.html"));
        QVERIFY(page.contains("<h1>Results of <code>lw check</code>: not a grade</h1>"));
        QVERIFY(page.contains("This is not a grade.") && page.contains("--checks FILE --each FOLDER"));
        QVERIFY(!page.contains("submission</th>") && !page.contains("What is kept from whom"));
        const Counts junit = countsOf(readAll(course.at("class/junit.xml")));
        QVERIFY(junit.agree && junit.name.endsWith("not a grade"));
        QVERIFY(readAll(course.at("table.csv")).endsWith(",no\n"));
        for (const char* file : {"twice.lw", "check.json", "a.npy"}) {
            const QByteArray before = readAll(course.at(QString("class/a/") + file));
            for (const char* report : {"--junit", "--csv", "--html", "--results"}) {
                const Ended refused =
                    runLw(course.at("."), {"check", "class", report, QString("class/a/") + file});
                QCOMPARE(refused.code, 2);
                QVERIFY2(refused.err.contains("E440"), refused.err);
            }
            QCOMPARE(readAll(course.at(QString("class/a/") + file)), before);
        }
    }

    // Whatever the host is like: the numbers of the file need twice as much as there may be.
    void aCaseThatNeedsMoreMemoryHasFailed() {
        const Course course;
        course.submit("a", kGood);
        course.submit("b", ".chip training\n" + kTensors +
                               ".tensor big, i32, [100000000], hbm = \"big.npy\"\n        halt\n");
        writeNumbers(course.at("class/b/big.npy"), {1, 2, 3, 4});
        QByteArray head = readAll(course.at("class/b/big.npy")).first(128);
        head.replace("(4,), }        ", "(100000000,), }");
        write(course.at("class/b/big.npy"), head);
        QFile big(course.at("class/b/big.npy"));
        QVERIFY(big.resize(128 + 400'000'000)); // takes no room on the disk
        const Ended graded = course.grade({"--results", "results.json", "--limit-memory", "200"});
        QCOMPARE(graded.code, 1);
        QCOMPARE(course.points(), (std::map<QString, double>{{"a", 5.0}, {"b", 0.0}}));
        QVERIFY2(graded.out.contains("memory limit reached"), graded.out);
    }
};

int tst_check_runs(int argc, char** argv) { return lw::tests::run<TestCheckRuns>(argc, argv); }
#include "tst_check_runs.moc"
