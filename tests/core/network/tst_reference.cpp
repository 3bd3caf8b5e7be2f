// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/arithmetic.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "core/network/sums.h"
#include "core/project/load_network.h"
#include "core/tensor/compare.h"
#include "core/tensor/npz.h"
#include "tests/core/network/random_layer.h"
#include "tests/support/run_test.h"

#include <QDir>
#include <QTest>

#include <bit>
#include <cmath>
#include <random>

using namespace lw;
using namespace lw::network;
using tensor::DType;
using tensor::Tensor;

namespace {

const QString kFixtures = QStringLiteral(LW_TESTS "/core/network/fixtures");

Network loaded(const std::string& path) {
    source::DiskLoader loader;
    source::Files files(loader);
    auto network = project::loadNetwork(path, files);
    LW_REQUIRE(bool(network), "a network of the tests is not one");
    return *std::move(network);
}

Tensor arrayOf(const std::string& path, const std::string& name) {
    auto arrays = tensor::readNpz(path);
    LW_REQUIRE(bool(arrays), "an archive of the tests is not one");
    for (const tensor::NamedArray& array : *arrays)
        if (array.name == name) return array.tensor;
    broken("requirement", "arrayOf", "an array of the tests is missing", __FILE__, __LINE__);
}

Tensor outputOf(const Network& network, const Tensor& x, const ReferenceOptions& options) {
    auto input = asInput(network, x, options.arithmetic);
    LW_REQUIRE(bool(input), "the input does not fit");
    return computeAll(network, *std::move(input), options)[network.outputs[0]];
}

Network oneLayer(Layer layer, tensor::Shape shape) {
    Network out;
    out.input.shape = std::move(shape);
    layer.name = "y";
    layer.inputs = {kInput};
    out.layers = {std::move(layer)};
    out.outputs = {1};
    const auto inferred = inferShapes(out);
    LW_REQUIRE(bool(inferred), "the layer of a test is wrong");
    return out;
}
Tensor floats(tensor::Shape shape, const std::vector<float>& values) {
    return Tensor::of<float>(DType::F32, std::move(shape), values);
}

} // namespace

class TestReference : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Results by numpy (fixtures/make.py): every kind of layer.
    void agreesWithNumpy_data() {
        QTest::addColumn<QString>("name");
        for (const QString& file : QDir(kFixtures).entryList({"*.json"}))
            QTest::newRow(qPrintable(file)) << kFixtures + "/" + file.chopped(5);
    }
    void agreesWithNumpy() {
        QFETCH(QString, name);
        const Network network = loaded(name.toStdString() + ".json");
        const std::string archive = name.toStdString() + ".npz";
        const Tensor x = arrayOf(archive, "x"), y = arrayOf(archive, "y");
        if (network.precision == Precision::I8) {
            QVERIFY(outputOf(network, x, {}) == y);
            return;
        }
        // Double against double in another order: sums of at most 150 products of numbers around 1.
        const auto in64 = tensor::compare(outputOf(network, x, {.arithmetic = Arithmetic::F64}), y,
                                          {.atol = 1e-12, .rtol = 1e-12});
        QVERIFY(in64 && in64->accepted());
        for (const std::uint32_t block : {0U, 1U, 2U}) {
            const Tensor got = outputOf(network, x, {.blockChannels = block});
            const auto in32 =
                tensor::compare(*tensor::cast(got, DType::F64), y, {.atol = 2e-4, .rtol = 1e-5});
            QVERIFY(in32 && in32->accepted());
        }
    }

    // Thousands of layers that nobody chose, as products of matrices of gathered patches.
    void randomConvolutions() {
        for (std::uint32_t seed = 0; seed < 3000; ++seed) {
            const test::RandomLayer made(seed);
            const Tensor plain = outputOf(made.network, made.x, {.arithmetic = Arithmetic::F64});
            const std::vector<double> gathered = test::byPatches(made);
            QCOMPARE(gathered.size(), std::size_t(plain.count()));
            for (std::size_t i = 0; i < gathered.size(); ++i)
                // Small integers: every order of adding gives the same double.
                QVERIFY2(plain.at<double>(i) == gathered[i], qPrintable(QString("seed %1").arg(seed)));
            const Tensor single = outputOf(made.network, made.x, {.blockChannels = 1 + seed % 3});
            for (std::size_t i = 0; i < gathered.size(); ++i)
                QVERIFY2(single.at<float>(i) == float(gathered[i]), qPrintable(QString("seed %1").arg(seed)));
        }
    }
    void randomInt8Convolutions() {
        for (std::uint32_t seed = 0; seed < 1000; ++seed) {
            const test::RandomLayer made(seed, Precision::I8);
            const Tensor plain = outputOf(made.network, made.x, {});
            QCOMPARE(plain.dtype(), DType::I32);
            const std::vector<double> gathered = test::byPatches(made);
            for (std::size_t i = 0; i < gathered.size(); ++i)
                QVERIFY2(double(plain.at<std::int32_t>(i)) == gathered[i],
                         qPrintable(QString("seed %1").arg(seed)));
        }
    }

    // Taps that share a pass are one chain, in the order given.
    void floatSumsInGivenPasses() {
        Layer layer;
        layer.kind = Kind::Conv;
        layer.kernel = {1, 2};
        layer.weights = floats({1, 2, 1, 1}, {0.1f, 0.3f});
        const Network network = oneLayer(layer, {1, 2, 1});
        const Tensor x = floats({1, 2, 1}, {0.1f, 0.3f});
        const std::vector<SumPass> together{{0, 0, 2, 0, 1}}, apart{{0, 0, 1, 0, 1}, {0, 1, 1, 0, 1}},
            reversed{{0, 1, 1, 0, 1}, {0, 0, 1, 0, 1}};
        const float first = 0.1f * 0.1f, second = 0.3f * 0.3f;
        QVERIFY(std::fma(0.3f, 0.3f, first) != first + second);
        QCOMPARE(outputOf(network, x, {.passes = together}).at<float>(0), std::fma(0.3f, 0.3f, first));
        QCOMPARE(outputOf(network, x, {.passes = apart}).at<float>(0), first + second);
        QCOMPARE(outputOf(network, x, {.passes = reversed}).at<float>(0), second + first);
        QCOMPARE(outputOf(network, x, {}).at<float>(0), first + second);
    }

    // The order of float32 sums: one fused chain for each tap and block, then the bias, then the activation.
    void floatSumsInTheOrderOfTheCircuit() {
        Layer layer;
        layer.kind = Kind::Conv;
        layer.kernel = {1, 2};
        // One tap of 1e8 * 1 + 3 * 1 - 1e8 * 1, then one of 0.1 * 0.1.
        layer.weights = floats({1, 2, 3, 1}, {1, 1, -1, 0.1f, 0, 0});
        layer.bias = floats({1}, {0.25f});
        const Network network = oneLayer(layer, {1, 2, 3});
        const Tensor x = floats({1, 2, 3}, {1e8f, 3, 1e8f, 0.1f, 0, 0});
        // 1e8 + 3 rounds to 1e8 + 0 (steps of 8); all channels in one chain:
        // 1e8, 1e8, 0; then 0.1 * 0.1 fused.
        const float second = std::fma(0.1f, 0.1f, 0.0f);
        QCOMPARE(outputOf(network, x, {}).at<float>(0), second + 0.25f);
        // Blocks of two: the chain (1e8, 3) ends at 1e8, the chain (-1e8) at -1e8.
        QCOMPARE(outputOf(network, x, {.blockChannels = 2}).at<float>(0), second + 0.25f);
        // Fusing matters: a * b - round(a * b) is not 0.
        Layer fused;
        fused.kind = Kind::Dense;
        const float a = 1 + 0x1p-12f;
        fused.weights = floats({2, 1}, {a, 1});
        const Network dense = oneLayer(fused, {2});
        QCOMPARE(outputOf(dense, floats({2}, {a, -(a * a)}), {}).at<float>(0), 0x0p0f);
        fused.weights = floats({2, 1}, {1, a});
        QCOMPARE(outputOf(oneLayer(fused, {2}), floats({2}, {-(a * a), a}), {}).at<float>(0), 0x1p-24f);
        // In blocks of one nothing is fused: the products are rounded before they meet.
        QCOMPARE(
            outputOf(oneLayer(fused, {2}), floats({2}, {-(a * a), a}), {.blockChannels = 1}).at<float>(0),
            0.0f);
    }

    void specialNumbers() {
        Layer relu;
        relu.kind = Kind::Relu;
        const float nan = std::nanf("0x123"), inf = INFINITY;
        const Tensor out = outputOf(oneLayer(relu, {4}), floats({4}, {-0.0f, -nan, -inf, inf}), {});
        QCOMPARE(out.at<std::uint32_t>(0), 0U);
        QCOMPARE(out.at<std::uint32_t>(1), 0x7fc00000U);
        QCOMPARE(out.at<float>(2), 0.0f);
        QCOMPARE(out.at<float>(3), inf);
        // A tap in the padding is a product with 0: an infinite weight makes NaN there.
        Layer conv;
        conv.kind = Kind::Conv;
        conv.kernel = {1, 2};
        conv.pad = {0, 0, 1, 0};
        conv.weights = floats({1, 2, 1, 1}, {inf, 1});
        const Tensor padded = outputOf(oneLayer(conv, {1, 2, 1}), floats({1, 2, 1}, {2, 3}), {});
        QCOMPARE(padded.at<std::uint32_t>(0), 0x7fc00000U);
        QCOMPARE(padded.at<float>(1), inf);
        Layer pool;
        pool.kind = Kind::MaxPool;
        pool.kernel = {1, 2};
        const Tensor most = outputOf(oneLayer(pool, {1, 3, 1}), floats({1, 3, 1}, {-inf, nan, -5}), {});
        QCOMPARE(most.at<std::uint32_t>(0), 0x7fc00000U);
        QCOMPARE(most.at<std::uint32_t>(1), 0x7fc00000U);
    }

    // NaN stays, and zeros are ordered as in the vector unit.
    void clipped() {
        Layer clip;
        clip.kind = Kind::Clip;
        clip.low = 0, clip.high = 6;
        const Tensor x = floats({7}, {-0.0f, -3, 0.1f, 6.5f, INFINITY, -INFINITY, NAN});
        const Tensor out = outputOf(oneLayer(clip, {7}), x, {});
        QCOMPARE(out, floats({7}, {0, 0, 0.1f, 6, 6, 0, std::bit_cast<float>(0x7fc00000U)}));
        Layer open;
        open.kind = Kind::Clip;
        open.high = -0.0f;
        const Tensor below = outputOf(oneLayer(open, {3}), floats({3}, {0.0f, -INFINITY, 1}), {});
        QCOMPARE(below, floats({3}, {-0.0f, -INFINITY, -0.0f}));
    }

    void int8SumsWrap() {
        Network network;
        network.precision = Precision::I8;
        network.input.shape = {1};
        Layer dense;
        dense.name = "y";
        dense.kind = Kind::Dense;
        dense.inputs = {kInput};
        dense.weights = Tensor::of<std::int8_t>(DType::I8, {1, 2}, std::vector<std::int8_t>{1, -1});
        dense.bias =
            Tensor::of<std::int32_t>(DType::I32, {2}, std::vector<std::int32_t>{INT32_MAX, INT32_MIN});
        network.layers = {dense};
        network.outputs = {1};
        QVERIFY(inferShapes(network));
        const Tensor out =
            outputOf(network, Tensor::of<std::int8_t>(DType::I8, {1}, std::vector<std::int8_t>{1}), {});
        QCOMPARE(out.at<std::int32_t>(0), INT32_MIN);
        QCOMPARE(out.at<std::int32_t>(1), INT32_MAX);
    }

    void rounding() {
        // Half to even, also below zero.
        const std::int64_t halves[][3] = {{1, 1, 0},   {3, 1, 2},   {5, 1, 2},   {-1, 1, 0},
                                          {-3, 1, -2}, {-5, 1, -2}, {7, 2, 2},   {-7, 2, -2},
                                          {6, 2, 2},   {10, 2, 2},  {-6, 2, -2}, {5, 0, 5}};
        for (const auto& [value, shift, want] : halves) {
            QCOMPARE(roundedShift(value, std::uint32_t(shift)), want);
            QCOMPARE(roundedQuotient(value, std::int64_t{1} << shift), want);
        }
        QCOMPARE(roundedQuotient(-7, 3), std::int64_t{-2});
        QCOMPARE(roundedQuotient(8, 3), std::int64_t{3});
        QCOMPARE(requantised(INT32_MAX, {INT32_MAX, 0, 0}), 127);
        QCOMPARE(requantised(INT32_MIN, {INT32_MAX, 62, 5}), 4); // -0.99...: -1 + 5
        QCOMPARE(requantised(INT32_MIN, {1, 0, 127}), -128);
    }

    void inputsAreFitted() {
        Layer relu;
        relu.kind = Kind::Relu;
        Network network = oneLayer(relu, {2, 2, 1});
        const Tensor bytes(DType::U8, {2, 2});
        const auto fitted = asInput(network, bytes, Arithmetic::F32);
        QVERIFY(fitted && fitted->dtype() == DType::F32 && fitted->shape() == tensor::Shape({2, 2, 1}));
        QVERIFY(!asInput(network, Tensor(DType::F32, {2, 3, 1}), Arithmetic::F32));
        QVERIFY(!asInput(network, Tensor(DType::I32, {2, 2, 1}), Arithmetic::F32));
        network.precision = Precision::I8;
        QVERIFY(!asInput(network, Tensor(DType::F32, {2, 2, 1}), Arithmetic::F32));
        QVERIFY(!asInput(network, Tensor(DType::I8, {2, 2, 1}), Arithmetic::F64));
        network.input.zero = -128;
        Tensor white(DType::U8, {2, 2});
        white.set<std::uint8_t>(0, 255);
        const auto codes = asInput(network, white, Arithmetic::F32);
        QVERIFY(codes);
        QCOMPARE(codes->at<std::int8_t>(0), std::int8_t{127});
        QCOMPARE(codes->at<std::int8_t>(1), std::int8_t{-128});
        network.input.zero = 0;
        QVERIFY(!asInput(network, white, Arithmetic::F32));
    }
    // A row of products is added with the registers of the host, and gives the same at each of its levels.
    void rowsAreTheSameAtEveryLevel() {
        std::mt19937 random(1);
        const auto word = [&] { return static_cast<std::int32_t>(random()); };
        for (const auto level :
             {numeric::HostLevel::Portable, numeric::HostLevel::Avx2, numeric::HostLevel::Avx512}) {
            numeric::limitHostLevel(level);
            for (std::size_t count = 0; count <= 50; ++count) {
                std::vector<std::int32_t> w(count), sum(count), wanted(count);
                std::vector<float> wf(count), sumf(count), wantedf(count);
                const std::int32_t x = word();
                const float xf = std::ldexp(static_cast<float>(x), -31);
                for (std::size_t i = 0; i < count; ++i) {
                    w[i] = word(), sum[i] = word();
                    wanted[i] = static_cast<std::int32_t>(
                        static_cast<std::uint64_t>(sum[i] + std::int64_t{x} * w[i]));
                    wf[i] = std::ldexp(static_cast<float>(word()), -31), sumf[i] = 1.0f / wf[i];
                    wantedf[i] = std::fma(xf, wf[i], sumf[i]);
                }
                multiplyAddRow(x, w.data(), sum.data(), count);
                multiplyAddRow(xf, wf.data(), sumf.data(), count);
                QCOMPARE(sum, wanted);
                QCOMPARE(sumf, wantedf);
            }
        }
        numeric::limitHostLevel(numeric::bestHostLevel());
    }
};

int tst_reference(int argc, char** argv) { return lw::tests::run<TestReference>(argc, argv); }
#include "tst_reference.moc"
