// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tiling/masked.h"
#include "core/lower/tiling/plan.h"
#include "core/network/resized.h"
#include "core/network/shapes.h"
#include "core/project/tiled_run.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/parts_run.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

using namespace lw;
using namespace lw::lower::tiling;
using network::Kind;
using network::Layer;
using network::Network;
using network::ValueId;
using tensor::DType;
using tensor::Tensor;

namespace {

// What the circuit gives of a picture that is smaller than a tile.
Tensor inOneTile(const Network& network, const Tensor& picture, const Size& fixed, Fill fill) {
    const test::OnDisk circuit(test::teachingCircuit());
    const auto plan = planTiles(
        network,
        {static_cast<std::int64_t>(picture.shape()[0]), static_cast<std::int64_t>(picture.shape()[1])}, fixed,
        fill);
    auto tile = network::resized(network, static_cast<std::uint64_t>(fixed.rows),
                                 static_cast<std::uint64_t>(fixed.columns));
    LW_REQUIRE(plan && tile, "both modes have this size");
    const auto masked = withMasks(*std::move(tile));
    LW_REQUIRE(bool(masked), "layers that can be masked");
    const bool isMasked = fill == Fill::Masked;
    auto lowered =
        lower::striding::lowerInParts(isMasked ? masked->network : masked->tile, circuit.limits(), {});
    LW_REQUIRE(bool(lowered), "layers of the circuit");
    project::TiledRun run(*lowered, *plan, circuit.path(), picture, isMasked ? &*masked : nullptr);
    project::StridedRun one = run.begin(0);
    auto machine = one.begin(0);
    LW_REQUIRE(bool(machine), "a program");
    (*machine)->run({});
    const auto unexpected = one.finish(0, **machine);
    LW_REQUIRE(unexpected && *unexpected == 0, "as predicted");
    run.take(0, one.outputs());
    return run.outputs().front();
}

} // namespace

// Where small pictures end in a tile, by numbers that a person can check.
class TestMaskedEdges : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // One pixel in a tile of three: what zeros beside it make of it, and what the mask keeps it at, on the
    // circuit.
    void e27OnTheCircuit() {
        Network network;
        network.input.shape = {1, 1, 1};
        for (ValueId i = 0; i < 2; ++i) {
            Layer conv;
            conv.kind = Kind::Conv;
            conv.name = i == 0 ? "first" : "second";
            conv.inputs = {i};
            conv.kernel = {1, 3};
            conv.pad = {0, 0, 1, 1};
            conv.weights = Tensor::of<float>(DType::F32, {1, 3, 1, 1}, std::vector<float>{1, 1, 1});
            network.layers.push_back(std::move(conv));
        }
        network.outputs = {2};
        QVERIFY(network::inferShapes(network));
        const Tensor picture = Tensor::of<float>(DType::F32, {1, 1, 1}, std::vector<float>{1});
        QCOMPARE(inOneTile(network, picture, {1, 3}, Fill::Ring).at<float>(0), 2.0f);
        QCOMPARE(inOneTile(network, picture, {1, 3}, Fill::Masked).at<float>(0), 1.0f);
    }
    // Beyond the edge stands the edge itself: zeros there darken the border, masks repeat it. Each element of
    // the picture is 4 + 4 columns + 8 rows, and so is what lies between them.
    void bilinearEdgesOnTheCircuit() {
        Network network;
        network.input.shape = {2, 2, 1};
        Layer up;
        up.kind = Kind::UpsampleBilinear;
        up.name = "up";
        up.inputs = {network::kInput};
        network.layers = {up};
        network.outputs = {1};
        QVERIFY(network::inferShapes(network));
        const Tensor picture = Tensor::of<float>(DType::F32, {2, 2, 1}, std::vector<float>{4, 8, 12, 16});
        const std::vector<float> right{4,  5,  7,  8,  6,  7,  9,  10, //
                                       10, 11, 13, 14, 12, 13, 15, 16};
        QCOMPARE(inOneTile(network, picture, {3, 3}, Fill::Masked),
                 Tensor::of<float>(DType::F32, {4, 4, 1}, right));
        const Tensor dark = inOneTile(network, picture, {3, 3}, Fill::Ring);
        for (std::uint64_t i = 0; i < 16; ++i) {
            const float rows = i / 4 == 3 ? 0.75f : 1, columns = i % 4 == 3 ? 0.75f : 1;
            QCOMPARE(dark.at<float>(i), right[i] * rows * columns);
        }
        network.layers[0].sampling = network::Sampling::Asymmetric;
        QCOMPARE(inOneTile(network, picture, {3, 3}, Fill::Masked),
                 Tensor::of<float>(DType::F32, {4, 4, 1},
                                   std::vector<float>{4, 6, 8, 8, 8, 10, 12, 12, //
                                                      12, 14, 16, 16, 12, 14, 16, 16}));
    }
    // A mask of columns, then one of rows, each with the value moved by one pixel.
    void whatIsMaskedForBilinear() {
        Network network;
        network.input.shape = {3, 4, 1};
        Layer up;
        up.kind = Kind::UpsampleBilinear;
        up.name = "up";
        up.inputs = {network::kInput};
        network.layers = {up};
        network.outputs = {1};
        QVERIFY(network::inferShapes(network));
        const auto masked = withMasks(network);
        QVERIFY(bool(masked));
        QStringList names;
        for (const Layer& layer : masked->network.layers) names << QString::fromStdString(layer.name);
        QCOMPARE(names,
                 QStringList({"x.columns", "x.right", "x.widened", "x.rows", "x.down", "x.edged", "up"}));
        QCOMPARE(masked->maskBytes(), std::uint64_t{2 * 12 * 4});
        const auto contents = contentsFor(*masked, {0, 2}, {4, 7});
        QCOMPARE(contents.size(), std::size_t{2});
        for (std::uint64_t i = 0; i < 12; ++i) {
            QCOMPARE(contents[0].at<float>(i), i % 4 < 3 ? 1.0f : 0.0f);
            QCOMPARE(contents[1].at<float>(i), i / 4 < 2 ? 1.0f : 0.0f);
        }
    }
};

int tst_masked_edges(int argc, char** argv) {
    return lw::tests::run<TestMaskedEdges, QCoreApplication>(argc, argv);
}
#include "tst_masked_edges.moc"
