// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/chips/training/permute.h"
#include "core/numeric/host_control.h"
#include "tests/support/float_reference.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

using namespace lw::training;
using namespace lw::numeric;
using namespace lw::test;

namespace {

// The rows of the unit, taken from the table while compiling: rows of other units need not be linked.
constexpr bool isPermuteRow(const Row& row) { return row.insn.slotClass == kPush && row.insn.unit == kRpu; }
struct PermuteRow {
    std::string_view name;
    PermuteFunction function = nullptr;
};
constexpr auto kPermuteRows = []() consteval {
    std::array<PermuteRow, static_cast<std::size_t>(std::count_if(kRows.begin(), kRows.end(), isPermuteRow))>
        out;
    auto at = out.begin();
    for (const Row& row : kRows)
        if (isPermuteRow(row)) *at++ = {row.insn.name, row.meaning.permute};
    return out;
}
();

using Row32 = std::vector<u32>; // one sublane
using Combine = u32 (*)(u32, u32);

// One sublane's view of what a push finds.
struct Settings {
    Row32 pattern, segments;
    u32 rotate = 0;
};

Row32 permuted(const Row32& x, const Settings& s) {
    Row32 d;
    for (const u32 source : s.pattern) d.push_back(x.at(source));
    return d;
}

Row32 rotated(const Row32& x, const Settings& s) {
    Row32 d(x.size());
    for (std::size_t lane = 0; lane < x.size(); ++lane) d[(lane + s.rotate) % x.size()] = x[lane];
    return d;
}

// For every lane by itself: find its segment, go through it from its first lane up.
Row32 reduced(const Row32& x, const Row32& segments, Combine combine) {
    Row32 d;
    for (std::size_t lane = 0; lane < x.size(); ++lane) {
        std::size_t first = lane;
        while (first > 0 && segments[first - 1] == segments[lane]) --first;
        u32 result = rounded(valueOf(x[first]));
        for (std::size_t next = first + 1; next < x.size() && segments[next] == segments[lane]; ++next)
            result = combine(result, x[next]);
        d.push_back(result);
    }
    return d;
}

Combine combineOf(std::string_view name) {
    if (name.ends_with(".sum")) return referenceSum;
    return name.ends_with(".max") ? referenceMax : referenceMin;
}

// The rows of the reduction and permute unit by the first part of their names.
Row32 reference(std::string_view name, const Row32& x, const Settings& s) {
    const std::string_view kind = name.substr(0, name.find('.'));
    const Row32 whole(x.size(), 0);
    if (kind == "perm") return permuted(x, s);
    if (kind == "rot") return rotated(x, s);
    if (kind == "rotperm") return permuted(rotated(x, s), s);
    if (kind == "red") return reduced(x, whole, combineOf(name));
    if (kind == "permred") return reduced(permuted(x, s), whole, combineOf(name));
    if (kind == "segred") return reduced(permuted(x, s), s.segments, combineOf(name));
    if (kind == "redperm") return permuted(reduced(x, s.segments, combineOf(name)), s);
    return {};
}

Row32 sublaneOf(const std::vector<u32>& words, u32 sublane, u32 lanes) {
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(sublane * lanes);
    return {begin, begin + static_cast<std::ptrdiff_t>(lanes)};
}

Row32 run8(PermuteFunction function, const PermuteState& state) {
    Row32 x(8);
    for (u32 lane = 0; lane < 8; ++lane) x[lane] = bitsAt(static_cast<float>(lane));
    Row32 d(8);
    function(x.data(), state, d.data(), {8, 1});
    Row32 values;
    for (const u32 word : d) values.push_back(static_cast<u32>(floatAt(word)));
    return values;
}

} // namespace

class TestPermute : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // Lanes holding 0 .. 7.
    void eightLanes() {
        const Row32 reverse{7, 6, 5, 4, 3, 2, 1, 0};
        const Row32 same{0, 1, 2, 3, 4, 5, 6, 7};
        const Row32 segments{0, 0, 0, 1, 1, 1, 1, 1};
        QCOMPARE(run8(&pushRot, {nullptr, nullptr, 2}), (Row32{6, 7, 0, 1, 2, 3, 4, 5}));
        QCOMPARE(run8(&pushRedSum, {}), Row32(8, 28));
        QCOMPARE(run8(&pushSegredSum, {same.data(), segments.data(), 0}),
                 (Row32{3, 3, 3, 25, 25, 25, 25, 25}));
        QCOMPARE(run8(&lw::training::pushPerm, {reverse.data(), nullptr, 0}),
                 (Row32{7, 6, 5, 4, 3, 2, 1, 0}));
        QCOMPARE(run8(&pushSegredMax, {reverse.data(), segments.data(), 0}), (Row32{7, 7, 7, 4, 4, 4, 4, 4}));
        QCOMPARE(run8(&pushRedpermMin, {reverse.data(), segments.data(), 0}),
                 (Row32{3, 3, 3, 3, 3, 0, 0, 0}));
        QCOMPARE(run8(&pushRotperm, {reverse.data(), nullptr, 2}), (Row32{5, 4, 3, 2, 1, 0, 7, 6}));
    }

    // 2^24 + 1 + 1 is 2^24 from the left and 2^24 + 2 from the right.
    void sumsAscend() {
        Row32 x{bitsAt(0x1p24f), bitsAt(1.0f), bitsAt(1.0f), 0};
        Row32 d(4);
        pushRedSum(x.data(), {}, d.data(), {4, 1});
        QCOMPARE(floatAt(d[0]), 0x1p24f);
        std::swap(x[0], x[2]);
        pushRedSum(x.data(), {}, d.data(), {4, 1});
        QCOMPARE(floatAt(d[3]), 0x1p24f + 2.0f);
    }

    void everyRow_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < kPermuteRows.size(); ++i)
            QTest::addRow("%s", kPermuteRows[i].name.data()) << static_cast<int>(i);
    }
    void everyRow() {
        QFETCH(int, index);
        const PermuteRow& row = kPermuteRows[static_cast<std::size_t>(index)];
        RandomWords random(static_cast<u32>(index));
        for (const VectorShape shape : {VectorShape{4, 1}, {4, 2}, {8, 2}, {8, 8}, {32, 3}, {128, 8}})
            for (const auto& [name, sample] : kFloatSamples)
                for (const u32 segmentLength : {1u, 2u, 5u, 1000u})
                    oneCase(row, shape, sample, segmentLength, random);
    }

    void ranges() {
        Row32 pattern(32);
        std::iota(pattern.begin(), pattern.begin() + 16, u32{0});
        QVERIFY(patternInRange(pattern.data(), {16, 2}));
        pattern[31] = 15;
        QVERIFY(patternInRange(pattern.data(), {16, 2}));
        pattern[31] = 16;
        QVERIFY(!patternInRange(pattern.data(), {16, 2}));
        QVERIFY(patternInRange(pattern.data(), {16, 1}));
        pattern[0] = 0xffffffff;
        QVERIFY(!patternInRange(pattern.data(), {16, 1}));
    }

  private:
    void oneCase(const PermuteRow& row, VectorShape shape, Sample sample, u32 segmentLength,
                 RandomWords& random) {
        const std::vector<u32> x = samples(sample, random, shape.words());
        std::vector<u32> pattern(shape.words()), segments(shape.words());
        for (u32& lane : pattern) lane = random.below(shape.lanes);
        for (std::size_t i = 0; i < segments.size(); ++i) {
            const bool change = i % shape.lanes == 0 || random.below(segmentLength) == 0;
            // Numbers come again, neighbours may be equal.
            segments[i] = change ? random.below(4) : segments[i - 1];
        }
        const PermuteState state{pattern.data(), segments.data(),
                                 random.below(4) == 0 ? 0 : random.below(3 * shape.lanes)};
        std::vector<u32> expected;
        for (u32 sublane = 0; sublane < shape.sublanes; ++sublane) {
            const Settings settings{sublaneOf(pattern, sublane, shape.lanes),
                                    sublaneOf(segments, sublane, shape.lanes), state.rotate};
            const Row32 d = reference(row.name, sublaneOf(x, sublane, shape.lanes), settings);
            expected.insert(expected.end(), d.begin(), d.end());
        }
        expected.push_back(0xdeadbeef); // nothing is written beyond the register
        for (const HostLevel level : {HostLevel::Portable, HostLevel::Avx2, HostLevel::Avx512}) {
            limitHostLevel(level);
            std::vector<u32> d(shape.words() + 1, 0xdeadbeef);
            row.function(x.data(), state, d.data(), shape);
            QCOMPARE(d, expected);
        }
        limitHostLevel(bestHostLevel());
    }
};

int tst_permute(int argc, char** argv) { return lw::tests::run<TestPermute>(argc, argv); }
#include "tst_permute.moc"
