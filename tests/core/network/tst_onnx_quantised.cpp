// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_import.h"
#include "core/network/quantisation.h"
#include "core/network/reference.h"
#include "tests/core/network/quantised_bytes.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>
#include <random>

// Quantised files: which of them are networks of int8, and that their codes are those of plain loops.
using namespace lw;
using namespace lw::network;
using namespace lw::test::onnx;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

std::vector<int> codesOf(const Tensor& tensor) {
    std::vector<int> out;
    for (std::uint64_t i = 0; i < tensor.count(); ++i) out.push_back(static_cast<int>(valueAt(tensor, i)));
    return out;
}

// The rules of quantised numbers, once more.
int limited(double x) { return static_cast<int>(std::min(127.0, std::max(-128.0, x))); }
int quantised(float x, float step, int zero) { return limited(std::nearbyint(double{x / step}) + zero); }
int requantised(std::int64_t sum, float factor, int zero) {
    return limited(std::nearbyint(static_cast<double>(sum) * double{factor}) + zero); // exact: 53 bits do
}

// Random numbers of one network.
struct Draw {
    std::mt19937 random{7};
    int below(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
    template <typename T> std::vector<T> numbers(std::size_t count, int low, int high) {
        std::vector<T> out(count);
        for (T& x : out) x = static_cast<T>(low + below(high - low + 1));
        return out;
    }
};

// x float32 -> QuantizeLinear -> [conv 3x3, relu] -> [global average] -> [gemm] -> DequantizeLinear, each
// layer between its DequantizeLinear and QuantizeLinear, as exporters write it.
struct Classifier {
    Draw draw;
    std::vector<float> x;
    std::vector<std::int8_t> w = draw.numbers<std::int8_t>(3 * 2 * 9, -128, 127);
    std::vector<std::int32_t> b = draw.numbers<std::int32_t>(3, -4000, 4000);
    std::vector<std::uint8_t> v = draw.numbers<std::uint8_t>(4 * 3, 1, 255); // counts from 128
    std::vector<float> c{0.5f, -0.25f, 0.1f, 3};
    std::vector<float> sw{0.011f, 0.003f, 0.02f};
    float sx = 0.07f, s1 = 0.13f, s2 = 0.021f, sv = 0.009f, s3 = 0.35f;
    int zx = 117, z1 = -128, z2 = 11, z3 = 200; // x and the result are uint8
    std::vector<std::int8_t> zw{0, 0, 0};       // of each channel
    int zv = 128;

    Classifier() {
        for (int i = 0; i < 2 * 5 * 4; ++i) x.push_back(static_cast<float>(draw.below(2000) - 900) / 100);
    }
    std::vector<std::string> constants() const {
        std::vector<float> sb;
        for (const float one : sw) sb.push_back(sx * one);
        return {scale("sx", {sx}),
                zeroOf("zx", zx, kUint8),
                scale("s1", {s1}),
                zeroOf("z1", z1, kInt8),
                scale("s2", {s2}),
                zeroOf("z2", z2, kInt8),
                scale("s3", {s3}),
                zeroOf("z3", z3, kUint8),
                scale("sv", {sv}),
                zeroOf("zv", zv, kUint8),
                scale("sw", sw),
                scale("sb", sb),
                tensorOf("zw", kInt8, {3}, raw(zw)),
                tensorOf("w", kInt8, {3, 2, 3, 3}, raw(w)),
                tensorOf("b", kInt32, {3}, raw(b)),
                tensorOf("v", kUint8, {4, 3}, raw(v)),
                tensorOf("c", kFloat, {4}, raw(c))};
    }
    std::string quantizedConv() const {
        return node("QLinearConv", {"xq", "sx", "zx", "w", "sw", "zw", "s1", "z1", "b"}, {"1q"}, pads());
    }
    static std::string pads() { return integers("pads", {1, 1, 1, 0}) + integers("strides", {2, 1}); }
    std::vector<std::string> begin() const { return {node("QuantizeLinear", {"x", "sx", "zx"}, {"xq"})}; }
    std::vector<std::string> conv() const {
        return {node("DequantizeLinear", {"xq", "sx", "zx"}, {"xd"}),
                node("DequantizeLinear", {"w", "sw", "zw"}, {"wd"}, integer("axis", 0)),
                node("DequantizeLinear", {"b", "sb"}, {"bd"}, integer("axis", 0)),
                node("Conv", {"xd", "wd", "bd"}, {"1s"}, pads()),
                node("Relu", {"1s"}, {"1r"}),
                node("QuantizeLinear", {"1r", "s1", "z1"}, {"1q"})};
    }
    std::vector<std::string> rest(const std::string& last = {}) const {
        std::vector<std::string> out{node("DequantizeLinear", {"1q", "s1", "z1"}, {"1d"}),
                                     node("GlobalAveragePool", {"1d"}, {"2s"}),
                                     node("QuantizeLinear", {"2s", "s2", "z2"}, {"2q"}),
                                     node("DequantizeLinear", {"2q", "s2", "z2"}, {"2d"}),
                                     node("Flatten", {"2d"}, {"2f"}),
                                     node("DequantizeLinear", {"v", "sv", "zv"}, {"vd"}),
                                     node("Gemm", {"2f", "vd", "c"}, {"3s"}, integer("transB", 1)),
                                     node("QuantizeLinear", {"3s", "s3", "z3"}, {"3q"}),
                                     node("DequantizeLinear", {"3q", "s3", "z3"}, {"y"})};
        if (!last.empty()) out.push_back(last);
        return out;
    }
    std::string model(std::vector<std::string> convolution, const std::string& last = {}) const {
        std::vector<std::string> nodes = begin();
        nodes.insert(nodes.end(), convolution.begin(), convolution.end());
        for (const std::string& one : rest(last)) nodes.push_back(one);
        return modelOf(nodes, constants(), input("x", {1, 2, 5, 4}), {last.empty() ? "y" : "z"});
    }
    Tensor image() const {
        Tensor out(DType::F32, {5, 4, 2});
        for (std::uint64_t i = 0; i < x.size(); ++i) out.set(i % 20 * 2 + i / 20, x[i]);
        return out;
    }

    // int8 codes, uint8 ones less 128.
    std::vector<int> codes() const {
        std::vector<int> q;
        for (const float one : x) q.push_back(quantised(one, sx, zx - 128));
        std::vector<int> sums(3); // of the codes after relu, 3 rows of 3 pixels
        for (int n = 0; n < 3; ++n)
            for (int row = 0; row < 3; ++row)
                for (int column = 0; column < 3; ++column) {
                    std::int64_t sum = b[static_cast<std::size_t>(n)];
                    for (int k = 0; k < 2 * 9; ++k) {
                        const int y = row * 2 - 1 + k % 9 / 3, at = column - 1 + k % 3;
                        if (y < 0 || y > 4 || at < 0 || at > 3) continue;
                        sum += (q[static_cast<std::size_t>(k / 9 * 20 + y * 4 + at)] - (zx - 128)) *
                               (w[static_cast<std::size_t>(n * 18 + k)] - zw[static_cast<std::size_t>(n)]);
                    }
                    sums[static_cast<std::size_t>(n)] +=
                        requantised(std::max<std::int64_t>(sum, 0), sx * sw[static_cast<std::size_t>(n)] / s1,
                                    z1) -
                        z1;
                }
        std::vector<int> out;
        for (std::size_t m = 0; m < 4; ++m) {
            std::int64_t sum = static_cast<std::int64_t>(std::nearbyint(double{c[m]} / (double{s2} * sv)));
            for (std::size_t n = 0; n < 3; ++n)
                sum += (requantised(sums[n], static_cast<float>(double{s1} / 9 / s2), z2) - z2) *
                       (v[m * 3 + n] - zv);
            out.push_back(requantised(sum, s2 * sv / s3, z3 - 128));
        }
        return out;
    }
};

// Two values of one input in other scales, that are put together and quantised once more.
std::string twoScales(const std::string& together, const std::vector<float>& scales) {
    return modelOf({node("QuantizeLinear", {"x", "sx", "zx"}, {"xq"}),
                    node("DequantizeLinear", {"xq", "sx", "zx"}, {"xd"}), node("Relu", {"xd"}, {"r"}),
                    node("QuantizeLinear", {"r", "sr", "zr"}, {"rq"}),
                    node("DequantizeLinear", {"rq", "sr", "zr"}, {"rd"}), together,
                    node("QuantizeLinear", {"t", "st", "zt"}, {"tq"}),
                    node("DequantizeLinear", {"tq", "st", "zt"}, {"y"})},
                   {scale("sx", {scales[0]}), zeroOf("zx", -7, kInt8), scale("sr", {scales[1]}),
                    zeroOf("zr", 5, kInt8), scale("st", {scales[2]}), zeroOf("zt", 9, kInt8)},
                   input("x", {1, 200}), {"y"});
}

} // namespace

class TestOnnxQuantised : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void layersBetweenTheirQuantisers() {
        const Classifier made;
        const auto network = imported(made.model(made.conv()));
        QVERIFY2(network, qPrintable(reason(network)));
        QVERIFY2(network->precision == Precision::I8, qPrintable(reason(network)));
        QVERIFY(network->warnings.empty());
        QCOMPARE(network->layers.size(), std::size_t{4});
        const Layer& conv = network->layers[0];
        QCOMPARE(conv.name, std::string("1s"));
        QVERIFY(conv.activation == Activation::Relu && conv.requant && conv.requant->factors.size() == 3);
        QCOMPARE(network->input.step, std::optional(made.sx));
        QCOMPARE(network->input.zero, made.zx - 128);
        QCOMPARE(stepOf(*network, network->outputs[0]), std::optional(made.s3));
        const Tensor out = computed(*network, made.image());
        QCOMPARE(codesOf(out), made.codes());
        const std::vector<int> codes = made.codes();
        QVERIFY(*std::ranges::min_element(codes) > -128 && *std::ranges::max_element(codes) < 127);
        const Tensor numbers = numbersOf(out, made.s3, made.z3 - 128);
        QCOMPARE(numbers.at<float>(1), static_cast<float>(codes[1] - (made.z3 - 128)) * made.s3);
    }
    // One node that says the same; its Relu is in the code for 0, which is the lowest.
    void quantisedOperators() {
        const Classifier made;
        const auto network = imported(made.model({made.quantizedConv()}));
        QVERIFY2(network && network->precision == Precision::I8, qPrintable(reason(network)));
        QCOMPARE(network->layers.size(), std::size_t{4});
        QCOMPARE(network->layers[0].name, std::string("1q"));
        QCOMPARE(codesOf(computed(*network, made.image())), made.codes());
    }
    // Weights that are quantised in the file, as training with quantisation leaves them.
    void weightsOfTraining() {
        Classifier made;
        std::vector<float> real;
        for (std::size_t i = 0; i < made.w.size(); ++i)
            real.push_back((static_cast<float>(made.w[i]) + 0.3f) * made.sw[i / 18]);
        std::vector<std::string> conv = made.conv();
        conv[1] = node("QuantizeLinear", {"real", "sw", "zw"}, {"wq"}, integer("axis", 0)) +
                  node("DequantizeLinear", {"wq", "sw", "zw"}, {"wd"}, integer("axis", 0));
        std::vector<std::string> nodes = made.begin(), constants = made.constants();
        nodes.insert(nodes.end(), conv.begin(), conv.end());
        for (const std::string& one : made.rest()) nodes.push_back(one);
        constants.push_back(tensorOf("real", kFloat, {3, 2, 3, 3}, raw(real)));
        const auto network = imported(modelOf(nodes, constants, input("x", {1, 2, 5, 4}), {"y"}));
        QVERIFY2(network && network->precision == Precision::I8, qPrintable(reason(network)));
        QCOMPARE(codesOf(computed(*network, made.image())), made.codes());
    }
    // Zero points of weights that leave int8: what is read occurs twice, and three times for 255.
    void wideWeights() {
        for (const int zv : {0, 100, 255}) {
            Classifier made;
            made.zw = {5, -128, 127};
            made.zv = zv;
            made.v[0] = 255, made.v[1] = 0;
            made.s1 = 0.4f, made.s2 = 0.06f, made.s3 = 0.9f;
            const auto network = imported(made.model({made.quantizedConv()}));
            QVERIFY2(network && network->precision == Precision::I8, qPrintable(reason(network)));
            QCOMPARE(network->layers[0].kind, Kind::Take);
            QCOMPARE(network->layers[1].weights.shape(), (Shape{3, 3, 4, 3}));
            QCOMPARE(network->layers.back().weights.shape(), (Shape{zv == 0 ? 9u : 6u, 4}));
            QCOMPARE(codesOf(computed(*network, made.image())), made.codes());
            const std::vector<int> codes = made.codes();
            QVERIFY(std::ranges::count_if(codes, [](int code) { return std::abs(code) < 127; }) > 1);
        }
    }
    // The channels of each group stand side by side.
    void wideWeightsOfGroups() {
        const std::vector<std::uint8_t> w{255, 0,  7,  131,
                                          200, 13, 99, 1}; // [outputs 4][channels of a group 2]
        const auto network =
            imported(modelOf({node("ConvInteger", {"x", "w", "zx", "zw"}, {"y"}, integer("group", 2))},
                             {tensorOf("w", kUint8, {4, 2, 1, 1}, raw(w)), zeroOf("zx", 200, kUint8),
                              zeroOf("zw", 40, kUint8)},
                             input("x", {1, 4, 1, 2}, kUint8), {"y"}));
        QVERIFY2(network, qPrintable(reason(network)));
        const std::vector<std::uint8_t> x{3, 255, 180, 0, 77, 210, 9, 100}; // [columns 2][channels 4]
        std::vector<int> wanted;
        for (std::size_t column = 0; column < 2; ++column)
            for (std::size_t n = 0; n < 4; ++n) {
                int sum = 0;
                for (std::size_t c = 0; c < 2; ++c)
                    sum += (x[column * 4 + n / 2 * 2 + c] - 200) * (w[n * 2 + c] - 40);
                wanted.push_back(sum);
            }
        QCOMPARE(codesOf(computed(*network, Tensor::of<std::uint8_t>(DType::U8, {1, 2, 4}, x))), wanted);
    }
    // Weights that are transposed after they were scaled.
    void turnedWeights() {
        const Classifier made;
        std::vector<std::string> nodes = made.begin(), rest = made.rest();
        for (const std::string& one : made.conv()) nodes.push_back(one);
        rest[6] = node("Transpose", {"vd"}, {"vt"}) + node("Gemm", {"2f", "vt", "c"}, {"3s"});
        nodes.insert(nodes.end(), rest.begin(), rest.end());
        const auto network = imported(modelOf(nodes, made.constants(), input("x", {1, 2, 5, 4}), {"y"}));
        QVERIFY2(network && network->precision == Precision::I8, qPrintable(reason(network)));
        QCOMPARE(codesOf(computed(*network, made.image())), made.codes());
    }
    void inputsOfCodes() {
        const Classifier made;
        std::vector<std::string> nodes = made.conv();
        for (const std::string& one : made.rest()) nodes.push_back(one);
        const auto network =
            imported(modelOf(nodes, made.constants(), input("xq", {1, 2, 5, 4}, kUint8), {"y"}));
        QVERIFY2(network && network->precision == Precision::I8, qPrintable(reason(network)));
        Tensor bytes(DType::U8, {5, 4, 2});
        for (std::uint64_t i = 0; i < bytes.count(); ++i)
            bytes.set(i, static_cast<std::uint8_t>(
                             quantised(made.image().at<float>(i), made.sx, made.zx - 128) + 128));
        QCOMPARE(codesOf(computed(*network, bytes)), made.codes());
        QCOMPARE(codesOf(computed(*network, made.image())), made.codes()); // numbers are quantised
    }

    // The nearest code to the sum of what both stand for, unless that is as near to two of them.
    void valuesOfTwoScales() {
        Draw draw;
        for (const std::vector<float>& s :
             {std::vector{0.05f, 0.031f, 0.06f}, {0.05f, 0.05f, 0.02f}, {3.0f, 0.001f, 2.5f}}) {
            const auto network = imported(twoScales(node("Add", {"xd", "rd"}, {"t"}), s));
            QVERIFY2(network && network->precision == Precision::I8, qPrintable(reason(network)));
            Tensor x(DType::I8, {200});
            for (std::uint64_t i = 0; i < 200; ++i) x.set(i, static_cast<std::int8_t>(draw.below(256) - 128));
            const std::vector<int> got = codesOf(computed(*network, x));
            int between = 0;
            for (std::size_t i = 0; i < 200; ++i) {
                const int a = x.at<std::int8_t>(i) + 7, b = requantised(std::max(a, 0), s[0] / s[1], 5) - 5;
                const double sum = (a * double{s[0]} + b * double{s[1]}) / double{s[2]};
                if (s[0] == s[1])
                    QCOMPARE(got[i], requantised(a + b, s[0] / s[2], 9));
                else if (std::abs(sum - std::floor(sum) - 0.5) < 1e-4)
                    ++between;
                else
                    QCOMPARE(got[i], limited(std::nearbyint(sum) + 9));
            }
            QVERIFY(between < 20);
        }
    }
    void concatOfTwoScales() {
        const std::vector<float> s{0.05f, 0.031f, 0.04f};
        const auto network = imported(twoScales(node("Concat", {"xd", "rd"}, {"t"}, integer("axis", 1)), s));
        QVERIFY2(network && network->precision == Precision::I8, qPrintable(reason(network)));
        Tensor x(DType::I8, {200});
        Draw draw;
        for (std::uint64_t i = 0; i < 200; ++i) x.set(i, static_cast<std::int8_t>(draw.below(256) - 128));
        const std::vector<int> got = codesOf(computed(*network, x));
        for (std::size_t i = 0; i < 200; ++i) {
            const int a = x.at<std::int8_t>(i) + 7, b = requantised(std::max(a, 0), s[0] / s[1], 5) - 5;
            QCOMPARE(got[i], requantised(a, s[0] / s[2], 9));
            QCOMPARE(got[200 + i], requantised(b, s[1] / s[2], 9));
        }
    }

    // ReLU6, whose bounds are where codes end, or one of them is a relu.
    void bounds() {
        const std::string six = tensorOf("six", kFloat, {}, raw(std::vector<float>{6})),
                          none = tensorOf("none", kFloat, {}, raw(std::vector<float>{0}));
        for (const int z1 : {-128, -100}) {
            Classifier made;
            made.z1 = z1;
            made.s1 = 6.0f / static_cast<float>(127 - z1);
            std::vector<std::string> conv = made.conv(), nodes = made.begin(), constants = made.constants();
            conv[4] = node("Clip", {"1s", "none", "six"}, {"1r"});
            nodes.insert(nodes.end(), conv.begin(), conv.end());
            for (const std::string& one : made.rest()) nodes.push_back(one);
            constants.insert(constants.end(), {six, none});
            const auto network = imported(modelOf(nodes, constants, input("x", {1, 2, 5, 4}), {"y"}));
            QVERIFY2(network && network->precision == Precision::I8, qPrintable(reason(network)));
            QCOMPARE(network->layers.size(), std::size_t{4});
            QCOMPARE(network->layers[0].activation, z1 == -128 ? Activation::None : Activation::Relu);
            QCOMPARE(codesOf(computed(*network, made.image())), made.codes());
        }
    }

    // Codes compare as their numbers do, whether or not these are made of them.
    void theLargestCode() {
        const Classifier made;
        for (const char* const read : {"3q", "y"}) {
            const std::string last = node("ArgMax", {read}, {"z"}, integer("axis", 1));
            const auto network = imported(made.model(made.conv(), last));
            QVERIFY2(network && network->precision == Precision::I8, qPrintable(reason(network)));
            const std::vector<int> codes = made.codes();
            const Tensor largest = computed(*network, made.image());
            QCOMPARE(largest.dtype(), DType::I32);
            QCOMPARE(largest.at<std::int32_t>(0), std::ranges::max_element(codes) - codes.begin());
        }
    }
    // Softmax has no integers: all is float32, each step rounded as the file says it.
    void notOfInt8() {
        const Classifier made;
        for (const bool isOneNode : {false, true}) {
            const auto network = imported(made.model(
                isOneNode ? std::vector{made.quantizedConv()} : made.conv(), node("Softmax", {"y"}, {"z"})));
            QVERIFY2(network, qPrintable(reason(network)));
            QCOMPARE(network->precision, Precision::F32);
            QCOMPARE(network->warnings.size(), std::size_t{1});
            QCOMPARE(network->warnings[0].message->code, std::string_view("W594"));
            QVERIFY2(reason(network).contains("softmax"), qPrintable(reason(network)));
            QVERIFY(network->warnings[0].notes.size() == 2);
            QVERIFY(textOf(*network->warnings[0].notes[1].message, network->warnings[0].notes[1].arguments)
                        .find("--until \"y\"") != std::string::npos);
            const std::vector<int> codes = made.codes();
            std::vector<double> wanted;
            double sum = 0;
            for (const int code : codes) {
                wanted.push_back(std::exp((code - (made.z3 - 128)) * double{made.s3}));
                sum += wanted.back();
            }
            const Tensor got = computed(*network, made.image());
            for (std::size_t i = 0; i < wanted.size(); ++i)
                QVERIFY(std::abs(got.at<float>(i) - wanted[i] / sum) < 1e-5);
        }
    }
};

int tst_onnx_quantised(int argc, char** argv) { return lw::tests::run<TestOnnxQuantised>(argc, argv); }
#include "tst_onnx_quantised.moc"
