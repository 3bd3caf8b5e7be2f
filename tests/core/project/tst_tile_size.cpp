// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/resized.h"
#include "core/network/shapes.h"
#include "core/project/launched_run.h"
#include "core/project/messages.h"
#include "core/project/tile_curve.h"
#include "core/project/tile_size.h"
#include "tests/core/project/tile_target.h"
#include "tests/core/scene/counting_network.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <atomic>

using namespace lw;
using namespace lw::project;
using lower::tiling::Fill;
using lower::tiling::Overlap;
using lower::tiling::planTiles;
using test::e24;
using test::targetOf;

namespace {

lower::tiling::Size pictureOf(const network::Network& network) {
    return {static_cast<std::int64_t>(network.input.shape[0]),
            static_cast<std::int64_t>(network.input.shape[1])};
}

// What the machine would take for all tiles: nothing where it has no room for one.
std::optional<std::uint64_t> modelledFor(const network::Network& network, const lower::tiling::Size& fixed,
                                         const TileTarget& target) {
    const auto plan = planTiles(network, pictureOf(network), fixed, std::nullopt, target.array.grid());
    if (!plan) return std::nullopt;
    const auto model = modelTiles(network, *plan, target);
    return model && *model ? (*model)->clocks : std::nullopt;
}

// Of the sizes that make as many tiles along a direction the smallest, from small ones on.
std::vector<std::int64_t> smallestSizes(const network::Network& network, network::Direction direction) {
    const auto line = network::lineOf(network, direction);
    LW_REQUIRE(bool(line), "a network that can be tiled");
    const auto size =
        static_cast<std::int64_t>(network.input.shape[direction == network::Direction::Rows ? 0 : 1]);
    std::vector<std::int64_t> out;
    std::size_t tiles = 0;
    for (std::int64_t fixed = 1; fixed <= size; ++fixed) {
        const auto plan = lower::tiling::planAxis(*line, size, fixed, Fill::Masked);
        if (!plan || plan->tiles.size() == tiles) continue;
        tiles = plan->tiles.size();
        out.push_back(fixed);
    }
    return out;
}

// The same of the machine that runs them; `moved`: bytes that it counts to the host and from it.
std::optional<std::uint64_t> emulated(const network::Network& network, const lower::tiling::Size& fixed,
                                      const TileTarget& target, std::uint64_t* moved = nullptr) {
    const auto plan = planTiles(network, pictureOf(network), fixed, std::nullopt);
    if (!plan) return std::nullopt;
    const auto tile = tileNetwork(network, *plan);
    LW_REQUIRE(bool(tile), "a tile's network");
    const auto programs = lowerTiles(*tile, *plan, target.circuit, target.options);
    if (!programs) return std::nullopt;
    LaunchedRun run(*programs, *tile, *plan, {}, blankPicture(network));
    const auto machine = run.begin();
    LW_REQUIRE(bool(machine), "a machine for tiles");
    LW_REQUIRE((*machine)->run({}).kind == machine::StopKind::Halted, "a run to the end");
    if (moved) *moved = hostBytesOf(**machine).in + hostBytesOf(**machine).out;
    return (*machine)->clock();
}

// An average of int8 sums, which cannot be masked.
network::Network unmaskable(std::uint64_t rows, std::uint64_t columns) {
    network::Network out = test::counting(1, rows, columns);
    out.precision = network::Precision::I8;
    out.layers[0].weights = tensor::Tensor(tensor::DType::I8, out.layers[0].weights.shape());
    network::Layer average;
    average.name = "average";
    average.kind = network::Kind::AveragePool;
    average.inputs = {1};
    average.kernel = {3, 3};
    average.pad = {1, 1, 1, 1};
    out.layers.push_back(average);
    out.outputs = {2};
    LW_REQUIRE(bool(network::inferShapes(out)), "a network");
    return out;
}

} // namespace

class TestTileSize : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Claims 2, 3 and 5: the fixed size is chosen by the network's characteristics and the hardware's limits.
    void claims2And3And5NoSquareTakesFewerClocks_data() {
        QTest::addColumn<quint64>("bytes");
        for (const quint64 bytes : {24U << 10, 128U << 10}) QTest::addRow("%llu", bytes) << bytes;
    }
    void claims2And3And5NoSquareTakesFewerClocks() {
        QFETCH(const quint64, bytes);
        const network::Network network = e24();
        const TileTarget target = targetOf(bytes);
        std::uint64_t told = 0;
        const auto chosen = chooseTileSize(network, {}, target,
                                           {nullptr, [&](std::uint64_t sizes) { QCOMPARE(sizes, ++told); }});
        QVERIFY(chosen && *chosen);
        QVERIFY(told > 1 && told <= kMostSizesModelled);
        QCOMPARE((*chosen)->modelled.size(), std::size_t(told));
        for (const TileSize::Modelled& one : (*chosen)->modelled) {
            QVERIFY(one.model.clocks >= (*chosen)->model.clocks);
            if (one.fixed == (*chosen)->plan.fixed) QCOMPARE(one.model, (*chosen)->model);
        }
        QVERIFY((*chosen)->model.bufferBytes <= bytes);
        std::optional<std::uint64_t> least;
        for (std::int64_t fixed = 10; fixed <= 100; fixed += 2)
            if (const auto clocks = modelledFor(network, {fixed, fixed}, target))
                least = std::min(least.value_or(*clocks), *clocks);
        QVERIFY(least);
        QVERIFY((*chosen)->model.clocks <= least);
        QCOMPARE(emulated(network, (*chosen)->plan.fixed, target), (*chosen)->model.clocks);
        // Why no other: the machine names what it lacks.
        if (!(*chosen)->refused) return;
        QCOMPARE(std::string_view((*chosen)->refused->message->code), std::string_view("E643"));
        QVERIFY(!emulated(network, (*chosen)->better, target));
    }
    void ofLongPicturesNoWidthIsMuchBetter_data() {
        QTest::addColumn<qint64>("rows");
        QTest::addColumn<qint64>("columns");
        QTest::newRow("8 x 512") << qint64{8} << qint64{512};
        QTest::newRow("9 x 511") << qint64{9} << qint64{511};
        QTest::newRow("512 x 8") << qint64{512} << qint64{8};
    }
    // Two convolutions, with tiles of all widths (or heights) that are as high (or wide) as the picture.
    void ofLongPicturesNoWidthIsMuchBetter() {
        QFETCH(const qint64, rows);
        QFETCH(const qint64, columns);
        const network::Network network =
            test::counting(2, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns));
        const TileTarget target = targetOf(24U << 20);
        const auto chosen = chooseTileSize(network, {}, target);
        QVERIFY(chosen && *chosen && (*chosen)->model.clocks);
        std::uint64_t least = *(*chosen)->model.clocks;
        const auto longer = rows < columns ? network::Direction::Columns : network::Direction::Rows;
        for (const std::int64_t fixed : smallestSizes(network, longer)) {
            const auto clocks = modelledFor(
                network, {std::min<std::int64_t>(fixed, rows), std::min<std::int64_t>(fixed, columns)},
                target);
            least = std::min(least, clocks.value_or(least));
        }
        QVERIFY2(*(*chosen)->model.clocks * 100 <= least * 101, qPrintable(QString::number(least)));
    }
    void onAnArrayPicturesAreSmallOrThin_data() {
        QTest::addColumn<qint64>("rows");
        QTest::addColumn<qint64>("columns");
        for (const auto& [rows, columns] : {std::pair{3, 4}, {1, 1}, {5, 5}, {8, 60}, {40, 9}, {24, 12}})
            QTest::addRow("%d x %d", rows, columns) << qint64{rows} << qint64{columns};
    }
    // Circuits take what they share from those beside them, whose tiles must be large enough for that, even
    // where the picture is not.
    void onAnArrayPicturesAreSmallOrThin() {
        QFETCH(const qint64, rows);
        QFETCH(const qint64, columns);
        const network::Network network =
            test::counting(2, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns));
        TileTarget target = targetOf(64U << 10);
        target.machine = LW_ROOT "/examples/networks/inference-2x2.json";
        target.array = {2, 2};
        const auto chosen = chooseTileSize(network, {}, target);
        QVERIFY2(bool(chosen), chosen ? "" : textOf(chosen.problem()).c_str());
        QVERIFY(*chosen && (*chosen)->model.clocks);
        std::uint64_t least = *(*chosen)->model.clocks;
        int modelled = 0;
        for (std::int64_t fixed = 5; fixed <= std::max<std::int64_t>({rows, columns, 12}); ++fixed)
            if (const auto clocks = modelledFor(network, {fixed, fixed}, target)) {
                least = std::min(least, *clocks);
                ++modelled;
            }
        QVERIFY(modelled > 2);
        QVERIFY2(*(*chosen)->model.clocks * 100 <= least * 101,
                 qPrintable(QString("%1, of all %2").arg(*(*chosen)->model.clocks).arg(least)));
    }
    void whatKeepsTakesTheFewest_data() {
        QTest::addColumn<int>("overlap");
        QTest::addColumn<qint64>("rows");
        QTest::addColumn<qint64>("columns");
        QTest::addColumn<quint64>("bytes");
        for (const Overlap overlap : {Overlap::Columns, Overlap::Both}) {
            const int number = static_cast<int>(overlap);
            QTest::addRow("%d, wide", number) << number << qint64{10} << qint64{18} << quint64{5U << 10};
            QTest::addRow("%d, high", number) << number << qint64{18} << qint64{10} << quint64{64U << 10};
        }
    }
    // Beside tiles of all rows and all columns, which may be larger than the picture by what they lag.
    void whatKeepsTakesTheFewest() {
        QFETCH(const int, overlap);
        QFETCH(const qint64, rows);
        QFETCH(const qint64, columns);
        QFETCH(const quint64, bytes);
        const auto how = static_cast<Overlap>(overlap);
        const network::Network network =
            test::counting(2, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns));
        const TileTarget target = targetOf(bytes);
        const auto chosen = chooseTileSize(network, {{}, how}, target);
        QVERIFY2(chosen, chosen ? "" : textOf(chosen.problem()).c_str());
        QVERIFY(*chosen && (*chosen)->model.clocks);
        QCOMPARE((*chosen)->plan.overlap, how);
        std::uint64_t least = *(*chosen)->model.clocks;
        lower::tiling::Size best = (*chosen)->plan.fixed;
        int modelled = 0;
        for (std::int64_t high = 1; high <= rows + 2; ++high)
            for (std::int64_t wide = 1; wide <= columns + 2; ++wide) {
                const auto plan =
                    planTiles(network, {rows, columns}, {high, wide}, {}, lower::tiling::Grid::Border, how);
                if (!plan) continue;
                const auto model = modelTiles(network, *plan, target);
                if (!model) continue; // it does not fit
                ++modelled;
                if (*(*model)->clocks < least) best = {high, wide};
                least = std::min(least, *(*model)->clocks);
            }
        QVERIFY(modelled > 20);
        const std::uint64_t clocks = *(*chosen)->model.clocks;
        QVERIFY2(clocks * 100 <= least * 101, qPrintable(QString("%1 x %2: %3 clocks, %4 x %5: %6")
                                                             .arg((*chosen)->plan.fixed.rows)
                                                             .arg((*chosen)->plan.fixed.columns)
                                                             .arg(clocks)
                                                             .arg(best.rows)
                                                             .arg(best.columns)
                                                             .arg(least)));
    }
    // Of a picture that is not square, beside all rectangles that are not larger than they need to be.
    void noRectangleIsMuchBetter() {
        const auto network = network::resized(e24(), 40, 70);
        QVERIFY(bool(network));
        const TileTarget target = targetOf(48U << 10);
        const auto chosen = chooseTileSize(*network, {}, target);
        QVERIFY(chosen && *chosen && (*chosen)->model.clocks);
        std::uint64_t least = *(*chosen)->model.clocks;
        int tried = 0;
        for (const std::int64_t rows : smallestSizes(*network, network::Direction::Rows))
            for (const std::int64_t columns : smallestSizes(*network, network::Direction::Columns))
                if (const auto clocks = modelledFor(*network, {rows, columns}, target)) {
                    least = std::min(least, *clocks);
                    ++tried;
                }
        QVERIFY2(tried > 20, qPrintable(QString::number(tried)));
        QVERIFY2(*(*chosen)->model.clocks * 100 <= least * 101,
                 qPrintable(QString("%1, of all %2").arg(*(*chosen)->model.clocks).arg(least)));
    }
    // What the array or the host interface takes alone is never more than what both take together.
    void noSizeTakesLessThanTheLeast() {
        const network::Network network = e24();
        TileTarget target = targetOf(1U << 20);
        for (const lower::tiling::Size fixed : {lower::tiling::Size{24, 24}, {30, 64}, {100, 100}}) {
            target.options.order = fixed.rows == 30 ? lower::RowOrder::Straight : lower::RowOrder::Overlapped;
            const auto plan = planTiles(network, {100, 100}, fixed, std::nullopt);
            QVERIFY(bool(plan));
            const auto model = modelTiles(network, *plan, target);
            QVERIFY(model && *model && (*model)->clocks);
            std::uint64_t moved = 0;
            QCOMPARE(emulated(network, fixed, target, &moved), (*model)->clocks);
            QCOMPARE((*model)->hostBytes, moved);
            const std::uint64_t least = leastClocks(plan->cost, target);
            QVERIFY(least > 0 && least <= *(*model)->clocks);
        }
    }
    // 16 x 8 cells and 3 bytes in 2 clocks, of each of two circuits.
    void sharesAreOfAllCircuits() {
        TileTarget target = targetOf(1U << 20);
        target.circuit.arrayRows = 16, target.circuit.arrayColumns = 8;
        target.circuit.hostRate = {.bytes = 3, .clocks = 2};
        target.array = {1, 2};
        QCOMPARE(arrayShare(16 * 8 * 2 * 10, 40, target), 0.25);
        QCOMPARE(arrayShare(1, 1'000, target), 1.0 / 256'000);
        QCOMPARE(hostShare(3 * 2 * 5, 40, target), 0.25);
    }
    void whereNothingFitsTheSmallestSizeSaysWhy() {
        const auto chosen = chooseTileSize(e24(), {}, targetOf(1024));
        QVERIFY(!chosen);
        QCOMPARE(std::string_view(chosen.problem().message->code), std::string_view("E643"));
    }
    void whatKeepsNothingIsSaid() {
        TileTarget target = targetOf(64U << 10);
        const auto refusalOf = [&](const network::Network& network) {
            const auto chosen = chooseTileSize(network, {{}, Overlap::Both}, target);
            return chosen ? nullptr : chosen.problem().message;
        };
        QCOMPARE(refusalOf(e24()), nullptr);
        target.array = {2, 2};
        QCOMPARE(refusalOf(e24()), &messages::kKeptOnArray);
        target.array = {};
        network::Network hosted = test::counting(1, 12, 12);
        network::Layer layer;
        layer.kind = network::Kind::Elu;
        layer.name = "of the host";
        layer.inputs = {1};
        hosted.layers.push_back(layer);
        hosted.outputs = {2};
        QVERIFY(network::inferShapes(hosted));
        QCOMPARE(refusalOf(hosted), &messages::kKeptByHost);
    }
    void whatCannotBeMaskedIsExact_data() {
        QTest::addColumn<qint64>("rows");
        QTest::addColumn<qint64>("columns");
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<bool>("isArray");
        QTest::newRow("3 x 60") << qint64{3} << qint64{60} << quint64{24U << 20} << false;
        QTest::newRow("6 x 90, of a small buffer") << qint64{6} << qint64{90} << quint64{8U << 10} << false;
        QTest::newRow("90 x 7, of a small buffer") << qint64{90} << qint64{7} << quint64{8U << 10} << false;
        QTest::newRow("20 x 60, on an array") << qint64{20} << qint64{60} << quint64{24U << 20} << true;
    }
    // Of a thin picture squares would have to be masked, and tiles that are cut to it need not be.
    void whatCannotBeMaskedIsExact() {
        QFETCH(const qint64, rows);
        QFETCH(const qint64, columns);
        QFETCH(const quint64, bytes);
        QFETCH(const bool, isArray);
        const network::Network network =
            unmaskable(static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns));
        TileTarget target = targetOf(bytes);
        if (isArray) {
            target.machine = LW_ROOT "/examples/networks/inference-2x2.json";
            target.array = {2, 2};
        }
        const auto chosen = chooseTileSize(network, {}, target);
        QVERIFY2(bool(chosen), chosen ? "" : textOf(chosen.problem()).c_str());
        QVERIFY(*chosen && (*chosen)->model.clocks);
        QCOMPARE((*chosen)->plan.fill(), Fill::Exact);
        std::uint64_t least = *(*chosen)->model.clocks;
        int tried = 0;
        for (const std::int64_t down : smallestSizes(network, network::Direction::Rows))
            for (const std::int64_t across : smallestSizes(network, network::Direction::Columns))
                if (const auto clocks = modelledFor(network, {down, across}, target)) {
                    least = std::min(least, *clocks);
                    ++tried;
                }
        QVERIFY(tried > 2);
        QVERIFY2(*(*chosen)->model.clocks * 100 <= least * 101,
                 qPrintable(QString("%1, of all %2").arg(*(*chosen)->model.clocks).arg(least)));
        const auto ring = chooseTileSize(network, {Fill::Ring}, target);
        QVERIFY(ring && *ring && (*ring)->plan.fill() == Fill::Ring);
    }
    void whatAnArrayCannotRunIsRefused() {
        network::Network hosted = unmaskable(20, 22);
        hosted.layers[1] = {};
        hosted.layers[1].name = "largest";
        hosted.layers[1].kind = network::Kind::ArgMax;
        hosted.layers[1].inputs = {1};
        hosted.precision = network::Precision::F32;
        hosted.layers[0].weights = tensor::Tensor(tensor::DType::F32, hosted.layers[0].weights.shape());
        QVERIFY(network::inferShapes(hosted));
        TileTarget target = targetOf(24U << 20);
        QVERIFY(bool(chooseTileSize(hosted, {}, target)));
        target.machine = LW_ROOT "/examples/networks/inference-2x2.json";
        target.array = {2, 2};
        const auto chosen = chooseTileSize(hosted, {}, target);
        QVERIFY(!chosen && chosen.problem().message == &messages::kNotForArray);
        const auto curve = sizeCurveOf(hosted, target.machine, target.array);
        QVERIFY(!curve && curve.problem().message == &messages::kNotForArray);
        const auto grown = tileCurveOf(hosted, target);
        QVERIFY(!grown && grown.problem().message == &messages::kNotForArray);
        QVERIFY(bool(sizeCurveOf(hosted, "", {})));
    }
    void aModeThatIsAskedForIsKept() {
        const auto chosen = chooseTileSize(e24(), {Fill::Ring}, targetOf(64U << 10));
        QVERIFY(chosen && *chosen);
        QCOMPARE((*chosen)->plan.fill(), Fill::Ring);
    }
    void itCanBeStopped() {
        const std::atomic<bool> stop = true;
        const auto chosen = chooseTileSize(e24(), {}, targetOf(64U << 10), {&stop});
        QVERIFY(chosen && !*chosen);
    }
};

int tst_tile_size(int argc, char** argv) { return lw::tests::run<TestTileSize>(argc, argv); }
#include "tst_tile_size.moc"
