// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/taps_in_lanes.h"
#include "core/project/lowered_program.h"
#include "core/project/train_network.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/recompute/trained_networks.h"
#include "tests/core/lower/training/trained_run.h"
#include "tests/core/network/plain_line.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <cmath>
#include <map>

using namespace lw;
using namespace lw::lower;
using lw::lower::recompute::Policy;
using lw::test::TrainedOn;
using lw::test::TrainedRun;

namespace {

// One conv-BN-ReLU layer and a dense one.
network::Network thinSlice(std::uint32_t batch, std::uint32_t channels, std::uint32_t classes,
                           const std::string& size,
                           const std::string& window = R"("kernel": [3, 3], "pad": [1, 1, 1, 1])") {
    return tests::trained(R"({"name": "conv", "kind": "conv", "inputs": ["x"], )" + window +
                              R"(, "channels": )" + std::to_string(channels) + R"(},
        {"name": "norm", "kind": "batch_norm", "inputs": ["conv"]},
        {"name": "relu", "kind": "relu", "inputs": ["norm"]},
        {"name": "flat", "kind": "flatten", "inputs": ["relu"]},
        {"name": "y", "kind": "dense", "inputs": ["flat"], "channels": )" +
                              std::to_string(classes) + R"(, "bias": true})",
                          size, batch);
}

// Of x, which has five channels, and of convolutions of it, one letter each.
network::Network joining(const std::string& inputs, int axis) {
    std::string text, names;
    for (const auto& [name, channels] : {std::pair("a", 3), {"b", 19}, {"c", 8}, {"d", 11}})
        text += R"({"name": ")" + std::string(name) +
                R"(", "kind": "conv", "inputs": ["x"], "kernel": [1, 1], "channels": )" +
                std::to_string(axis == 2 ? channels : 5) + "},";
    for (const char name : inputs) names += (names.empty() ? "\"" : ", \"") + std::string{name, '"'};
    return tests::trained(text + R"({"name": "all", "kind": "concat", "inputs": [)" + names +
                              R"(], "axis": )" + std::to_string(axis) + R"(},
        {"name": "norm", "kind": "batch_norm", "inputs": ["all"]},
        {"name": "conv", "kind": "conv", "inputs": ["norm"], "kernel": [3, 3], "channels": 4},
        {"name": "y", "kind": "dense", "inputs": ["conv"], "channels": 5})",
                          "[4, 3, 5]", 8);
}

constexpr std::uint32_t kNetworks = 1000; // of a long run

std::vector<tests::Data> dataOf(const network::Network& network, std::uint64_t batches,
                                std::mt19937& random) {
    std::vector<tests::Data> out;
    for (std::uint64_t i = 0; i < batches; ++i) out.push_back(tests::dataFor(network, random));
    return out;
}

// Batches one after the other.
tests::Data joined(const std::vector<tests::Data>& batches) {
    const auto join = [&](tensor::Tensor tests::Data::*part) {
        tensor::Shape shape = (batches[0].*part).shape();
        shape[0] *= batches.size();
        std::vector<std::byte> bytes;
        for (const tests::Data& batch : batches) {
            const auto more = (batch.*part).bytes();
            bytes.insert(bytes.end(), more.begin(), more.end());
        }
        return tensor::Tensor((batches[0].*part).dtype(), shape, std::move(bytes));
    };
    return {join(&tests::Data::images), join(&tests::Data::labels)};
}

// Each value in some way, in some place, with masks where there are any; in bfloat16 if asked to be rounded.
std::vector<Kept> randomWays(const network::Network& network, std::uint32_t seed, bool isRounded,
                             std::mt19937& random) {
    std::vector<Kept> ways(network.layers.size() + 1);
    ways[network::kInput].memory = Memory::Hbm;
    for (std::size_t value = 1; value < ways.size(); ++value)
        ways[value] = {random() % 2 == 0 ? Way::Store : Way::Recompute,
                       random() % 2 == 0 ? Memory::Vmem : Memory::Hbm};
    std::mt19937 masks(seed + 1);
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const network::Kind kind = network.layers[i].kind;
        const bool hasMask = kind == network::Kind::Relu || kind == network::Kind::LeakyRelu;
        if (hasMask && masks() % 2 == 0) ways[i + 1].way = Way::Mask;
    }
    std::mt19937 packs(seed + 2);
    for (std::size_t i = 0; isRounded && i < network.layers.size(); ++i)
        if (packs() % 3 == 0) ways[i + 1].way = Way::Bf16;
    for (std::size_t value = 1; value < ways.size(); ++value)
        if (packs() % 2 == 0) ways[value].gradient = Memory::Hbm;
    return ways;
}

} // namespace

// Each step of a training program leaves what plain loops in the same order compute, to the last bit.
class TestTrainingProgram : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void oneStepIsWhatPlainLoopsCompute_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("channels");
        QTest::addColumn<bool>("isIm2col");
        for (const bool isIm2col : {false, true}) {
            const char* const name = isIm2col ? "%s, im2col" : "%s";
            QTest::addRow(name, "small") << "training-small" << 8 << 5 << isIm2col;
            QTest::addRow(name, "small, blocks of channels") << "training-small" << 4 << 19 << isIm2col;
            QTest::addRow(name, "large") << "training" << 16 << 32 << isIm2col;
        }
    }

    void oneStepIsWhatPlainLoopsCompute() {
        QFETCH(QString, machine);
        QFETCH(int, batch);
        QFETCH(int, channels);
        QFETCH(bool, isIm2col);
        const bool isLarge = machine == "training";
        // Two taps of a granule each fill the eight lanes of the small machine.
        const std::string window = isLarge || !isIm2col
                                       ? R"("kernel": [3, 3], "pad": [1, 1, 1, 1])"
                                       : R"("kernel": [1, 2], "pad": [1, 0, 0, 1], "stride": [2, 1])";
        network::Network network =
            thinSlice(static_cast<std::uint32_t>(batch), static_cast<std::uint32_t>(channels),
                      isLarge ? 10 : 6, isLarge ? "[8, 8, 1]" : "[5, 4, 3]", window);
        if (isIm2col) network.convolution = network::Convolution::Im2col;
        TrainedOn of(std::move(network), machine.toStdString());
        for (KeepStep& step : of.keep.steps) step.released.clear(); // so that everything can be looked at
        std::mt19937 random(1);
        const tests::Data data = tests::dataFor(of.network, random);
        const TrainedRun run = test::run(of, data, {.steps = 1, .keepsGradients = true});
        QVERIFY2(run.failure.empty(), run.failure.c_str());
        const train::Options options{train::Arithmetic::Chip, of.machine.lanes, of.machine.sublanes};
        train::State state = train::stateOf(of.network, train::Arithmetic::Chip);
        const train::Step step = tests::stepOf(of.network, state, data, options);
        for (network::ValueId value = 1; value < step.values.size(); ++value) {
            const std::string name = network::nameOf(of.network, value);
            QVERIFY2(run.held(of, {value, Part::Value}) == step.values[value], name.c_str());
            QVERIFY2(run.held(of, {value, Part::Gradient}) == step.gradients[value],
                     (name + " gradient").c_str());
        }
        QCOMPARE(run.read("loss").at<float>(0), static_cast<float>(step.loss));
        train::update(of.network, step, options, state);
        const std::string different = test::differences(run, step, state);
        QVERIFY2(different.empty(), different.c_str());
    }

    // Passes of the vector units in the bundles of others, whatever number of registers a group has.
    void whatSharesBundlesChangesNothing_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("batch");
        for (const int registers : {1, 2})
            QTest::addRow("small, %d", registers) << "training-small" << 4 * registers;
        for (const int registers : {1, 2, 4, 8})
            QTest::addRow("large, %d", registers) << "training" << 8 * registers;
    }

    void whatSharesBundlesChangesNothing() {
        QFETCH(QString, machine);
        QFETCH(int, batch);
        network::Network network = tests::trained(
            R"({"name": "conv1", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 9},
            {"name": "norm1", "kind": "batch_norm", "inputs": ["conv1"]},
            {"name": "relu1", "kind": "relu", "inputs": ["norm1"]},
            {"name": "conv2", "kind": "conv", "inputs": ["relu1"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 9},
            {"name": "norm2", "kind": "batch_norm", "inputs": ["conv2"]},
            {"name": "relu2", "kind": "leaky_relu", "inputs": ["norm2"], "alpha": 0.25},
            {"name": "sum", "kind": "add", "inputs": ["relu1", "relu2"]},
            {"name": "conv3", "kind": "conv", "inputs": ["sum"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 9},
            {"name": "y", "kind": "dense", "inputs": ["conv3"], "channels": 5})",
            "[5, 4, 1]", static_cast<std::uint32_t>(batch));
        std::vector<Kept> ways(network.layers.size() + 1);
        ways[network::kInput].memory = Memory::Hbm;
        for (const network::ValueId value : {2, 3, 5, 6, 7}) ways[value].way = Way::Recompute;
        for (const Schedule schedule : {Schedule::S0, Schedule::S1, Schedule::S2}) {
            const TrainedOn of(network, machine.toStdString(), ways, schedule, 1U << 30);
            std::mt19937 random(3);
            const tests::Data data = tests::dataFor(of.network, random);
            const TrainedRun run = test::run(of, data, {.steps = 1, .keepsGradients = true});
            QVERIFY2(run.failure.empty(), run.failure.c_str());
            QCOMPARE(run.program.shared.transposes > 0, schedule == Schedule::S1);
            QVERIFY2(run.program.shared.products > 0, nameOf(schedule).data());
            const train::Options options{train::Arithmetic::Chip, of.machine.lanes, of.machine.sublanes};
            train::State state = train::stateOf(of.network, train::Arithmetic::Chip);
            const train::Step step = tests::stepOf(of.network, state, data, options);
            train::update(of.network, step, options, state);
            const std::string different = test::differences(run, step, state);
            QVERIFY2(different.empty(), different.c_str());
        }
    }

    // Parts of whole blocks of lanes and of others, which are turned; one of them twice.
    void concatsOfAnyParts_data() {
        QTest::addColumn<QString>("inputs");
        QTest::addColumn<int>("axis");
        for (const char* const inputs : {"ab", "bac", "cacxd"})
            for (const int axis : {0, 1, 2})
                QTest::newRow(qPrintable(QStringLiteral("%1 along %2").arg(QLatin1String(inputs)).arg(axis)))
                    << QString::fromLatin1(inputs) << axis;
    }
    void concatsOfAnyParts() {
        QFETCH(QString, inputs);
        QFETCH(int, axis);
        const network::Network network = joining(inputs.toStdString(), axis);
        for (const char* const machine : {"training-small", "training"}) {
            const TrainedOn of(network, machine, Policy::StoreAll);
            std::mt19937 random(5);
            const std::string different = test::differencesAfter(1, of, tests::dataFor(of.network, random));
            QVERIFY2(different.empty(), different.c_str());
        }
    }

    // An activation before its convolution: what the mask gives is added to what the shortcut gave.
    void masksAddToGradients() {
        const network::Network network = tests::trained(
            R"({"name": "first", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 4},
            {"name": "active", "kind": "relu", "inputs": ["first"]},
            {"name": "second", "kind": "conv", "inputs": ["active"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 4},
            {"name": "sum", "kind": "add", "inputs": ["second", "first"]},
            {"name": "y", "kind": "dense", "inputs": ["sum"], "channels": 5})",
            "[4, 3, 5]", 8);
        std::vector<Kept> ways(network.layers.size() + 1);
        ways[network::kInput].memory = Memory::Hbm;
        const TrainedOn of(network, "training-small", ways, Schedule::S0, 1U << 30);
        std::mt19937 random(6);
        const std::string different = test::differencesAfter(2, of, tests::dataFor(of.network, random));
        QVERIFY2(different.empty(), different.c_str());
    }

    // What has no channel takes no part, even where numbers are not finite: +0 times those would be NaN.
    void divergedNetworksAreWhatPlainLoopsCompute_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("channels");
        QTest::addColumn<bool>("isIm2col");
        for (const bool isIm2col : {false, true})
            for (const char* const machine : {"training-small", "training"})
                for (const int channels : {5, 8, QByteArray(machine) == "training" ? 150 : 19})
                    QTest::addRow("%s, %d channels%s", machine, channels, isIm2col ? ", im2col" : "")
                        << machine << channels << isIm2col;
    }
    void divergedNetworksAreWhatPlainLoopsCompute() {
        QFETCH(QString, machine);
        QFETCH(int, channels);
        QFETCH(bool, isIm2col);
        const std::string count = std::to_string(channels);
        network::Network network = tests::trained(
            R"({"name": "first", "kind": "conv", "inputs": ["x"], "kernel": [1, 2], "channels": )" + count +
                R"(},
            {"name": "second", "kind": "conv", "inputs": ["first"], "kernel": [3, 3], "channels": )" +
                count +
                R"(},
            {"name": "y", "kind": "dense", "inputs": ["second"], "channels": 5})",
            "[4, 5, 3]", 8, "mean_squares");
        if (isIm2col) network.convolution = network::Convolution::Im2col;
        // All of one sign, so that there are infinities and nothing is taken from another.
        const auto fill = [](tensor::Tensor& of, float value) {
            for (std::size_t i = 0; i < of.count(); ++i) of.set(i, value);
        };
        for (network::Layer& layer : network.layers)
            fill(layer.weights, &layer == &network.layers[0] ? 3e38F : 1);
        const TrainedOn of(network, machine.toStdString(), Policy::StoreAll);
        std::mt19937 random(9);
        tests::Data data = tests::dataFor(of.network, random);
        fill(data.images, 1);
        for (const std::uint64_t steps : {1, 2}) {
            const TrainedRun run = test::run(of, data, {.steps = steps, .keepsGradients = true});
            QVERIFY2(run.failure.empty(), run.failure.c_str());
            for (const training::ParameterTensor& one : run.program.parameters)
                if (!one.gradient.empty())
                    QVERIFY2(std::isinf(run.read(one.gradient).at<float>(0)), one.gradient.c_str());
            const std::string different = test::differencesAfter(steps, of, data);
            QVERIFY2(different.empty(), (std::to_string(steps) + " steps: " + different).c_str());
        }
    }

    // The variance is 0 where there is no channel, and nothing is added to it.
    void normsWithoutEpsilon() {
        for (const char* const epsilon : {"0", "1e-40"}) // one that is flushed to zero, too
            for (const int channels : {5, 8, 19}) {
                const TrainedOn of(
                    tests::trained(
                        R"({"name": "conv", "kind": "conv", "inputs": ["x"], "kernel": [1, 2], "channels": )" +
                            std::to_string(channels) +
                            R"(}, {"name": "y", "kind": "batch_norm", "inputs": ["conv"], "epsilon": )" +
                            epsilon + "}",
                        "[4, 5, 3]", 8, "mean_squares"),
                    "training-small");
                std::mt19937 random(12);
                const tests::Data data = tests::dataFor(of.network, random);
                const TrainedRun run = test::run(of, data, {.steps = 1});
                QVERIFY2(run.failure.empty(), run.failure.c_str());
                QVERIFY(std::isfinite(run.read("loss").at<float>(0)));
                const std::string different = test::differencesAfter(2, of, data);
                QVERIFY2(different.empty(), (std::to_string(channels) + " channels: " + different).c_str());
            }
    }

    // Lanes without a class may hold anything: the loss and its gradient are those of the classes.
    void softmaxReadsNoOtherLanes() {
        const TrainedOn of(thinSlice(8, 5, 6, "[5, 4, 3]"), "training-small");
        std::mt19937 random(10);
        const tests::Data data = tests::dataFor(of.network, random);
        const auto spoilFrom = [](const char* lane, std::string& text) {
            const std::string label = "\nsoftmax_loss:\n";
            const auto at = text.find(label);
            LW_REQUIRE(at != text.npos, "a program with softmax");
            std::string bundles = "{ v0: iota.lane v0 }\n{ v0: cmp.lt v1, v0, " + std::string(lane) + " }\n";
            for (const std::string row : {"0", "4"}) // of both registers
                bundles += "{ vld: v2, [r1+" + row +
                           "] }\n{ v0: mov v3, v1 }\n{ v0: sel v3, v2, bits(0x7fc00000) }\n{ vst: [r1+" +
                           row + "], v3 }\n";
            text.insert(at + label.size(), bundles);
        };
        train::State state = train::stateOf(of.network, train::Arithmetic::Chip);
        const train::Step step = test::plain(of, state, data);
        const train::Options options{train::Arithmetic::Chip, of.machine.lanes, of.machine.sublanes};
        train::update(of.network, step, options, state);
        for (const char* const lane : {"r6", "5"}) { // of six classes: the last one as well, which shows
            const TrainedRun run = test::run(of, data, {.steps = 1, .keepsGradients = true},
                                             [&](std::string& text) { spoilFrom(lane, text); });
            QVERIFY2(run.failure.empty(), run.failure.c_str());
            const std::string different = test::differences(run, step, state);
            QVERIFY2(different.empty() == (std::string(lane) == "r6"), different.c_str());
        }
    }

    // A batch norm whose input is not kept: both sides make its normalised form from what the norm gave.
    void whatANormReadFollowsFromWhatItGave() {
        const TrainedOn of(thinSlice(8, 5, 6, "[5, 4, 3]"), "training-small", recompute::Policy::BnStored);
        QVERIFY(
            std::ranges::any_of(of.keep.values, [](const Kept& kept) { return kept.way == Way::Inverse; }));
        std::mt19937 random(2);
        const tests::Data data = tests::dataFor(of.network, random);
        const TrainedRun run = test::run(of, data, {.steps = 1, .keepsGradients = true});
        QVERIFY2(run.failure.empty(), run.failure.c_str());
        std::vector<train::Task> order = train::plainOrder(of.network);
        for (train::Task& task : order)
            if (task.value == 2 && task.work != train::Work::Forward) task.from = train::From::Result;
        const train::Options options{train::Arithmetic::Chip, of.machine.lanes, of.machine.sublanes};
        train::State state = train::stateOf(of.network, train::Arithmetic::Chip);
        const auto step = train::run(of.network, state, data.images, data.labels, options, order);
        QVERIFY(step);
        train::update(of.network, *step, options, state);
        const std::string different = test::differences(run, *step, state);
        QVERIFY2(different.empty(), different.c_str());
    }

    // A policy that needs too much at once is refused with ways out, each of which then runs.
    void whatDoesNotFitSaysWhatDoes() {
        network::Network network = test::residual(6, 4);
        const auto lowered = [&](Policy policy, std::uint32_t batch) {
            network.training.emplace().batch = batch;
            network.training->loss = network::Loss::MeanSquares;
            const project::TrainingRequest request{
                .machine = "training-small", .keeps = {.policy = policy}, .options = {}};
            return project::lowerTraining(network, request,
                                          tensor::Tensor(tensor::DType::F32, {batch, 8, 8, 1}),
                                          tensor::Tensor(tensor::DType::F32, {batch, 10}));
        };
        std::uint32_t batch = 4;
        while (lowered(Policy::ConvStored, batch)) batch += 4;
        const Problem problem = lowered(Policy::ConvStored, batch).problem();
        QVERIFY2(problem.message->code == "E942", textOf(problem).c_str());
        QCOMPARE(problem.notes.size(), 2u);
        QCOMPARE(textOf(problem.notes[0]), "it fits with --policy budget");
        QCOMPARE(textOf(problem.notes[1]), "it fits with \"batch\": " + std::to_string(batch - 4) +
                                               " in the network's \"training\", or --batch " +
                                               std::to_string(batch - 4));
        const auto other = lowered(Policy::Budget, batch);
        QVERIFY2(other, other ? "" : textOf(other.problem()).c_str());
        source::MemoryLoader loader;
        source::Files files(loader);
        std::string failure;
        const auto machine = test::machineFor(
            project::loadLowered(other->program, "trained", "training-small", loader, files), failure);
        QVERIFY2(machine, failure.c_str());
        QVERIFY(machine->run({}).kind == machine::StopKind::Halted);
    }

    // So does a budget that nothing keeps within.
    void whatHasNoRoomSaysWhatDoes() {
        network::Network network = test::chain(16, 8, 6);
        const auto lowered = [&](const lower::recompute::Request& keeps, std::uint32_t batch) {
            network.training.emplace().batch = batch;
            network.training->loss = network::Loss::MeanSquares;
            const tensor::Tensor both(tensor::DType::F32, {batch, 6, 6, 8});
            return project::lowerTraining(network, {.machine = {}, .keeps = keeps, .options = {}}, both,
                                          both);
        };
        const lower::recompute::Request asked{.policy = Policy::Budget, .budget = 1 << 20};
        const auto refused = lowered(asked, 32);
        QVERIFY(!refused);
        const Problem& problem = refused.problem();
        QVERIFY2(problem.message->code == "E925", textOf(problem).c_str());
        QVERIFY(!problem.notes.empty());
        for (const Note& note : problem.notes) {
            lower::recompute::Request keeps = asked;
            std::uint32_t batch = 32;
            const std::string_view noted = note.message->code;
            if (noted == "E971") batch = static_cast<std::uint32_t>(std::stoul(note.arguments[0]));
            if (noted == "E929" || noted == "E952") keeps.budget = std::stoull(note.arguments[0]);
            const auto other = lowered(keeps, batch);
            QVERIFY2(other, other ? "" : textOf(other.problem()).c_str());
        }
    }

    // Random networks, of which each value is kept in a random way, or all by a policy: the gradients are
    // those of plain loops that keep everything, but for what is rounded to bfloat16 and read as it is: then
    // those of loops that round the same; and so are the parameters after some steps.
    void howValuesAreKeptChangesNothing() {
        constexpr Policy kNamed[] = {Policy::StoreAll, Policy::Autograd,   Policy::Masks,     Policy::Bf16,
                                     Policy::Bf16All,  Policy::ConvStored, Policy::LocalRule, Policy::SqrtN};
        std::uint32_t trained = 0;
        std::map<Policy, std::uint32_t> byPolicy;
        for (const std::uint32_t seed : test::seedsBelow(kNetworks)) {
            std::mt19937 random(seed);
            network::Network network = tests::randomNetwork(random);
            network.training->batch = 4 * (1 + seed % 3);
            network.training->optimiser = {0.125F, seed % 2 == 0 ? 0.0F : 0.5F, seed % 3 == 0 ? 0.25F : 0.0F};
            if (std::ranges::any_of(network.layers, [](const auto& layer) { return layer.groups != 1; }))
                continue;
            const bool isRounded = seed % 2 == 0, isNamed = seed / 4 % 2 == 1;
            const std::vector<Kept> ways = randomWays(network, seed, isRounded, random);
            const auto schedule = static_cast<Schedule>(seed % 3);
            const std::string machine = seed % 4 == 3 ? "training" : "training-small";
            if (machine == "training") network.training->batch = 8;
            if (seed % 8 == 3 && network::whyNotInLanes(network, 128, 8).empty())
                network.convolution = network::Convolution::Im2col;
            // Moves wait for themselves, or for others as the memory has room, more or less of it.
            std::optional<std::uint64_t> vmemBytes;
            if (seed % 5 != 0) vmemBytes = seed % 5 == 1 ? 1U << 30 : random() % 100'000;
            const Policy policy = kNamed[seed / 8 % std::size(kNamed)];
            const bool isPacked = policy == Policy::Bf16 || policy == Policy::Bf16All;
            const TrainedOn of = isNamed ? TrainedOn(network, machine, policy, schedule)
                                         : TrainedOn(network, machine, ways, schedule, vmemBytes);
            const std::uint64_t batches = 1 + seed % 2, steps = 2 + seed % 3;
            const std::vector<tests::Data> data = dataOf(of.network, batches, random);
            const TrainedRun run = test::run(
                of, joined(data), {.steps = steps, .keepsGradients = true, .forgetsReleased = seed % 4 < 2});
            const std::string name = "network " + std::to_string(seed) + ": ";
            if (run.failure.find("cannot be trained") != run.failure.npos) continue;
            if (run.failure.find("bytes of vector memory") != run.failure.npos) continue; // too large for it
            QVERIFY2(run.failure.empty(), (name + run.failure).c_str());
            const train::Options options{train::Arithmetic::Chip, of.machine.lanes, of.machine.sublanes};
            train::State state = train::stateOf(of.network, train::Arithmetic::Chip);
            train::Step step;
            for (std::uint64_t i = 0; i < steps; ++i) {
                step = ((isNamed ? isPacked : isRounded) ? test::planned : test::plain)(of, state,
                                                                                        data[i % batches]);
                train::update(of.network, step, options, state);
            }
            const std::string different = test::differences(run, step, state);
            QVERIFY2(different.empty(), (name + different).c_str());
            ++trained;
            if (isNamed) ++byPolicy[policy];
        }
        QVERIFY2(trained > 0, "networks without groups");
        if (!qEnvironmentVariableIsSet("LW_EVERY_SEED")) return;
        for (const Policy policy : kNamed) QVERIFY2(byPolicy[policy] >= 5, nameOf(policy).data());
    }
};

int tst_training_program(int argc, char** argv) {
    return lw::tests::run<TestTrainingProgram, QCoreApplication>(argc, argv);
}
#include "tst_training_program.moc"
