// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/block_float.h"
#include "tests/core/numeric/plain_float.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace lw::numeric;
using namespace lw::test;

namespace {

constexpr double kBlockInfinity = std::numeric_limits<double>::infinity();
using Mantissas = std::vector<std::int16_t>;

struct Encoded {
    int exponent = 0;
    Mantissas mantissas;
    bool operator==(const Encoded&) const = default;
};
Encoded encoded(const std::vector<double>& values, BlockFormat format, const BlockRounding& how = {},
                BlockLosses* losses = nullptr) {
    Encoded out{0, Mantissas(values.size())};
    out.exponent = encodeBlock(values, format, how, out.mantissas, losses);
    return out;
}
std::vector<double> decoded(const Encoded& block, BlockFormat format) {
    std::vector<double> out;
    for (const std::int16_t mantissa : block.mantissas)
        out.push_back(blockValue(mantissa, block.exponent, format));
    return out;
}

// The definition with functions of libm.
Encoded plainEncoded(const std::vector<double>& values, BlockFormat format, const BlockRounding& how,
                     BlockLosses& losses) {
    double largest = 0;
    for (const double value : values) largest = std::fmax(largest, std::fabs(value));
    const int m = format.mantissaBits, bias = format.exponentBits == 5 ? 15 : 127;
    Encoded out{-bias, {}};
    if (largest != 0) std::frexp(largest, &out.exponent);
    out.exponent = std::min(std::max(out.exponent, -bias), bias + 1);
    if (format.exponentBits == 0) out.exponent = m - 1;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double exact = std::ldexp(std::fabs(values[i]), m - 1 - out.exponent);
        double rounded = std::nearbyint(exact);
        if (how.rounding == Rounding::TowardZero) rounded = std::floor(exact);
        if (how.rounding == Rounding::Stochastic) {
            DrawPlace place = how.place;
            place.element += static_cast<std::uint32_t>(i);
            const double chance = std::floor((exact - std::floor(exact)) * 0x1p32);
            rounded = std::floor(exact) + (drawAt(place) < chance ? 1 : 0);
        }
        const double most = std::ldexp(1, m - 1);
        if (rounded > (values[i] < 0 ? most : most - 1))
            ++losses.saturated;
        else if (rounded != exact)
            ++(rounded == 0 ? losses.toZero : losses.rounded);
        out.mantissas.push_back(static_cast<std::int16_t>(values[i] < 0 ? -std::min(rounded, most)
                                                                        : std::min(rounded, most - 1)));
    }
    return out;
}

std::vector<double> randomBlock(std::mt19937_64& random) {
    std::vector<double> values(1 + random() % 12);
    const int spread = random() % 8 == 0 ? 140 : static_cast<int>(random() % 20);
    for (double& value : values) value = random() % 9 == 0 ? 0 : randomNumber(random, spread);
    return values;
}

} // namespace

class TestBlockFloat : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void workedExamples() {
        const BlockFormat four{4, 5}, five{5, 5};
        QCOMPARE(encoded({1, 0.5, -0.25, 0.1}, four), (Encoded{1, {4, 2, -1, 0}}));
        QCOMPARE(decoded({1, {4, 2, -1, 0}}, four), (std::vector<double>{1, 0.5, -0.25, 0}));
        QCOMPARE(encoded({0.99, -0.99, 0.5, 0.03}, four), (Encoded{0, {7, -8, 4, 0}})); // not symmetric
        QCOMPARE(decoded({0, {7, -8, 4, 0}}, four), (std::vector<double>{0.875, -1, 0.5, 0}));
        QCOMPARE(encoded({3, -1.5, 0.75, 0.2}, four), (Encoded{2, {6, -3, 2, 0}})); // a tie to even
        QCOMPARE(encoded({5, 1, -2, 0.3}, five), (Encoded{3, {10, 2, -4, 1}}));
        QCOMPARE(decoded({3, {10, 2, -4, 1}}, five), (std::vector<double>{5, 1, -2, 0.5}));
    }

    // Every mantissa of at most 10 bits with every exponent; a half of 2^exponent beside it keeps that.
    void everyCode() {
        for (const int exponentBits : {5, 8})
            for (int bits = 2; bits <= 10; ++bits) {
                const BlockFormat format{bits, exponentBits};
                const int most = 1 << (bits - 1);
                for (int exponent = lowestExponent(format); exponent <= highestExponent(format); ++exponent)
                    for (int mantissa = -most; mantissa < most; ++mantissa) {
                        const double value = blockValue(std::int16_t(mantissa), exponent, format);
                        QCOMPARE(value, mantissa * std::pow(2.0, exponent - bits + 1));
                        // -1 stands for what rounds to it: itself has the next exponent.
                        const double from = mantissa == -most ? std::nextafter(value, 0.0) : value;
                        const Encoded block = encoded({from, std::pow(2.0, exponent - 1)}, format);
                        QCOMPARE(block.exponent, exponent);
                        QCOMPARE(int(block.mantissas[0]), mantissa);
                    }
            }
    }

    void corners() {
        const BlockFormat format{5, 5};
        QCOMPARE(encoded({0, -0.0}, format), (Encoded{-15, {0, 0}}));
        QCOMPARE(encoded({}, format), (Encoded{-15, {}}));
        QCOMPARE(encoded({0x1p-16, 0x1p-19, -0x1p-21}, format),
                 (Encoded{-15, {8, 1, 0}})); // the lowest exponent
        QCOMPARE(encoded({65504, -65536, 1e9, -1e9}, format), (Encoded{16, {15, -16, 15, -16}}));
        QCOMPARE(encoded({kBlockInfinity, -kBlockInfinity, 2048}, format), (Encoded{16, {15, -16, 0}}));
        QCOMPARE(encoded({std::nan(""), 1}, format), (Encoded{1, {0, 8}}));
        QCOMPARE(encoded({1e9}, BlockFormat{16, 8}), (Encoded{30, {30518}}));
        QCOMPARE(encoded({0x1p-1074}, BlockFormat{16, 8}), (Encoded{-127, {0}}));
    }

    void losses() {
        const auto lost = [](const std::vector<double>& values, BlockFormat format, Rounding rounding) {
            Mantissas mantissas(values.size());
            BlockLosses out;
            encodeBlock(values, format, {rounding, {}}, mantissas, &out);
            return out;
        };
        const BlockFormat four{4, 5}, integer{4, 0};
        constexpr Rounding kNearest = Rounding::NearestEven, kToZero = Rounding::TowardZero;
        QVERIFY((lost({1, 0.5, -0.25, 0}, four, kNearest) == BlockLosses{0, 0, 0}));
        QVERIFY((lost({1, 0.5, -0.25, 0.1}, four, kNearest) == BlockLosses{0, 1, 0}));
        // -1 stands for what rounds to it, and +1 does not exist.
        QVERIFY((lost({0.99, -0.99, 0.5, 0.03}, four, kNearest) == BlockLosses{1, 1, 1}));
        QVERIFY((lost({0.99, -0.99, 0.5, 0.03}, four, kToZero) == BlockLosses{2, 1, 0}));
        QVERIFY((lost({7.4, 7.5, -8, -8.5, -8.6, 9, -9}, integer, kNearest) == BlockLosses{2, 0, 4}));
        QVERIFY((lost({7.4, 7.9, -8, -8.5, -8.9, 8, -9}, integer, kToZero) == BlockLosses{4, 0, 2}));
        QVERIFY((lost({kBlockInfinity, -kBlockInfinity, std::nan(""), 3}, four, kNearest) ==
                 BlockLosses{0, 2, 2}));
    }

    // Without a shared exponent each value is rounded to an integer by itself, and clamped: halves to even.
    void integers() {
        const BlockFormat four{4, 0};
        const std::vector<double> values{0.5, 1.5, -2.5, 0.3, 7.4, 7.5, 7.6, -8.4, -8.5, 1e9, -1e9, 1e-9};
        const Mantissas nearest{0, 2, -2, 0, 7, 7, 7, -8, -8, 7, -8, 0};
        QCOMPARE(encoded(values, four).mantissas, nearest);
        QCOMPARE(encoded(values, four, {Rounding::TowardZero, {}}).mantissas,
                 (Mantissas{0, 1, -2, 0, 7, 7, 7, -8, -8, 7, -8, 0}));
        QCOMPARE(decoded(encoded(values, four), four), std::vector<double>(nearest.begin(), nearest.end()));
        QCOMPARE(encoded({kBlockInfinity, -kBlockInfinity, std::nan(""), 3}, four).mantissas,
                 (Mantissas{7, -8, 0, 3}));
        QCOMPARE(encoded({}, four).mantissas, Mantissas());
        for (int bits = kFewestMantissaBits; bits <= kMostMantissaBits; ++bits)
            for (int integer = -(1 << (bits - 1)); integer < 1 << (bits - 1); ++integer) {
                const BlockFormat format{bits, 0};
                const Encoded block = encoded({double(integer), 0}, format);
                QCOMPARE(int(block.mantissas[0]), integer);
                QCOMPARE(blockValue(block.mantissas[0], block.exponent, format), double(integer));
            }
        // Products of integers are integers.
        QCOMPARE(dotExponent(encoded({3}, {16, 0}).exponent, {16, 0}, encoded({3}, four).exponent, four), 0);
    }

    // Widths and exponents of all kinds: 10^7 blocks, or one of fifty.
    void randomBlocks() {
        for (const std::uint32_t seed : seedsBelow(1000)) {
            std::mt19937_64 random(seed);
            for (int i = 0; i < 10'000; ++i) {
                constexpr int kExponents[]{5, 8, 0};
                const BlockFormat format{2 + static_cast<int>(random() % 15), kExponents[random() % 3]};
                const BlockRounding how{
                    static_cast<Rounding>(random() % 3),
                    {random(), random(), std::uint32_t(random()), std::uint32_t(random())}};
                const std::vector<double> values = randomBlock(random);
                BlockLosses plain, losses;
                const Encoded expected = plainEncoded(values, format, how, plain);
                if (encoded(values, format, how, &losses) == expected && losses == plain) continue;
                QFAIL(qPrintable(QStringLiteral("block %1 of seed %2").arg(i).arg(seed)));
            }
        }
    }

    void dots() {
        QCOMPARE(mantissaDot(Mantissas{2, 4, -2, 1}, Mantissas{8, 4, -2, 1}), std::int64_t{37});
        const Mantissas lowest(400, -32768), highest(400, 32767);
        QCOMPARE(mantissaDot(lowest, lowest), std::int64_t{400} << 30);
        QCOMPARE(mantissaDot(lowest, highest), std::int64_t{-400} * 32768 * 32767);
        QCOMPARE(dotExponent(1, {5, 5}, 2, {4, 5}), 1 + 2 - 4 - 3);
    }
};

int tst_block_float(int argc, char** argv) { return lw::tests::run<TestBlockFloat>(argc, argv); }
#include "tst_block_float.moc"
