// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/half_lanes.h"
#include "core/numeric/host_control.h"
#include "tests/core/numeric/plain_float.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <functional>
#include <limits>
#include <numeric>
#include <vector>

using namespace lw::numeric;
using namespace lw::test;

namespace {

using Codes = std::vector<std::uint16_t>;

void atEveryLevel(const std::function<void()>& check) {
    for (const HostLevel level : {HostLevel::Portable, HostLevel::Avx2, HostLevel::Avx512}) {
        if (level > bestHostLevel()) break;
        limitHostLevel(level);
        check();
    }
    limitHostLevel(bestHostLevel());
}

Codes randomCodes(std::mt19937_64& random, std::size_t count) {
    Codes out(count);
    for (std::uint16_t& code : out) code = static_cast<std::uint16_t>(random());
    return out;
}

struct WithOperand {
    void (*lanes)(std::span<std::uint16_t>, const std::uint16_t*, Overflow);
    std::function<std::uint16_t(std::uint16_t, std::uint16_t, Overflow)> one;
};
const WithOperand kWithOperand[] = {
    {addHalves, halfSum},
    {subtractHalves, halfDifference},
    {subtractFromHalves,
     [](std::uint16_t x, std::uint16_t y, Overflow overflow) { return halfDifference(y, x, overflow); }},
    {multiplyHalves, halfProduct},
    {maxHalves, [](std::uint16_t x, std::uint16_t y, Overflow) { return halfMax(x, y); }}};

// Numbers whose largest is anything: of all sizes, or as small as FP16 has them, now and then what is none.
Codes randomBlock(std::mt19937_64& random, std::size_t count) {
    Codes out = randomCodes(random, count);
    const std::uint64_t kind = random() % 8, most = 1 + random() % 0x7bff;
    for (std::uint16_t& code : out) {
        const auto sign = static_cast<std::uint16_t>(code & 0x8000);
        if (kind < 5) code = static_cast<std::uint16_t>(sign | (code & 0x7fff) % most);
        if (kind == 5) code = sign;
        if (kind == 6 && (code & 0x7fff) == 0x7c00) code = 0x7e00;
    }
    if (kind == 7) out[random() % count] = random() % 2 == 0 ? 0x7c00 : 0xfc00;
    return out;
}

} // namespace

// Vectors give the bits of the functions of one number, at every level of the host.
class TestHalfLanes : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Lengths with which registers of the host are left over.
    void twoOperands() {
        std::mt19937_64 random(31);
        for (const Overflow overflow : {Overflow::Infinity, Overflow::Saturate})
            for (std::size_t length = 1; length < 500; length += length < 70 ? 1 : 43) {
                const Codes x = randomCodes(random, length);
                Codes y = randomCodes(random, length);
                for (std::size_t i = 0; i < length; i += 2) // near each other, for cancellation
                    y[i] = static_cast<std::uint16_t>(x[i] ^ (y[i] & 0x81ff));
                for (const WithOperand& operation : kWithOperand)
                    atEveryLevel([&] {
                        Codes out = x;
                        operation.lanes(out, y.data(), overflow);
                        for (std::size_t i = 0; i < length; ++i)
                            QCOMPARE(out[i], operation.one(x[i], y[i], overflow));
                    });
            }
    }

    void allCodes() {
        Codes all(0x10000);
        std::iota(all.begin(), all.end(), std::uint16_t{0});
        atEveryLevel([&] {
            Codes positive = all, sigmoids = all, tangents = all;
            reluHalves(positive);
            sigmoidHalves(sigmoids);
            tanhHalves(tangents);
            for (std::size_t i = 0; i < all.size(); ++i) {
                QCOMPARE(positive[i], halfRelu(all[i]));
                QCOMPARE(sigmoids[i], halfSigmoid(all[i]));
                QCOMPARE(tangents[i], halfTanh(all[i]));
            }
        });
    }

    // Numbers, ties among them, from below the smallest FP16 to beyond the largest.
    void rounding() {
        std::mt19937_64 random(32);
        std::vector<double> values{0.0,
                                   -0.0,
                                   65519.999,
                                   65520,
                                   -65520,
                                   0x1p-25,
                                   0x1.0000001p-25,
                                   -0x1p-26,
                                   0x1.ffffp-15,
                                   1e300,
                                   -1e-300,
                                   std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()};
        while (values.size() < 100'000) values.push_back(randomNumber(random, 30));
        for (const Overflow overflow : {Overflow::Infinity, Overflow::Saturate})
            atEveryLevel([&] {
                Codes out(values.size());
                roundToHalves(values, overflow, out.data());
                for (std::size_t i = 0; i < values.size(); ++i) {
                    double expected = plainHalf(values[i]);
                    if (overflow == Overflow::Saturate && std::isinf(expected))
                        expected = std::copysign(65504.0, expected);
                    if (std::isnan(expected))
                        QCOMPARE(out[i], kHalfNan);
                    else
                        QVERIFY2(halfValue(out[i]) == expected &&
                                     std::signbit(expected) == ((out[i] & 0x8000) != 0),
                                 qPrintable(QString::number(values[i], 'g', 17)));
                }
            });
    }

    // All formats and roundings; blocks of every length, of one, of infinities, of what is not a number.
    void blocks() {
        std::mt19937_64 random(33);
        for (const int exponentBits : {5, 8, 0})
            for (int bits = kFewestMantissaBits; bits <= kMostMantissaBits; ++bits)
                for (const Rounding how : {Rounding::NearestEven, Rounding::TowardZero, Rounding::Stochastic})
                    for (std::size_t length = 1; length < 150; length += how == Rounding::Stochastic ? 40 : 3)
                        checkBlock(random, {bits, exponentBits}, {how, {7, 12345, 3, 0}}, length);
    }

  private:
    static void checkBlock(std::mt19937_64& random, BlockFormat format, const BlockRounding& how,
                           std::size_t length) {
        const Codes codes = randomBlock(random, length);
        std::vector<double> values(length);
        for (std::size_t i = 0; i < length; ++i) values[i] = halfValue(codes[i]);
        std::vector<std::int16_t> expected(length);
        BlockLosses lost;
        const int exponent = encodeBlock(values, format, how, expected, &lost);
        atEveryLevel([&] {
            std::vector<std::int16_t> out(length);
            BlockLosses losses;
            QCOMPARE(encodeHalves(codes, format, how, out.data(), &losses), exponent);
            QCOMPARE(out, expected);
            QVERIFY(losses == lost);
        });
    }
};

int tst_half_lanes(int argc, char** argv) { return lw::tests::run<TestHalfLanes>(argc, argv); }
#include "tst_half_lanes.moc"
