// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/training/trained_run.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using lower::Part;
using lower::recompute::Policy;
using test::TrainedOn;
using test::TrainedRun;

namespace {

network::Network pooled(const std::string& pool) {
    return tests::trained(
        R"({"name": "conv", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 4},
           {"name": "pool", )" +
            pool + R"(},
           {"name": "y", "kind": "dense", "inputs": ["pool"], "channels": 5, "bias": true})",
        "[4, 4, 3]", 8);
}

} // namespace

// What pools give back on the chip.
class TestTrainedPools : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // All numbers of a window are equal: the gradient goes to the first in row order, the others get 0.
    void tiesGoToTheFirst() {
        network::Network network =
            pooled(R"("kind": "max_pool", "inputs": ["conv"], "kernel": [2, 2], "stride": [2, 2])");
        tensor::Tensor& weights = network.layers[0].weights;
        weights = tensor::Tensor(tensor::DType::F32, {3, 3, 3, 4}); // zeros, and so is what it computes
        for (const char* const machine : {"training-small", "training"}) {
            TrainedOn of(network, machine, Policy::StoreAll);
            for (lower::KeepStep& step : of.keep.steps) step.released.clear(); // so that it can be looked at
            std::mt19937 random(3);
            const tests::Data data = tests::dataFor(of.network, random);
            const TrainedRun run = test::run(of, data, {.steps = 1, .keepsGradients = true});
            QVERIFY2(run.failure.empty(), run.failure.c_str());
            const tensor::Tensor conv = run.held(of, {1, Part::Gradient});
            const tensor::Tensor pool = run.held(of, {2, Part::Gradient});
            QCOMPARE(conv.shape(), (tensor::Shape{8, 4, 4, 4}));
            QCOMPARE(pool.shape(), (tensor::Shape{8, 2, 2, 4}));
            std::size_t there = 0;
            for (std::uint64_t i = 0; i < conv.count(); ++i) {
                const std::uint64_t channel = i % 4, column = i / 4 % 4, row = i / 16 % 4, image = i / 64;
                const bool isFirst = row % 2 == 0 && column % 2 == 0;
                const float wanted =
                    isFirst ? pool.at<float>(((image * 2 + row / 2) * 2 + column / 2) * 4 + channel) : 0;
                QCOMPARE(conv.at<float>(i), wanted);
                there += wanted != 0 ? 1 : 0;
            }
            QVERIFY(there > pool.count() / 2);
            const std::string different = test::differencesAfter(2, TrainedOn(network, machine), data);
            QVERIFY2(different.empty(), different.c_str());
        }
    }
    void wholeImages_data() {
        QTest::addColumn<QString>("kind");
        QTest::newRow("average") << "average_pool";
        QTest::newRow("max") << "max_pool";
    }
    // Global pooling: a window as large as the image.
    void wholeImages() {
        QFETCH(QString, kind);
        const network::Network network =
            pooled(R"("kind": ")" + kind.toStdString() + R"(", "inputs": ["conv"], "kernel": [4, 4])");
        for (const char* const machine : {"training-small", "training"}) {
            std::mt19937 random(4);
            const TrainedOn of(network, machine, Policy::Autograd);
            const std::string different = test::differencesAfter(2, of, tests::dataFor(of.network, random));
            QVERIFY2(different.empty(), different.c_str());
        }
    }
};

int tst_trained_pools(int argc, char** argv) { return lw::tests::run<TestTrainedPools>(argc, argv); }
#include "tst_trained_pools.moc"
