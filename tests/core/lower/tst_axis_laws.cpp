// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tiling/axis_plan.h"
#include "core/network/receptive_field.h"
#include "tests/core/network/plain_line.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>

using namespace lw;
using namespace lw::lower::tiling;
using network::Line;
using network::Reach;
using network::ValueId;
using test::PlainValue;

namespace {

using How = Reach::How;

constexpr std::uint32_t kLines = 100'000;
constexpr std::uint64_t kPoison = 1'000'000'000;

// A random line with a tile of it inside of a picture.
struct Case {
    Line line;
    std::uint32_t seed = 0;
    std::int64_t align = 1, fixed = 0, start = 0, size = 0;
    std::vector<network::Fraction> scales;

    // Where the tile begins in a value of the picture.
    std::int64_t offset(ValueId id) const { return start * scales[id].over / scales[id].under; }
    PlainValue cut(const PlainValue& picture) const {
        return {picture.begin() + start, picture.begin() + start + fixed};
    }
    std::vector<PlainValue> valuesOf(PlainValue input, const test::AfterLayer& after = {}) const {
        return test::plainValues(line, std::move(input), seed, after);
    }
};

// Nothing where this seed makes no network, or none that can be tiled. `around` gives the picture's elements
// before and after the tile, the first a multiple of the alignment; those that the edge has are taken.
using Around = std::function<std::pair<std::int64_t, std::int64_t>(const Case&, std::mt19937&)>;
std::optional<Case> caseOf(std::uint32_t seed, Edge edge, const Around& around) {
    std::mt19937 random(seed);
    Case out;
    out.line = test::randomLine(random);
    out.seed = seed;
    const auto alignment = alignmentOf(out.line);
    if (!alignment) return {};
    const std::int64_t least = leastFixed(out.line, *alignment, 200);
    if (least == 0) return {};
    out.align = alignment->align;
    out.scales = alignment->scales;
    out.fixed = least + out.align * static_cast<std::int64_t>(random() % 12);
    const auto [before, after] = around(out, random);
    if (beginsInside(edge)) out.start = before;
    out.size = out.start + out.fixed + (endsInside(edge) ? after : 0);
    if (out.size > 3000 || !test::hasSizes(out.line, out.size) || !test::hasSizes(out.line, out.fixed))
        return {};
    return out;
}
std::pair<std::int64_t, std::int64_t> someAround(const Case& here, std::mt19937& random) {
    return {here.align * (1 + static_cast<std::int64_t>(random() % 6)),
            1 + static_cast<std::int64_t>(random() % 40)};
}
// So much that no element of the tile's depends on what lies beyond the picture as well.
std::pair<std::int64_t, std::int64_t> muchAround(const Case& here, std::mt19937&) {
    const auto fields = network::receptiveFieldsOf(here.line);
    const std::int64_t far = fields ? fields->values.back()->size() + here.fixed : 10'000;
    return {network::ceilOf(far, here.align) * here.align, far};
}

std::uint64_t at(const PlainValue& value, std::int64_t element) {
    return value.at(static_cast<std::size_t>(element));
}
QString caseText(const Case& here, ValueId id) {
    return QString("seed %1, value %2, tile of %3 at %4 of %5")
        .arg(here.seed)
        .arg(id)
        .arg(here.fixed)
        .arg(here.start)
        .arg(here.size);
}

// Where a tile has something else than the picture though it is valid; nothing: nowhere.
QString wrongIn(const Case& here, const std::vector<Interval>& intervals,
                const std::vector<PlainValue>& picture, const std::vector<PlainValue>& tile) {
    for (ValueId id = 0; id < intervals.size(); ++id)
        for (std::int64_t i = intervals[id].low; i <= intervals[id].high; ++i)
            if (at(tile[id], i) != at(picture[id], here.offset(id) + i)) return caseText(here, id);
    return {};
}

// By element of a tile's output: whether it is what the picture has there.
std::vector<bool> rightOf(const Case& here, std::uint32_t seed) {
    std::mt19937 random(seed);
    const PlainValue picture = test::randomValue(here.size, random);
    const ValueId output = here.line.outputs[0];
    const PlainValue whole = here.valuesOf(picture)[output], tile = here.valuesOf(here.cut(picture))[output];
    std::vector<bool> out;
    for (std::size_t i = 0; i < tile.size(); ++i)
        out.push_back(tile[i] == at(whole, here.offset(output) + static_cast<std::int64_t>(i)));
    return out;
}

constexpr Edge kEdges[] = {Edge::First, Edge::Inner, Edge::Last, Edge::Only};

// A layer that reads values longer by the same at both ends, of which only `intervals` are known.
struct Widened {
    std::vector<PlainValue> values, others; // alike within the intervals
    std::int64_t offset = 0;                // of what the layer computes
};
Widened widen(const Line::Layer& layer, const std::vector<Interval>& intervals, std::mt19937& random) {
    const Reach& reach = layer.reach;
    const std::int64_t wide = reach.stride * (reach.span() + 4);
    Widened out{.values = std::vector<PlainValue>(intervals.size()), .others = {}};
    out.others = out.values;
    for (const ValueId id : layer.inputs) {
        const Interval& interval = intervals[id];
        out.values[id] = test::randomValue(interval.n + 2 * wide, random);
        out.others[id] = test::randomValue(interval.n + 2 * wide, random);
        std::copy(out.values[id].begin() + wide + interval.low,
                  out.values[id].begin() + wide + interval.high + 1,
                  out.others[id].begin() + wide + interval.low);
    }
    out.offset = reach.how == How::Window   ? wide / reach.stride
                 : reach.how == How::Spread ? wide * reach.stride
                                            : wide;
    return out;
}

} // namespace

// What is said to be right in a tile, beside what plain loops give for it and for the picture.
class TestAxisLaws : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Claims 6, 7 and 12: the dummy width follows from filter, padding, stride and scale of all layers.
    // Nothing in a valid interval depends on anything outside of the tile, whatever lies beyond its ends; and
    // the tile alone gives it.
    void claims6And7And12ValidIntervalsAreSound() {
        int checked[4] = {};
        for (const std::uint32_t seed : test::seedsBelow(kLines)) {
            const Edge edge = kEdges[seed / 50 % 4];
            const auto here = caseOf(seed, edge, someAround);
            if (!here) continue;
            std::mt19937 random(seed + 1);
            const PlainValue picture = test::randomValue(here->size, random);
            PlainValue other = test::randomValue(here->size, random);
            std::copy_n(picture.begin() + here->start, here->fixed, other.begin() + here->start);
            const auto whole = here->valuesOf(picture), elsewhere = here->valuesOf(other),
                       tile = here->valuesOf(here->cut(picture));
            const auto intervals = intervalsOf(here->line, here->fixed, edge);
            QCOMPARE(wrongIn(*here, intervals, whole, tile), QString());
            QCOMPARE(wrongIn(*here, intervals, elsewhere, tile), QString());
            ++checked[static_cast<std::size_t>(edge)];
        }
        for (const int count : checked) QVERIFY2(count > 50, qPrintable(QString::number(count)));
    }
    // Whatever stands outside of the valid interval after each layer, what is valid stays.
    void poisonHarmsNothing() {
        int checked = 0, poisoned = 0;
        for (const std::uint32_t seed : test::seedsBelow(kLines)) {
            const Edge edge = kEdges[seed / 50 % 4];
            const auto here = caseOf(seed, edge, someAround);
            if (!here) continue;
            std::mt19937 random(seed + 2);
            const PlainValue picture = test::randomValue(here->size, random);
            const auto intervals = intervalsOf(here->line, here->fixed, edge);
            const auto poison = [&](ValueId id, PlainValue& value) {
                for (std::int64_t i = 0; i < static_cast<std::int64_t>(value.size()); ++i)
                    if (i < intervals[id].low || i > intervals[id].high) {
                        value[static_cast<std::size_t>(i)] = kPoison;
                        ++poisoned;
                    }
            };
            const auto whole = here->valuesOf(picture), tile = here->valuesOf(here->cut(picture), poison);
            QCOMPARE(wrongIn(*here, intervals, whole, tile), QString());
            ++checked;
        }
        QVERIFY2(checked > 400 && poisoned > 4000, qPrintable(QString("%1, %2").arg(checked).arg(poisoned)));
    }
    // The element just outside of each layer's interval depends on one outside of what it reads.
    void eachIntervalIsTheLargestAfterTheOneBefore() {
        int lower = 0, upper = 0;
        for (const std::uint32_t seed : test::seedsBelow(kLines)) {
            const auto here = caseOf(seed, Edge::Inner, someAround);
            if (!here) continue;
            std::mt19937 random(seed + 3);
            const auto intervals = intervalsOf(here->line, here->fixed, Edge::Inner);
            for (std::size_t layer = 0; layer < here->line.layers.size(); ++layer) {
                const Interval& made = intervals[layer + 1];
                if (made.length() <= 0) continue;
                const Widened wide = widen(here->line.layers[layer], intervals, random);
                const PlainValue a = test::plainLayer(here->line, layer, wide.values, seed),
                                 b = test::plainLayer(here->line, layer, wide.others, seed);
                const auto isSame = [&](std::int64_t i) {
                    return at(a, wide.offset + i) == at(b, wide.offset + i);
                };
                for (std::int64_t i = made.low; i <= made.high; ++i)
                    QVERIFY2(isSame(i), qPrintable(caseText(*here, layer + 1)));
                QVERIFY2(made.low == 0 || !isSame(made.low - 1), qPrintable(caseText(*here, layer + 1)));
                QVERIFY2(made.high == made.n - 1 || !isSame(made.high + 1),
                         qPrintable(caseText(*here, layer + 1)));
                lower += made.low != 0;
                upper += made.high != made.n - 1;
            }
        }
        QVERIFY2(lower > 800 && upper > 800, qPrintable(QString("%1, %2").arg(lower).arg(upper)));
    }
    // Where spreads leave no gaps, the whole network's interval is the largest of all: the elements beside it
    // are wrong in the tile.
    void theOutputsIntervalIsTheLargest() {
        int lower = 0, upper = 0;
        for (const std::uint32_t seed : test::seedsBelow(kLines)) {
            const auto here = caseOf(seed, Edge::Inner, muchAround);
            if (!here || test::hasGaps(here->line)) continue;
            const ValueId output = here->line.outputs[0];
            const Interval valid = intervalsOf(here->line, here->fixed, Edge::Inner)[output];
            const std::vector<bool> isRight = rightOf(*here, seed + 4);
            QVERIFY2(valid.low == 0 || !isRight.at(static_cast<std::size_t>(valid.low - 1)),
                     qPrintable(caseText(*here, output)));
            QVERIFY2(valid.high == valid.n - 1 || !isRight.at(static_cast<std::size_t>(valid.high + 1)),
                     qPrintable(caseText(*here, output)));
            lower += valid.low != 0;
            upper += valid.high != valid.n - 1;
        }
        QVERIFY2(lower > 200 && upper > 200, qPrintable(QString("%1, %2").arg(lower).arg(upper)));
    }
    // With gaps it need not be: here the last layer reads elements alone that depend on nothing.
    void gapsMayLeaveMoreThanIsSaid() {
        Case here;
        here.line = test::lineOf({test::conv(3), test::conv(3), test::spread(1, 2, 0), test::conv(1, 2, 1)});
        here.scales = alignmentOf(here.line)->scales;
        here.fixed = 12;
        here.start = 8;
        here.size = 40;
        QVERIFY(test::hasGaps(here.line));
        QCOMPARE(intervalsOf(here.line, here.fixed, Edge::Inner)[4].low, std::int64_t{2});
        const std::vector<bool> isRight = rightOf(here, 1);
        QVERIFY(!isRight[0] && isRight[1] && isRight[2]);
    }
    // Worked example 2.6: the windows of a tile that begins at 1 are none of the picture's.
    void e26() {
        Case here{
            .line = {}, .seed = 1, .align = 2, .fixed = 4, .start = 2, .size = 8, .scales = {{}, {1, 2}}};
        here.line.layers = {{"l0", {.how = How::Window, .kernel = 2, .stride = 2}, {0}}};
        here.line.outputs = {1};
        const PlainValue picture{1, 2, 3, 4, 5, 6, 7, 8}, whole = here.valuesOf(picture)[1];
        QCOMPARE(here.valuesOf(here.cut(picture))[1], (PlainValue{whole[1], whole[2]}));
        here.start = 1;
        const PlainValue beside = here.valuesOf(here.cut(picture))[1];
        for (const std::uint64_t element : beside)
            QVERIFY(std::find(whole.begin(), whole.end(), element) == whole.end());
    }
    // The same of random lines: at no offset the picture has what such a tile gives.
    void startsBesideTheAlignmentAreWrong() {
        int checked = 0;
        for (const std::uint32_t seed : test::seedsBelow(kLines)) {
            auto here = caseOf(seed, Edge::Inner, someAround);
            if (!here || here->align == 1 || test::hasGaps(here->line)) continue;
            std::mt19937 random(seed + 5);
            const PlainValue picture = test::randomValue(here->size, random);
            const ValueId output = here->line.outputs[0];
            const Interval valid = intervalsOf(here->line, here->fixed, Edge::Inner)[output];
            here->start -=
                1 + static_cast<std::int64_t>(random() % (static_cast<std::uint64_t>(here->align) - 1));
            const PlainValue whole = here->valuesOf(picture)[output],
                             tile = here->valuesOf(here->cut(picture))[output];
            const auto found = std::search(whole.begin(), whole.end(), tile.begin() + valid.low,
                                           tile.begin() + valid.high + 1);
            QVERIFY2(found == whole.end(), qPrintable(caseText(*here, output)));
            ++checked;
        }
        QVERIFY2(checked > 150, qPrintable(QString::number(checked)));
    }
};

int tst_axis_laws(int argc, char** argv) { return lw::tests::run<TestAxisLaws>(argc, argv); }
#include "tst_axis_laws.moc"
