// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/choose_convolution.h"
#include "core/lower/recompute/decisions.h"
#include "core/lower/recompute/layer_steps.h"
#include "core/lower/recompute/step_order.h"
#include "tests/core/lower/recompute/trained_networks.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <cmath>
#include <map>

using namespace lw;
using namespace lw::lower;
using namespace lw::lower::recompute;
using network::Network;
using network::ValueId;

namespace {

// Worked example 4.1: 64 * 56 * 56 elements of float16.
constexpr double kElements = 200704, kBytes = 401408;
constexpr Port kRegisters, kCache{512, 0}, kOffChip{64, 0};
constexpr double kVector = 1024, kTensor = 16384;

struct Example {
    const char* name;
    Port input;
    double operations, width;
    Port output;
    Costs costs;
    bool recomputes;
};
constexpr double kConv = 2.0 * 9 * 64 * 64 * 56 * 56;
constexpr Example kExamples[] = {
    {"ReLU, cache to off-chip", kCache, kElements, kVector, kOffChip, {784, 196, 6272}, true},
    {"ReLU, off-chip to off-chip", kOffChip, kElements, kVector, kOffChip, {6272, 196, 6272}, false},
    {"ReLU, cache to cache", kCache, kElements, kVector, kCache, {784, 196, 784}, false},
    {"BN, cache to off-chip", kCache, 2 * kElements, kVector, kOffChip, {784, 392, 6272}, true},
    {"conv, cache to off-chip", kCache, kConv, kTensor, kOffChip, {784, 14112, 6272}, false},
    {"a tie, from registers", kRegisters, 2 * kElements, 64, kOffChip, {0, 6272, 6272}, false},
};

// The example's machine under any network: asked of one that has nothing in common with it.
CostModel exampleModel() {
    machine::CoreLimits limits{
        .name = "other", .lanes = 8, .sublanes = 4, .vmemRows = 64, .pushClocks = 4, .vectorSlots = 2};
    CostModel model = costModelOf(limits, 64);
    const auto applied = applyWhatIf(
        model, "offchip=64,offchip-latency=0,cache=512,cache-latency=0,vector=1024,tensor=16384,element=f16,"
               "lanes=64,batch=1,norm.normalise=2,taps=all");
    LW_REQUIRE(bool(applied), "what the example asks for can be asked");
    return model;
}

std::vector<Decision> decisionsOf(const Network& network, const CostModel& model, Memory inputs,
                                  Memory outputs) {
    const auto sublayers = sublayersOf(network, model);
    LW_REQUIRE(bool(sublayers), "an example can be trained");
    std::vector<Memory> places(sublayers->size(), inputs);
    for (ValueId value = 1; value < places.size(); ++value)
        if (sublayers->all[value].role == Role::Activation || sublayers->all[value].role == Role::Norm)
            places[value] = outputs;
    return decide(*sublayers, model, places);
}

// The first sublayer of a role in conv, BN, ReLU, conv, BN, ReLU.
const Decision& second(const std::vector<Decision>& decisions, std::size_t which) { return decisions[which]; }

} // namespace

class TestCosts : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Claims 1, 7 and 8: from what is moved, from where to where, operations and widths to three costs, and
    // from them the decision.
    void claims1And7And8WorkedExample() {
        for (const Example& example : kExamples) {
            const Costs costs =
                costsOf({kBytes, example.input}, example.operations, example.width, {kBytes, example.output});
            QVERIFY2(costs == example.costs, example.name);
            QCOMPARE(costs.recomputes(), example.recomputes);
        }
    }

    // The same rows from a network and a machine that is asked what if.
    void workedExampleOfANetwork() {
        const CostModel model = exampleModel();
        const auto cached = decisionsOf(test::exampleLayer(), model, Memory::Vmem, Memory::Hbm);
        const auto near = decisionsOf(test::exampleLayer(), model, Memory::Vmem, Memory::Vmem);
        // BN reads conv's output in the cache.
        QCOMPARE(second(cached, 1).costs, (Costs{784, 392, 6272}));
        QVERIFY(second(cached, 1).recomputes);
        QCOMPARE(second(near, 2).costs, (Costs{784, 196, 784}));
        QVERIFY(!second(near, 2).recomputes);
        QCOMPARE(second(near, 3).costs.compute, 14112.0);
        QCOMPARE(second(cached, 1).inputBytes, kBytes);
        QCOMPARE(second(cached, 1).outputBytes, kBytes);
        QCOMPARE(second(near, 3).operations, kConv);
        QCOMPARE(second(near, 3).width, kTensor);
    }

    // Just below 409.6 B/clk the output of ReLU is computed again, at it and above it is stored; BN at
    // 341.33.
    void breakEvens() {
        const auto decided = [&](double operations, double bandwidth) {
            return costsOf({kBytes, kCache}, operations, kVector, {kBytes, {bandwidth, 0}}).recomputes();
        };
        QVERIFY(decided(kElements, 409.5));
        QVERIFY(!decided(kElements, 409.6)); // a tie
        QVERIFY(!decided(kElements, 409.7));
        QVERIFY(decided(2 * kElements, 341.33));
        QVERIFY(!decided(2 * kElements, 341.34));
        QCOMPARE(breakEven(980, 0, 0, {kBytes, kOffChip}), 409.6);
        QCOMPARE(QString::number(breakEven(1176, 0, 0, {kBytes, kOffChip}), 'f', 2), "341.33");
    }

    // The same of a network: the bandwidth that a row names is where its decision turns.
    void breakEvenTurnsTheDecision() {
        CostModel model = exampleModel();
        const Network network = test::exampleLayer();
        const double norm =
            second(decisionsOf(network, model, Memory::Vmem, Memory::Hbm), 1).breakEvenBandwidth;
        QCOMPARE(QString::number(norm, 'f', 2), "341.33");
        for (const auto& [bandwidth, again] : {std::pair(341.33, true), {341.34, false}}) {
            model.hbm.bandwidth = bandwidth;
            QCOMPARE(second(decisionsOf(network, model, Memory::Vmem, Memory::Hbm), 1).recomputes, again);
        }
    }

    // What comes the same way as the output gets faster with it: then no bandwidth may be low enough.
    void breakEvenOfWhatComesTheSameWay() {
        QCOMPARE(breakEven(100, 400, 0, {400, {1, 0}}), 0.0);
        QCOMPARE(breakEven(100, 300, 0, {400, {1, 0}}), 1.0);
        QVERIFY(std::isinf(breakEven(10, 0, 0, {400, {1, 20}})));
    }

    // M8: an input that is computed again itself costs what that takes, not its load.
    void chainsOfRecomputation() {
        const auto rows = decisionsOf(test::exampleLayer(), exampleModel(), Memory::Vmem, Memory::Hbm);
        const Decision& relu = rows[2];
        QVERIFY(!relu.isInputStored);
        QCOMPARE(relu.costs, (Costs{1176, 196, 6272})); // 784 + 392 for the batch norm
        QVERIFY(relu.recomputes);
        QCOMPARE(rows[3].costs.loadInput, 1372.0); // and 196 for the activation
    }

    // E4.6: three tensors, or one and two numbers for each channel.
    void memoryOfALayer() {
        const auto sublayers = sublayersOf(test::exampleLayer(), exampleModel());
        QVERIFY(bool(sublayers));
        const std::uint64_t one = (*sublayers)[1].bytes;
        QCOMPARE(3 * one, std::uint64_t{1'204'224});
        QCOMPARE(one + (*sublayers)[2].statisticsBytes, std::uint64_t{401'920});
    }

    // E4.7: clocks of the three layers' steps, last layer first.
    void stepsOfASchedule() {
        const Network network = test::chain(3, 4, 8);
        const auto sublayers = sublayersOf(network, exampleModel());
        QVERIFY(bool(sublayers));
        const std::map<ValueId, int> data{{1, 10}, {4, 20}, {7, 40}}, weights{{1, 40}, {4, 20}, {7, 10}};
        const auto clocksBy = [&](Schedule schedule) {
            const std::vector<Kept> ways(sublayers->size());
            const KeepPlan plan = keepPlanOf(*sublayers, schedule, ways);
            std::vector<int> out;
            for (const LayerStep& layer : layerStepsOf(*sublayers, plan)) {
                int clocks = 0;
                for (std::size_t i = layer.first; i < layer.first + layer.count; ++i) {
                    const KeepStep& step = plan.steps[i];
                    if (step.kind == StepKind::Mask) clocks += data.at(step.value - 2);
                    if (step.kind == StepKind::WeightGradient) clocks += weights.at(step.value);
                }
                out.push_back(clocks);
            }
            return out;
        };
        QCOMPARE(clocksBy(Schedule::S0), (std::vector<int>{50, 40, 50}));
        QCOMPARE(clocksBy(Schedule::S1), (std::vector<int>{40, 30, 30, 40}));
    }

    // A dense layer reads an image as it lies: each pixel has its own rows, and channels are padded.
    void denseOfAnImage() {
        test::TrainedNetwork make({8, 8, 16});
        make.dense(make.relu(make.conv(network::kInput, 16)), 10);
        const auto sublayers = sublayersOf(make.done(), exampleModel());
        QVERIFY(bool(sublayers));
        QCOMPARE((*sublayers)[3].forward.tensor,
                 2.0 * 64 * 64 * 64); // pixels, channels and outputs in 64 lanes
    }

    // The matrix unit of the training chip: 16 registers are under way for 8 + 254 clocks each.
    void productsWaitForTheQueue() {
        machine::CoreLimits limits{.name = "test",
                                   .lanes = 128,
                                   .sublanes = 8,
                                   .queueDepth = 16,
                                   .dmaRate = {1, 1},
                                   .pushClocks = 8,
                                   .productClocks = 254};
        limits.vectorSlots = 2;
        QCOMPARE(costModelOf(limits, 1).tensorWidth, 2.0 * 128 * 1024 / 16.375);
        limits.queueDepth = 64; // then the port is what they wait for
        QCOMPARE(costModelOf(limits, 1).tensorWidth, 2.0 * 128 * 1024 / 8);
    }

    void mistakes() {
        CostModel model = exampleModel();
        const auto codeOf = [&](const char* text) {
            const auto applied = applyWhatIf(model, text);
            return applied ? std::string() : std::string(applied.problem().message->code);
        };
        QCOMPARE(codeOf("offchip=64,cahce=3"), "E921");
        for (const char* text :
             {"offchip=0", "vector=-1", "tensor=fast", "cache-latency=-1", "lanes=1.5", "batch=0",
              "element=f64", "offchip=1e308", "lanes=1e18", "taps=some", "relu=nan", "offchip", "offchip="})
            QCOMPARE(codeOf(text), "E922");
        QCOMPARE(codeOf("offchip=3,offchip=500"), "E934");
        QCOMPARE(codeOf(""), "");
    }

    // The images' taps lie side by side where that takes fewer clocks: not if they come slowly, and not where
    // they do not fit, or where somebody else reads the images.
    void convolutionIsChosenByCost() {
        using network::Convolution;
        const machine::CoreLimits limits{.name = "training",
                                         .lanes = 128,
                                         .sublanes = 8,
                                         .vmemRows = 32768,
                                         .queueDepth = 16,
                                         .dmaRate = {500, 1},
                                         .pushClocks = 8,
                                         .productClocks = 254,
                                         .vectorSlots = 2};
        const auto chosenBy = [&](Network of, Convolution asked, const std::string& whatIf) {
            CostModel model = costModelOf(limits, 64);
            if (!whatIf.empty() && !applyWhatIf(model, whatIf)) return std::string("no such machine");
            of.convolution = asked;
            const auto chosen = chooseConvolution(of, model);
            return chosen ? std::string(nameOf(of.convolution)) : textOf(chosen.problem());
        };
        const Network digits = test::digits();
        QCOMPARE(chosenBy(digits, Convolution::Automatic, ""), "im2col");
        QCOMPARE(chosenBy(digits, Convolution::Shifted, ""), "shifted");
        QCOMPARE(chosenBy(digits, Convolution::Automatic, "offchip=1"), "shifted");
        QCOMPARE(chosenBy(digits, Convolution::Im2col, "offchip=1"), "im2col");
        QCOMPARE(chosenBy(digits, Convolution::Automatic, "lanes=32"), "shifted");
        QVERIFY(chosenBy(digits, Convolution::Im2col, "lanes=32").find("36 lanes, the machine has 32") !=
                std::string::npos);
        test::TrainedNetwork two({8, 8, 1});
        two.dense(two.flatten(two.add(two.conv(network::kInput, 1), network::kInput)), 10);
        QCOMPARE(chosenBy(two.done(), Convolution::Automatic, ""), "shifted");
        QVERIFY(chosenBy(two.done(), Convolution::Im2col, "").find("one convolution") != std::string::npos);
    }
};

int tst_costs(int argc, char** argv) { return lw::tests::run<TestCosts, QCoreApplication>(argc, argv); }
#include "tst_costs.moc"
