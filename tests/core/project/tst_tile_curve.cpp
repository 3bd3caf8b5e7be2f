// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/project/tile_curve.h"
#include "tests/core/project/tile_target.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <atomic>

using namespace lw;
using namespace lw::project;
using test::e24;
using test::targetOf;

class TestTileCurve : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void whatIsModelledIsWhatTheMachineTakes() {
        const auto curve = tileCurveOf(e24(), targetOf(96U << 10), {.runs = true});
        QVERIFY(bool(curve));
        std::uint64_t tiles = 0, run = 0, fewest = ~std::uint64_t{0};
        for (const TileCurvePoint& at : *curve) {
            // Programs are made where the number of tiles falls.
            if (at.model) QVERIFY(tiles == 0 || at.point.tiles < tiles);
            tiles = at.point.tiles;
            if (!at.model) continue;
            QVERIFY(at.model->clocks && at.model->bufferBytes <= 96U << 10);
            fewest = std::min(fewest, *at.model->clocks);
            if (!at.emulated) continue;
            ++run;
            QCOMPARE(at.emulated, at.model->clocks);
        }
        QVERIFY(run >= 5);
        for (const TileCurvePoint& at : *curve)
            if (at.model) QCOMPARE(at.emulated.has_value(), *at.model->clocks <= kWorthRunning * fewest);
        // One size is refused, by name; for those beyond no program is made.
        const auto refused =
            std::ranges::find_if(*curve, [](const TileCurvePoint& at) { return at.refused.has_value(); });
        QVERIFY(refused != curve->end());
        QCOMPARE(std::string_view(refused->refused->message->code), std::string_view("E643"));
        QVERIFY(std::none_of(refused, curve->end(),
                             [](const TileCurvePoint& at) { return at.model.has_value(); }));
    }
    // Worked example 2.4, int8: l2 of a tile of 52 reads 16 channels of all pixels and gives 32 of a quarter.
    void theFormulaIsThatOfTheExample() {
        const auto curve = tileCurveOf(e24(), targetOf(24U << 20));
        QVERIFY(bool(curve));
        const auto at =
            std::ranges::find_if(*curve, [](const TileCurvePoint& one) { return one.point.fixed == 52; });
        QVERIFY(at != curve->end());
        QCOMPARE(at->point.peakBytes, std::uint64_t{52 * 52 * 16 + 26 * 26 * 32});
        QVERIFY(!at->model); // 44 makes as many
        const auto first =
            std::ranges::find_if(*curve, [](const TileCurvePoint& one) { return one.point.fixed == 44; });
        QVERIFY(first->model || std::prev(first)->point.tiles == first->point.tiles);
        // Of a plan its own clocks are known, too, which are not those between its neighbours'.
        const auto own = tileCurveOf(e24(), targetOf(24U << 20), {.also = 52});
        QVERIFY(bool(own));
        const auto same =
            std::ranges::find_if(*own, [](const TileCurvePoint& one) { return one.point.fixed == 52; });
        QVERIFY(same != own->end() && same->model);
        QCOMPARE(std::ranges::count_if(*own, [](const auto& one) { return one.model.has_value(); }),
                 std::ranges::count_if(*curve, [](const auto& one) { return one.model.has_value(); }) + 1);
    }
    // Each point is of the plan that an array would run: whole steps apart, shared parts brought once.
    void onAnArrayItIsThatOfItsPlans() {
        const network::Network network = e24();
        TileTarget target = targetOf(24U << 20);
        target.array = {2, 2};
        const auto curve = lower::tiling::curveOf(network, target.array.grid(), target.array.sharing());
        QVERIFY(bool(curve));
        int isOther = 0;
        for (const lower::tiling::CurvePoint& point : curve->points) {
            auto plan = planTiles(network, {100, 100}, {point.fixed, point.fixed}, std::nullopt,
                                  lower::tiling::Grid::Steps);
            QVERIFY(bool(plan));
            isOther += point.bytesIn != plan->cost.bytesIn ? 1 : 0; // each tile brings all
            shareAmong(*plan, {2, 2});
            QCOMPARE(point.bytesIn, plan->cost.bytesIn);
            QCOMPARE(point.tiles, plan->cost.tiles);
            QCOMPARE(point.fill, plan->fill());
        }
        QVERIFY(isOther > 10);
    }
    void itGrowsAndStops() {
        std::atomic<bool> stop = false;
        std::size_t seen = 0;
        const auto curve = tileCurveOf(e24(), targetOf(24U << 20),
                                       {.stop = &stop, .hasGrown = [&](const TileCurve& now) {
                                            seen = static_cast<std::size_t>(std::ranges::count_if(
                                                now, [](const auto& at) { return at.model.has_value(); }));
                                            stop = seen == 3;
                                        }});
        QVERIFY(bool(curve));
        QCOMPARE(seen, std::size_t{3});
        QCOMPARE(std::ranges::count_if(*curve, [](const auto& at) { return at.model.has_value(); }), 3);
    }
    void asJson() {
        const TileTarget target = targetOf(64U << 10);
        TileCurve curve{{{.fixed = 8, .tiles = 4}, TileModel{120, 3000}, 121, {}},
                        {{.fixed = 10, .tiles = 1}, {}, {}, {}}};
        const std::string text = jsonOf(curve, target.circuit).text(0);
        for (const char* const part : {"\"bufferBytes\": 65536", "\"bufferBytes\": 3000",
                                       "\"modelledClocks\": 120", "\"emulatedClocks\": 121", "\"fixed\": 10"})
            QVERIFY2(text.find(part) != std::string::npos, text.c_str());
    }
};

int tst_tile_curve(int argc, char** argv) { return lw::tests::run<TestTileCurve>(argc, argv); }
#include "tst_tile_curve.moc"
