// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/report.h"
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
