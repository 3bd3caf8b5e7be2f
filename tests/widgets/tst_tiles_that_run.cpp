// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/tiled_window.h"
#include "widgets/session/core_text.h"
#include "widgets/tiling/ring_view.h"
#include "widgets/tiling/tile_map_view.h"
#include "widgets/tiling/tiling_files.h"
#include "widgets/tiling/time_view.h"

#include <QApplication>
#include <QSettings>
#include <QSignalSpy>

#include <algorithm>

using namespace lw;
using ide::MainWindow;
using tests::isPaused;
using tests::kPatience;
using tests::viewIn;
using tests::waitFor;
using tiling::TileMapView;

// What is seen of tiles while they run, both ways.
class TestTilesThatRun : public QObject {
    Q_OBJECT

    tests::TilesBench m_bench;

  private Q_SLOTS:
    void init() { QSettings().clear(); }

    // What was recorded of a run is of the same clocks as the debugger's, and a click goes to one of them.
    void aClickTravelsInTime() {
        MainWindow window(m_bench.theme());
        tests::openTiles(window, m_bench.request({16, 16}, tests::kTwoByTwo));
        window.page(ide::Workspace::Striding)->raiseView(QStringLiteral("times"));
        auto& view = viewIn<tiling::TimeView>(window);
        QVERIFY2(view.message().startsWith(QStringLiteral("Run all tiles")), qPrintable(view.message()));
        view.runButton().click();
        waitFor(window.tiling());
        const auto facts = [&] { return window.tiling().facts(); };
        const tiling::LanesPtr lanes = facts()->times;
        QVERIFY(lanes && view.canvas().lanes() == lanes);
        QCOMPARE(lanes->groups.size(), std::size_t{4});
        QCOMPARE(lanes->end, facts()->clocks);
        QVERIFY2(view.message().startsWith(QStringLiteral("12 of 12 tiles in ")), qPrintable(view.message()));
        // 3 x 4 tiles on 2 x 2 circuits: two rounds of rows, the second with one row of tiles.
        const auto cell = [&](int row, int column) {
            return view.twin().model().index(row, column).data().toString();
        };
        QCOMPARE(cell(0, 1), QStringLiteral("tiles"));
        QCOMPARE(cell(0, 3), QStringLiteral("0"));
        QCOMPARE(cell(1, 3), QStringLiteral("2"));
        QCOMPARE(cell(2, 3), QStringLiteral("8"));
        QCOMPARE(cell(3, 3), QStringLiteral("10"));

        // Not in the debugger: the tile is chosen. There: its clock is gone to, with its circuit.
        const scene::LaneGroup& second = lanes->groups[1];
        const scene::LaneBar& bar = lanes->lanes[second.first].bars[1];
        QCOMPARE(bar.number, 3U);
        view.canvas().select(paint::LanePlace{second.first, 1});
        QVERIFY2(view.message().contains(QStringLiteral("tile 3, clocks")), qPrintable(view.message()));
        QTest::keyClick(&view.canvas(), Qt::Key_Return);
        QCOMPARE(window.tiling().tile(), std::optional<std::uint64_t>(3));
        viewIn<TileMapView>(window).debugAction().trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(window) && facts()->isFollowing, kPatience);
        QCOMPARE(facts()->times, lanes);
        QTest::keyClick(&view.canvas(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(window) && facts()->clocks == bar.from, kPatience);
        QCOMPARE(window.session().focus().index, std::uint16_t{1});
        QCOMPARE(view.canvas().now(), std::optional(bar.from));
        QVERIFY(std::ranges::count(facts()->progress.now, 3U) == 1);
        QCOMPARE(facts()->progress.rounds, std::uint64_t{1});
    }

    // Of 4 x 16 x 16: 30 x 44 elements are tiles of 32 x 32 beside each other, computed with what each needs.
    void circuitsShareLayers() {
        MainWindow window(m_bench.theme());
        tests::openTiles(window, m_bench.request({16, 16}, tests::kTwoByTwo));
        auto& view = viewIn<TileMapView>(window);
        const auto facts = [&] { return window.tiling().facts(); };
        const auto isEqual = [&] { return facts()->verdict && facts()->verdict->isEqual(); };
        view.runAction().trigger();
        waitFor(window.tiling());
        QVERIFY(isEqual());
        const std::uint64_t inputClocks = facts()->clocks;

        QVERIFY(view.share().isVisible());
        view.share().setCurrentIndex(1);
        Q_EMIT view.share().activated(1);
        waitFor(window.tiling());
        QVERIFY(facts()->sharesLayers());
        QVERIFY((facts()->plan.fixed == lower::tiling::Size{32, 32}));
        QVERIFY((facts()->fixed() == lower::tiling::Size{16, 16}));
        QCOMPARE(view.size().text(), QStringLiteral("16"));
        QCOMPARE(facts()->plan.tiles(), std::uint64_t{2});
        QVERIFY2(
            view.summary().contains(QStringLiteral("All 4 circuits have one tile at a time, each a part of "
                                                   "16 x 16")),
            qPrintable(view.summary()));
        view.runAction().trigger();
        waitFor(window.tiling());
        QVERIFY(isEqual());
        QCOMPARE(facts()->progress.tiles, std::uint64_t{2});
        QVERIFY2(view.verdict().contains(
                     QStringLiteral("share the input took %1").arg(session::clocksText(inputClocks))),
                 qPrintable(view.verdict()));
        // Each circuit has both tiles, one after the other.
        for (const scene::LaneGroup& group : facts()->times->groups) {
            const auto& bars = facts()->times->lanes[group.first].bars;
            QCOMPARE(bars.size(), std::size_t{2});
            QCOMPARE(bars[0].number, 0U);
            QCOMPARE(bars[1].number, 1U);
        }
        // No circuit has the whole of one.
        const QSignalSpy failed(&window.tiling(), &tiling::TilingDesk::failed);
        window.tiling().lowerTile(0);
        waitFor(window.tiling());
        QCOMPARE(failed.count(), 1);
        QVERIFY2(view.message().contains(QStringLiteral("on all of them")), qPrintable(view.message()));
        window.page(ide::Workspace::Striding)->raiseView(QStringLiteral("ring"));
        auto& ring = viewIn<tiling::RingView>(window);
        window.tiling().chooseTile(1);
        QTRY_VERIFY_WITH_TIMEOUT(!ring.isWaiting() && ring.moment() && ring.moment()->ring.tile == 1,
                                 kPatience);
        QCOMPARE(ring.moment()->ring.right.wrong, std::uint64_t{0});
        QVERIFY2(ring.message().contains(QStringLiteral("each circuit has a part")),
                 qPrintable(ring.message()));
    }

    // Stepped both ways, and known once more when the program is opened by itself.
    void sharedLayersAreDebugged() {
        MainWindow window(m_bench.theme());
        auto wanted = m_bench.request({16, 16}, tests::kTwoByTwo);
        wanted.share = lower::striding::Share::Layers;
        tests::openTiles(window, wanted);
        auto& view = viewIn<TileMapView>(window);
        const auto facts = [&] { return window.tiling().facts(); };
        view.debugAction().trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(window) && facts()->isFollowing, kPatience);
        QCOMPARE(facts()->progress.now, std::vector<std::uint64_t>{0});
        window.tiling().chooseTile(1);
        view.debugAction().trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(window) && std::ranges::count(facts()->progress.now, 1U) == 1,
                                 kPatience);
        window.actions()[QStringLiteral("run")]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(facts()->verdict, kPatience);
        QVERIFY(facts()->verdict->isEqual());
        window.actions()[QStringLiteral("stepBack")]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(window) && !facts()->verdict, kPatience);
        QCOMPARE(facts()->progress.now, std::vector<std::uint64_t>{1});

        const auto again = tiling::readBack(window.tiling().program());
        QVERIFY(again && (*again)->sharesLayers());
        QVERIFY((*again)->plan == facts()->plan && (*again)->fixed() == facts()->fixed());
    }

    // Then nothing is known of the debugger's program any more, which stays where it is.
    void aPlanFailsWhileTilesAreDebugged() {
        MainWindow window(m_bench.theme());
        tests::openTiles(window, m_bench.request({16, 16}));
        viewIn<TileMapView>(window).debugAction().trigger();
        waitFor(window.tiling());
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(window), kPatience);
        QVERIFY(!window.tiling().madeFrom().isEmpty());
        tiling::TilingRequest wanted = m_bench.request({16, 16});
        wanted.input = m_bench.file(QStringLiteral("none.npy"));
        window.tiling().plan(wanted);
        waitFor(window.tiling());
        QVERIFY(!window.tiling().facts());
        QVERIFY(window.tiling().madeFrom().isEmpty());
        window.actions()[QStringLiteral("step")]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(window), kPatience);
    }

    // Of layers that parts cannot be computed of: it says which, and the plan stays.
    void whatCannotBeSharedIsSaid() {
        MainWindow window(m_bench.theme());
        tests::openTiles(window, m_bench.request({16, 16}));
        auto& view = viewIn<TileMapView>(window);
        QTRY_VERIFY(!view.share().isVisible()); // on one circuit
        auto wanted = window.tiling().facts()->request;
        wanted.share = lower::striding::Share::Layers;
        window.tiling().plan(wanted);
        waitFor(window.tiling());
        QVERIFY2(view.message().contains(QStringLiteral("the machine is one circuit")),
                 qPrintable(view.message()));
        QVERIFY(!window.tiling().facts()->sharesLayers());
    }

    // Softmax is the host's: one circuit has its tiles one by one, an array none.
    void whereTheHostComputesAPart() {
        MainWindow window(m_bench.theme());
        auto wanted = m_bench.request({16, 16});
        wanted.network = QStringLiteral(LW_ROOT "/tests/cli/cases/scene-tile-lanes-host/net.json");
        tests::openTiles(window, wanted);
        const auto facts = [&] { return window.tiling().facts(); };
        QVERIFY(!facts()->isOneProgram);
        window.tiling().run();
        waitFor(window.tiling());
        QVERIFY(facts()->verdict && facts()->verdict->isEqual() && facts()->clocks > 0);
        QCOMPARE(facts()->progress.tiles, std::uint64_t{12});
        const QSignalSpy failed(&window.tiling(), &tiling::TilingDesk::failed);
        for (const auto share : {lower::striding::Share::Input, lower::striding::Share::Layers}) {
            wanted.machine = tests::kTwoByTwo;
            wanted.share = share;
            window.tiling().plan(wanted);
            waitFor(window.tiling());
            QVERIFY2(failed.back()[0].toString().contains(QStringLiteral("an array cannot run its tiles")),
                     qPrintable(failed.back()[0].toString()));
        }
        QCOMPARE(failed.count(), 2);
    }

    // Of the second convolution, by which a tile has lost two elements at each end that is not the picture's.
    void theRingIsSeenAsItIsComputed() {
        MainWindow window(m_bench.theme());
        tests::openTiles(window, m_bench.request({16, 16}));
        window.page(ide::Workspace::Striding)->raiseView(QStringLiteral("ring"));
        auto& view = viewIn<tiling::RingView>(window);
        const auto isShown = [&](std::uint64_t tile, bool isOfCircuit) {
            return !view.isWaiting() && view.moment() && view.moment()->ring.tile == tile &&
                   view.moment()->isOfCircuit == isOfCircuit;
        };
        window.tiling().chooseTile(5);
        QTRY_VERIFY_WITH_TIMEOUT(isShown(5, false), kPatience);
        QCOMPARE(view.layers().count(), 2);
        const QString second = view.layers().itemText(1);
        QCOMPARE(view.layers().currentText(), second);
        const auto ring = [&] { return view.moment()->ring; };
        QCOMPARE(ring().right.pixels, std::uint64_t{12 * 12});
        QCOMPARE(ring().dummy.pixels, std::uint64_t{16 * 16 - 12 * 12});
        QCOMPARE(ring().right.wrong, std::uint64_t{0});
        QVERIFY(ring().dummy.wrong > 0);
        QVERIFY2(view.message().contains(QStringLiteral("144 of 256 pixels are right")),
                 qPrintable(view.message()));
        const scene::CellPicture whole = ring().computed;
        view.showLayer(view.layers().itemText(0));
        QTRY_VERIFY_WITH_TIMEOUT(isShown(5, false) && ring().right.pixels == 14 * 14, kPatience);

        // In the debugger it is the circuit's, bit for bit, once it has it; and gone when stepped back.
        view.showLayer(second);
        viewIn<TileMapView>(window).debugAction().trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(window) && isShown(0, true), kPatience);
        QCOMPARE(view.moment()->stored, std::uint64_t{0});
        QVERIFY2(view.message().contains(QStringLiteral("does not have it now")), qPrintable(view.message()));
        viewIn<TileMapView>(window).goToTile(6);
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(window) && isShown(6, true), kPatience);
        window.actions()[QStringLiteral("stepBack")]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(window) && isShown(5, true), kPatience);
        QCOMPARE(view.moment()->stored, std::uint64_t{16 * 16});
        QVERIFY(ring().computed == whole);
        QCOMPARE(ring().right.wrong, std::uint64_t{0});
        // Further back it is not there yet, and all the way what is there is right.
        for (int i = 0; i < 60 && view.moment()->stored > 0; ++i) {
            const std::uint64_t before = window.session().frame()->clock;
            window.actions()[QStringLiteral("stepBack")]->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(
                isPaused(window) && window.session().frame()->clock < before && !view.isWaiting(), kPatience);
            QCOMPARE(ring().right.wrong, std::uint64_t{0});
        }
        QCOMPARE(view.moment()->stored, std::uint64_t{0});
        QCOMPARE(ring().tile, std::uint64_t{5});
    }
};

int tst_tiles_that_run(int argc, char** argv) {
    return lw::tests::run<TestTilesThatRun, QApplication>(argc, argv);
}
#include "tst_tiles_that_run.moc"
