// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/bf16.h"
#include "core/numeric/compare.h"
#include "tests/support/float_reference.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw::numeric;
using namespace lw::test;

class TestBf16 : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void roundings_data() {
        QTest::addColumn<float>("value");
        QTest::addColumn<float>("nearest");
        QTest::addRow("pi") << 3.1415927f << 3.140625f;
        QTest::addRow("tie to even below") << 1.0f + 0x1p-8f << 1.0f;
        QTest::addRow("tie to even above") << 1.0f + 3 * 0x1p-8f << 1.015625f;
        QTest::addRow("just above a tie") << 1.0f + 0x1p-8f + 0x1p-23f << 1.0f + 0x1p-7f;
        QTest::addRow("negative") << -3.1415927f << -3.140625f;
        QTest::addRow("into the next power") << 0x1.fffffep+3f << 16.0f;
        QTest::addRow("beyond the range") << 0x1.fffffep+127f << HUGE_VALF;
        QTest::addRow("largest") << 0x1.fep+127f << 0x1.fep+127f;
        QTest::addRow("smallest") << 0x1p-126f << 0x1p-126f;
    }
    void roundings() {
        QFETCH(float, value);
        QFETCH(float, nearest);
        QCOMPARE(roundedToBf16(bitsAt(value)), bitsAt(nearest));
        QCOMPARE(bitsOfBf16(bf16Of(bitsAt(value))), bitsAt(nearest));
    }

    void zerosDenormalsNans() {
        QCOMPARE(bf16Of(0x80000000), u32{0x8000});
        QCOMPARE(bf16Of(0x807fffff), u32{0x8000});
        QCOMPARE(bf16Of(0x007fffff), u32{0});
        QCOMPARE(bf16Of(0xff800001), u32{0x7fc0});
        QCOMPARE(bf16Of(0xff800000), u32{0xff80});
        QCOMPARE(bitsOfBf16(0x8001), u32{0x80000000});
        QCOMPARE(bitsOfBf16(0xffff), u32{0x7fc00000});
        QCOMPARE(bitsOfBf16(0xabcd3f80), u32{0x3f800000}); // the high bits are not looked at
    }

    // Every bfloat16 there and back, and random float32 against a reference.
    void all() {
        for (u32 half = 0; half < 65536; ++half) {
            QCOMPARE(bitsOfBf16(half), referenceFromBf16(half));
            const u32 exponent = half & 0x7f80, fraction = half & 0x7f;
            const u32 back = exponent == 0                         ? half & 0x8000 // of a denormal, the zero
                             : exponent == 0x7f80 && fraction != 0 ? 0x7fc0        // the one NaN
                                                                   : half;
            QCOMPARE(bf16Of(bitsOfBf16(half)), back);
        }
        RandomWords random(1);
        for (int i = 0; i < 200'000; ++i) {
            const u32 x = random.word();
            QCOMPARE(bf16Of(x), referenceBf16(x));
        }
    }

    void ulps() {
        QCOMPARE(ulpDistance(bitsAt(1.0f), bitsAt(1.0f)), u32{0});
        QCOMPARE(ulpDistance(bitsAt(1.0f), bitsAt(std::nextafter(1.0f, 2.0f))), u32{1});
        QCOMPARE(ulpDistance(bitsAt(std::nextafter(1.0f, 0.0f)), bitsAt(std::nextafter(1.0f, 2.0f))), u32{2});
        QCOMPARE(ulpDistance(bitsAt(-0.0f), bitsAt(0.0f)), u32{0});
        QCOMPARE(ulpDistance(0x80000001, 0x00000001), u32{2});
        QCOMPARE(ulpDistance(0x7f7fffff, 0x7f800000), u32{1});
        QCOMPARE(ulpDistance(0xff800000, 0x7f800000), u32{0xff000000});
        QCOMPARE(ulpDistance(0x7fc00000, 0xffffffff), u32{0});
        QCOMPARE(ulpDistance(0x7fc00000, 0), u32{0xffffffff});
    }
};

int tst_bf16(int argc, char** argv) { return lw::tests::run<TestBf16>(argc, argv); }
#include "tst_bf16.moc"
