// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/one_value.h"
#include "tests/core/lower/random_local.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;

class TestOneValue : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Each value of random networks, of which many are read by several layers.
    void asOfAllValues() {
        for (std::uint32_t seed = 1; seed < 40; ++seed) {
            const test::RandomLocal made(
                seed, seed % 2 == 0 ? network::Precision::F32 : network::Precision::I8, seed % 3 == 0);
            const auto all = network::computeAll(made.network, made.picture, {});
            for (network::ValueId id = 0; id < all.size(); ++id)
                QVERIFY(network::computeOne(made.network, made.picture, id, {}) == all[id]);
        }
    }
};

int tst_one_value(int argc, char** argv) { return lw::tests::run<TestOneValue>(argc, argv); }
#include "tst_one_value.moc"
