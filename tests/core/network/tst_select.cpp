// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/messages.h"
#include "core/network/quantisation.h"
#include "core/network/quantise.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace lw;
using namespace lw::network;
using tensor::DType;
using tensor::Tensor;

namespace {

Tensor floats(tensor::Shape shape, const std::vector<float>& values) {
    return Tensor::of<float>(DType::F32, std::move(shape), values);
}

} // namespace

class TestSelect : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // By selection: no bit of the value matters where the mask is 0, and none changes elsewhere.
    void valuesAreSelected() {
        Network network;
        network.input.shape = {1, 3, 2};
        Layer mask, select;
        mask.name = "mask", mask.kind = Kind::Constant, mask.weights = floats({1, 3, 1}, {0, -0.0f, 5});
        select.name = "y", select.kind = Kind::Select, select.inputs = {kInput, 1}, select.fill = -0.0f;
        network.layers = {mask, select};
        network.outputs = {2};
        QVERIFY(inferShapes(network));
        const Tensor x = floats({1, 3, 2}, {NAN, INFINITY, -0.0f, 1, 2, -INFINITY});
        QCOMPARE(computeAll(network, x, {}).back(),
                 floats({1, 3, 2}, {-0.0f, -0.0f, -0.0f, 1, 2, -INFINITY}));
        network.layers[0].weights = floats({1, 3, 2}, {1, 1, 1, 1, 1, 1});
        const auto wrong = inferShapes(network);
        QVERIFY(!wrong && wrong.problem().message == &messages::kNotForPixels);
    }
    // What the codes of a fill are: the nearest where the scale is known.
    void fillsAreCodes() {
        Layer select;
        select.kind = Kind::Select;
        select.dtype = DType::I8, select.zero = 7;
        const auto code = [&](float fill) {
            select.fill = fill;
            return fillCodeOf(select);
        };
        QCOMPARE(code(0), 7);
        QCOMPARE(code(-0.0f), 7);
        QCOMPARE(code(-INFINITY), -128);
        QCOMPARE(code(INFINITY), 127);
        QVERIFY(!code(1));
        select.step = 0.25f;
        QCOMPARE(code(1), 11);
        QCOMPARE(code(-0.375f), 5); // halves to even
        QCOMPARE(code(1000), 127);
        select.dtype = DType::I32, select.zero = 0;
        QCOMPARE(code(-INFINITY), std::numeric_limits<std::int32_t>::min());
        QVERIFY(!code(1));
    }
    // Codes are those of what is read, or stand for 0; a mask is a constant.
    void selectionsKeepTheScale() {
        Network network;
        network.input.shape = {2, 2, 1};
        Layer mask, select;
        mask.name = "mask", mask.kind = Kind::Constant;
        mask.weights = Tensor::of<float>(DType::F32, {2, 2, 1}, std::vector<float>{1, 0, 1, 0});
        select.name = "y", select.kind = Kind::Select, select.inputs = {kInput, 1};
        network.layers = {mask, select};
        network.outputs = {2};
        QVERIFY(inferShapes(network));
        const std::vector<Tensor> samples{
            Tensor::of<float>(DType::F32, {2, 2, 1}, std::vector<float>{-1, 3, 0.5f, 2})};
        const auto made = quantise(network, samples, {});
        QVERIFY(bool(made));
        QCOMPARE(made->network.layers[1].kind, Kind::Select);
        QCOMPARE(made->network.layers[1].step, made->network.input.step);
        const auto x = asInput(made->network, samples[0], Arithmetic::F32);
        QVERIFY(bool(x));
        const Tensor y = computeAll(made->network, *x, {})[2];
        for (std::uint64_t i = 0; i < 4; ++i)
            QCOMPARE(int{y.at<std::int8_t>(i)},
                     i % 2 == 0 ? int{x->at<std::int8_t>(i)} : int{made->network.input.zero});
        network.layers = {select};
        network.layers[0].inputs = {kInput, kInput};
        network.outputs = {1};
        QVERIFY(inferShapes(network));
        const auto refused = quantise(network, samples, {});
        QVERIFY(!refused && refused.problem().message == &messages::kNotQuantised);
    }
};

int tst_select(int argc, char** argv) { return lw::tests::run<TestSelect>(argc, argv); }
#include "tst_select.moc"
