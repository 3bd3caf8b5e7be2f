// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/network/resized.h"
#include "core/network/shapes.h"
#include "core/scene/messages.h"
#include "core/scene/tiling/cone.h"
#include "core/scene/tiling/tile_map.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace lw;
using namespace lw::scene::tiling;
using lower::tiling::Edge;
using lower::tiling::Fill;
using network::Elements;
using network::Kind;

namespace {

struct Window {
    Kind kind;
    std::uint32_t kernel, stride, pad;
};

network::Network networkOf(const std::vector<Window>& windows) {
    network::Network out;
    out.name = "windows";
    out.input.name = "x";
    out.input.shape = {64, 64, 1};
    for (std::size_t i = 0; i < windows.size(); ++i) {
        network::Layer layer;
        layer.name = "l" + std::to_string(i + 1);
        layer.kind = windows[i].kind;
        layer.inputs = {i};
        layer.kernel = {windows[i].kernel, windows[i].kernel};
        layer.stride = {windows[i].stride, windows[i].stride};
        layer.pad = {windows[i].pad, windows[i].pad, windows[i].pad, windows[i].pad};
        layer.weights = tensor::Tensor(tensor::DType::F32, {windows[i].kernel, windows[i].kernel, 1, 1});
        out.layers.push_back(std::move(layer));
    }
    out.outputs = {windows.size()};
    const auto made = network::inferShapes(out);
    LW_REQUIRE(bool(made), "an example of the tests is a network");
    return out;
}
// Two convolutions of 3 x 3 that keep the size.
network::Network twoConvs() { return networkOf({{Kind::Conv, 3, 1, 1}, {Kind::Conv, 3, 1, 1}}); }

lower::tiling::TilingPlan planOf(const network::Network& network, lower::tiling::Size picture,
                                 lower::tiling::Size fixed, std::optional<Fill> fill = {}) {
    auto plan = lower::tiling::planTiles(network, picture, fixed, fill);
    LW_REQUIRE(bool(plan), plan ? "" : textOf(plan.problem()).c_str());
    return *std::move(plan);
}

} // namespace

class TestTileScenes : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Of 16 elements an inner tile has 12 right, and starts are 12 apart: 0, 12, and 16 at the end of 32.
    void aMapHasEveryField() {
        const TileMap map = tileMap(planOf(twoConvs(), {32, 16}, {16, 16}));
        QCOMPARE(map.network, std::string("windows"));
        QCOMPARE(map.fill, Fill::Exact);
        QCOMPARE(map.tiles(), std::uint64_t{3});
        QCOMPARE(map.rows.picture, 32);
        QCOMPARE(map.rows.output, 32);
        QCOMPARE(map.rows.fixed, 16);
        QVERIFY((map.rows.none == Range{32, 32}));
        const std::vector<Band> rows{
            {Edge::First, {0, 16}, 0, {0, 16}, {0, 14}, {0, 14}},
            {Edge::Inner, {12, 28}, 0, {12, 28}, {14, 26}, {14, 26}},
            {Edge::Last, {16, 32}, 0, {16, 32}, {18, 32}, {26, 32}},
        };
        QVERIFY(map.rows.bands == rows);
        const std::vector<Band> columns{{Edge::Only, {0, 16}, 0, {0, 16}, {0, 16}, {0, 16}}};
        QVERIFY(map.columns.bands == columns);
        QVERIFY((readersOf(map.rows, 0) == Bands{0, 1}));
        QVERIFY((readersOf(map.rows, 16) == Bands{1, 3}));
        QVERIFY((readersOf(map.rows, 31) == Bands{2, 3}));
        QCOMPARE(map.cost.bytesIn, std::uint64_t{3 * 16 * 16 * 4});
    }
    // Two convolutions of 3 x 3, 32 x 24 in tiles of 16, and what an element of its second tile needs.
    void bothAsFiles() {
        const network::Network network = twoConvs();
        const auto plan = planOf(network, {32, 24}, {16, 16});
        const auto cone = coneOf(network, plan, 14, 9);
        QVERIFY(bool(cone));
        for (const auto& [name, json] :
             {std::pair<const char*, Json>{"tile_map", jsonOf(tileMap(plan))}, {"cone", jsonOf(*cone)}}) {
            const std::string differs = test::differsFromFile(
                json.text(2) + "\n", std::string(LW_TESTS) + "/golden/scene/" + name + ".json");
            QVERIFY2(differs.empty(), differs.c_str());
        }
    }
    void everyTileThatComputesAnElementIsAnOwner() {
        const TileMap map = tileMap(planOf(twoConvs(), {32, 16}, {16, 16}));
        const auto at = [&](std::int64_t row) { return *ownersOf(map, row, 5); };
        QVERIFY((at(0) == std::vector<Owner>{{0, true, true}}));
        QVERIFY((at(13) == std::vector<Owner>{{0, true, true}, {1, false, false}}));
        QVERIFY((at(14) == std::vector<Owner>{{0, false, false}, {1, true, true}}));
        QVERIFY((at(20) == std::vector<Owner>{{1, true, true}, {2, true, false}}));
        QVERIFY((at(27) == std::vector<Owner>{{1, false, false}, {2, true, true}}));
        for (const auto& [row, column] : {std::pair{-1, 0}, {32, 0}, {0, 16}}) {
            const auto none = ownersOf(map, row, column);
            QVERIFY(!none && none.problem().message == &scene::messages::kNoOutputElement);
        }
    }
    // Of the last tile 8 elements are beyond the picture of 28: of it there are zeros, and what is near them
    // is not right.
    void whatNoTileHasRight() {
        const TileMap map = tileMap(planOf(twoConvs(), {20, 16}, {32, 16}, Fill::Ring));
        QCOMPARE(map.rows.bands.front().fill, 12);
        QVERIFY((map.rows.bands.front().computes == Range{0, 20}));
        QVERIFY((map.rows.none == Range{map.rows.bands.front().right.until, 20}));
        QVERIFY(map.rows.none.count() > 0);
    }
    // Beside all tiles, one by one.
    void randomMapsGiveEachElementOnce() {
        std::mt19937 random(20261125);
        for (int i = 0; i < 60; ++i) {
            const network::Network network =
                i % 2 == 0 ? twoConvs() : networkOf({{Kind::Conv, 3, 2, 1}, {Kind::ConvTranspose, 4, 2, 1}});
            const auto size = [&](std::uint32_t least, std::uint32_t most) {
                return static_cast<std::int64_t>(least + random() % (most - least + 1));
            };
            const std::int64_t fixed = 2 * size(7, 14);
            const TileMap map = tileMap(planOf(network, {size(6, 90), size(6, 90)}, {fixed, fixed}));
            for (const TileAxis* axis : {&map.rows, &map.columns})
                for (std::int64_t x = 0; x < axis->output; ++x) {
                    std::size_t gives = 0, first = axis->bands.size(), count = 0;
                    for (std::size_t b = 0; b < axis->bands.size(); ++b) {
                        const Band& band = axis->bands[b];
                        if (band.gives.has(x)) QVERIFY(band.right.has(x));
                        gives += band.gives.has(x);
                        if (!band.computes.has(x)) continue;
                        first = std::min(first, b);
                        ++count;
                    }
                    QCOMPARE(gives, std::size_t{1});
                    QVERIFY((computersOf(*axis, x) == Bands{first, first + count}));
                }
        }
    }

    void aConeHasEveryField() {
        const network::Network network = twoConvs();
        const auto plan = planOf(network, {32, 32}, {16, 16});
        const auto cone = coneOf(network, plan, 15, 0);
        QVERIFY(cone);
        QCOMPARE(cone->row, 15);
        QCOMPARE(cone->column, 0);
        QCOMPARE(cone->tile, std::uint64_t{3}); // of 3 x 3: the second row, the first column
        QVERIFY((cone->rowPhase == Cone::Phase{0, 1}));
        QCOMPARE(cone->layers.size(), std::size_t{3});
        const ConeLayer &input = cone->layers[0], &middle = cone->layers[1], &output = cone->layers[2];
        QCOMPARE(input.name, std::string("x"));
        QCOMPARE(middle.name, std::string("l1"));
        QVERIFY(input.isNeeded && output.isNeeded);
        QVERIFY((input.rows == ConeAxis{{32, {12, 27}, {12, 27}, {}}, {13, 17}}));
        QVERIFY((middle.rows == ConeAxis{{32, {12, 27}, {13, 26}, {}}, {14, 16}}));
        QVERIFY((output.rows == ConeAxis{{32, {12, 27}, {14, 25}, {}}, {15, 15}}));
        // At the picture's border padding is needed, and the tile is right up to there.
        QVERIFY((input.columns == ConeAxis{{32, {0, 15}, {0, 15}, {}}, {-2, 2}}));
        QVERIFY((output.columns == ConeAxis{{32, {0, 15}, {0, 13}, {}}, {0, 0}}));
        QVERIFY(!coneOf(network, plan, 32, 0));
    }
    // Elements of a transposed convolution with stride 2 are of two kinds.
    void phasesOfACone() {
        const network::Network network = networkOf({{Kind::Conv, 3, 2, 1}, {Kind::ConvTranspose, 4, 2, 1}});
        const auto plan = planOf(network, {64, 64}, {32, 32});
        for (const std::int64_t row : {20, 21}) {
            const auto cone = coneOf(network, plan, row, 4);
            QVERIFY(cone);
            QVERIFY((cone->rowPhase == Cone::Phase{row % 2, 2}));
            // Element o has taps o + 1 - t, of which those divisible by 2 are elements.
            const std::int64_t low = row == 20 ? 9 : 10;
            QVERIFY((cone->layers[1].rows.needed == Elements{low, low + 1}));
            QVERIFY((cone->layers[1].rows.scale == network::Fraction{1, 2}));
            QVERIFY((cone->layers[2].rows.scale == network::Fraction{1, 1}));
            QVERIFY((cone->layers[0].rows.needed == Elements{2 * low - 1, 2 * low + 3}));
        }
    }
    // Whatever the element: in the tile that gives it nothing that it needs of the picture is missing.
    void whatIsNeededIsRightInTheTile() {
        const network::Network network = networkOf({{Kind::Conv, 3, 2, 1}, {Kind::ConvTranspose, 4, 2, 1}});
        for (const std::int64_t size : {40, 47, 63}) {
            const auto plan = planOf(network, {size, size}, {24, 24});
            for (std::int64_t row = 0; row < plan.rows.outputs[0].full; ++row) {
                const auto cone = coneOf(network, plan, row, row);
                QVERIFY(cone);
                for (const ConeLayer& layer : cone->layers)
                    for (const ConeAxis* axis : {&layer.rows, &layer.columns}) {
                        const std::int64_t low = std::max<std::int64_t>(axis->needed.low, 0),
                                           high = std::min(axis->needed.high, axis->size - 1);
                        QVERIFY(axis->right.low <= low && high <= axis->right.high);
                    }
            }
        }
    }

    void asJson() {
        const network::Network network = twoConvs();
        const auto plan = planOf(network, {32, 16}, {16, 16});
        const TileMap map = tileMap(plan);
        const std::string text = jsonOf(map).text(0), owners = jsonOf(*ownersOf(map, 20, 5), map).text(0),
                          cone = jsonOf(*coneOf(network, plan, 15, 0)).text(0);
        for (const char* part : {"\"fill\":\"exact\"", "\"tiles\":3", "\"edge\":\"inner\"", "\"fixed\":16"})
            QVERIFY2(QString::fromStdString(text).remove(u' ').remove(u'\n').contains(QLatin1String(part)),
                     text.c_str());
        QVERIFY2(QString::fromStdString(owners).remove(u' ').remove(u'\n').contains(
                     QLatin1String("{\"columns\":\"only\",\"gives\":false,\"isRight\":true,\"rows\":\"last\","
                                   "\"tile\":2}")),
                 owners.c_str());
        QVERIFY2(QString::fromStdString(cone).remove(u' ').remove(u'\n').contains(
                     QLatin1String("\"needed\":{\"high\":17,\"low\":13}")),
                 cone.c_str());
    }
};

int tst_tile_scenes(int argc, char** argv) { return lw::tests::run<TestTileScenes>(argc, argv); }
#include "tst_tile_scenes.moc"
