// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/scene/lanes.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>

using namespace lw;
using namespace lw::scene;

namespace {

Lanes oneLane(std::vector<LaneBar> bars, std::uint64_t end) {
    Lanes out;
    out.end = end;
    out.kinds = {{"work", isa::UnitGroup::Matrix, "W"}};
    out.groups = {{"core", 0, 1}};
    out.lanes = {{"unit", std::move(bars)}};
    out.finish();
    return out;
}

// Bars without overlaps, with and without room between them, some of them long.
std::vector<LaneBar> randomBars(std::mt19937& random, std::uint64_t end) {
    std::vector<LaneBar> out;
    std::uint64_t at = random() % 5;
    for (std::uint32_t number = 0;; ++number) {
        const std::uint64_t clocks = random() % 9 == 0 ? 20 + random() % 200 : 1 + random() % 4;
        if (at + clocks > end) return out;
        out.push_back({at, at + clocks, number, 0});
        at += clocks + (random() % 3 == 0 ? random() % 30 : 0);
    }
}

// Clock by clock.
std::vector<bool> clocksOf(const std::vector<LaneBar>& bars, std::uint64_t end) {
    std::vector<bool> out(end, false);
    for (const LaneBar& bar : bars)
        for (std::uint64_t clock = bar.from; clock < bar.until; ++clock) out[clock] = true;
    return out;
}
std::uint64_t busyIn(const std::vector<bool>& clocks, std::uint64_t from, std::uint64_t until) {
    return static_cast<std::uint64_t>(std::count(clocks.begin() + static_cast<std::ptrdiff_t>(from),
                                                 clocks.begin() + static_cast<std::ptrdiff_t>(until), true));
}

} // namespace

class TestLanes : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void barsAtAClock() {
        const Lanes lanes = oneLane({{10, 12, 1, 0}, {2, 5, 0, 0}, {12, 20, 2, 0}}, 30);
        const Lane& lane = lanes.lanes[0];
        QCOMPARE(lane.at(1), nullptr);
        QCOMPARE(lane.at(2)->number, 0u);
        QCOMPARE(lane.at(4)->number, 0u);
        QCOMPARE(lane.at(5), nullptr);
        QCOMPARE(lane.at(11)->number, 1u);
        QCOMPARE(lane.at(12)->number, 2u);
        QCOMPARE(lane.at(20), nullptr);
        QCOMPARE(lane.busy(), std::uint64_t{13});
        QCOMPARE(lane.busyUntil(4), std::uint64_t{2});
        QCOMPARE(lane.busyUntil(13), std::uint64_t{6});
        QCOMPARE(lane.busyUntil(40), std::uint64_t{13});
    }

    // Wide bars stand by themselves; narrow ones of a pixel are one piece that says how much of it they take.
    void whatIsNarrowerThanAPixelIsOnePiece() {
        const Lanes lanes =
            oneLane({{0, 1, 0, 0}, {3, 5, 1, 0}, {8, 9, 2, 0}, {12, 40, 3, 0}, {41, 42, 4, 0}}, 100);
        const auto pieces = piecesOf(lanes.lanes[0], {0, 100, 10});
        const std::vector<LanePiece> wanted{{0, 9, 4, 0, 3}, {12, 40, 28, 3, 1}, {41, 42, 1, 4, 1}};
        QVERIFY(pieces == wanted);
        QVERIFY(piecesOf(lanes.lanes[0], {0, 100, 100}).size() == 5);
        QVERIFY(piecesOf(lanes.lanes[0], {50, 100, 10}).empty());
        QVERIFY(piecesOf(lanes.lanes[0], {0, 100, 0}).empty());
    }

    // Beside a count of clocks, for random bars and windows: pieces have every bar in sight once, in order,
    // no more than two begin in a pixel (in the first one also what goes on), and busy clocks add up.
    void randomPiecesHaveEachBarOnce() {
        std::mt19937 random(20261125);
        for (int i = 0; i < 300; ++i) {
            const std::uint64_t end = 50 + random() % 4000;
            Lanes lanes = oneLane(randomBars(random, end), end);
            lanes.lanes.push_back({"other", randomBars(random, end)});
            lanes.groups[0].count = 2;
            lanes.finish();
            const Lane& lane = lanes.lanes[0];
            const auto clocks = clocksOf(lane.bars, end), others = clocksOf(lanes.lanes[1].bars, end);
            LaneWindow window{random() % end, 0, static_cast<std::uint32_t>(1 + random() % 300)};
            window.until = window.from + 1 + random() % (end - window.from);
            const auto pieces = piecesOf(lane, window);
            std::size_t next = pieces.empty() ? 0 : pieces.front().first;
            std::map<std::uint32_t, int> inPixel;
            for (const LanePiece& piece : pieces) {
                QCOMPARE(piece.first, next);
                QVERIFY(piece.bars > 0);
                next += piece.bars;
                QCOMPARE(piece.from, lane.bars[piece.first].from);
                QCOMPARE(piece.until, lane.bars[next - 1].until);
                QCOMPARE(piece.busy, busyIn(clocks, piece.from, piece.until));
                std::uint32_t pixel = 0;
                while (pixel + 1 < window.pixels && window.clockAt(pixel + 1) <= piece.from) ++pixel;
                ++inPixel[pixel];
            }
            std::size_t seen = 0;
            for (const LaneBar& bar : lane.bars)
                seen += bar.until > window.from && bar.from < window.until ? 1 : 0;
            QCOMPARE(pieces.empty() ? 0 : next - pieces.front().first, seen);
            if (window.until - window.from >= window.pixels)
                for (const auto& [pixel, count] : inPixel) QVERIFY(count <= (pixel == 0 ? 3 : 2));

            const auto busy = busyOf(lanes, lanes.groups[0], window);
            QCOMPARE(busy.size(), std::size_t{window.pixels});
            for (std::uint32_t pixel = 0; pixel < window.pixels; ++pixel) {
                const std::uint64_t from = window.clockAt(pixel), until = window.clockAt(pixel + 1);
                QCOMPARE(busy[pixel], busyIn(clocks, from, until) + busyIn(others, from, until));
            }
        }
    }

    void whatOverlapsStandsSideBySide() {
        const auto lanes = sideBySide({{5, 9, 2, 0}, {0, 6, 0, 0}, {2, 4, 1, 0}, {6, 8, 3, 0}});
        const std::vector<std::vector<LaneBar>> wanted{{{0, 6, 0, 0}, {6, 8, 3, 0}},
                                                       {{2, 4, 1, 0}, {5, 9, 2, 0}}};
        QVERIFY(lanes == wanted);
        QVERIFY(sideBySide({}).empty());
    }

    void arrowsThatCrossAWindow() {
        Lanes lanes = oneLane({}, 1000);
        lanes.lanes.push_back({"other", {}});
        lanes.groups[0].count = 2;
        lanes.arrows = {{500, 510, 0, 1, 3, 0}, {100, 300, 0, 1, 0, 0}, {500, 520, 1, 0, 4, 0},
                        {502, 505, 0, 1, 5, 0}, {120, 130, 0, 1, 1, 0}, {900, 950, 0, 1, 6, 0}};
        lanes.finish();
        const auto numbers = [&](const LaneWindow& window) {
            std::vector<std::uint32_t> out;
            for (const std::size_t i : arrowsIn(lanes, window)) out.push_back(lanes.arrows[i].number);
            return out;
        };
        // In a window from 200 on the first is under way; of two in a pixel of 10 one is enough, unless they
        // lead elsewhere.
        QVERIFY((numbers({200, 800, 60}) == std::vector<std::uint32_t>{0, 3, 4}));
        QVERIFY((numbers({200, 800, 600}) == std::vector<std::uint32_t>{0, 3, 4, 5}));
        QVERIFY((numbers({0, 1000, 1000}) == std::vector<std::uint32_t>{0, 1, 3, 4, 5, 6}));
        QVERIFY(numbers({310, 490, 10}).empty());
    }

    void pixelsOfAWindowAreItsClocks() {
        const LaneWindow window{7, 7 + 1000003, 777};
        for (std::uint32_t pixel = 0; pixel <= window.pixels; ++pixel)
            QCOMPARE(window.clockAt(pixel), 7 + std::uint64_t{1000003} * pixel / 777);
    }

    void asAFile() {
        Lanes lanes = oneLane({{0, 10, 4, 0}, {12, 13, 5, 1}}, 20);
        lanes.kinds.push_back({"wait", isa::UnitGroup::Sync, "w", LaneKind::Hatch::Wait});
        lanes.lanes.push_back({"other", {{3, 6, 0, 0}}});
        lanes.groups.push_back({"second", 1, 1});
        lanes.arrows = {{2, 4, 0, 1, 9, 0}};
        lanes.marks = {{19, "halt"}};
        lanes.finish();
        const std::string differs = test::differsFromGolden(jsonOf(lanes).text(2) + "\n", "scene/lanes.json");
        QVERIFY2(differs.empty(), differs.c_str());
    }
};

int tst_lanes(int argc, char** argv) { return lw::tests::run<TestLanes>(argc, argv); }
#include "tst_lanes.moc"
