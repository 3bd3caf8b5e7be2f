// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/flush.h"
#include "core/numeric/host_control.h"
#include "tests/support/float_reference.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw::numeric;
using namespace lw::test;

namespace {

// One rounding of x * y + z, decided in __float128: 113 bits hold every product, and every sum that is tiny.
u32 referenceFused(u32 x, u32 y, u32 z) {
    const double a = valueOf(x), b = valueOf(y), c = valueOf(z);
    const float result = std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c));
    if (std::isnan(result)) return kOneNan;
    const __float128 exact =
        static_cast<__float128>(a) * static_cast<__float128>(b) + static_cast<__float128>(c);
    const __float128 edge = static_cast<__float128>(0x1p-126 - 0x1p-151);
    if (exact < edge && exact > -edge) return bitsAt(std::copysign(0.0f, result));
    return bitsAt(result);
}

#if defined(__x86_64__)
// The host's own arithmetic, to be called under a FlushScope. It reads a place that may change, so that it is
// neither moved out of the scope nor computed once for two scopes.
float inMemory(float value) {
    volatile float place = value;
    return place;
}
[[gnu::noinline]] float hostSum(float x, float y) { return inMemory(x) + y; }
[[gnu::noinline]] float hostDifference(float x, float y) { return inMemory(x) - y; }
[[gnu::noinline]] float hostProduct(float x, float y) { return inMemory(x) * y; }
[[gnu::noinline, gnu::target("fma")]] float hostFused(float x, float y, float z) {
    return __builtin_fmaf(inMemory(x), y, z);
}
u32 oneNan(float value) { return std::isnan(value) ? kOneNan : bitsAt(value); }
#endif

} // namespace

class TestFlush : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void againstReference_data() {
        QTest::addColumn<int>("sample");
        for (std::size_t i = 0; i < kFloatSamples.size(); ++i)
            QTest::addRow("%s", kFloatSamples[i].name.data()) << static_cast<int>(i);
    }
    void againstReference() {
        QFETCH(int, sample);
        RandomWords random(static_cast<u32>(sample));
        const Sample next = kFloatSamples[static_cast<std::size_t>(sample)].sample;
        for (int i = 0; i < 100'000; ++i) {
            const u32 x = next(random), y = next(random), z = next(random);
            QCOMPARE(addFlushed(x, y), referenceSum(x, y));
            QCOMPARE(subtractFlushed(x, y), referenceDifference(x, y));
            QCOMPARE(multiplyFlushed(x, y), referenceProduct(x, y));
            QCOMPARE(fusedMultiplyAddFlushed(x, y, z), referenceFused(x, y, z));
            QCOMPARE(maxFlushed(x, y), referenceMax(x, y));
            QCOMPARE(minFlushed(x, y), referenceMin(x, y));
            QCOMPARE(equalFlushed(x, y), valueOf(x) == valueOf(y));
            QCOMPARE(lessFlushed(x, y), valueOf(x) < valueOf(y));
            QCOMPARE(lessEqualFlushed(x, y), valueOf(x) <= valueOf(y));
        }
    }

    // Sums that cancel to almost nothing, and halves between two float32 that only a third term decides.
    void fusedCancels() {
        RandomWords random(11);
        for (int i = 0; i < 200'000; ++i) {
            const u32 x = random.withExponent(0x40, 100), y = random.withExponent(0x40, 100);
            const auto near = static_cast<float>(-valueOf(x) * valueOf(y));
            const u32 z = bitsAt(near) + random.below(3) - 1;
            QCOMPARE(fusedMultiplyAddFlushed(x, y, z), referenceFused(x, y, z));
        }
        // 1 + 2^-24 is half way; a product a little larger goes up, a little smaller down.
        const u32 above = bitsAt(0x1.000002p-12f), below = bitsAt(0x1.fffffep-13f),
                  exactly = bitsAt(0x1p-12f);
        QCOMPARE(fusedMultiplyAddFlushed(above, exactly, bitsAt(1.0f)), bitsAt(1.0f + 0x1p-23f));
        QCOMPARE(fusedMultiplyAddFlushed(below, exactly, bitsAt(1.0f)), bitsAt(1.0f));
        QCOMPARE(fusedMultiplyAddFlushed(exactly, exactly, bitsAt(1.0f)), bitsAt(1.0f)); // to even
    }

    // The last value that becomes 2^-126 is 2^-126 - 2^-151;
    // a host that makes denormals first goes down to 2^-126 - 2^-150.
    void tinyAfterRounding() {
        const u32 smallest = bitsAt(0x1p-126f);
        const u32 little = bitsAt(-0x1p-76f);
        QCOMPARE(fusedMultiplyAddFlushed(little, bitsAt(0x1p-75f), smallest), smallest);      // - 2^-151
        QCOMPARE(fusedMultiplyAddFlushed(little, bitsAt(0x1.000002p-75f), smallest), u32{0}); // a little more
        QCOMPARE(fusedMultiplyAddFlushed(little, bitsAt(0x1p-74f), smallest), u32{0});        // - 2^-150
        // (1 + 2^-12) (1 - 2^-12) = 1 - 2^-24: as a denormal half way to 2^-126, with 24 bits exact and tiny.
        QCOMPARE(multiplyFlushed(bitsAt(0x1.001p-63f), bitsAt(0x1.ffep-64f)), u32{0});
        // (1 + 2^-23) (1 - 2^-24) = 1 + 2^-24 - 2^-47.
        QCOMPARE(multiplyFlushed(bitsAt(0x1.000002p-63f), bitsAt(0x1.fffffep-64f)), smallest);
        QCOMPARE(addFlushed(bitsAt(0x1.000002p-126f), bitsAt(-0x1p-126f)), u32{0});
        QCOMPARE(subtractFlushed(bitsAt(0x1p-126f), bitsAt(0x1.000002p-126f)), u32{0x80000000});
    }

#if defined(__x86_64__)
    void againstHost_data() { againstReference_data(); }
    void againstHost() {
        QFETCH(int, sample);
        RandomWords random(static_cast<u32>(sample) + 50);
        const Sample next = kFloatSamples[static_cast<std::size_t>(sample)].sample;
        const bool hasFused = __builtin_cpu_supports("fma");
        if (!hasFused)
            qWarning("this processor cannot fuse: only sums, differences and products are compared");
        constexpr std::size_t kCount = 100'000;
        const std::vector<u32> x = samples(next, random, kCount), y = samples(next, random, kCount),
                               z = samples(next, random, kCount);
        std::vector<u32> sums, differences, products, fused;
        {
            const FlushScope flushing;
            for (std::size_t i = 0; i < kCount; ++i) {
                const float a = floatAt(x[i]), b = floatAt(y[i]), c = floatAt(z[i]);
                sums.push_back(oneNan(hostSum(a, b)));
                differences.push_back(oneNan(hostDifference(a, b)));
                products.push_back(oneNan(hostProduct(a, b)));
                if (hasFused) fused.push_back(oneNan(hostFused(a, b, c)));
            }
        }
        for (std::size_t i = 0; i < kCount; ++i) {
            QCOMPARE(addFlushed(x[i], y[i]), sums[i]);
            QCOMPARE(subtractFlushed(x[i], y[i]), differences[i]);
            QCOMPARE(multiplyFlushed(x[i], y[i]), products[i]);
            if (hasFused) QCOMPARE(fusedMultiplyAddFlushed(x[i], y[i], z[i]), fused[i]);
        }
    }

    // The scope ends: denormals are back, also after a scope inside a scope.
    void scopeEnds() {
        const float denormal = floatAt(0x00000002);
        QCOMPARE(bitsAt(hostSum(denormal, denormal)), u32{4});
        {
            const FlushScope outer;
            QCOMPARE(bitsAt(hostSum(denormal, denormal)), u32{0});
            { const FlushScope inner; }
            QCOMPARE(bitsAt(hostSum(denormal, denormal)), u32{0});
        }
        QCOMPARE(bitsAt(hostSum(denormal, denormal)), u32{4});
    }
#endif

    void levels() {
        for (const HostLevel level : {HostLevel::Portable, HostLevel::Avx2, HostLevel::Avx512}) {
            QCOMPARE(hostLevelNamed(nameOf(level)), std::optional(level));
            limitHostLevel(level);
            QVERIFY(hostLevel() <= level && hostLevel() <= bestHostLevel());
        }
        limitHostLevel(bestHostLevel());
        QCOMPARE(hostLevel(), bestHostLevel());
        QVERIFY(!hostLevelNamed("avx1024"));
    }
};

int tst_flush(int argc, char** argv) { return lw::tests::run<TestFlush>(argc, argv); }
#include "tst_flush.moc"
