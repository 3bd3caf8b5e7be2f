// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/messages.h"
#include "core/network/quantisation.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>

using namespace lw;
using namespace lw::network;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

Layer argMaxOf(ValueId read) {
    Layer out;
    out.name = "most";
    out.kind = Kind::ArgMax;
    out.inputs = {read};
    return out;
}
Network networkOf(Precision precision, std::vector<Layer> layers) {
    Network out;
    out.precision = precision;
    out.input.shape = {1, 3, 3};
    out.layers = std::move(layers);
    out.outputs = {out.layers.size()};
    return out;
}
template <typename T> Tensor tensorOf(DType type, Shape shape, const std::vector<T>& numbers) {
    return Tensor::of<T>(type, std::move(shape), numbers);
}

} // namespace

class TestArgMax : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Of equals the first; NaN before all numbers.
    void real() {
        const auto ties =
            tensorOf<float>(DType::F32, {1, 3, 3}, {-1, 2, 2, INFINITY, NAN, NAN, 0.0f, -0.0f, -1});
        Network network = networkOf(Precision::F32, {argMaxOf(kInput)});
        QVERIFY(inferShapes(network));
        QCOMPARE(computeAll(network, ties, {}).back(), tensorOf<float>(DType::F32, {1, 3, 1}, {1, 1, 0}));
        network.layers[0].axis = 1;
        QVERIFY(inferShapes(network));
        QCOMPARE(computeAll(network, ties, {}).back(), tensorOf<float>(DType::F32, {1, 1, 3}, {1, 1, 1}));
    }
    void codes() {
        Network network = networkOf(Precision::I8, {argMaxOf(kInput)});
        network.input.zero = 5;
        QVERIFY(inferShapes(network));
        const auto codes = tensorOf<std::int8_t>(DType::I8, {1, 3, 3}, {-128, 127, 127, -3, -2, -1, 5, 5, 4});
        const Tensor out = computeAll(network, codes, {}).back();
        QCOMPARE(out, tensorOf<std::int32_t>(DType::I32, {1, 3, 1}, {1, 2, 0}));
        QCOMPARE(numbersOf(out, *stepOf(network, 1), zeroOf(network, 1)),
                 tensorOf<float>(DType::F32, {1, 3, 1}, {1, 2, 0}));
    }
    // Whose channels may be in steps of their own.
    void sums() {
        Layer sums;
        sums.name = "sums";
        sums.kind = Kind::Conv;
        sums.inputs = {kInput};
        sums.kernel = {1, 1};
        sums.weights = Tensor(DType::I8, {1, 1, 3, 2});
        Network network = networkOf(Precision::I8, {sums, argMaxOf(1)});
        const auto wide = inferShapes(network);
        QVERIFY(!wide && wide.problem().message == &messages::kNotRequantised);
        network.layers[0].requant = Requant(1, 0, 0);
        QVERIFY(bool(inferShapes(network)));
    }
};

int tst_argmax(int argc, char** argv) { return lw::tests::run<TestArgMax>(argc, argv); }
#include "tst_argmax.moc"
