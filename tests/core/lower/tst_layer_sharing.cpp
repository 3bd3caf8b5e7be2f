// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/messages.h"
#include "core/lower/striding/direct.h"
#include "core/network/resized.h"
#include "core/network/shapes.h"
#include "core/project/launched_run.h"
#include "core/project/layer_sharing.h"
#include "core/project/messages.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/planned_tiles.h"
#include "tests/core/lower/small_circuits.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

#include <map>

using namespace lw;
using namespace lw::lower::tiling;
using lower::striding::Share;
using lower::striding::StrideBy;
using network::Kind;
using network::Layer;
using network::Network;
using network::Precision;

namespace {

// Padding with which a window layer gives one element for each stride of elements that it reads; of a
// transposed one, a stride of elements for each.
void padWhole(Layer& layer) {
    const bool isTransposed = layer.kind == Kind::ConvTranspose;
    if (layer.kind != Kind::Conv && layer.kind != Kind::MaxPool && layer.kind != Kind::AveragePool &&
        !isTransposed)
        return;
    const auto along = [&](std::uint32_t kernel, std::uint32_t dilation, std::uint32_t& stride,
                           std::uint32_t& outputPadding, std::uint32_t& low, std::uint32_t& high) {
        const std::uint32_t reach = (kernel - 1) * dilation + 1;
        stride = std::min(stride, reach);
        outputPadding = std::min(outputPadding, stride - 1);
        const std::uint32_t pad = reach - stride + (isTransposed ? outputPadding : 0);
        low = pad / 2;
        high = pad - low;
    };
    along(layer.kernel.rows, layer.dilation.rows, layer.stride.rows, layer.outputPadding.rows, layer.pad.top,
          layer.pad.bottom);
    along(layer.kernel.columns, layer.dilation.columns, layer.stride.columns, layer.outputPadding.columns,
          layer.pad.left, layer.pad.right);
    layer.ceil = false;
    layer.countIncludePad = layer.kind == Kind::AveragePool;
}

// The random network with such paddings; nothing where its branches do not meet any more.
std::optional<Network> wholeOf(const test::RandomLocal& made) {
    Network out = made.network;
    out.input.shape[0] = out.input.shape[1] = 48; // what all strides divide
    for (Layer& layer : out.layers) {
        padWhole(layer);
        layer.shape.clear();
    }
    if (!network::inferShapes(out)) return std::nullopt;
    return out;
}

tensor::Tensor repeatedLayer(tensor::Shape shape, const tensor::Tensor& picture) {
    tensor::Tensor out(picture.dtype(), std::move(shape));
    for (std::size_t i = 0; i < out.bytes().size(); ++i)
        out.bytes()[i] = picture.bytes()[i % picture.bytes().size()];
    return out;
}

struct Sizes {
    Size picture, part;
};

// All tiles by circuits that share layers: empty if the output is as that of the whole picture. Nothing for
// what cannot be shared, or does not fit.
std::optional<std::string> shared(const Network& any, const tensor::Tensor& some, const Sizes& sizes,
                                  const test::OnDisk& circuit, const project::TileArray& array) {
    const auto sized = network::resized(any, static_cast<std::uint64_t>(sizes.picture.rows),
                                        static_cast<std::uint64_t>(sizes.picture.columns));
    if (!sized) return std::nullopt;
    const Network& network = *sized;
    const auto plan =
        planTiles(network, sizes.picture, project::sharedSize(sizes.part, array), std::nullopt, Grid::Border);
    if (!plan || plan->tiles() > 30) return std::nullopt;
    const TilingPlan parts = project::partsOf(*plan, array);
    const auto tile = project::tileNetwork(network, parts);
    if (!tile || !project::isOneProgram(tile->toLower(), circuit.limits())) return std::nullopt;
    test::HowLaunched how{array};
    how.share = Share::Layers;
    how.strideBy = sizes.picture.rows % 2 == 0 ? StrideBy::Striding : StrideBy::Pattern;
    return test::launched(*tile, parts, network, repeatedLayer(network.input.shape, some), circuit, how);
}

constexpr project::TileArray kArrays[] = {{2, 2}, {1, 3}, {3, 1}};

Layer convOf(network::ValueId reads, network::Pair kernel, network::Padding pad) {
    Layer out;
    out.kind = Kind::Conv;
    out.name = "conv " + std::to_string(reads);
    out.inputs = {reads};
    out.kernel = kernel;
    out.pad = pad;
    out.weights = tensor::Tensor(tensor::DType::F32, {kernel.rows, kernel.columns, 1, 1});
    for (std::uint64_t w = 0; w < out.weights.count(); ++w) out.weights.set(w, static_cast<float>(w) - 3.0f);
    return out;
}

Network networkOf(tensor::Shape input, std::vector<Layer> layers) {
    Network out;
    out.input.shape = std::move(input);
    out.layers = std::move(layers);
    out.outputs = {out.layers.size()};
    LW_REQUIRE(bool(network::inferShapes(out)), "a network");
    return out;
}

} // namespace

// Circuits of an array that compute parts of one tile and send each other the borders of every layer.
class TestLayerSharing : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void randomNetworksGiveWhatTheWholeGives() {
        std::map<std::uint64_t, std::unique_ptr<test::OnDisk>> machines;
        int ran = 0, ofInt8 = 0;
        const auto seeds = test::seedsBelow(4000);
        for (const std::uint32_t seed : seeds) {
            const project::TileArray& array = kArrays[seed / 50 % 3];
            auto& circuit = machines[array.rows * 8 + array.columns];
            if (!circuit) circuit = std::make_unique<test::OnDisk>(test::circuitsIn(array, 1 + seed % 40));
            test::RandomLocal made(seed, seed % 2 == 0 ? Precision::F32 : Precision::I8, false);
            const auto network = wholeOf(made);
            if (!network) continue;
            const auto below = [&](int n) {
                return static_cast<int>(made.random() % static_cast<unsigned>(n));
            };
            const Sizes sizes{{6 + below(40), 6 + below(40)}, {8 * (1 + below(2)), 8 * (1 + below(2))}};
            const auto failure = shared(*network, made.picture, sizes, *circuit, array);
            if (!failure) continue;
            QVERIFY2(failure->empty(), qPrintable(QString("seed %1: %2").arg(seed).arg(failure->c_str())));
            ++ran;
            ofInt8 += seed % 2 == 0 ? 0 : 1;
        }
        QVERIFY2(seeds.areEnough(ran, 8) && seeds.areEnough(ofInt8, 40),
                 qPrintable(QString("%1, %2 of int8").arg(ran).arg(ofInt8)));
    }

    // Borders that only one neighbour needs, and layers between without any: a circuit may run ahead as far
    // as the others let it.
    void bordersOnOneSide() {
        const project::TileArray array{1, 3};
        const test::OnDisk circuit(test::circuitsIn(array, 90));
        const Network network =
            networkOf({1, 24, 1}, {convOf(0, {1, 3}, {0, 0, 2, 0}), convOf(1, {1, 1}, {}),
                                   convOf(2, {1, 2}, {0, 0, 1, 0}), convOf(3, {1, 1}, {}),
                                   convOf(4, {1, 3}, {0, 0, 0, 2}), convOf(5, {1, 3}, {0, 0, 1, 1})});
        tensor::Tensor picture(tensor::DType::F32, {1, 24, 1});
        for (std::uint64_t i = 0; i < picture.count(); ++i) picture.set(i, static_cast<float>(i % 7));
        const auto failure = shared(network, picture, {{1, 24}, {1, 8}}, circuit, array);
        QVERIFY(failure.has_value());
        QVERIFY2(failure->empty(), failure->c_str());
    }

    // Of two layers with windows of 3 x 3 four circuits send each other 2 x 2 borders a layer, and the host
    // sends each pixel once.
    void whatIsSent() {
        const project::TileArray array{2, 2};
        const test::OnDisk circuit(test::circuitsIn(array, 6));
        const Network network =
            networkOf({16, 24, 1}, {convOf(0, {3, 3}, {1, 1, 1, 1}), convOf(1, {3, 3}, {1, 1, 1, 1})});
        const auto plan = planTiles(network, {16, 24}, project::sharedSize({8, 12}, array), std::nullopt);
        QVERIFY(plan);
        const TilingPlan parts = project::partsOf(*plan, array);
        const auto tile = project::tileNetwork(network, parts);
        QVERIFY(tile);
        lower::striding::Options options;
        options.launches.emplace().share = Share::Layers;
        const auto programs = project::lowerTiles(*tile, parts, circuit.limits(), options, array);
        QVERIFY2(programs, programs ? "" : textOf(programs.problem()).c_str());
        const tensor::Tensor picture(tensor::DType::F32, network.input.shape);
        project::LaunchedRun run(*programs, *tile, parts, circuit.path(), picture);
        const auto machine = run.begin();
        QVERIFY(machine);
        QVERIFY((*machine)->run({}).kind == machine::StopKind::Halted);
        const project::TileBytes planned = run.bytesMoved();
        QVERIFY(planned.moved() == project::hostBytesOf(**machine));
        QCOMPARE(planned.picture, std::uint64_t{16 * 24 * 4});
        QCOMPARE(planned.reread, std::uint64_t{0});
        // Columns of 8 rows, both ways in two rows of circuits; rows of 12 columns and two of border
        // likewise.
        QCOMPARE(planned.sent, std::uint64_t{2 * (4 * 8 + 4 * 14) * 4});
    }

    // Channels are taken in each part by itself, and windows that could be partial are not where parts have
    // whole ones; those at the picture's end may be.
    void whatOnlyLooksAsIfItReachedFar() {
        const project::TileArray array{2, 2};
        const test::OnDisk circuit(test::circuitsIn(array, 6));
        Layer wide = convOf(0, {3, 3}, {1, 1, 1, 1}), taken, pool;
        wide.weights = tensor::Tensor(tensor::DType::F32, {3, 3, 1, 4});
        for (std::uint64_t w = 0; w < 36; ++w) wide.weights.set(w, static_cast<float>(w % 5) - 2.0f);
        taken.kind = Kind::Take;
        taken.name = "taken";
        taken.indices = {2};
        taken.inputs = {1};
        pool.name = "pool";
        pool.kernel = pool.stride = {2, 2};
        pool.ceil = true;
        pool.inputs = {3};
        for (const Kind kind : {Kind::MaxPool, Kind::AveragePool}) {
            pool.kind = kind;
            const Network network =
                networkOf({21, 26, 1}, {wide, taken, convOf(2, {3, 3}, {1, 1, 1, 1}), pool});
            tensor::Tensor picture(tensor::DType::F32, network.input.shape);
            for (std::uint64_t i = 0; i < picture.count(); ++i) picture.set(i, static_cast<float>(i % 11));
            const auto failure = shared(network, picture, {{21, 26}, {6, 8}}, circuit, array);
            QVERIFY(failure.has_value());
            QVERIFY2(failure->empty(), failure->c_str());
        }
    }

    void whatCannotBeShared() {
        const auto refusalOf = [](const Network& network, const Size& part, const project::TileArray& array) {
            const auto limits = test::circuitsIn(array, 6).limits;
            const Size picture = test::sizeOf(network.input.shape);
            const auto plan = planTiles(network, picture, project::sharedSize(part, array), std::nullopt);
            LW_REQUIRE(bool(plan), plan ? "" : textOf(plan.problem()).c_str());
            const TilingPlan parts = project::partsOf(*plan, array);
            const auto tile = project::tileNetwork(network, parts);
            LW_REQUIRE(bool(tile), "a part's network");
            lower::striding::Options options;
            options.launches.emplace().share = Share::Layers;
            const auto programs = project::lowerTiles(*tile, parts, limits, options, array);
            return programs ? nullptr : programs.problem().message;
        };
        const Network valid = networkOf({1, 24, 1}, {convOf(0, {1, 3}, {})});
        QCOMPARE(refusalOf(valid, {1, 8}, {1, 3}), &project::messages::kNotApart); // 6 of 8 are made
        const Network wide = networkOf({1, 24, 1}, {convOf(0, {1, 7}, {0, 0, 3, 3})});
        QCOMPARE(refusalOf(wide, {1, 8}, {1, 3}), nullptr);
        QCOMPARE(refusalOf(wide, {1, 2}, {1, 4}), &project::messages::kHaloTooWide);
        Layer pool;
        pool.kind = Kind::MaxPool;
        pool.name = "pool";
        pool.inputs = {0};
        pool.kernel = {1, 3};
        pool.stride = {1, 2};
        pool.ceil = true; // a part of 8 makes 4, the last of which is partial
        QCOMPARE(refusalOf(networkOf({1, 24, 1}, {pool}), {1, 8}, {1, 3}), &project::messages::kNotApart);
    }
};

int tst_layer_sharing(int argc, char** argv) { return lw::tests::run<TestLayerSharing>(argc, argv); }
#include "tst_layer_sharing.moc"
