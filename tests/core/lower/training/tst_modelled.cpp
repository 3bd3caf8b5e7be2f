// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/lowered_program.h"
#include "core/project/step_clocks.h"
#include "core/project/train_network.h"
#include "core/project/training_costs.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/training/small_networks.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

using namespace lw;
using lower::recompute::Policy;

namespace {

// Layers of every kind that is modelled, each of more than a thousand clocks.
network::Network largeEnough(std::uint32_t batch) {
    return tests::trained(
        R"({"name": "conv1", "kind": "conv", "inputs": ["x"], "kernel": [5, 5], "pad": [2, 2, 2, 2], "channels": 24, "bias": true},
        {"name": "leaky", "kind": "leaky_relu", "inputs": ["conv1"], "alpha": 0.125},
        {"name": "pool1", "kind": "max_pool", "inputs": ["leaky"], "kernel": [2, 2], "stride": [2, 2]},
        {"name": "conv2", "kind": "conv", "inputs": ["pool1"], "kernel": [3, 3], "stride": [2, 2], "channels": 150},
        {"name": "norm2", "kind": "batch_norm", "inputs": ["conv2"]},
        {"name": "relu2", "kind": "relu", "inputs": ["norm2"]},
        {"name": "y", "kind": "dense", "inputs": ["relu2"], "channels": 30, "bias": true})",
        "[14, 14, 3]", batch);
}

// Channels that fill several blocks of lanes, the last one in part.
network::Network manyBlocks(std::uint32_t batch) {
    return tests::trained(
        R"({"name": "conv1", "kind": "conv", "inputs": ["x"], "kernel": [1, 1], "channels": 140},
        {"name": "norm1", "kind": "batch_norm", "inputs": ["conv1"]},
        {"name": "relu1", "kind": "relu", "inputs": ["norm1"]},
        {"name": "conv2", "kind": "conv", "inputs": ["relu1"], "kernel": [3, 3], "stride": [2, 2], "channels": 260},
        {"name": "average", "kind": "average_pool", "inputs": ["conv2"], "kernel": [3, 3]},
        {"name": "y", "kind": "dense", "inputs": ["average"], "channels": 10})",
        "[7, 7, 4]", batch);
}

// Lists, for which weights take longer than products.
network::Network lists(std::uint32_t batch) {
    return tests::trained(
        R"({"name": "wide", "kind": "dense", "inputs": ["x"], "channels": 300, "bias": true},
        {"name": "relu1", "kind": "relu", "inputs": ["wide"]},
        {"name": "again", "kind": "dense", "inputs": ["relu1"], "channels": 300},
        {"name": "relu2", "kind": "relu", "inputs": ["again"]},
        {"name": "y", "kind": "dense", "inputs": ["relu2"], "channels": 10, "bias": true})",
        "[1, 1, 200]", batch);
}

// Pools whose windows overlap, a list that keeps the rows of its image, and few classes.
network::Network pooled(std::uint32_t batch) {
    return tests::trained(
        R"({"name": "conv", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 16},
        {"name": "average", "kind": "average_pool", "inputs": ["conv"], "kernel": [3, 3], "stride": [2, 2], "pad": [1, 1, 1, 1]},
        {"name": "largest", "kind": "max_pool", "inputs": ["average"], "kernel": [2, 3]},
        {"name": "list", "kind": "flatten", "inputs": ["largest"]},
        {"name": "y", "kind": "dense", "inputs": ["list"], "channels": 2})",
        "[9, 8, 3]", batch);
}

// A value that is added to itself.
network::Network doubled() {
    return tests::trained(
        R"({"name": "conv", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 16},
        {"name": "sum", "kind": "add", "inputs": ["conv", "conv"]},
        {"name": "y", "kind": "dense", "inputs": ["sum"], "channels": 2})",
        "[14, 14, 3]", 16);
}

// Clocks from the second training step's beginning to its update.
std::uint64_t wholeStep(const network::Network& network, const lower::recompute::Report& decided,
                        const std::string& machineName) {
    const std::uint64_t batch = network.training->batch;
    const auto lowered = project::lowerDecided(network, decided, machineName, {.steps = 2},
                                               tensor::Tensor(tensor::DType::F32, {batch, 14, 14, 3}),
                                               tensor::Tensor(tensor::DType::I32, {batch}));
    LW_REQUIRE(bool(lowered), "a network that can be trained");
    source::MemoryLoader loader;
    source::Files files(loader);
    std::string failure;
    const auto machine = test::machineFor(
        project::loadLowered(lowered->program, "trained", machineName, loader, files), failure);
    LW_REQUIRE(machine, "a program that can be assembled");
    const auto at = [&](std::uint32_t bundle) {
        machine->setTriggers({{.kind = machine::TriggerKind::Bundle, .bundle = bundle}});
        const machine::Stop stop = machine->run({.resumed = true});
        LW_REQUIRE(!stop.fault, "a program without faults");
        return machine->clock();
    };
    const auto& begins = lowered->program.begins;
    at(begins.end);
    const std::uint64_t began = at(begins.steps.front());
    return at(begins.update) - began;
}

} // namespace

// The cost model against the emulated chip, step by step.
class TestModelled : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void eachStepIsModelled_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<bool>("isIm2col");
        for (const char* const machine : {"training", "training-v2-observed"}) {
            QTest::newRow(machine) << machine << false;
            QTest::addRow("%s, im2col", machine) << machine << true;
        }
    }

    void eachStepIsModelled() {
        QFETCH(QString, machine);
        QFETCH(bool, isIm2col);
        network::Network network = largeEnough(32);
        if (isIm2col) network.convolution = network::Convolution::Im2col;
        const auto model = project::trainingCosts(network, machine.toStdString(), {}, {});
        QVERIFY(model);
        // Some wait in HBM.
        const auto decided = lower::recompute::reportOf(
            network, *model, {.policy = Policy::StoreAll, .vmemBudget = 5'000'000});
        QVERIFY2(decided, decided ? "" : textOf(decided.problem()).c_str());
        const auto clocks = project::emulatedSteps(network, **decided, machine.toStdString());
        QVERIFY2(clocks, clocks ? "" : textOf(clocks.problem()).c_str());
        QCOMPARE(clocks->size(), (*decided)->plan.steps.size());
        const project::StepError worst = project::worstOf(**decided, *clocks);
        const lower::KeepStep& step = (*decided)->plan.steps[worst.step];
        const std::string name = std::string(nameOf(step.kind)) + " " + (*decided)->names[step.value] + ": " +
                                 std::to_string(worst.modelled) + ", not " + std::to_string(worst.emulated);
        QVERIFY2(worst.emulated > 0 && std::abs(worst.error()) < 0.15, name.c_str());

        // And all together, where moves go on beside the steps.
        const auto whole = [&](bool waitsAtOnce) {
            lower::recompute::Report report = **decided;
            if (waitsAtOnce) report.plan.moves.clear();
            return static_cast<double>(wholeStep(network, report, machine.toStdString()));
        };
        const auto& usage = (*decided)->usage;
        const double modelled = static_cast<double>(usage.clocks),
                     hidden = static_cast<double>(usage.hiddenClocks);
        QVERIFY(hidden > 10'000);
        const double emulated = whole(false);
        QVERIFY2(std::abs(modelled - emulated) < 0.1 * emulated, std::to_string(emulated).c_str());
        // How far moves are hidden has nothing to do with it.
        if (isIm2col) return;
        QVERIFY(std::abs(whole(true) - emulated - hidden) < 0.1 * hidden);
    }

    // The goal: each step within 15 %, all of them together within 10 %.
    void everyMachineAndBatch_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<quint32>("batch");
        for (const char* const machine : {"training", "training-v2-observed", "training-v3-observed"})
            for (const quint32 batch : {8U, 16U, 24U, 32U, 64U})
                QTest::newRow((std::string(machine) + ", " + std::to_string(batch)).c_str())
                    << machine << batch;
    }
    void everyMachineAndBatch() {
        QFETCH(QString, machine);
        QFETCH(quint32, batch);
        for (const network::Network& network : {pooled(batch), manyBlocks(batch), lists(batch)})
            compare(network, machine.toStdString());
        if (batch <= 16) compare(largeEnough(batch), machine.toStdString()); // else more than VMEM holds
    }
    void smallMachine() {
        for (const std::uint32_t batch : {8U, 16U, 32U}) compare(pooled(batch), "training-small");
    }
    void whatIsAddedToItself() {
        for (const char* const machine : {"training", "training-v2-observed"}) compare(doubled(), machine);
    }

  private:
    // Each step of more than a thousand clocks, and all together.
    static void compare(const network::Network& network, const std::string& machine) {
        const auto model = project::trainingCosts(network, machine, {}, {});
        QVERIFY(model);
        const auto decided = lower::recompute::reportOf(network, *model, {.policy = Policy::Autograd});
        QVERIFY2(decided, decided ? "" : textOf(decided.problem()).c_str());
        const auto clocks = project::emulatedSteps(network, **decided, machine);
        QVERIFY2(clocks, clocks ? "" : textOf(clocks.problem()).c_str());
        std::size_t compared = 0;
        project::StepError whole;
        for (std::size_t i = 0; i < clocks->size(); ++i) {
            const lower::KeepStep& step = (*decided)->plan.steps[i];
            const std::string& layer = (*decided)->names[step.value];
            const project::StepError one{i, (*decided)->usage.steps[i].clocks, (*clocks)[i]};
            whole.modelled += one.modelled;
            whole.emulated += one.emulated;
            if (one.emulated <= project::kClocksThatCount) continue;
            const std::string name = std::string(nameOf(step.kind)) + " " + layer + ": " +
                                     std::to_string(one.modelled) + ", not " + std::to_string(one.emulated);
            QVERIFY2(std::abs(one.error()) < 0.15, name.c_str());
            ++compared;
        }
        QVERIFY(compared > 0);
        QVERIFY2(std::abs(whole.error()) < 0.1, std::to_string(whole.error()).c_str());
    }
};

int tst_modelled(int argc, char** argv) { return lw::tests::run<TestModelled, QCoreApplication>(argc, argv); }
#include "tst_modelled.moc"
