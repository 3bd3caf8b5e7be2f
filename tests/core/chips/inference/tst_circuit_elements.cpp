// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/elements.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

using namespace lw::inference;

// Which bytes patterns hold, against loops that take them one by one.
namespace {

constexpr std::int64_t kBytes = 400;

std::vector<std::uint64_t> bytesOf(const Elements& e) {
    std::vector<std::uint64_t> out;
    for (std::uint64_t i2 = 0; i2 < e.pattern.n[2]; ++i2)
        for (std::uint64_t i1 = 0; i1 < e.pattern.n[1]; ++i1)
            for (std::uint64_t i0 = 0; i0 < e.pattern.n[0]; ++i0)
                for (std::uint64_t i = 0; i < e.count; ++i)
                    for (std::uint64_t b = 0; b < e.size; ++b) {
                        const auto times = [](std::uint64_t n, std::int64_t s) {
                            return static_cast<std::int64_t>(n) * s;
                        };
                        const std::int64_t at = e.base + times(i2, e.pattern.s[2]) +
                                                times(i1, e.pattern.s[1]) + times(i0, e.pattern.s[0]) +
                                                times(i, e.step) + static_cast<std::int64_t>(b);
                        out.push_back(static_cast<std::uint64_t>(at));
                    }
    return out;
}

// Inside the bytes, also with strides that go back.
Elements someElements(std::mt19937_64& random) {
    const auto between = [&](std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
    };
    for (;;) {
        Elements out;
        for (std::size_t i = 0; i < 3; ++i) {
            out.pattern.n[i] = static_cast<std::uint64_t>(between(1, 5));
            out.pattern.s[i] = random() % 3 == 0 ? between(0, 4) * between(0, 8) : between(-40, 40);
        }
        out.size = random() % 2 == 0 ? 1 : 4;
        out.count = static_cast<std::uint64_t>(between(1, 4));
        out.step = random() % 2 == 0 ? static_cast<std::int64_t>(out.size) : between(-9, 9);
        out.base = between(0, kBytes - 1);
        if (out.bounds().begin >= 0 && out.bounds().end <= kBytes) return out;
    }
}

} // namespace

class TestCircuitElements : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void piecesAreTheBytesInOrder() {
        std::mt19937_64 random(1);
        for (int round = 0; round < 3000; ++round) {
            const Elements elements = someElements(random);
            std::vector<std::uint64_t> bytes;
            overPieces(elements, [&](std::uint64_t first, std::uint64_t count) {
                for (std::uint64_t i = 0; i < count; ++i) bytes.push_back(first + i);
            });
            const std::vector<std::uint64_t> expected = bytesOf(elements);
            QVERIFY(bytes == expected);
            const auto [least, most] = std::minmax_element(expected.begin(), expected.end());
            QCOMPARE(elements.bounds().begin, static_cast<std::int64_t>(*least));
            QCOMPARE(elements.bounds().end, static_cast<std::int64_t>(*most) + 1);
        }
    }

    void theyMeetInAByteOfBoth() {
        std::mt19937_64 random(2);
        int met = 0;
        for (int round = 0; round < 3000; ++round) {
            const Elements a = someElements(random), b = someElements(random);
            std::vector<std::uint64_t> bytes = bytesOf(a);
            std::sort(bytes.begin(), bytes.end());
            const std::vector<std::uint64_t> others = bytesOf(b);
            const bool expected = std::any_of(others.begin(), others.end(), [&](std::uint64_t byte) {
                return std::binary_search(bytes.begin(), bytes.end(), byte);
            });
            QCOMPARE(meet(a, b), expected);
            met += expected ? 1 : 0;
        }
        QVERIFY(met > 300 && met < 2700);
    }

    // A byte alone is packed whatever its step: a long line of bytes is one piece.
    void aLineOfBytesIsOnePiece() {
        Elements line;
        line.pattern.n[0] = 300, line.pattern.s[0] = 1;
        QVERIFY(line.isPacked());
        int pieces = 0;
        overPieces(line, [&](std::uint64_t, std::uint64_t) { ++pieces; });
        QCOMPARE(pieces, 1);
    }
};

int tst_circuit_elements(int argc, char** argv) { return lw::tests::run<TestCircuitElements>(argc, argv); }
#include "tst_circuit_elements.moc"
