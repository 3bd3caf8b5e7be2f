// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/exactness.h"
#include "core/scene/messages.h"
#include "tests/core/scene/striding_example.h"
#include "tests/support/golden.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace lw;

namespace {

scene::ModeOutcome outcomeOf(const std::string& example, lower::Mode mode, bool withTensors) {
    const auto run = test::stridingExample(example, mode);
    scene::ModeOutcome out{mode, {}, run->run.lowering.report.layers.at(0), {}, {}};
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
        const std::vector<scene::ModeOutcome> outcomes{outcomeOf("e02", lower::Mode::MaskMax, withTensors),
                                                       outcomeOf("e02", lower::Mode::MaskSum, withTensors)};
        const auto scene = scene::exactness("y", outcomes, 0);
        QVERIFY(scene);
        QCOMPARE(scene->modes.size(), std::size_t{2});
        const scene::ExactnessColumn& patent = scene->modes[0];
        QCOMPARE(patent.verdict, lower::Verdict::Wrong);
        QCOMPARE(patent.wrong, std::uint64_t{2});
        QVERIFY(patent.confirmed);
        QCOMPARE(numbersOf(patent.difference), (std::vector<int>{0, 14, 0, 4}));
        QCOMPARE(patent.difference.flags[1] & scene::kChanged, int{scene::kChanged});
        QCOMPARE(patent.difference.flags[0], std::uint8_t{scene::kWritten});
        QCOMPARE(patent.wrongElements.at(0).cause, lower::Cause::NegativeLost);
        QCOMPARE(patent.causes, (std::vector<lower::CauseCount>{{lower::Cause::NegativeLost, 2}}));
        const scene::ExactnessColumn& sum = scene->modes[1];
        QCOMPARE(sum.wrong, std::uint64_t{0});
        QCOMPARE(numbersOf(sum.difference), (std::vector<int>{0, 0, 0, 0}));
    }
    // The last window has one element, which no zero competes with: -12 stays.
    void tellsAboutPartialWindows() {
        const std::vector<scene::ModeOutcome> outcomes{outcomeOf("e03", lower::Mode::MaskMax, true)};
        const auto scene = scene::exactness("y", outcomes, 0);
        QVERIFY(scene);
        QCOMPARE(numbersOf(scene->modes[0].difference), (std::vector<int>{12, 0, 3, 0, 0, 12, 12, 21, 0}));
        QCOMPARE(scene->modes[0].wrong, std::uint64_t{5});
    }
    void keepsWhatIsRefused() {
        std::vector<scene::ModeOutcome> outcomes{outcomeOf("e02", lower::Mode::MaskMax, false)};
        outcomes.push_back({lower::Mode::MatrixMax, "it does not fit", {}, {}, {}});
        const auto scene = scene::exactness("y", outcomes, 0);
        QVERIFY(scene);
        QCOMPARE(scene->modes[1].refused, std::string("it does not fit"));
        QVERIFY(scene->modes[1].difference.bits.empty());
    }
    void refusesWhatDoesNotAgree() {
        std::vector<scene::ModeOutcome> outcomes{outcomeOf("e02", lower::Mode::MaskMax, false),
                                                 outcomeOf("e03", lower::Mode::MaskMax, false)};
        const auto other = scene::exactness("y", outcomes, 0);
        QVERIFY(!other && other.problem().message == &scene::messages::kOtherReport);
        outcomes.pop_back();
        const auto channel = scene::exactness("y", outcomes, 1);
        QVERIFY(!channel && channel.problem().message == &scene::messages::kNoSuchChannel);
        QVERIFY(scene::exactness("y", {}, 0));
    }
    // More elements are wrong than are listed: of the others nothing is known without the tensors.
    void saysWhatItDoesNotKnow() {
        std::vector<scene::ModeOutcome> outcomes{outcomeOf("e02", lower::Mode::MaskMax, false)};
        outcomes[0].report->wrongElements.pop_back();
        const auto scene = scene::exactness("y", outcomes, 0);
        QVERIFY(scene);
        const auto& flags = scene->modes[0].difference.flags;
        QCOMPARE(flags, (std::vector<std::uint8_t>{0, scene::kWritten | scene::kChanged, 0, 0}));
    }
    void readsWhatItWrites() {
        std::vector<scene::ModeOutcome> outcomes{outcomeOf("e02", lower::Mode::MaskMax, true),
                                                 outcomeOf("e02", lower::Mode::SelectSum, true)};
        outcomes.push_back({lower::Mode::MatrixMax, "it does not fit", {}, {}, {}});
        const auto scene = scene::exactness("y", outcomes, 0);
        QVERIFY(scene);
        const std::string text = nlohmann::json(*scene).dump(1);
        const auto again = scene::exactnessFromJson(text);
        QVERIFY(again);
        QVERIFY(*again == *scene);
        QCOMPARE(QString::fromStdString(test::differsFromGolden(text + "\n", "scene/exactness_e02.json")),
                 QString());
        QVERIFY(!scene::exactnessFromJson("{}"));
    }
};

QTEST_APPLESS_MAIN(TestExactness)
#include "tst_exactness.moc"
