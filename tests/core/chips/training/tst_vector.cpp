// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/chips/training/vector.h"
#include "core/numeric/host_control.h"
#include "tests/support/float_reference.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string_view>

using namespace lw::training;
using namespace lw::numeric;
using namespace lw::test;

namespace {

using Reference = std::function<u32(u32 x, u32 y, u32 old)>;

std::int32_t signedWord(u32 word) { return static_cast<std::int32_t>(word); }
u32 allOnesIf(bool condition) { return condition ? 0xffffffff : 0; }

// What the rows of the vector slots say, one lane at a time.
const std::map<std::string_view, Reference>& references() {
    static const std::map<std::string_view, Reference> table{
        {"mov", [](u32, u32 y, u32) { return y; }},
        {"bcast", [](u32, u32 y, u32) { return y; }},
        {"fadd", [](u32 x, u32 y, u32) { return referenceSum(x, y); }},
        {"fsub", [](u32 x, u32 y, u32) { return referenceDifference(x, y); }},
        {"fmul", [](u32 x, u32 y, u32) { return referenceProduct(x, y); }},
        {"fmax", [](u32 x, u32 y, u32) { return referenceMax(x, y); }},
        {"fmin", [](u32 x, u32 y, u32) { return referenceMin(x, y); }},
        {"fcmp.eq", [](u32 x, u32 y, u32) { return allOnesIf(valueOf(x) == valueOf(y)); }},
        {"fcmp.ne", [](u32 x, u32 y, u32) { return allOnesIf(valueOf(x) != valueOf(y)); }},
        {"fcmp.lt", [](u32 x, u32 y, u32) { return allOnesIf(valueOf(x) < valueOf(y)); }},
        {"fcmp.le", [](u32 x, u32 y, u32) { return allOnesIf(valueOf(x) <= valueOf(y)); }},
        {"cmp.eq", [](u32 x, u32 y, u32) { return allOnesIf(x == y); }},
        {"cmp.ne", [](u32 x, u32 y, u32) { return allOnesIf(x != y); }},
        {"cmp.lt", [](u32 x, u32 y, u32) { return allOnesIf(signedWord(x) < signedWord(y)); }},
        {"cmp.le", [](u32 x, u32 y, u32) { return allOnesIf(signedWord(x) <= signedWord(y)); }},
        {"cmp.ltu", [](u32 x, u32 y, u32) { return allOnesIf(x < y); }},
        {"cmp.leu", [](u32 x, u32 y, u32) { return allOnesIf(x <= y); }},
        {"sel", [](u32 x, u32 y, u32 old) { return old ? x : y; }},
        {"and", [](u32 x, u32 y, u32) { return x & y; }},
        {"or", [](u32 x, u32 y, u32) { return x | y; }},
        {"xor", [](u32 x, u32 y, u32) { return x ^ y; }},
        {"shl", [](u32 x, u32 y, u32) { return y > 31 ? 0 : static_cast<u32>(std::uint64_t{x} << y); }},
        {"shr", [](u32 x, u32 y, u32) { return y > 31 ? 0 : x / (u32{1} << y); }},
        {"sra",
         [](u32 x, u32 y, u32) {
             // The quotient by 2^y, rounded down.
             const double quotient = std::ldexp(signedWord(x), -static_cast<int>(std::min<u32>(y, 40)));
             return static_cast<u32>(static_cast<std::int64_t>(std::floor(quotient)));
         }},
        {"iadd", [](u32 x, u32 y, u32) { return static_cast<u32>(std::uint64_t{x} + y); }},
        {"isub", [](u32 x, u32 y, u32) { return static_cast<u32>(std::int64_t{x} - y); }},
        {"imin", [](u32 x, u32 y, u32) { return static_cast<u32>(std::min(signedWord(x), signedWord(y))); }},
        {"imax", [](u32 x, u32 y, u32) { return static_cast<u32>(std::max(signedWord(x), signedWord(y))); }},
        {"imul", [](u32 x, u32 y, u32) { return static_cast<u32>(std::uint64_t{x} * y); }},
        {"cvt.f32_bf16", [](u32 x, u32, u32) { return referenceBf16(x); }},
        {"cvt.bf16_f32", [](u32 x, u32, u32) { return referenceFromBf16(x & 0xffff); }},
        {"cvt.i_f", [](u32 x, u32, u32) { return rounded(signedWord(x)); }},
        {"cvt.f_i", [](u32 x, u32, u32) { return referenceInteger(std::trunc(valueOf(x))); }},
        {"cvt.f_i_rne", [](u32 x, u32, u32) { return referenceInteger(std::nearbyint(valueOf(x))); }},
        {"round.bf16", [](u32 x, u32, u32) { return referenceBf16(x) << 16; }},
        {"pack.bf16", [](u32 x, u32 y, u32) { return referenceBf16(x) | referenceBf16(y) << 16; }},
        {"unpack.lo", [](u32 x, u32, u32) { return referenceFromBf16(x & 0xffff); }},
        {"unpack.hi", [](u32 x, u32, u32) { return referenceFromBf16(x >> 16); }},
    };
    return table;
}

struct Case {
    VectorShape shape;
    std::vector<u32> x, y, old;
    u32 word = 0;
};

// Everything a caller may do: y a register or a word, d another register
// or one of the sources, at every host level.
void compare(VectorFunction function, const Reference& reference, const Case& c) {
    const std::size_t count = c.shape.words();
    std::vector<u32> expected(count), broadcast(count), ontoX(count), ontoY(count), twice(count);
    for (std::size_t i = 0; i < count; ++i) {
        expected[i] = reference(c.x[i], c.y[i], c.old[i]);
        broadcast[i] = reference(c.x[i], c.word, c.old[i]);
        ontoX[i] = reference(c.x[i], c.y[i], c.x[i]);
        ontoY[i] = reference(c.x[i], c.y[i], c.y[i]);
        twice[i] = reference(c.x[i], c.x[i], c.x[i]);
    }
    for (const HostLevel level : {HostLevel::Portable, HostLevel::Avx2, HostLevel::Avx512}) {
        limitHostLevel(level);
        std::vector<u32> d = c.old;
        function(c.x.data(), {c.y.data(), 0}, d.data(), c.shape);
        QCOMPARE(d, expected);
        d = c.old;
        function(c.x.data(), {nullptr, c.word}, d.data(), c.shape);
        QCOMPARE(d, broadcast);
        d = c.x;
        function(d.data(), {c.y.data(), 0}, d.data(), c.shape);
        QCOMPARE(d, ontoX);
        d = c.y;
        function(c.x.data(), {d.data(), 0}, d.data(), c.shape);
        QCOMPARE(d, ontoY);
        d = c.x;
        function(d.data(), {d.data(), 0}, d.data(), c.shape);
        QCOMPARE(d, twice);
    }
    limitHostLevel(bestHostLevel());
}

// The rows that work lane by lane, taken from the table while compiling:
// rows of other units need not be linked.
constexpr bool isLaneRow(const Row& row) {
    return row.insn.slotClass == kVector && row.insn.unit == kVectorAlu &&
           !row.insn.name.starts_with("iota.");
}
struct LaneRow {
    std::string_view name;
    VectorFunction function = nullptr;
    std::uint16_t effects = 0;
};
consteval auto laneRows() {
    std::array<LaneRow, static_cast<std::size_t>(std::count_if(kRows.begin(), kRows.end(), isLaneRow))> out;
    auto at = out.begin();
    for (const Row& row : kRows)
        if (isLaneRow(row)) *at++ = {row.insn.name, row.meaning.vector, row.insn.effects};
    return out;
}
constexpr auto kLaneRows = laneRows();

} // namespace

class TestVector : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void everyRow_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < kLaneRows.size(); ++i)
            QTest::addRow("%s", kLaneRows[i].name.data()) << static_cast<int>(i);
    }
    void everyRow() {
        QFETCH(int, index);
        const LaneRow& row = kLaneRows[static_cast<std::size_t>(index)];
        QVERIFY2(references().contains(row.name), "a row of the vector slots has no reference here");
        const Reference& reference = references().at(row.name);
        RandomWords random(static_cast<u32>(index));
        for (const VectorShape shape : {VectorShape{4, 1}, {4, 2}, {8, 2}, {8, 3}, {16, 8}, {128, 8}})
            for (const auto& [name, sample] : kFloatSamples) {
                // Small numbers as well: amounts of shifts, masks that are zero.
                for (const Sample second : {sample, Sample{smallInteger}}) {
                    Case c{shape, samples(sample, random, shape.words()),
                           samples(second, random, shape.words()), samples(zeroOften, random, shape.words()),
                           second(random)};
                    compare(row.function, reference, c);
                    if (QTest::currentTestFailed()) return;
                }
            }
    }

    // The rows that the assembler proposes to write with x and y swapped are those that give the same then.
    void rowsThatCommute_data() { everyRow_data(); }
    void rowsThatCommute() {
        QFETCH(int, index);
        const LaneRow& row = kLaneRows[static_cast<std::size_t>(index)];
        const Reference& reference = references().at(row.name);
        bool areEqual = true;
        for (const u32 x : kSpecialWords)
            for (const u32 y : kSpecialWords) areEqual = areEqual && reference(x, y, 0) == reference(y, x, 0);
        const bool commutes = (row.effects & lw::isa::kCommutes) != 0;
        QCOMPARE(commutes, areEqual);
    }

    // Each special word against each.
    void specialPairs_data() { everyRow_data(); }
    void specialPairs() {
        QFETCH(int, index);
        const LaneRow& row = kLaneRows[static_cast<std::size_t>(index)];
        Case c{{128, 8}, {}, {}, std::vector<u32>(1024, 0), 0};
        for (const u32 x : kSpecialWords)
            for (const u32 y : kSpecialWords) {
                c.x.push_back(x);
                c.y.push_back(y);
            }
        for (const u32 word : kSpecialWords) {
            c.word = word;
            compare(row.function, references().at(row.name), c);
            if (QTest::currentTestFailed()) return;
        }
    }

    // Products whose exact value lies within 2^-150 of the last one that is rounded up to 2^-126.
    void edgeOfFlushing() {
        RandomWords random(3);
        int kept = 0;
        int flushedCount = 0;
        Case c{{128, 8}, {}, {}, std::vector<u32>(1024, 0), 0};
        while (c.x.size() < 1024) {
            const u32 x = random.withExponent(0x30, 30);
            const double target =
                (random.below(2) == 0 ? 1.0 : -1.0) * (0x1p-126 - 0x1p-151 * random.below(4));
            const u32 y = bitsAt(static_cast<float>(target / valueOf(x)));
            for (const u32 step : {0u, 1u, 0xffffffffu}) {
                c.x.push_back(x);
                c.y.push_back(y + step);
                (referenceProduct(x, y + step) << 1 == 0 ? flushedCount : kept) += 1;
            }
        }
        c.x.resize(1024);
        c.y.resize(1024);
        compare(
            &vectorFmul, [](u32 x, u32 y, u32) { return referenceProduct(x, y); }, c);
        QVERIFY(kept > 100 && flushedCount > 100);
    }

    void bf16Roundings() {
        const std::vector<u32> x{bitsAt(3.1415927f), bitsAt(1.0f + 0x1p-8f), bitsAt(1.0f + 3 * 0x1p-8f),
                                 bitsAt(-0.0f)};
        std::vector<u32> d(4);
        vectorRoundBf16(x.data(), {}, d.data(), {4, 1});
        QCOMPARE(floatAt(d[0]), 3.140625f);
        QCOMPARE(floatAt(d[1]), 1.0f);
        QCOMPARE(floatAt(d[2]), 1.015625f);
        QCOMPARE(d[3], u32{0x80000000});
        vectorFmul(d.data(), {d.data(), 0}, d.data(), {4, 1});
        QCOMPARE(floatAt(d[0]), 9.863525390625f);
    }

    void iota() {
        for (const VectorShape shape : {VectorShape{4, 1}, {8, 2}, {128, 8}}) {
            std::vector<u32> lane(shape.words()), sublane(shape.words());
            vectorIotaLane(nullptr, {}, lane.data(), shape);
            vectorIotaSublane(nullptr, {}, sublane.data(), shape);
            for (u32 s = 0; s < shape.sublanes; ++s)
                for (u32 l = 0; l < shape.lanes; ++l) {
                    QCOMPARE(lane[s * shape.lanes + l], l);
                    QCOMPARE(sublane[s * shape.lanes + l], s);
                }
        }
    }
};

int tst_vector(int argc, char** argv) { return lw::tests::run<TestVector>(argc, argv); }
#include "tst_vector.moc"
