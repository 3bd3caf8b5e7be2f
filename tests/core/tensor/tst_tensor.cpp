// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/cast.h"
#include "core/tensor/small_float.h"
#include "core/tensor/tensor.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace lw;
using namespace lw::tensor;

namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

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

    // The values of E3.5 and of the IEEE 754 tables for binary16.
    void smallFloats_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("bf16");
        QTest::addColumn<int>("f16");
        QTest::newRow("one") << 1.0 << 0x3f80 << 0x3c00;
        QTest::newRow("pi") << 3.1415927 << 0x4049 << 0x4248;
        QTest::newRow("tie down") << 1 + 0x1p-8 << 0x3f80 << 0x3c04;
        QTest::newRow("tie up") << 1 + 0x3p-8 << 0x3f82 << 0x3c0c;
        QTest::newRow("minus zero") << -0.0 << 0x8000 << 0x8000;
        QTest::newRow("smallest f16") << 0x1p-24 << 0x3380 << 0x0001;
        QTest::newRow("half of it") << 0x1p-25 << 0x3300 << 0x0000;
        QTest::newRow("more than half") << 0x1.8p-25 << 0x3340 << 0x0001;
        QTest::newRow("carry into a normal f16") << 0x1.fff8p-15 << 0x3880 << 0x0400;
        QTest::newRow("largest f16") << 65504.0 << 0x4780 << 0x7bff;
        QTest::newRow("f16 overflows") << 65520.0 << 0x4780 << 0x7c00;
        QTest::newRow("bf16 overflows") << -0x1.ffp127 << 0xff80 << 0xfc00;
        QTest::newRow("smallest bf16") << 0x1p-133 << 0x0001 << 0x0000;
        QTest::newRow("smallest double") << 0x1p-1074 << 0x0000 << 0x0000;
        QTest::newRow("infinity") << -kInfinity << 0xff80 << 0xfc00;
        QTest::newRow("nan") << kNan << 0x7fc0 << 0x7e00;
    }
    void smallFloats() {
        QFETCH(double, value);
        QFETCH(int, bf16);
        QFETCH(int, f16);
        QCOMPARE(int(smallFloatBits(value, kBfloat16)), bf16);
        QCOMPARE(int(smallFloatBits(value, kFloat16)), f16);
    }

    void everySmallFloatComesBack() {
        for (const SmallFloat format : {kBfloat16, kFloat16}) {
            for (unsigned bits = 0; bits < 0x10000; ++bits) {
                const double value = smallFloatValue(std::uint16_t(bits), format);
                if (std::isnan(value)) continue;
                QCOMPARE(unsigned(smallFloatBits(value, format)), bits);
                if (format.exponentBits == 8) { // a bfloat16 is the upper half of a float32
                    QCOMPARE(value, double(std::bit_cast<float>(bits << 16)));
                }
            }
        }
    }

    void castsRoundOrRefuse() {
        const auto floats = cast(doubles({0.1, -2.75, 1e300, kNan}), DType::F32);
        QVERIFY(floats);
        QCOMPARE(floats->at<float>(0), 0.1f);
        QVERIFY(std::isinf(floats->at<float>(2)) && std::isnan(floats->at<float>(3)));
        const auto whole = cast(doubles({-2.75, 2147483647.9, -2147483648.5}), DType::I32);
        QVERIFY(whole);
        QCOMPARE(textAt(*whole, 0) + " " + textAt(*whole, 1) + " " + textAt(*whole, 2),
                 std::string("-2 2147483647 -2147483648"));
        for (const double value : {2147483648.0, -2147483649.0, kNan, kInfinity, 1e300}) {
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
        const Tensor tensor = doubles({0.1, -0.0, kNan, kInfinity, 1e22});
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
