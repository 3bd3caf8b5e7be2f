// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/transpose.h"
#include "tests/support/float_samples.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw::training;
using namespace lw::test;

class TestTranspose : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // Rows (1,2,3,4),(5,6,7,8), then (9,10,11,12),(13,14,15,16) in a machine of 4 lanes and 2 sublanes.
    void teachingSquare() {
        const std::vector<u32> square{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
        std::vector<u32> d(8);
        transposedRegister(square.data(), 0, d.data(), {4, 2});
        QCOMPARE(d, (std::vector<u32>{1, 5, 9, 13, 2, 6, 10, 14}));
        transposedRegister(square.data(), 1, d.data(), {4, 2});
        QCOMPARE(d, (std::vector<u32>{3, 7, 11, 15, 4, 8, 12, 16}));
    }

    void everyShape_data() {
        QTest::addColumn<u32>("lanes");
        QTest::addColumn<u32>("sublanes");
        for (const u32 lanes : {4, 8, 16, 32, 64, 128})
            for (const u32 sublanes : {1, 2, 4, 8})
                if (lanes >= sublanes) QTest::addRow("%u x %u", lanes, sublanes) << lanes << sublanes;
    }
    void everyShape() {
        QFETCH(u32, lanes);
        QFETCH(u32, sublanes);
        RandomWords random(lanes + sublanes);
        const std::vector<u32> square = samples(anything, random, std::size_t{lanes} * lanes);
        std::vector<u32> out;
        for (u32 which = 0; which < lanes / sublanes; ++which) {
            std::vector<u32> d(std::size_t{lanes} * sublanes);
            transposedRegister(square.data(), which, d.data(), {lanes, sublanes});
            out.insert(out.end(), d.begin(), d.end());
        }
        for (u32 row = 0; row < lanes; ++row)
            for (u32 column = 0; column < lanes; ++column)
                QCOMPARE(out[row * lanes + column], square[column * lanes + row]);
    }
};

int tst_transpose(int argc, char** argv) { return lw::tests::run<TestTranspose>(argc, argv); }
#include "tst_transpose.moc"
