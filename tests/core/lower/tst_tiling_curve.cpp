// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/messages.h"
#include "core/lower/tiling/curve.h"
#include "core/lower/tiling/plan.h"
#include "core/network/shapes.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace lw;
using namespace lw::lower::tiling;
using network::Kind;
using network::Network;

namespace {

// Worked example 2.4: five layers with channels 3, 16, 32, 32, 16, 4, one byte each.
Network exampleFor(std::uint64_t size) {
    Network out;
    out.precision = network::Precision::I8;
    out.input.shape = {size, size, 3};
    const std::uint64_t channels[] = {3, 16, 32, 32, 16, 4};
    for (std::size_t i = 0; i < 5; ++i) {
        network::Layer layer;
        layer.name = "l" + std::to_string(i);
        layer.kind = i == 3 ? Kind::ConvTranspose : Kind::Conv;
        layer.inputs = {i};
        const std::uint32_t kernel = i == 3 ? 4 : 3, stride = i == 1 || i == 3 ? 2 : 1;
        layer.kernel = {kernel, kernel};
        layer.stride = {stride, stride};
        layer.pad = {1, 1, 1, 1};
        layer.weights = tensor::Tensor(tensor::DType::I8, {kernel, kernel, channels[i], channels[i + 1]});
        layer.requant = network::Requant{1, 0, 0};
        out.layers.push_back(std::move(layer));
    }
    out.outputs = {5};
    const auto made = network::inferShapes(out);
    LW_REQUIRE(bool(made), "an example of the tests is a network");
    return out;
}

const CurvePoint& at(const std::vector<CurvePoint>& curve, std::int64_t fixed) {
    const auto found = std::ranges::find(curve, fixed, &CurvePoint::fixed);
    LW_REQUIRE(found != curve.end(), "a point of the curve");
    return *found;
}

} // namespace

class TestTilingCurve : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void e24() {
        const auto curve = curveOf(exampleFor(100));
        QVERIFY(curve);
        struct Row {
            std::int64_t fixed;
            std::uint64_t tiles, peak;
            double ratio;
        };
        const Row table[] = {{16, 484, 6144, 12.390}, {20, 121, 9600, 4.840}, {24, 64, 13824, 3.686},
                             {28, 36, 18816, 2.822},  {32, 25, 24576, 2.560}, {36, 16, 31104, 2.074},
                             {40, 16, 38400, 2.560},  {44, 9, 46464, 1.742},  {48, 9, 55296, 2.074},
                             {52, 9, 64896, 2.434},   {56, 4, 75264, 1.254},  {64, 4, 98304, 1.638},
                             {72, 4, 124416, 2.074},  {100, 1, 240000, 1.000}};
        for (const Row& row : table) {
            const CurvePoint& point = at(curve->points, row.fixed);
            QCOMPARE(point.tiles, row.tiles);
            QCOMPARE(point.peakBytes, row.peak);
            QCOMPARE(QString::number(point.macRatio(), 'f', 3), QString::number(row.ratio, 'f', 3));
            QVERIFY(point.fill == Fill::Exact);
        }
        QCOMPARE(at(curve->points, 100).macs, std::uint64_t{65'120'000});
        QCOMPARE(curve->points.front().fixed, std::int64_t{14}); // the least that makes progress
        // Of the table's sizes, with 65,536 bytes the least work is that of 44, although 52 still fits. That
        // of 42, which the table leaves out, is less.
        const CurvePoint* best = nullptr;
        for (const CurvePoint& point : curve->points)
            if (point.fixed % 4 == 0 && point.peakBytes <= 65536 && (!best || point.macs < best->macs))
                best = &point;
        QCOMPARE(best->fixed, std::int64_t{44});
    }
    // What the plan of one size says, which makes the network for it.
    void agreesWithPlans() {
        const Network network = exampleFor(70);
        const auto curve = curveOf(network);
        QVERIFY(curve && curve->points.size() > 20);
        for (const CurvePoint& point : curve->points) {
            const auto plan = planTiles(network, {70, 70}, {point.fixed, point.fixed}, {});
            QVERIFY2(plan, plan ? "" : textOf(plan.problem()).c_str());
            QCOMPARE(plan->cost.tiles, point.tiles);
            QCOMPARE(plan->cost.macs, point.macs);
            QCOMPARE(plan->cost.wholeMacs, point.wholeMacs);
            QCOMPARE(plan->cost.bytesIn, point.bytesIn);
            QCOMPARE(plan->cost.bytesMasks, point.bytesMasks);
            QVERIFY(plan->fill() == point.fill);
        }
    }
    // A picture of odd size, whose every tile brings masks of several sizes.
    void masksToo() {
        Network network = exampleFor(70);
        network.input.shape = {71, 67, 3};
        QVERIFY(network::inferShapes(network));
        for (const Size& circuits : {Size{1, 1}, Size{2, 3}}) {
            const auto curve = curveOf(network, Grid::Steps, circuits);
            QVERIFY(curve);
            int masked = 0;
            for (const CurvePoint& point : curve->points) {
                auto plan = planTiles(network, {71, 67}, {point.fixed, point.fixed}, {}, Grid::Steps);
                QVERIFY2(plan, plan ? "" : textOf(plan.problem()).c_str());
                shareAmong(*plan, circuits);
                QCOMPARE(plan->cost.bytesMasks, point.bytesMasks);
                QCOMPARE(plan->cost.bytesIn, point.bytesIn);
                masked += point.bytesMasks > 0;
            }
            QVERIFY2(masked > 10, std::to_string(masked).c_str());
        }
    }
    // Zeros times infinity are not 0: only sizes that divide are on the curve.
    void leavesOutWhatCannotBeMasked() {
        Network network = exampleFor(70);
        network.precision = network::Precision::F32;
        for (network::Layer& layer : network.layers) {
            layer.weights = tensor::Tensor(tensor::DType::F32, layer.weights.shape());
            layer.requant = {};
        }
        QVERIFY(network::inferShapes(network));
        const auto all = curveOf(network, Grid::Steps, {2, 2});
        network.layers[3].weights.set(0, std::numeric_limits<float>::infinity());
        const auto curve = curveOf(network, Grid::Steps, {2, 2});
        QVERIFY(all && curve && !curve->points.empty());
        QVERIFY(std::ranges::none_of(curve->points, [](const auto& at) { return at.fill == Fill::Masked; }));
        QCOMPARE(static_cast<std::ptrdiff_t>(curve->points.size()),
                 std::ranges::count(all->points, Fill::Exact, &CurvePoint::fill));
        QVERIFY(!all->notMasked && all->leftOut == 0);
        QVERIFY(curve->notMasked && curve->notMasked->message == &lower::messages::kNotMasked);
        QCOMPARE(curve->leftOut, all->points.size() - curve->points.size());
        network.input.shape = {71, 70, 3}; // odd: no size divides
        QVERIFY(network::inferShapes(network));
        const auto none = curveOf(network);
        QVERIFY(none && none->points.empty());
        QVERIFY(none->notMasked && none->notMasked->message == &lower::messages::kNotMasked);
        QVERIFY(none->leftOut > 20);
    }
    // A picture of many columns has no more points than one can look at.
    void ofLongPictures() {
        Network network = exampleFor(64);
        network.input.shape = {64, 40000, 3};
        QVERIFY(network::inferShapes(network));
        const auto curve = curveOf(network);
        QVERIFY(curve && curve->points.size() > 500 && curve->points.size() <= kMostCurvePoints + 1);
    }
};

int tst_tiling_curve(int argc, char** argv) {
    return lw::tests::run<TestTilingCurve, QCoreApplication>(argc, argv);
}
#include "tst_tiling_curve.moc"
