// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/philox.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw::numeric;

class TestPhilox : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // The known answers that the authors publish with Random123 (kat_vectors: philox4x32 10).
    void knownAnswers() {
        using Words = std::array<std::uint32_t, 4>;
        QCOMPARE(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
        QCOMPARE(philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
                 (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
        QCOMPARE(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
                 (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
    }

    // Which word of the counter and the key each part of a place is.
    void places() {
        const DrawPlace place{.seed = 0x299f31d0a4093822,
                              .instruction = 0x85a308d3243f6a88,
                              .block = 0x13198a2e,
                              .element = 0x03707344};
        QCOMPARE(drawAt(place), 0xd16cfe09u);
    }
};

int tst_philox(int argc, char** argv) { return lw::tests::run<TestPhilox>(argc, argv); }
#include "tst_philox.moc"
