// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/messages.h"
#include "core/lower/striding/direct.h"
#include "core/lower/tiling/masked.h"
#include "core/lower/tiling/plan.h"
#include "core/network/outputs.h"
#include "core/network/resized.h"
#include "core/network/shapes.h"
#include "core/project/tiled_run.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/parts_run.h"
#include "tests/core/lower/planned_tiles.h"
#include "tests/core/lower/random_local.h"
#include "tests/core/lower/tile_reference.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>
#include <functional>
#include <limits>

using namespace lw;
using namespace lw::lower::tiling;
using network::Kind;
using network::Layer;
using network::Network;
using network::Precision;
using network::ValueId;
using tensor::DType;
using tensor::Tensor;
using test::outputsIn;
using test::repeatedTo;
using test::stitched;
using test::TileReference;

namespace {

const test::HowLaunched kWays[] = {{.isAhead = false},
                                   {.transfers = project::Transfers::Copied},
                                   {.strideBy = lower::striding::StrideBy::Pattern}};

// Where it is all that a network has, nothing is left for the circuit.
bool isSoftmaxAlone(const Problem& problem) {
    return problem.message == &lower::messages::kNotLowered && problem.arguments.front() == "softmax";
}

// Tile after tile on the circuit; empty if it is as the whole picture, else what went wrong. Nothing for what
// does not fit.
std::optional<std::string> onCircuit(const test::Planned& planned, const Network& whole,
                                     const Tensor& picture, const test::OnDisk& circuit) {
    auto lowered = lower::striding::lowerInParts(planned.masked.network, circuit.limits(), {});
    if (!lowered && lowered.problem().message == &lower::messages::kBufferTooSmall) return std::nullopt;
    if (!lowered && isSoftmaxAlone(lowered.problem())) return std::nullopt;
    if (!lowered) return textOf(lowered.problem());
    std::vector<std::string> texts;
    for (const auto& part : lowered->parts) texts.push_back(part.text);
    if (project::isOneProgram(planned.masked.network, circuit.limits()))
        for (const test::HowLaunched& how : kWays)
            if (const auto wrong = test::launched(planned, whole, picture, circuit, how);
                wrong && !wrong->empty())
                return wrong;
    project::TiledRun run(*lowered, planned.plan, circuit.path(), picture, &planned.masked);
    for (std::uint64_t tile = 0; tile < run.tiles(); ++tile) {
        project::StridedRun one = run.begin(tile);
        for (std::size_t part = 0; part < lowered->parts.size(); ++part) {
            const auto machine = one.begin(part);
            if (!machine) return textOf(machine.problem());
            if (const machine::Stop stop = (*machine)->run({}); stop.fault) return stop.fault->text;
            const auto unexpected = one.finish(part, **machine);
            if (!unexpected || *unexpected != 0) return "not as predicted";
            if (lowered->parts[part].text != texts[part]) return "the program changed";
        }
        run.take(tile, one.outputs());
    }
    const bool isSame =
        run.outputs() == lower::striding::directOutputs(whole, circuit.limits(), true, picture);
    return isSame ? "" : "not as the whole picture";
}

} // namespace

class TestMasked : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // What each layer needs: the fills, the masks that values share, and layers that need none.
    void whatIsMasked() {
        Network network;
        network.input.shape = {9, 9, 2};
        const auto add = [&](Kind kind, std::string name, ValueId reads, std::uint32_t side,
                             std::uint32_t pad) -> Layer& {
            Layer layer;
            layer.kind = kind;
            layer.name = std::move(name);
            layer.inputs = {reads};
            layer.kernel = {side, side};
            layer.pad = {pad, pad, pad, pad};
            if (kind == Kind::Conv) layer.weights = Tensor(DType::F32, {side, side, 2, 2});
            return network.layers.emplace_back(std::move(layer));
        };
        add(Kind::Conv, "conv", 0, 3, 1);
        add(Kind::MaxPool, "most", 1, 3, 1);
        add(Kind::AveragePool, "mean", 2, 3, 1);
        add(Kind::AveragePool, "padded", 3, 3, 1).countIncludePad = true;
        add(Kind::MaxPool, "half", 4, 2, 0).stride = {2, 2};
        add(Kind::Conv, "again", 5, 3, 1);
        network.outputs = {6};
        QVERIFY(network::inferShapes(network));
        const auto masked = withMasks(network);
        QVERIFY(bool(masked));
        QStringList names;
        for (const Layer& layer : masked->network.layers) names << QString::fromStdString(layer.name);
        QCOMPARE(names, QStringList({"x.mask", "x.masked", "conv", "conv.masked", "most", "most.masked",
                                     "mean.covered", "mean", "mean.masked", "padded", "half", "half.mask",
                                     "half.masked", "again"}));
        const auto fillOf = [&](const char* name) {
            return masked->network.layers[*network::findValue(masked->network, name) - 1].fill;
        };
        QCOMPARE(fillOf("x.masked"), 0.0f);
        QVERIFY(!std::signbit(fillOf("x.masked")));
        QCOMPARE(fillOf("conv.masked"), -std::numeric_limits<float>::infinity());
        QVERIFY(fillOf("most.masked") == 0 && std::signbit(fillOf("most.masked")));
        QCOMPARE(masked->maskBytes(), std::uint64_t{4 * (81 + 81 + 16)});

        // Of a picture of 7 x 8 whose second tile begins at (0, 4).
        const auto contents = contentsFor(*masked, {0, 7}, {4, 8});
        QCOMPARE(contents.size(), std::size_t{3});
        for (std::uint64_t i = 0; i < 81; ++i) {
            const std::uint64_t row = i / 9, column = i % 9;
            QCOMPARE(contents[0].at<float>(i), row < 7 && column < 4 ? 1.0f : 0.0f);
            const auto covered = [](std::uint64_t at, std::uint64_t size) {
                float out = 0;
                for (std::uint64_t tap = at; tap < at + 3; ++tap) out += tap >= 1 && tap <= size;
                return std::max(out, 1.0f);
            };
            QCOMPARE(contents[1].at<float>(i), covered(row, 7) * covered(column, 4));
        }
        for (std::uint64_t i = 0; i < 16; ++i)
            QCOMPARE(contents[2].at<float>(i), i / 4 < 3 && i % 4 < 2 ? 1.0f : 0.0f);
    }
    void infiniteWeights() {
        Network network;
        network.input.shape = {4, 4, 1};
        Layer layer;
        layer.kind = Kind::ConvTranspose;
        layer.name = "up";
        layer.inputs = {0};
        layer.kernel = {1, 2};
        layer.weights = Tensor::of<float>(DType::F32, {1, 2, 1, 1}, std::vector<float>{1, INFINITY});
        network.layers = {layer};
        network.outputs = {1};
        QVERIFY(network::inferShapes(network));
        const auto masked = withMasks(network);
        QVERIFY(!masked && masked.problem().message == &lower::messages::kNotMasked);
        network.layers[0].stride = {1, 2}; // now no pixel reaches another's outputs
        QVERIFY(network::inferShapes(network));
        QVERIFY(bool(withMasks(network)));
    }
    void windowsBeyondInt8() {
        Network network;
        network.precision = Precision::I8;
        network.input.shape = {20, 20, 1};
        Layer pool;
        pool.kind = Kind::AveragePool;
        pool.name = "mean";
        pool.inputs = {0};
        pool.kernel = {12, 11};
        pool.pad = {1, 1, 1, 1};
        network.layers = {pool};
        network.outputs = {1};
        QVERIFY(network::inferShapes(network));
        const auto masked = withMasks(network);
        QVERIFY(!masked && masked.problem().message == &lower::messages::kNotMasked);
        network.layers[0].countIncludePad = true; // which divides by a fixed number
        QVERIFY(bool(withMasks(network)));
    }

    // Claims 1 and 4, and zeros beyond small inputs: random networks and pictures, larger and smaller than
    // the tile: bit for bit what the whole gives, also when all that is not right is overwritten after every
    // layer.
    void claims1And4TilesGiveWhatTheWholeGives() {
        int filled = 0, small = 0, counted = 0, wrongUnmasked = 0;
        const auto seeds = test::seedsBelow(4800);
        for (const std::uint32_t seed : seeds) {
            test::RandomLocal made(seed, seed % 2 == 0 ? Precision::F32 : Precision::I8, true);
            const auto planned = test::plannedFor(made);
            if (!planned) continue;
            const Network& whole = made.network;
            const auto wanted = outputsIn(whole, network::computeAll(whole, made.picture, {}));
            for (const bool poisons : {false, true})
                QVERIFY2(stitched(planned->plan, whole, made.picture,
                                  TileReference(planned->masked, planned->plan, poisons)) == wanted,
                         qPrintable(QString("seed %1, poison %2").arg(seed).arg(poisons)));
            if (!test::isFilled(planned->plan)) continue;
            ++filled;
            small += planned->plan.tiles() == 1;
            counted += std::ranges::count(planned->masked.masks, Mask::What::Covered, &Mask::what) != 0;
            const Network& tile = planned->masked.tile;
            wrongUnmasked +=
                stitched(planned->plan, whole, made.picture, [&](const test::Tile&, Tensor input) {
                    return outputsIn(tile, network::computeAll(tile, std::move(input), {}));
                }) != wanted;
        }
        QVERIFY2(seeds.areEnough(filled, 3) && seeds.areEnough(small, 14) && seeds.areEnough(counted, 15) &&
                     seeds.areEnough(wrongUnmasked, 6),
                 qPrintable(QString("%1 filled, %2 of them in one tile, %3 with divisors, %4 wrong unmasked")
                                .arg(filled)
                                .arg(small)
                                .arg(counted)
                                .arg(wrongUnmasked)));
    }
    // The same of tiles that are full of picture, without masks.
    void fullTilesGiveWhatTheWholeGives() {
        int compared = 0, many = 0;
        const auto seeds = test::seedsBelow(2000);
        for (const std::uint32_t seed : seeds) {
            test::RandomLocal made(seed, seed % 2 == 0 ? Precision::F32 : Precision::I8, true);
            auto planned = test::plannedFor(made);
            if (!planned) continue;
            const auto larger = [&](const AxisPlan& plan) {
                return plan.fixed + plan.align * static_cast<std::int64_t>(made.random() % 12);
            };
            const Size size{larger(planned->plan.rows), larger(planned->plan.columns)};
            const auto plan = planTiles(made.network, size, planned->plan.fixed, Fill::Exact);
            if (!plan) continue;
            planned->masked.network = planned->masked.tile;
            planned->masked.masks.clear();
            const Network whole = test::sizedAs(made.network, size);
            const Tensor picture = repeatedTo(whole.input.shape, made.picture);
            const auto wanted = outputsIn(whole, network::computeAll(whole, picture, {}));
            QVERIFY2(stitched(*plan, whole, picture, TileReference(planned->masked, *plan, true)) == wanted,
                     qPrintable(QString("seed %1").arg(seed)));
            ++compared;
            many += plan->tiles() > 4;
        }
        QVERIFY2(seeds.areEnough(compared, 2.3) && seeds.areEnough(many, 7),
                 qPrintable(QString("%1 compared, %2 of many tiles").arg(compared).arg(many)));
    }
    // Claim 1: the accelerator runs the static program on each tile.
    void claim1TilesOnTheCircuit() {
        const test::OnDisk circuit(test::teachingCircuit());
        int ran = 0;
        const auto seeds = test::seedsBelow(6500);
        for (const std::uint32_t seed : seeds) {
            test::RandomLocal made(seed, seed % 2 == 0 ? Precision::F32 : Precision::I8, seed % 5 == 0);
            const auto planned = test::plannedFor(made);
            if (!planned || !test::isFilled(planned->plan) || planned->plan.tiles() > 20) continue;
            const auto failure = onCircuit(*planned, made.network, made.picture, circuit);
            if (!failure) continue;
            QVERIFY2(failure->empty(), qPrintable(QString("seed %1: %2").arg(seed).arg(failure->c_str())));
            ++ran;
        }
        QVERIFY2(seeds.areEnough(ran, 2.2), qPrintable(QString::number(ran)));
    }
    // Claim 1: the program is not modified. It and the files that it begins with hang on the size of the tile
    // alone.
    void claim1OneProgramForAllPictures() {
        const auto limits = test::teachingCircuit().limits;
        int compared = 0;
        const auto seeds = test::seedsBelow(2000);
        for (const std::uint32_t seed : seeds) {
            test::RandomLocal made(seed, seed % 2 == 0 ? Precision::F32 : Precision::I8, false);
            const auto planned = test::plannedFor(made);
            if (!planned) continue;
            const Size other{planned->plan.picture.rows + 5, planned->plan.picture.columns + 2};
            const auto larger = network::resized(made.network, static_cast<std::uint64_t>(other.rows),
                                                 static_cast<std::uint64_t>(other.columns));
            if (!larger) continue;
            const auto again = withMasks(test::sizedAs(*larger, planned->plan.fixed));
            QVERIFY(bool(again));
            const auto first = lower::striding::lowerInParts(planned->masked.network, limits, {}),
                       second = lower::striding::lowerInParts(again->network, limits, {});
            if (!first || !second) continue;
            QCOMPARE(first->parts.size(), second->parts.size());
            for (std::size_t part = 0; part < first->parts.size(); ++part) {
                QCOMPARE(first->parts[part].text, second->parts[part].text);
                const auto &files = first->parts[part].files, &others = second->parts[part].files;
                QCOMPARE(files.size(), others.size());
                for (std::size_t i = 0; i < files.size(); ++i)
                    QVERIFY(files[i].name == others[i].name && files[i].contents == others[i].contents);
            }
            ++compared;
        }
        QVERIFY2(seeds.areEnough(compared, 2.3), qPrintable(QString::number(compared)));
    }
};

int tst_masked(int argc, char** argv) { return lw::tests::run<TestMasked, QCoreApplication>(argc, argv); }
#include "tst_masked.moc"
