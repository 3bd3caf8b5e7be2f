// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/step.h"
#include "tests/core/training/small_networks.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>

// What is refused, and what happens to numbers at the edges.
using namespace lw;
using namespace lw::tests;
using namespace lw::train;
using network::Network;
using tensor::DType;
using tensor::Tensor;

namespace {

constexpr const char* kLayerRows =
    R"({"name": "c", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "channels": 4},
       {"name": "b", "kind": "batch_norm", "inputs": ["c"]},
       {"name": "r", "kind": "relu", "inputs": ["b"]},
       {"name": "y", "kind": "dense", "inputs": ["r"], "channels": 3})";

Network plain() { return trained(kLayerRows, "[5, 5, 2]", 4); }

// The code and the text of what a step is refused with.
QString refused(const Network& network, const Data& data) {
    const auto step = run(network, stateOf(network, Arithmetic::Chip), data.images, data.labels,
                          {.arithmetic = Arithmetic::Chip, .lanes = 8, .sublanes = 4});
    if (step) return "nothing";
    return QString::fromStdString(std::string(step.problem().message->code) + " " + textOf(step.problem()));
}

} // namespace

class TestStepData : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void networks_data() {
        QTest::addColumn<QString>("layer");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* layer, const char* said) {
            QTest::newRow(layer) << QString(layer) << QString(said);
        };
        row(R"("kind": "tanh", "inputs": ["x"])",
            "E902 tanh \"m\" cannot be trained: a step with it is only modelled");
        row(R"("kind": "softmax", "inputs": ["x"])", "E902 softmax \"m\"");
        row(R"("kind": "mul", "inputs": ["x", "x"])", "E902 mul \"m\"");
        row(R"("kind": "average_pool", "inputs": ["x", "o"], "kernel": [1, 1])",
            "E902 average_pool \"m\" cannot be trained: it reads");
        row(R"("kind": "conv", "inputs": ["x"], "kernel": [1, 1], "channels": 2, "activation": "relu")",
            "E903 the relu of \"m\"");
        row(R"("kind": "add", "inputs": ["x", "o"])",
            "E909 add \"m\" is trained with values of one shape; \"x\" has [5, 5, 2], \"o\" [5, 5, 1]");
        row(R"("kind": "leaky_relu", "inputs": ["x"], "alpha": -0.5)",
            "E910 leaky_relu \"m\" with alpha -0.5");
    }
    void networks() {
        QFETCH(QString, layer);
        QFETCH(QString, said);
        const Network network =
            trained(R"({"name": "o", "kind": "conv", "inputs": ["x"], "kernel": [1, 1], "channels": 1},
                       {"name": "m", )" +
                        layer.toStdString() + R"(},
                       {"name": "y", "kind": "dense", "inputs": ["m"], "channels": 3})",
                    "[5, 5, 2]", 4);
        std::mt19937 random(1);
        const QString found = refused(network, dataFor(network, random));
        QVERIFY2(found.startsWith(said), qPrintable(found));
    }
    void wholeNetworks() {
        std::mt19937 random(1);
        Network network = plain();
        const Data data = dataFor(network, random);
        network.training.reset();
        QVERIFY(refused(network, data).startsWith("E901 \"small\" does not say"));
        network = trained(R"({"name": "y", "kind": "relu", "inputs": ["x"]})", "[5, 5, 2]", 4);
        QVERIFY(
            refused(network, data)
                .startsWith(
                    "E904 the loss softmax_cross_entropy needs one number for each class; \"y\" has the shape [5, 5, 2]"));
        network = trained(R"({"name": "b", "kind": "batch_norm", "inputs": ["x"]},
                             {"name": "y", "kind": "dense", "inputs": ["b"], "channels": 3})",
                          "[4]", 1);
        QVERIFY(
            refused(network, dataFor(network, random)).startsWith("E908 batch_norm \"b\" sees one number"));
    }

    void data_data() {
        using Change = std::function<void(Data&)>;
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* said, Change change) {
            QTest::newRow(said) << change << QString(said);
        };
        row("E905 images have the shape [3, 5, 5, 2]", [](Data& d) {
            d.images = Tensor(DType::F32, {3, 5, 5, 2});
        });
        row("E905 images have the shape [4, 50]", [](Data& d) { d.images = Tensor(DType::F32, {4, 50}); });
        row("E905 images have the shape []", [](Data& d) { d.images = Tensor(DType::F32, {}); });
        row("E905 images have the shape [4, 5, 5, 2] and the type u8", [](Data& d) {
            d.images = Tensor(DType::U8, {4, 5, 5, 2});
        });
        row("E905 labels have the shape [4, 1]", [](Data& d) { d.labels = Tensor(DType::I64, {4, 1}); });
        row("E905 labels have the shape [5]", [](Data& d) { d.labels = Tensor(DType::I64, {5}); });
        row("E905 labels have the shape [4] and the type f32",
            [](Data& d) { d.labels = Tensor(DType::F32, {4}); });
        row("E907 label number 2 is 3, but the network tells 3 classes apart",
            [](Data& d) { d.labels.set<std::int64_t>(2, 3); });
        row("E907 label number 0 is -1", [](Data& d) { d.labels.set<std::int64_t>(0, -1); });
        row("E907 label number 3 is 9223372036854775807",
            [](Data& d) { d.labels.set(3, std::numeric_limits<std::int64_t>::max()); });
        row("E906 images number 7 of image 1 is nan", [](Data& d) { d.images.set(57, std::nanf("")); });
        row("E906 images number 49 of image 3 is -inf",
            [](Data& d) { d.images.set(199, -std::numeric_limits<float>::infinity()); });
    }
    void data() {
        using Change = std::function<void(Data&)>;
        QFETCH(Change, change);
        QFETCH(QString, said);
        const Network network = plain();
        std::mt19937 random(1);
        Data data = dataFor(network, random);
        QCOMPARE(refused(network, data), QString("nothing"));
        change(data);
        const QString found = refused(network, data);
        QVERIFY2(found.startsWith(said), qPrintable(found));
    }
    void targets() {
        const Network network = trained(kLayerRows, "[5, 5, 2]", 4, "mean_squares");
        std::mt19937 random(1);
        Data data = dataFor(network, random);
        QCOMPARE(refused(network, data), QString("nothing"));
        data.labels.set(4, std::nanf(""));
        QVERIFY(refused(network, data).startsWith("E906 targets number 1 of image 1 is nan"));
        data.labels = Tensor(DType::I64, {4});
        QVERIFY(
            refused(network, data)
                .startsWith("E905 targets have the shape [4] and the type i64; this network takes [4, 3]"));
    }
    void imagesWithoutLabels() {
        const Network network = plain();
        const Options options{.arithmetic = Arithmetic::F32, .lanes = 8, .sublanes = 4};
        const State state = stateOf(network, Arithmetic::F32);
        const auto code = [&](const Tensor& images) {
            const auto y = computed(network, state, images, options);
            return y ? QString::fromStdString(tensor::shapeText(y->shape()))
                     : QString(y.problem().message->code.data());
        };
        QCOMPARE(code(Tensor(DType::F32, {7, 5, 5, 2})), QString("[7, 3]"));
        QCOMPARE(code(Tensor(DType::F32, {0, 5, 5, 2})), QString("E905"));
        QCOMPARE(code(Tensor(DType::F32, {})), QString("E905"));
    }
    // Logits beyond what exp can hold: the loss stays finite, since the largest is subtracted.
    void largeNumbers() {
        const Network network = plain();
        std::mt19937 random(1);
        Data data = dataFor(network, random);
        for (const Arithmetic arithmetic : {Arithmetic::F64, Arithmetic::F32, Arithmetic::Chip}) {
            State state = stateOf(network, arithmetic);
            Tensor& weights = state.weights[3].weights;
            for (std::uint64_t i = 0; i < weights.count(); ++i)
                arithmetic == Arithmetic::F64 ? weights.set(i, weights.at<double>(i) * 1e4)
                                              : weights.set(i, weights.at<float>(i) * 1e4F);
            const Step step =
                stepOf(network, state, data, {.arithmetic = arithmetic, .lanes = 8, .sublanes = 4});
            QVERIFY(std::isfinite(step.loss) && step.loss > 100);
        }
    }
};

int tst_step_data(int argc, char** argv) { return lw::tests::run<TestStepData>(argc, argv); }
#include "tst_step_data.moc"
