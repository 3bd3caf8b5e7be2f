// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/arithmetic.h"
#include "core/network/quantisation.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "core/numeric/host_control.h"
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
bool isNear(const Tensor& got, const Tensor& wanted) {
    const auto compared = tensor::compare(got, wanted, {.ulp = 1});
    return compared && compared->accepted();
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

    // Numbers of numpy in float64, rounded to float32.
    void hostFunctions() {
        const Tensor x = floats({1, 2, 3}, {1, 2, 3, -1, 0, 80});
        Layer layer;
        layer.kind = Kind::Softmax;
        QVERIFY(isNear(outputOf(oneLayer(layer, {1, 2, 3}), x, {}),
                       floats({1, 2, 3}, {0.09003057317038046f, 0.24472847105479767f, 0.6652409557748219f,
                                          6.639677199580733e-36f, 1.8048513878454153e-35f, 1.0f})));
        layer.kind = Kind::LogSoftmax;
        QVERIFY(isNear(outputOf(oneLayer(layer, {1, 2, 3}), x, {}),
                       floats({1, 2, 3}, {-2.4076059644443806f, -1.4076059644443804f, -0.4076059644443804f,
                                          -81.0f, -80.0f, 0.0f})));
        layer.kind = Kind::Softmax;
        layer.axis = 1; // the columns of each channel together
        const Tensor columns = outputOf(oneLayer(layer, {1, 2, 3}), x, {});
        QVERIFY(isNear(columns,
                       floats({1, 2, 3}, {0.8807970779778823f, 0.8807970779778823f, 3.625140919143559e-34f,
                                          0.11920292202211755f, 0.11920292202211755f, 1.0f})));
        Layer elu;
        elu.kind = Kind::Elu;
        elu.alpha = 2;
        QVERIFY(isNear(outputOf(oneLayer(elu, {4}), floats({4}, {3, -1, -1e-6f, -INFINITY}), {}),
                       floats({4}, {3, -1.2642411176571153f, -1.999998994950824e-06f, -2})));
        // Of 3 channels around each one, as many as there are: 1 + 4, 1 + 4 + 9, 4 + 9.
        Layer lrn;
        lrn.kind = Kind::Lrn;
        lrn.size = 3, lrn.alpha = 3, lrn.beta = 0.5f, lrn.k = 2;
        QVERIFY(isNear(outputOf(oneLayer(lrn, {1, 1, 3}), floats({1, 1, 3}, {1, 2, 3}), {}),
                       floats({1, 1, 3}, {0.3779644730092272f, 0.5f, 0.7745966692414834f})));
        lrn.size = 2, lrn.alpha = 2; // of an even number one less comes before
        QVERIFY(isNear(outputOf(oneLayer(lrn, {1, 1, 2}), floats({1, 1, 2}, {1, 2}), {}),
                       floats({1, 1, 2}, {0.3779644730092272f, 0.8164965809277261f})));
    }
    void exponentialsAndLogarithms() {
        Layer exponential;
        exponential.kind = Kind::Exp;
        QVERIFY(
            isNear(outputOf(oneLayer(exponential, {6}), floats({6}, {0, 1, -1, 88.5f, -100, -INFINITY}), {}),
                   floats({6}, {1, 2.718281828459045f, 0.36787944117144233f, 2.7230878250681117e+38f,
                                3.720075976020836e-44f, 0})));
        QCOMPARE(outputOf(oneLayer(exponential, {3}), floats({3}, {89, INFINITY, NAN}), {}),
                 floats({3}, {INFINITY, INFINITY, std::bit_cast<float>(0x7fc00000U)}));
        Layer logarithm;
        logarithm.kind = Kind::Log;
        QVERIFY(isNear(outputOf(oneLayer(logarithm, {4}), floats({4}, {1, 1.5f, 1e-44f, 3e38f}), {}),
                       floats({4}, {0, 0.4054651081081644f, -101.33301975437654f, 88.59684582427442f})));
        QCOMPARE(outputOf(oneLayer(logarithm, {5}), floats({5}, {0, -0.0f, INFINITY, -1, NAN}), {}),
                 floats({5}, {-INFINITY, -INFINITY, INFINITY, std::bit_cast<float>(0x7fc00000U),
                              std::bit_cast<float>(0x7fc00000U)}));
    }
    void leakyUnits() {
        Layer layer;
        layer.kind = Kind::LeakyRelu;
        layer.alpha = 0.5f;
        const Tensor x = floats({1, 3, 2}, {1, -2, -0.0f, 4, -INFINITY, NAN});
        constexpr std::uint32_t kNan = 0x7fc00000U;
        QCOMPARE(outputOf(oneLayer(layer, {1, 3, 2}), x, {}),
                 floats({1, 3, 2}, {1, -1, 0, 4, -INFINITY, std::bit_cast<float>(kNan)}));
        layer.kind = Kind::PRelu;
        layer.weights = floats({2}, {-1, 3});
        QCOMPARE(outputOf(oneLayer(layer, {1, 3, 2}), x, {}),
                 floats({1, 3, 2}, {1, -6, 0, 4, INFINITY, std::bit_cast<float>(kNan)}));
    }
    void elementsMove() {
        const Tensor x = floats({1, 2, 3}, {1, 2, 3, 4, 5, 6});
        Layer layer;
        layer.kind = Kind::Transpose;
        layer.order = {2, 0, 1};
        QCOMPARE(outputOf(oneLayer(layer, {1, 2, 3}), x, {}), floats({3, 1, 2}, {1, 4, 2, 5, 3, 6}));
        layer.kind = Kind::Reshape;
        layer.newShape = {3, 2};
        QCOMPARE(outputOf(oneLayer(layer, {1, 2, 3}), x, {}), floats({3, 2}, {1, 2, 3, 4, 5, 6}));
        layer.kind = Kind::Take;
        layer.indices = {2, kFill, 0, 0};
        layer.fill = 9;
        QCOMPARE(outputOf(oneLayer(layer, {1, 2, 3}), x, {}), floats({1, 2, 4}, {3, 9, 1, 1, 6, 9, 4, 4}));
        layer.axis = 1;
        layer.indices = {1, kFill};
        QCOMPARE(outputOf(oneLayer(layer, {1, 2, 3}), x, {}), floats({1, 2, 3}, {4, 5, 6, 9, 9, 9}));
    }
    // The larger value may be either; extents of 1 are repeated.
    void valuesAreRepeated() {
        const auto computed = [](Kind kind, std::vector<ValueId> inputs) {
            Network network;
            network.input.shape = {1, 2, 2};
            Layer constant, both;
            constant.name = "c", constant.kind = Kind::Constant, constant.weights = floats({1, 1, 2}, {2, 4});
            both.name = "y", both.kind = kind, both.inputs = std::move(inputs);
            network.layers = {constant, both};
            network.outputs = {2};
            LW_REQUIRE(bool(inferShapes(network)), "the layer of a test is wrong");
            return outputOf(network, floats({1, 2, 2}, {1, 2, 3, 8}), {});
        };
        QCOMPARE(computed(Kind::Mul, {0, 1}), floats({1, 2, 2}, {2, 8, 6, 32}));
        QCOMPARE(computed(Kind::Mul, {1, 0}), floats({1, 2, 2}, {2, 8, 6, 32}));
        QCOMPARE(computed(Kind::Add, {1, 0}), floats({1, 2, 2}, {3, 6, 5, 12}));
        QCOMPARE(computed(Kind::Div, {0, 1}), floats({1, 2, 2}, {0.5f, 0.5f, 1.5f, 2}));
        QCOMPARE(computed(Kind::Div, {1, 0}), floats({1, 2, 2}, {2, 2, 2.0f / 3, 0.5f}));
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
        QCOMPARE(requantised(INT32_MAX, {INT32_MAX, 0, 0}, 0), 127);
        QCOMPARE(requantised(INT32_MIN, {INT32_MAX, 62, 5}, 0), 4); // -0.99...: -1 + 5
        QCOMPARE(requantised(INT32_MIN, {1, 0, 127}, 0), -128);
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
    // Numbers become the nearest codes, of two the even one; bytes are numbers too, unless they are codes.
    void inputsAreQuantised() {
        Layer relu;
        relu.kind = Kind::Relu;
        Network network = oneLayer(relu, {8});
        network.precision = Precision::I8;
        network.input.step = 0.5f;
        network.input.zero = 3;
        const auto codesOf = [&](const Tensor& given) {
            const auto codes = asInput(network, given, Arithmetic::F32);
            std::vector<int> out;
            for (std::uint64_t i = 0; codes && i < codes->count(); ++i)
                out.push_back(codes->at<std::int8_t>(i));
            return out;
        };
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        std::vector<float> numbers{0, 0.25f, 0.75f, -0.25f, 1e30f, -kInfinity, 62.1f, -1.3f};
        QCOMPARE(codesOf(Tensor::of<float>(DType::F32, {8}, numbers)),
                 (std::vector<int>{3, 3, 5, 3, 127, -128, 127, 0}));
        numbers[4] = NAN;
        const auto none = asInput(network, Tensor::of<float>(DType::F32, {8}, numbers), Arithmetic::F32);
        QVERIFY(!none && std::string(none.problem().message->code) == "E592");
        const Tensor bytes = Tensor::of<std::uint8_t>(
            DType::U8, {8}, std::vector<std::uint8_t>{0, 1, 61, 62, 63, 128, 200, 255});
        QCOMPARE(codesOf(bytes), (std::vector<int>{3, 5, 125, 127, 127, 127, 127, 127}));
        network.input.isUnsigned = true;
        QCOMPARE(codesOf(bytes), (std::vector<int>{-128, -127, -67, -66, -65, 0, 72, 127}));
        const Tensor codes =
            Tensor::of<std::int8_t>(DType::I8, {8}, std::vector<std::int8_t>{-128, -1, 0, 1, 2, 3, 4, 127});
        QCOMPARE(codesOf(codes), (std::vector<int>{-128, -1, 0, 1, 2, 3, 4, 127}));
    }
    // A factor is taken exactly; where none of int32 reaches a half with it, one that does as little.
    void factorsAreExact() {
        for (const float factor : {1.0f, 0.75f, 1e-7f, 3.1e-9f, 12345.678f, 1e9f, 0x1.fffffep-1f, 0x1p-62f}) {
            const auto exact = factorOf(factor);
            QVERIFY(exact && exact->multiplier > 0 && exact->shift <= 62);
            QCOMPARE(
                std::ldexp(double{static_cast<double>(exact->multiplier)}, -static_cast<int>(exact->shift)),
                double{factor});
        }
        QVERIFY(factorOf(1e-25f) == (Factor{1, 62}));
        QCOMPARE(requantised(INT32_MIN, {1, 62, 7}, 0), 7);
        QVERIFY(!factorOf(0x1p31f) && factorOf(0x1p30f));
    }
    // Chains grow with the registers of the host, several pixels and channels together, and give the same at
    // each of its levels: those of one after the other.
    void chainsAreTheSameAtEveryLevel() {
        std::mt19937 random(1);
        const auto number = [&] {
            return std::ldexp(static_cast<float>(static_cast<std::int32_t>(random())), -31);
        };
        for (std::uint64_t outputs = 1; outputs <= 40; outputs += 3)
            for (std::uint64_t channels = 1; channels <= 9; ++channels) {
                Layer layer;
                layer.kind = Kind::Conv;
                layer.weights = Tensor(DType::F32, {1, 1, channels, outputs});
                for (std::uint64_t i = 0; i < layer.weights.count(); ++i) layer.weights.set(i, number());
                const std::uint64_t pixels = 1 + random() % 9;
                Tensor x(DType::F32, {1, pixels, channels});
                for (std::uint64_t i = 0; i < x.count(); ++i) x.set(i, number());
                const Network network = oneLayer(layer, x.shape());
                std::vector<float> wanted;
                for (std::uint64_t pixel = 0; pixel < pixels; ++pixel)
                    for (std::uint64_t n = 0; n < outputs; ++n) {
                        float sum = 0;
                        for (std::uint64_t c = 0; c < channels; ++c)
                            sum = std::fma(x.at<float>(pixel * channels + c),
                                           layer.weights.at<float>(c * outputs + n), sum);
                        wanted.push_back(sum);
                    }
                for (const auto level :
                     {numeric::HostLevel::Portable, numeric::HostLevel::Avx2, numeric::HostLevel::Avx512}) {
                    numeric::limitHostLevel(level);
                    const Tensor got = outputOf(network, x, {});
                    for (std::uint64_t i = 0; i < wanted.size(); ++i) QCOMPARE(got.at<float>(i), wanted[i]);
                }
            }
        numeric::limitHostLevel(numeric::bestHostLevel());
    }
    // An average over more than a window holds: sums of blocks, row by row, then their sum, then one
    // division.
    void largePoolsSumBlocks() {
        Layer layer;
        layer.kind = Kind::AveragePool;
        layer.kernel = {2, 3};
        const Network network = oneLayer(layer, {2, 3, 1});
        const float a = 1e8f, b = 3, c = 1, d = -1e8f, e = 5, f = 0.5f;
        const Tensor x = floats({2, 3, 1}, {a, b, c, d, e, f});
        QCOMPARE(outputOf(network, x, {}).at<float>(0), (((((a + b) + c) + d) + e) + f) / 6);
        QCOMPARE(outputOf(network, x, {.poolWindow = 3}).at<float>(0), (((((a + b) + c) + d) + e) + f) / 6);
        QCOMPARE(outputOf(network, x, {.poolWindow = 2}).at<float>(0), ((((a + b) + d) + e) + (c + f)) / 6);
        // More blocks than a window holds are not cut.
        layer.kernel = {1, 5};
        const Tensor y = floats({1, 5, 1}, {a, b, c, d, e});
        QCOMPARE(outputOf(oneLayer(layer, {1, 5, 1}), y, {.poolWindow = 2}).at<float>(0),
                 ((((a + b) + c) + d) + e) / 5);
    }
    // Taps side by side share a chain as far as they fit.
    void foldedTapsShareAChain() {
        Layer layer;
        layer.kind = Kind::Conv;
        layer.kernel = {1, 3};
        layer.weights = floats({1, 3, 1, 1}, {0.1f, 0.3f, 0.7f});
        const Network network = oneLayer(layer, {1, 3, 1});
        const Tensor x = floats({1, 3, 1}, {0.1f, 0.3f, 0.7f});
        const float first = 0.1f * 0.1f, third = 0.7f * 0.7f;
        const float two = std::fma(0.3f, 0.3f, first), three = std::fma(0.7f, 0.7f, two);
        QCOMPARE(outputOf(network, x, {.blockChannels = 8, .fold = true}).at<float>(0), three);
        QCOMPARE(outputOf(network, x, {.blockChannels = 2, .fold = true}).at<float>(0), two + third);
        QCOMPARE(outputOf(network, x, {.blockChannels = 1, .fold = true}).at<float>(0),
                 first + 0.3f * 0.3f + third);
    }
};

int tst_reference(int argc, char** argv) { return lw::tests::run<TestReference>(argc, argv); }
#include "tst_reference.moc"
