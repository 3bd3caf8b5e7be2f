// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/random.h"
#include "core/numeric/host_control.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <array>
#include <vector>

using namespace lw::training;
using namespace lw::numeric;
using u32 = std::uint32_t;
using Counter = std::array<u32, 4>;

class TestRandom : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // The three lines "philox4x32 10" of Random123's kat_vectors.
    void publishedVectors() {
        QCOMPARE(philox4x32({0, 0, 0, 0}, {0, 0}), (Counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
        QCOMPARE(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
                 (Counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
        QCOMPARE(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
                 (Counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
    }

    // Word 0 of counter (draw, lane, sublane, 0), at every level of the host.
    void registerIsCounterByLane_data() {
        QTest::addColumn<u32>("lanes");
        QTest::addColumn<u32>("sublanes");
        for (const u32 lanes : {4, 8, 16, 128})
            for (const u32 sublanes : {1, 2, 8})
                QTest::addRow("%u x %u", lanes, sublanes) << lanes << sublanes;
    }
    void registerIsCounterByLane() {
        QFETCH(u32, lanes);
        QFETCH(u32, sublanes);
        const RandomKey key{0xa4093822, 0xfffffff0};
        for (const HostLevel level : {HostLevel::Portable, HostLevel::Avx2, HostLevel::Avx512}) {
            limitHostLevel(level);
            for (const u32 draw : {u32{0}, u32{1}, u32{0xffffffff}}) {
                std::vector<u32> d(std::size_t{lanes} * sublanes + 1, 0xdeadbeef);
                randomRegister(key, draw, d.data(), {lanes, sublanes});
                for (u32 sublane = 0; sublane < sublanes; ++sublane)
                    for (u32 lane = 0; lane < lanes; ++lane)
                        QCOMPARE(d[sublane * lanes + lane], philox4x32({draw, lane, sublane, 0}, key)[0]);
                QCOMPARE(d.back(), u32{0xdeadbeef});
            }
        }
        limitHostLevel(bestHostLevel());
    }

    // A thousand registers: each bit is set about half the time.
    // 3 million fair coins stay within 5 standard deviations.
    void bitsAreFair() {
        std::array<u32, 32> ones{};
        std::vector<u32> d(1024);
        for (u32 draw = 0; draw < 1000; ++draw) {
            randomRegister({7, 9}, draw, d.data(), {128, 8});
            for (const u32 word : d)
                for (u32 bit = 0; bit < 32; ++bit) ones[bit] += word >> bit & 1;
        }
        for (const u32 count : ones)
            QVERIFY2(count > 512000 - 2530 && count < 512000 + 2530, "a bit is not fair");
    }
};

int tst_random(int argc, char** argv) { return lw::tests::run<TestRandom>(argc, argv); }
#include "tst_random.moc"
