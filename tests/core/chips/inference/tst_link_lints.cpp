// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/support/sending_circuits.h"

#include "core/chips/inference/link_lints.h"

#include <QtTest>

using namespace lw;
using namespace lw::inference;
using test::CircuitRow;

// Sends beyond an edge and waits that nobody ends are told before a run.
namespace {

Config arrayOf(std::uint32_t rows, std::uint32_t columns) {
    Config config = *builtInConfig("inference-teaching");
    config.cores = {rows * columns, columns};
    config.way.latency = 6;
    config.way.rate = {16, 1};
    return config;
}

// The texts of what is found.
QStringList found(const std::vector<std::vector<CircuitRow>>& rows, const std::vector<std::size_t>& programOf,
                  const Config& config) {
    std::vector<program::Program> programs;
    for (const auto& one : rows) programs.push_back(test::programOf(one, config));
    std::vector<const program::Program*> pointers;
    for (const program::Program& one : programs) pointers.push_back(&one);
    QStringList out;
    for (const program::LintFinding& finding : lintLinks(pointers, programOf, config))
        out << QString::number(finding.program) + "@" + QString::number(finding.bundle) + " " +
                   QString::fromStdString(std::string(finding.message->code) + ": " +
                                          textOf(*finding.message, finding.arguments));
    return out;
}

CircuitRow sendTo(std::string_view name, std::uint32_t signal) { return {name, {256, 0, 1, 2, signal}}; }
CircuitRow wait(std::uint32_t signal, std::uint32_t count) { return {"wait", {signal, count}}; }
const CircuitRow kHalt{"halt", {}};

} // namespace

class TestLinkLints : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void aSendBeyondAnEdgeNamesTheCircuits();
    void wherePlacesAreNotSaidOnlyWhatIsAlwaysWrongIsTold();
    void aWaitForMoreThanEverComesIsTold();
    void whatLiesBehindAHaltDoesNotCount();
    void withoutLinksThereIsNothingToSay();
};

void TestLinkLints::aSendBeyondAnEdgeNamesTheCircuits() {
    const std::vector<CircuitRow> east{sendTo("send.e", 1), kHalt}, north{sendTo("send.n", 1), kHalt};
    QCOMPARE(found({east, north}, {0, 0, 1, 1}, arrayOf(2, 2)),
             QStringList{"0@0 W312: 'i: send.e 256, 0, a1, a2, 1' has no neighbour to send to on c1 (c0_1) "
                         "(instruction 0)"});
    QCOMPARE(found({north}, {0, 0, 0, 0, 0}, arrayOf(1, 5)),
             QStringList{"0@0 W312: 'i: send.n 256, 0, a1, a2, 1' has no neighbour to send to on c0 (c0_0), "
                         "c1 (c0_1), c2 (c0_2) and 2 more (instruction 0)"});
}

void TestLinkLints::wherePlacesAreNotSaidOnlyWhatIsAlwaysWrongIsTold() {
    const std::vector<CircuitRow> rows{sendTo("send.e", 1), sendTo("send.s", 1), wait(3, 9), kHalt};
    QCOMPARE(found({rows}, {}, arrayOf(1, 2)),
             QStringList{"0@1 W312: 'i: send.s 256, 0, a1, a2, 1' has no neighbour to send to on c0 (c0_0), "
                         "c1 (c0_1) (instruction 1)"});
}

void TestLinkLints::aWaitForMoreThanEverComesIsTold() {
    const std::vector<CircuitRow> west{wait(1, 1), sendTo("send.e", 2), sendTo("send.e", 2), kHalt};
    const std::vector<CircuitRow> east{sendTo("send.w", 1), wait(2, 2), wait(2, 3),
                                       wait(4, 1),          wait(5, 0), kHalt};
    QCOMPARE(
        found({west, east}, {0, 1}, arrayOf(1, 2)),
        (QStringList{"1@2 W313: 'i: wait 2, 3' waits for ever on c1 (c0_1); sends of that signal to there: "
                     "2 (instruction 2)",
                     "1@3 W313: 'i: wait 4, 1' waits for ever on c1 (c0_1); sends of that signal to there: "
                     "0 (instruction 3)"}));
    // The first and the last of a row have one neighbour that sends to them, or none.
    const std::vector<CircuitRow> chain{wait(2, 1), kHalt};
    const std::vector<CircuitRow> first{sendTo("send.e", 2), kHalt};
    QCOMPARE(
        found({first, chain}, {0, 1, 1}, arrayOf(1, 3)),
        QStringList{"1@0 W313: 'i: wait 2, 1' waits for ever on c2 (c0_2); sends of that signal to there: "
                    "0 (instruction 0)"});
}

void TestLinkLints::whatLiesBehindAHaltDoesNotCount() {
    const std::vector<CircuitRow> west{kHalt, sendTo("send.e", 2), sendTo("send.n", 2)};
    const std::vector<CircuitRow> east{wait(2, 1), kHalt, wait(3, 1)};
    QCOMPARE(
        found({west, east}, {0, 1}, arrayOf(1, 2)),
        QStringList{"1@0 W313: 'i: wait 2, 1' waits for ever on c1 (c0_1); sends of that signal to there: "
                    "0 (instruction 0)"});
}

void TestLinkLints::withoutLinksThereIsNothingToSay() {
    Config config = arrayOf(1, 2);
    config.way.latency = 0;
    QCOMPARE(found({{sendTo("send.n", 1), wait(1, 1), kHalt}}, {0, 0}, config), QStringList());
}

int tst_link_lints(int argc, char** argv) { return lw::tests::run<TestLinkLints>(argc, argv); }
#include "tst_link_lints.moc"
