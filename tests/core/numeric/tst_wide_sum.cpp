// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/block_float.h"
#include "core/numeric/half.h"
#include "core/numeric/wide_sum.h"
#include "tests/core/numeric/plain_float.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace lw::numeric;
using namespace lw::test;

namespace {

struct Term {
    std::int64_t times = 0;
    int exponent = 0;
};

// An integer as one digit of base 2 for each bit, of any sign until they are carried; digit 0 is worth
// 2^-400.
class Digits {
  public:
    void add(const Term& term) {
        const std::int64_t sign = term.times < 0 ? -1 : 1;
        for (int bit = 0; bit < 63; ++bit)
            if ((std::abs(term.times) >> bit & 1) != 0)
                m_digits[static_cast<std::size_t>(400 + term.exponent + bit)] += sign;
    }
    // The nearest FP16, ties to even, as its value.
    double half() {
        const bool isNegative = carried() < 0;
        if (isNegative) {
            for (std::int64_t& digit : m_digits) digit = -digit;
            carried();
        }
        int top = static_cast<int>(m_digits.size()) - 1;
        while (top >= 0 && m_digits[static_cast<std::size_t>(top)] == 0) --top;
        if (top < 0) return 0;
        const int unit = std::max(top, 400 - 14) - 10;
        double value = 0;
        for (int i = top; i >= unit; --i) value = 2 * value + digit(i);
        bool isMore = false;
        for (int i = 0; i < unit - 1; ++i) isMore = isMore || digit(i) != 0;
        if (digit(unit - 1) != 0 && (isMore || std::fmod(value, 2) != 0)) value += 1;
        value = std::ldexp(isNegative ? -value : value, unit - 400);
        return std::fabs(value) > 65504 ? std::copysign(HUGE_VAL, value) : value;
    }

  private:
    double digit(int at) const { return static_cast<double>(m_digits[static_cast<std::size_t>(at)]); }
    // Makes every digit 0 or 1 but for the last carry, which it gives: the sign.
    std::int64_t carried() {
        std::int64_t carry = 0;
        for (std::int64_t& digit : m_digits) {
            const std::int64_t all = digit + carry;
            digit = all & 1;
            carry = (all - digit) / 2;
        }
        return carry;
    }
    std::vector<std::int64_t> m_digits = std::vector<std::int64_t>(900);
};

std::vector<Term> randomTerms(std::mt19937_64& random, int spread) {
    std::vector<Term> terms(1 + random() % 6);
    for (Term& term : terms) {
        term.times = static_cast<std::int64_t>(random()) >> (1 + random() % 62);
        term.exponent = static_cast<int>(random() % static_cast<unsigned>(2 * spread + 1)) - spread;
    }
    // Often the next term takes most of the one before away.
    for (std::size_t i = 1; i < terms.size(); ++i)
        if (random() % 3 == 0)
            terms[i] = {-terms[i - 1].times + static_cast<int>(random() % 3), terms[i - 1].exponent};
    return terms;
}

// floor(times * 2^(exponent + 40)), by division.
__extension__ using Wide = __int128;
Wide unitsOf(const Term& term) {
    Wide units = term.times;
    for (int i = 0; i < term.exponent + 40; ++i) units *= 2;
    for (int i = 0; i > term.exponent + 40; --i) units = units < 0 ? (units - 1) / 2 : units / 2;
    return units;
}

} // namespace

class TestWideSum : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void exactSums() {
        for (const std::uint32_t seed : seedsBelow(1000)) {
            std::mt19937_64 random(seed);
            for (int i = 0; i < 100; ++i) {
                ExactSum sum;
                Digits plain;
                for (const Term& term : randomTerms(random, i % 2 == 0 ? 40 : 250)) {
                    sum.add(term.times, term.exponent);
                    plain.add(term);
                }
                QCOMPARE(halfValue(roundedSum(sum, kFloat16)), plain.half());
            }
        }
    }

    void windows() {
        int cut = 0, overflows = 0;
        for (const std::uint32_t seed : seedsBelow(1000)) {
            std::mt19937_64 random(seed);
            for (int i = 0; i < 200; ++i) {
                WindowSum sum;
                Wide units = 0;
                bool isOutside = false;
                std::uint64_t lossy = 0;
                for (Term term : randomTerms(random, i % 2 == 0 ? 30 : 100)) {
                    if (term.exponent > 20)
                        term.times %= 1024; // so that the reference has room for the product
                    term.exponent = std::min(term.exponent, 60);
                    sum.add(term.times, term.exponent);
                    units += unitsOf(term);
                    isOutside = isOutside || units >= Wide{1} << 73 || units < -(Wide{1} << 73);
                    Term back = term;
                    for (; back.exponent < -40 && back.times % 2 == 0 && back.times != 0; ++back.exponent)
                        back.times /= 2;
                    lossy += back.exponent < -40 && back.times != 0;
                }
                QCOMPARE(sum.hasOverflowed(), isOutside);
                overflows += isOutside;
                cut += lossy != 0;
                if (isOutside) continue;
                QCOMPARE(sum.termsCut(), lossy);
                const long double value = std::ldexp(static_cast<long double>(units), -40);
                if (units < Wide{1} << 62 && units > -(Wide{1} << 62)) {
                    QCOMPARE(halfValue(roundedSum(sum, kFloat16)), plainHalf(value));
                }
            }
        }
        QVERIFY(cut > 200 && overflows > 50);
    }

    void cornersOfTheWindow() {
        const auto half = [](std::int64_t times, int exponent) {
            WindowSum sum;
            sum.add(times, exponent);
            return int(roundedSum(sum, kFloat16));
        };
        QCOMPARE(half(0, 500), 0);
        QCOMPARE(half(1, -41), 0);
        QCOMPARE(half(-1, -41), 0x8000); // -2^-40 after the cut, which FP16 has not
        QCOMPARE(half(-1, -284), 0x8000);
        QCOMPARE(half((1 << 11) + 1, -11), 0x3c00); // 1 + 2^-11: a tie, to even
        QCOMPARE(half((1 << 12) + 3, -12), 0x3c01);
        WindowSum sum; // leaves the window at the top, and what goes back in does not help
        sum.add(1, 32);
        QVERIFY(!sum.hasOverflowed());
        sum.add(1, 32);
        QVERIFY(sum.hasOverflowed());
        sum.add(-1, 32);
        QVERIFY(sum.hasOverflowed());
        WindowSum lowest;
        lowest.add(-1, 33);
        QVERIFY(!lowest.hasOverflowed());
        lowest.add(-1, -40);
        QVERIFY(lowest.hasOverflowed());
        WindowSum far;
        far.add(1, 256);
        QVERIFY(far.hasOverflowed());
    }

    // The two kinds differ where bits are cut off: 2^-41 once, twice, and with the opposite sign.
    void windowIsNotExact() {
        WindowSum window;
        ExactSum exact;
        for (const std::int64_t times : {1, 1}) {
            window.add(times, -41);
            exact.add(times, -41);
        }
        window.add(1, -25); // with 2^-40 more than a tie between 0 and 2^-24
        exact.add(1, -25);
        QCOMPARE(int(roundedSum(window, kFloat16)), 0);
        QCOMPARE(int(roundedSum(exact, kFloat16)), 1);
        QCOMPARE(window.termsCut(), std::uint64_t{2});
    }
};

int tst_wide_sum(int argc, char** argv) { return lw::tests::run<TestWideSum>(argc, argv); }
#include "tst_wide_sum.moc"
