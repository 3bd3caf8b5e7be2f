// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/unary.h"
#include "core/numeric/host_control.h"
#include "tests/support/float_reference.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>

using namespace lw::training;
using namespace lw::numeric;
using namespace lw::test;

namespace {

#ifdef NDEBUG
constexpr int kRandomInputs = 10'000'000;
#else
constexpr int kRandomInputs = 1'000'000;
#endif

using Exact = long double (*)(long double);

struct Unary {
    const char* name;
    VectorFunction function;
    Exact exact;
    double bound; // units in the last place of the exact result
};

const Unary kUnaries[] = {
    {"rcp", vectorEupRcp, [](long double x) { return 1.0L / x; }, 0.5},
    {"sqrt", vectorEupSqrt, [](long double x) { return std::sqrt(x); }, 0.5},
    {"rsqrt", vectorEupRsqrt, [](long double x) { return 1.0L / std::sqrt(x); }, 1.5},
    {"exp", vectorEupExp, [](long double x) { return std::exp(x); }, 1.0},
    {"log", vectorEupLog, [](long double x) { return std::log(x); }, 1.0},
    {"tanh", vectorEupTanh, [](long double x) { return std::tanh(x); }, 1.5},
    {"sigmoid", vectorEupSigmoid, [](long double x) { return 1.0L / (1.0L + std::exp(-x)); }, 2.5},
};

constexpr u32 kPlusZero = 0, kMinusZero = 0x80000000, kPlusInfinity = 0x7f800000, kMinusInfinity = 0xff800000;
constexpr u32 kOne = 0x3f800000, kMinusOne = 0xbf800000, kHalf = 0x3f000000;

// Distance from the exact value in units of its last place in float32; flushing and overflow leave a gap of
// one step at the ends of the range. Not a number: only right or wrong.
double errorInUlp(u32 result, long double exact) {
    const double value = valueOf(result);
    if (std::isnan(exact) || std::isnan(value)) return std::isnan(exact) && result == kOneNan ? 0.0 : 1e9;
    if (std::isinf(exact) || std::fabs(exact) >= 0x1.ffffffp127L) // rounds to infinity
        return std::isinf(value) && (value > 0) == (exact > 0) ? 0.0
               : std::fabs(value) == 0x1.fffffep127            ? 1.0
                                                               : 1e9;
    if (std::isinf(value)) return std::fabs(exact) > 0x1.fffffcp127L ? 1.0 : 1e9;
    if (std::fabs(exact) < 0x1p-126L * (1.0L - 0x1p-25L))
        return value == 0.0 ? 0.0 : std::fabs(value) == 0x1p-126 ? 1.0 : 1e9;
    if (value == 0.0) return std::fabs(exact) < 0x1p-126L * (1.0L + 0x1p-22L) ? 1.0 : 1e9;
    const int exponent = std::max(std::ilogb(exact), -126);
    return static_cast<double>(std::fabs(static_cast<long double>(value) - exact) /
                               std::ldexp(1.0L, exponent - 23));
}

std::vector<u32> run(VectorFunction function, const std::vector<u32>& x) {
    std::vector<u32> d(x.size());
    for (std::size_t at = 0; at < x.size(); at += 1024) function(x.data() + at, {}, d.data() + at, {128, 8});
    return d;
}

u32 one(VectorFunction function, u32 x) {
    const std::vector<u32> lanes(4, x);
    std::vector<u32> d(4);
    function(lanes.data(), {}, d.data(), {4, 1});
    return d[0];
}

} // namespace

class TestUnary : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void specialValues_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<u32>("input");
        QTest::addColumn<u32>("result");
        constexpr int kOfMinusZero = 1, kOfPlusZero = 2;
        const u32 inputs[] = {kMinusInfinity, kMinusZero, kPlusZero, kPlusInfinity};
        const u32 results[7][4] = {
            {kMinusZero, kMinusInfinity, kPlusInfinity, kPlusZero},   // rcp
            {kOneNan, kMinusZero, kPlusZero, kPlusInfinity},          // sqrt
            {kOneNan, kMinusInfinity, kPlusInfinity, kPlusZero},      // rsqrt
            {kPlusZero, kOne, kOne, kPlusInfinity},                   // exp
            {kOneNan, kMinusInfinity, kMinusInfinity, kPlusInfinity}, // log
            {kMinusOne, kMinusZero, kPlusZero, kOne},                 // tanh
            {kPlusZero, kHalf, kHalf, kOne},                          // sigmoid
        };
        for (int index = 0; index < 7; ++index) {
            for (int i = 0; i < 4; ++i)
                QTest::addRow("%s %08x", kUnaries[index].name, inputs[i])
                    << index << inputs[i] << results[index][i];
            for (const u32 nan : {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xffffffffu})
                QTest::addRow("%s %08x", kUnaries[index].name, nan) << index << nan << kOneNan;
            // Denormals are zeros.
            QTest::addRow("%s +denormal", kUnaries[index].name)
                << index << u32{0x007fffff} << results[index][kOfPlusZero];
            QTest::addRow("%s -denormal", kUnaries[index].name)
                << index << u32{0x80000001} << results[index][kOfMinusZero];
        }
    }
    void specialValues() {
        QFETCH(int, index);
        QFETCH(u32, input);
        QFETCH(u32, result);
        QCOMPARE(one(kUnaries[index].function, input), result);
    }

    void ends() {
        for (const u32 x : {kOne, bitsAt(4.0f), bitsAt(0x1p-40f)}) { // exact
            QCOMPARE(one(vectorEupRcp, x), bitsAt(1.0f / floatAt(x)));
            QCOMPARE(one(vectorEupRsqrt, x), bitsAt(1.0f / std::sqrt(floatAt(x))));
        }
        QCOMPARE(one(vectorEupLog, kOne), kPlusZero);
        for (const VectorFunction function : {vectorEupSqrt, vectorEupRsqrt, vectorEupLog})
            for (const u32 negative : {kMinusOne, bitsAt(-0x1p-126f), bitsAt(-1e30f)})
                QCOMPARE(one(function, negative), kOneNan);
        QVERIFY(one(vectorEupExp, bitsAt(88.72283f)) < kPlusInfinity); // e^88.72283 is just below 2^128
        QCOMPARE(one(vectorEupExp, bitsAt(88.72284f)), kPlusInfinity);
        QCOMPARE(one(vectorEupExp, bitsAt(1e30f)), kPlusInfinity);
        QCOMPARE(one(vectorEupExp, bitsAt(-87.4f)), kPlusZero);
        QCOMPARE(one(vectorEupExp, bitsAt(-1e30f)), kPlusZero);
        QCOMPARE(one(vectorEupSigmoid, bitsAt(-87.4f)), kPlusZero);
        QCOMPARE(one(vectorEupSigmoid, bitsAt(40.0f)), kOne);
        QCOMPARE(one(vectorEupTanh, bitsAt(20.0f)), kOne);
        QCOMPARE(one(vectorEupTanh, bitsAt(1e-20f)), bitsAt(1e-20f));
        QCOMPARE(one(vectorEupRcp, bitsAt(0x1p126f)), bitsAt(0x1p-126f));
        QCOMPARE(one(vectorEupRcp, bitsAt(0x1.000002p126f)), kPlusZero); // tiny, flushed
        QCOMPARE(one(vectorEupRcp, bitsAt(-0x1p127f)), kMinusZero);
    }

    void withinBound_data() {
        QTest::addColumn<int>("index");
        for (int index = 0; index < 7; ++index) QTest::addRow("%s", kUnaries[index].name) << index;
    }
    // All 65,536 bfloat16 and random float32: half of any bits,
    // half where the function is neither 0 nor infinite.
    void withinBound() {
        QFETCH(int, index);
        const Unary& unary = kUnaries[index];
        RandomWords random(static_cast<u32>(index));
        double worst = 0.0;
        u32 worstInput = 0;
        const auto check = [&](const std::vector<u32>& x) {
            const std::vector<u32> d = run(unary.function, x);
            for (std::size_t i = 0; i < x.size(); ++i) {
                const double error = errorInUlp(d[i], unary.exact(static_cast<long double>(valueOf(x[i]))));
                if (error > worst) worst = error, worstInput = x[i];
            }
        };
        std::vector<u32> all(65536);
        for (u32 half = 0; half < 65536; ++half) all[half] = half << 16;
        check(all);
        for (int done = 0; done < kRandomInputs; done += 102'400) {
            std::vector<u32> x = samples(anything, random, 102'400);
            for (std::size_t i = 0; i < x.size(); i += 2) x[i] = random.withExponent(0x70, 23);
            check(x);
        }
        qInfo("%s: largest error %.4f ulp, at %08x", unary.name, worst, worstInput);
        QVERIFY2(worst <= unary.bound, unary.name);
        // A bound that nothing comes near would be no statement.
        QVERIFY(worst > unary.bound / 2);
    }

    void levelsAgree_data() { withinBound_data(); }
    void levelsAgree() {
        QFETCH(int, index);
        RandomWords random(static_cast<u32>(index) + 100);
        for (const auto& [name, sample] : kFloatSamples) {
            const std::vector<u32> x = samples(sample, random, 10240);
            limitHostLevel(HostLevel::Portable);
            const std::vector<u32> portable = run(kUnaries[index].function, x);
            for (const HostLevel level : {HostLevel::Avx2, HostLevel::Avx512}) {
                limitHostLevel(level);
                QCOMPARE(run(kUnaries[index].function, x), portable);
            }
            limitHostLevel(bestHostLevel());
        }
    }

    // A register may be its own result, and lanes do not depend on their place.
    void inPlace_data() { withinBound_data(); }
    void inPlace() {
        QFETCH(int, index);
        RandomWords random(static_cast<u32>(index) + 200);
        for (const VectorShape shape : {VectorShape{4, 1}, {4, 2}, {8, 3}, {128, 8}}) {
            std::vector<u32> x = samples(special, random, shape.words());
            std::vector<u32> expected;
            for (const u32 word : x) expected.push_back(one(kUnaries[index].function, word));
            kUnaries[index].function(x.data(), {}, x.data(), shape);
            QCOMPARE(x, expected);
        }
    }
};

int tst_unary(int argc, char** argv) { return lw::tests::run<TestUnary>(argc, argv); }
#include "tst_unary.moc"
