// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/results.h"
#include "core/program/results.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;

namespace {

constexpr const char* kTensors = ".tensor a, f32, [2, 3], vmem\n.tensor n, i32, [1], smem\n"
                                 ".tensor s, f32, [], smem\n.tensor big, f32, [9], vmem\n";

} // namespace

class TestResults : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void aResultIsATensorOrAnElement_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("elements");
        QTest::newRow("an element") << ".result a[1, 2]"
                                    << "a[1,2]"
                                    << "a[1,2]";
        QTest::newRow("an element by a constant") << ".result a[ROWS - 1, 0]"
                                                  << "a[1,0]"
                                                  << "a[1,0]";
        QTest::newRow("a tensor") << ".result n"
                                  << "n"
                                  << "n[0]";
        QTest::newRow("a scalar") << ".result s"
                                  << "s"
                                  << "s";
        QTest::newRow("a whole matrix") << ".result a"
                                        << "a"
                                        << "a[0,0] a[0,1] a[0,2] a[1,0] a[1,1] a[1,2]";
        QTest::newRow("words") << ".result n, \"how many\""
                               << "how many"
                               << "n[0]";
        QTest::newRow("an element with words") << ".result big[8], \"the last\"  # said"
                                               << "the last"
                                               << "big[8]";
    }
    void aResultIsATensorOrAnElement() {
        QFETCH(QString, line);
        QFETCH(QString, title);
        QFETCH(QString, elements);
        test::Source source;
        const auto assembly =
            source.teach(std::string(kTensors) + ".equ ROWS, 2\n{ s0: halt }\n" + line.toStdString() + "\n");
        QVERIFY2(assembly.program, source.rendered(assembly).c_str());
        QCOMPARE(assembly.program->results.size(), 1u);
        const program::ResultName& result = assembly.program->results.front();
        QCOMPARE(QString::fromStdString(program::titleOf(result)), title);
        QStringList got;
        for (const std::string& one : program::elementsOf(result, *assembly.program))
            got << QString::fromStdString(one);
        QCOMPARE(got.join(QLatin1Char(' ')), elements);
        QCOMPARE(result.place.line, 8u);
    }

    void whatIsNoneIsSaid_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("code");
        QTest::newRow("no tensor") << ".result b"
                                   << "E186";
        QTest::newRow("no name") << ".result 3"
                                 << "E110";
        QTest::newRow("beyond the end") << ".result a[1, 3]"
                                        << "E187";
        QTest::newRow("before the beginning") << ".result a[-1, 0]"
                                              << "E187";
        QTest::newRow("too few indexes") << ".result a[1]"
                                         << "E110";
        QTest::newRow("too many indexes") << ".result n[0, 0]"
                                          << "E110";
        QTest::newRow("too large") << ".result big"
                                   << "E188";
        QTest::newRow("words without quotes") << ".result n, many"
                                              << "E110";
        QTest::newRow("a stream beyond the last") << ".stream 256, \"loss\""
                                                  << "E190";
        QTest::newRow("a stream without words") << ".stream 1"
                                                << "E110";
        QTest::newRow("a stream with two names") << ".stream 1, \"one\"\n.stream 1, \"other\""
                                                 << "E191";
        QTest::newRow("something after it") << ".result n \"many\""
                                            << "E110";
    }
    void whatIsNoneIsSaid() {
        QFETCH(QString, line);
        QFETCH(QString, code);
        test::Source source;
        const auto assembly = source.teach(std::string(kTensors) + line.toStdString() + "\n{ s0: halt }\n");
        QVERIFY2(test::codesOf(assembly) == code.toStdString(), source.rendered(assembly).c_str());
    }

    void beforeItsTensorThereIsNone() {
        test::Source source;
        QCOMPARE(test::codesOf(source.teach(".result later\n.tensor later, i32, [1], smem\n{ s0: halt }\n")),
                 std::string("E186"));
    }

    // What the machine holds when it has ended.
    void theValuesAreThoseOfTheEnd() {
        test::Source source;
        const auto assembly =
            source.teach(".tensor n, i32, [2], smem\n.tensor x, f32, [1], smem = 0.25\n"
                         "{ s0: li r1, 42 ; s1: li r2, -7 }\n{ s0: li r0, 0 }\n{ s0: st [r0+n], r1 }\n"
                         "{ s0: st [r0+n+1], r2 }\n{ s0: halt }\n"
                         ".result n, \"both\"\n.result n[1]\n.result x, \"a quarter\"\n");
        QVERIFY2(assembly.program, source.rendered(assembly).c_str());
        const auto chip = chips::chipNamed("training");
        const auto json = (*chip)->builtIn("training-teaching");
        QVERIFY(chip && json);
        auto machine = (*chip)->create(*assembly.program, *json, {});
        QVERIFY(machine);
        while (!(*machine)->halted()) (void)(*machine)->run({.bundles = 1});
        const auto results = machine::resultsOf(machine::scopeOf(**machine), machine::momentOf(**machine));
        QVERIFY((results == std::vector<machine::ResultValue>{
                                {"both", {"42", "-7"}}, {"n[1]", {"-7"}}, {"a quarter", {"0.25"}}}));
        QCOMPARE(machine::textOf(results), std::string("both 42, -7; n[1] -7; a quarter 0.25"));
    }

    // A tensor's name is a tensor's, whatever else an expression may call so.
    void aNameOfAnotherThingIsTheTensors() {
        test::Source source;
        const auto assembly = source.teach(".tensor clock, i32, [2], smem = 5\n{ s0: halt }\n"
                                           ".result clock[1]\n.result clock, \"both\"\n");
        QVERIFY2(assembly.program, source.rendered(assembly).c_str());
        const auto chip = chips::chipNamed("training");
        const auto json = (*chip)->builtIn("training-teaching");
        auto machine = (*chip)->create(*assembly.program, *json, {});
        QVERIFY(machine);
        const auto results = machine::resultsOf(machine::scopeOf(**machine), machine::momentOf(**machine));
        QVERIFY((results == std::vector<machine::ResultValue>{{"clock[1]", {"5"}}, {"both", {"5", "5"}}}));
    }

    void aStreamHasTheNameThatTheTextGives() {
        test::Source source, other;
        const std::string text = ".equ LOSS, 3\n{ s0: halt }\n";
        const auto assembly = source.teach(text + ".stream LOSS, \"the loss\"\n"), plain = other.teach(text);
        QVERIFY2(assembly.program && plain.program, source.rendered(assembly).c_str());
        QCOMPARE(program::nameOfStream(*assembly.program, 3), std::string("the loss"));
        QCOMPARE(program::nameOfStream(*assembly.program, 0), std::string());
        QCOMPARE(program::hashOf(*assembly.program), program::hashOf(*plain.program));
        QVERIFY(!program::haveSameResults(*assembly.program, *plain.program));
    }

    void moreThanCanBeReadAreRefused() {
        test::Source source;
        std::string text = ".tensor n, i32, [1], smem\n{ s0: halt }\n";
        for (std::size_t i = 0; i < program::kMostResults; ++i) text += ".result n\n";
        QCOMPARE(test::codesOf(source.teach(text)), std::string());
        test::Source more;
        QCOMPARE(test::codesOf(more.teach(text + ".result n\n")), std::string("E189"));
    }

    // Another result of the same program is another text: the window says that it was changed.
    void otherResultsAreTold() {
        const std::string text = ".tensor n, i32, [2], smem\n{ s0: halt }\n";
        test::Source one, moved, other;
        const auto a = one.teach(text + ".result n[0]\n"), b = moved.teach("\n" + text + ".result n[0]\n"),
                   c = other.teach(text + ".result n[1]\n");
        QVERIFY(a.program && b.program && c.program);
        QVERIFY(program::haveSameResults(*a.program, *b.program));
        QVERIFY(!program::haveSameResults(*a.program, *c.program));
    }

    // Naming a result changes nothing that runs.
    void itIsNoPartOfTheProgram() {
        test::Source with, without;
        const std::string text = ".tensor n, i32, [1], smem\n{ s0: halt }\n";
        const auto a = without.teach(text), b = with.teach(text + ".result n\n");
        QVERIFY(a.program && b.program);
        QCOMPARE(program::hashOf(*a.program), program::hashOf(*b.program));
    }
};

int tst_results(int argc, char** argv) { return lw::tests::run<TestResults>(argc, argv); }
#include "tst_results.moc"
