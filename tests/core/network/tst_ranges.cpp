// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/input_range.h"
#include "core/network/kinds.h"
#include "core/network/messages.h"
#include "core/network/ranges.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "tests/core/network/random_layer.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace lw;
using namespace lw::network;
using tensor::DType;
using tensor::Tensor;

namespace {

Tensor floats(tensor::Shape shape, const std::vector<float>& values) {
    return Tensor::of<float>(DType::F32, std::move(shape), values);
}

// A network of layers that read one another in a row.
Network chain(tensor::Shape shape, std::optional<std::pair<double, double>> range,
              std::vector<Layer> layers) {
    Network out;
    out.input.shape = std::move(shape);
    out.input.range = range;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        layers[i].name = "l" + std::to_string(i);
        layers[i].inputs = {i};
    }
    out.layers = std::move(layers);
    out.outputs = {out.layers.size()};
    LW_REQUIRE(bool(inferShapes(out)), "a network of the tests is wrong");
    return out;
}
Layer conv(std::vector<float> weights, std::vector<float> bias) {
    Layer layer;
    layer.kind = Kind::Conv;
    layer.weights = floats({1, 1, weights.size() / bias.size(), bias.size()}, weights);
    layer.bias = floats({bias.size()}, bias);
    return layer;
}
Layer plain(Kind kind) {
    Layer layer;
    layer.kind = kind;
    return layer;
}

} // namespace

class TestRanges : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // What no proof could do without: of numbers of one sign a sum has that sign, exactly.
    void signsAreExact() {
        const auto ranges = rangesOf(chain({4, 4, 2}, std::pair{0.0, 255.0}, {conv({1, -1, 2, -3}, {0, 0})}));
        QCOMPARE(ranges[1].channels[0].low, 0.0);
        QCOMPARE(ranges[1].channels[1].high, 0.0);
        QVERIFY(ranges[1].channels[0].high >= 765 && ranges[1].channels[0].high < 766);
        QVERIFY(ranges[1].channels[1].low <= -1020 && ranges[1].channels[1].low > -1021);
        QVERIFY(!ranges[1].all.mayBeNan);
        QCOMPARE(ranges[1].sums, ranges[1].channels);
    }
    // Also a mean of numbers without bounds, which may be infinite, and NaN.
    void meansKeepTheirSign() {
        Layer pool = plain(Kind::AveragePool), negative = plain(Kind::Clip);
        pool.kernel = {2, 2};
        negative.high = 0;
        for (const bool countsPadding : {false, true}) {
            pool.countIncludePad = countsPadding;
            const auto above = rangesOf(chain({4, 4, 2}, {}, {plain(Kind::Relu), pool}));
            QCOMPARE(above[2].all.low, 0.0);
            QVERIFY(std::isinf(above[2].all.high) && above[2].all.mayBeNan == above[1].all.mayBeNan);
            const auto below = rangesOf(chain({4, 4, 2}, std::pair{-1e38, 1e38}, {negative, pool}));
            QCOMPARE(below[2].all.high, 0.0);
            QVERIFY(std::isinf(below[2].all.low) && !below[2].all.mayBeNan); // four of them overflow
            const auto both = rangesOf(chain({4, 4, 2}, {}, {pool}));
            QVERIFY(std::isinf(both[1].all.low) && std::isinf(both[1].all.high));
        }
    }
    void activations() {
        for (const bool asLayer : {false, true}) {
            Layer layer = conv({1, 1}, {-5});
            if (!asLayer) layer.activation = Activation::Relu;
            std::vector<Layer> layers{layer};
            if (asLayer) layers.push_back(plain(Kind::Relu));
            const auto ranges = rangesOf(chain({2, 2, 2}, std::pair{-1.0, 1.0}, layers));
            QVERIFY(ranges[1].sums[0].low <= -7);
            QCOMPARE(ranges.back().all.low, 0.0);
            QCOMPARE(ranges.back().all.high, 0.0); // -5 + 2 and its rounding errors stay below
        }
        const auto sigmoid = rangesOf(chain({2, 2, 1}, std::pair{-1.0, 1.0}, {plain(Kind::Sigmoid)}));
        QCOMPARE(sigmoid[1].all, (Range{0, 1, false, false}));
        const auto tangent = rangesOf(chain({2, 2, 1}, std::nullopt, {plain(Kind::Tanh)}));
        QCOMPARE(tangent[1].all, (Range{-1, 1, true, false}));
    }
    void clipped() {
        Layer clip = plain(Kind::Clip);
        clip.low = 0, clip.high = 6;
        QCOMPARE(rangesOf(chain({2, 2, 1}, std::pair{-1.0, 3.0}, {clip}))[1].all,
                 (Range{0, 3, false, false}));
        QCOMPARE(rangesOf(chain({2, 2, 1}, std::pair{7.0, 9.0}, {clip}))[1].all, (Range{6, 6, false, false}));
        QCOMPARE(rangesOf(chain({2, 2, 1}, std::nullopt, {clip}))[1].all, (Range{0, 6, true, false}));
        clip.low = 7;
        QCOMPARE(rangesOf(chain({2, 2, 1}, std::pair{-1.0, 9.0}, {clip}))[1].all,
                 (Range{6, 6, false, false}));
        clip.low = -kNoBound;
        QCOMPARE(rangesOf(chain({2, 2, 1}, std::pair{-1.0, 9.0}, {clip}))[1].all,
                 (Range{-1, 6, false, false}));
    }
    void exponentialsAndLogarithms() {
        const auto rangeOf = [](Kind kind, double low, double high) {
            return rangesOf(chain({2, 2, 1}, std::pair{low, high}, {plain(kind)}))[1].all;
        };
        const Range power = rangeOf(Kind::Exp, 0, 1);
        QVERIFY(power.low <= 1 && power.low > 0.999999 && !power.mayBeNan);
        QVERIFY(power.high >= double{2.718281828f} && power.high < 2.718283);
        QCOMPARE(rangeOf(Kind::Exp, -1000, 1000), (Range{0, INFINITY, false, false}));
        QCOMPARE(rangeOf(Kind::Exp, 800, 900), (Range{INFINITY, INFINITY, false, false}));
        const Range logarithm = rangeOf(Kind::Log, 1, 2);
        QVERIFY(logarithm.low == 0 && !logarithm.mayBeNan);
        QVERIFY(logarithm.high >= double{0.693147181f} && logarithm.high < 0.693148);
        QCOMPARE(rangeOf(Kind::Log, 0, 1), (Range{-INFINITY, 0, false, false}));
        QCOMPARE(rangeOf(Kind::Log, -2, -1), (Range{-INFINITY, -INFINITY, true, false}));
    }
    // Each channel keeps its bounds; along rows and columns a channel is that of either value.
    void together() {
        Layer clip = plain(Kind::Clip), both = plain(Kind::Concat);
        clip.low = 2, clip.high = 3;
        Network network = chain({2, 2, 1}, std::pair{-1.0, 7.0}, {clip, both});
        network.layers[1].inputs = {1, 0};
        QVERIFY(inferShapes(network));
        const auto channels = rangesOf(network)[2].channels;
        QCOMPARE(channels.size(), std::size_t{2});
        QCOMPARE(channels[0], (Range{2, 3, false, false}));
        QCOMPARE(channels[1], (Range{-1, 7, false, false}));
        network.layers[1].axis = 0;
        QVERIFY(inferShapes(network));
        QCOMPARE(rangesOf(network)[2].all, (Range{-1, 7, false, false}));
        QCOMPARE(rangesOf(network)[2].channels.size(), std::size_t{1});
    }
    // What the reference makes of numbers in a range lies in the range that is told of it.
    void everyKindStaysInside() {
        std::mt19937 random(7);
        std::uniform_real_distribution<float> numbers(-2, 3);
        for (const Kind kind :
             {Kind::LeakyRelu, Kind::PRelu, Kind::Elu, Kind::Exp, Kind::Log, Kind::Mul, Kind::Add, Kind::Div,
              Kind::Lrn, Kind::Softmax, Kind::LogSoftmax, Kind::ArgMax, Kind::Reshape, Kind::Transpose,
              Kind::Take, Kind::Resample, Kind::Select})
            for (int round = 0; round < 50; ++round) {
                Layer constant = plain(Kind::Constant), layer = plain(kind);
                constant.name = "c", layer.name = "y";
                constant.weights = floats({1, 1, 3}, {numbers(random), numbers(random), 0});
                layer.alpha = std::abs(numbers(random)), layer.beta = 0.75f, layer.k = 1.5f, layer.size = 2;
                layer.weights = floats({3}, {numbers(random), numbers(random), 1});
                layer.newShape = {2, 2, 6};
                layer.order = {1, 0, 2};
                layer.indices = {2, kFill, 0, 1};
                if (kind == Kind::Resample) {
                    layer.axis = round % 3;
                    layer.indices = {1, 0, 1, 1, 0, 0};
                    layer.weights = floats({3, 2}, {numbers(random), -1, 0.25f, 0.75f, 0, numbers(random)});
                }
                layer.fill = 5;
                layer.inputs = {kInput};
                if (kind == Kind::Select) {
                    constant.weights = Tensor(DType::F32, {2, 4, 1});
                    for (std::uint64_t i = 0; i < 8; i += 2) constant.weights.set(i, numbers(random));
                    layer.inputs.push_back(1);
                }
                if (kind == Kind::Mul || kind == Kind::Add || kind == Kind::Div) layer.inputs.push_back(1);
                Network network;
                network.input.shape = {2, 4, 3};
                network.input.range = std::pair{-2.0, 3.0};
                network.layers = {constant, layer};
                network.outputs = {2};
                LW_REQUIRE(bool(inferShapes(network)), "a network of the tests is wrong");
                Tensor x(DType::F32, {2, 4, 3});
                for (std::uint64_t i = 0; i < x.count(); ++i) x.set(i, numbers(random));
                const Tensor out = computeAll(network, x, {})[2];
                const auto channels = rangesOf(network)[2].channels;
                for (std::uint64_t i = 0; i < out.count(); ++i) {
                    const double y = out.at<float>(i);
                    const Range& range = channels[i % channels.size()];
                    QVERIFY2(std::isnan(y) ? range.mayBeNan : y >= range.low && y <= range.high,
                             std::string(nameOf(kind)).c_str());
                }
            }
    }
    void nothingIsKnown() {
        const auto ranges = rangesOf(chain({2, 2, 1}, std::nullopt, {conv({1}, {0}), plain(Kind::Relu)}));
        QCOMPARE(ranges[0].all, (Range{-INFINITY, INFINITY, true, false}));
        QCOMPARE(ranges[1].all, ranges[0].all);
        QCOMPARE(ranges[2].all, (Range{0, INFINITY, true, false}));
    }
    void overflow() {
        const auto ranges = rangesOf(chain({2, 2, 1}, std::pair{0.0, 1e30}, {conv({1e10f}, {0})}));
        QVERIFY(std::isinf(ranges[1].all.high) && ranges[1].all.mayBeNan);
        const auto weights = rangesOf(chain({2, 2, 1}, std::pair{0.0, 1.0}, {conv({INFINITY}, {0})}));
        QVERIFY(weights[1].all.mayBeNan);
    }
    void int8() {
        Network network;
        network.precision = Precision::I8;
        network.input.shape = {1, 1, 1};
        network.input.zero = -128;
        Layer layer;
        layer.name = "y";
        layer.kind = Kind::Conv;
        layer.inputs = {kInput};
        layer.weights = Tensor::of<std::int8_t>(DType::I8, {1, 1, 1, 2}, std::vector<std::int8_t>{2, -1});
        network.layers = {layer};
        network.outputs = {1};
        QVERIFY(inferShapes(network));
        QCOMPARE(rangesOf(network)[1].channels[0], (Range{0, 510, false, false}));
        QCOMPARE(rangesOf(network)[1].channels[1], (Range{-255, 0, false, false}));
        network.layers[0].requant = Requant{1, 1, 3};
        QVERIFY(inferShapes(network));
        QCOMPARE(rangesOf(network)[1].channels[0], (Range{0, 124, false, false}));  // codes 3 to 127
        QCOMPARE(rangesOf(network)[1].channels[1], (Range{-128, 0, false, false})); // -127.5 to even
        network.layers[0].bias =
            Tensor::of<std::int32_t>(DType::I32, {2}, std::vector<std::int32_t>{INT32_MAX, 0});
        network.layers[0].requant.reset();
        QVERIFY(inferShapes(network));
        QCOMPARE(rangesOf(network)[1].channels[0], (Range{INT32_MIN, INT32_MAX, false, true}));
        QVERIFY(!rangesOf(network)[1].channels[1].mayWrap);
    }

    // No value of a random network of random numbers lies outside, in any block size, float32 and int8.
    void nothingLiesOutside() {
        for (std::uint32_t seed = 0; seed < 600; ++seed) {
            const bool isInt8 = seed % 3 == 0;
            test::RandomLayer made(seed, isInt8 ? Precision::I8 : Precision::F32);
            std::mt19937 random(seed);
            if (!isInt8) {
                made.network.input.range = {-1, 2};
                std::uniform_real_distribution<float> number(-1, 2);
                for (std::uint64_t i = 0; i < made.x.count(); ++i)
                    made.x.set(i, std::clamp(number(random), -1.0f, 2.0f));
                Tensor& weights = made.network.layers[0].weights;
                for (std::uint64_t i = 0; i < weights.count(); ++i) weights.set(i, number(random) * 1e-3f);
            }
            addLayers(made.network, random);
            const auto ranges = rangesOf(made.network);
            const auto input = asInput(made.network, made.x, Arithmetic::F32);
            QVERIFY(input);
            const auto values = computeAll(made.network, *input, {.blockChannels = seed % 4});
            for (ValueId id = 0; id < values.size(); ++id)
                for (std::uint64_t i = 0; i < values[id].count(); ++i) {
                    const Range& range = ranges[id].channels[i % ranges[id].channels.size()];
                    const double x = valueAt(values[id], i) - zeroOf(made.network, id);
                    QVERIFY2(x >= range.low && x <= range.high,
                             qPrintable(QString("seed %1 value %2: %3").arg(seed).arg(id).arg(x)));
                    QVERIFY(range.low >= ranges[id].all.low && range.high <= ranges[id].all.high);
                }
        }
    }

    void stated_data() {
        QTest::addColumn<bool>("integers");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wrong"); // words of the message; empty: it is a range
        QTest::newRow("bytes") << false << "0,255"
                               << "";
        QTest::newRow("blanks") << false << " -1.5 , 1e3 "
                                << "";
        QTest::newRow("one value") << false << "2,2"
                                   << "";
        QTest::newRow("codes") << true << "-128,127"
                               << "";
        QTest::newRow("nothing") << false << ""
                                 << "a comma";
        QTest::newRow("one number") << false << "3"
                                    << "a comma";
        QTest::newRow("half") << false << "3,"
                              << "a comma";
        QTest::newRow("three numbers") << false << "1,2,3"
                                       << "a comma";
        QTest::newRow("words") << false << "low,high"
                               << "a comma";
        QTest::newRow("turned round") << false << "1,0"
                                      << "stands first";
        QTest::newRow("NaN") << false << "nan,1"
                             << "finite";
        QTest::newRow("infinity") << false << "0,inf"
                                  << "finite";
        QTest::newRow("beyond float32") << false << "0,1e39"
                                        << "finite";
        QTest::newRow("half a code") << true << "0,0.5"
                                     << "whole numbers";
        QTest::newRow("no code") << true << "0,128"
                                 << "whole numbers";
        QTest::newRow("turned round codes") << true << "3,-3"
                                            << "stands first";
    }
    void stated() {
        QFETCH(bool, integers);
        QFETCH(QString, text);
        QFETCH(QString, wrong);
        Network network;
        if (integers) network.precision = Precision::I8;
        network.input.shape = {2, 2, 1};
        network.input.range = {7, 7};
        const auto set = setRange(network, text.toStdString());
        if (wrong.isEmpty()) {
            QVERIFY(bool(set));
            const QStringList bounds = text.split(',');
            QCOMPARE(network.input.range, std::optional(std::pair(bounds[0].trimmed().toDouble(),
                                                                  bounds[1].trimmed().toDouble())));
        } else {
            QVERIFY(!set);
            QCOMPARE(set.problem().message, &messages::kNoRange);
            QVERIFY2(textOf(set.problem()).find(wrong.toStdString()) != std::string::npos,
                     textOf(set.problem()).c_str());
            QCOMPARE(network.input.range, std::optional(std::pair(7.0, 7.0)));
        }
    }
    void inputsOutside() {
        Network network;
        network.input.shape = {2, 2, 1};
        Tensor x(DType::F32, {2, 2, 1});
        x.set(3, std::numeric_limits<float>::quiet_NaN());
        QVERIFY(bool(checkInRange(network, x))); // none is stated
        network.input.range = {-1, 1};
        const auto nan = checkInRange(network, x);
        QVERIFY(!nan && textOf(nan.problem()).find("[1, 1, 0] of the input is nan") != std::string::npos);
        x.set(3, -1.0f);
        x.set(0, 1.0f);
        QVERIFY(bool(checkInRange(network, x)));
        x.set(1, std::nextafter(1.0f, 2.0f));
        const auto above = checkInRange(network, x);
        QVERIFY(!above && above.problem().message == &messages::kOutsideRange);
    }
    // 0.1f is above 0.1, and -0.3f below -0.3; the float32 numbers beyond them are outside.
    void boundsBetweenFloats() {
        Network network;
        network.input.shape = {1, 2, 1};
        network.input.range = {-0.3, 0.1};
        Tensor x(DType::F32, {1, 2, 1});
        x.set(0, -0.3f);
        x.set(1, 0.1f);
        QVERIFY(bool(checkInRange(network, x)));
        x.set(1, std::nextafter(0.1f, 1.0f));
        QVERIFY(!checkInRange(network, x));
        x.set(1, 0.1f);
        x.set(0, std::nextafter(-0.3f, -1.0f));
        QVERIFY(!checkInRange(network, x));
        const auto [low, high] = boundsOf(Precision::F32, {0.1, 0.1}); // of a single number, the two about it
        QCOMPARE(float(low), std::nextafter(0.1f, 0.0f));
        QCOMPARE(float(high), 0.1f);
        QCOMPARE(boundsOf(Precision::F32, {-2, 0.5}), std::pair(-2.0, 0.5));
    }

  private:
    // Pools, sums and norms after the convolution.
    static void addLayers(Network& network, std::mt19937& random) {
        const auto add = [&](Layer layer, std::vector<ValueId> inputs) {
            layer.name = "l" + std::to_string(network.layers.size());
            layer.inputs = std::move(inputs);
            LW_REQUIRE(bool(inferShape(network, layer)), "a layer of the test is wrong");
            network.layers.push_back(std::move(layer));
            return network.layers.size();
        };
        if (network.precision == Precision::I8 && random() % 2 == 0) {
            network.layers[0].requant = Requant{3, 12, 11};
            LW_REQUIRE(bool(inferShapes(network)), "the random layer is wrong");
        }
        Layer pool = plain(random() % 2 == 0 ? Kind::MaxPool : Kind::AveragePool);
        pool.kernel = {2, 2};
        pool.pad = {1, 1, 1, 1};
        pool.countIncludePad = pool.kind == Kind::AveragePool && random() % 2 == 0;
        ValueId last = add(pool, {1});
        if (network.precision == Precision::F32) {
            Layer norm = plain(Kind::BatchNorm);
            const tensor::Shape channels{shapeOf(network, last).back()};
            for (Tensor Layer::*one : {&Layer::scale, &Layer::shift, &Layer::mean, &Layer::variance}) {
                norm.*one = Tensor(DType::F32, channels);
                for (std::uint64_t i = 0; i < channels[0]; ++i)
                    (norm.*one).set(i, (one == &Layer::variance ? 0.5f : -2.0f) +
                                           static_cast<float>(random() % 5));
            }
            last = add(norm, {last});
        }
        last = add(plain(Kind::Add), {last, last});
        last = add(plain(Kind::Flatten), {add(plain(Kind::Relu), {last})});
        network.outputs = {last};
    }
};

int tst_ranges(int argc, char** argv) { return lw::tests::run<TestRanges>(argc, argv); }
#include "tst_ranges.moc"
