// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/load_network.h"
#include "core/project/lower_network.h"
#include "core/project/tile_size.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>

using namespace lw;
using namespace lw::project;
using lower::tiling::Fill;
using lower::tiling::planTiles;

namespace {

network::Network e24() {
    source::DiskLoader disk;
    source::Files files(disk);
    auto out = loadNetwork(LW_ROOT "/examples/networks/tiles/e24.json", files, {});
    LW_REQUIRE(bool(out), "an example is a network");
    return *std::move(out);
}

machine::CircuitLimits circuitOf(std::uint64_t bufferBytes) {
    auto out = circuitNamed("");
    LW_REQUIRE(bool(out), "the first machine is there");
    out->bufferBytes = bufferBytes;
    return *std::move(out);
}

lower::striding::Options options() {
    lower::striding::Options out;
    out.keep = 0;
    return out;
}

// What each size takes, by lowering every one: nothing where the machine has no room for it.
std::optional<std::uint64_t> macsOf(const network::Network& network, std::int64_t fixed,
                                    const machine::CircuitLimits& circuit) {
    const auto plan = planTiles(network, {100, 100}, {fixed, fixed}, std::nullopt);
    if (!plan) return std::nullopt;
    const auto tile = tileNetwork(network, *plan);
    LW_REQUIRE(bool(tile), "a tile's network");
    if (!lowerTiles(*tile, *plan, circuit, options())) return std::nullopt;
    return plan->cost.macs;
}

} // namespace

class TestTileSize : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void isTheOneThatDoesLeastOfThoseThatFit_data() {
        QTest::addColumn<quint64>("bytes");
        for (const quint64 bytes : {24U << 10, 48U << 10, 64U << 10, 96U << 10, 128U << 10, 512U << 10})
            QTest::addRow("%llu", bytes) << bytes;
    }
    void isTheOneThatDoesLeastOfThoseThatFit() {
        QFETCH(const quint64, bytes);
        const network::Network network = e24();
        const machine::CircuitLimits circuit = circuitOf(bytes);
        const auto chosen = chooseTileSize(network, std::nullopt, circuit, options());
        QVERIFY(chosen && *chosen);
        std::optional<std::uint64_t> least;
        for (std::int64_t fixed = 2; fixed <= 100; fixed += 2)
            if (const auto macs = macsOf(network, fixed, circuit))
                least = std::min(least.value_or(*macs), *macs);
        QVERIFY(least);
        QCOMPARE((*chosen)->plan.cost.macs, *least);
        QCOMPARE(macsOf(network, (*chosen)->plan.fixed.rows, circuit), least);
        // Why no other: that one does less, and the machine names what it lacks.
        if (!(*chosen)->refused) {
            QCOMPARE((*chosen)->plan.fixed.rows, 100);
            return;
        }
        QCOMPARE(std::string_view((*chosen)->refused->message->code), std::string_view("E643"));
        QVERIFY(!macsOf(network, (*chosen)->better, circuit));
        QVERIFY(macsOf(network, (*chosen)->better, circuitOf(24U << 20)).value() <= *least);
    }
    void whereNothingFitsTheSmallestSizeSaysWhy() {
        const auto chosen = chooseTileSize(e24(), std::nullopt, circuitOf(1024), options());
        QVERIFY(!chosen);
        QCOMPARE(std::string_view(chosen.problem().message->code), std::string_view("E643"));
    }
    void aModeThatIsAskedForIsKept() {
        const auto chosen = chooseTileSize(e24(), Fill::Ring, circuitOf(64U << 10), options());
        QVERIFY(chosen && *chosen);
        QCOMPARE((*chosen)->plan.fill(), Fill::Ring);
    }
};

int tst_tile_size(int argc, char** argv) { return lw::tests::run<TestTileSize>(argc, argv); }
#include "tst_tile_size.moc"
