// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/messages.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <vector>

using namespace lw;
using namespace lw::network;
using tensor::DType;
using tensor::Tensor;

namespace {

Tensor floats(tensor::Shape shape, const std::vector<float>& values) {
    return Tensor::of<float>(DType::F32, std::move(shape), values);
}

// Of 1 5 and 9 1 below it.
Result<Tensor> doubled(Sampling sampling, const Padding& pad) {
    Network network;
    network.input.shape = {2, 2, 1};
    Layer layer;
    layer.name = "up";
    layer.kind = Kind::UpsampleBilinear;
    layer.sampling = sampling;
    layer.pad = pad;
    layer.inputs = {kInput};
    network.layers = {layer};
    network.outputs = {1};
    LW_TRY([[maybe_unused]] const Done sized, inferShapes(network));
    return computeAll(network, floats({2, 2, 1}, {1, 5, 9, 1}), {}).back();
}

} // namespace

class TestUpsample : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // By hand: along columns 1 and 5 become 1 2 4 5, and 9 and 1 become 9 7 3 1; along rows likewise.
    void bilinear() {
        QCOMPARE(*doubled(Sampling::HalfPixel, {}),
                 floats({4, 4, 1}, {1, 2, 4, 5, 3, 3.25f, 3.75f, 4, 7, 5.75f, 3.25f, 2, 9, 7, 3, 1}));
        QCOMPARE(*doubled(Sampling::Asymmetric, {}),
                 floats({4, 4, 1}, {1, 3, 5, 5, 5, 4, 3, 3, 9, 5, 1, 1, 9, 5, 1, 1}));
    }
    void whatIsCutOfBilinear() {
        QCOMPARE(*doubled(Sampling::HalfPixel, {1, 2, 0, 1}), floats({1, 3, 1}, {3, 3.25f, 3.75f}));
        QCOMPARE(*doubled(Sampling::HalfPixel, {3, 0, 2, 0}), floats({1, 2, 1}, {3, 1}));
        QCOMPARE(*doubled(Sampling::Asymmetric, {0, 2, 1, 0}), floats({2, 3, 1}, {3, 5, 5, 4, 3, 3}));
        const auto nothing = doubled(Sampling::HalfPixel, {0, 0, 2, 2});
        QVERIFY(!nothing && nothing.problem().message == &messages::kNothingLeft);
    }
};

int tst_upsample(int argc, char** argv) { return lw::tests::run<TestUpsample>(argc, argv); }
#include "tst_upsample.moc"
