// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/report.h"
#include "core/project/training_costs.h"
#include "tests/core/lower/training/trained_run.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

using namespace lw;
using namespace lw::lower;
using lw::test::decided;
using lw::test::TrainedOn;
using lw::test::TrainedRun;
using recompute::Policy;
using recompute::Request;

namespace {

// Of three activations two are read for their mask alone: 5 and 7.
network::Network signs(const char* input, std::uint32_t batch) {
    return tests::trained(
        R"({"name": "conv1", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 8},
        {"name": "norm1", "kind": "batch_norm", "inputs": ["conv1"]},
        {"name": "relu1", "kind": "relu", "inputs": ["norm1"]},
        {"name": "conv2", "kind": "conv", "inputs": ["relu1"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 12},
        {"name": "leaky", "kind": "leaky_relu", "inputs": ["conv2"], "alpha": 0.125},
        {"name": "conv3", "kind": "conv", "inputs": ["relu1"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 12},
        {"name": "relu3", "kind": "relu", "inputs": ["conv3"]},
        {"name": "sum", "kind": "add", "inputs": ["leaky", "relu3"]},
        {"name": "mean", "kind": "average_pool", "inputs": ["sum"], "kernel": [2, 2], "stride": [2, 2]},
        {"name": "y", "kind": "dense", "inputs": ["mean"], "channels": 5, "bias": true})",
        input, batch);
}
constexpr network::ValueId kMaskRelu1 = 3, kMaskConv2 = 4, kMaskLeaky = 5, kRelu3 = 7;
constexpr network::ValueId kMasked[] = {kMaskLeaky, kRelu3};

// The code of what refuses that one value is kept so; empty: nothing.
std::string refusal(Policy policy, network::ValueId value, Way way) {
    const network::Network network = signs("[4, 4, 3]", 8);
    const auto model = project::trainingCosts(network, "training-small", {}, {});
    LW_REQUIRE(bool(model), "a machine of the training chip");
    const auto report = recompute::reportOf(network, *model, {.policy = policy, .keeps = {{value, way}}});
    return report ? "" : std::string(report.problem().message->code);
}

} // namespace

// Activations of which a bit for each number is kept, whether it is above 0.
class TestKeptMasks : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void whatIsReadForItsMaskAlone() {
        const auto report = decided(signs("[4, 4, 3]", 8), "training-small", {.policy = Policy::Masks});
        for (const network::ValueId value : kMasked) QCOMPARE(report.plan.values[value].way, Way::Mask);
        QCOMPARE(report.plan.values[kMaskRelu1].way, Way::Store); // a gradient of weights reads it
        for (const KeepStep& step : report.plan.steps) {
            const bool isMasked = std::ranges::count(kMasked, step.value) != 0;
            const Held bits{step.value, Part::Mask};
            const bool writes = std::ranges::count(step.writes, bits) != 0;
            QCOMPARE(writes, isMasked && step.kind == StepKind::Forward);
            QCOMPARE(readsBits(step), isMasked && step.kind == StepKind::Mask);
            QCOMPARE(std::ranges::count(step.released, bits) != 0, readsBits(step));
            QVERIFY(!isMasked || step.kind != StepKind::Recompute);
        }
    }

    // A bit for each number, padded lanes included; what does not fill words is rounded up.
    void bytesAreAsPlaced() {
        const auto whole = decided(signs("[16, 16, 3]", 32), "training", {.policy = Policy::Masks});
        for (const network::ValueId value : kMasked)
            QCOMPARE(32 * bytesOf(whole.sublayers, {value, Part::Mask}),
                     bytesOf(whole.sublayers, {value, Part::Value}));
        for (const std::string machine : {"training", "training-small"})
            for (const std::uint32_t batch : {8U, 16U, 24U}) {
                const TrainedOn of(signs("[5, 6, 3]", batch), machine, Policy::Masks);
                const auto report = decided(of.network, machine, {.policy = Policy::Masks});
                const auto plan = training::planStep(of.network, of.keep, of.machine, {});
                QVERIFY2(plan, plan ? "" : textOf(plan.problem()).c_str());
                for (const network::ValueId value : kMasked) {
                    const auto& buffers = plan->memory.buffers;
                    const auto bits =
                        std::ranges::find(buffers, Held{value, Part::Mask}, &training::Buffer::held);
                    QVERIFY(bits != buffers.end());
                    QCOMPARE(bits->rows * of.machine.rowBytes(),
                             bytesOf(report.sublayers, {value, Part::Mask}));
                }
            }
    }

    void lessIsLiveThanAutogradKeeps() {
        const network::Network network = signs("[16, 16, 3]", 32);
        const auto autograd = decided(network, "training", {.policy = Policy::Autograd});
        const auto masks = decided(network, "training", {.policy = Policy::Masks});
        const auto liveAtLoss = [](const recompute::Report& report) {
            const auto loss = std::ranges::find(report.plan.steps, StepKind::Loss, &KeepStep::kind);
            return report.usage.steps[static_cast<std::size_t>(loss - report.plan.steps.begin())]
                .live.total();
        };
        std::uint64_t less = 0;
        for (const network::ValueId value : kMasked)
            less += bytesOf(masks.sublayers, {value, Part::Value}) / 32 * 31;
        QCOMPARE(liveAtLoss(autograd) - liveAtLoss(masks), less);
        QVERIFY(masks.usage.peak < autograd.usage.peak);
    }

    void sameBits_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("schedule");
        for (const char* const machine : {"training-small", "training"})
            for (const Schedule schedule : {Schedule::S0, Schedule::S1, Schedule::S2})
                QTest::addRow("%s, %s", machine, nameOf(schedule).data())
                    << machine << static_cast<int>(schedule);
    }
    // Groups of different length, and a last word that is not full.
    void sameBits() {
        QFETCH(QString, machine);
        QFETCH(int, schedule);
        std::mt19937 random(7);
        for (const std::uint32_t batch : {8U, 24U, 32U}) {
            const network::Network network = signs("[5, 6, 3]", batch);
            const tests::Data data = tests::dataFor(network, random);
            const TrainedOn of(network, machine.toStdString(), Policy::Masks,
                               static_cast<Schedule>(schedule));
            const std::string different = test::differencesAfter(2, of, data);
            QVERIFY2(different.empty(), different.c_str());
        }
    }

    // What else needs the value computes it again, also where the mask of another one is told from it.
    void byHandUnderEveryPolicy() {
        std::mt19937 random(8);
        const network::Network network = signs("[4, 4, 3]", 8);
        const tests::Data data = tests::dataFor(network, random);
        for (const Policy policy : {Policy::StoreAll, Policy::ConvStored, Policy::SqrtN, Policy::Budget}) {
            const auto report =
                decided(network, "training-small",
                        {.policy = policy, .keeps = {{kMaskRelu1, Way::Mask}, {kMaskLeaky, Way::Mask}}});
            TrainedOn of(network, "training-small");
            of.keep = report.plan;
            QCOMPARE(of.keep.values[kMaskRelu1].way, Way::Mask);
            QVERIFY(std::ranges::any_of(of.keep.steps, [](const KeepStep& step) {
                return step.kind == StepKind::Recompute && step.value == kMaskRelu1;
            }));
            const std::string different = test::differencesAfter(2, of, data);
            QVERIFY2(different.empty(), different.c_str());
        }
    }

    void onlyActivationsHaveOne() {
        for (const Policy policy : {Policy::StoreAll, Policy::Budget}) {
            QCOMPARE(refusal(policy, kMaskRelu1, Way::Mask), "");
            QCOMPARE(refusal(policy, kMaskConv2, Way::Mask), "E924");
        }
    }

    void bitsThatWereReleasedFault() {
        TrainedOn of(signs("[4, 4, 3]", 8), "training-small", Policy::Masks);
        const Held bits{kMaskLeaky, Part::Mask};
        for (KeepStep& step : of.keep.steps) std::erase(step.released, bits);
        for (KeepStep& step : of.keep.steps)
            if (step.kind == StepKind::Forward && step.value == kMaskLeaky) step.released.push_back(bits);
        std::mt19937 random(9);
        const TrainedRun run = test::run(of, tests::dataFor(of.network, random),
                                         {.steps = 1, .keepsGradients = true, .forgetsReleased = true});
        QVERIFY2(run.failure.find("never written") != run.failure.npos, run.failure.c_str());
    }

    // Each step of more than a thousand clocks within 15 %, those that keep and read masks among them.
    void isModelled() {
        for (const std::string machine : {"training", "training-v2-observed"})
            for (const std::uint32_t batch : {8U, 16U, 32U, 64U}) {
                const network::Network network = signs(batch > 16 ? "[8, 8, 3]" : "[16, 16, 3]", batch);
                const auto report = decided(network, machine, {.policy = Policy::Masks});
                const auto modelled = test::modelled(
                    network, report, machine, project::kClocksThatCount,
                    [](const KeepStep& step) { return std::ranges::count(kMasked, step.value) != 0; });
                QVERIFY2(modelled.wrong.empty(), modelled.wrong.c_str());
                QVERIFY(modelled.count >= 2);
            }
    }
};

int tst_kept_masks(int argc, char** argv) {
    return lw::tests::run<TestKeptMasks, QCoreApplication>(argc, argv);
}
#include "tst_kept_masks.moc"
