// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/messages.h"
#include "core/network/shapes.h"
#include "core/project/layer_sharing.h"
#include "core/project/messages.h"
#include "core/project/overlap_columns.h"
#include "tests/core/scene/counting_network.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::project;
using lower::striding::Share;
using lower::tiling::Overlap;
using lower::tiling::Size;
using network::Kind;
using network::Layer;
using network::Network;

namespace {

const std::string kFour = LW_ROOT "/examples/networks/inference-2x2.json";
constexpr TileArray kTwoByTwo{2, 2};

// A convolution of 3, and these after it.
Network after(std::vector<Layer> layers, std::uint64_t rows, std::uint64_t columns) {
    Network out = test::counting(1, rows, columns);
    for (Layer& layer : layers) {
        layer.inputs = {out.layers.size()};
        layer.name = "after" + std::to_string(out.layers.size());
        out.layers.push_back(std::move(layer));
    }
    out.outputs = {out.layers.size()};
    LW_REQUIRE(bool(network::inferShapes(out)), "a network");
    return out;
}
Layer layerOf(Kind kind) {
    Layer out;
    out.kind = kind;
    return out;
}
Layer poolOf(Kind kind, network::Pair kernel, network::Padding pad) {
    Layer out = layerOf(kind);
    out.kernel = kernel;
    out.pad = pad;
    return out;
}

Result<bool> halts(machine::Machine& machine) { return machine.run({}).kind == machine::StopKind::Halted; }
const TilesWatch kWatch{[](machine::Machine& machine, auto) { return halts(machine); }};

// A network with a picture on a machine.
class Bench {
  public:
    Bench(Network network, std::string machine, const TileArray& array)
        : m_network(std::move(network))
        , m_picture(network::dtypeOf(m_network, network::kInput), m_network.input.shape)
        , m_size{static_cast<std::int64_t>(m_network.input.shape[0]),
                 static_cast<std::int64_t>(m_network.input.shape[1])}
        , m_what{m_network, m_picture, std::move(machine), {}, array} {
        for (std::uint64_t i = 0; i < m_picture.count(); ++i) {
            const std::int64_t pixel = static_cast<std::int64_t>(i * 37 % 101) - 50;
            if (m_picture.dtype() == tensor::DType::I8)
                m_picture.set(i, static_cast<std::int8_t>(pixel));
            else
                m_picture.set(i, static_cast<float>(pixel));
        }
        m_what.options.keep = 0;
        auto whole = wholePicture(m_network, m_what.machine, m_what.options, m_picture, halts);
        LW_REQUIRE(whole && *whole, "the whole picture is known");
        m_whole = **std::move(whole);
    }
    // Why this cannot be; null: all tiles give what the whole picture gives.
    const Message* kept(Overlap overlap, const Size& fixed) const {
        const auto column = overlapColumn(m_what, {m_size, fixed, {}}, overlap, m_whole, kWatch);
        LW_REQUIRE(column && *column, "a run that ends");
        if ((*column)->refused) return (*column)->refused->message;
        LW_REQUIRE((*column)->isRight(), "every element is right");
        return nullptr;
    }
    // The same of circuits that share layers.
    const Message* shared(const Size& part, Overlap overlap = Overlap::Recompute) const {
        TilesToRun what = m_what;
        what.options.launches.emplace().share = Share::Layers;
        const bool keeps = overlap != Overlap::Recompute;
        if (keeps) what.array = what.array.keeping(overlap);
        auto plan = keeps ? lower::tiling::planTiles(m_network, m_size, part, {}, what.array.grid(), overlap)
                          : planParts(m_network, m_size, part, {}, what.array);
        LW_REQUIRE(bool(plan), "a plan");
        const auto ran = runTiles(what, keeps ? *plan : partsOf(*plan, what.array), kWatch);
        if (!ran) return ran.problem().message;
        const auto agreements = agreementsOf((*ran)->outputs, m_whole.outputs());
        LW_REQUIRE(agreements && sumOf(*agreements).isAll(), "every element is right");
        return nullptr;
    }

  private:
    Network m_network;
    tensor::Tensor m_picture;
    Size m_size;
    TilesToRun m_what;
    WholePicture m_whole;
};

} // namespace

// What is refused names what can be done instead: that runs, and gives what the whole picture gives.
class TestWaysOut : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void rowsOnAnArray() { // E844
        const Bench bench(test::counting(2, 20, 22), kFour, kTwoByTwo);
        QCOMPARE(bench.kept(Overlap::Both, {8, 8}), &messages::kKeptOnArray);
        QCOMPARE(bench.kept(Overlap::Columns, {8, 8}), nullptr);
        QCOMPARE(bench.kept(Overlap::Recompute, {8, 8}), nullptr);
    }
    void whereTheHostComputes() { // E845: without the layer, or each tile by itself
        const Bench hosted(after({layerOf(Kind::ArgMax)}, 20, 22), {}, {});
        for (const Overlap overlap : {Overlap::Columns, Overlap::Both})
            QCOMPARE(hosted.kept(overlap, {8, 8}), &messages::kKeptByHost);
        QCOMPARE(hosted.kept(Overlap::Recompute, {8, 8}), nullptr);
        const Bench section(after({}, 20, 22), {}, {});
        for (const Overlap overlap : {Overlap::Columns, Overlap::Both})
            QCOMPARE(section.kept(overlap, {8, 8}), nullptr);
    }
    void whereTheHostComputesOnAnArray() { // E787: on one circuit
        const Network hosted = after({layerOf(Kind::ArgMax)}, 20, 22);
        const Bench array(hosted, kFour, kTwoByTwo);
        for (const Overlap overlap : {Overlap::Recompute, Overlap::Columns})
            QCOMPARE(array.kept(overlap, {8, 8}), &messages::kNotForArray);
        QCOMPARE(array.shared({8, 8}), &messages::kNotForArray);
        QCOMPARE(Bench(hosted, {}, {}).kept(Overlap::Recompute, {8, 8}), nullptr);
    }
    void whatCannotBeMasked() { // E662: a size for which the plan is exact, or ring
        Network sums = after({poolOf(Kind::AveragePool, {3, 3}, {1, 1, 1, 1})}, 7, 13);
        sums.precision = network::Precision::I8;
        sums.layers[0].weights = tensor::Tensor(tensor::DType::I8, sums.layers[0].weights.shape());
        QVERIFY(network::inferShapes(sums));
        const Bench bench(sums, {}, {});
        QCOMPARE(bench.kept(Overlap::Recompute, {8, 8}), &lower::messages::kNotMasked);
        QCOMPARE(bench.kept(Overlap::Recompute, {7, 9}), nullptr);
        QVERIFY(bool(lower::tiling::planTiles(sums, {7, 13}, {8, 8}, lower::tiling::Fill::Ring)));
    }
    void keptAndSharedLayers() { // E853: one of the two
        const Bench bench(test::counting(2, 20, 22), kFour, kTwoByTwo);
        QCOMPARE(bench.shared({8, 8}, Overlap::Columns), &messages::kKeptInParts);
        QCOMPARE(bench.kept(Overlap::Columns, {8, 8}), nullptr);
        QCOMPARE(bench.shared({8, 8}), nullptr);
    }
    void whatCannotBeShared_data() { // E851: circuits that share the input
        QTest::addColumn<int>("which");
        QTest::newRow("an average without its padding") << 0;
        QTest::newRow("a partial window") << 1;
        QTest::newRow("bilinear, masked") << 2;
    }
    void whatCannotBeShared() {
        QFETCH(int, which);
        Layer average = poolOf(Kind::AveragePool, {3, 3}, {1, 1, 1, 1}),
              partial = poolOf(Kind::MaxPool, {3, 3}, {});
        average.countIncludePad = false;
        partial.stride = {2, 2}, partial.ceil = true;
        const Layer layers[] = {average, partial, layerOf(Kind::UpsampleBilinear)};
        // The last one ends inside of a tile of 16.
        const Bench bench(after({layers[which]}, which == 2 ? 11 : 21, 13), kFour, kTwoByTwo);
        QCOMPARE(bench.shared({8, 8}), &messages::kNotApart);
        QCOMPARE(bench.kept(Overlap::Recompute, {8, 8}), nullptr);
    }
};

int tst_ways_out(int argc, char** argv) { return lw::tests::run<TestWaysOut>(argc, argv); }
#include "tst_ways_out.moc"
