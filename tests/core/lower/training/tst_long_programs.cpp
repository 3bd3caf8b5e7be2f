// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/report.h"
#include "core/project/load_network.h"
#include "core/project/train_network.h"
#include "tests/core/lower/recompute/trained_networks.h"
#include "tests/core/lower/training/small_machines.h"
#include "tests/core/lower/training/trained_run.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

using namespace lw;
using namespace lw::lower;
using lower::recompute::Policy;
using lower::recompute::Request;
using network::Network;

namespace {

Network deep(std::uint32_t layers, std::uint64_t channels, std::uint64_t size, std::uint32_t batch) {
    Network out = test::chain(layers, channels, size);
    out.training.emplace().batch = batch;
    out.training->loss = network::Loss::MeanSquares;
    out.training->optimiser = {0.125F, 0.5F, 0.25F};
    return out;
}

} // namespace

// Programs of large batches and deep networks.
class TestLongPrograms : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Forty layers with everything in HBM: a descriptor for each of more than 500 transfers would take twice
    // what scalar memory holds.
    void transfersTakeNoScalarMemory() {
        const Network network = deep(40, 8, 4, 4);
        std::vector<Kept> ways(network.layers.size() + 1, Kept{Way::Store, Memory::Hbm});
        std::mt19937 random(18);
        for (const std::optional<std::uint64_t> vmemBytes : {std::optional<std::uint64_t>{}, {1U << 30}}) {
            const test::TrainedOn of(network, "training-small", ways, Schedule::S0, vmemBytes);
            const std::string different = test::differencesAfter(2, of, tests::dataFor(of.network, random));
            QVERIFY2(different.empty(), different.c_str());
        }
    }

    // A shortcut's gradient waits for all layers of its block: with 64 images it waits in HBM, or else what
    // policies keep would be 1.2 MB too much.
    void gradientsWaitInHbm_data() {
        QTest::addColumn<int>("policy");
        for (const Policy policy : {Policy::SqrtN, Policy::ConvStored, Policy::BnStored})
            QTest::addRow("%s", nameOf(policy).data()) << static_cast<int>(policy);
    }
    void gradientsWaitInHbm() {
        QFETCH(int, policy);
        source::DiskLoader disk;
        source::Files files(disk);
        const auto network =
            project::loadNetwork(LW_ROOT "/examples/networks/residual-digits/residual_64.json", files);
        QVERIFY(network);
        project::TrainingRequest request;
        request.keeps.policy = static_cast<Policy>(policy);
        const auto made =
            project::lowerTraining(*network, request, tensor::Tensor(tensor::DType::F32, {64, 8, 8, 1}),
                                   tensor::Tensor(tensor::DType::I32, {64}));
        QVERIFY2(made, made ? "" : textOf(made.problem()).c_str());
        const std::vector<KeepStep>& steps = made->decided.plan.steps;
        std::size_t moved = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].kind != StepKind::Spill || movedBy(steps[i]).part != Part::Gradient) continue;
            const Held held = movedBy(steps[i]);
            const auto uses = [&](const KeepStep& step) {
                return std::ranges::count(step.reads, held) != 0 ||
                       std::ranges::count(step.writes, held) != 0;
            };
            std::size_t before = i - 1;
            while (isMove(steps[before])) --before;
            QVERIFY(uses(steps[before]) && std::ranges::count(steps[i].released, held) == 1);
            const auto next =
                std::find_if(steps.begin() + static_cast<std::ptrdiff_t>(i) + 1, steps.end(), uses);
            QVERIFY(next->kind == StepKind::Fetch && movedBy(*next) == held);
            QVERIFY(uses(*std::find_if_not(next, steps.end(), isMove)));
            QCOMPARE(made->decided.plan.values[held.value].gradient, Memory::Hbm);
            ++moved;
        }
        QVERIFY(moved >= 1);
    }

    // And what the program takes of it is what the assembler gives out.
    void scalarMemoryIsWhatTheAssemblerTakes() {
        test::SmallMachines machines;
        const Network network = deep(3, 8, 4, 4);
        const auto on = [&](const std::string& machine) {
            return test::loweredOn(machine, network, {.policy = Policy::StoreAll}, 8);
        };
        const auto plenty = on("training-small");
        QVERIFY2(plenty, test::whyNot(plenty).c_str());
        const std::int64_t needed = plenty->program.smemWords;
        QVERIFY(needed >= std::int64_t{15} * plenty->program.descriptors);
        const std::string enough = machines.with({{"smemWords", needed}});
        const auto fits = on(enough);
        QVERIFY2(fits, test::whyNot(fits).c_str());
        QCOMPARE(test::failureOn(enough, fits->program), "");
        const std::string less = machines.with({{"smemWords", needed - 1}});
        const auto refused = on(less);
        QVERIFY(!refused);
        QVERIFY(refused.problem().message->code == "E944");
        auto same = *fits;
        same.program.text.replace(same.program.text.find(enough), enough.size(), less);
        QVERIFY(!test::failureOn(less, same.program).empty());
    }

    // Weights of 32 channels take no rows for a group of registers that they do not fill.
    void largeBatchesTakeNoMoreForParameters() {
        Network network = deep(4, 32, 4, 32);
        const auto trainedRows = [&]() -> std::uint64_t {
            const test::TrainedOn of(network, "training");
            const auto plan = training::planStep(of.network, of.keep, of.machine, {});
            LW_REQUIRE(bool(plan), test::whyNot(plan).c_str());
            return plan->trained.rows;
        };
        const std::uint64_t few = trainedRows();
        network.training->batch = 64;
        QCOMPARE(trainedRows(), few);
        QCOMPARE(few, std::uint64_t{4 * (9 * 32 + 32)}); // and a scale and a shift, in a group of 32 rows
    }
};

int tst_long_programs(int argc, char** argv) {
    return lw::tests::run<TestLongPrograms, QCoreApplication>(argc, argv);
}
#include "tst_long_programs.moc"
