// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/report.h"
#include "core/project/released_read.h"
#include "tests/core/lower/training/trained_run.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

using namespace lw;
using namespace lw::lower;
using lw::test::TrainedOn;
using lw::test::TrainedRun;
using recompute::Policy;

namespace {

// Two blocks, the second with a shortcut that two layers read.
network::Network twoBlocks() {
    return tests::trained(
        R"({"name": "conv1", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 8},
        {"name": "norm1", "kind": "batch_norm", "inputs": ["conv1"]},
        {"name": "relu1", "kind": "relu", "inputs": ["norm1"]},
        {"name": "conv2", "kind": "conv", "inputs": ["relu1"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 8},
        {"name": "norm2", "kind": "batch_norm", "inputs": ["conv2"]},
        {"name": "sum", "kind": "add", "inputs": ["norm2", "relu1"]},
        {"name": "relu2", "kind": "relu", "inputs": ["sum"]},
        {"name": "pool", "kind": "max_pool", "inputs": ["relu2"], "kernel": [2, 2], "stride": [2, 2]},
        {"name": "flat", "kind": "flatten", "inputs": ["pool"]},
        {"name": "y", "kind": "dense", "inputs": ["flat"], "channels": 5, "bias": true})",
        "[4, 4, 3]", 8);
}

// The parameters after two steps that keep everything, but for what the plan rounds or computes by an
// inverse.
std::string differencesFromPlain(const TrainedOn& of, const TrainedRun& run, const tests::Data& data) {
    std::vector<train::Task> order = train::plainOrder(of.network);
    for (train::Task& task : order)
        if (task.value != network::kInput &&
            of.network.layers[task.value - 1].kind == network::Kind::BatchNorm &&
            of.keep.values[of.network.layers[task.value - 1].inputs[0]].way == Way::Inverse &&
            task.work != train::Work::Forward)
            task.from = train::From::Result;
    const train::Options options{train::Arithmetic::Chip, of.machine.lanes, of.machine.sublanes};
    train::State state = train::stateOf(of.network, train::Arithmetic::Chip);
    train::Step last;
    if (std::ranges::count(of.keep.values, Way::Bf16, &Kept::way) != 0) order = test::plannedTasks(of.keep);
    for (int i = 0; i < 2; ++i) {
        auto step = train::run(of.network, state, data.images, data.labels, options, order);
        LW_REQUIRE(bool(step), "a network of the tests can be trained");
        last = *std::move(step);
        train::update(of.network, last, options, state);
    }
    return test::differences(run, last, state);
}

constexpr training::Options kForgets{.steps = 2, .keepsGradients = true, .forgetsReleased = true};

} // namespace

// What a plan lets go of is never-written on the chip from then on, and whoever reads it gets a fault.
class TestReleased : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void noPolicyReadsWhatItHasReleased_data() {
        QTest::addColumn<int>("policy");
        QTest::addColumn<bool>("isSpilled");
        for (std::size_t i = 0; i < recompute::kPolicyNames.size(); ++i)
            for (const bool isSpilled : {false, true})
                QTest::addRow("%s%s", recompute::kPolicyNames[i].data(), isSpilled ? ", in HBM" : "")
                    << static_cast<int>(i) << isSpilled;
    }

    void noPolicyReadsWhatItHasReleased() {
        QFETCH(int, policy);
        QFETCH(bool, isSpilled);
        TrainedOn of(twoBlocks(), "training-small");
        const auto model = recompute::costModelOf(of.machine, of.network.training->batch);
        std::mt19937 random(5);
        const tests::Data data = tests::dataFor(of.network, random);
        for (const Schedule schedule : {Schedule::S0, Schedule::S1, Schedule::S2}) {
            recompute::Request request{.policy = static_cast<Policy>(policy), .schedule = schedule};
            request.budget = 26'000;
            // Less than store-all needs, and enough for what one step reads and writes.
            if (isSpilled) request.vmemBudget = 22'000;
            const auto report = recompute::reportOf(of.network, model, request);
            QVERIFY2(report && *report, report ? "" : textOf(report.problem()).c_str());
            of.keep = (*report)->plan;
            const bool spills = std::ranges::count(of.keep.steps, StepKind::Spill, &KeepStep::kind) != 0;
            if (static_cast<Policy>(policy) == Policy::StoreAll) QCOMPARE(spills, isSpilled);
            const TrainedRun run = test::run(of, data, kForgets);
            QVERIFY2(run.failure.empty(), run.failure.c_str());
            // Schedule S1 does vector work beside what transposes, which changes no bit.
            if (schedule != Schedule::S1) QCOMPARE(run.program.shared.transposes, 0u);
            if (schedule == Schedule::S1 && !isSpilled) QVERIFY(run.program.shared.transposes > 0);
            const std::string different = differencesFromPlain(of, run, data);
            QVERIFY2(different.empty(), different.c_str());
        }
    }

    // Each value and gradient in turn, released after the last step but one that reads it.
    void whatIsReleasedOneUseTooEarlyFaults() {
        const TrainedOn right(twoBlocks(), "training-small");
        std::mt19937 random(6);
        const tests::Data data = tests::dataFor(right.network, random);
        std::size_t moved = 0;
        for (std::size_t last = 0; last < right.keep.steps.size(); ++last)
            for (const Held& held : right.keep.steps[last].released) {
                const auto& steps = right.keep.steps;
                if (held.part == Part::Statistics || !std::ranges::count(steps[last].reads, held)) continue;
                std::size_t before = last - 1; // the use before: a step that makes or reads it
                while (!std::ranges::count(steps[before].reads, held) &&
                       !std::ranges::count(steps[before].writes, held))
                    --before;
                TrainedOn of = right;
                std::erase(of.keep.steps[last].released, held);
                of.keep.steps[before].released.push_back(held);
                const TrainedRun run = test::run(of, data, kForgets);
                const std::string name = network::nameOf(of.network, held.value);
                QVERIFY2(run.failure.find("never written") != run.failure.npos,
                         (name + ": " + run.failure).c_str());
                const auto problem = project::releasedRead(of.network, of.keep, run.program, *run.machine);
                QVERIFY(problem);
                const std::string text = textOf(*problem);
                const auto part = std::string(kPartNames[static_cast<std::size_t>(held.part)]);
                const auto& buffer = run.program.plan.memory.at(before, held);
                const std::uint64_t row = run.program.plan.tensors.row + buffer.row;
                const std::string expected =
                    std::string(nameOf(steps[last].kind)) + " " +
                    network::nameOf(of.network, steps[last].value) + " reads the " + part + " of \"" + name +
                    "\" in rows " + std::to_string(row) + " to " + std::to_string(row + buffer.rows - 1) +
                    " of vector memory, which was released after " + std::string(nameOf(steps[before].kind)) +
                    " " + network::nameOf(of.network, steps[before].value);
                QVERIFY2(text.find(expected) != text.npos, (text + "\n" + expected).c_str());
                ++moved;
            }
        // Of each layer the value and the gradient, and the input, which is fetched twice.
        QCOMPARE(moved, 2 * right.network.layers.size() + 2);
    }
};

int tst_released(int argc, char** argv) { return lw::tests::run<TestReleased, QCoreApplication>(argc, argv); }
#include "tst_released.moc"
