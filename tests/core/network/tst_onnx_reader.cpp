// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_import.h"
#include "core/network/reference.h"
#include "tests/core/network/onnx_bytes.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>

// ONNX files written by hand: what a file may say, and what happens to files that say it wrongly.
using namespace lw;
using namespace lw::network;
using namespace lw::test::onnx;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

Tensor floats(Shape shape, const std::vector<float>& values) {
    return Tensor::of<float>(DType::F32, std::move(shape), values);
}
std::string bytesText(const Tensor& tensor) {
    std::string out;
    for (const std::byte byte : tensor.bytes()) out += static_cast<char>(byte);
    return out;
}
Result<Network> imported(const std::string& model) {
    return importOnnx(std::as_bytes(std::span(model)), "model");
}
Result<network::onnx::NamedTensor> read(const std::string& bytes) {
    return network::onnx::parseTensor(std::as_bytes(std::span(bytes)), "t");
}
QString said(const Problem& problem) { return QString::fromStdString(textOf(problem)); }

// A model of a convolution, with a strange geometry.
std::string goodModel() {
    const std::string w = tensorOf("w", 1, {3, 2, 2, 2}, std::string(96, 1));
    return modelOf(
        {node("Conv", {"x", "w"}, {"c"}, integers("strides", {2, 2}) + integers("pads", {1, 0, 1, 1})),
         node("Relu", {"c"}, {"y"})},
        {w}, input("x", {1, 2, 5, 6}), {"y"});
}

} // namespace

class TestOnnxReader : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Bounds that are not given are the largest numbers, as the standard says; old files have attributes.
    void boundsOfClip() {
        constexpr float kMost = std::numeric_limits<float>::max();
        const auto clipOf = [](const std::string& node, std::uint64_t operatorSet) {
            const auto network = imported(modelOf({node},
                                                  {tensorOf("six", 1, {}, bytesText(floats({}, {6}))),
                                                   tensorOf("nan", 1, {}, bytesText(floats({}, {NAN})))},
                                                  input("x", {1, 3}), {"y"}, operatorSet));
            return network ? std::pair(network->layers[0].low, network->layers[0].high) : std::pair(0.f, 0.f);
        };
        QCOMPARE(clipOf(node("Clip", {"x", "", "six"}, {"y"}), 13), std::pair(-kMost, 6.f));
        QCOMPARE(clipOf(node("Clip", {"x", "six"}, {"y"}), 11), std::pair(6.f, kMost));
        QCOMPARE(clipOf(node("Clip", {"x"}, {"y"}, real("min", -1.5f) + real("max", 6)), 6),
                 std::pair(-1.5f, 6.f));
        QCOMPARE(clipOf(node("Clip", {"x", "six"}, {"y"}), 6), std::pair(0.f, 0.f)); // refused
        QCOMPARE(clipOf(node("Clip", {"x", "nan"}, {"y"}), 13), std::pair(0.f, 0.f));
    }

    // After a flattened image the weights follow this program's order; a constant summand does too.
    void flattenedImages() {
        const std::vector<float> x{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}; // [channels 2][rows 2][columns 3]
        const std::vector<float> w{1, 0, 0, 2, 0, 0, 0, 3, 0, 0, 5, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        const std::vector<float> c{0, 10, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0};
        const auto network = imported(modelOf({node("Flatten", {"x"}, {"f"}), node("Add", {"f", "c"}, {"s"}),
                                               node("Gemm", {"s", "w"}, {"y"}, integer("transB", 1))},
                                              {tensorOf("w", 1, {2, 12}, bytesText(floats({24}, w))),
                                               tensorOf("c", 1, {12}, bytesText(floats({12}, c)))},
                                              input("x", {-1, 2, 2, 3}), {"y"}));
        QVERIFY2(network, network ? "" : qPrintable(said(network.problem())));
        Tensor here(DType::F32, {2, 3, 2});
        for (std::uint64_t channel = 0; channel < 2; ++channel)
            for (std::uint64_t pixel = 0; pixel < 6; ++pixel)
                here.set(pixel * 2 + channel, x[channel * 6 + pixel]);
        const auto values = computeAll(*network, here, {});
        for (std::size_t n = 0; n < 2; ++n) {
            float wanted = 0;
            for (std::size_t i = 0; i < 12; ++i) wanted += (x[i] + c[i]) * w[n * 12 + i];
            QCOMPARE(values[network->outputs[0]].at<float>(n), wanted);
        }
    }
    // The bias of a convolution as a constant that is added to every pixel of its channel.
    void constantsAreRepeated() {
        const auto network = imported(modelOf({node("Add", {"c", "x"}, {"y"})},
                                              {tensorOf("c", 1, {2, 1, 1}, bytesText(floats({2}, {10, 20})))},
                                              input("x", {1, 2, 1, 3}), {"y"}));
        QVERIFY2(network, network ? "" : qPrintable(said(network.problem())));
        const auto values = computeAll(*network, floats({1, 3, 2}, {1, 2, 3, 4, 5, 6}), {});
        QVERIFY(values[network->outputs[0]] == floats({1, 3, 2}, {11, 22, 13, 24, 15, 26}));
    }

    // Channels of the graph are the last extent here, rows the first.
    void joined() {
        for (const auto& [axis, wanted] :
             {std::pair{1u, tensor::Shape{1, 2, 4}}, {2u, {2, 2, 2}}, {3u, {1, 4, 2}}}) {
            const auto network = imported(modelOf(
                {node("Relu", {"x"}, {"r"}), node("Concat", {"x", "r"}, {"y"}, integer("axis", axis))}, {},
                input("x", {1, 2, 1, 2}), {"y"}));
            QVERIFY2(network, network ? "" : qPrintable(said(network.problem())));
            QVERIFY(network->layers.back().shape == wanted);
            const auto values = computeAll(*network, floats({1, 2, 2}, {-1, 2, 3, -4}), {});
            const std::vector<float> channels{-1, 2, 0, 2, 3, -4, 3, 0}, after{-1, 2, 3, -4, 0, 2, 3, 0};
            QVERIFY(values[network->outputs[0]] == floats(wanted, axis == 1 ? channels : after));
        }
        const auto before =
            imported(modelOf({node("Concat", {"c", "x"}, {"y"}, integer("axis", 1))},
                             {tensorOf("c", 1, {1, 2, 1, 2}, bytesText(floats({1, 2, 1, 2}, {5, 6, 7, 8})))},
                             input("x", {1, 1, 1, 2}), {"y"}));
        QVERIFY2(before, before ? "" : qPrintable(said(before.problem())));
        QVERIFY(computeAll(*before, floats({1, 2, 1}, {1, 2}), {})[before->outputs[0]] ==
                floats({1, 2, 3}, {5, 7, 1, 6, 8, 2}));
        const auto refusal = [](const std::vector<std::string>& nodes) {
            const auto network = imported(modelOf(nodes, {}, input("x", {1, 2, 2, 2}), {"y"}));
            return network ? QString() : said(network.problem());
        };
        QVERIFY(refusal({node("Concat", {"x", "x"}, {"y"}, integer("axis", 0))}).contains("batch"));
        QVERIFY(refusal({node("Concat", {"x", "x"}, {"y"}, integer("axis", 4))}).contains("no axis 4"));
        QVERIFY(
            refusal({node("Flatten", {"x"}, {"f"}), node("Concat", {"f", "x"}, {"y"}, integer("axis", 1))})
                .contains("numbers of extents"));
    }
    // Between two columns, then between two rows; beyond the ends stand the first element and the last.
    void resizedLinearly() {
        const auto resized = [](const std::vector<float>& scales, const std::string& attributes,
                                std::uint64_t operatorSet) {
            const bool isOld = operatorSet < 11;
            const auto network = imported(modelOf({isOld ? node("Upsample", {"x", "s"}, {"y"}, attributes)
                                                         : node("Resize", {"x", "", "s"}, {"y"}, attributes)},
                                                  {tensorOf("s", 1, {4}, bytesText(floats({4}, scales)))},
                                                  input("x", {1, 1, 2, 2}), {"y"}, operatorSet));
            if (!network) return std::pair(std::vector<Kind>{}, said(network.problem()));
            std::vector<Kind> kinds;
            for (const Layer& layer : network->layers) kinds.push_back(layer.kind);
            const Tensor y = computeAll(*network, floats({2, 2, 1}, {0, 8, 16, 32}), {})[network->outputs[0]];
            QString text;
            for (std::uint64_t i = 0; i < y.count(); ++i) text += QString("%1 ").arg(y.at<float>(i));
            return std::pair(kinds, text);
        };
        const auto text = [](const char* name, const char* value) {
            return part(5, part(1, name) + part(4, value));
        };
        const std::string linear = text("mode", "linear");
        const std::vector<Kind> one{Kind::Resample}, two{Kind::Resample, Kind::Resample};
        QCOMPARE(resized({1, 1, 1, 2}, linear, 9), std::pair(one, QString("0 4 8 8 16 24 32 32 ")));
        QCOMPARE(resized({1, 1, 2, 1}, linear, 13), std::pair(one, QString("0 8 4 14 12 26 16 32 ")));
        QCOMPARE(
            resized({1, 1, 1.5f, 1.5f}, linear + text("coordinate_transformation_mode", "align_corners"), 13),
            std::pair(two, QString("0 4 8 8 14 20 16 24 32 ")));
        QCOMPARE(resized({1, 1, 1, 1}, linear, 13).first, std::vector<Kind>{});
        // Scales as the oldest files have them.
        std::string scales = part(1, "scales");
        for (const float scale : {1.0f, 1.0f, 1.0f, 2.0f})
            scales += key(7, 5) + bytesText(floats({}, {scale}));
        const auto old = imported(modelOf({node("Upsample", {"x"}, {"y"}, part(5, scales) + linear)}, {},
                                          input("x", {1, 1, 2, 2}), {"y"}, 7));
        QVERIFY2(old, old ? "" : qPrintable(said(old.problem())));
        QVERIFY(computeAll(*old, floats({2, 2, 1}, {0, 8, 16, 32}), {})[1] ==
                floats({2, 4, 1}, {0, 4, 8, 8, 16, 24, 32, 32}));
        QVERIFY(resized({1, 1, 2, 2}, linear + integer("antialias", 1), 18).second.contains("antialias"));
        QVERIFY(resized({1, 2, 2, 2}, linear, 13).second.contains("only rows and columns"));
        QVERIFY(resized({1, 1, 2, 2}, text("mode", "lanczos"), 13).second.contains("\"lanczos\""));
    }
    // A list that was an image is in the file's order wherever that can be seen: [channels, rows, columns].
    void listsAreInTheOrderOfTheFile() {
        const auto computed = [](const std::vector<std::string>& nodes) {
            const auto network = imported(modelOf(nodes, {}, input("x", {1, 2, 1, 3}), {"y"}));
            LW_REQUIRE(bool(network), "the model cannot be read");
            const auto values = computeAll(*network, floats({1, 3, 2}, {1, 4, 2, 5, 3, 6}), {});
            return values[network->outputs[0]];
        };
        const std::string flat = node("Flatten", {"x"}, {"f"});
        QVERIFY(computed({flat, node("Relu", {"f"}, {"y"})}) == floats({6}, {1, 2, 3, 4, 5, 6}));
        QVERIFY(computed({flat, node("Concat", {"f", "f"}, {"y"}, integer("axis", 1))}) ==
                floats({12}, {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6}));
        // Rows and columns change places.
        QVERIFY(computed({node("Transpose", {"x"}, {"y"}, integers("perm", {0, 1, 3, 2}))}) ==
                floats({3, 1, 2}, {1, 4, 2, 5, 3, 6}));
        // The channels come last, [1, 3, 2] in the file: as they lie here.
        QVERIFY(computed({node("Transpose", {"x"}, {"y"}, integers("perm", {0, 2, 3, 1}))}) ==
                floats({1, 3, 2}, {1, 4, 2, 5, 3, 6}));
        const auto halves = imported(modelOf({node("Split", {"x"}, {"y", "z"}, integer("axis", 3))}, {},
                                             input("x", {1, 1, 1, 4}), {"z"}));
        QVERIFY2(halves, halves ? "" : qPrintable(said(halves.problem())));
        const auto values = computeAll(*halves, floats({1, 4, 1}, {1, 2, 3, 4}), {});
        QVERIFY(values[halves->outputs[0]] == floats({1, 2, 1}, {3, 4}));
    }
    // (c + x) + relu(x), one after the other.
    void sumsOfMany() {
        const auto network = imported(
            modelOf({node("Relu", {"x"}, {"r"}), node("Sum", {"c", "x", "r"}, {"y"})},
                    {tensorOf("c", 1, {1}, bytesText(floats({1}, {100})))}, input("x", {1, 3}), {"y"}));
        QVERIFY2(network, network ? "" : qPrintable(said(network.problem())));
        const auto values = computeAll(*network, floats({3}, {-2, 0.5f, 3}), {});
        QVERIFY(values[network->outputs[0]] == floats({3}, {98, 101, 106}));
        QCOMPARE(QString::fromStdString(nameOf(*network, network->outputs[0])), QString("y"));
    }
    // A slope for each element, or for each pixel of all channels: max(x, 0) + slope * min(x, 0).
    void slopesOfElements() {
        const auto read = [](const std::vector<float>& slopes) {
            return imported(modelOf({node("PRelu", {"x", "s"}, {"y"})},
                                    {tensorOf("s", 1, {2, 1, 3}, bytesText(floats({2, 1, 3}, slopes)))},
                                    input("x", {1, 2, 1, 3}), {"y"}));
        };
        const auto network = read({1, 2, 3, -1, 0, 0.5f});
        QVERIFY2(network, network ? "" : qPrintable(said(network.problem())));
        QVERIFY(said(read({1, 2, 3, -1, 0, INFINITY}).problem()).contains("is not finite"));
        const auto values = computeAll(*network, floats({1, 3, 2}, {-1, -2, -3, 4, 5, -6}), {});
        QVERIFY(values[network->outputs[0]] == floats({1, 3, 2}, {-1, 2, -6, 4, 5, -3}));
    }
    // Negative pads take elements away, before and after.
    void negativePads() {
        const auto padded = [](const char* mode, std::initializer_list<std::uint64_t> pads) {
            const std::string attributes = integers("pads", pads) + text("mode", mode) + real("value", 9);
            const auto network =
                imported(modelOf({node("Pad", {"x"}, {"y"}, attributes)}, {}, input("x", {1, 4}), {"y"}, 10));
            if (!network) return said(network.problem());
            const Tensor out = computeAll(*network, floats({4}, {1, 2, 3, 4}), {})[network->outputs[0]];
            QString list;
            for (std::uint64_t i = 0; i < out.count(); ++i) list += QString::number(out.at<float>(i)) + " ";
            return list;
        };
        constexpr std::uint64_t kLess1 = ~std::uint64_t{0}, kLess2 = kLess1 - 1;
        QCOMPARE(padded("constant", {0, kLess1, 0, 2}), QString("2 3 4 9 9 "));
        QCOMPARE(padded("constant", {0, 1, 0, kLess2}), QString("9 1 2 "));
        QCOMPARE(padded("edge", {0, kLess2, 0, 1}), QString("3 4 4 "));
        QVERIFY(padded("reflect", {0, kLess1, 0, 1}).contains("different programs"));
        QVERIFY(padded("constant", {0, kLess2, 0, kLess2}).contains("nothing of axis 1"));
    }
    // What no layer computes is given all the same, in the file's order; whole numbers with a warning.
    void outputsThatAreConstant() {
        const auto network = imported(
            modelOf({node("Relu", {"x"}, {"y"}), node("Shape", {"x"}, {"s"}), node("Neg", {"c"}, {"n"})},
                    {tensorOf("c", 1, {1, 2, 1, 2}, bytesText(floats({4}, {1, -2, 3, 4})))},
                    input("x", {1, 2, 1, 3}), {"s", "y", "n"}));
        QVERIFY2(network, network ? "" : qPrintable(said(network.problem())));
        const auto values = computeAll(*network, floats({1, 3, 2}, {-1, -2, -3, 4, 5, -6}), {});
        QVERIFY(values[network->outputs[0]] == floats({4}, {1, 2, 1, 3}));
        QVERIFY(values[network->outputs[1]] == floats({1, 3, 2}, {0, 0, 0, 4, 5, 0}));
        QVERIFY(values[network->outputs[2]] == floats({1, 2, 1, 2}, {-1, 2, -3, -4}));
        QCOMPARE(QString::fromStdString(nameOf(*network, network->outputs[0])), QString("s"));
        QCOMPARE(network->warnings.size(), std::size_t{1});
        QCOMPARE(said(network->warnings[0]),
                 QString("model: the output \"s\" is constant, of i64; it is given as float32"));
        const auto given = [](double number) {
            return imported(modelOf(
                {node("Relu", {"x"}, {"y"})},
                {tensorOf("c", 11, {1}, bytesText(Tensor::of<double>(DType::F64, {1}, std::vector{number})))},
                input("x", {1, 3}), {"y", "c"}));
        };
        const auto small = given(-0x1p127), large = given(1e39);
        QVERIFY2(small, small ? "" : qPrintable(said(small.problem())));
        QVERIFY(!large && said(large.problem()).contains("its f64 number 1e+39 is too large for float32"));
    }
    // Nodes that mix what would be the items of a batch have a file read as it is; others do not.
    void wholeInputs() {
        const auto shapeOf = [](const std::string& one) {
            const auto network =
                imported(modelOf({one, node("Relu", {"t"}, {"y"})}, {}, input("x", {2, 3}), {"y"}));
            return network ? QString::fromStdString(tensor::shapeText(network->input.shape))
                           : said(network.problem());
        };
        QCOMPARE(shapeOf(node("Flatten", {"x"}, {"t"}, integer("axis", 0))), QString("[2, 3]"));
        QCOMPARE(shapeOf(node("Concat", {"x", "x"}, {"t"}, integer("axis", 0))), QString("[2, 3]"));
        QCOMPARE(shapeOf(node("Concat", {"x", "x"}, {"t"}, integer("axis", 1))), QString("[3]"));
        QVERIFY(shapeOf(node("Flatten", {"x"}, {"t"}, integer("axis", 9))).contains("there is no axis 9"));
        const auto flat = imported(modelOf({node("Transpose", {"x"}, {"y"})}, {}, input("x", {2, 3}), {"y"}));
        QVERIFY2(flat, flat ? "" : qPrintable(said(flat.problem())));
        const auto values = computeAll(*flat, floats({2, 3}, {1, 2, 3, 4, 5, 6}), {});
        QVERIFY(values[flat->outputs[0]] == floats({3, 2}, {1, 4, 2, 5, 3, 6}));
    }
    // To the type of a constant, or of what layers compute, which is float32.
    void castsLikeOthers() {
        const auto castBy = [](const std::vector<std::string>& nodes) {
            const auto network = imported(modelOf(nodes,
                                                  {tensorOf("f", 1, {}, bytesText(floats({}, {1}))),
                                                   tensorOf("i", 7, {1}, std::string("\3\0\0\0\0\0\0\0", 8))},
                                                  input("x", {1, 2}), {"y"}, 15));
            if (!network) return said(network.problem());
            const Tensor out = computeAll(*network, floats({2}, {1.5f, -2}), {})[network->outputs[0]];
            return QString::number(out.at<float>(0)) + " " + QString::number(out.at<float>(1));
        };
        QCOMPARE(castBy({node("CastLike", {"x", "f"}, {"c"}), node("Relu", {"c"}, {"y"})}), QString("1.5 0"));
        QCOMPARE(castBy({node("CastLike", {"i", "x"}, {"c"}), node("Mul", {"x", "c"}, {"y"})}),
                 QString("4.5 -6"));
        QCOMPARE(castBy({node("CastLike", {"i", "f"}, {"c"}), node("Mul", {"x", "c"}, {"y"})}),
                 QString("4.5 -6"));
        QVERIFY(castBy({node("CastLike", {"x", "i"}, {"y"})}).contains("casts what layers compute to i64"));
    }
    // Bytes as TensorFlow's exporters take pictures; nothing computes with them before they are floats.
    void bytesBecomeFloats() {
        const std::string half = tensorOf("h", 1, {}, bytesText(floats({}, {0.5f}))),
                          three = tensorOf("z", 2, {}, std::string(1, '\3'));
        const auto read = [&](const std::vector<std::string>& nodes) {
            return imported(modelOf(nodes, {half, three}, input("x", {1, 1, 3, 2}, 2), {"y"}));
        };
        const Tensor bytes =
            Tensor::of<std::uint8_t>(DType::U8, {1, 3, 2}, std::vector<std::uint8_t>{0, 255, 7, 128, 3, 1});
        const auto computed = [&](const Network& network) {
            return computeAll(network, *asInput(network, bytes, Arithmetic::F32), {})[network.outputs[0]];
        };
        const std::string turned = node("Transpose", {"x"}, {"t"}, integers("perm", {0, 3, 1, 2}));
        const auto cast =
            read({turned, node("Cast", {"t"}, {"c"}, integer("to", 1)), node("Mul", {"c", "h"}, {"y"})});
        QVERIFY2(cast, cast ? "" : qPrintable(said(cast.problem())));
        QCOMPARE(cast->input.range, std::optional(std::pair(0.0, 255.0)));
        QVERIFY(computed(*cast) == floats({1, 3, 2}, {0, 127.5f, 3.5f, 64, 1.5f, 0.5f}));
        // A product is nothing that int8 has.
        const auto scaled =
            read({turned, node("DequantizeLinear", {"t", "h", "z"}, {"d"}), node("Mul", {"d", "h"}, {"y"})});
        QVERIFY2(scaled, scaled ? "" : qPrintable(said(scaled.problem())));
        QCOMPARE(scaled->warnings.size(), std::size_t{1});
        QVERIFY(computed(*scaled) == floats({1, 3, 2}, {-0.75f, 63, 1, 31.25f, 0, -0.5f}));
        const auto refused = read({turned, node("Add", {"t", "t"}, {"y"})});
        QVERIFY(!refused);
        QVERIFY2(said(refused.problem()).contains("computes with UINT8"),
                 qPrintable(said(refused.problem())));
    }
    // Published files name the mask of Dropout, though nobody reads it.
    void outputsThatNobodyReads() {
        const auto modelWith = [](const char* read) {
            return modelOf({node("Dropout", {"x"}, {"d", "mask"}), node("Relu", {read}, {"y"})}, {},
                           input("x", {1, 3}), {"y"});
        };
        const auto network = imported(modelWith("d"));
        QVERIFY2(network, network ? "" : qPrintable(said(network.problem())));
        QCOMPARE(network->layers.size(), std::size_t{1});
        const auto refused = imported(modelWith("mask"));
        QVERIFY(!refused);
        QVERIFY2(said(refused.problem()).contains("only its first output"),
                 qPrintable(said(refused.problem())));
    }

    void numbersInEveryField() {
        const Tensor wanted = floats({2}, {1.5f, -2});
        const std::string bits = bytesText(wanted), head = number(1, 2) + number(2, 1);
        const auto raw = read(tensorOf("t", 1, {2}, bits));
        QVERIFY(raw && raw->tensor == wanted && raw->name == "t");
        QVERIFY(read(head + part(4, bits))->tensor == wanted); // packed
        QVERIFY(read(head + key(4, 5) + bits.substr(0, 4) + key(4, 5) + bits.substr(4))->tensor == wanted);
        QVERIFY(read(number(1, 2) + number(2, 3) + part(5, varint(std::uint64_t(-3)) + varint(5)))->tensor ==
                Tensor::of<std::int8_t>(DType::I8, {2}, std::vector<std::int8_t>{-3, 5}));
        QVERIFY(read(number(1, 1) + number(2, 7) + number(7, std::uint64_t(-9)))->tensor ==
                Tensor::of<std::int64_t>(DType::I64, {1}, std::vector<std::int64_t>{-9}));
        QVERIFY(read(number(1, 1) + number(2, 10) + number(5, 0x3c00))->tensor.dtype() == DType::F16);
        QVERIFY(read(number(2, 1) + part(4, bits.substr(0, 4)))->tensor.shape().empty());
    }
    void wrongTensors() {
        const std::string head = number(1, 2) + number(2, 1), bits(8, 1);
        const std::string refused[] = {head,                                        // no numbers
                                       head + part(4, bits.substr(0, 4)),           // too few
                                       head + part(4, bits.substr(0, 5)),           // cut off
                                       head + number(4, 3),                         // of another type
                                       number(1, 2) + number(2, 8),                 // texts
                                       number(1, 2) + number(2, 99),                // nothing known
                                       number(1, std::uint64_t(-1)) + number(2, 1), // a negative extent
                                       number(1, std::uint64_t{1} << 62) + number(1, 8) + number(2, 1),
                                       head + part(4, bits) + number(14, 1), // in another file
                                       head + part(13, "x") + part(4, bits),
                                       key(1, 3), // a group
                                       key(0, 0), // no number
                                       std::string(11, '\x80') + '\x01'};
        for (const std::string& bytes : refused) QVERIFY(!read(bytes));
        QVERIFY(read(head + part(4, bits)));
    }

    void wrongGraphs_data() {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* words, const std::string& model) {
            QTest::newRow(words) << QByteArray(model.data(), qsizetype(model.size())) << words;
        };
        const std::string x = input("x", {1, 2, 4, 4}), relu = node("Relu", {"x"}, {"y"});
        row("no graph", "");
        row("Gelu, com.me.Relu",
            modelOf({relu, node("Gelu", {"y"}, {"z"}), node("Relu", {"y"}, {"w"}, part(7, "com.me"))}, {}, x,
                    {"z"}));
        row("0 inputs", modelOf({relu}, {}, "", {"y"}));
        row("2 inputs that are not weights, instead of 1: \"x\", \"z\"",
            modelOf({relu}, {}, x + input("z", {1}), {"y"}));
        row("\"d\" ...",
            modelOf({relu}, {}, input("a", {1}) + input("b", {1}) + input("c", {1}) + input("d", {1}) + x,
                    {"y"}));
        row("git lfs pull", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n");
        row("web page", "<!DOCTYPE html>");
        row("PyTorch's .pt", "PK\3\4");
        row("Keras", "\x89HDF\r\n");
        row("extent 2 of the input", modelOf({relu}, {}, input("x", {1, 2, -1, 4}), {"y"}));
        row("no extents", modelOf({relu}, {}, input("x", {}), {"y"}));
        row("computes with INT8", modelOf({node("Tanh", {"x"}, {"y"})}, {}, input("x", {1, 2}, 3), {"y"}));
        row("INT32, not FLOAT", modelOf({relu}, {}, input("x", {1, 2}, 6), {"y"}));
        row("no outputs", modelOf({relu}, {}, x, {}));
        row("no node computes", modelOf({relu}, {}, x, {"z"}));
        row("no node before it",
            modelOf({node("Relu", {"z"}, {"y"}), node("Relu", {"y"}, {"z"})}, {}, x, {"y"}));
        row("computed twice", modelOf({relu, relu}, {}, x, {"y"}));
        row("input 0 is missing", modelOf({node("Relu", {}, {"y"})}, {}, x, {"y"}));
        row("it has no output", modelOf({node("Relu", {"x"}, {})}, {}, x, {"y"}));
        row("alpha is not known", modelOf({node("Relu", {"x"}, {"y"}, integer("alpha", 1))}, {}, x, {"y"}));
        row("has an attribute twice",
            modelOf({node("Relu", {"x"}, {"y"}, integer("a", 1) + integer("a", 1))}, {}, x, {"y"}));
        row("would have the shape", modelOf({relu}, {}, input("x", {1, 1 << 20, 1 << 20, 1 << 20}), {"y"}));
        const auto pool = [&](const std::string& attributes) {
            return modelOf({node("MaxPool", {"x"}, {"y"}, attributes)}, {}, x, {"y"});
        };
        row("kernel_shape is missing", pool({}));
        for (const char* operation : {"Gemm", "MatMul"})
            row("not a matrix with elements",
                modelOf({node(operation, {"x", "w"}, {"y"})},
                        {tensorOf("w", 1, {std::int64_t{1} << 62, 0}, {})}, input("x", {1, 3}), {"y"}));
        row("must be 2 numbers", pool(integers("kernel_shape", {0, 1})));
        row("do not fit", pool(integers("kernel_shape", {5, 1})));
        row("auto_pad is \"NO\"",
            pool(integers("kernel_shape", {1, 1}) + part(5, part(1, "auto_pad") + part(4, "NO"))));
        row("must be constant, but depends on", modelOf({node("Conv", {"x", "x"}, {"y"})}, {}, x, {"y"}));
        row("it reads \"missing\"", modelOf({node("Conv", {"x", "missing"}, {"y"})}, {}, x, {"y"}));
        const std::string w = tensorOf("w", 1, {1, 3, 1, 1}, std::string(12, 0));
        row("have the shape", modelOf({node("Conv", {"x", "w"}, {"y"})}, {w}, x, {"y"}));
        row("group is 7", modelOf({node("Conv", {"x", "w"}, {"y"}, integer("group", 7))}, {w}, x, {"y"}));
        row("have the name", modelOf({relu}, {w, w}, x, {"y"}));
    }
    void wrongGraphs() {
        QFETCH(QByteArray, model);
        QFETCH(QString, words);
        const auto network = imported(model.toStdString());
        QVERIFY(!network);
        QVERIFY2(said(network.problem()).contains(words), qPrintable(said(network.problem())));
    }

    // A file of some hundred bytes must not ask for gigabytes.
    void fewBytesManyNumbers() {
        std::vector<std::string> nodes;
        for (int i = 0; i < 18; ++i) {
            const std::string from = i == 0 ? "x" : "v" + std::to_string(i), to = "v" + std::to_string(i + 1);
            nodes.push_back(node("Add", {from.c_str(), "c"}, {to.c_str()}));
        }
        const auto network = imported(modelOf(nodes, {tensorOf("c", 1, {1}, std::string(4, 0))},
                                              input("x", {1, 1, 4096, 8192}), {"v18"}));
        QVERIFY(!network);
        QVERIFY2(said(network.problem()).contains("together"), qPrintable(said(network.problem())));
    }

    // Every cut of a model and thousands of changed ones: refused, or still a network.
    void damagedModels() {
        const std::string model = goodModel();
        QVERIFY(imported(model));
        for (std::size_t size = 0; size < model.size(); ++size)
            QVERIFY2(!imported(model.substr(0, size)), qPrintable(QString::number(size)));
        std::mt19937 random(1);
        for (unsigned i = 0; i < 20'000; ++i) {
            std::string changed = model;
            for (unsigned k = 0; k < 1 + i % 3; ++k)
                changed[random() % changed.size()] = static_cast<char>(random());
            const auto network = imported(changed);
            QVERIFY(network || !textOf(network.problem()).empty());
        }
    }
};

int tst_onnx_reader(int argc, char** argv) { return lw::tests::run<TestOnnxReader>(argc, argv); }
#include "tst_onnx_reader.moc"
