// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "core/project/host_bytes.h"
#include "core/project/launch_progress.h"
#include "core/project/launched_run.h"
#include "core/project/messages.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/planned_tiles.h"
#include "tests/core/lower/small_circuits.h"
#include "tests/core/lower/tile_reference.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

#include <map>

using namespace lw;
using namespace lw::lower::tiling;
using network::Precision;

namespace {

constexpr project::TileArray kArrays[] = {{2, 2}, {1, 3}, {3, 2}};

} // namespace

// Tiles of a picture beside each other on circuits of an array, which send each other what tiles share.
class TestTileArray : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // The description of the application: parallel tiles whose circuits share data with their neighbours.
    void randomNetworksGiveWhatTheWholeGives() {
        std::map<std::uint64_t, std::unique_ptr<test::OnDisk>> machines;
        int ran = 0, several = 0;
        const auto seeds = test::seedsBelow(2600);
        for (const std::uint32_t seed : seeds) {
            const project::TileArray& array = kArrays[seed / 50 % 3];
            auto& circuit = machines[array.rows * 8 + array.columns];
            if (!circuit) circuit = std::make_unique<test::OnDisk>(test::circuitsIn(array, 1 + seed % 40));
            test::RandomLocal made(seed, seed % 2 == 0 ? Precision::F32 : Precision::I8, seed % 5 == 0);
            const auto planned = test::plannedFor(made, Grid::Steps);
            if (!planned || planned->plan.tiles() > 40) continue;
            if (!project::isOneProgram(planned->masked.network, circuit->limits())) continue;
            const auto failure =
                test::launched(*planned, made.network, made.picture, *circuit,
                               {array, seed % 3 != 0, static_cast<project::Transfers>(seed / 150 % 2)});
            if (!failure) continue;
            QVERIFY2(failure->empty(), qPrintable(QString("seed %1: %2").arg(seed).arg(failure->c_str())));
            ++ran;
            several += planned->plan.tiles() > array.count() ? 1 : 0;
        }
        QVERIFY2(seeds.areEnough(ran, 5) && seeds.areEnough(several, 10),
                 qPrintable(QString("%1, %2 of several rounds").arg(ran).arg(several)));
    }

    // Tiles that begin whole steps apart, by the reference: what is not right in them harms nothing.
    void poisonHarmsNothing() {
        int checked = 0;
        const auto seeds = test::seedsBelow(4800);
        for (const std::uint32_t seed : seeds) {
            test::RandomLocal made(seed, seed % 2 == 0 ? Precision::F32 : Precision::I8, true);
            const auto planned = test::plannedFor(made, Grid::Steps);
            if (!planned || planned->plan.tiles() > 40) continue;
            const auto wanted =
                test::outputsIn(made.network, network::computeAll(made.network, made.picture, {}));
            QVERIFY(test::stitched(planned->plan, made.network, made.picture,
                                   test::TileReference(planned->masked, planned->plan, true)) == wanted);
            ++checked;
        }
        QVERIFY2(seeds.areEnough(checked, 3), qPrintable(QString::number(checked)));
    }

    // In a round, a pixel crosses the host interface once: of one round all of the picture, and no more.
    void whatCrossesTheHostInterface() {
        const project::TileArray array{2, 2};
        const test::OnDisk circuit(test::circuitsIn(array, 6));
        network::Network network;
        network.input.shape = {24, 30, 1};
        for (network::ValueId i = 0; i < 2; ++i) {
            network::Layer conv;
            conv.kind = network::Kind::Conv;
            conv.name = i == 0 ? "c1" : "c0_2"; // what cores are called
            conv.inputs = {i};
            conv.kernel = {3, 3};
            conv.pad = {1, 1, 1, 1};
            conv.weights = tensor::Tensor(tensor::DType::F32, {3, 3, 1, 1});
            for (std::uint64_t w = 0; w < 9; ++w) conv.weights.set(w, static_cast<float>(w) - 3.0f);
            network.layers.push_back(std::move(conv));
        }
        network.outputs = {2};
        QVERIFY(network::inferShapes(network));
        tensor::Tensor picture(tensor::DType::F32, network.input.shape);
        for (std::uint64_t i = 0; i < picture.count(); ++i) picture.set(i, static_cast<float>(i % 7));
        auto plan = planTiles(network, {24, 30}, {16, 16}, std::nullopt, Grid::Steps);
        QVERIFY(bool(plan));
        // Alone each tile reads 16 of 24 rows or 12, and 16 of 30 columns or 6.
        QCOMPARE(plan->cost.bytesIn, std::uint64_t{(16 + 12) * (16 + 16 + 6) * 4});
        const std::uint64_t masksOfSix = plan->cost.bytesMasks;
        shareAmong(*plan, array.circuits());
        QCOMPARE(plan->cost.bytesMasks, masksOfSix / 6 * 8); // in two rounds of four
        QCOMPARE(plan->tiles(), std::uint64_t{6});           // 2 x 3: two rounds
        const auto tile = project::tileNetwork(network, *plan);
        QVERIFY(bool(tile));
        const auto programs = project::lowerTiles(*tile, *plan, circuit.limits(), {}, array);
        QVERIFY2(bool(programs), programs ? "" : textOf(programs.problem()).c_str());
        QCOMPARE(programs->rounds(*plan), std::uint64_t{2});
        project::LaunchedRun run(*programs, *tile, *plan, circuit.path(), picture);
        const auto machine = run.begin();
        QVERIFY(bool(machine));
        QVERIFY((*machine)->run({}).kind == machine::StopKind::Halted);
        const project::HostBytes bytes = project::hostBytesOf(**machine);
        // Tiles begin at 0, 12 and 24 and end at 16, 28 and 40. The first round reads columns 0 to 27 once,
        // the second those from 24 on; both read all 24 rows.
        const project::TileBytes planned = run.bytesMoved();
        QCOMPARE(planned.picture, std::uint64_t{24 * (28 + 6) * 4});
        QCOMPARE(planned.reread, std::uint64_t{24 * 4 * 4}); // columns 24 to 27
        QCOMPARE(planned.out, std::uint64_t{24 * 30 * 4});
        QCOMPARE(plan->cost.bytesIn, planned.picture);
        QCOMPARE(plan->cost.bytesReread, planned.reread);
        QCOMPARE(plan->cost.bytesOut, planned.out);
        QCOMPARE(plan->cost.bytesMasks, planned.masks);
        // Alone each of four tiles read 16 columns, and the last two the 6 that there are; all of them 16 and
        // 12 rows.
        QCOMPARE(planned.saved, std::uint64_t{(16 + 12) * (16 + 16 + 6) * 4} - planned.picture);
        // Of 16 elements 2 come from the circuit before and 2 from the one after: first columns, of the 14
        // rows that a circuit has then, both ways in two rows of circuits, then rows of 16 columns likewise.
        QCOMPARE(planned.sent, std::uint64_t{2 * (4 * 2 * 14 + 4 * 2 * 16) * 4});
        QVERIFY(planned.moved() == bytes);
        QCOMPARE(project::tileOf(*plan, array, 3, 0), std::optional<std::uint64_t>(4));
        QCOMPARE(project::tileOf(*plan, array, 2, 1), std::optional<std::uint64_t>(5));
        QCOMPARE(project::tileOf(*plan, array, 3, 1), std::optional<std::uint64_t>());
    }

    void aHaloThatTheNeighbourDoesNotHave() {
        network::Network network;
        network.input.shape = {1, 20, 1};
        network::Layer conv;
        conv.kind = network::Kind::Conv;
        conv.name = "wide";
        conv.inputs = {0};
        conv.kernel = {1, 7};
        conv.pad = {0, 0, 3, 3};
        conv.weights = tensor::Tensor(tensor::DType::F32, {1, 7, 1, 1});
        network.layers.push_back(std::move(conv));
        network.outputs = {1};
        QVERIFY(network::inferShapes(network));
        const project::TileArray array{1, 2};
        const auto limits = test::circuitsIn(array, 6).limits;
        const auto refusalOf = [&](std::int64_t fixed, Grid grid) {
            const auto plan = planTiles(network, {1, 20}, {1, fixed}, std::nullopt, grid);
            LW_REQUIRE(bool(plan), "a plan");
            const auto tile = project::tileNetwork(network, *plan);
            const auto programs = project::lowerTiles(*tile, *plan, limits, {}, array);
            return programs ? nullptr : programs.problem().message;
        };
        QCOMPARE(refusalOf(9, Grid::Steps), nullptr);
        QCOMPARE(refusalOf(8, Grid::Steps), &project::messages::kHaloTooWide); // steps of 2, 3 are shared
        QCOMPARE(refusalOf(9, Grid::Border), &project::messages::kUnevenTiles);
    }
};

int tst_tile_array(int argc, char** argv) { return lw::tests::run<TestTileArray>(argc, argv); }
#include "tst_tile_array.moc"
