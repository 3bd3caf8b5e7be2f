// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/run_tiles.h"

#include "core/project/lower_network.h"
#include "core/project/messages.h"
#include "core/project/tile_model.h"
#include "tests/core/scene/counting_network.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::project;

class TestRunTiles : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // What is stopped while memory is loaded, or before the circuit runs untiled, is not a mistake.
    void stoppedWhileItIsLoaded() {
        const network::Network network = test::counting(2, 20, 22);
        const tensor::Tensor picture = blankPicture(network);
        lower::striding::Options options;
        options.keep = 0;
        const TilesToRun what{network, picture, {}, options, {}};
        const auto plan = lower::tiling::planTiles(network, {20, 22}, {8, 8}, std::nullopt);
        QVERIFY(bool(plan));
        std::atomic<bool> stop = false;
        TilesWatch watch{[](machine::Machine&, auto) -> Result<bool> { return true; }, &stop};
        watch.begins = [&](LaunchedRun&, const TilePrograms&) -> Outcome {
            stop = true;
            return Done{};
        };
        const auto ran = runTiles(what, *plan, watch);
        QVERIFY2(bool(ran), ran ? "" : textOf(ran.problem()).c_str());
        QVERIFY(!*ran);
        const auto whole = wholePicture(
            network, {}, options, picture, [](auto&) { return true; }, &stop);
        QVERIFY(whole && !*whole);
    }
    // A plan alone is refused as its run would be.
    void whatCannotRunIsNotPlanned() {
        const std::string four = LW_ROOT "/examples/networks/inference-2x2.json";
        const network::Network network = test::counting(2, 20, 22);
        const auto plan = lower::tiling::planTiles(network, {20, 22}, {8, 8}, std::nullopt,
                                                   lower::tiling::Grid::Border, lower::tiling::Overlap::Both);
        QVERIFY(bool(plan));
        const auto can = checkTiles(network, *plan, four, {2, 2});
        QVERIFY(!can);
        QCOMPARE(can.problem().message, &messages::kKeptOnArray);
        QVERIFY(checkTiles(network, *plan, {}, {}));
    }
};

int tst_run_tiles(int argc, char** argv) { return lw::tests::run<TestRunTiles>(argc, argv); }
#include "tst_run_tiles.moc"
