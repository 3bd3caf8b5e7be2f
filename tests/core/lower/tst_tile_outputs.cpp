// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/messages.h"
#include "core/network/onnx_import.h"
#include "core/network/shapes.h"
#include "core/project/tile_programs.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/planned_tiles.h"
#include "tests/core/network/export_writer.h"
#include "tests/core/network/plain_line.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <span>

using namespace lw;
using namespace lw::lower::tiling;
using network::Line;
using network::Network;
using Numbers = std::vector<std::int64_t>;

namespace {

// What each tile gives of an output ends there.
Numbers untilsOf(const AxisPlan& plan, std::size_t output) {
    Numbers out;
    for (const AxisTile& tile : plan.tiles) out.push_back(tile.outputs[output].until);
    return out;
}

// A convolution and the largest of each four of its elements, both of which the network gives, as PyTorch
// exports them.
Network twoHeads(std::int64_t rows, std::int64_t columns) {
    test::onnx::ExportWriter writer(17, {1, 2, rows, columns});
    const std::string full = writer.conv("x", 2, 3, {.kernel = 3, .pad = 1});
    const std::string half = writer.maxPool(writer.relu(full), {.kernel = 2, .stride = 2});
    const std::string model = writer.model({full, half});
    auto out = network::importOnnx(std::as_bytes(std::span(model)), "two heads");
    LW_REQUIRE(bool(out), out ? "" : textOf(out.problem()).c_str());
    return *std::move(out);
}

tensor::Tensor pictureFor(const Network& network) {
    tensor::Tensor out(tensor::DType::F32, network.input.shape);
    for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, static_cast<float>(i * 7 % 19) - 9.0F);
    return out;
}

std::string ran(const Network& network, const Size& fixed, Overlap overlap, const test::OnDisk& circuit,
                const test::HowLaunched& how) {
    const auto plan =
        planTiles(network, test::sizeOf(network.input.shape), fixed, std::nullopt, how.array.grid(), overlap);
    if (!plan) return textOf(plan.problem());
    const auto tile = project::tileNetwork(network, *plan);
    if (!tile) return textOf(tile.problem());
    return test::launched(*tile, *plan, network, pictureFor(network), circuit, how).value_or("too large");
}

} // namespace

// Networks that give more than one value, also of different scale: every tile has a part of each.
class TestTileOutputs : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Elements 1 to 14 of an inner tile of 16 are right in the convolution, and 1 to 6 of those of half the
    // size: the first could be 14 apart, the second 12.
    void outputsOfTwoScales() {
        Line line = test::lineOf({test::conv(3), test::conv(2, 2, 0)});
        line.outputs = {1, 2};
        const auto plan = planAxis(line, 40, 16, Fill::Exact);
        QVERIFY2(bool(plan), plan ? "" : textOf(plan.problem()).c_str());
        QCOMPARE(plan->step, std::int64_t{12});
        const AxisOutput full{.scale = {1, 1}, .full = 40, .fixed = 16, .dummyLow = 1, .dummyHigh = 1},
            half{.scale = {1, 2}, .full = 20, .fixed = 8, .dummyLow = 1, .dummyHigh = 1};
        QVERIFY(plan->outputs == std::vector({full, half}));
        QCOMPARE(plan->tiles.size(), std::size_t{3}); // from 0, 12 and 24 on
        QCOMPARE(untilsOf(*plan, 0), (Numbers{15, 27, 40}));
        QCOMPARE(untilsOf(*plan, 1), (Numbers{7, 13, 20}));
        QCOMPARE(plan->tiles[1].outputs[1].offset, std::int64_t{6});
        QVERIFY((plan->tiles[1].outputs[1].valid == Interval{1, 6, 8}));
        // 4 elements have 1 and 2 right of the first, which is a step; of 6 the second has 1 right.
        QCOMPARE(leastFixed(line, *alignmentOf(line), 100), std::int64_t{6});
        line.outputs = {1};
        QCOMPARE(leastFixed(line, *alignmentOf(line), 100), std::int64_t{4});
    }

    // Two convolutions that keep what they read again: the second lags by one element more.
    void outputsThatLagDifferently() {
        Line line = test::lineOf({test::conv(3), test::conv(3)});
        line.outputs = {1, 2};
        const auto plan = planKeptAxis(line, 31, 16);
        QVERIFY(bool(plan));
        QCOMPARE(untilsOf(*plan, 0), (Numbers{15, 31, 31})); // the last tile gives nothing of it
        QCOMPARE(untilsOf(*plan, 1), (Numbers{14, 30, 31}));
    }

    void exportedHeadsOnCircuits() {
        const Network network = twoHeads(21, 26); // ends inside of a window of the second
        QCOMPARE(network.outputs.size(), std::size_t{2});
        const test::OnDisk one(test::teachingCircuit()), four(test::circuitsIn({2, 2}, 3));
        for (const Overlap overlap : {Overlap::Recompute, Overlap::Columns, Overlap::Both})
            QCOMPARE(ran(network, {12, 8}, overlap, one, {}), std::string());
        QCOMPARE(ran(network, {12, 8}, Overlap::Recompute, one, {.transfers = project::Transfers::Copied}),
                 std::string());
        QCOMPARE(ran(network, {12, 8}, Overlap::Recompute, four, {.array = {2, 2}}), std::string());
    }

    // An output that is named twice is one, and one that no tile computes is refused.
    void outputsThatAreNone() {
        Network network = twoHeads(20, 20);
        network.outputs = {1, 2, 1};
        const auto plan = planTiles(network, {20, 20}, {8, 8}, std::nullopt);
        QVERIFY(bool(plan));
        QCOMPARE(plan->outputs.size(), std::size_t{2});
        const test::OnDisk circuit(test::teachingCircuit());
        QCOMPARE(ran(network, {8, 8}, Overlap::Recompute, circuit, {}), std::string());
        const auto refusalOf = [&](network::ValueId output) {
            network.outputs = {1, output};
            const auto refused = planTiles(network, {20, 20}, {8, 8}, std::nullopt);
            return refused ? nullptr : refused.problem().message;
        };
        QCOMPARE(refusalOf(network::kInput), &lower::messages::kNotComputed);
        network::Layer constant;
        constant.kind = network::Kind::Constant;
        constant.name = "seven";
        constant.weights = tensor::Tensor(tensor::DType::F32, {1, 1, 3});
        network.layers.push_back(constant);
        QVERIFY(network::inferShapes(network));
        QCOMPARE(refusalOf(network.layers.size()), &lower::messages::kNotComputed);
    }
};

int tst_tile_outputs(int argc, char** argv) { return lw::tests::run<TestTileOutputs>(argc, argv); }
#include "tst_tile_outputs.moc"
