// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/messages.h"
#include "core/lower/striding/transposed_phases.h"
#include "core/network/shapes.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <bit>
#include <cmath>
#include <limits>

using namespace lw;
using namespace lw::lower::striding;
using network::Kind;
using network::Layer;
using network::Network;
using tensor::DType;
using tensor::Tensor;

namespace {

// One transposed convolution of a row of pixels with one channel.
Network rowOf(std::uint64_t pixels, const std::vector<float>& weights, std::uint32_t stride,
              std::uint32_t pad = 0) {
    Network network;
    network.input.shape = {1, pixels, 1};
    Layer layer;
    layer.kind = Kind::ConvTranspose;
    layer.name = "up";
    layer.inputs = {network::kInput};
    layer.kernel = {1, static_cast<std::uint32_t>(weights.size())};
    layer.stride = {1, stride};
    layer.pad.left = layer.pad.right = pad;
    layer.weights = Tensor::of<float>(DType::F32, {1, weights.size(), 1, 1}, weights);
    network.layers = {layer};
    network.outputs = {1};
    LW_REQUIRE(bool(network::inferShapes(network)), "a layer that fits");
    return network;
}
Tensor pixelsOf(const std::vector<float>& numbers) {
    return Tensor::of<float>(DType::F32, {1, numbers.size(), 1}, numbers);
}
// What the circuit gives, bit by bit.
std::vector<std::uint32_t> bitsOnCircuit(const Network& network, const Tensor& input) {
    const test::LoweredRun run = test::runLowered(network, test::teachingCircuit(), input, {});
    LW_REQUIRE(run.failure.empty() && run.unexpected == 0, run.failure.c_str());
    const Tensor& out = *run.find(run.lowering.plan.hostNames[1]);
    std::vector<std::uint32_t> bits;
    for (std::uint64_t i = 0; i < out.count(); ++i)
        bits.push_back(std::bit_cast<std::uint32_t>(out.at<float>(i)));
    return bits;
}
std::vector<std::uint32_t> bitsOf(const std::vector<float>& numbers) {
    std::vector<std::uint32_t> out;
    for (const float number : numbers) out.push_back(std::bit_cast<std::uint32_t>(number));
    return out;
}

} // namespace

class TestTransposed : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Kernel 4, stride 2, padding 1: output 2i reads taps 1 and 3, of the pixels i and i - 1; output 2i + 1
    // taps 0 and 2, of i + 1 and i.
    void phases() {
        const Network network = rowOf(3, {1, 10, 100, 1000}, 2, 1);
        const auto plans = planPhases(network.layers[0], {1, 3, 1}, test::teachingCircuit().limits);
        QVERIFY(plans && plans->size() == 2);
        const network::Padding border = borderOfPhases(network.layers[0], {1, 3, 1});
        QCOMPARE(border.left, 1u);
        QCOMPARE(border.right, 1u);
        const SumPlan &even = (*plans)[0], &odd = (*plans)[1];
        QCOMPARE(even.layer.weights,
                 Tensor::of<float>(DType::F32, {1, 2, 1, 1}, std::vector<float>{10, 1000}));
        QCOMPARE(odd.layer.weights, Tensor::of<float>(DType::F32, {1, 2, 1, 1}, std::vector<float>{1, 100}));
        QCOMPARE(even.places.column, std::int64_t{1}); // from the corner: pixel 0
        QCOMPARE(odd.places.column, std::int64_t{2});
        QVERIFY(even.places.tapColumns == -1 && odd.places.tapColumns == -1);
        QVERIFY(even.places.toColumn == 0 && odd.places.toColumn == 1 && odd.places.step.columns == 2);
        QCOMPARE(even.passes.size(), std::size_t{2});
        QCOMPARE(bitsOnCircuit(network, pixelsOf({1, 2, 3})), bitsOf({10, 102, 1020, 203, 2030, 300}));
    }
    // Fewer taps than the stride: nothing falls between the pixels, where the bias alone stands.
    void gaps() {
        Network network = rowOf(2, {5}, 3);
        network.layers[0].outputPadding.columns = 2;
        network.layers[0].bias = Tensor::of<float>(DType::F32, {1}, std::vector<float>{0.5f});
        QVERIFY(network::inferShapes(network));
        QCOMPARE(bitsOnCircuit(network, pixelsOf({1, 2})), bitsOf({5.5f, 0.5f, 0.5f, 10.5f, 0.5f, 0.5f}));
    }
    // A product that is rounded to -0 stays one where its tap is the only one; taps beyond the image add
    // +0.
    void signedZeros() {
        constexpr float kLeast = std::numeric_limits<float>::denorm_min();
        QCOMPARE(bitsOnCircuit(rowOf(1, {0.25f}, 1), pixelsOf({-kLeast})), bitsOf({-0.0f}));
        QCOMPARE(bitsOnCircuit(rowOf(1, {0.25f, 0.25f}, 1), pixelsOf({-kLeast})), bitsOf({0.0f, 0.0f}));
    }
    void infiniteWeightsAreTheHosts() {
        const Network network = rowOf(2, {1, std::numeric_limits<float>::infinity()}, 1);
        const auto lowered = strideKernels(network, test::teachingCircuit().limits, {});
        QVERIFY(!lowered && lowered.problem().message == &lower::messages::kNotLowered);
        // Whose reference multiplies them by no zero.
        const Tensor out = network::computeAll(network, pixelsOf({1, 2}), {})[1];
        QCOMPARE(out.at<float>(0), 1.0f);
        QVERIFY(std::isinf(out.at<float>(1)) && std::isinf(out.at<float>(2)));
    }
    // Dilated windows are pooled line by line, the last ones beyond the padding too.
    void dilatedPools() {
        Network network;
        network.input.shape = {1, 6, 1};
        Layer pool;
        pool.kind = Kind::MaxPool;
        pool.name = "pool";
        pool.inputs = {network::kInput};
        pool.kernel = {1, 3};
        pool.dilation = {1, 2};
        pool.stride = {1, 2};
        pool.ceil = true;
        network.layers = {pool};
        network.outputs = {1};
        QVERIFY(network::inferShapes(network));
        // 0 2 4, then 2 4 and nothing
        QCOMPARE(bitsOnCircuit(network, pixelsOf({-1, 9, -2, 9, -3, 9})), bitsOf({-1, -2}));
        network.layers[0].kind = Kind::AveragePool;
        QCOMPARE(bitsOnCircuit(network, pixelsOf({-1, 9, -2, 9, -3, 9})), bitsOf({-2, -2.5f}));
        network.layers[0].stride = {1, 1};
        network.layers[0].pad.left = network.layers[0].pad.right = 1;
        network.layers[0].countIncludePad = true;
        QVERIFY(network::inferShapes(network));
        // 9 9, 0 2 4, 1 3 5, 2 4 and padding
        QCOMPARE(bitsOnCircuit(network, pixelsOf({-1, 9, -2, 9, -3, 9})), bitsOf({6, -2, 9, -5.0f / 3}));
    }
};

int tst_transposed(int argc, char** argv) {
    return lw::tests::run<TestTransposed, QCoreApplication>(argc, argv);
}
#include "tst_transposed.moc"
