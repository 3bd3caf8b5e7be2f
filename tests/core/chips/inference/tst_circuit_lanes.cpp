// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/lanes.h"
#include "core/chips/inference/pattern.h"
#include "core/machine/written_bits.h"
#include "core/numeric/activations.h"
#include "core/numeric/host_control.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <bit>
#include <cmath>
#include <functional>
#include <random>

using namespace lw;
using namespace lw::inference;

namespace {

using u32 = std::uint32_t;
using Lanes = std::vector<u32>;

float real(u32 word) { return std::bit_cast<float>(word); }
u32 bits(float x) { return std::isnan(x) ? 0x7fc00000u : std::bit_cast<u32>(x); }
std::int32_t integer(u32 word) { return static_cast<std::int32_t>(word); }
u32 word(std::int64_t value) { return static_cast<u32>(value); }

// The larger by the order of numbers, where -0 is below +0.
u32 larger(u32 x, u32 y) {
    if (std::isnan(real(x)) || std::isnan(real(y))) return 0x7fc00000u;
    if (real(x) == real(y)) return std::signbit(real(x)) ? y : x;
    return real(x) > real(y) ? x : y;
}

using Function = void (*)(const u32*, const u32*, u32*, u32, bool);
struct Operation {
    const char* name;
    Function function;
    std::function<u32(u32, u32)> meaning;
    bool isUnary = false;
};
const std::vector<Operation>& operations() {
    static const std::vector<Operation> all{
        {"add.i", lanesAddI, [](u32 x, u32 y) { return x + y; }},
        {"add.f", lanesAddF, [](u32 x, u32 y) { return bits(real(x) + real(y)); }},
        {"sub.i", lanesSubI, [](u32 x, u32 y) { return x - y; }},
        {"sub.f", lanesSubF, [](u32 x, u32 y) { return bits(real(x) - real(y)); }},
        {"mul.i", lanesMulI, [](u32 x, u32 y) { return word(std::int64_t{integer(x)} * integer(y)); }},
        {"mul.f", lanesMulF, [](u32 x, u32 y) { return bits(real(x) * real(y)); }},
        {"max.i", lanesMaxI, [](u32 x, u32 y) { return word(std::max(integer(x), integer(y))); }},
        {"max.f", lanesMaxF, larger},
        {"min.i", lanesMinI, [](u32 x, u32 y) { return word(std::min(integer(x), integer(y))); }},
        {"min.f", lanesMinF,
         [](u32 x, u32 y) {
             const u32 most = larger(x, y);
             return std::isnan(real(most)) ? most : most == x ? y : x;
         }},
        {"div.i", lanesDivI,
         [](u32 x, u32 y) {
             const std::int64_t by = std::max(integer(y), 1);
             std::int64_t down = integer(x) / by, rest = integer(x) % by;
             if (rest < 0) --down, rest += by;
             return word(down + (2 * rest > by || (2 * rest == by && down % 2 != 0) ? 1 : 0));
         }},
        {"div.f", lanesDivF, [](u32 x, u32 y) { return bits(real(x) / real(y)); }},
        {"sel", lanesSel, [](u32 x, u32 y) { return y == 0 ? 0 : x; }},
        {"relu.i", lanesReluI, [](u32 x, u32) { return integer(x) < 0 ? 0 : x; }, true},
        {"relu.f", lanesReluF,
         [](u32 x, u32) { return std::isnan(real(x)) ? 0x7fc00000u
                                 : real(x) > 0       ? x
                                                     : 0; }, true},
        // What they give is tested with the other chip; here, that every lane gets it.
        {"tanh", lanesTanh, [](u32 x, u32) { return numeric::hyperbolicTangent(x); }, true},
        {"sigm", lanesSigm, [](u32 x, u32) { return numeric::logistic(x); }, true},
    };
    return all;
}

// Half of them are what arithmetic is bad at.
Lanes words(std::size_t count, std::mt19937& random) {
    constexpr u32 kOdd[] = {0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000,
                            0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc01234,
                            0x3f800000, 0xbf800000, 127,        0xffffff80, 128,        0xffffff7f};
    Lanes out(count);
    for (u32& x : out) x = random() % 2 == 0 ? kOdd[random() % std::size(kOdd)] : static_cast<u32>(random());
    return out;
}

// With every number of lanes that fills registers or leaves some over, at every level of the host.
template <typename Each> void atEveryLevel(const Each& each) {
    for (const auto level :
         {numeric::HostLevel::Portable, numeric::HostLevel::Avx2, numeric::HostLevel::Avx512}) {
        numeric::limitHostLevel(level);
        for (u32 count = 1; count <= 70; ++count) each(count);
        each(u32{256});
    }
    numeric::limitHostLevel(numeric::bestHostLevel());
}

} // namespace

class TestCircuitLanes : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void operationsOnLanes();
    void quantisation();
    void quantisationOfEachLane();
    void int8();
    void norm();
    void joinedLoopsGiveTheSameAddresses();
    void writtenBitsOfAnyStretch();
};

void TestCircuitLanes::operationsOnLanes() {
    std::mt19937 random(1);
    for (const Operation& one : operations())
        atEveryLevel([&](u32 count) {
            const Lanes x = words(count, random), y = words(count, random);
            Lanes all(count), spread(count);
            for (u32 i = 0; i < count; ++i) {
                all[i] = one.meaning(x[i], y[i]);
                spread[i] = one.meaning(x[i], y[0]);
            }
            Lanes d(count + 1, 0xabcdu);
            one.function(x.data(), y.data(), d.data(), count, false);
            QCOMPARE(d.back(), 0xabcdu);
            d.pop_back();
            QVERIFY2(d == all, one.name);
            d = x;
            one.function(d.data(), y.data(), d.data(), count, false);
            QVERIFY2(d == all, one.name);
            if (one.isUnary) return;
            d = y;
            one.function(x.data(), d.data(), d.data(), count, false);
            QVERIFY2(d == all, one.name);
            d = x;
            one.function(d.data(), y.data(), d.data(), count, true);
            QVERIFY2(d == spread, one.name);
        });
}

// Against the definition: the nearest integer to the exact quotient, of two the even one.
void TestCircuitLanes::quantisation() {
    std::mt19937 random(2);
    atEveryLevel([&](u32 count) {
        for (u32 shift = 0; shift <= 62; shift += 1 + count % 3) {
            const Quantisation by{integer(static_cast<u32>(random())) >> random() % 31, shift,
                                  static_cast<std::int32_t>(random() % 256) - 128};
            Lanes x = words(count, random), d(count);
            for (u32 i = 0; i < count; i += 2) x[i] = word(integer(x[i]) >> 20);
            lanesQuantised(x.data(), by, d.data(), count);
            for (u32 i = 0; i < count; ++i) {
                const __int128 product = static_cast<__int128>(integer(x[i])) * by.multiplier;
                const __int128 unit = static_cast<__int128>(1) << shift;
                __int128 quotient = product / unit, rest = product % unit;
                if (rest < 0) quotient -= 1, rest += unit;
                if (2 * rest > unit || (2 * rest == unit && quotient % 2 != 0)) quotient += 1;
                const __int128 code = quotient + by.zero;
                QCOMPARE(integer(d[i]), static_cast<std::int32_t>(code > 127    ? 127
                                                                  : code < -128 ? -128
                                                                                : code));
            }
        }
    });
}

// Every lane as a strip of one lane with its factor.
void TestCircuitLanes::quantisationOfEachLane() {
    std::mt19937 random(4);
    atEveryLevel([&](u32 count) {
        const Lanes x = words(count, random);
        const std::int32_t zero = static_cast<std::int32_t>(random() % 256) - 128;
        Lanes multipliers(count), shifts(count), wanted(count), d(count + 1, 0xabcdu);
        for (u32 i = 0; i < count; ++i) {
            multipliers[i] = static_cast<u32>(random()) >> (1 + random() % 20);
            shifts[i] = static_cast<u32>(random() % 63);
            lanesQuantised(&x[i], {integer(multipliers[i]), shifts[i], zero}, &wanted[i], 1);
        }
        lanesQuantisedEach(x.data(), multipliers.data(), shifts.data(), zero, d.data(), count);
        QCOMPARE(d.back(), 0xabcdu);
        d.pop_back();
        QVERIFY(d == wanted);
    });
}

void TestCircuitLanes::int8() {
    std::mt19937 random(3);
    atEveryLevel([&](u32 count) {
        std::vector<std::uint8_t> bytes(count), back(count + 1, 0x5a);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
        Lanes wide(count);
        widenLanes(bytes.data(), wide.data(), count);
        for (u32 i = 0; i < count; ++i)
            QCOMPARE(integer(wide[i]), bytes[i] < 128 ? int{bytes[i]} : int{bytes[i]} - 256);
        QVERIFY(lanesAreInt8(wide.data(), count));
        narrowLanes(wide.data(), back.data(), count);
        QCOMPARE(back.back(), std::uint8_t{0x5a});
        back.pop_back();
        QVERIFY(back == bytes);
        for (const std::int32_t beyond : {128, -129, 1 << 30, -2147483647 - 1, 2147483647}) {
            Lanes x = wide;
            x[random() % count] = word(beyond);
            QVERIFY(!lanesAreInt8(x.data(), count));
        }
    });
}

void TestCircuitLanes::norm() {
    std::mt19937 random(4);
    atEveryLevel([&](u32 count) {
        const Lanes x = words(count, random), scale = words(count, random), shift = words(count, random);
        Lanes d(count), nans = x;
        lanesNorm(x.data(), scale.data(), shift.data(), d.data(), count);
        lanesOneNan(nans.data(), count);
        for (u32 i = 0; i < count; ++i) {
            const volatile float product = real(x[i]) * real(scale[i]); // rounded on its own
            QCOMPARE(d[i], bits(product + real(shift[i])));
            QCOMPARE(nans[i], bits(real(x[i])));
        }
    });
}

void TestCircuitLanes::joinedLoopsGiveTheSameAddresses() {
    std::mt19937 random(5);
    const auto addressesOf = [](const Pattern& pattern) {
        std::vector<std::int64_t> out;
        overAddresses(pattern, 1000, [&](std::int64_t address) {
            out.push_back(address);
            return true;
        });
        return out;
    };
    int shorter = 0;
    for (int round = 0; round < 20000; ++round) {
        Pattern pattern;
        for (std::size_t i = 0; i < 3; ++i) {
            pattern.n[i] = 1 + random() % 3;
            pattern.s[i] = static_cast<std::int64_t>(random() % 21) - 10;
        }
        if (random() % 2 == 0) pattern.s[1] = static_cast<std::int64_t>(pattern.n[0]) * pattern.s[0];
        if (random() % 2 == 0) pattern.s[2] = static_cast<std::int64_t>(pattern.n[1]) * pattern.s[1];
        pattern.es = 7;
        const Pattern one = joined(pattern);
        const auto wanted = addressesOf(pattern);
        QCOMPARE(addressesOf(one), wanted);
        QCOMPARE(one.es, pattern.es);
        shorter += one.n[0] > pattern.n[0];
        std::vector<std::int64_t> lines;
        overLines(one, 1000, [&](std::int64_t first, std::uint64_t count, std::int64_t distance) {
            for (std::uint64_t i = 0; i < count; ++i, first += distance) lines.push_back(first);
        });
        QCOMPARE(lines, wanted);
    }
    QVERIFY(shorter > 5000);
}

// Bit by bit, for stretches within a word, over its border and over many words.
void TestCircuitLanes::writtenBitsOfAnyStretch() {
    std::mt19937 random(6);
    const auto isSet = [](const std::vector<std::uint64_t>& bits, std::uint64_t i) {
        return (bits[i / 64] >> i % 64 & 1) != 0;
    };
    for (int round = 0; round < 20000; ++round) {
        const std::uint64_t first = random() % 200, count = random() % (round % 2 == 0 ? 70 : 440);
        std::vector<std::uint64_t> bits(10);
        machine::setWritten(bits.data(), first, count);
        bool areThese = true;
        for (std::uint64_t i = 0; i < 640; ++i)
            areThese &= isSet(bits, i) == (i >= first && i < first + count);
        QVERIFY2(areThese, qPrintable(QStringLiteral("%1 from %2 on").arg(count).arg(first)));
        QVERIFY(machine::allWritten(bits.data(), first, count));
        QVERIFY(!machine::allWritten(bits.data(), first, count + 1));
        if (count == 0) continue;
        const std::uint64_t hole = first + random() % count;
        bits[hole / 64] ^= std::uint64_t{1} << hole % 64;
        QVERIFY(!machine::allWritten(bits.data(), first, count));
    }
}

int tst_circuit_lanes(int argc, char** argv) {
    return lw::tests::run<TestCircuitLanes, QCoreApplication>(argc, argv);
}
#include "tst_circuit_lanes.moc"
