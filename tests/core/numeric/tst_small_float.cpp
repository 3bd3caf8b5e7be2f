// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/small_float.h"
#include "tests/core/numeric/plain_float.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace lw::numeric;
using namespace lw::test;

namespace {
constexpr double kSmallInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr SmallFloat kAllBelowTenBits[] = {kE5m2, kE4m3, kE3m2, kE2m3, kE2m1};

// The numbers of a format from 0 up, in order, by the definition of its fields.
std::vector<double> numbersOf(SmallFloat format) {
    std::vector<double> out;
    const int fields = 1 << format.exponentBits, fractions = 1 << format.mantissaBits;
    const int bias = fields / 2 - 1;
    for (int field = 0; field < fields; ++field)
        for (int fraction = 0; fraction < fractions; ++fraction) {
            const bool isTop = field == fields - 1;
            if (isTop && format.top == TopCodes::InfinityAndNan) continue;
            if (isTop && format.top == TopCodes::OneNan && fraction == fractions - 1) continue;
            const double part = static_cast<double>(fraction) / fractions;
            out.push_back(field == 0 ? part * std::pow(2.0, 1 - bias)
                                     : (1 + part) * std::pow(2.0, field - bias));
        }
    return out;
}

unsigned codeOf(double value, SmallFloat format, Conversion how = {}) {
    return smallFloatBits(value, format, how);
}
} // namespace

class TestSmallFloat : public QObject {
    Q_OBJECT
  private Q_SLOTS:
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
        QTest::newRow("infinity") << -kSmallInfinity << 0xff80 << 0xfc00;
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

    // The tables of the two OCP specifications.
    void published() {
        QCOMPARE(smallFloatValue(0x7e, kE4m3), 448.0);
        QCOMPARE(smallFloatValue(0x08, kE4m3), 0x1p-6);
        QCOMPARE(smallFloatValue(0x01, kE4m3), 0x1p-9);
        QVERIFY(std::isnan(smallFloatValue(0x7f, kE4m3)) && std::isnan(smallFloatValue(0xff, kE4m3)));
        QCOMPARE(smallFloatValue(0x7b, kE5m2), 57344.0);
        QCOMPARE(smallFloatValue(0x04, kE5m2), 0x1p-14);
        QCOMPARE(smallFloatValue(0x01, kE5m2), 0x1p-16);
        QCOMPARE(smallFloatValue(0xfc, kE5m2), -kSmallInfinity);
        QVERIFY(std::isnan(smallFloatValue(0x7d, kE5m2)));
        QCOMPARE(smallFloatValue(0x1f, kE3m2), 28.0);
        QCOMPARE(smallFloatValue(0x01, kE3m2), 0.0625);
        QCOMPARE(smallFloatValue(0x1f, kE2m3), 7.5);
        QCOMPARE(smallFloatValue(0x01, kE2m3), 0.125);
        const double values[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
        for (std::uint16_t code = 0; code < 8; ++code) QCOMPARE(smallFloatValue(code, kE2m1), values[code]);
        QCOMPARE(largestExponent(kE4m3), 8);
        QCOMPARE(largestExponent(kE5m2), 15);
        QCOMPARE(largestExponent(kE3m2), 4);
        QCOMPARE(largestExponent(kE2m3), 2);
        QCOMPARE(largestExponent(kE2m1), 2);
    }

    // Each code there and back, and what lies between it and the next one, in every rounding.
    void everyCode() {
        for (const SmallFloat format : kAllBelowTenBits) {
            const std::vector<double> numbers = numbersOf(format);
            QCOMPARE(numbers.size(), std::size_t(largestCode(format)) + 1);
            const unsigned sign = signBitOf(format);
            for (unsigned code = 0; code < numbers.size(); ++code) {
                QCOMPARE(smallFloatValue(std::uint16_t(code), format), numbers[code]);
                QCOMPARE(smallFloatValue(std::uint16_t(code | sign), format), -numbers[code]);
                QCOMPARE(codeOf(numbers[code], format), code);
                QCOMPARE(codeOf(-numbers[code], format), code | sign);
                if (code + 1 == numbers.size()) continue;
                const double middle = (numbers[code] + numbers[code + 1]) / 2;
                QCOMPARE(codeOf(middle, format), code + (code & 1));
                QCOMPARE(codeOf(std::nextafter(middle, 0.0), format), code);
                QCOMPARE(codeOf(std::nextafter(-middle, -kSmallInfinity), format), (code + 1) | sign);
                QCOMPARE(codeOf(std::nextafter(numbers[code + 1], 0.0), format, {Rounding::TowardZero}),
                         code);
                const double quarter = numbers[code] + (numbers[code + 1] - numbers[code]) / 4;
                QCOMPARE(codeOf(quarter, format, {.rounding = Rounding::Stochastic, .draw = 0x3fffffff}),
                         code + 1);
                QCOMPARE(codeOf(quarter, format, {.rounding = Rounding::Stochastic, .draw = 0x40000000}),
                         code);
            }
        }
    }

    void beyondTheLargest() {
        const Conversion saturated{.overflow = Overflow::Saturate},
            towardZero{.rounding = Rounding::TowardZero};
        for (const SmallFloat format : kAllBelowTenBits) {
            const std::vector<double> numbers = numbersOf(format);
            const unsigned last = largestCode(format);
            // The next number if there were one: everything below the middle is still the largest.
            const double middle = numbers[last] + (numbers[last] - numbers[last - 1]) / 2;
            const bool isOdd = (last & 1) != 0;
            const unsigned beyond = format.top == TopCodes::Numbers ? last : last + 1;
            QCOMPARE(codeOf(std::nextafter(middle, 0.0), format), last);
            QCOMPARE(codeOf(middle, format), isOdd ? beyond : last);
            for (const double value : {std::nextafter(middle, kSmallInfinity), 1e300, kSmallInfinity}) {
                QCOMPARE(codeOf(value, format), beyond);
                QCOMPARE(codeOf(value, format, saturated), last);
            }
            QCOMPARE(codeOf(1e300, format, towardZero), last);
            QCOMPARE(codeOf(kSmallInfinity, format, towardZero), beyond);
            const double nan = smallFloatValue(smallFloatBits(kNan, format), format);
            QVERIFY(format.top == TopCodes::Numbers ? nan == 0 : std::isnan(nan));
        }
    }

    // For a fraction of f / 256 just f of 256 draws that are evenly apart go up.
    void stochasticIsFair() {
        for (unsigned fraction = 0; fraction < 256; ++fraction) {
            unsigned up = 0;
            for (unsigned draw = 0; draw < 256; ++draw)
                up += roundedShift(5 * 256 + fraction, 8, Rounding::Stochastic, draw << 24) == 6;
            QCOMPARE(up, fraction);
        }
        QCOMPARE(firstBitsOfFraction(~0ull, 96), 0u);
        QCOMPARE(firstBitsOfFraction(~0ull, 95), 1u);
        QCOMPARE(firstBitsOfFraction(3, 2), 0xc0000000u);
        QCOMPARE(firstBitsOfFraction(~0ull, 64), ~0u);
    }

    // Against libm, which is not used by the code.
    void randomNumbers() {
        std::mt19937_64 random(20);
        for (int i = 0; i < 200'000; ++i) {
            const double value = randomNumber(random, 48);
            for (const SmallFloat format : {kFloat16, kE5m2, kE4m3, kE2m3}) {
                const double largest = smallFloatValue(largestCode(format), format);
                double expected = plainRounded(value, format);
                if (std::fabs(expected) > largest) expected = std::copysign(largest, value);
                const double found =
                    smallFloatValue(smallFloatBits(value, format, {.overflow = Overflow::Saturate}), format);
                QCOMPARE(std::bit_cast<std::uint64_t>(found), std::bit_cast<std::uint64_t>(expected));
            }
        }
    }
};

int tst_small_float(int argc, char** argv) { return lw::tests::run<TestSmallFloat>(argc, argv); }
#include "tst_small_float.moc"
