// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/lower/striding/direct.h"
#include "core/project/tile_values.h"
#include "core/scene/messages.h"
#include "core/scene/tiling/ring.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/planned_tiles.h"
#include "tests/core/lower/small_circuits.h"
#include "tests/core/scene/counting_network.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

using namespace lw;
using namespace lw::scene::tiling;
using lower::tiling::Fill;
using tensor::Tensor;

namespace {

struct MadeRing {
    network::Network network;
    lower::tiling::TilingPlan plan;
    project::TileNetwork tile;
    Tensor picture;

    project::TileValues values() const {
        return {network, tile, plan, picture,
                lower::striding::directOptions(test::teachingCircuit().limits, true)};
    }
    Ring ring(const std::string& layer, std::uint64_t number) const {
        const auto all = values();
        const auto extent = extentOf(all.tileNetwork(), plan, number, layer);
        LW_REQUIRE(bool(extent), "a layer of the network");
        const auto computed = scene::elementsOf(all.inTile(layer, number)),
                   truth = scene::elementsOf(all.whole(layer));
        const TileElements inTile{*computed};
        auto out = ringOf(layer, number, *extent, 0, &inTile, *truth);
        LW_REQUIRE(bool(out), "a ring of channel 0");
        return *std::move(out);
    }
};

MadeRing ones(std::size_t layers, lower::tiling::Size picture, std::int64_t fixed,
              std::optional<Fill> fill = std::nullopt) {
    MadeRing out;
    out.network = test::counting(layers, static_cast<std::uint64_t>(picture.rows),
                                 static_cast<std::uint64_t>(picture.columns));
    auto plan = lower::tiling::planTiles(out.network, picture, {fixed, fixed}, fill);
    LW_REQUIRE(bool(plan), plan ? "" : textOf(plan.problem()).c_str());
    out.plan = *std::move(plan);
    auto tile = project::tileNetwork(out.network, out.plan);
    LW_REQUIRE(bool(tile), "the network of a tile");
    out.tile = *std::move(tile);
    out.picture = Tensor(tensor::DType::F32, out.network.input.shape);
    for (std::uint64_t i = 0; i < out.picture.count(); ++i) out.picture.set(i, 1.0f);
    return out;
}

double at(const scene::CellPicture& picture, std::size_t row, std::size_t column) {
    return picture.value(row * picture.columns + column);
}
std::uint8_t flagAt(const scene::CellPicture& picture, std::size_t row, std::size_t column) {
    return picture.flags[row * picture.columns + column];
}

} // namespace

class TestRing : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Claim 6: the valid middle and the dummy ring around it are seen, with its width.
    // Of 32 x 32 in tiles of 16 that begin at 0, 14 and 16, the middle one has the picture on all sides: at
    // its edge it counts 6 ones instead of 9, in its corners 4.
    void claim6ARingOfOneConvolution() {
        const Ring ring = ones(1, {32, 32}, 16).ring("conv1", 4);
        QCOMPARE(ring.computed.rows, 16u);
        QCOMPARE(ring.extent.rows.tile.low, 14);
        QVERIFY((ring.extent.rows.right == network::Elements{15, 28}));
        QCOMPARE(at(ring.computed, 0, 0), 4.0);
        QCOMPARE(at(ring.computed, 0, 7), 6.0);
        QCOMPARE(at(ring.computed, 1, 1), 9.0);
        QCOMPARE(at(ring.truth, 0, 0), 9.0);
        QCOMPARE(at(ring.difference, 0, 0), -5.0);
        QCOMPARE(at(ring.difference, 15, 3), -3.0);
        QCOMPARE(at(ring.difference, 8, 8), 0.0);
        QCOMPARE(int(flagAt(ring.computed, 0, 7)), int(scene::kWritten | scene::kMasked));
        QCOMPARE(int(flagAt(ring.computed, 1, 1)), int(scene::kWritten));
        QCOMPARE(int(flagAt(ring.truth, 0, 0)), int(scene::kWritten));
        QVERIFY((ring.right == Ring::Count{196, 196, 0, 0}));
        QVERIFY((ring.dummy == Ring::Count{60, 60, 60, 5}));
        QCOMPARE(ring.beyond, std::uint64_t{0});
    }

    // The first tile has the picture's own border at its upper left: there zeros are right.
    void theBorderOfThePictureIsRight() {
        const Ring ring = ones(1, {32, 32}, 16).ring("conv1", 0);
        QCOMPARE(at(ring.truth, 0, 0), 4.0);
        QVERIFY((ring.right == Ring::Count{225, 225, 0, 0}));
        QVERIFY((ring.dummy == Ring::Count{31, 31, 31, 5})); // the last row and the last column
    }

    // Two layers: the ring is two wide. The input has none.
    void theRingGrowsLayerByLayer() {
        const MadeRing made = ones(2, {40, 40}, 16);
        QCOMPARE(made.ring("x", 4).dummy.pixels, std::uint64_t{0});
        QCOMPARE(made.ring("conv1", 4).dummy.pixels, std::uint64_t{256 - 14 * 14});
        const Ring ring = made.ring("conv2", 4);
        QCOMPARE(ring.dummy.pixels, std::uint64_t{256 - 12 * 12});
        QCOMPARE(ring.dummy.wrong, ring.dummy.pixels);
        QCOMPARE(at(ring.truth, 0, 0), 81.0);
        QCOMPARE(at(ring.computed, 0, 0), 25.0); // 4 + 6 + 6 + 9
        QCOMPARE(ring.dummy.largest, 56.0);
    }

    // A picture of 12 x 12 in a tile of 16. With a mask all of it is right; with zeros beyond, the first
    // layer counts ones there that the second one reads. What is called right is a little less than what is.
    void whatLiesBeyondThePicture() {
        const Ring masked = ones(2, {12, 12}, 16, Fill::Masked).ring("conv2", 0);
        QCOMPARE(masked.extent.rows.tile.high, 15);
        QCOMPARE(masked.beyond, std::uint64_t{256 - 144});
        QCOMPARE(int(flagAt(masked.truth, 15, 0)), int(scene::kOutside));
        QCOMPARE(int(flagAt(masked.difference, 0, 15)), int(scene::kOutside));
        QVERIFY((masked.right == Ring::Count{144, 144, 0, 0}));
        const Ring ring = ones(2, {12, 12}, 16, Fill::Ring).ring("conv2", 0);
        QVERIFY((ring.right == Ring::Count{100, 100, 0, 0}));
        QCOMPARE(ring.dummy.pixels, std::uint64_t{44});
        QCOMPARE(at(ring.difference, 10, 5), 0.0);
        QCOMPARE(at(ring.difference, 11, 5), 9.0); // of row 12 it reads 3 numbers of 3
        QCOMPARE(at(ring.truth, 11, 5), 45.0);     // 3 of 9, 3 of 6
    }

    void whatIsNotThereYetIsNotCompared() {
        const MadeRing made = ones(1, {32, 32}, 16);
        const auto values = made.values();
        const auto extent = extentOf(values.tileNetwork(), made.plan, 4, "conv1");
        const auto truth = scene::elementsOf(values.whole("conv1"));
        const auto ring = ringOf("conv1", 4, *extent, 0, nullptr, *truth);
        QVERIFY(bool(ring));
        QVERIFY((ring->right == Ring::Count{196, 0, 0, 0}));
        QCOMPARE(int(flagAt(ring->computed, 3, 3)), 0);
        QCOMPARE(at(ring->truth, 3, 3), 9.0);
        const auto none = ringOf("conv1", 4, *extent, 1, nullptr, *truth);
        QVERIFY(!none && none.problem().message == &scene::messages::kNoChannelOfValue);
    }

    // Every image of random networks, in the first, a middle and the last tile: what is called right is.
    void whatIsRightIsTheSameInRandomNetworks() {
        int networks = 0, compared = 0, lies = 0;
        const auto seeds = test::seedsBelow(10'000 / test::kSeedStep);
        for (const std::uint32_t seed : seeds) {
            test::RandomLocal made(seed, seed % 2 == 0 ? network::Precision::F32 : network::Precision::I8,
                                   seed % 3 == 0);
            const auto planned = test::plannedFor(made);
            if (!planned || planned->plan.tiles() > 200) continue;
            const auto tile = project::tileNetwork(made.network, planned->plan);
            QVERIFY(bool(tile));
            const MadeRing one{made.network, planned->plan, *tile, made.picture};
            const auto values = one.values();
            ++networks;
            for (const std::string& name : values.names())
                for (const std::uint64_t number :
                     {std::uint64_t{0}, planned->plan.tiles() / 2, planned->plan.tiles() - 1}) {
                    const Ring ring = one.ring(name, number);
                    QVERIFY2(
                        ring.right.wrong == 0,
                        qPrintable(QString("seed %1, %2, tile %3").arg(seed).arg(name.c_str()).arg(number)));
                    QCOMPARE(ring.right.compared, ring.right.pixels);
                    QCOMPARE(ring.right.pixels + ring.dummy.pixels + ring.beyond,
                             std::uint64_t{ring.computed.rows} * ring.computed.columns);
                    ++compared;
                    lies += ring.dummy.wrong != 0 ? 1 : 0;
                }
        }
        QVERIFY2(seeds.areEnough(networks, 2), qPrintable(QString::number(networks)));
        QVERIFY2(compared >= 3 * networks, qPrintable(QString::number(compared)));
        QVERIFY2(networks < 10 || lies > compared / 10, qPrintable(QString::number(lies)));
    }

    void asAFile() {
        const std::string differs = test::differsFromGolden(
            jsonOf(ones(2, {12, 7}, 8, Fill::Masked).ring("conv2", 1)).text(2) + "\n", "scene/ring.json");
        QVERIFY2(differs.empty(), differs.c_str());
    }
};

int tst_ring(int argc, char** argv) { return lw::tests::run<TestRing>(argc, argv); }
#include "tst_ring.moc"
