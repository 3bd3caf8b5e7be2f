// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/messages.h"
#include "core/lower/striding/direct.h"
#include "core/lower/striding/stages.h"
#include "core/network/shapes.h"
#include "core/project/strided_run.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/random_network.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace lw;
using namespace lw::lower::striding;
using network::Kind;
using network::ValueId;
using tensor::DType;
using tensor::Tensor;

namespace {

// Layers of an image of 4 x 4 x 2, each with what it reads.
network::Network networkOf(const std::vector<std::pair<Kind, std::vector<ValueId>>>& layers,
                           std::vector<ValueId> outputs) {
    network::Network out;
    out.input.shape = {4, 4, 2};
    for (const auto& [kind, inputs] : layers) {
        network::Layer layer;
        layer.name = "layer " + std::to_string(out.layers.size() + 1);
        layer.kind = kind;
        layer.inputs = inputs;
        if (kind == Kind::Constant) layer.weights = Tensor(DType::F32, {4, 4, 2});
        if (kind == Kind::Transpose) layer.order = {0, 1, 2};
        LW_REQUIRE(bool(network::inferShape(out, layer)), "a layer of the test is wrong");
        out.layers.push_back(std::move(layer));
    }
    out.outputs = std::move(outputs);
    return out;
}

std::vector<std::vector<std::size_t>> layersOf(const Stages& stages) {
    std::vector<std::vector<std::size_t>> out;
    for (const Part& part : stages.parts) out.push_back(part.layers);
    return out;
}
std::vector<std::vector<std::size_t>> hostsOf(const Stages& stages) {
    std::vector<std::vector<std::size_t>> out;
    for (const auto& host : stages.hosts) {
        out.emplace_back();
        for (const HostLayer& one : host) out.back().push_back(one.index);
    }
    return out;
}
using Layers = std::vector<std::vector<std::size_t>>;
using Ids = std::vector<ValueId>;

} // namespace

class TestParts : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void layersBeforeAndAfter() {
        // softmax, relu, softmax
        const Stages stages = stagesOf(
            networkOf({{Kind::Softmax, {0}}, {Kind::Relu, {1}}, {Kind::Softmax, {2}}}, {3}), circuit());
        QCOMPARE(layersOf(stages), Layers({{1}}));
        QCOMPARE(hostsOf(stages), Layers({{0}, {2}}));
        QCOMPARE(stages.parts[0].brings, Ids({1}));
        QCOMPARE(stages.parts[0].gives, Ids({2}));
    }

    void aLayerInTheMiddleCuts() {
        // relu, softmax of it, and their sum, which needs both: the first part's value comes back
        const Stages stages = stagesOf(
            networkOf({{Kind::Relu, {0}}, {Kind::Softmax, {1}}, {Kind::Add, {1, 2}}}, {3, 1}), circuit());
        QCOMPARE(layersOf(stages), Layers({{0}, {2}}));
        QCOMPARE(hostsOf(stages), Layers({{}, {1}, {}}));
        QCOMPARE(stages.parts[0].brings, Ids({0}));
        QCOMPARE(stages.parts[0].gives, Ids({1}));
        QCOMPARE(stages.parts[1].brings, Ids({1, 2}));
        QCOMPARE(stages.parts[1].gives, Ids({3}));
    }

    void layersAreEarly() {
        // What does not wait for the softmax is in the first part, though it stands after it.
        const Stages stages = stagesOf(
            networkOf({{Kind::Relu, {0}}, {Kind::Softmax, {1}}, {Kind::Tanh, {1}}, {Kind::Relu, {2}}},
                      {3, 4}),
            circuit());
        QCOMPARE(layersOf(stages), Layers({{0, 2}, {3}}));
        QCOMPARE(stages.parts[0].gives, Ids({1, 3}));
    }

    void constantsBelongToWhoReadsThem() {
        const Stages stages = stagesOf(
            networkOf({{Kind::Constant, {}}, {Kind::Add, {0, 1}}, {Kind::Softmax, {2}}, {Kind::Mul, {3, 1}}},
                      {4}),
            circuit());
        QCOMPARE(layersOf(stages), Layers({{0, 1}, {0, 3}}));
        QCOMPARE(stages.parts[1].brings, Ids({3}));
    }

    void whatMovesStaysWhereItIs() {
        const Stages after = stagesOf(
            networkOf({{Kind::Relu, {0}}, {Kind::Softmax, {1}}, {Kind::Transpose, {2}}, {Kind::Flatten, {3}}},
                      {4}),
            circuit());
        QCOMPARE(layersOf(after), Layers({{0}}));
        QCOMPARE(hostsOf(after), Layers({{}, {1, 2, 3}}));
        // What the circuit has computed is moved there.
        const Stages before =
            stagesOf(networkOf({{Kind::Transpose, {0}}, {Kind::Softmax, {1}}}, {2}), circuit());
        QCOMPARE(layersOf(before), Layers({{0}}));
    }

    void nothingForTheCircuit() {
        const network::Network network = networkOf({{Kind::Softmax, {0}}}, {1});
        QVERIFY(stagesOf(network, circuit()).parts.empty());
        const auto refused = lowerInParts(network, circuit(), {});
        QVERIFY(!refused);
        QCOMPARE(refused.problem().message, &lower::messages::kNotLowered);
    }

    void aWholeNetworkHasOnePart() {
        const network::Network network = networkOf({{Kind::Relu, {0}}, {Kind::Tanh, {1}}}, {2, 1, 0});
        const auto lowered = lowerInParts(network, circuit(), {});
        QVERIFY(bool(lowered));
        QCOMPARE(lowered->parts.size(), std::size_t{1});
        QCOMPARE(lowered->parts[0].plan.part.gives, Ids({2, 1})); // the input is at the host
        QVERIFY(lowered->parts[0].report.hostLayers.empty());
    }

    void randomNetworks_data() {
        QTest::addColumn<bool>("integers");
        QTest::newRow("float32") << false;
        QTest::newRow("int8") << true;
    }
    // Part after part, on circuits of all sizes: what leaves the last one is what plain loops compute in the
    // same order, and every value on the way is as predicted.
    void randomNetworks() {
        QFETCH(bool, integers);
        const QTemporaryDir folder;
        const std::vector<test::Circuit> all = test::tightCircuits();
        std::vector<std::string> machines;
        for (const test::Circuit& circuit : all) {
            machines.push_back(folder.filePath(QStringLiteral("%1.json").arg(machines.size())).toStdString());
            std::ofstream(machines.back()) << circuit.json;
        }
        int ran = 0, cut = 0, before = 0, after = 0;
        for (std::uint32_t seed = 5000; seed < 5700; seed += test::kSeedStep) {
            const test::RandomNetwork made(seed, integers ? network::Precision::I8 : network::Precision::F32,
                                           true);
            Options options;
            options.fold = seed % 2 == 0;
            options.images = seed % 4 == 0 ? 2 : 1;
            auto lowered = lowerInParts(made.network, all[seed % all.size()].limits, options);
            if (!lowered) continue; // what refuses is tested elsewhere
            const Tensor x = options.images > 1 ? made.images(options.images) : made.x;
            project::StridedRun run(*lowered, machines[seed % all.size()], x);
            for (std::size_t part = 0; part < lowered->parts.size(); ++part) {
                const std::string where = "seed " + std::to_string(seed) + ": ";
                const auto machine = run.begin(part);
                QVERIFY2(bool(machine), machine ? "" : (where + textOf(machine.problem())).c_str());
                const machine::Stop stop = (*machine)->run({});
                QVERIFY2(!stop.fault, (where + lowered->parts[part].text).c_str());
                const auto unexpected = run.finish(part, **machine);
                QVERIFY(bool(unexpected));
                QVERIFY2(*unexpected == 0, (where + lowered->parts[part].text).c_str());
            }
            checkOutput(run.outputs().front(), *lowered, made, x, options);
            ++ran;
            cut += lowered->parts.size() > 1;
            before += !lowered->stages.hosts.front().empty();
            after += !lowered->stages.hosts.back().empty();
        }
        constexpr int kStep = test::kSeedStep;
        QVERIFY2(ran > 400 / kStep && cut > 40 / kStep && before > 40 / kStep && after > 40 / kStep,
                 qPrintable(QStringLiteral("%1 ran, %2 cut, %3 before, %4 after")
                                .arg(ran)
                                .arg(cut)
                                .arg(before)
                                .arg(after)));
    }

  private:
    static machine::CircuitLimits circuit() { return test::teachingCircuit().limits; }
    // By the whole network's plain loops, which know no parts.
    static void checkOutput(const Tensor& got, const LoweredNetwork& lowered, const test::RandomNetwork& made,
                            const Tensor& x, const Options& options) {
        const ValueId output = lowered.network->outputs.front();
        const machine::CircuitLimits& circuit = lowered.parts.front().plan.circuit;
        const std::uint64_t images = options.images, bytes = got.bytes().size() / images,
                            read = x.bytes().size() / images;
        for (std::uint64_t image = 0; image < images; ++image) {
            const auto one = x.bytes().subspan(image * read, read);
            const Tensor wanted =
                directOutput(made.network, circuit, options.fold,
                             Tensor(x.dtype(), made.network.input.shape, {one.begin(), one.end()}));
            const auto here = got.bytes().subspan(image * bytes, bytes);
            const Tensor item(got.dtype(), network::shapeOf(*lowered.network, output),
                              {here.begin(), here.end()});
            QCOMPARE(differenceOf(item, wanted).count, 0u);
        }
    }
};

int tst_parts(int argc, char** argv) { return lw::tests::run<TestParts, QCoreApplication>(argc, argv); }
#include "tst_parts.moc"
