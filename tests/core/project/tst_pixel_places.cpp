// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/shapes.h"
#include "core/project/launch_progress.h"
#include "core/project/launched_run.h"
#include "core/project/lower_network.h"
#include "core/project/pixel_places.h"
#include "tests/core/scene/counting_network.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::project;

// Where pixels stand, beside what is found there.
class TestPixelPlaces : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void pixelsAreFound_data() {
        QTest::addColumn<QString>("machine");
        QTest::newRow("one circuit") << "inference-teaching";
        QTest::newRow("four") << LW_ROOT "/examples/networks/inference-2x2.json";
    }
    // Each pixel of the picture has a number of its own; at the end circuits have tiles of the last round.
    void pixelsAreFound() {
        QFETCH(QString, machine);
        const std::string name = machine.toStdString();
        const network::Network network = test::counting(2, 30, 44);
        const TileArray array = arrayOf(name)->value_or(TileArray{});
        const auto plan = *lower::tiling::planTiles(network, {30, 44}, {16, 16}, std::nullopt,
                                                    array.count() == 1 ? lower::tiling::Grid::Border
                                                                       : lower::tiling::Grid::Steps);
        const TileNetwork tile = *tileNetwork(network, plan);
        const TilePrograms programs = *lowerTiles(tile, plan, *circuitNamed(name), {}, array);
        tensor::Tensor picture(tensor::DType::F32, {30, 44, 1});
        for (std::uint64_t i = 0; i < picture.count(); ++i) picture.set(i, static_cast<float>(i + 1));
        LaunchedRun run(programs, tile, plan, name, picture);
        const std::unique_ptr<machine::Machine> made = *run.begin();
        QCOMPARE(made->run({}).kind, machine::StopKind::Halted);
        const PixelPlaces places(programs, plan, run.places());
        const tensor::Tensor output = run.outputs(*made).front();
        const auto word = [&](std::uint64_t tileNumber, std::string_view space, std::uint64_t address) {
            const machine::Core& core =
                made->core({static_cast<std::uint16_t>(circuitOf(plan, array, tileNumber))});
            const auto spaces = core.target().spec->spaces;
            const auto at = std::ranges::find(spaces, space, &isa::Space::name);
            float out = 0;
            const auto read = core.readSpace(isa::SpaceId(static_cast<std::uint8_t>(at - spaces.begin())),
                                             address, std::as_writable_bytes(std::span(&out, 1)), {});
            return read ? out : -1.0F;
        };
        for (std::uint64_t number = 0; number < plan.tiles(); ++number) {
            const std::size_t across = plan.columns.tiles.size();
            const lower::tiling::TileOutput &down = plan.rows.tiles[number / across].outputs[0],
                                            &aside = plan.columns.tiles[number % across].outputs[0];
            const bool isLast = roundOf(plan, array, number) + 1 == programs.rounds(plan);
            for (std::int64_t row = down.from; row < down.until; ++row)
                for (std::int64_t column = aside.from; column < aside.until; ++column) {
                    const auto element = static_cast<std::uint64_t>(row * 44 + column);
                    const float wanted = output.at<float>(element);
                    QCOMPARE(word(number, "host", places.atHost(PixelPlaces::Picture, row, column)),
                             static_cast<float>(element + 1));
                    QCOMPARE(word(number, "host", places.atHost(PixelPlaces::Output, row, column)), wanted);
                    if (!isLast) continue;
                    QCOMPARE(word(number, "ub", places.inBuffer(PixelPlaces::Output, number, row, column)),
                             wanted);
                    QCOMPARE(word(number, "ub", places.inBuffer(PixelPlaces::Picture, number, row, column)),
                             static_cast<float>(element + 1));
                }
        }
    }
};

int tst_pixel_places(int argc, char** argv) { return lw::tests::run<TestPixelPlaces>(argc, argv); }
#include "tst_pixel_places.moc"
