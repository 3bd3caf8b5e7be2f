// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/network/quantised_bytes.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>

// Quantised files that are not networks of int8: what is computed in float32 instead, and what is refused.
using namespace lw;
using namespace lw::network;
using namespace lw::test::onnx;
using tensor::DType;
using tensor::Tensor;

class TestOnnxCodes : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Codes and what they stand for, of every code and of numbers between them.
    void stepsInFloat32() {
        for (const std::uint64_t type : {kUint8, kInt8}) {
            const int zero = type == kUint8 ? 131 : -3, low = type == kUint8 ? 0 : -128;
            const auto network = imported(
                modelOf({node("QuantizeLinear", {"x", "s", "z"}, {"q"}),
                         node("DequantizeLinear", {"q", "s", "z"}, {"d"}), node("Sigmoid", {"d"}, {"e"}),
                         node("Sub", {"d", "x"}, {"y"})},
                        {scale("s", {0.5f}), zeroOf("z", zero, type)}, input("x", {1, 801}), {"d", "y"}));
            QVERIFY2(network && network->precision == Precision::F32, qPrintable(reason(network)));
            Tensor x(DType::F32, {801});
            for (std::uint64_t i = 0; i < 801; ++i) x.set(i, (static_cast<float>(i) - 400) / 5);
            const Tensor got = computed(*network, x);
            for (std::uint64_t i = 0; i < 801; ++i) {
                const double code = std::nearbyint(double{x.at<float>(i) / 0.5f}) + zero;
                QCOMPARE(got.at<float>(i),
                         static_cast<float>(std::min(low + 255.0, std::max<double>(low, code)) - zero) *
                             0.5f);
            }
        }
    }

    // Sums of codes wrap in the file, and would not in float32. What only moves them is as good there.
    void codesInFloat32() {
        const auto read = [](const std::string& between, const network::Section& where = {}) {
            const std::string model =
                modelOf({node("QuantizeLinear", {"x", "s", "z"}, {"q"}), between,
                         node("DequantizeLinear", {"c", "s", "z"}, {"d"}), node("Sigmoid", {"d"}, {"y"})},
                        {scale("s", {0.5f}), zeroOf("z", 3, kUint8), scale("f", {1, 1, 2, 2})},
                        input("x", {1, 1, 2, 2}), {"y"});
            return network::importOnnx(std::as_bytes(std::span(model)), "model", {}, where);
        };
        const auto sum = read(node("Add", {"q", "q"}, {"c"}));
        QVERIFY2(!sum && reason(sum).contains("computes with UINT8"), qPrintable(reason(sum)));
        const auto product =
            imported(modelOf({node("QuantizeLinear", {"x", "s", "z"}, {"q"}), node("Mul", {"q", "q"}, {"y"})},
                             {scale("s", {0.5f}), zeroOf("z", 3, kUint8)}, input("x", {1, 4}), {"y"}));
        QVERIFY2(!product && reason(product).contains("computes with UINT8"), qPrintable(reason(product)));
        const auto between = read(node("Resize", {"q", "", "f"}, {"c"}, text("mode", "linear")));
        QVERIFY2(!between && reason(between).contains("computes with UINT8"), qPrintable(reason(between)));
        const std::string repeat = node("Resize", {"q", "", "f"}, {"c"}, text("mode", "nearest"));
        const auto nearest = read(repeat);
        QVERIFY2(nearest && nearest->precision == Precision::F32, qPrintable(reason(nearest)));
        const auto later = read(repeat, {"q", {}});
        QVERIFY2(later && later->precision == Precision::F32, qPrintable(reason(later)));
        QCOMPARE(later->input.range, std::optional(std::pair(0.0, 255.0)));
    }

    void refusals_data() {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QString>("words");
        const auto conv = [](const std::string& weights, std::vector<std::string> constants,
                             const std::string& after = "t") {
            constants.insert(constants.end(), {scale("s", {0.5f}), zeroOf("z", 3, kInt8), scale("one", {1})});
            const std::string model = modelOf({node("DequantizeLinear", {"x", "s", "z"}, {"d"}), weights,
                                               node("Conv", {"d", "wd", "b"}, {"t"}),
                                               node("QuantizeLinear", {after.c_str(), "s", "z"}, {"q"})},
                                              constants, input("x", {1, 1, 2, 2}, kInt8), {"q"});
            return QByteArray::fromStdString(model);
        };
        const std::string w = tensorOf("w", kInt8, {2, 1, 1, 1}, std::string("\x7f\x80", 2)),
                          b = tensorOf("b", kFloat, {2}, raw(std::vector<float>{1, 2}));
        const std::string plain = node("DequantizeLinear", {"w", "one"}, {"wd"});
        const auto row = [](const char* name, const QByteArray& model, const char* words) {
            QTest::newRow(name) << model << QString(words);
        };
        row("fits", conv(plain, {w, b}), "");
        row("scale 0", conv(node("DequantizeLinear", {"w", "zero"}, {"wd"}), {w, b, scale("zero", {0})}),
            "above 0");
        row("scale NaN", conv(node("DequantizeLinear", {"w", "zero"}, {"wd"}), {w, b, scale("zero", {NAN})}),
            "above 0");
        row("zero point of weights",
            conv(node("DequantizeLinear", {"w", "one", "four"}, {"wd"}), {w, b, zeroOf("four", 4, kInt8)}),
            "");
        row("weights of 32 bits",
            conv(plain, {tensorOf("w", kInt32, {2, 1, 1, 1}, raw(std::vector<std::int32_t>{1, 256})), b}),
            "not a whole number from -255 to 255");
        row("three scales",
            conv(node("DequantizeLinear", {"w", "three"}, {"wd"}, integer("axis", 0)),
                 {w, b, scale("three", {1, 2, 3})}),
            "do not fit the axis 0");
        row("blocks", conv(node("DequantizeLinear", {"w", "one"}, {"wd"}, integer("block_size", 2)), {w, b}),
            "blocks");
        row("bias", conv(plain, {w, tensorOf("b", kFloat, {2}, raw(std::vector<float>{1, 3e9f}))}),
            "too large for an int32");
        row("bias of another size", conv(plain, {w, tensorOf("b", kFloat, {1}, raw(std::vector<float>{1}))}),
            "is not for 2 output channels");
        row("float weights",
            conv(node("Identity", {"w"}, {"wd"}),
                 {tensorOf("w", kFloat, {2, 1, 1, 1}, raw(std::vector<float>{1, 2})), b}),
            "do not come from a DequantizeLinear");
        row("not quantised after", conv(plain, {w, b}, "d"), "not quantised by a QuantizeLinear");
        row("another scale",
            QByteArray::fromStdString(modelOf({node("QuantizeLinear", {"x", "s", "z"}, {"q"}),
                                               node("DequantizeLinear", {"q", "one", "z"}, {"y"})},
                                              {scale("s", {0.5f}), zeroOf("z", 3, kInt8), scale("one", {1})},
                                              input("x", {1, 3}), {"y"})),
            "another scale");
        row("16 bits",
            QByteArray::fromStdString(modelOf(
                {node("QuantizeLinear", {"x", "s", "z"}, {"y"})},
                {scale("s", {0.5f}), tensorOf("z", 5, {}, std::string(2, '\0'))}, input("x", {1, 3}), {"y"})),
            "int8 or uint8");
    }
    void refusals() {
        QFETCH(QByteArray, model);
        QFETCH(QString, words);
        const auto network = imported(model.toStdString());
        if (words.isEmpty()) {
            QVERIFY2(network && network->precision == Precision::I8, qPrintable(reason(network)));
            return;
        }
        QVERIFY(!network || network->precision == Precision::F32);
        QVERIFY2(reason(network).contains(words), qPrintable(reason(network)));
    }
};

int tst_onnx_codes(int argc, char** argv) { return lw::tests::run<TestOnnxCodes>(argc, argv); }
#include "tst_onnx_codes.moc"
