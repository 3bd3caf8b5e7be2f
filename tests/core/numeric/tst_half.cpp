// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/half.h"
#include "tests/core/numeric/plain_float.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <bit>
#include <cmath>

using namespace lw::numeric;
using namespace lw::test;

namespace {

constexpr Overflow kInf = Overflow::Infinity, kMost = Overflow::Saturate;

// Whether the code stands for this number, with its sign; of NaN, for the one there is.
bool is(std::uint16_t code, double expected) {
    if (std::isnan(expected)) return code == kHalfNan;
    return std::bit_cast<std::uint64_t>(halfValue(code)) == std::bit_cast<std::uint64_t>(expected);
}
double saturated(double value) { return std::isinf(value) ? std::copysign(65504.0, value) : value; }

} // namespace

class TestHalf : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // All codes, against the host's functions in 64 bits of precision.
    void functions() {
        for (unsigned each = 0; each < 65536; ++each) {
            const auto code = static_cast<std::uint16_t>(each);
            const auto x = static_cast<long double>(halfValue(code));
            const long double sigmoid = std::isnan(x) ? x : 1 / (1 + std::exp(-x));
            QVERIFY2(is(halfSigmoid(code), plainHalf(sigmoid)), qPrintable(QString::number(each, 16)));
            QVERIFY2(is(halfTanh(code), plainHalf(std::tanh(x))), qPrintable(QString::number(each, 16)));
            QVERIFY2(is(halfExponential(code, kInf), plainHalf(std::exp(x))),
                     qPrintable(QString::number(each, 16)));
            QVERIFY2(is(halfExponential(code, kMost), saturated(plainHalf(std::exp(x)))),
                     qPrintable(QString::number(each, 16)));
            QVERIFY2(is(halfRelu(code), std::isnan(x) || x > 0 ? static_cast<double>(x) : 0.0),
                     qPrintable(QString::number(each, 16)));
        }
    }

    // Pairs of codes of every kind; one of the two is near the other for every second pair, for cancellation.
    void arithmetic() {
        std::mt19937_64 random(21);
        for (int i = 0; i < 300'000; ++i) {
            const auto word = random();
            const auto x = static_cast<std::uint16_t>(word);
            const auto y = static_cast<std::uint16_t>(i % 2 == 0 ? word >> 16 : x ^ (word >> 16 & 0x81ff));
            const auto a = static_cast<long double>(halfValue(x)), b = static_cast<long double>(halfValue(y));
            QVERIFY(is(halfSum(x, y, kInf), plainHalf(a + b)));
            QVERIFY(is(halfDifference(x, y, kInf), plainHalf(a - b)));
            QVERIFY(is(halfProduct(x, y, kInf), plainHalf(a * b)));
            QVERIFY(is(halfSum(x, y, kMost), saturated(plainHalf(a + b))));
            QVERIFY(is(halfProduct(x, y, kMost), saturated(plainHalf(a * b))));
            const bool isNan = std::isnan(a) || std::isnan(b);
            QVERIFY(is(halfMax(x, y), static_cast<double>(isNan   ? NAN
                                                          : a > b ? a
                                                                  : b)) ||
                    (a == 0 && b == 0));
        }
    }

    void corners() {
        QCOMPARE(halfMax(0x8000, 0x0000), 0);
        QCOMPARE(halfMax(0x0000, 0x8000), 0);
        QCOMPARE(int(halfMax(0x8000, 0x8000)), 0x8000);
        QCOMPARE(halfRelu(0x8000), 0);
        QCOMPARE(int(halfSum(0x7c00, 0xfc00, kInf)), int(kHalfNan));
        QCOMPARE(int(halfProduct(0x7c00, 0x0000, kInf)), int(kHalfNan));
        QCOMPARE(int(halfSum(0x7bff, 0x7bff, kInf)), 0x7c00);
        QCOMPARE(int(halfSum(0xfbff, 0xfbff, kMost)), 0xfbff);
        QCOMPARE(int(halfProduct(0x0001, 0x3800, kInf)), 0); // half of the smallest: a tie, to even
        QCOMPARE(int(halfProduct(0x0003, 0x3800, kInf)), 2);
        QCOMPARE(int(halfOf(1 + 0x1p-11 + 0x1p-40, kInf)), 0x3c01); // by way of float32 it would be 1
    }
};

int tst_half(int argc, char** argv) { return lw::tests::run<TestHalf>(argc, argv); }
#include "tst_half.moc"
