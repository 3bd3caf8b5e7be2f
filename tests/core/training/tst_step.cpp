// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/host_control.h"
#include "core/training/step.h"
#include "tests/core/training/small_networks.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>

using namespace lw;
using namespace lw::tests;
using namespace lw::train;
using network::Network;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

const Options kDouble{.arithmetic = Arithmetic::F64, .lanes = 128, .sublanes = 8};

using Part = Tensor LayerWeights::*;
constexpr Part kParts[] = {&LayerWeights::weights, &LayerWeights::bias, &LayerWeights::scale,
                           &LayerWeights::shift};

// Compares gradients of weights with central differences. Where the two one-sided differences are not the
// same, a relu or a maximum bends in between: such a weight is left out, and counted.
class Differences {
  public:
    explicit Differences(const Network& network, std::mt19937& random)
        : m_network(network), m_data(dataFor(network, random)), m_state(stateOf(network, Arithmetic::F64)) {
        // Not at the beginning, where the gradient of many a bias is that of a constant.
        for (LayerWeights& weights : m_state.weights)
            for (const Part part : kParts)
                for (std::uint64_t i = 0; i < (weights.*part).count(); ++i)
                    (weights.*part)
                        .set(i, (weights.*part).at<double>(i) +
                                    (static_cast<double>(random()) * 0x1p-32 - 0.5) * 0.2);
    }
    void compare(std::size_t most) {
        const Step step = stepOf(m_network, m_state, m_data, kDouble);
        for (std::size_t layer = 0; layer < m_network.layers.size(); ++layer)
            for (const Part part : kParts) {
                const Tensor& gradient = step.weightGradients[layer].*part;
                const std::uint64_t stride = std::max<std::uint64_t>(1, gradient.count() / most);
                for (std::uint64_t i = 0; i < gradient.count(); i += stride)
                    compareOne(step.loss, m_state.weights[layer].*part, i, gradient.at<double>(i),
                               m_network.layers[layer].name);
            }
    }
    std::size_t compared = 0, bent = 0;
    double worst = 0;
    std::string where;

  private:
    double lossWith(Tensor& weights, std::uint64_t i, double value) {
        const auto old = weights.at<double>(i);
        weights.set(i, value);
        const double loss = stepOf(m_network, m_state, m_data, kDouble).loss;
        weights.set(i, old);
        return loss;
    }
    void compareOne(double loss, Tensor& weights, std::uint64_t i, double gradient, const std::string& name) {
        constexpr double kBy = 1e-6;
        const auto at = weights.at<double>(i);
        const double above = (lossWith(weights, i, at + kBy) - loss) / kBy;
        const double below = (loss - lossWith(weights, i, at - kBy)) / kBy;
        const double scale = std::max({1.0, std::abs(above), std::abs(below)});
        if (std::abs(above - below) > 1e-3 * scale) {
            ++bent;
            return;
        }
        ++compared;
        const double off = std::abs((above + below) / 2 - gradient) / scale;
        if (off <= worst) return;
        worst = off;
        where = name + " " + std::to_string(i);
    }

    const Network& m_network;
    Data m_data;
    State m_state;
};

void check(const Network& network, std::mt19937& random, std::size_t most) {
    Differences differences(network, random);
    differences.compare(most);
    QVERIFY2(differences.worst < 1e-7,
             qPrintable(QString("%1 at %2").arg(differences.worst).arg(differences.where.c_str())));
    QVERIFY(differences.compared > 9 * differences.bent);
}

} // namespace

class TestStep : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void gradientsOfEachKind_data() {
        QTest::addColumn<QString>("middle");
        const auto row = [](const char* name, const char* middle) { QTest::newRow(name) << QString(middle); };
        row("conv", R"("kind": "conv", "kernel": [3, 3], "channels": 3, "bias": true)");
        row("stride and padding",
            R"("kind": "conv", "kernel": [3, 2], "stride": [2, 3], "pad": [0, 2, 1, 0], "channels": 3)");
        row("dilation",
            R"("kind": "conv", "kernel": [2, 3], "dilation": [3, 2], "pad": [1, 0, 2, 1], "channels": 3)");
        row("groups", R"("kind": "conv", "kernel": [3, 3], "groups": 2, "channels": 6)");
        row("each channel alone", R"("kind": "conv", "kernel": [3, 3], "groups": 4, "channels": 4)");
        row("dense", R"("kind": "dense", "channels": 5, "bias": true)");
        row("batch_norm", R"("kind": "batch_norm", "epsilon": 0.01)");
        row("relu", R"("kind": "relu")");
        row("leaky_relu", R"("kind": "leaky_relu", "alpha": 0.3)");
        row("max_pool", R"("kind": "max_pool", "kernel": [3, 2], "stride": [2, 1], "pad": [1, 1, 0, 1])");
        row("average_pool",
            R"("kind": "average_pool", "kernel": [3, 2], "stride": [2, 1], "pad": [1, 1, 0, 1])");
        row("average_pool with padding",
            R"("kind": "average_pool", "kernel": [3, 2], "pad": [1, 1, 0, 1], "count_include_pad": true)");
        row("global average_pool", R"("kind": "average_pool", "kernel": [5, 6])");
        row("flatten", R"("kind": "flatten")");
    }
    void gradientsOfEachKind() {
        QFETCH(QString, middle);
        std::mt19937 random(7);
        const std::string layers =
            R"({"name": "a", "kind": "conv", "inputs": ["x"], "kernel": [2, 2], "pad": [0, 1, 1, 0], "channels": 4},
               {"name": "m", "inputs": ["a"], )" +
            middle.toStdString() +
            R"(}, {"name": "y", "kind": "dense", "inputs": ["m"], "channels": 3, "bias": true})";
        for (const char* loss : {"softmax_cross_entropy", "mean_squares"})
            check(trained(layers, "[5, 6, 2]", 5, loss), random, 12);
    }
    void gradientsOfTwoValues_data() {
        QTest::addColumn<QString>("both");
        QTest::newRow("add") << R"("kind": "add", "inputs": ["a", "b"])";
        QTest::newRow("twice the same") << R"("kind": "add", "inputs": ["b", "b"])";
        for (const char* axis : {"0", "1", "2"})
            QTest::addRow("concat along %s", axis)
                << QString(R"("kind": "concat", "inputs": ["a", "b", "a"], "axis": %1)").arg(axis);
    }
    void gradientsOfTwoValues() {
        QFETCH(QString, both);
        std::mt19937 random(8);
        const std::string layers =
            R"({"name": "a", "kind": "conv", "inputs": ["x"], "kernel": [2, 2], "channels": 3, "bias": true},
               {"name": "b", "kind": "conv", "inputs": ["a"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 3},
               {"name": "m", )" +
            both.toStdString() + R"(}, {"name": "y", "kind": "dense", "inputs": ["m"], "channels": 3})";
        check(trained(layers, "[4, 5, 2]", 3), random, 12);
    }
    void gradientsOfAllTogether() {
        std::mt19937 random(9);
        check(trained(allKinds(), "[7, 6, 3]", 6), random, 6);
    }
    // Images as targets: the loss of a value that is not a list.
    void lossOfImages() {
        std::mt19937 random(10);
        const char* layers =
            R"({"name": "a", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "channels": 4},
               {"name": "y", "kind": "batch_norm", "inputs": ["a"]})";
        check(trained(layers, "[6, 5, 2]", 3, "mean_squares"), random, 12);
    }
    void gradientsOfRandomNetworks() {
        for (unsigned seed = 0; seed < 8; ++seed) {
            std::mt19937 random(seed);
            check(randomNetwork(random), random, 3);
        }
    }
};

int tst_step(int argc, char** argv) { return lw::tests::run<TestStep>(argc, argv); }
#include "tst_step.moc"
