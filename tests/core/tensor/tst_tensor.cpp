// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/cast.h"
#include "core/tensor/tensor.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace lw;
using namespace lw::tensor;

namespace {
constexpr double kTensorInfinity = std::numeric_limits<double>::infinity();
constexpr double kTensorNan = std::numeric_limits<double>::quiet_NaN();

Tensor doubles(std::initializer_list<double> values) {
    return Tensor::of<double>(DType::F64, {values.size()}, std::span(values.begin(), values.size()));
}
} // namespace

class TestTensor : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void castingIsInterrupted() {
        const Tensor tensor(DType::F32, {8});
        std::atomic<bool> stop = false;
        QVERIFY(cast(tensor, DType::F64, &stop));
        stop = true;
        const auto refused = cast(tensor, DType::F64, &stop);
        QVERIFY(!refused);
        QCOMPARE(refused.problem().message->code, std::string_view("E004"));
    }
    void namesOfTypesComeBack() {
        for (std::size_t i = 0; i < kDTypes; ++i)
            QCOMPARE(dtypeNamed(nameOf(DType(i))), std::optional(DType(i)));
        QVERIFY(!dtypeNamed("float"));
        QCOMPARE(sizeOf(DType::Bf16), std::size_t{2});
    }

    void shapes() {
        QCOMPARE(countOf(Shape{}), std::optional<std::uint64_t>(1));
        QCOMPARE(countOf(Shape{3, 0, 5}), std::optional<std::uint64_t>(0));
        QVERIFY(!countOf(Shape{std::uint64_t{1} << 32, std::uint64_t{1} << 31}));
        QVERIFY(!bytesOf(Shape{std::uint64_t{1} << 61}, 4));
        QCOMPARE(shapeText(Shape{2, 3}), std::string("[2, 3]"));
        QCOMPARE(indexOf(Shape{2, 3, 4}, 23), (std::vector<std::uint64_t>{1, 2, 3}));
    }

    void castsRoundOrRefuse() {
        const auto floats = cast(doubles({0.1, -2.75, 1e300, kTensorNan}), DType::F32);
        QVERIFY(floats);
        QCOMPARE(floats->at<float>(0), 0.1f);
        QVERIFY(std::isinf(floats->at<float>(2)) && std::isnan(floats->at<float>(3)));
        const auto whole = cast(doubles({-2.75, 2147483647.9, -2147483648.5}), DType::I32);
        QVERIFY(whole);
        QCOMPARE(textAt(*whole, 0) + " " + textAt(*whole, 1) + " " + textAt(*whole, 2),
                 std::string("-2 2147483647 -2147483648"));
        for (const double value : {2147483648.0, -2147483649.0, kTensorNan, kTensorInfinity, 1e300}) {
            const auto refused = cast(doubles({0, value}), DType::I32);
            QVERIFY(!refused);
            QCOMPARE(refused.problem().message->code, std::string_view("E502"));
            QCOMPARE(refused.problem().arguments[1], std::string("[1]"));
        }
        QVERIFY(!cast(doubles({-1}), DType::U8));
        QVERIFY(cast(doubles({-0.5}), DType::U8));
        QVERIFY(!cast(doubles({0x1p64}), DType::U64));
        const auto largest = cast(doubles({0x1.fffffffffffffp63}), DType::U64);
        QVERIFY(largest);
        QCOMPARE(largest->at<std::uint64_t>(0), std::uint64_t{0xfffffffffffff800});
    }

    void integersKeepTheirBits() {
        const std::int64_t values[] = {std::numeric_limits<std::int64_t>::min(), -1,
                                       (std::int64_t{1} << 53) + 1};
        const Tensor tensor = Tensor::of<std::int64_t>(DType::I64, {3}, values);
        QVERIFY(!cast(tensor, DType::U64));
        // A little more than half way between two bf16;
        // by way of a double it would be exactly half way, and go down.
        const std::int64_t tie[] = {(std::int64_t{0x101} << 54) + 1};
        const auto once = cast(Tensor::of<std::int64_t>(DType::I64, {1}, tie), DType::Bf16);
        QVERIFY(once);
        QCOMPARE(valueAt(*once, 0), std::ldexp(0x102, 54));
        const auto text = cast(tensor, DType::F32);
        QVERIFY(text);
        QCOMPARE(textAt(*text, 0), std::string("-9.223372e+18"));
    }

    void textsAreShort() {
        const Tensor tensor = doubles({0.1, -0.0, kTensorNan, kTensorInfinity, 1e22});
        QCOMPARE(textAt(tensor, 0), std::string("0.1"));
        QCOMPARE(textAt(tensor, 1), std::string("-0"));
        QCOMPARE(textAt(tensor, 2), std::string("nan"));
        QCOMPARE(textAt(tensor, 3), std::string("inf"));
        const auto half = cast(doubles({0.1}), DType::F16);
        QVERIFY(half);
        QCOMPARE(textAt(*half, 0), std::string("0.099975586"));
    }
};

int tst_tensor(int argc, char** argv) { return lw::tests::run<TestTensor>(argc, argv); }
#include "tst_tensor.moc"
