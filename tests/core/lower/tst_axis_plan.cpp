// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/messages.h"
#include "core/lower/tiling/axis_plan.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/network/plain_line.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace lw;
using namespace lw::lower::tiling;
using network::Line;
using network::Reach;
using test::conv;
using test::kFour;
using test::kTwo;
using test::lineOf;
using test::PlainValue;
using test::plainValues;
using test::randomValue;

namespace {

AxisPlan planOf(const Line& line, std::int64_t size, std::int64_t fixed, Fill fill = Fill::Exact) {
    auto plan = planAxis(line, size, fixed, fill);
    LW_REQUIRE(bool(plan), plan ? "" : textOf(plan.problem()).c_str());
    return *std::move(plan);
}
using Numbers = std::vector<std::int64_t>;
Numbers startsOf(const AxisPlan& plan) {
    Numbers out;
    for (const AxisTile& tile : plan.tiles) out.push_back(tile.start);
    return out;
}
// The last element that each tile gives.
Numbers lastOf(const AxisPlan& plan) {
    Numbers out;
    for (const AxisTile& tile : plan.tiles) out.push_back(tile.outputs[0].until - 1);
    return out;
}

// What the tiles give, put together; `fill` as the plan has it.
PlainValue stitched(const Line& line, const AxisPlan& plan, const PlainValue& picture, std::uint32_t seed,
                    std::size_t output = 0) {
    PlainValue out;
    const auto full = network::sizesOf(line, plan.size);
    const auto scales = alignmentOf(line)->scales;
    for (const AxisTile& tile : plan.tiles) {
        PlainValue input(static_cast<std::size_t>(plan.fixed), 0);
        for (std::int64_t x = 0; x < plan.fixed && tile.start + x < plan.size; ++x)
            input[static_cast<std::size_t>(x)] = picture[static_cast<std::size_t>(tile.start + x)];
        const auto mask = [&](network::ValueId id, PlainValue& value) {
            if (plan.fill != Fill::Masked || tile.fill == 0) return;
            const std::int64_t inside = full[id] - tile.start * scales[id].over / scales[id].under;
            for (std::size_t x = 0; x < value.size(); ++x)
                if (static_cast<std::int64_t>(x) >= inside) value[x] = 0;
        };
        const auto values = plainValues(line, std::move(input), seed, mask)[line.outputs[output]];
        const TileOutput& given = tile.outputs[output];
        for (std::int64_t x = given.from; x < given.until; ++x)
            out.push_back(values[static_cast<std::size_t>(x - given.offset)]);
    }
    return out;
}

} // namespace

class TestAxisPlan : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Claims 8 to 11: dummy elements are removed, and valid parts put together where sizes, geometry and the
    // characteristics of the network say. Two convolutions of 3, pad 1.
    void claims8To11E21() {
        const AxisPlan plan = planOf(lineOf({conv(3), conv(3)}), 32, 16);
        QCOMPARE(plan.align, std::int64_t{1});
        QCOMPARE(plan.inner, (std::vector<Interval>{{0, 15, 16}, {1, 14, 16}, {2, 13, 16}}));
        QCOMPARE(plan.step, std::int64_t{12});
        QCOMPARE(plan.outputs[0].dummyLow, std::int64_t{2});
        QCOMPARE(plan.outputs[0].dummyHigh, std::int64_t{2});
        QCOMPARE(startsOf(plan), (Numbers{0, 12, 16}));
        QCOMPARE(lastOf(plan), (Numbers{13, 25, 31}));
    }
    // Two convolutions of 3 each take one element at an end that lies inside the picture, and none at its
    // border; of masked tiles what lies beyond the border is not of the picture either.
    void layersOfEachKindOfTile() {
        const Line line = lineOf({conv(3, 1, 1), conv(3, 1, 1)});
        using Ends = std::vector<std::pair<std::int64_t, std::int64_t>>;
        const auto check = [](const AxisPlan& plan, const std::vector<std::pair<Edge, Ends>>& wanted) {
            QCOMPARE(plan.edges.size(), wanted.size());
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                QCOMPARE(plan.edges[i].edge, wanted[i].first);
                Ends got;
                for (const Interval& one : plan.edges[i].right) got.emplace_back(one.low, one.high);
                QVERIFY(got == wanted[i].second);
            }
        };
        const std::pair first{Edge::First, Ends{{0, 15}, {0, 14}, {0, 13}}},
            inner{Edge::Inner, Ends{{0, 15}, {1, 14}, {2, 13}}},
            last{Edge::Last, Ends{{0, 15}, {1, 15}, {2, 15}}};
        check(planOf(line, 32, 16), {first, inner, last});
        check(planOf(line, 28, 16), {first, last});
        check(planOf(line, 16, 16), {{Edge::Only, Ends{{0, 15}, {0, 15}, {0, 15}}}});
        check(planOf(line, 10, 16, Fill::Masked), {{Edge::Only, Ends{{0, 9}, {0, 9}, {0, 9}}}});
    }
    void e22() {
        const AxisPlan plan = planOf(kTwo, 100, 32);
        QCOMPARE(plan.align, std::int64_t{2});
        QCOMPARE(plan.inner,
                 (std::vector<Interval>{
                     {0, 31, 32}, {1, 30, 32}, {1, 14, 16}, {2, 13, 16}, {5, 26, 32}, {6, 25, 32}}));
        QCOMPARE(plan.outputs[0].dummyLow, std::int64_t{6});
        QCOMPARE(plan.outputs[0].dummyHigh, std::int64_t{6});
        QCOMPARE(plan.step, std::int64_t{20});
        QCOMPARE(startsOf(plan), (Numbers{0, 20, 40, 60, 68}));
        QCOMPARE(lastOf(plan), (Numbers{25, 45, 65, 85, 99}));
        QCOMPARE(leastFixed(kTwo, *alignmentOf(kTwo), 1000), std::int64_t{14});
    }
    // The dummy widths differ.
    void e23() {
        const AxisPlan plan = planOf(kFour, 256, 64);
        QCOMPARE(plan.align, std::int64_t{4});
        QCOMPARE(plan.inner,
                 (std::vector<Interval>{
                     {0, 63, 64}, {1, 31, 32}, {1, 15, 16}, {2, 14, 16}, {5, 28, 32}, {11, 56, 64}}));
        QCOMPARE(plan.outputs[0].dummyLow, std::int64_t{11});
        QCOMPARE(plan.outputs[0].dummyHigh, std::int64_t{7});
        QCOMPARE(plan.step, std::int64_t{44});
        QCOMPARE(startsOf(plan), (Numbers{0, 44, 88, 132, 176, 192}));
        QCOMPARE(lastOf(plan), (Numbers{56, 100, 144, 188, 232, 255}));
        QCOMPARE(leastFixed(kFour, *alignmentOf(kFour), 1000), std::int64_t{24});
    }
    // How many tiles of each size a picture of 100 x 100 takes.
    void e24Tiles() {
        const std::vector<std::pair<std::int64_t, std::size_t>> table{
            {16, 484}, {20, 121}, {24, 64}, {28, 36}, {32, 25}, {36, 16}, {40, 16},
            {44, 9},   {48, 9},   {52, 9},  {56, 4},  {64, 4},  {72, 4},  {100, 1}};
        for (const auto& [fixed, tiles] : table) {
            const std::size_t here = planOf(kTwo, 100, fixed).tiles.size();
            QCOMPARE(here * here, tiles);
        }
    }
    // Two valid convolutions of a padded image, whose tiles overlap by 4 and whose outputs do not.
    void e25() {
        const AxisPlan plan = planOf(lineOf({conv(3, 1, 0), conv(3, 1, 0)}), 36, 20);
        QCOMPARE(startsOf(plan), (Numbers{0, 16}));
        QCOMPARE(lastOf(plan), (Numbers{15, 31}));
        QCOMPARE(plan.outputs[0].dummyLow, std::int64_t{0});
        QCOMPARE(plan.outputs[0].dummyHigh, std::int64_t{0});
        QCOMPARE(plan.inner[1].n, std::int64_t{18});
    }
    // A start that is not a multiple of the alignment is never made; a size that would need one is refused.
    void e26() {
        const Line line = lineOf({conv(2, 2, 0)});
        QCOMPARE(startsOf(planOf(line, 8, 4)), (Numbers{0, 4}));
        const auto odd = planAxis(line, 9, 4, Fill::Exact);
        QVERIFY(!odd && odd.problem().message == &lower::messages::kDoesNotDivide);
        const auto tile = planAxis(line, 9, 3, Fill::Exact);
        QVERIFY(!tile && tile.problem().message == &lower::messages::kNotAligned);
        const auto small = planAxis(lineOf({conv(3), conv(3)}), 9, 2, Fill::Exact);
        QVERIFY(!small && small.problem().message == &lower::messages::kTileTooSmall);
    }
    // What is said of a size that does not divide is true: which unit it is, and which sizes could be.
    void sizesThatDivideAreNamed() {
        const Line line = lineOf({conv(3), conv(3)}); // steps of 12 with tiles of 16
        const auto whole = planAxis(line, 32, 16, Fill::Exact, Grid::Steps);
        QVERIFY(!whole);
        QCOMPARE(
            QString::fromStdString(textOf(whole.problem())),
            QString(
                "a picture of 32 cannot be cut exactly into tiles of 16, whose starts are multiples of 12: "
                "one of 28 or 40 can"));
        for (const std::int64_t size : {28, 40}) QVERIFY(planAxis(line, size, 16, Fill::Exact, Grid::Steps));
        const auto small = planAxis(line, 9, 16, Fill::Exact);
        QVERIFY(!small && textOf(small.problem()).ends_with("multiples of 1: one of 16 can"));
    }
    // A picture of one pixel in a tile of three: zeros beside it are not right, masked they are.
    void e27() {
        const Line line = lineOf({conv(3), conv(3)});
        const AxisPlan masked = planOf(line, 1, 3, Fill::Masked), ring = planOf(line, 1, 3, Fill::Ring);
        QCOMPARE(masked.outputs[0].wrong, std::int64_t{0});
        QCOMPARE(ring.outputs[0].wrong, std::int64_t{1});
        QCOMPARE(masked.tiles[0].fill, std::int64_t{2});
        QVERIFY(masked.tiles[0].edge == Edge::Only);
        const PlainValue picture{1};
        const auto whole = plainValues(line, picture, 1)[2];
        QCOMPARE(stitched(line, masked, picture, 1), whole);
        QVERIFY(stitched(line, ring, picture, 1) != whole);
    }
    void scalesThatDiffer() {
        Line line = lineOf({conv(3, 2), conv(3)});
        line.layers[1].inputs = {1, 0};
        const auto alignment = alignmentOf(line);
        QVERIFY(!alignment && alignment.problem().message == &lower::messages::kScalesDiffer);
        QCOMPARE(alignment.problem().arguments, (std::vector<std::string>{"l0", "the input", "l1"}));
    }
    // Claims 8 to 11: of random lines, in every way to fill, what tiles give is what the whole gives; each
    // element once.
    void claims8To11TilesGiveWhatTheWholeGives() {
        int planned = 0, filled = 0, wrong = 0, many = 0, scaled = 0;
        const auto seeds = test::seedsBelow(40'000);
        for (const std::uint32_t seed : seeds) {
            std::mt19937 random(seed);
            Line line = test::randomLine(random);
            const auto alignment = alignmentOf(line);
            if (!alignment) continue;
            if (const network::ValueId more = 1 + random() % line.layers.size();
                random() % 2 == 0 && more != line.outputs[0])
                line.outputs.push_back(more);
            const std::int64_t least = leastFixed(line, *alignment, 200);
            if (least == 0) continue;
            const std::int64_t fixed = least + alignment->align * static_cast<std::int64_t>(random() % 12);
            const std::int64_t size =
                1 + static_cast<std::int64_t>(random() % (4 * static_cast<std::uint64_t>(fixed)));
            const auto picture = randomValue(size, random);
            if (!test::hasSizes(line, size) || !test::hasSizes(line, fixed)) continue;
            const auto whole = plainValues(line, picture, seed);
            const auto isEmpty = [&](network::ValueId id) { return whole[id].empty(); };
            for (const Fill fill : {Fill::Exact, Fill::Masked, Fill::Ring}) {
                const auto plan = planAxis(line, size, fixed, fill);
                if (!plan) {
                    QVERIFY2(fill == Fill::Exact || std::ranges::any_of(line.outputs, isEmpty),
                             textOf(plan.problem()).c_str());
                    continue;
                }
                ++planned;
                many += plan->tiles.size() > 2;
                filled += plan->tiles.back().fill != 0;
                scaled += plan->outputs.front().scale != plan->outputs.back().scale;
                for (std::size_t output = 0; output < line.outputs.size(); ++output) {
                    const auto got = stitched(line, *plan, picture, seed, output);
                    const PlainValue& wanted = whole[line.outputs[output]];
                    QCOMPARE(got.size(), wanted.size());
                    std::int64_t differ = 0;
                    for (std::size_t i = 0; i < got.size(); ++i) differ += got[i] != wanted[i];
                    wrong += differ != 0;
                    const std::int64_t said = plan->outputs[output].wrong;
                    QVERIFY2(differ <= said && (fill == Fill::Ring || said == 0),
                             qPrintable(QString("seed %1, %2, output %3: %4 differ, %5 said")
                                            .arg(seed)
                                            .arg(int(fill))
                                            .arg(output)
                                            .arg(differ)
                                            .arg(said)));
                    checkLaws(*plan, output);
                    if (QTest::currentTestFailed()) return;
                }
            }
        }
        QVERIFY2(seeds.areEnough(planned, 2) && seeds.areEnough(filled, 8) && seeds.areEnough(wrong, 40) &&
                     seeds.areEnough(many, 14) && seeds.areEnough(scaled, 14),
                 qPrintable(QString("%1 planned, %2 filled, %3 wrong, %4 of many tiles, %5 of two scales")
                                .arg(planned)
                                .arg(filled)
                                .arg(wrong)
                                .arg(many)
                                .arg(scaled)));
    }

  private:
    static void checkLaws(const AxisPlan& plan, std::size_t output) {
        std::int64_t at = 0, before = -1;
        QCOMPARE(plan.tiles.front().start, std::int64_t{0});
        for (const AxisTile& tile : plan.tiles) {
            const TileOutput& own = tile.outputs[output];
            QVERIFY(tile.start > before);
            before = tile.start;
            QCOMPARE(own.from, at);
            QVERIFY(own.until >= own.from && tile.start % plan.align == 0);
            if (plan.fill != Fill::Ring && own.until > own.from)
                QVERIFY(own.from >= own.offset + own.valid.low &&
                        own.until <= own.offset + own.valid.high + 1);
            at = own.until;
        }
        QCOMPARE(at, plan.outputs[output].full);
        const AxisTile& last = plan.tiles.back();
        QVERIFY(last.start + plan.fixed - last.fill == plan.size);
    }
};

int tst_axis_plan(int argc, char** argv) {
    return lw::tests::run<TestAxisPlan, QCoreApplication>(argc, argv);
}
#include "tst_axis_plan.moc"
