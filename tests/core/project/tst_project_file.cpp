// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/project/project_file.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <fstream>
#include <regex>
#include <sstream>

using namespace lw;
using namespace lw::project;

namespace {

Project full() {
    Project out;
    out.program = "program.lw";
    out.machine = "training-teaching";
    out.inputs = {{"A", "a.npy"}, {"B", "b.npy", Conversion::Numbers}, {"C", "c.npy", Conversion::Bf16}};
    out.definitions = {{"N", assembler::Number::of(16)}, {"RATE", assembler::Number::real(0.5)}};
    out.breakpoints = {
        {"loop if r1 > 3 hit 2", true}, {"nan mxu", false}, {"next log loss {f32(r3)} at {clock}", true}};
    out.watches = {"r1 + 4", "A[3,4]"};
    out.bookmarks = {1200, 88000};
    out.open = {"program.lw", "kernels.lw"};
    out.front = "kernels.lw";
    out.workspace = "debug";
    out.layouts = {{"debug", "AAAA/w=="}};
    return out;
}

std::string textOfFile(const std::string& path) {
    std::ifstream file(path);
    std::stringstream out;
    out << file.rdbuf();
    return out.str();
}

} // namespace

class TestProjectFile : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // The one in the manual is a project, and it means what it says.
    void theManualsExampleIsRead() {
        const std::string manual = textOfFile(LW_ROOT "/resources/manual/project.md");
        std::smatch found;
        QVERIFY(std::regex_search(manual, found, std::regex("```json\n([^`]*)```")));
        const auto read = parseProject(found[1].str(), 0);
        if (!read) QFAIL(lw::textOf(read.problem()).c_str());
        QVERIFY(*read == full());
    }

    void whatIsWrittenIsRead() {
        for (const Project& project : {Project{}, full()}) {
            const auto read = parseProject(project::textOf(project), 0);
            if (!read) QFAIL(lw::textOf(read.problem()).c_str());
            QVERIFY(*read == project);
        }
        QCOMPARE(QString::fromStdString(project::textOf(Project{})),
                 QStringLiteral("{\n  \"schema\": \"lanewright project\",\n  \"version\": 1\n}\n"));
    }

    // Older programs read what says nothing of cores.
    void coresMakeItVersion2() {
        QVERIFY(project::textOf(full()).find("\"version\": 1") != std::string::npos);
        Project focus, breakpoint, view;
        focus.focus = 1;
        breakpoint.breakpoints = {{"loop", true, 1}};
        view.layouts = {{"debug", "AAAA", {"registers#2@1"}}};
        for (const Project& project : {focus, breakpoint, view}) {
            const std::string text = project::textOf(project);
            QVERIFY(text.find("\"version\": 2") != std::string::npos);
            const auto read = parseProject(text, 0);
            if (!read) QFAIL(lw::textOf(read.problem()).c_str());
            QVERIFY(*read == project);
        }
    }

    void anyBytesInAPathAreWritten() {
        Project project;
        project.program = "caf\xe9.lw"; // no UTF-8
        QVERIFY(bool(parseProject(project::textOf(project), 0)));
    }

    void mistakesHaveAPlace_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        const auto row = [](const char* name, const QString& inside, const char* code, int line, int column) {
            QTest::newRow(name) << QStringLiteral(
                                       "{\"schema\": \"lanewright project\", \"version\": 1%1\n%2}")
                                       .arg(inside.isEmpty() ? "" : ",", inside)
                                << code << line << column;
        };
        row("misspelt key", " \"progam\": \"x\"", "E604", 2, 2);
        row("twice", "\"machine\": \"x\",\n \"machine\": \"y\"", "E601", 3, 2);
        row("no text", "\"program\": 7", "E606", 2, 12);
        row("inputs are no object", "\"inputs\": [\"a.npy\"]", "E732", 2, 11);
        row("an input without a file", "\"inputs\": {\"A\": {\"cast\": true}}", "E605", 2, 17);
        row("an input that is a number", "\"inputs\": {\"A\": 3}", "E606", 2, 17);
        row("cast is a word", "\"inputs\": {\"A\": {\"file\": \"a\", \"cast\": \"yes\"}}", "E794", 2, 39);
        row("a breakpoint without a place", "\"breakpoints\": [{}]", "E605", 2, 17);
        row("a breakpoint that is a text", "\"breakpoints\": [\"loop\"]", "E606", 2, 17);
        row("a negative bookmark", "\"bookmarks\": [3, -1]", "E606", 2, 18);
        row("a huge bookmark", "\"bookmarks\": [1e300]", "E606", 2, 15);
        row("a watch that is a list", "\"watches\": [[]]", "E606", 2, 13);
        row("views are a list", "\"views\": []", "E606", 2, 10);
        row("a layout without a state", "\"views\": {\"layouts\": [{\"workspace\": \"x\"}]}", "E605", 2, 23);
        row("too many", "\"watches\": [" + QStringList(10'001, "\"x\"").join(',') + "]", "E733", 2, 12);
        QTest::newRow("no JSON") << "{\n  \"schema\": lanewright"
                                 << "E600" << 2 << 13;
        QTest::newRow("empty") << ""
                               << "E600" << 1 << 1;
        QTest::newRow("a list") << "[]"
                                << "E606" << 1 << 1;
        QTest::newRow("no schema") << "{\"version\": 1}"
                                   << "E605" << 1 << 1;
        QTest::newRow("another file") << "{\"schema\": \"lanewright check\", \"version\": 1, \"cases\": []}"
                                      << "E730" << 1 << 12;
        QTest::newRow("of the future")
            << "{\"schema\": \"lanewright project\", \"version\": 3, \"colour\": 3}"
            << "E731" << 1 << 45;
        QTest::newRow("of no version") << "{\"schema\": \"lanewright project\", \"version\": 0}"
                                       << "E607" << 1 << 45;
        QTest::newRow("deep") << QString(100'000, '[') << "E602" << 1 << 65;
    }
    void mistakesHaveAPlace() {
        QFETCH(QString, text);
        const auto read = parseProject(text.toStdString(), 5);
        QVERIFY2(!read, "it was understood");
        QTEST(QString::fromUtf8(read.problem().message->code.data(), 4), "code");
        QCOMPARE(read.problem().place.file, 5u);
        QTEST(int(read.problem().place.line), "line");
        QTEST(int(read.problem().place.column), "column");
    }

    // Every file that ends early is refused, every file with one byte changed is read or refused.
    void damagedFilesAreReadOrRefused() {
        const std::string good = project::textOf(full());
        QCOMPARE(good.substr(good.size() - 2), std::string("}\n"));
        int read = 0, refused = 0;
        for (std::size_t i = 0; i < good.size(); ++i) {
            QCOMPARE(bool(parseProject(std::string_view(good).substr(0, i), 0)), i == good.size() - 1);
            for (const char c : {'\0', '"', '{', ']', '9', '\xff'}) {
                std::string bad = good;
                bad[i] = c;
                const auto project = parseProject(bad, 0);
                ++(project ? read : refused);
                QVERIFY(project || !lw::textOf(project.problem()).empty());
            }
        }
        QVERIFY(read > 0 && refused > read);
    }

    void pathsAreSeenFromTheFile() {
        Project here;
        here.program = "/home/a/course/week 1/program.lw";
        here.machine = "/home/a/machines/small.json";
        here.inputs = {{"A", "/home/a/course/a.npy"}};
        here.open = {"/home/a/course/week 1/program.lw", "/elsewhere/x.lw"};
        here.front = "/elsewhere/x.lw";
        const std::string file = "/home/a/course/it.lwp";
        const Project saved = relativeTo(here, file);
        QCOMPARE(saved.program, std::string("week 1/program.lw"));
        QCOMPARE(saved.machine, std::string("/home/a/machines/small.json"));
        QCOMPARE(saved.inputs[0].file, std::string("a.npy"));
        QCOMPARE(saved.front, std::string("/elsewhere/x.lw"));
        QVERIFY(absoluteFrom(saved, file) == here);
        // A folder that moves takes its project with it; a name of a machine is not a path.
        Project named = saved;
        named.machine = "training-teaching";
        const Project moved = absoluteFrom(named, "/mnt/course/it.lwp");
        QCOMPARE(moved.program, std::string("/mnt/course/week 1/program.lw"));
        QCOMPARE(moved.machine, std::string("training-teaching"));
        QVERIFY(absoluteFrom(Project{}, file) == Project{});
    }
};

int tst_project_file(int argc, char** argv) { return lw::tests::run<TestProjectFile>(argc, argv); }
#include "tst_project_file.moc"
