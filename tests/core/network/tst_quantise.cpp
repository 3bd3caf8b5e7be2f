// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/quantisation.h"
#include "core/network/quantise.h"
#include "core/network/quantise_loss.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "core/project/load_network.h"
#include "core/tensor/batch.h"
#include "core/tensor/npy.h"
#include "core/tensor/npz.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lw;
using namespace lw::network;
using tensor::DType;
using tensor::Tensor;

namespace {

const std::string kFixtures = LW_TESTS "/core/network/fixtures/quantise/";
const std::string kExamples = LW_ROOT "/examples/";

Network loaded(const std::string& path) {
    source::DiskLoader loader;
    source::Files files(loader);
    auto network = project::loadNetwork(path, files);
    LW_REQUIRE(bool(network), "a network of the tests is not one");
    return *std::move(network);
}

class Arrays {
  public:
    explicit Arrays(const std::string& path) : m_arrays(tensor::readNpz(path)) {
        LW_REQUIRE(bool(m_arrays), "an archive of the tests is not one");
    }
    const Tensor* find(const std::string& name) const {
        for (const tensor::NamedArray& array : *m_arrays)
            if (array.name == name) return &array.tensor;
        return nullptr;
    }
    const Tensor& operator[](const std::string& name) const {
        const Tensor* found = find(name);
        LW_REQUIRE(found != nullptr, "an array of the tests is missing");
        return *found;
    }

  private:
    Result<std::vector<tensor::NamedArray>> m_arrays;
};

std::vector<Tensor> itemsOf(const Network& network, const Tensor& all, std::uint64_t first,
                            std::uint64_t count) {
    std::vector<Tensor> out;
    for (std::uint64_t i = first; i < first + count; ++i) {
        const tensor::Shape shape(all.shape().begin() + 1, all.shape().end());
        auto one = asInput(network, tensor::itemOf(all, i, shape), Arithmetic::F32);
        LW_REQUIRE(bool(one), "an item of the tests does not fit");
        out.push_back(*std::move(one));
    }
    return out;
}

Quantised quantised(const Network& network, std::span<const Tensor> samples, bool isByChannel = true) {
    QuantiseOptions options;
    options.isByChannel = isByChannel;
    auto out = quantise(network, samples, options);
    LW_REQUIRE(bool(out), "a network of the tests cannot be int8");
    return *std::move(out);
}
Tensor codesOf(const Network& network, const Tensor& x) {
    auto input = asInput(network, x, Arithmetic::F32);
    LW_REQUIRE(bool(input), "the input does not fit");
    return *std::move(input);
}

} // namespace

class TestQuantise : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Every parameter and every output, as numpy made them by the same rules (fixtures/make.py).
    void agreesWithNumpy_data() {
        QTest::addColumn<bool>("isByChannel");
        QTest::newRow("by_channel") << true;
        QTest::newRow("by_tensor") << false;
    }
    void agreesWithNumpy() {
        QFETCH(bool, isByChannel);
        const Network real = loaded(kFixtures + "quantise.json");
        const Arrays arrays(kFixtures + QTest::currentDataTag() + ".npz");
        const std::vector<Tensor> samples = itemsOf(real, arrays["x"], 0, 6);
        const Quantised made = quantised(real, samples, isByChannel);
        QCOMPARE(made.network.input.step, arrays["x.scale"].at<float>(0));
        QCOMPARE(made.network.input.zero, arrays["x.zero"].at<std::int32_t>(0));
        std::vector<std::string> names;
        for (const Layer& layer : made.network.layers) {
            names.push_back(layer.name);
            checkLayer(layer, arrays);
        }
        QCOMPARE(names, (std::vector<std::string>{"conv1", "pool1", "conv2", "conv3", "add1", "pool1.scaled",
                                                  "both", "pool2", "logits"}));
        for (std::uint64_t i = 0; i < samples.size(); ++i) {
            const Tensor y = computeAll(made.network, codesOf(made.network, samples[i]), {}).back();
            QVERIFY(y == tensor::itemOf(arrays["y"], i, {5}));
            QVERIFY(computeAll(made.real, samples[i], {})[made.real.outputs[0]] ==
                    tensor::itemOf(arrays["real"], i, {5}));
        }
        QCOMPARE(made.notes.size(), std::size_t{1}); // the softmax
        QCOMPARE(made.notes[0].message->code, std::string("E547"));
    }
    // Learnt from other digits, and how many of those that it never saw it tells.
    void digits() {
        const Network real = loaded(kExamples + "networks/strided-digits/digits_f32.json");
        auto images = tensor::readNpy(kExamples + "data/optdigits_images_u8.npy"),
             labels = tensor::readNpy(kExamples + "data/optdigits_labels_u8.npy");
        QVERIFY(images && labels);
        const std::uint64_t all = images->shape()[0], some = 200;
        for (const bool isByChannel : {true, false}) {
            const Quantised made = quantised(real, itemsOf(real, *images, 0, some), isByChannel);
            std::vector<std::uint64_t> classes;
            for (std::uint64_t i = some; i < all; ++i) classes.push_back(labels->at<std::uint8_t>(i));
            const auto loss = lossOf(made, itemsOf(real, *images, some, all - some), classes, {});
            QVERIFY(loss);
            QVERIFY(loss->right.real >= 1580); // of 1,597
            QVERIFY(loss->right.int8 + 3 >= loss->right.real);
            QVERIFY(loss->outputs[0].mean < 0.01 * (loss->outputs[0].high - loss->outputs[0].low));
            QVERIFY(loss->outputs[0].mean > 0);
        }
    }

  private:
    // The factors exactly, however multiplier and shift write them.
    static void checkLayer(const Layer& layer, const Arrays& arrays) {
        if (const Tensor* weights = arrays.find(layer.name + ".weights")) {
            QVERIFY(layer.weights == *weights);
            QVERIFY(layer.bias == arrays[layer.name + ".bias"]);
        }
        if (const Tensor* parts = arrays.find(layer.name + ".parts"))
            QCOMPARE(layer.factors, (std::vector{parts->at<std::int32_t>(0), parts->at<std::int32_t>(1)}));
        const Tensor* factors = arrays.find(layer.name + ".factors");
        QCOMPARE(layer.requant.has_value(), factors != nullptr);
        if (!factors) return;
        QCOMPARE(layer.requant->step, arrays[layer.name + ".scale"].at<float>(0));
        QCOMPARE(layer.requant->zero, arrays[layer.name + ".zero"].at<std::int32_t>(0));
        for (std::uint64_t c = 0; c < factors->count(); ++c)
            QCOMPARE(std::ldexp(double(layer.requant->of(c).multiplier),
                                -static_cast<int>(layer.requant->of(c).shift)),
                     double(factors->at<float>(c)));
    }
};

int tst_quantise(int argc, char** argv) { return lw::tests::run<TestQuantise, QCoreApplication>(argc, argv); }
#include "tst_quantise.moc"
