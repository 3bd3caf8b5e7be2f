// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/workload.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <fstream>
#include <regex>
#include <sstream>

using namespace lw;
using namespace lw::project;

namespace {

std::string withCores(const std::string& cores) {
    return R"({"schema": "lanewright workload", "version": 1, "machine": "m", "cores": [)" + cores + "]}";
}
std::string part(const std::string& cores, const std::string& program) {
    return R"({"cores": ")" + cores + R"(", "program": ")" + program + R"("})";
}

} // namespace

class TestWorkload : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // The one in the manual is a workload, and it means what it says.
    void theManualsExampleIsRead() {
        std::ifstream file(LW_ROOT "/resources/manual/workload.md");
        std::stringstream text;
        text << file.rdbuf();
        const std::string manual = text.str();
        std::smatch found;
        QVERIFY(std::regex_search(manual, found, std::regex("```json\n([^`]*)```")));
        const auto read = parseWorkload(found[1].str(), 0);
        if (!read) QFAIL(lw::textOf(read.problem()).c_str());
        const Workload expected{
            "pair.json",
            {{{{"0", "0"}}, "first.lw", {{"x", "x.npy"}}, {}}, {{{"1", "1"}}, "second.lw", {}, {}}}};
        QVERIFY(*read == expected);
    }

    void isWrittenAndReadAgain() {
        const Workload some{
            "two.json",
            {{{{"0", "2"}, {"4", "4"}}, "a.lw", {{"x", "x.npy", Conversion::Numbers}, {"y", "y.npy"}}},
             {{{"0_3", "0_3"}}, "b \"quoted\".lw", {}}}};
        const auto read = parseWorkload(textOf(some), 0);
        if (!read) QFAIL(lw::textOf(read.problem()).c_str());
        QVERIFY(*read == some);
    }

    void coresAreNumbersNamesAndRanges_data() {
        using Cores = std::vector<std::uint16_t>;
        QTest::addColumn<QString>("text");
        QTest::addColumn<Cores>("cores");
        QTest::newRow("a number") << "3" << Cores{3};
        QTest::newRow("a name") << "c12" << Cores{12};
        QTest::newRow("a range") << "0-3" << Cores{0, 1, 2, 3};
        QTest::newRow("a range of names") << "c1-c2" << Cores{1, 2};
        QTest::newRow("several") << "4, 0-1 ,c2" << Cores{0, 1, 2, 4};
        QTest::newRow("the last") << "63" << Cores{63};
        QTest::newRow("row and column") << "c1_0, 0_3" << Cores{3, 4};
        QTest::newRow("from one row into the next") << "c0_2-c1_1" << Cores{2, 3, 4, 5};
        for (const char* wrong : {"", "x", "1-", "2-1", "1,", "-1", "1 2", "c", "1.5", "c1x", "c1_1-0_3"})
            QTest::newRow(qPrintable(QString("not: '%1'").arg(wrong))) << wrong << Cores{};
    }
    void coresAreNumbersNamesAndRanges() {
        QFETCH(QString, text);
        QFETCH(std::vector<std::uint16_t>, cores);
        // All others are in a second part.
        std::string others;
        for (std::uint16_t i = 0; i < 64; ++i)
            if (std::find(cores.begin(), cores.end(), i) == cores.end())
                others += (others.empty() ? "" : ",") + std::to_string(i);
        const auto read =
            parseWorkload(withCores(part(text.toStdString(), "a.lw") + "," + part(others, "b.lw")), 7);
        const auto parts = read ? partsOfCores(*read, {64, 4}) : read.problem();
        if (cores.empty()) {
            QVERIFY(!parts);
            QCOMPARE(parts.problem().message->code, std::string_view("E738"));
            QCOMPARE(parts.problem().place.file, 7u);
            QVERIFY(parts.problem().place.column > 60);
            return;
        }
        QVERIFY(bool(parts));
        for (std::uint16_t i = 0; i < 64; ++i) {
            const bool isNamed = std::find(cores.begin(), cores.end(), i) != cores.end();
            QCOMPARE((*parts)[i], isNamed ? 0u : 1u);
        }
    }

    void everyCoreHasOneProgram() {
        const auto codeOf = [](const std::string& parts, std::uint32_t cores) {
            const auto read = parseWorkload(withCores(parts), 0);
            if (!read) return std::string(read.problem().message->code);
            const auto found = partsOfCores(*read, {cores, 0});
            return found ? std::string("fine") : std::string(found.problem().message->code);
        };
        const std::string all = R"({"cores": "0-2", "program": "a.lw"})";
        QCOMPARE(codeOf(all, 3), std::string("fine"));
        QCOMPARE(codeOf(all, 2), std::string("E760"));
        QCOMPARE(codeOf(all, 4), std::string("E762"));
        QCOMPARE(codeOf(all + R"(, {"cores": "1", "program": "b.lw"})", 3), std::string("E761"));
        QCOMPARE(codeOf(R"({"cores": "0,0", "program": "b.lw"})", 1), std::string("E761"));
        QCOMPARE(codeOf("", 1), std::string("E739"));
        for (const char* const there : {"64", "0-64", "c0_0", "99999999999999999999"})
            QCOMPARE(codeOf(R"({"cores": ")" + std::string(there) + R"(", "program": "b.lw"})", 64),
                     std::string("E760"));
        const auto read = parseWorkload(withCores(R"({"cores": "1", "program": "a.lw"},
                                                     {"cores": "0,2", "program": "b.lw"})"),
                                        0);
        QVERIFY(bool(read));
        QVERIFY(*partsOfCores(*read, {3, 0}) == (std::vector<std::size_t>{1, 0, 1}));
    }

    void whatIsNoWorkloadIsRefused() {
        const auto codeOf = [](const std::string& text) {
            const auto read = parseWorkload(text, 0);
            return read ? std::string("fine") : std::string(read.problem().message->code);
        };
        QCOMPARE(codeOf(R"({"schema": "lanewright project", "version": 1})"), std::string("E736"));
        QCOMPARE(codeOf(R"({"schema": "lanewright workload", "version": 2, "boards": []})"),
                 std::string("E737"));
        QVERIFY(codeOf(R"({"schema": "lanewright workload", "version": 1})") != "fine");
        QVERIFY(codeOf(withCores(R"({"cores": "0", "program": "a.lw", "sett": {}})")) != "fine");
        QVERIFY(codeOf(withCores(R"({"cores": 0, "program": "a.lw"})")) != "fine");
        QVERIFY(codeOf(withCores(R"({"cores": "0", "program": "a.lw", "set": ["x"]})")) != "fine");
        QVERIFY(codeOf("[]") != "fine");
    }

    void pathsAreSeenFromItsFolder() {
        auto read = parseWorkload(
            R"({"schema": "lanewright workload", "version": 1, "machine": "./m.json", "cores":
                [{"cores": "0", "program": "../a.lw", "set": {"x": "/abs/x.npy", "y": "y.npy"}}]})",
            0);
        QVERIFY(bool(read));
        const Workload seen = absoluteFrom(*std::move(read), "/here/there/w.lww");
        QCOMPARE(seen.machine, std::string("/here/there/m.json"));
        QCOMPARE(seen.parts.at(0).program, std::string("/here/a.lw"));
        QCOMPARE(seen.parts.at(0).inputs.at(0).file, std::string("/abs/x.npy"));
        QCOMPARE(seen.parts.at(0).inputs.at(1).file, std::string("/here/there/y.npy"));
    }
};

int tst_workload(int argc, char** argv) { return lw::tests::run<TestWorkload>(argc, argv); }
#include "tst_workload.moc"
