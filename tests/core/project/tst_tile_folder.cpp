// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/lower/striding/direct.h"
#include "core/machine/launch_list.h"
#include "core/network/resized.h"
#include "core/project/launch_progress.h"
#include "core/project/layer_sharing.h"
#include "core/project/load_network.h"
#include "core/project/load_program.h"
#include "core/project/lower_network.h"
#include "core/project/tile_folder.h"
#include "core/tensor/npy.h"
#include "tests/support/run_test.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using namespace lw::project;

namespace {

const std::string kNetwork = LW_ROOT "/examples/networks/tiles/e21.json";
constexpr const char* kOpen =
    R"({"schema": "lanewright.network", "version": 1, "name": "any size", "dtype": "f32",
        "input": {"name": "x", "shape": [null, null, 1]},
        "layers": [{"name": "most", "kind": "max_pool", "inputs": ["x"], "kernel": [3, 3], "pad": [1, 1, 1, 1]}],
        "outputs": ["most"]})";

// The network with a mask, on a picture of 45 x 37 elements.
struct Example {
    std::string file;
    network::Network network;
    tensor::Tensor picture;
    lower::tiling::TilingPlan plan;
    TileNetwork tile;
    TilePrograms programs;

    explicit Example(const TileArray& array, std::string path = kNetwork) : file(std::move(path)) {
        source::DiskLoader disk;
        source::Files files(disk);
        auto read = loadNetwork(file, files, {{}, {}, network::ImageSize{45, 37}});
        LW_REQUIRE(bool(read), "an example is a network");
        auto sized = network::resized(*std::move(read), 45, 37);
        LW_REQUIRE(bool(sized), "a network for any size");
        network = *std::move(sized);
        picture = tensor::Tensor(tensor::DType::F32, network.input.shape);
        for (std::uint64_t i = 0; i < picture.count(); ++i)
            picture.set(i, static_cast<float>(i * 2654435761U % 1000) / 100 - 5);
        auto planned = lower::tiling::planTiles(network, {45, 37}, {16, 16}, lower::tiling::Fill::Masked,
                                                array.count() == 1 ? lower::tiling::Grid::Border
                                                                   : lower::tiling::Grid::Steps);
        LW_REQUIRE(bool(planned), planned ? "" : textOf(planned.problem()).c_str());
        plan = *std::move(planned);
        auto one = tileNetwork(network, plan);
        LW_REQUIRE(bool(one), "a tile's network");
        tile = *std::move(one);
    }
    Result<std::string> write(const std::string& machine, const TileArray& array, const std::string& folder,
                              Transfers transfers = Transfers::Strided) {
        lower::striding::Options options;
        options.machine = machine;
        LW_TRY(const machine::CircuitLimits circuit, circuitNamed(machine));
        LW_TRY(programs, lowerTiles(tile, plan, circuit, options, array));
        LaunchedRun run(programs, tile, plan, machine, picture, transfers);
        Origin origin;
        origin.network = file;
        origin.machine = machine;
        return writeTileFolder(run, plan, lower::striding::Share::Input, origin, folder);
    }
};

Result<LoadedProgram> loaded(const std::string& path) {
    source::DiskLoader disk;
    source::Files files(disk);
    ProgramRequest request{path, {}, {}, {}};
    request.mayBeWorkload = true;
    ProgramAnswer answer = loadProgram(request, files);
    if (!answer.loaded) return answer.diagnostics.problems().front();
    return *std::move(answer.loaded);
}

} // namespace

class TestTileFolder : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // The description of the application: serially on a simple accelerator, or in parallel. The file that is
    // opened runs all tiles, on one circuit and on four, as any program runs.
    void runs_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<bool>("isArray");
        QTest::addColumn<Transfers>("transfers");
        const QString four = LW_ROOT "/examples/networks/inference-2x2.json";
        QTest::newRow("one circuit") << "" << false << Transfers::Strided;
        QTest::newRow("one circuit, copied") << "" << false << Transfers::Copied;
        QTest::newRow("four") << four << true << Transfers::Strided;
        QTest::newRow("four, copied") << four << true << Transfers::Copied;
    }
    void runs() {
        QFETCH(QString, machine);
        QFETCH(bool, isArray);
        QFETCH(Transfers, transfers);
        const TileArray array = isArray ? TileArray{2, 2} : TileArray{};
        QTemporaryDir folder;
        Example example(array);
        const auto path = example.write(machine.toStdString(), array, folder.path().toStdString(), transfers);
        QVERIFY2(path, path ? "" : textOf(path.problem()).c_str());
        const auto program = loaded(*path);
        QVERIFY2(program, program ? "" : textOf(program.problem()).c_str());
        const auto made = program->createMachine({});
        QVERIFY(made);
        using Tiles = std::vector<std::uint64_t>;
        const auto progress = [&] { return progressOf(example.plan, array, circuitsOf(**made)); };
        const std::size_t across = example.plan.columns.tiles.size();
        QVERIFY(progress() == (LaunchProgress{0, 0, isArray ? Tiles{0, 1, across, across + 1} : Tiles{0}}));
        QVERIFY(!(*made)->run({}).fault);
        const std::uint64_t rounds = example.programs.rounds(example.plan);
        QVERIFY(progress() == (LaunchProgress{rounds, example.plan.tiles(), {}}));
        const auto circuit = circuitNamed(machine.toStdString());
        tensor::Tensor whole =
            lower::striding::directOutput(example.network, *circuit, true, example.picture);
        tensor::Tensor got(whole.dtype(), whole.shape());
        QVERIFY(stitch(example.plan, array, circuitsOf(**made), 0, got));
        QVERIFY(got == whole);
    }

    // Circuits that share layers: the plan of whole tiles is written, and the programs have parts of them.
    void sharedLayersRunAndAreReadBack() {
        using lower::striding::Share;
        const std::string machine = LW_ROOT "/examples/networks/inference-2x2.json";
        const TileArray array{2, 2};
        QTemporaryDir folder;
        const Example example({});
        const auto plan =
            lower::tiling::planTiles(example.network, {45, 37}, sharedSize({16, 16}, array), {});
        QVERIFY(plan);
        const lower::tiling::TilingPlan parts = partsOf(*plan, array);
        const auto tile = tileNetwork(example.network, parts);
        const auto circuit = circuitNamed(machine);
        QVERIFY(tile && circuit);
        lower::striding::Options options;
        options.machine = machine;
        options.launches.emplace().share = Share::Layers;
        const auto programs = lowerTiles(*tile, parts, *circuit, options, array);
        QVERIFY(programs);
        LaunchedRun run(*programs, *tile, parts, machine, example.picture);
        Origin origin;
        origin.network = example.file;
        origin.machine = machine;
        const auto path = writeTileFolder(run, *plan, Share::Layers, origin, folder.path().toStdString());
        QVERIFY2(path, path ? "" : textOf(path.problem()).c_str());
        const auto program = loaded(*path);
        QVERIFY2(program, program ? "" : textOf(program.problem()).c_str());
        const auto made = program->createMachine({});
        QVERIFY(made);
        QVERIFY(!(*made)->run({}).fault);
        const tensor::Tensor whole =
            lower::striding::directOutput(example.network, *circuit, true, example.picture);
        tensor::Tensor got(whole.dtype(), whole.shape());
        QVERIFY(stitch(parts, array, circuitsOf(**made), 0, got));
        QVERIFY(got == whole);
        const auto read = readTileFolder(*path);
        QVERIFY2(read, read ? "" : textOf(read.problem()).c_str());
        QVERIFY(read->share == Share::Layers);
        QVERIFY(read->plan == *plan);
    }

    // With a DMA that has no strides the program is the same, and what the descriptors of a tile name lies
    // in one piece.
    void descriptorsOfCopiedTiles() {
        QTemporaryDir strided, copied;
        Example example({});
        QVERIFY(example.write("inference", {}, strided.path().toStdString()));
        QVERIFY(example.write("inference", {}, copied.path().toStdString(), Transfers::Copied));
        const auto text = [](const QTemporaryDir& folder) {
            return *readFile(folder.path().toStdString() + "/program.lw");
        };
        QCOMPARE(text(copied), text(strided));
        const auto entries = tensor::readNpy(copied.path().toStdString() + "/tiles.entries.npy");
        QVERIFY(entries);
        QCOMPARE(entries->shape()[0], example.plan.tiles());
        for (std::uint64_t tile = 0; tile < example.plan.tiles(); ++tile)
            for (std::uint64_t word = 0; word < entries->shape()[1]; word += machine::kDescriptorWords) {
                const auto at = [&](std::uint64_t which) {
                    return static_cast<std::uint64_t>(entries->at<std::uint32_t>(
                        tile * entries->shape()[1] + word + machine::kLoops + which));
                };
                QCOMPARE(at(1), std::uint64_t{1});
                QCOMPARE(at(3), at(0));         // from pixel to pixel
                QCOMPARE(at(5), at(0) * at(2)); // from row to row
            }
    }

    // What the host copies: of each tile what it reads of the picture and what it gives.
    void whatTheHostCopies() {
        Example example({});
        const auto circuit = circuitNamed("");
        auto programs = lowerTiles(example.tile, example.plan, *circuit, {});
        QVERIFY(programs);
        LaunchedRun run(*programs, example.tile, example.plan, "", example.picture);
        QVERIFY(run.files());
        std::uint64_t bytes = 45 * 37 * sizeof(float); // the output, once
        for (const auto& row : example.plan.rows.tiles)
            for (const auto& column : example.plan.columns.tiles)
                bytes += static_cast<std::uint64_t>((16 - row.fill) * (16 - column.fill)) * sizeof(float);
        QCOMPARE(run.hostWork(Transfers::Copied)->copiedBytes, bytes);
        QCOMPARE(run.hostWork(Transfers::Strided)->copiedBytes, std::uint64_t{0});
    }

    // Each tile has one circuit in one round.
    void roundsHaveAllTiles() {
        const Example example({});
        for (const TileArray array : {TileArray{}, TileArray{2, 2}, TileArray{1, 3}, TileArray{3, 2}}) {
            std::vector<int> seen(example.plan.tiles());
            for (std::uint64_t round = 0; round < example.plan.tiles(); ++round)
                for (std::size_t circuit = 0; circuit < array.count(); ++circuit) {
                    const auto tile = tileOf(example.plan, array, circuit, round);
                    if (!tile) continue;
                    ++seen[*tile];
                    QCOMPARE(roundOf(example.plan, array, *tile), round);
                    QCOMPARE(circuitOf(example.plan, array, *tile), circuit);
                }
            QCOMPARE(seen, std::vector<int>(seen.size(), 1));
        }
    }

    void readBack() {
        QTemporaryDir folder;
        Example example({});
        const auto path = example.write("inference", {}, folder.path().toStdString());
        QVERIFY(path);
        const auto read = readTileFolder(*path);
        QVERIFY2(read, read ? "" : textOf(read.problem()).c_str());
        QVERIFY(read->plan == example.plan);
        QVERIFY(read->picture == example.picture);
        QVERIFY(read->share == lower::striding::Share::Input);
        QCOMPARE(read->network.input.shape, example.network.input.shape);
        QCOMPARE(read->origin.machine, std::string("inference"));
    }

    // A network whose file leaves the size open is read for the size that the plan has.
    void networkOfOpenSizeIsReadBack() {
        QTemporaryDir folder;
        const std::string inside = folder.path().toStdString();
        QVERIFY(writeFileAtomically(inside + "/open.json", kOpen));
        Example example({}, inside + "/open.json");
        const auto path = example.write("inference", {}, inside);
        QVERIFY(path);
        const auto read = readTileFolder(*path);
        QVERIFY2(read, read ? "" : textOf(read.problem()).c_str());
        QVERIFY(read->plan == example.plan);
        QCOMPARE(read->network.input.shape, example.network.input.shape);
    }

    // Another technique's, a plan that was changed, a picture of another size.
    void refused() {
        QTemporaryDir folder;
        Example example({});
        const std::string inside = folder.path().toStdString();
        const auto path = example.write("inference", {}, inside);
        QVERIFY(path);
        const auto codeOf = [&] {
            const auto read = readTileFolder(*path);
            return read ? QString() : QString::fromLatin1(read.problem().message->code.data());
        };
        const std::string report = inside + "/report.json", origin = inside + "/origin.json";
        const std::string plan = *readTextFile(report), made = *readTextFile(origin);
        std::string changed = plan;
        changed.replace(changed.find("\"fixed\": 16"), 11, "\"fixed\": 18");
        QVERIFY(writeFileAtomically(report, changed));
        QCOMPARE(codeOf(), QString("E663"));
        QVERIFY(writeFileAtomically(report, plan));
        QVERIFY(
            tensor::writeNpy(inside + "/picture.whole.npy", tensor::Tensor(tensor::DType::F32, {45, 36, 1})));
        QCOMPARE(codeOf(), QString("E575"));
        changed = made;
        changed.replace(changed.find("tiling"), 6, "folded");
        QVERIFY(writeFileAtomically(origin, changed));
        QCOMPARE(codeOf(), QString("E104"));
    }
};

int tst_tile_folder(int argc, char** argv) { return lw::tests::run<TestTileFolder>(argc, argv); }
#include "tst_tile_folder.moc"
