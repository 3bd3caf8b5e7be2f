// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/mx.h"
#include "tests/core/numeric/plain_float.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

#include <array>
#include <cmath>
#include <vector>

using namespace lw::numeric;
using namespace lw::test;

namespace {

constexpr double kMxInfinity = HUGE_VAL;

// The table of the specification: what the largest element is, and the largest power of two as an exponent.
struct Published {
    MxFormat format;
    double largest, smallest;
    int exponent, fraction; // of the largest power of two, and bits after the point
};
constexpr Published kPublished[] = {
    {MxFormat::Int8, 127.0 / 64, 1.0 / 64, 0, 6}, {MxFormat::Fp8E4m3, 448, 0x1p-9, 8, 3},
    {MxFormat::Fp8E5m2, 57344, 0x1p-16, 15, 2},   {MxFormat::Fp6E3m2, 28, 0x1p-4, 4, 2},
    {MxFormat::Fp6E2m3, 7.5, 0x1p-3, 2, 3},       {MxFormat::Fp4E2m1, 6, 0.5, 2, 1},
};

struct MxEncoded {
    int scale = 0;
    std::vector<std::uint8_t> codes;
};
MxEncoded encoded(const std::vector<double>& values, MxFormat format,
                  Rounding rounding = Rounding::NearestEven, const std::vector<std::uint32_t>& draws = {}) {
    MxEncoded out{0, std::vector<std::uint8_t>(values.size(), 0xaa)};
    out.scale = encodeMx(values, format, out.codes, rounding, draws);
    return out;
}

// The nearest element, ties to even, not beyond the largest.
double plainElement(double value, const Published& row) {
    const double rounded = row.format == MxFormat::Int8 ? std::nearbyint(value * 64) / 64
                                                        : plainRounded(value, *elementFloat(row.format));
    return std::fabs(rounded) > row.largest ? std::copysign(row.largest, rounded) : rounded;
}
// The one below in magnitude, or by the draw that above it: as often as the value lies beyond the one below.
double plainElement(double value, const Published& row, Rounding rounding, std::uint32_t draw) {
    if (rounding == Rounding::NearestEven) return plainElement(value, row);
    const double magnitude = std::fabs(value);
    const int power = magnitude == 0 ? -100 : std::ilogb(magnitude);
    const double step = std::fmax(row.smallest, std::ldexp(1, power - row.fraction));
    const double whole = std::floor(magnitude / step), rest = magnitude / step - whole;
    const bool isUp = rounding == Rounding::Stochastic && draw < std::floor(rest * 0x1p32);
    return std::copysign(std::fmin((whole + (isUp ? 1 : 0)) * step, row.largest), value);
}

} // namespace

class TestMx : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void published() {
        const std::array bits{8, 8, 8, 6, 6, 4};
        const std::array<std::string_view, kMxFormats> names{"mxint8",     "mxfp8-e4m3", "mxfp8-e5m2",
                                                             "mxfp6-e3m2", "mxfp6-e2m3", "mxfp4"};
        for (std::size_t i = 0; i < kMxFormats; ++i) {
            const Published& row = kPublished[i];
            QCOMPARE(elementBits(row.format), bits[i]);
            QCOMPARE(nameOf(row.format), names[i]);
            double largest = 0;
            for (int code = 0; code < 1 << (bits[i] - 1); ++code)
                if (const double value = mxElement(std::uint8_t(code), row.format); std::isfinite(value))
                    largest = std::fmax(largest, value);
            QCOMPARE(largest, row.largest);
            QCOMPARE(mxElement(1, row.format), row.smallest);
        }
        QCOMPARE(mxElement(0x80, MxFormat::Int8), -2.0);
    }

    // Every code with every scale and back; a power of two beside it keeps the scale.
    void everyCode() {
        for (const Published& row : kPublished)
            for (int scale = 0; scale < 255; ++scale)
                for (int code = 0; code < 1 << elementBits(row.format); ++code) {
                    const double element = mxElement(std::uint8_t(code), row.format);
                    const double value = mxValue(std::uint8_t(code), std::uint8_t(scale), row.format);
                    if (!std::isfinite(element) || element == -2) continue;
                    QCOMPARE(value, element * std::pow(2.0, scale - 127));
                    const double anchor = std::pow(2.0, row.exponent + scale - 127);
                    const MxEncoded block = encoded({value, anchor}, row.format);
                    QCOMPARE(block.scale, scale);
                    const bool isMinusZero = element == 0 && row.format == MxFormat::Int8;
                    QCOMPARE(int(block.codes[0]), isMinusZero ? 0 : code);
                }
    }

    void corners() {
        for (const Published& row : kPublished) {
            QCOMPARE(encoded({0, 0}, row.format).scale, 0);
            for (const double bad : {kMxInfinity, -kMxInfinity, std::nan("")}) {
                const MxEncoded block = encoded({1, bad}, row.format);
                QCOMPARE(block.scale, int(kScaleNan));
                QCOMPARE(block.codes, (std::vector<std::uint8_t>{0, 0}));
            }
            QVERIFY(std::isnan(mxValue(1, kScaleNan, row.format)));
            // Beyond the scales: the largest one, with the largest elements; the smallest one.
            const MxEncoded huge = encoded({0x1p300, -0x1p300}, row.format);
            QCOMPARE(huge.scale, 254);
            QCOMPARE(mxElement(huge.codes[0], row.format), row.largest);
            QCOMPARE(mxElement(huge.codes[1], row.format), -row.largest);
            QCOMPARE(encoded({0x1p-300}, row.format).scale, 0);
            // Between the largest element and the power of two above it.
            const double between = std::nextafter(std::ldexp(2.0, row.exponent), 0.0);
            const MxEncoded top = encoded({between, -between}, row.format);
            QCOMPARE(top.scale, 127);
            QCOMPARE(mxElement(top.codes[0], row.format), row.largest);
            QCOMPARE(mxElement(top.codes[1], row.format), -row.largest);
        }
    }

    void roundings() {
        const std::vector<double> values{4, 0.26, -0.26, 0.25};
        QCOMPARE(encoded(values, MxFormat::Fp4E2m1).codes, (std::vector<std::uint8_t>{6, 1, 9, 0}));
        QCOMPARE(encoded(values, MxFormat::Fp4E2m1, Rounding::TowardZero).codes,
                 (std::vector<std::uint8_t>{6, 0, 8, 0}));
        std::vector<std::uint8_t> codes(4);
        const std::vector<std::uint32_t> draws{0, 0x80000000, 0x90000000,
                                               0x7fffffff}; // 0.26 is 0.52 of a step
        encodeMx(values, MxFormat::Fp4E2m1, codes, Rounding::Stochastic, draws);
        QCOMPARE(codes, (std::vector<std::uint8_t>{6, 1, 8, 1}));
        encodeMx(values, MxFormat::Int8, codes, Rounding::Stochastic,
                 std::vector<std::uint32_t>{0, 0, ~0u, 0});
        QCOMPARE(codes, (std::vector<std::uint8_t>{64, 5, 252, 4}));
    }

    // 10^7 blocks, over the formats in turn and every rounding, or one of fifty.
    void randomBlocks() {
        for (const std::uint32_t seed : seedsBelow(1000)) {
            std::mt19937_64 random(seed);
            for (int i = 0; i < 10'000; ++i) {
                const Published& row = kPublished[static_cast<std::size_t>(i % kMxFormats)];
                std::vector<double> values(1 + random() % kMxBlock);
                const int spread = static_cast<int>(random() % 30);
                for (double& value : values) value = randomNumber(random, spread);
                const auto rounding = static_cast<Rounding>(random() % 3);
                std::vector<std::uint32_t> draws(values.size());
                for (std::uint32_t& draw : draws) draw = static_cast<std::uint32_t>(random());
                const MxEncoded block = encoded(values, row.format, rounding, draws);
                double largest = 0;
                for (const double value : values) largest = std::fmax(largest, std::fabs(value));
                const int scale = largest == 0 ? -127 : int(std::floor(std::log2(largest))) - row.exponent;
                QCOMPARE(block.scale, scale + 127);
                for (std::size_t k = 0; k < values.size(); ++k)
                    QCOMPARE(mxElement(block.codes[k], row.format),
                             plainElement(std::ldexp(values[k], -scale), row, rounding, draws[k]));
            }
        }
    }
};

int tst_mx(int argc, char** argv) { return lw::tests::run<TestMx>(argc, argv); }
#include "tst_mx.moc"
