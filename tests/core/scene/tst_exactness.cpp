// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/messages.h"
#include "core/scene/striding/exactness.h"
#include "core/scene/striding/patch_sums.h"
#include "tests/core/scene/striding_example.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"

#include <QTest>

using namespace lw;

namespace {

constexpr const char* kExactJson = R"LW({
    "layer": "y", "rows": 1, "columns": 2, "channel": 3, "channels": 4, "modes": [
        {"mode": "mask-max", "words": "how", "refused": "", "verdict": "exact for this input",
         "rule": "one addend per window", "ruleWords": "why", "premises": ["activation relu", "no padding"],
         "isExact": true, "elements": 9, "wrong": 2, "maximalError": 0.25,
         "causes": [{"cause": "negative lost", "elements": 1}, {"cause": "other order", "elements": 3}],
         "wrongElements": [{"image": 4, "row": 5, "column": 6, "channel": 7, "cause": "mask rounds", "got": "1",
                            "wanted": "nan"}],
         "hasInput": true, "confirmed": true, "unexpected": 10, "clocks": 11,
         "instructionRows": 12, "maskBytes": 13, "poolingClocks": 14, "hostBytesAvoided": 15, "wastedShare": -0.5,
         "difference": {"name": "difference", "type": "f64", "firstRow": 0, "columns": 1,
                        "rows": [{"bits": "0", "flags": "0"}]},
         "byNow": {"elements": 16, "computed": 17, "wrong": 18, "others": 19}},
        {"mode": "direct", "words": "", "refused": "it does not fit", "verdict": "not provable", "rule": "",
         "ruleWords": "", "premises": [], "isExact": false, "elements": 0, "wrong": 0, "maximalError": 0,
         "causes": [], "wrongElements": [], "hasInput": false, "confirmed": null,
         "unexpected": 0, "clocks": 0, "instructionRows": 0, "maskBytes": 0, "poolingClocks": 0,
         "hostBytesAvoided": 0, "wastedShare": 0,
         "difference": {"name": "", "type": "f32", "firstRow": 0, "columns": 0, "rows": []}}]
})LW";

scene::striding::ModeOutcome outcomeOf(const std::string& example, lower::striding::Mode mode,
                                       bool withTensors) {
    const auto run = test::stridingExample(example, mode);
    scene::striding::ModeOutcome out{mode, {}, run->run.lowering.report.layers.at(0), {}, {}};
    if (withTensors) {
        out.got = run->run.expected.values.at(0).at(1);
        out.wanted = run->run.expected.direct.at(0).at(1);
    }
    return out;
}

std::vector<int> numbersOf(const scene::CellPicture& cells) {
    std::vector<int> out;
    for (std::size_t i = 0; i < cells.bits.size(); ++i) out.push_back(static_cast<int>(cells.value(i)));
    return out;
}

} // namespace

class TestExactness : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // [[18, 0], [31, 0]] instead of [[18, -14], [31, -4]].
    void tellsWhereNegativesAreLost_data() {
        QTest::addColumn<bool>("withTensors");
        QTest::newRow("by tensors") << true;
        QTest::newRow("by the report's list") << false;
    }
    void tellsWhereNegativesAreLost() {
        QFETCH(bool, withTensors);
        const std::vector<scene::striding::ModeOutcome> outcomes{
            outcomeOf("e02", lower::striding::Mode::MaskMax, withTensors),
            outcomeOf("e02", lower::striding::Mode::MaskSum, withTensors)};
        const auto scene = scene::striding::exactness("y", outcomes, 0);
        QVERIFY(scene);
        QCOMPARE(scene->modes.size(), std::size_t{2});
        const scene::striding::ExactnessColumn& patent = scene->modes[0];
        QCOMPARE(patent.verdict, lower::striding::Verdict::Wrong);
        QCOMPARE(patent.wrong, std::uint64_t{2});
        QCOMPARE(patent.confirmed, std::optional(true));
        QCOMPARE(numbersOf(patent.difference), (std::vector<int>{0, 14, 0, 4}));
        QCOMPARE(patent.difference.flags[1] & scene::kChanged, int{scene::kChanged});
        QCOMPARE(patent.difference.flags[0], std::uint8_t{scene::kWritten});
        QCOMPARE(patent.wrongElements.at(0).cause, lower::striding::Cause::NegativeLost);
        QCOMPARE(patent.causes,
                 (std::vector<lower::striding::CauseCount>{{lower::striding::Cause::NegativeLost, 2}}));
        const scene::striding::ExactnessColumn& sum = scene->modes[1];
        QCOMPARE(sum.wrong, std::uint64_t{0});
        QCOMPARE(numbersOf(sum.difference), (std::vector<int>{0, 0, 0, 0}));
    }
    // The last window has one element, which no zero competes with: -12 stays.
    void tellsAboutPartialWindows() {
        const std::vector<scene::striding::ModeOutcome> outcomes{
            outcomeOf("e03", lower::striding::Mode::MaskMax, true)};
        const auto scene = scene::striding::exactness("y", outcomes, 0);
        QVERIFY(scene);
        QCOMPARE(numbersOf(scene->modes[0].difference), (std::vector<int>{12, 0, 3, 0, 0, 12, 12, 21, 0}));
        QCOMPARE(scene->modes[0].wrong, std::uint64_t{5});
    }
    // The output fills strip by strip: as many elements are computed as memory has of it, and at the end all
    // that the report says is wrong. A number that was put there by hand is told.
    void fillsAsTheCircuitComputes() {
        const auto run = test::stridingExample("e03", lower::striding::Mode::MaskMax);
        const lower::striding::Report& report = run->run.lowering.report;
        const scene::striding::ModeOutcome outcome{lower::striding::Mode::MaskMax,
                                                   {},
                                                   report.layers.at(0),
                                                   run->run.expected.values.at(0).at(1),
                                                   run->run.expected.direct.at(0).at(1)};
        const auto owner = test::machineOf(*run, "e03");
        machine::Machine& machine = *owner;
        const machine::Scope scope = machine::scopeOf(machine);
        const auto byNow = [&] {
            return scene::striding::exactnessByNow(scope, report, "y", outcome, 0,
                                                   machine::momentOf(machine).bundle, machine.store().save());
        };
        const lower::PlacedPicture& out = report.findSums("y")->output;
        std::uint64_t before = 0, fillings = 0;
        while (!machine.halted()) {
            const auto column = byNow();
            QVERIFY2(column, column ? "" : textOf(column.problem()).c_str());
            std::uint64_t written = 0;
            const auto stored = scene::striding::elementsOf(scope, out, machine.store().save());
            QVERIFY(stored);
            for (std::uint64_t i = 0; i < (*stored)->count(); ++i)
                written += (scene::elementAt(**stored, i)->flags & scene::kWritten) != 0;
            QCOMPARE(column->byNow->computed, written);
            QVERIFY(written >= before);
            fillings += written > before;
            before = written;
            std::uint64_t shown = 0;
            for (const std::uint8_t flags : column->difference.flags) shown += (flags & scene::kWritten) != 0;
            QCOMPARE(shown, written);
            machine.run({.clock = machine.clock() + 1});
        }
        QVERIFY(fillings > 0);
        const auto end = byNow();
        QVERIFY(end && end->byNow == (scene::striding::ByNow{9, 9, 5, 0}));
        const auto whole = scene::striding::exactness("y", std::vector{outcome}, 0);
        QCOMPARE(end->difference, whole->modes[0].difference);
        scene::striding::ModeOutcome others = outcome;
        others.got = outcome.wanted;
        const auto strange = scene::striding::exactnessByNow(
            scope, report, "y", others, 0, machine::momentOf(machine).bundle, machine.store().save());
        QVERIFY(strange && strange->byNow == (scene::striding::ByNow{9, 9, 5, 5}));
        others.mode = lower::striding::Mode::MaskSum;
        QCOMPARE(scene::striding::exactnessByNow(scope, report, "y", others, 0, 0, machine.store().save())
                     .problem()
                     .message,
                 &scene::messages::kOtherReport);
        QCOMPARE(scene::striding::exactnessByNow(scope, report, "y", outcome, 1, 0, machine.store().save())
                     .problem()
                     .message,
                 &scene::messages::kNoSuchChannel);
    }
    void keepsWhatIsRefused() {
        std::vector<scene::striding::ModeOutcome> outcomes{
            outcomeOf("e02", lower::striding::Mode::MaskMax, false)};
        outcomes.push_back({lower::striding::Mode::MatrixMax, "it does not fit", {}, {}, {}});
        const auto scene = scene::striding::exactness("y", outcomes, 0);
        QVERIFY(scene);
        QCOMPARE(scene->modes[1].refused, std::string("it does not fit"));
        QVERIFY(scene->modes[1].difference.bits.empty());
    }
    void refusesWhatDoesNotAgree() {
        std::vector<scene::striding::ModeOutcome> outcomes{
            outcomeOf("e02", lower::striding::Mode::MaskMax, false),
            outcomeOf("e03", lower::striding::Mode::MaskMax, false)};
        const auto other = scene::striding::exactness("y", outcomes, 0);
        QVERIFY(!other && other.problem().message == &scene::messages::kOtherReport);
        outcomes.pop_back();
        const auto channel = scene::striding::exactness("y", outcomes, 1);
        QVERIFY(!channel && channel.problem().message == &scene::messages::kNoSuchChannel);
        QVERIFY(scene::striding::exactness("y", {}, 0));
    }
    // More elements are wrong than are listed: of the others nothing is known without the tensors.
    void saysWhatItDoesNotKnow() {
        std::vector<scene::striding::ModeOutcome> outcomes{
            outcomeOf("e02", lower::striding::Mode::MaskMax, false)};
        outcomes[0].report->wrongElements.pop_back();
        const auto scene = scene::striding::exactness("y", outcomes, 0);
        QVERIFY(scene);
        const auto& flags = scene->modes[0].difference.flags;
        QCOMPARE(flags, (std::vector<std::uint8_t>{0, scene::kWritten | scene::kChanged, 0, 0}));
    }
    void isWrittenAsBefore() {
        std::vector<scene::striding::ModeOutcome> outcomes{
            outcomeOf("e02", lower::striding::Mode::MaskMax, true),
            outcomeOf("e02", lower::striding::Mode::SelectSum, true)};
        outcomes.push_back({lower::striding::Mode::MatrixMax, "it does not fit", {}, {}, {}});
        const auto scene = scene::striding::exactness("y", outcomes, 0);
        QVERIFY(scene);
        QCOMPARE(QString::fromStdString(
                     test::differsFromGolden(jsonOf(*scene).text(1) + "\n", "scene/exactness_e02.json")),
                 QString());
    }
    void jsonHasEveryField() {
        const scene::striding::ExactnessColumn masked{
            .mode = "mask-max",
            .words = "how",
            .refused = "",
            .verdict = lower::striding::Verdict::ExactForInput,
            .reason = {"one addend per window", "why", {"activation relu", "no padding"}, true},
            .elements = 9,
            .wrong = 2,
            .maximalError = 0.25,
            .causes = {{lower::striding::Cause::NegativeLost, 1}, {lower::striding::Cause::OtherOrder, 3}},
            .wrongElements = {{4, 5, 6, 7, lower::striding::Cause::MaskRounds, "1", "nan"}},
            .hasInput = true,
            .confirmed = true,
            .unexpected = 10,
            .clocks = 11,
            .instructionRows = 12,
            .maskBytes = 13,
            .poolingClocks = 14,
            .hostBytesAvoided = 15,
            .wastedShare = -0.5,
            .difference = scene::emptyPicture("difference", tensor::DType::F64, 1, 1),
            .byNow = scene::striding::ByNow{16, 17, 18, 19}};
        scene::striding::ExactnessColumn refused;
        refused.mode = "direct";
        refused.refused = "it does not fit";
        const scene::striding::Exactness picture{
            .layer = "y", .rows = 1, .columns = 2, .channel = 3, .channels = 4, .modes = {masked, refused}};
        QCOMPARE(test::differsFromJson(picture, kExactJson), std::string());
    }
};

int tst_exactness(int argc, char** argv) { return lw::tests::run<TestExactness>(argc, argv); }
#include "tst_exactness.moc"
