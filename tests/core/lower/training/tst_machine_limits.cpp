// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/report.h"
#include "core/project/fit_training.h"
#include "core/project/training_costs.h"
#include "tests/core/lower/recompute/trained_networks.h"
#include "tests/core/lower/training/small_machines.h"
#include "tests/core/lower/training/trained_run.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <map>

using namespace lw;
using namespace lw::lower;
using lower::recompute::Policy;
using lower::recompute::Request;
using network::Network;
using project::TrainingLowered;

namespace {

// Two convolutions, whose channels fill no whole tiles, and a list of classes.
Network small(std::uint32_t batch, const std::string& loss) {
    return tests::trained(
        R"({"name": "conv1", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 9},
        {"name": "norm1", "kind": "batch_norm", "inputs": ["conv1"]},
        {"name": "relu1", "kind": "relu", "inputs": ["norm1"]},
        {"name": "conv2", "kind": "conv", "inputs": ["relu1"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 5, "bias": true},
        {"name": "y", "kind": "dense", "inputs": ["conv2"], "channels": 3})",
        "[4, 4, 3]", batch, loss);
}

// The batch is most of what there is.
Network largeImages() {
    return tests::trained(
        R"({"name": "conv", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "stride": [3, 3], "channels": 4},
        {"name": "relu", "kind": "relu", "inputs": ["conv"]},
        {"name": "y", "kind": "dense", "inputs": ["relu"], "channels": 3})",
        "[12, 12, 8]", 4);
}

} // namespace

// What is planned for a machine can be assembled for it and runs on it; else it is refused, with ways out.
class TestMachineLimits : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // As many bytes of HBM as the assembler gives out: one granule less is refused by both.
    void hbmIsWhatTheAssemblerTakes_data() {
        QTest::addColumn<QString>("loss");
        QTest::addColumn<bool>("spills");
        QTest::addColumn<bool>("keepsGradients");
        QTest::newRow("softmax") << "softmax_cross_entropy" << false << false;
        QTest::newRow("squares, gradients") << "mean_squares" << false << true;
        QTest::newRow("spilled") << "softmax_cross_entropy" << true << true;
    }
    void hbmIsWhatTheAssemblerTakes() {
        QFETCH(QString, loss);
        QFETCH(bool, spills);
        QFETCH(bool, keepsGradients);
        const Network network = small(8, loss.toStdString());
        Request keeps{.policy = Policy::StoreAll};
        if (spills) keeps.places = {{1, Memory::Hbm}, {4, Memory::Hbm}};
        const auto on = [&](const std::string& machine) {
            return test::loweredOn(machine, network, keeps, 19, keepsGradients);
        };
        const auto none = on(m_machines.with({{"hbmBytes", 16}}));
        QVERIFY(!none);
        QVERIFY(none.problem().message->code == "E935");
        const qint64 needed = std::stoll(none.problem().arguments[0]);
        const std::string enough = m_machines.with({{"hbmBytes", needed}});
        const auto fits = on(enough);
        QVERIFY2(fits, test::whyNot(fits).c_str());
        QCOMPARE(test::failureOn(enough, fits->program), "");
        const std::string less = m_machines.with({{"hbmBytes", needed - 16}});
        QVERIFY(!on(less));
        QVERIFY(on(less).problem().message->code == "E935");
        TrainingLowered same = *fits;
        same.program.text.replace(same.program.text.find(enough), enough.size(), less);
        QCOMPARE(test::failureOn(less, same.program), "E164");
    }

    // Fewer images, or fewer in a batch, or a policy that puts nothing there.
    void waysOutOfHbm_data() {
        QTest::addColumn<int>("images");
        QTest::addColumn<bool>("spills");
        QTest::addColumn<qint64>("hbmBytes");
        QTest::newRow("too many images") << 400 << false << qint64{40'000};
        QTest::newRow("too many in a batch") << 32 << false << qint64{18'000};
        QTest::newRow("too much is spilled") << 32 << true << qint64{60'000};
    }
    void waysOutOfHbm() {
        QFETCH(int, images);
        QFETCH(bool, spills);
        QFETCH(qint64, hbmBytes);
        Network network = small(32, "softmax_cross_entropy");
        const std::string machine = m_machines.with({{"hbmBytes", hbmBytes}});
        Request keeps{.policy = Policy::StoreAll};
        if (spills) keeps.vmemBudget = 12'000;
        const auto count = static_cast<std::uint64_t>(images);
        const auto refused = test::loweredOn(machine, network, keeps, count);
        QVERIFY(!refused);
        const Problem& problem = refused.problem();
        QVERIFY(problem.message->code == "E935");
        QVERIFY(!problem.notes.empty());
        for (const Note& note : problem.notes) {
            Request asked = keeps;
            Network other = network;
            std::uint64_t fewer = count;
            const std::string_view code = note.message->code;
            if (code == "E937") fewer = std::stoull(note.arguments[0]);
            if (code == "E952") asked.budget = std::stoull(note.arguments[0]);
            if (code == "E970" || code == "E952") asked.policy = Policy::Budget;
            if (code == "E971")
                other.training->batch = static_cast<std::uint32_t>(std::stoul(note.arguments[0]));
            const auto fits = test::loweredOn(machine, other, asked, fewer);
            QVERIFY2(fits, (textOf(note) + ": " + test::whyNot(fits)).c_str());
            QCOMPARE(test::failureOn(machine, fits->program), "");
        }
    }

    // Decisions for what has no room in HBM say so.
    void decisionsSayThatThereIsNoProgram() {
        const Network network = small(32, "softmax_cross_entropy");
        for (const auto& [size, value, code] :
             {std::tuple("hbmBytes", 16, "bytes of HBM"), std::tuple("queueDepth", 1, "transpose unit"),
              std::tuple("instructionBundles", 20, "bundles")}) {
            const std::string name = m_machines.with({{size, value}});
            const auto machine = project::coreNamed(name);
            QVERIFY(machine);
            const auto report = project::decidedToFit(network, *machine, project::costsOn(network, *machine),
                                                      {.policy = Policy::StoreAll}, {});
            QVERIFY2(report, test::whyNot(report).c_str());
            const auto warning = project::noProgram(network, *machine, **report, {});
            QVERIFY2(warning, size);
            QVERIFY2(textOf(*warning).find(code) != std::string::npos, textOf(*warning).c_str());
        }
    }

    // Queues of any depth, squares of any size: it runs, or says by name of the unit what is needed.
    void queuesAreDeepEnough() {
        for (const int lanes : {4, 8, 16, 32})
            for (const int sublanes : {2, 4})
                for (const int depth : {1, 2, 3, 4, 5, 8, 15, 16})
                    for (const char* const loss : {"softmax_cross_entropy", "mean_squares"}) {
                        const Network network = small(4, loss);
                        const std::string machine = m_machines.with(
                            {{"lanes", lanes}, {"sublanes", sublanes}, {"queueDepth", depth}});
                        const auto program =
                            test::loweredOn(machine, network, {.policy = Policy::StoreAll}, 4);
                        const bool isSoftmax = std::string_view(loss).starts_with("softmax");
                        const int needed = std::max(lanes / sublanes, isSoftmax ? 2 : 1);
                        const std::string name = std::to_string(lanes) + " lanes, " +
                                                 std::to_string(sublanes) + " sublanes, " +
                                                 std::to_string(depth) + ", " + loss;
                        if (depth >= needed) {
                            QVERIFY2(program, (name + ": " + test::whyNot(program)).c_str());
                            const std::string failure = test::failureOn(machine, program->program);
                            QVERIFY2(failure.empty(), (name + ": " + failure).c_str());
                        } else {
                            QVERIFY2(!program, name.c_str());
                            QVERIFY(program.problem().message->code == "E936");
                            QCOMPARE(program.problem().arguments[3], std::to_string(needed));
                        }
                    }
    }

    // What the placer has room for is not refused, nor warned of, by any policy.
    void whatFitsIsNotRefused() {
        int tight = 0;
        for (const Network& of : {small(4, "softmax_cross_entropy"), test::residual(2, 8), largeImages()})
            for (std::uint32_t batch = 4; batch <= 256; batch += 4) {
                Network network = of;
                if (!network.training) network.training.emplace().loss = network::Loss::MeanSquares;
                network.training->batch = batch;
                const test::TrainedOn stored(network, "training-small");
                if (!lower::training::planStep(network, stored.keep, stored.machine, {})) break;
                const auto model = project::costsOn(network, stored.machine);
                const auto decided = [&](const Request& request) {
                    return project::decidedToFit(network, stored.machine, model, request, {});
                };
                const std::string name = network.name + ", " + std::to_string(batch);
                const auto all = decided({.policy = Policy::StoreAll});
                QVERIFY2(all, name.c_str());
                QVERIFY2(!lower::recompute::beyondVmem(network, **all), name.c_str());
                QVERIFY2(!project::noProgram(network, stored.machine, **all, {}), name.c_str());
                const auto budget = decided({.policy = Policy::Budget, .budget = (*all)->usage.peak});
                QVERIFY2(budget, (name + ": " + test::whyNot(budget)).c_str());
                QVERIFY2(!project::noProgram(network, stored.machine, **budget, {}), name.c_str());
                tight += (*all)->plan.hasNextBatch ? 0 : 1;
            }
        QVERIFY(tight > 2); // where the next batch has no room beside
    }

    // Where nothing fits, it says what is too much.
    void whatNeverFitsIsSaid() {
        const std::string machine = m_machines.with({{"vmemRows", 64}});
        const Network network = small(8, "softmax_cross_entropy");
        for (const Policy policy : {Policy::StoreAll, Policy::SqrtN, Policy::Budget}) {
            const auto refused = test::loweredOn(machine, network, {.policy = policy}, 8);
            QVERIFY(!refused);
            const std::vector<Note>& notes = refused.problem().notes;
            QVERIFY2(notes.size() == 1 && notes[0].message->code == "E939",
                     textOf(refused.problem()).c_str());
            const auto least = std::stoull(notes[0].arguments[1]) + std::stoull(notes[0].arguments[2]);
            QVERIFY(least > std::uint64_t{64} * 32);
            // With as many rows it fits.
            const auto rows = static_cast<std::int64_t>(least / 32);
            const std::string enough = m_machines.with({{"vmemRows", rows + 16}});
            const auto fits =
                test::loweredOn(enough, small(4, "softmax_cross_entropy"), {.policy = Policy::Budget}, 4);
            QVERIFY2(fits, test::whyNot(fits).c_str());
        }
    }

    // Three layers of four channels and a dense one, 8 x 8, two images: with 128 numbers of a channel a batch
    // norm's sums can be followed. Two images fill a register of two sublanes, and not one of four.
    void twoImagesFillTwoSublanes() {
        test::TrainedNetwork make({8, 8, 4});
        network::ValueId last = network::kInput;
        for (int layer = 0; layer < 3; ++layer) last = make.block(last, 4);
        make.dense(make.flatten(last), 4);
        Network network = make.done();
        network.training.emplace().batch = 2;
        network.training->optimiser = {0.125F, 0.5F, 0.25F};
        const auto refused = test::loweredOn("training-small", network, {.policy = Policy::StoreAll}, 2);
        QVERIFY(!refused);
        QVERIFY(refused.problem().message->code == "E941");
        const std::string machine = m_machines.with({{"sublanes", 2}});
        std::mt19937 random(2);
        const tests::Data data = tests::dataFor(network, random);
        for (const Policy policy : {Policy::StoreAll, Policy::Autograd, Policy::ConvStored, Policy::SqrtN})
            for (const Schedule schedule : {Schedule::S0, Schedule::S1, Schedule::S2}) {
                test::TrainedOn of(network, machine, policy, schedule);
                of.machine.name = machine; // as which the copy is found
                const std::string different = test::differencesAfter(2, of, data);
                QVERIFY2(different.empty(), different.c_str());
            }
    }

  private:
    test::SmallMachines m_machines;
};

int tst_machine_limits(int argc, char** argv) {
    return lw::tests::run<TestMachineLimits, QCoreApplication>(argc, argv);
}
#include "tst_machine_limits.moc"
