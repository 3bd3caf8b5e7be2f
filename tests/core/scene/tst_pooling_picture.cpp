// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/circuit/pooling_picture.h"
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"

#include <QTest>

#include <algorithm>
#include <bit>

using namespace lw;

namespace {

bool holdsWindow(const nlohmann::json& json, const scene::circuit::PoolWindow& window) {
    const bool isSame = json.at("row") == window.row && json.at("column") == window.column &&
                        json.at("rows") == window.rows && json.at("columns") == window.columns &&
                        json.at("partial") == window.isPartial && json.at("ties") == window.ties &&
                        json.at("completeAt") == window.completeAt;
    if (!window.winner) return isSame && json.size() == 7;
    return isSame && json.size() == 8 && json.at("winner") == *window.winner;
}

// 8 x 8 values of which four are kept; windows of 4 x 4: 18, 0, 31, 0.
machine::PoolingWork keptOfEight() {
    machine::PoolingWork work{.first = 100,
                              .rows = 8,
                              .columns = 8,
                              .windowRows = 4,
                              .windowColumns = 4,
                              .rowStride = 4,
                              .columnStride = 4,
                              .windowsDown = 2,
                              .windowsAcross = 2,
                              .type = tensor::DType::I32,
                              .results = {18, 0, 31, 0}};
    work.values.assign(64, 0);
    work.values[0] = 18;
    work.values[4] = static_cast<std::uint32_t>(-14);
    work.values[32] = 31;
    work.values[36] = static_cast<std::uint32_t>(-4);
    return work;
}

// 5 x 5 values, kept ones at even places, windows of 2 x 2 cut off at the edge; the maximum of each.
machine::PoolingWork keptOfFive() {
    const std::int32_t kept[] = {-12, 6, -3, 6, 24, -12, -12, -21, -12};
    const std::int32_t results[] = {0, 6, 0, 6, 24, 0, 0, 0, -12};
    machine::PoolingWork work{.rows = 5,
                              .columns = 5,
                              .windowRows = 2,
                              .windowColumns = 2,
                              .rowStride = 2,
                              .columnStride = 2,
                              .windowsDown = 3,
                              .windowsAcross = 3,
                              .type = tensor::DType::F32};
    work.values.assign(25, 0);
    for (std::uint32_t i = 0; i < 9; ++i)
        work.values[i / 3 * 10 + i % 3 * 2] = std::bit_cast<std::uint32_t>(static_cast<float>(kept[i]));
    for (const std::int32_t result : results)
        work.results.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(result)));
    return work;
}

} // namespace

class TestPoolingPicture : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void windowsCompleteAtTheirClocks() {
        const auto work = keptOfEight();
        std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
        for (std::uint64_t t = 0; t < 64; ++t) {
            const auto picture = scene::circuit::poolingPicture(work, work.first + t);
            QCOMPARE(picture.clocks, std::uint64_t{64});
            if (picture.complete) found.emplace_back(t, picture.results.bits[*picture.complete]);
            const auto done = std::ranges::count(picture.results.flags, std::uint8_t{scene::kWritten});
            QCOMPARE(static_cast<std::size_t>(done), found.size());
        }
        const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected{
            {27, 18}, {31, 0}, {59, 31}, {63, 0}};
        QVERIFY(found == expected);
    }

    // In the clock in which a window is complete, the registers hold it;
    // the rest of its rows is in the lines.
    void registersHoldTheWindow() {
        const auto work = keptOfEight();
        const auto picture = scene::circuit::poolingPicture(work, work.first + 27);
        QCOMPARE(picture.registers.rows, 4u);
        QCOMPARE(picture.registers.bits[0], std::uint64_t{18});
        QCOMPARE(picture.delayLines.rows, 3u);
        QCOMPARE(picture.delayLines.columns, 4u);
        // Columns 4 to 7 of the rows above: the newest is at the beginning of its line.
        QCOMPARE(picture.delayLines.bits[3], static_cast<std::uint64_t>(static_cast<std::uint32_t>(-14)));
        for (std::uint32_t i = 0; i < 8; ++i)
            for (std::uint32_t j = 0; j < 8; ++j) {
                const std::uint8_t flags = picture.values.flags[i * 8 + j];
                QCOMPARE((flags & scene::kChanged) != 0, i < 4 && j < 4);
                QCOMPARE((flags & scene::kWritten) != 0, i * 8 + j <= 27);
            }
    }

    // Read from left to right and from top to bottom, the plane is a stretch of the stream
    // that ends with the newest value.
    void theLineBufferIsAStretchOfTheStream() {
        machine::PoolingWork work{.first = 3,
                                  .rows = 5,
                                  .columns = 6,
                                  .windowRows = 3,
                                  .windowColumns = 2,
                                  .windowsDown = 3,
                                  .windowsAcross = 5,
                                  .type = tensor::DType::I32};
        for (std::uint32_t i = 0; i < 30; ++i) work.values.push_back(100 + i);
        work.results.assign(15, 0);
        for (std::uint64_t t = 0; t < 30; ++t) {
            const auto picture = scene::circuit::poolingPicture(work, work.first + t);
            const auto plane = scene::circuit::lineBufferPlane(picture);
            QCOMPARE(plane.rows, 3u);
            QCOMPARE(plane.columns, 7u); // 4 places of delay, a gap, 2 registers
            std::uint64_t next = 100 + t + 1 - 14;
            for (std::uint32_t r = 0; r < 3; ++r)
                for (std::uint32_t c = 0; c < 7; ++c) {
                    const std::size_t cell = r * 7 + c;
                    if (c == 4 || (r == 0 && c < 4)) {
                        QCOMPARE(plane.flags[cell], std::uint8_t{scene::kOutside});
                        continue;
                    }
                    const bool isThere = next + 14 > 113 && next >= 100;
                    QCOMPARE((plane.flags[cell] & scene::kWritten) != 0, isThere);
                    if (isThere) {
                        QCOMPARE(plane.bits[cell], next);
                        const auto i = static_cast<std::uint32_t>(next - 100);
                        const auto place = scene::circuit::lineBufferPlace(picture, i / 6, i % 6);
                        QVERIFY(place && place->row == r && place->column == c);
                    }
                    ++next;
                }
            for (std::uint32_t i = 0; i < 30; ++i)
                QCOMPARE(scene::circuit::lineBufferPlace(picture, i / 6, i % 6).has_value(),
                         i <= t && i + 14 > t);
        }
        QVERIFY(!scene::circuit::lineBufferPlace(scene::circuit::poolingPicture(work, 0), 0, 0));
    }

    void winnersAndTies() {
        const auto picture = scene::circuit::poolingPicture(keptOfEight(), 100);
        QCOMPARE(picture.windows[0].winner, std::optional<std::uint32_t>{0});
        QCOMPARE(picture.windows[0].ties, 0u);
        // The kept value is negative: fifteen zeros win, the first of them right of it.
        QCOMPARE(picture.windows[1].winner, std::optional<std::uint32_t>{5});
        QCOMPARE(picture.windows[1].ties, 14u);
    }

    // The stream goes on beyond the edge until the last window is complete; a window of one value keeps it.
    void partialWindows() {
        const auto work = keptOfFive();
        const auto picture = scene::circuit::poolingPicture(work, 35);
        QCOMPARE(picture.clocks, std::uint64_t{36});
        QVERIFY(!picture.windows[4].isPartial);
        const scene::circuit::PoolWindow& last = picture.windows[8];
        QVERIFY(last.isPartial);
        QCOMPARE(last.rows, 1u);
        QCOMPARE(last.columns, 1u);
        QCOMPARE(last.winner, std::optional<std::uint32_t>{24});
        QCOMPARE(last.completeAt, std::uint64_t{35});
        QCOMPARE(picture.complete, std::optional<std::uint32_t>{8});
        QCOMPARE(picture.registers.flags[0], std::uint8_t{scene::kWritten});
        for (std::size_t i = 1; i < 4; ++i) QCOMPARE(picture.registers.flags[i], std::uint8_t{0});
        QCOMPARE(picture.results.value(8), -12.0);
    }

    // Windows that overlap: a value is in several.
    void windowsOfAValue() {
        machine::PoolingWork work{.rows = 5,
                                  .columns = 5,
                                  .windowRows = 3,
                                  .windowColumns = 3,
                                  .rowStride = 1,
                                  .columnStride = 2,
                                  .windowsDown = 3,
                                  .windowsAcross = 2,
                                  .edge = machine::PoolEdge::WholeOnly,
                                  .type = tensor::DType::I32};
        work.values.assign(25, 1);
        work.results.assign(6, 1);
        const auto picture = scene::circuit::poolingPicture(work, 0);
        QVERIFY((scene::circuit::windowsWith(picture, 2, 2) == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
        QVERIFY((scene::circuit::windowsWith(picture, 0, 0) == std::vector<std::uint32_t>{0}));
        QVERIFY((scene::circuit::windowsWith(picture, 4, 3) == std::vector<std::uint32_t>{5}));
        QVERIFY(scene::circuit::windowsWith(picture, 5, 0).empty());
    }

    void jsonKeepsEverything() {
        for (const auto& work : {keptOfEight(), keptOfFive()})
            for (const std::uint64_t t : {0u, 13u, 27u, 500u}) {
                const auto picture = scene::circuit::poolingPicture(work, work.first + t);
                const nlohmann::json json = test::jsonRead(picture);
                QCOMPARE(json.size(), picture.complete ? std::size_t{14} : std::size_t{13});
                QVERIFY(json.at("clock") == picture.clock && json.at("clocks") == picture.clocks);
                QVERIFY(json.at("rowStride") == picture.rowStride && json.at("lane") == picture.lane);
                QVERIFY(json.at("columnStride") == picture.columnStride && json.at("lanes") == picture.lanes);
                QVERIFY(test::holds(json.at("values"), picture.values));
                QVERIFY(test::holds(json.at("registers"), picture.registers));
                QVERIFY(test::holds(json.at("delayLines"), picture.delayLines));
                QVERIFY(test::holds(json.at("results"), picture.results));
                if (picture.complete) QVERIFY(json.at("complete") == *picture.complete);
                QCOMPARE(json.at("windows").size(), picture.windows.size());
                for (std::size_t i = 0; i < picture.windows.size(); ++i)
                    QVERIFY(holdsWindow(json.at("windows")[i], picture.windows[i]));
            }
    }
    void jsonSaysWhatIsPooledAndHow() {
        constexpr const char* kAggregates[] = {"max", "min", "sum", "average"};
        constexpr const char* kEdges[] = {"partial", "zeros", "whole only"};
        scene::circuit::PoolingPicture picture;
        for (std::size_t i = 0; i < std::size(kAggregates); ++i) {
            picture.aggregate = static_cast<machine::Aggregate>(i);
            QVERIFY(test::jsonRead(picture)["aggregate"] == kAggregates[i]);
        }
        QCOMPARE(picture.aggregate, machine::Aggregate::Average);
        for (std::size_t i = 0; i < std::size(kEdges); ++i) {
            picture.edge = static_cast<machine::PoolEdge>(i);
            QVERIFY(test::jsonRead(picture)["edge"] == kEdges[i]);
        }
        QCOMPARE(picture.edge, machine::PoolEdge::WholeOnly);
    }
};

int tst_pooling_picture(int argc, char** argv) { return lw::tests::run<TestPoolingPicture>(argc, argv); }
#include "tst_pooling_picture.moc"
