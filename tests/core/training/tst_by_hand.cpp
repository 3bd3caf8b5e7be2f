// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/norm.h"
#include "tests/core/training/small_networks.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <array>
#include <cmath>

// Worked examples, whose numbers were found by hand.
using namespace lw::train;
using lw::tensor::DType;
using lw::tensor::Tensor;

namespace {

struct Example {
    double epsilon, scale, shift;
    std::vector<double> y, gradient;
    // What must come out.
    double mean, variance, scaleGradient, shiftGradient;
    std::vector<double> normal, result, yGradient;
};

// Everything within `by` of what it must be; with `inverts` backward knows only the result, not y.
void check(const Example& e, double by, bool inverts) {
    const std::vector<double> scale{e.scale}, shift{e.shift};
    const Norm<double> norm({.pixels = 1, .batch = e.y.size(), .channels = 1}, scale, shift);
    const auto statistics = norm.statistics(e.y, e.epsilon);
    const auto near = [&](double x, double y) { return std::abs(x - y) <= by; };
    QVERIFY(near(statistics.mean[0], e.mean) && near(statistics.variance[0], e.variance));
    const auto result = norm.result(norm.normalised(e.y, statistics));
    const auto normal = inverts ? norm.inverted(result) : norm.normalised(e.y, statistics);
    // relu: the gradient passes where the result is above 0.
    std::vector<double> gradient = e.gradient;
    for (std::size_t i = 0; i < gradient.size(); ++i)
        if (!(result[i] > 0)) gradient[i] = 0;
    const auto sums = norm.reduced(gradient, normal);
    QVERIFY(near(sums.scale[0], e.scaleGradient) && near(sums.shift[0], e.shiftGradient));
    const auto back = norm.gradient(gradient, normal, sums, statistics);
    for (std::size_t i = 0; i < e.y.size(); ++i) {
        QVERIFY(near(result[i], e.result[i]));
        QVERIFY(near(normal[i], e.normal[i]));
        QVERIFY2(near(back[i], e.yGradient[i]), qPrintable(QString::number(back[i], 'g', 9)));
    }
}

} // namespace

class TestByHand : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // X W = Y, and a loss whose gradient by Y is [[1, 1], [0, 2]]: exact in every arithmetic.
    void e3_8() {
        lw::network::Network network = lw::tests::trained(
            R"({"name": "y", "kind": "dense", "inputs": ["x"], "channels": 2})", "[2]", 2, "mean_squares");
        const auto matrix = [](const std::array<float, 4>& numbers) {
            return Tensor::of<float>(DType::F32, {2, 2}, numbers);
        };
        network.layers[0].weights = matrix({1, 0, 2, 1});
        for (const Arithmetic arithmetic : {Arithmetic::F64, Arithmetic::F32, Arithmetic::Chip}) {
            const Step step =
                lw::tests::stepOf(network, stateOf(network, arithmetic),
                                  {.images = matrix({1, 2, 3, 4}), .labels = matrix({3, 0, 11, 0})},
                                  {.arithmetic = arithmetic, .lanes = 4, .sublanes = 2});
            const auto is = [&](const Tensor& found, const std::array<float, 4>& wanted) {
                return *cast(found, DType::F32) == matrix(wanted);
            };
            QVERIFY(is(step.values[1], {5, 2, 11, 4}));
            QVERIFY(is(step.gradients[1], {1, 1, 0, 2}));
            QVERIFY(is(step.gradients[0], {1, 3, 0, 2}));
            QVERIFY(is(step.weightGradients[0].weights, {1, 7, 2, 10}));
        }
    }
    void e4_2() {
        const Example example{0, 2, 1, {1, 1, 3, 3},   {1, 2, 3, 4},   2,
                              1, 7, 7, {-1, -1, 1, 1}, {-1, -1, 3, 3}, {0, 0, -1, 1}};
        for (const bool inverts : {false, true}) check(example, 0, inverts);
    }
    // What relu gave does not lead back to what batch_norm gave: where it is 0, nothing is known. The sums do
    // not see that, since no gradient passes there; the gradient by what batch_norm read does.
    void t3() {
        const std::vector<double> y{1, 1, 3, 3}, scale{2}, shift{1}, gradient{0, 0, 3, 4}, relu{0, 0, 3, 3};
        const Norm<double> norm({.pixels = 1, .batch = 4, .channels = 1}, scale, shift);
        const auto statistics = norm.statistics(y, 0);
        const auto normal = norm.inverted(relu);
        const auto sums = norm.reduced(gradient, normal);
        QVERIFY(sums.scale[0] == 7 && sums.shift[0] == 7);
        const std::vector<double> right{0, 0, -1, 1}, found{-1.75, -1.75, -1, 1};
        QVERIFY(norm.gradient(gradient, norm.normalised(y, statistics), sums, statistics) == right);
        QVERIFY(norm.gradient(gradient, normal, sums, statistics) == found);
    }
    void e4_3() {
        const Example example{1e-5,
                              1.5,
                              -0.25,
                              {0.5, -1, 2, 3.5, 0, 1},
                              {.1, -.2, .3, .4, -.5, .6},
                              1,
                              25.0 / 12,
                              0.900664,
                              0.7,
                              {-.346409, -1.385637, .692819, 1.732047, -.692819, 0},
                              {-.769614, -2.328456, .789228, 2.348070, -1.289228, -.25},
                              {-.067204, .094915, .082446, .024250, -.013164, -.121243}};
        for (const bool inverts : {false, true}) check(example, 1e-6, inverts);
    }
};

int tst_by_hand(int argc, char** argv) { return lw::tests::run<TestByHand>(argc, argv); }
#include "tst_by_hand.moc"
