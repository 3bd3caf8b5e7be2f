// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/convolution.h"
#include "tests/core/training/small_networks.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>

// How far the arithmetics may be apart.
using namespace lw;
using namespace lw::tests;
using namespace lw::train;
using tensor::Tensor;

namespace {

using Numbers = std::vector<double>;

Numbers randomNumbers(std::uint64_t count, std::mt19937& random) {
    Numbers out(count);
    // As float, so that both arithmetics begin with the same numbers.
    for (double& x : out) x = static_cast<float>(static_cast<double>(random()) * 0x1p-31 - 1);
    return out;
}
Numbers magnitudes(Numbers numbers) {
    for (double& x : numbers) x = std::abs(x);
    return numbers;
}
std::vector<float> asFloat(const Numbers& numbers) { return {numbers.begin(), numbers.end()}; }

// An operand of eight bits is off by 2^-8 of itself at most, each of `terms` additions by 2^-24 of the sum of
// magnitudes.
void compare(const std::vector<float>& chip, const Numbers& exact, const Numbers& sums, double terms) {
    const double bound = (1 + 0x1p-8) * (1 + 0x1p-8) * (1 + terms * 0x1p-23) - 1;
    double worst = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        const double off = std::abs(static_cast<double>(chip[i]) - exact[i]);
        QVERIFY2(off <= bound * sums[i], qPrintable(QString("%1 of %2").arg(off).arg(bound * sums[i])));
        worst = std::max(worst, sums[i] == 0 ? 0 : off / (bound * sums[i]));
    }
    QVERIFY(worst > 0.005); // the bound is not an empty one, and something was rounded
}

} // namespace

class TestPrecision : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void productsOfTheChip() {
        std::mt19937 random(5);
        for (int round = 0; round < 20; ++round) {
            const auto number = [&](unsigned least, unsigned most) {
                return static_cast<std::int64_t>(least + random() % (most - least + 1));
            };
            ConvolutionShape shape;
            shape.rows = {.size = number(3, 6),
                          .kernel = number(1, 3),
                          .stride = number(1, 2),
                          .dilation = 1,
                          .before = number(0, 1),
                          .after = 0};
            shape.columns = {.size = number(3, 6),
                             .kernel = number(1, 3),
                             .stride = 1,
                             .dilation = 1,
                             .before = 0,
                             .after = number(0, 1)};
            shape.outputRows = static_cast<std::uint64_t>(shape.rows.windows(false));
            shape.outputColumns = static_cast<std::uint64_t>(shape.columns.windows(false));
            shape.inputChannels = static_cast<std::uint64_t>(number(1, 20));
            shape.outputChannels = static_cast<std::uint64_t>(number(1, 20));
            shape.batch = static_cast<std::uint64_t>(number(1, 9));
            shape.lanes = 8;
            const auto inputs = static_cast<std::uint64_t>(shape.rows.size * shape.columns.size) *
                                shape.batch * shape.inputChannels;
            const Numbers x = randomNumbers(inputs, random),
                          w = randomNumbers(shape.taps() * shape.inputChannels * shape.outputChannels,
                                            random),
                          g = randomNumbers(shape.outputRows * shape.outputColumns * shape.batch *
                                                shape.outputChannels,
                                            random);
            const Convolution<double> exact(shape);
            shape.roundsOperands = true;
            const Convolution<float> chip(shape);
            const auto taps = static_cast<double>(shape.taps());
            compare(chip.forward(asFloat(x), asFloat(w), {}), exact.forward(x, w, {}),
                    exact.forward(magnitudes(x), magnitudes(w), {}),
                    taps * static_cast<double>(shape.inputChannels + 1));
            compare(chip.dataGradient(asFloat(g), asFloat(w)), exact.dataGradient(g, w),
                    exact.dataGradient(magnitudes(g), magnitudes(w)),
                    taps * static_cast<double>(shape.outputChannels + 1));
            compare(chip.weightGradient(asFloat(x), asFloat(g)), exact.weightGradient(x, g),
                    exact.weightGradient(magnitudes(x), magnitudes(g)), static_cast<double>(2 * g.size()));
        }
    }
    // A whole step in float is the one in double, but for roundings; on the chip, but for those to bfloat16.
    void wholeSteps_data() {
        QTest::addColumn<int>("arithmetic");
        QTest::addColumn<double>("bound"); // of the root of mean squares, of those of the gradient
        QTest::newRow("f32") << static_cast<int>(Arithmetic::F32) << 1e-5;
        QTest::newRow("chip") << static_cast<int>(Arithmetic::Chip) << 0.1;
    }
    void wholeSteps() {
        QFETCH(int, arithmetic);
        QFETCH(double, bound);
        std::mt19937 random(6);
        const network::Network network = trained(allKinds(), "[7, 6, 3]", 8);
        const Data data = dataFor(network, random);
        const auto stepIn = [&](Arithmetic in) {
            return stepOf(network, stateOf(network, in), data,
                          {.arithmetic = in, .lanes = 16, .sublanes = 4});
        };
        const Step exact = stepIn(Arithmetic::F64), step = stepIn(static_cast<Arithmetic>(arithmetic));
        QVERIFY(std::abs(step.loss - exact.loss) < bound * exact.loss);
        for (std::size_t i = 0; i < exact.gradients.size(); ++i) {
            double squares = 0, off = 0;
            for (std::uint64_t k = 0; k < exact.gradients[i].count(); ++k) {
                const auto wanted = exact.gradients[i].at<double>(k);
                squares += wanted * wanted;
                off += std::pow(static_cast<double>(step.gradients[i].at<float>(k)) - wanted, 2);
            }
            QVERIFY2(std::sqrt(off) < bound * std::sqrt(squares),
                     qPrintable(QString("%1: %2").arg(i).arg(std::sqrt(off / squares))));
        }
    }
};

int tst_precision(int argc, char** argv) { return lw::tests::run<TestPrecision>(argc, argv); }
#include "tst_precision.moc"
