// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/messages.h"
#include "core/lower/tiling/axis_plan.h"
#include "tests/core/lower/lowered_run.h"
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

namespace {

using How = Reach::How;

Reach conv(std::int64_t kernel, std::int64_t stride = 1, std::int64_t pad = 1) {
    return {.how = How::Window, .kernel = kernel, .stride = stride, .before = pad, .after = pad};
}
Reach spread(std::int64_t kernel, std::int64_t stride, std::int64_t pad) {
    return {.how = How::Spread, .kernel = kernel, .stride = stride, .before = pad, .after = pad};
}
Line lineOf(const std::vector<Reach>& layers) {
    Line out;
    for (std::size_t i = 0; i < layers.size(); ++i)
        out.layers.push_back({"l" + std::to_string(i), layers[i], {i}});
    out.outputs = {layers.size()};
    return out;
}
// Worked examples 2.2 and 2.3 of systems: a network with a stride, and one with two.
const Line kTwo = lineOf({conv(3), conv(3, 2), conv(3), spread(4, 2, 1), conv(3)});
const Line kFour = lineOf({conv(3, 2), conv(3, 2), conv(3), spread(4, 2, 1), spread(4, 2, 1)});

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
    for (const AxisTile& tile : plan.tiles) out.push_back(tile.until - 1);
    return out;
}

// ---- the plain reference: a line of whole numbers through every layer

// The values of a line for an input; numbers wrap. Weights of tap t of layer l are w[l][t]. What lies outside
// of [0, true size) of a value is 0 where `masked` holds the true sizes, counted from the tile's own offset.
std::vector<std::vector<std::uint64_t>> valuesOf(const Line& line, std::vector<std::uint64_t> input,
                                                 std::uint32_t seed,
                                                 const std::vector<std::int64_t>& inside = {}) {
    std::vector<std::vector<std::uint64_t>> out{std::move(input)};
    for (std::size_t l = 0; l < line.layers.size(); ++l) {
        const Reach& r = line.layers[l].reach;
        std::vector<std::uint64_t> read = out[line.layers[l].inputs[0]];
        for (std::size_t i = 1; i < line.layers[l].inputs.size(); ++i)
            for (std::size_t x = 0; x < read.size(); ++x)
                read[x] += 31 * i * out[line.layers[l].inputs[i]][x];
        const auto weight = [&](std::int64_t tap) {
            return (seed * 2654435761u + static_cast<std::uint32_t>(l) * 40503u +
                    static_cast<std::uint32_t>(tap) * 97u) |
                   1u;
        };
        const auto n = static_cast<std::int64_t>(read.size());
        std::vector<std::uint64_t> here(static_cast<std::size_t>(std::max<std::int64_t>(r.size(n), 0)),
                                        7 + l);
        const auto size = static_cast<std::int64_t>(here.size());
        if (r.how == How::Same)
            for (std::size_t x = 0; x < here.size(); ++x) here[x] = read[x] * 5 + 3;
        for (std::int64_t a = 0; r.how != How::Same && a < (r.how == How::Window ? size : n); ++a)
            for (std::int64_t tap = 0; tap < r.kernel; ++tap) {
                const std::int64_t b = a * r.stride - r.before + tap * r.dilation; // what the other has
                if (b < 0 || b >= (r.how == How::Window ? n : size)) continue;
                const std::int64_t to = r.how == How::Window ? a : b, from = r.how == How::Window ? b : a;
                here[static_cast<std::size_t>(to)] += weight(tap) * read[static_cast<std::size_t>(from)];
            }
        if (!inside.empty())
            for (std::int64_t x = std::max<std::int64_t>(inside[l + 1], 0); x < size; ++x)
                here[static_cast<std::size_t>(x)] = 0;
        out.push_back(std::move(here));
    }
    return out;
}

std::vector<std::uint64_t> randomInput(std::int64_t size, std::mt19937& random) {
    std::vector<std::uint64_t> out;
    for (std::int64_t i = 0; i < size; ++i) out.push_back(random() | std::uint64_t{random()} << 32);
    return out;
}

// What the tiles give, put together; `fill` as the plan has it.
std::vector<std::uint64_t> stitched(const Line& line, const AxisPlan& plan,
                                    const std::vector<std::uint64_t>& picture, std::uint32_t seed) {
    std::vector<std::uint64_t> out;
    const auto full = network::sizesOf(line, plan.size);
    const auto scales = alignmentOf(line)->scales;
    for (const AxisTile& tile : plan.tiles) {
        std::vector<std::uint64_t> input(static_cast<std::size_t>(plan.fixed), 0);
        for (std::int64_t x = 0; x < plan.fixed && tile.start + x < plan.size; ++x)
            input[static_cast<std::size_t>(x)] = picture[static_cast<std::size_t>(tile.start + x)];
        std::vector<std::int64_t> inside;
        if (plan.fill == Fill::Masked && tile.fill != 0)
            for (std::size_t id = 0; id < full.size(); ++id)
                inside.push_back(full[id] - tile.start * scales[id].over / scales[id].under);
        const auto values = valuesOf(line, std::move(input), seed, inside)[line.outputs[0]];
        for (std::int64_t x = tile.from; x < tile.until; ++x)
            out.push_back(values[static_cast<std::size_t>(x - tile.offset)]);
    }
    return out;
}

// A line of 1 to 7 layers, with a skip now and then.
Line randomLine(std::mt19937& random) {
    const auto upTo = [&](std::int64_t most) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most + 1));
    };
    Line out;
    const std::int64_t layers = 1 + upTo(6);
    for (std::int64_t i = 0; i < layers; ++i) {
        const auto last = static_cast<network::ValueId>(i);
        Line::Layer layer{"l" + std::to_string(i), {}, {last}};
        const std::int64_t what = upTo(9);
        if (what < 5) {
            layer.reach = {.how = How::Window,
                           .kernel = 1 + upTo(4),
                           .stride = 1 + (upTo(2) == 0 ? upTo(2) : 0),
                           .dilation = 1 + (upTo(3) == 0)};
            layer.reach.before = upTo(layer.reach.span() - 1);
            layer.reach.after = upTo(layer.reach.span() - 1);
            layer.reach.ceil = upTo(5) == 0;
        } else if (what < 8) {
            const std::int64_t stride = 1 + upTo(2);
            layer.reach = {.how = How::Spread, .kernel = stride + upTo(3), .stride = stride};
            layer.reach.before = upTo(std::min<std::int64_t>(layer.reach.kernel - 1, 2));
            layer.reach.after = upTo(std::min<std::int64_t>(layer.reach.kernel - 1, 2));
            layer.reach.extra = upTo(stride - 1);
        } else if (i > 0) {
            layer.inputs.push_back(static_cast<network::ValueId>(upTo(i)));
        }
        out.layers.push_back(layer);
    }
    out.outputs = {out.layers.size()};
    return out;
}

} // namespace

class TestAxisPlan : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Two convolutions of 3, pad 1.
    void e21() {
        const AxisPlan plan = planOf(lineOf({conv(3), conv(3)}), 32, 16);
        QCOMPARE(plan.align, std::int64_t{1});
        QCOMPARE(plan.inner, (std::vector<Interval>{{0, 15, 16}, {1, 14, 16}, {2, 13, 16}}));
        QCOMPARE(plan.step, std::int64_t{12});
        QCOMPARE(plan.dummyLow, std::int64_t{2});
        QCOMPARE(plan.dummyHigh, std::int64_t{2});
        QCOMPARE(startsOf(plan), (Numbers{0, 12, 16}));
        QCOMPARE(lastOf(plan), (Numbers{13, 25, 31}));
    }
    void e22() {
        const AxisPlan plan = planOf(kTwo, 100, 32);
        QCOMPARE(plan.align, std::int64_t{2});
        QCOMPARE(plan.inner,
                 (std::vector<Interval>{
                     {0, 31, 32}, {1, 30, 32}, {1, 14, 16}, {2, 13, 16}, {5, 26, 32}, {6, 25, 32}}));
        QCOMPARE(plan.dummyLow, std::int64_t{6});
        QCOMPARE(plan.dummyHigh, std::int64_t{6});
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
        QCOMPARE(plan.dummyLow, std::int64_t{11});
        QCOMPARE(plan.dummyHigh, std::int64_t{7});
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
        QCOMPARE(plan.dummyLow, std::int64_t{0});
        QCOMPARE(plan.dummyHigh, std::int64_t{0});
        QCOMPARE(plan.inner[1].n, std::int64_t{18});
    }
    // A start that is no multiple of the alignment is never made, and a size that would need one is refused.
    void e26() {
        const Line line = lineOf({conv(2, 2, 0)});
        QCOMPARE(startsOf(planOf(line, 8, 4)), (Numbers{0, 4}));
        const auto odd = planAxis(line, 9, 4, Fill::Exact);
        QVERIFY(!odd && odd.problem().message == &lower::messages::kDoesNotDivide);
        const auto tile = planAxis(line, 9, 3, Fill::Exact);
        QVERIFY(!tile && tile.problem().message == &lower::messages::kTileTooSmall);
    }
    // A picture of one pixel in a tile of three: zeros beside it are not right, masked they are.
    void e27() {
        const Line line = lineOf({conv(3), conv(3)});
        const AxisPlan masked = planOf(line, 1, 3, Fill::Masked), ring = planOf(line, 1, 3, Fill::Ring);
        QCOMPARE(masked.wrong, std::int64_t{0});
        QCOMPARE(ring.wrong, std::int64_t{1});
        QCOMPARE(masked.tiles[0].fill, std::int64_t{2});
        QVERIFY(masked.tiles[0].edge == Edge::Only);
        const std::vector<std::uint64_t> picture{1};
        const auto whole = valuesOf(line, picture, 1)[2];
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
    // Of random lines, in every way to fill: what tiles give is what the whole gives; each element once.
    void tilesGiveWhatTheWholeGives() {
        int planned = 0, filled = 0, wrong = 0, many = 0;
        for (std::uint32_t seed = 0; seed < 40000; seed += test::kSeedStep) {
            std::mt19937 random(seed);
            const Line line = randomLine(random);
            const auto alignment = alignmentOf(line);
            if (!alignment) continue;
            const std::int64_t least = leastFixed(line, *alignment, 200);
            if (least == 0) continue;
            const std::int64_t fixed = least + alignment->align * static_cast<std::int64_t>(random() % 12);
            const std::int64_t size =
                1 + static_cast<std::int64_t>(random() % (4 * static_cast<std::uint64_t>(fixed)));
            const auto picture = randomInput(size, random);
            if (!hasSizes(line, size) || !hasSizes(line, fixed)) continue;
            const auto whole = valuesOf(line, picture, seed)[line.outputs[0]];
            for (const Fill fill : {Fill::Exact, Fill::Masked, Fill::Ring}) {
                const auto plan = planAxis(line, size, fixed, fill);
                if (!plan) {
                    QVERIFY2(fill == Fill::Exact || whole.empty(), textOf(plan.problem()).c_str());
                    continue;
                }
                ++planned;
                many += plan->tiles.size() > 2;
                filled += plan->tiles.back().fill != 0;
                const auto got = stitched(line, *plan, picture, seed);
                QCOMPARE(got.size(), whole.size());
                std::int64_t differ = 0;
                for (std::size_t i = 0; i < got.size(); ++i) differ += got[i] != whole[i];
                wrong += differ != 0;
                QVERIFY2(differ <= plan->wrong && (fill == Fill::Ring || plan->wrong == 0),
                         qPrintable(QString("seed %1, %2: %3 differ, %4 said")
                                        .arg(seed)
                                        .arg(int(fill))
                                        .arg(differ)
                                        .arg(plan->wrong)));
                checkLaws(*plan);
            }
        }
        QVERIFY2(planned > 20000 / int{test::kSeedStep} && filled > 5000 / int{test::kSeedStep} &&
                     wrong > 1000 / int{test::kSeedStep} && many > 3000 / int{test::kSeedStep},
                 qPrintable(QString("%1 planned, %2 filled, %3 wrong, %4 of many tiles")
                                .arg(planned)
                                .arg(filled)
                                .arg(wrong)
                                .arg(many)));
    }

  private:
    // Branches that meet have one size in the picture and in the tile: else this is no network.
    static bool hasSizes(const Line& line, std::int64_t size) {
        const auto sizes = network::sizesOf(line, size);
        for (std::size_t i = 0; i < line.layers.size(); ++i) {
            if (sizes[i + 1] <= 0) return false;
            for (const network::ValueId id : line.layers[i].inputs)
                if (sizes[id] != sizes[line.layers[i].inputs[0]]) return false;
        }
        return true;
    }
    static void checkLaws(const AxisPlan& plan) {
        std::int64_t at = 0;
        for (const AxisTile& tile : plan.tiles) {
            QCOMPARE(tile.from, at);
            QVERIFY(tile.until >= tile.from && tile.start % plan.align == 0);
            if (plan.fill != Fill::Ring && tile.until > tile.from)
                QVERIFY(tile.from >= tile.offset + tile.valid.low &&
                        tile.until <= tile.offset + tile.valid.high + 1);
            at = tile.until;
        }
        QCOMPARE(at, plan.fullOutput);
        const AxisTile& last = plan.tiles.back();
        QVERIFY(last.start + plan.fixed - last.fill == plan.size);
    }
};

int tst_axis_plan(int argc, char** argv) {
    return lw::tests::run<TestAxisPlan, QCoreApplication>(argc, argv);
}
#include "tst_axis_plan.moc"
