// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/report.h"
#include "core/project/training_costs.h"
#include "core/training/norm.h"
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

// Batch norms read 1 and 4, gradients of weights 3 and 8, masks 3 and 6, a max pool 6.
network::Network allReaders(const char* input, std::uint32_t batch) {
    return tests::trained(
        R"({"name": "conv1", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 8},
        {"name": "norm1", "kind": "batch_norm", "inputs": ["conv1"]},
        {"name": "relu1", "kind": "relu", "inputs": ["norm1"]},
        {"name": "conv2", "kind": "conv", "inputs": ["relu1"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 12},
        {"name": "norm2", "kind": "batch_norm", "inputs": ["conv2"]},
        {"name": "leaky", "kind": "leaky_relu", "inputs": ["norm2"], "alpha": 0.125},
        {"name": "most", "kind": "max_pool", "inputs": ["leaky"], "kernel": [2, 2], "stride": [2, 2]},
        {"name": "flat", "kind": "flatten", "inputs": ["most"]},
        {"name": "y", "kind": "dense", "inputs": ["flat"], "channels": 5, "bias": true})",
        input, batch);
}
constexpr network::ValueId kConv1 = 1, kRelu1 = 3, kConv2 = 4, kLeaky = 6, kFlat = 8, kOutput = 9;

using Values = std::vector<network::ValueId>;
Values keptIn(const recompute::Report& report, Way way) {
    Values out;
    for (network::ValueId value = 1; value < report.plan.values.size(); ++value)
        if (report.plan.values[value].way == way) out.push_back(value);
    return out;
}

bool hasPart(const std::vector<Held>& all, Part part) {
    return std::ranges::count(all, part, &Held::part) != 0;
}

double at(const tensor::Tensor& tensor, std::uint64_t i) { return tensor.at<double>(i); }

} // namespace

// Values of which two numbers share a word, as bfloat16.
class TestKeptBf16 : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void whichValues() {
        const network::Network network = allReaders("[4, 4, 3]", 8);
        const auto same = decided(network, "training-small", {.policy = Policy::Bf16});
        QCOMPARE(keptIn(same, Way::Bf16), (Values{kRelu1, kFlat}));
        QVERIFY(recompute::roundedValues(same.sublayers, same.plan).empty());
        const auto all = decided(network, "training-small", {.policy = Policy::Bf16All});
        QCOMPARE(keptIn(all, Way::Bf16), (Values{kConv1, kRelu1, kConv2, kFlat}));
        QCOMPARE(recompute::roundedValues(all.sublayers, all.plan), (Values{kConv1, kConv2}));
        QCOMPARE(all.plan.values[kLeaky].way, Way::Store); // another number could be the first maximum
    }

    // Packed after the last layer that reads it, unpacked before the first gradient that does.
    void fromTheLastUseToTheFirst() {
        const network::Network network = allReaders("[4, 4, 3]", 8);
        for (const Memory memory : kBoth) {
            const auto report = decided(
                network, "training-small",
                {.policy = Policy::StoreAll, .places = {{kRelu1, memory}}, .keeps = {{kRelu1, Way::Bf16}}});
            QCOMPARE(report.plan.values[kRelu1], (Kept{Way::Bf16, memory}));
            std::vector<std::string> uses;
            for (const KeepStep& step : report.plan.steps) {
                const bool isUsed = std::ranges::count(step.reads, kRelu1, &Held::value) != 0 ||
                                    std::ranges::count(step.writes, kRelu1, &Held::value) != 0;
                if (isUsed && step.kind != StepKind::Mask && step.kind != StepKind::DataGradient)
                    uses.push_back(std::string(nameOf(step.kind)) + " " + report.names[step.value]);
            }
            std::vector<std::string> expected{"forward relu1", "forward conv2", "pack relu1"};
            if (memory == Memory::Hbm) expected.insert(expected.end(), {"spill relu1", "fetch relu1"});
            expected.insert(expected.end(), {"unpack relu1", "weight_gradient conv2"});
            QCOMPARE(uses, expected);
            for (const KeepStep& step : report.plan.steps) {
                if (step.kind == StepKind::Pack)
                    QCOMPARE(step.released, (std::vector<Held>{{kRelu1, Part::Value}}));
                if (step.kind == StepKind::Unpack)
                    QCOMPARE(step.released, (std::vector<Held>{{kRelu1, Part::Packed}}));
                if (isMove(step) && step.value == kRelu1) QCOMPARE(movedBy(step).part, Part::Packed);
            }
        }
    }

    // As placed, of the decisions and of the program, in both memories.
    void halfOfTheBytes_data() {
        QTest::addColumn<QString>("input");
        QTest::addColumn<int>("groups");
        QTest::newRow("even") << "[4, 4, 3]" << 16;
        QTest::newRow("odd") << "[5, 5, 3]" << 25; // the last group for itself
    }
    void halfOfTheBytes() {
        QFETCH(QString, input);
        QFETCH(int, groups);
        const auto network = allReaders(input.toStdString().c_str(), 8);
        const auto report = decided(network, "training-small", {.policy = Policy::Bf16});
        const std::uint64_t group =
            bytesOf(report.sublayers, {kRelu1, Part::Value}) / static_cast<std::uint64_t>(groups);
        QCOMPARE(bytesOf(report.sublayers, {kRelu1, Part::Packed}),
                 static_cast<std::uint64_t>(groups + 1) / 2 * group);
        TrainedOn of(network, "training-small");
        of.keep = report.plan;
        std::mt19937 random(1);
        const TrainedRun run = test::run(of, tests::dataFor(network, random), {});
        QVERIFY2(run.failure.empty(), run.failure.c_str());
        for (const training::Buffer& buffer : run.program.plan.memory.buffers)
            if (buffer.held.value != network::kInput)
                QCOMPARE(buffer.rows * of.machine.rowBytes(), bytesOf(report.sublayers, buffer.held));
    }

    void bits_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("schedule");
        for (const char* const machine : {"training-small", "training"})
            for (const Schedule schedule : {Schedule::S0, Schedule::S1, Schedule::S2})
                QTest::addRow("%s, %s", machine, nameOf(schedule).data())
                    << machine << static_cast<int>(schedule);
    }
    // Those of plain loops that keep everything; if all is rounded, of loops that round the same, and others.
    void bits() {
        QFETCH(QString, machine);
        QFETCH(int, schedule);
        std::mt19937 random(7);
        for (const std::uint32_t batch : {8U, 24U, 32U})
            for (const Memory memory : kBoth) {
                const network::Network network = allReaders("[5, 6, 3]", batch);
                const tests::Data data = tests::dataFor(network, random);
                for (const Policy policy : {Policy::Bf16, Policy::Bf16All}) {
                    recompute::Places places;
                    for (const network::ValueId value : {kConv1, kRelu1, kConv2, kFlat})
                        places[value] = memory;
                    const auto report = decided(
                        network, machine.toStdString(),
                        {.policy = policy, .schedule = static_cast<Schedule>(schedule), .places = places});
                    TrainedOn of(network, machine.toStdString());
                    of.keep = report.plan;
                    const bool isSame = policy == Policy::Bf16;
                    const std::string different =
                        test::differencesAfter(2, of, data, isSame ? test::plain : test::planned);
                    QVERIFY2(different.empty(), different.c_str());
                    if (!isSame) QVERIFY(!test::differencesAfter(2, of, data).empty());
                }
            }
    }

    // The stated bound, and what it means for a gradient: each normalised number is off by no more than
    // that of the number it is made from, so that the gradient of a scale is off by no more than their sum.
    void withinTheBound() {
        std::mt19937 random(3);
        const network::Network network = allReaders("[6, 6, 3]", 8);
        const tests::Data data = tests::dataFor(network, random);
        const train::Options options{.arithmetic = train::Arithmetic::F64, .lanes = 8, .sublanes = 4};
        const train::State state = train::stateOf(network, options.arithmetic);
        const train::Step exact = tests::stepOf(network, state, data, options);
        std::vector<train::Task> order = train::plainOrder(network);
        const auto isSums = [](const train::Task& task) {
            return task.work == train::Work::NormSums && task.value == kConv2 + 1;
        };
        const auto sums = std::ranges::find_if(order, isSums);
        QVERIFY(sums != order.end());
        order.insert(sums, {.work = train::Work::Narrow, .value = kConv2, .format = train::Format::Bf16});
        const auto rounded = train::run(network, state, data.images, data.labels, options, order);
        QVERIFY(rounded);
        const tensor::Tensor &x = exact.values[kConv2], &kept = rounded->values[kConv2];
        const tensor::Tensor& gradient = exact.gradients[kConv2 + 1];
        std::vector<double> most(12, 0);
        double worst = 0;
        for (std::uint64_t i = 0; i < x.count(); ++i) {
            QVERIFY(std::abs(at(kept, i) - at(x, i)) <= recompute::kBf16Bound * std::abs(at(x, i)));
            worst = std::max(worst, std::abs(at(kept, i) - at(x, i)) / std::abs(at(x, i)));
            most[i % 12] += recompute::kBf16Bound * std::abs(at(x, i)) *
                            at(exact.statistics[kConv2].inverse, i % 12) * std::abs(at(gradient, i));
        }
        QVERIFY(worst > recompute::kBf16Bound / 2); // it is not a bound of anything smaller
        for (std::uint64_t c = 0; c < 12; ++c) {
            const double off = std::abs(at(rounded->weightGradients[kConv2].scale, c) -
                                        at(exact.weightGradients[kConv2].scale, c));
            QVERIFY2(off > 0 && off <= most[c], qPrintable(QString("%1 of %2").arg(off).arg(most[c])));
        }
    }

    // Sums that overflow, and numbers that are hardly above 0: infinities and what comes of them stay.
    void numbersAtTheEnds() {
        std::mt19937 random(5);
        network::Network network = allReaders("[4, 4, 3]", 8);
        for (const float number :
             {std::numeric_limits<float>::max(), -std::numeric_limits<float>::max(), 1e38F, 1e-38F}) {
            tests::Data data = tests::dataFor(network, random);
            for (std::uint64_t i = 0; i < 20; ++i) data.images.set(i * 7, number);
            TrainedOn of(network, "training-small", Policy::Bf16All);
            const std::string different = test::differencesAfter(1, of, data, test::planned);
            QVERIFY2(different.empty(), different.c_str());
        }
    }

    void inputAndOutputAreWhole() {
        const network::Network network = allReaders("[4, 4, 3]", 8);
        const auto model = project::trainingCosts(network, "training-small", {}, {});
        QVERIFY(model);
        const auto refused = recompute::reportOf(
            network, *model, {.policy = Policy::StoreAll, .keeps = {{kOutput, Way::Bf16}}});
        QVERIFY(!refused);
        QCOMPARE(std::string(refused.problem().message->code), "E924");
    }

    // By hand within a budget: that one is of choices without it.
    void byHandWithinABudget() {
        const network::Network network = allReaders("[4, 4, 3]", 8);
        const auto report =
            decided(network, "training-small", {.policy = Policy::Budget, .keeps = {{kRelu1, Way::Bf16}}});
        QCOMPARE(report.plan.values[kRelu1].way, Way::Bf16);
        QVERIFY(report.optimum && !report.optimum->isProven && report.optimum->boundClocks == 0);
    }

    void packedThatWasReleasedFaults() {
        TrainedOn of(allReaders("[4, 4, 3]", 8), "training-small", Policy::Bf16);
        const Held packed{kRelu1, Part::Packed};
        for (KeepStep& step : of.keep.steps) std::erase(step.released, packed);
        for (KeepStep& step : of.keep.steps)
            if (hasPart(step.writes, Part::Packed) && step.value == kRelu1) step.released.push_back(packed);
        std::mt19937 random(9);
        const TrainedRun run = test::run(of, tests::dataFor(of.network, random),
                                         {.steps = 1, .keepsGradients = true, .forgetsReleased = true});
        QVERIFY2(run.failure.find("never written") != run.failure.npos, run.failure.c_str());
    }

    // Each that packs, moves or unpacks and takes more than a quarter of the clocks that count within 15 %.
    void isModelled() {
        for (const std::string machine : {"training", "training-v2-observed"})
            for (const std::uint32_t batch : {8U, 16U, 32U, 64U}) {
                const auto network = allReaders(batch > 16 ? "[8, 8, 3]" : "[16, 16, 3]", batch);
                const auto report =
                    decided(network, machine, {.policy = Policy::Bf16All, .places = {{kConv2, Memory::Hbm}}});
                const auto modelled = test::modelled(
                    network, report, machine, project::kClocksThatCount / 4, [](const KeepStep& step) {
                        return hasPart(step.reads, Part::Packed) || hasPart(step.writes, Part::Packed);
                    });
                QVERIFY2(modelled.wrong.empty(), modelled.wrong.c_str());
                QVERIFY(modelled.count >= 4);
            }
    }

  private:
    static constexpr Memory kBoth[] = {Memory::Vmem, Memory::Hbm};
};

int tst_kept_bf16(int argc, char** argv) {
    return lw::tests::run<TestKeptBf16, QCoreApplication>(argc, argv);
}
#include "tst_kept_bf16.moc"
