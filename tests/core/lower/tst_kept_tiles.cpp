// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/lower/messages.h"
#include "core/machine/timeline.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "core/project/launch_progress.h"
#include "core/project/launched_run.h"
#include "core/project/messages.h"
#include "core/project/run_tiles.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/planned_tiles.h"
#include "tests/core/lower/tile_reference.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace lw;
using namespace lw::lower::tiling;
using network::Network;
using network::Precision;

namespace {

// Convolutions of 3 x 3 one after the other, of one channel.
Network chainOf(std::size_t layers, std::uint64_t rows, std::uint64_t columns, const network::Padding& pad) {
    Network out;
    out.input.shape = {rows, columns, 1};
    for (network::ValueId i = 0; i < layers; ++i) {
        network::Layer conv;
        conv.kind = network::Kind::Conv;
        conv.name = "c" + std::to_string(i);
        conv.inputs = {i};
        conv.kernel = {3, 3};
        conv.pad = pad;
        conv.weights = tensor::Tensor(tensor::DType::F32, {3, 3, 1, 1});
        for (std::uint64_t w = 0; w < 9; ++w) conv.weights.set(w, static_cast<float>(w) - 3.0f);
        conv.bias = tensor::Tensor(tensor::DType::F32, {1});
        conv.bias->set(0, 2.0f);
        out.layers.push_back(std::move(conv));
    }
    out.outputs = {layers};
    LW_REQUIRE(bool(network::inferShapes(out)), "a network");
    return out;
}

void append(Network& network, network::Layer layer) {
    layer.inputs = {network.layers.size()};
    layer.name = "c" + std::to_string(network.layers.size());
    network.layers.push_back(std::move(layer));
    network.outputs = {network.layers.size()};
    LW_REQUIRE(bool(network::inferShapes(network)), "a network");
}
network::Layer doubling(network::Sampling sampling) {
    network::Layer out;
    out.kind = network::Kind::UpsampleBilinear;
    out.sampling = sampling;
    return out;
}

tensor::Tensor pictureFor(const Network& network) {
    tensor::Tensor out(tensor::DType::F32, network.input.shape);
    for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, static_cast<float>(i % 7) - 2.0f);
    return out;
}

// All tiles of the picture: empty where they give what the whole gives, as test::launched says.
std::optional<std::string> launchedBy(const TilingPlan& plan, const Network& network,
                                      const test::OnDisk& circuit, const test::HowLaunched& how) {
    auto masked = maskedFor(plan, test::sizedAs(network, networkSize(plan)));
    LW_REQUIRE(bool(masked), "a network that can be masked");
    return test::launched({plan, *std::move(masked)}, network, pictureFor(network), circuit, how);
}

std::vector<std::int64_t> keptStarts(const AxisPlan& plan) {
    std::vector<std::int64_t> out;
    for (const AxisTile& tile : plan.tiles) out.push_back(tile.start);
    return out;
}
std::vector<std::int64_t> untilsOf(const AxisPlan& plan) {
    std::vector<std::int64_t> out;
    for (const AxisTile& tile : plan.tiles) out.push_back(tile.outputs[0].until);
    return out;
}

// Bytes of masks, planned and counted: of each circuit in each round, `places` in all.
void checkMasks(TilingPlan plan, const Network& network, const test::OnDisk& circuits,
                const project::TileArray& array, std::uint64_t places) {
    const std::uint64_t ofOne = plan.cost.bytesMasks / plan.tiles();
    shareAmong(plan, array.circuits());
    QCOMPARE(plan.cost.bytesMasks, places * ofOne);
    const tensor::Tensor picture(tensor::DType::F32, network.input.shape);
    lower::striding::Options options;
    options.keep = 0;
    const project::TilesWatch watch{
        [](machine::Machine& machine, auto) -> Result<bool> { return !machine.run({}).fault; }};
    const auto ran = project::runTiles({network, picture, circuits.path(), options, array}, plan, watch);
    QVERIFY2(ran && *ran, ran ? "" : textOf(ran.problem()).c_str());
    const project::TileBytes& planned = (*ran)->planned;
    QCOMPARE((*ran)->moved->in - planned.picture - planned.descriptors - planned.constants,
             plan.cost.bytesMasks);
}

} // namespace

// Tiles of a row that follow each other without overlap: of each the next one has the columns that it reads
// again.
class TestKeptTiles : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Two convolutions of 3 x 3 that keep the size: each lags by a column, and keeps two of what it reads.
    void aChainByHand() {
        const Network network = chainOf(2, 32, 32, {1, 1, 1, 1});
        const auto plan =
            planTiles(network, {32, 32}, {16, 16}, std::nullopt, Grid::Border, Overlap::Columns);
        QVERIFY(bool(plan));
        QCOMPARE(plan->columns.lags, (std::vector<std::int64_t>{0, 1, 2}));
        QCOMPARE(keptStarts(plan->columns), (std::vector<std::int64_t>{0, 16, 32}));
        QCOMPARE(untilsOf(plan->columns), (std::vector<std::int64_t>{14, 30, 32}));
        QCOMPARE(keptStarts(plan->rows), (std::vector<std::int64_t>{0, 12, 16})); // these overlap
        // 9 tiles of 16 x 16 elements in each layer, 9 multiply-adds each.
        QCOMPARE(plan->cost.macs, std::uint64_t{9 * 16 * 16 * 2 * 9});
        const auto masked = maskedFor(*plan, test::sizedAs(network, networkSize(*plan)));
        QVERIFY(bool(masked));
        QCOMPARE(masked->kept.size(), std::size_t{2});
        for (const KeptStrip& kept : masked->kept)
            QCOMPARE(network::shapeOf(masked->network, kept.strip), (tensor::Shape{16, 2, 1}));
    }

    // Rows as well: three of each direction's 16 cover 32 and the lag of 2, and those of 17 do with two.
    void rowsAndColumnsByHand() {
        const Network network = chainOf(2, 32, 32, {1, 1, 1, 1});
        const auto macsOf = [&](std::int64_t fixed) {
            const auto plan = planTiles(network, {32, 32}, {fixed, fixed}, {}, Grid::Border, Overlap::Both);
            LW_REQUIRE(bool(plan), "a plan");
            return plan->cost.macs;
        };
        QCOMPARE(macsOf(16), std::uint64_t{9 * 16 * 16 * 2 * 9});
        QCOMPARE(macsOf(17), std::uint64_t{34 * 34 * 2 * 9});
        // What reads only before lags nowhere: no multiply-add more than for the whole picture.
        const Network causal = chainOf(3, 36, 40, {2, 0, 2, 0});
        const auto plan = planTiles(causal, {36, 40}, {12, 10}, {}, Grid::Border, Overlap::Both);
        QVERIFY(bool(plan));
        QCOMPARE(plan->tiles(), std::uint64_t{12});
        QCOMPARE(plan->cost.macs, plan->cost.wholeMacs);
        QCOMPARE(plan->cost.bytesReread, std::uint64_t{0});
    }

    // Where a layer reads nothing after its element, nothing lags.
    void whatReadsOnlyBefore() {
        const Network network = chainOf(3, 12, 40, {1, 1, 2, 0});
        const auto plan =
            planTiles(network, {12, 40}, {12, 10}, std::nullopt, Grid::Border, Overlap::Columns);
        QVERIFY(bool(plan));
        QCOMPARE(plan->columns.lags, (std::vector<std::int64_t>{0, 0, 0, 0}));
        QCOMPARE(plan->tiles(), std::uint64_t{4});
        QCOMPARE(plan->cost.macs, plan->cost.wholeMacs);
        QCOMPARE(plan->cost.bytesReread, std::uint64_t{0});
    }

    void launchesGiveWhatTheWholeGives() {
        const test::OnDisk circuit(test::teachingCircuit());
        for (const auto& [overlap, isAhead] : {std::pair(Overlap::Columns, false),
                                               {Overlap::Columns, true},
                                               {Overlap::Both, false},
                                               {Overlap::Both, true}}) {
            const Network network = chainOf(2, 20, 37, {1, 1, 1, 1});
            const auto plan = planTiles(network, {20, 37}, {12, 8}, std::nullopt, Grid::Border, overlap);
            QVERIFY(bool(plan));
            QCOMPARE(launchedBy(*plan, network, circuit, {.isAhead = isAhead}), std::optional(std::string()));
        }
    }

    // Of 4 columns come 8, from the second of column -2 on: each has both columns that it lies between.
    void bilinearByHand() {
        Network network;
        network.input.shape = {4, 12, 1};
        append(network, doubling(network::Sampling::HalfPixel));
        const auto plan = planTiles(network, {4, 12}, {4, 4}, {}, Grid::Border, Overlap::Columns);
        QVERIFY(bool(plan));
        QCOMPARE(plan->columns.lags, (std::vector<std::int64_t>{0, 1}));
        QCOMPARE(keptStarts(plan->columns), (std::vector<std::int64_t>{0, 4, 8, 12}));
        QCOMPARE(untilsOf(plan->columns), (std::vector<std::int64_t>{7, 15, 23, 24}));
        const auto masked = maskedFor(*plan, test::sizedAs(network, networkSize(*plan)));
        QVERIFY(bool(masked));
        QCOMPARE(masked->kept.size(), std::size_t{1});
        QCOMPARE(network::shapeOf(masked->network, masked->kept[0].strip), (tensor::Shape{4, 1, 1}));
        const network::Layer& up = masked->network.layers.back();
        QVERIFY(up.pad == (network::Padding{0, 0, 1, 1}));
        QCOMPARE(up.shape, (tensor::Shape{8, 8, 1}));
        // In the first tile the picture begins after the column that is kept, in the last one it ends there.
        const auto firstRowOf = [&](Mask::What what, std::int64_t start) {
            const auto mask = std::ranges::find(masked->masks, what, &Mask::what);
            const tensor::Tensor all = contentsFor(
                *masked, {0, 4}, {start, 12})[static_cast<std::size_t>(mask - masked->masks.begin())];
            std::vector<float> out;
            for (std::uint64_t column = 0; column < 5; ++column) out.push_back(all.at<float>(column));
            return out;
        };
        using Row = std::vector<float>;
        QCOMPARE(firstRowOf(Mask::What::FromFirstColumn, 0), (Row{0, 1, 1, 1, 1}));
        QCOMPARE(firstRowOf(Mask::What::ToLastColumn, 0), (Row{1, 1, 1, 1, 1}));
        QCOMPARE(firstRowOf(Mask::What::FromFirstColumn, 12), (Row{1, 1, 1, 1, 1}));
        QCOMPARE(firstRowOf(Mask::What::ToLastColumn, 12), (Row{1, 0, 0, 0, 0}));
    }

    // Pictures that end in a tile, between tiles, or before the first tile does; the edge is repeated at both
    // ends.
    void bilinearGivesWhatTheWholeGives_data() {
        QTest::addColumn<int>("overlap");
        QTest::newRow("columns") << static_cast<int>(Overlap::Columns);
        QTest::newRow("both") << static_cast<int>(Overlap::Both);
    }
    void bilinearGivesWhatTheWholeGives() {
        QFETCH(int, overlap);
        const test::OnDisk circuit(test::teachingCircuit());
        for (const network::Sampling sampling : {network::Sampling::HalfPixel, network::Sampling::Asymmetric})
            for (const std::int64_t columns : {1, 3, 4, 5, 11, 12}) {
                Network network = chainOf(1, 7, static_cast<std::uint64_t>(columns), {1, 1, 1, 1});
                append(network, doubling(sampling));
                append(network, doubling(sampling));
                const auto plan =
                    planTiles(network, {7, columns}, {7, 4}, {}, Grid::Border, static_cast<Overlap>(overlap));
                QVERIFY(bool(plan));
                QCOMPARE(launchedBy(*plan, network, circuit, {}), std::optional(std::string()));
            }
    }

    // Of the rows that are kept, the first layer reads four from the second on, and all columns; the other
    // one all rows, and four columns from the second on.
    void rowsAndColumnsAreCutApart() {
        Network network;
        network.input.shape = {8, 13, 1};
        network::Layer conv;
        conv.kind = network::Kind::Conv;
        const auto read = [&](const network::Pair& kernel, const network::Pair& stride,
                              const network::Padding& pad) {
            conv.kernel = kernel;
            conv.stride = stride;
            conv.pad = pad;
            conv.weights = tensor::Tensor(tensor::DType::F32, {kernel.rows, kernel.columns, 1, 1});
            for (std::uint64_t w = 0; w < conv.weights.count(); ++w)
                conv.weights.set(w, static_cast<float>(w) - 1.0f);
            append(network, conv);
            network.layers.back().inputs = {network::kInput};
        };
        read({3, 2}, {1, 2}, {1, 1, 1, 1});
        read({4, 1}, {2, 2}, {1, 0, 0, 0});
        network.outputs = {1, 2};
        LW_REQUIRE(bool(network::inferShapes(network)), "a network");
        const auto plan = planTiles(network, {8, 13}, {2, 4}, {}, Grid::Border, Overlap::Both);
        QVERIFY(bool(plan));
        QCOMPARE(launchedBy(*plan, network, test::OnDisk(test::teachingCircuit()), {}),
                 std::optional(std::string()));
    }

    void randomNetworksGiveWhatTheWholeGives_data() {
        QTest::addColumn<int>("overlap");
        QTest::newRow("columns") << static_cast<int>(Overlap::Columns);
        QTest::newRow("both") << static_cast<int>(Overlap::Both);
    }
    void randomNetworksGiveWhatTheWholeGives() {
        QFETCH(int, overlap);
        const test::OnDisk circuit(test::teachingCircuit());
        const test::OnDisk circuits(test::circuitsIn({1, 2}, 6));
        const project::TileArray array = project::TileArray{1, 2}.keeping(Overlap::Columns);
        int ran = 0, several = 0, doubled = 0;
        const auto seeds = test::seedsBelow(3000);
        for (const std::uint32_t seed : seeds) {
            test::RandomLocal made(seed, seed % 2 == 0 ? Precision::F32 : Precision::I8, false);
            const auto planned = test::plannedFor(made, Grid::Border, static_cast<Overlap>(overlap));
            if (!planned || planned->plan.tiles() > 40) continue;
            if (!project::isOneProgram(planned->masked.network, circuit.limits())) continue;
            const bool isOnArray = overlap == static_cast<int>(Overlap::Columns) && seed / 2 % 3 == 0;
            const auto failure =
                test::launched(*planned, made.network, made.picture, isOnArray ? circuits : circuit,
                               {.array = isOnArray ? array : project::TileArray{}, .isAhead = seed % 3 != 0});
            if (!failure) continue;
            QVERIFY2(failure->empty(), qPrintable(QString("seed %1: %2").arg(seed).arg(failure->c_str())));
            ++ran;
            const AxisPlan& along =
                overlap == static_cast<int>(Overlap::Both) ? planned->plan.rows : planned->plan.columns;
            const bool isKept = along.tiles.size() > 1 && !planned->masked.kept.empty();
            several += isKept ? 1 : 0;
            doubled += isKept && std::ranges::count(made.network.layers, network::Kind::UpsampleBilinear,
                                                    &network::Layer::kind) > 0
                           ? 1
                           : 0;
        }
        QVERIFY2(
            seeds.areEnough(ran, 2) && seeds.areEnough(several, 5) && seeds.areEnough(doubled, 20),
            qPrintable(
                QString("%1, %2 of several tiles, %3 with bilinear").arg(ran).arg(several).arg(doubled)));
    }

    // The same by the reference, when all that is not right is overwritten after every layer.
    void poisonHarmsNothing_data() { randomNetworksGiveWhatTheWholeGives_data(); }
    void poisonHarmsNothing() {
        QFETCH(int, overlap);
        int checked = 0;
        const auto seeds = test::seedsBelow(4800);
        for (const std::uint32_t seed : seeds) {
            test::RandomLocal made(seed, seed % 2 == 0 ? Precision::F32 : Precision::I8, false);
            const auto planned = test::plannedFor(made, Grid::Border, static_cast<Overlap>(overlap));
            if (!planned || planned->plan.tiles() > 40) continue;
            const auto wanted =
                test::outputsIn(made.network, network::computeAll(made.network, made.picture, {}));
            for (const bool poisons : {false, true})
                QVERIFY2(test::stitched(planned->plan, made.network, made.picture,
                                        test::TileReference(planned->masked, planned->plan, poisons)) ==
                             wanted,
                         poisons ? "with poison" : "without poison");
            ++checked;
        }
        QVERIFY2(seeds.areEnough(checked, 3), qPrintable(QString::number(checked)));
    }

    // So that a folder that is opened again keeps what it keeps.
    void asAFile() {
        Network network = chainOf(2, 20, 37, {1, 1, 1, 1});
        for (const Overlap overlap : {Overlap::Recompute, Overlap::Columns, Overlap::Both}) {
            const auto plan = planTiles(network, {20, 37}, {12, 8}, {}, Grid::Border, overlap);
            QVERIFY(bool(plan));
            const std::string text = jsonOf(*plan).text(2);
            const auto read = planFromJson(text, Place::kNoFile, network);
            QVERIFY2(bool(read), read ? "" : lw::textOf(read.problem()).c_str());
            QVERIFY(*read == *plan);
            network.outputs = {1, 2}; // of which the first lags less
            const auto more = planTiles(network, {20, 37}, {12, 8}, {}, Grid::Border, overlap);
            QVERIFY(bool(more));
            const auto back = planFromJson(jsonOf(*more).text(2), Place::kNoFile, network);
            QVERIFY(back && *back == *more);
            network.outputs = {2};
            std::string other = text;
            const std::size_t at = other.find("\"lag\": 2");
            QCOMPARE(at == std::string::npos, overlap == Overlap::Recompute);
            if (at == std::string::npos) continue;
            other[at + 7] = '3';
            const auto wrong = planFromJson(other, Place::kNoFile, network);
            QVERIFY(!wrong && wrong.problem().message == &lower::messages::kPlanDiffers);
        }
    }

    void whatIsRefused() {
        const Network network = chainOf(2, 20, 37, {1, 1, 1, 1});
        const auto refusalOf = [&](std::optional<Fill> fill) {
            const auto plan = planTiles(network, {20, 37}, {12, 8}, fill, Grid::Border, Overlap::Columns);
            return plan ? nullptr : plan.problem().message;
        };
        QCOMPARE(refusalOf(Fill::Masked), nullptr);
        QCOMPARE(refusalOf(Fill::Exact), &lower::messages::kRefusedFill);
        QCOMPARE(refusalOf(Fill::Ring), &lower::messages::kRefusedFill);
        const auto plan = planTiles(network, {20, 37}, {12, 8}, {}, Grid::Border, Overlap::Columns);
        QVERIFY(bool(plan));
        const auto onArrayOf = [&](Overlap overlap, const lower::striding::Options& options) {
            const auto kept = planTiles(network, {20, 37}, {12, 8}, {}, Grid::Border, overlap);
            LW_REQUIRE(bool(kept), "a plan");
            const auto tile = project::tileNetwork(network, *kept);
            LW_REQUIRE(bool(tile), "a tile's network");
            const auto programs = project::lowerTiles(*tile, *kept, test::teachingCircuit().limits, options,
                                                      project::TileArray{2, 2}.keeping(overlap));
            return programs ? nullptr : programs.problem().message;
        };
        QCOMPARE(onArrayOf(Overlap::Columns, {}), nullptr);
        QCOMPARE(onArrayOf(Overlap::Both, {}), &project::messages::kKeptOnArray);
        lower::striding::Options shared;
        shared.launches.emplace().share = lower::striding::Share::Layers;
        QCOMPARE(onArrayOf(Overlap::Columns, shared), &project::messages::kKeptInParts);
    }

    // Of an array each circuit has whole rows of tiles, one after the other, and nobody sends anything.
    void circuitsKeepTheirOwnColumns() {
        const test::OnDisk circuits(test::circuitsIn({2, 2}, 6));
        const project::TileArray array = project::TileArray{2, 2}.keeping(Overlap::Columns);
        QVERIFY((array == project::TileArray{4, 1, true}));
        for (const auto& [pictureRows, rows] : {std::pair(44, 5), {36, 4}, {12, 1}}) { // of tiles
            const Network network = chainOf(2, static_cast<std::uint64_t>(pictureRows), 37, {1, 1, 1, 1});
            const auto plan =
                planTiles(network, {pictureRows, 37}, {12, 8}, {}, array.grid(), Overlap::Columns);
            QVERIFY(bool(plan));
            QCOMPARE(plan->rows.tiles.size(), static_cast<std::size_t>(rows));
            QCOMPARE(launchedBy(*plan, network, circuits, {.array = array}), std::optional(std::string()));
            checkMasks(*plan, network, circuits, array, static_cast<std::uint64_t>((rows + 3) / 4 * 4 * 5));
            const std::uint64_t tile = plan->tiles() - 1; // 5 in each row
            QCOMPARE(project::circuitOf(*plan, array, tile), static_cast<std::size_t>((rows - 1) % 4));
            QCOMPARE(project::roundOf(*plan, array, tile),
                     static_cast<std::uint64_t>((rows - 1) / 4 * 5 + 4));
        }
    }

    void whatALayerCannotKeep() {
        const auto refusalOf = [](const network::Layer& layer, std::int64_t columns) {
            Network network = chainOf(1, 12, 12, {1, 1, 1, 1});
            network.layers.push_back(layer);
            network.layers.back().inputs = {1};
            network.layers.back().name = "second";
            network.outputs = {2};
            LW_REQUIRE(bool(network::inferShapes(network)), "a network");
            const auto plan = planTiles(network, {12, 12}, {12, columns}, {}, Grid::Border, Overlap::Columns);
            return plan ? nullptr : plan.problem().message;
        };
        network::Layer layer;
        layer.kind = network::Kind::MaxPool;
        layer.kernel = layer.stride = {2, 2};
        QCOMPARE(refusalOf(layer, 4), nullptr);
        QCOMPARE(refusalOf(layer, 5), &lower::messages::kNotAligned);
    }

    // What is kept is state as all else is: going back in the middle of a row and on again gives the same.
    void backAndOnAcrossLaunches_data() {
        QTest::addColumn<bool>("isDoubled");
        QTest::newRow("a chain") << false;
        QTest::newRow("with bilinear upsampling") << true;
    }
    void backAndOnAcrossLaunches() {
        QFETCH(bool, isDoubled);
        const test::OnDisk circuit(test::teachingCircuit());
        Network network = chainOf(2, 12, 30, {1, 1, 1, 1});
        if (isDoubled) append(network, doubling(network::Sampling::HalfPixel));
        const auto plan = planTiles(network, {12, 30}, {12, 8}, {}, Grid::Border, Overlap::Columns);
        QVERIFY(bool(plan));
        const auto tile = project::tileNetwork(network, *plan);
        QVERIFY(bool(tile));
        const auto programs = project::lowerTiles(*tile, *plan, circuit.limits(), {});
        QVERIFY(bool(programs));
        const tensor::Tensor picture = pictureFor(network);
        project::LaunchedRun run(*programs, *tile, *plan, circuit.path(), picture);
        const auto machine = run.begin();
        QVERIFY(bool(machine));
        machine::Timeline timeline(**machine);
        QVERIFY(timeline.run({}).kind == machine::StopKind::Halted);
        const std::uint64_t end = (*machine)->clock();
        const std::vector<tensor::Tensor> outputs = run.outputs(**machine);
        for (const std::uint64_t part : {7, 3, 5}) {
            timeline.seek(end * part / 8);
            QCOMPARE((*machine)->clock(), end * part / 8);
            QVERIFY(run.outputs(**machine) != outputs);
            QVERIFY(timeline.run({}).kind == machine::StopKind::Halted);
            QCOMPARE((*machine)->clock(), end);
            QVERIFY(run.outputs(**machine) == outputs);
        }
    }
};

int tst_kept_tiles(int argc, char** argv) { return lw::tests::run<TestKeptTiles>(argc, argv); }
#include "tst_kept_tiles.moc"
