// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/cpp_text.h"
#include "core/concord/python_text.h"
#include "core/network/fold_biases.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "core/project/load_network.h"
#include "core/project/lowered_program.h"
#include "core/project/processor_network.h"
#include "core/project/software.h"
#include "core/tensor/npy.h"
#include "tests/core/chips/nnp/software_files.h"
#include "tests/core/lower/processor/plain_processor.h"
#include "tests/core/lower/processor/processor_runs.h"
#include "tests/core/lower/processor/random_recurrent.h"
#include "tests/core/lower/processor/software_runs.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace lw;
using namespace lw::test;
using network::Kind;
using network::RecurrentOutput;

namespace {

project::LoadedProgram loadedOn(const network::Network& network, const std::string& machine,
                                const tensor::Tensor* x) {
    auto lowered = project::lowerForProcessor(network, machine, x);
    if (!lowered) qFatal("%s", textOf(lowered.problem()).c_str());
    auto loaded = project::loadWritten(lowered->lowering, lowered->machine);
    if (!loaded) qFatal("%s", textOf(loaded.problem()).c_str());
    return *std::move(loaded);
}

// Lines of the first loop.
std::ptrdiff_t linesOfLoop(const std::string& text) {
    const std::size_t begin = text.find("for i in range(");
    const std::size_t end = text.find("\n\n", begin);
    return std::count(text.begin() + std::ptrdiff_t(begin), text.begin() + std::ptrdiff_t(end), '\n') + 1;
}

// The module cuts the input and fills it up as the lowering has done.
void packsAsTheLowering(const QTemporaryDir& folder, const tensor::Tensor& x) {
    QVERIFY(bool(tensor::writeNpy(folder.filePath("x.npy").toStdString(), x)));
    writeText(
        folder.filePath("packs.py"),
        "import os\nimport numpy as np\nimport blockfloat\nfrom software_numpy import prepared\n"
        "os.chdir(os.path.dirname(os.path.abspath(__file__)))\nx, lowered = np.load('x.npy'), np.load('netin.npy')\n"
        "assert (blockfloat.codes(prepared(x)) == lowered.view(np.uint16)).all()\n");
    QCOMPARE(saidBy("/usr/bin/python3", {"-B", folder.filePath("packs.py")}), QString());
}

} // namespace

class TestProcessorRecurrent : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Layers of both kinds, whole and in pieces, with matrices that stay, with those that come for each
    // product, and with products of a few columns: the bits are those of plain loops over the network.
    void randomLayers() {
        QTemporaryDir folder;
        std::set<std::string> seen;
        int streamed = 0, inPieces = 0;
        const Seeds seeds = seedsBelow(1500);
        for (const std::uint32_t seed : seeds) {
            const OnProcessor random = recurrentOnProcessor(seed);
            std::string fault;
            const auto got = ranOn(random.network, machineFile(folder, random.sizes), random.x, fault);
            QVERIFY2(bool(got), got ? "" : (std::to_string(seed) + ": " + textOf(got.problem())).c_str());
            QVERIFY2(fault.empty(), fault.c_str());
            const RecurrentShape shape = RandomRecurrent(seed).shape;
            streamed += random.sizes.at("matrices") < 4096 ? 1 : 0;
            inPieces += std::max(shape.features, shape.hidden) > 4 * random.formats.mostColumns ? 1 : 0;
            seen.insert(std::to_string(static_cast<int>(shape.kind)) +
                        std::to_string(static_cast<int>(shape.output)) + (shape.hasPeephole ? "p" : "") +
                        (shape.isLinear ? "l" : ""));
            const std::string difference = differenceOf(
                random.network, *got, plainValues(random.network, numbersOf(random.x), random.formats));
            QVERIFY2(difference.empty(), (std::to_string(seed) + ": " + difference).c_str());
        }
        if (seeds.size() < 100) return;
        QVERIFY(streamed > 5 && inPieces > 5);
        QCOMPARE(seen.size(), std::size_t{3 * 2 + 2 * 2}); // outputs with and without peephole, both resets
    }

    // What the loop becomes gives the same bits in every number of every step.
    void software_data() {
        QTest::addColumn<int>("number");
        QTest::newRow("lstm") << 0;
        QTest::newRow("lstm with peepholes, matrices for each product") << 1;
        QTest::newRow("gru") << 2;
        QTest::newRow("gru with the reset behind the product") << 3;
        QTest::newRow("lstm whose products are of one matrix each") << 4;
        QTest::newRow("gru whose products are of one matrix each") << 5;
        for (const int seed : {21, 22, 23, 24}) QTest::addRow("random %d", seed) << seed; // with other layers
    }
    void software() {
        QFETCH(int, number);
        const bool isLstm = number < 2 || number == 4, isOfOne = number == 4 || number == 5;
        RecurrentShape shape{isLstm ? Kind::Lstm : Kind::Gru, RecurrentOutput::Sequence, 9, 6, 7};
        shape.hasPeephole = isLstm && number != 0;
        shape.isLinear = number == 3;
        if (!isLstm) shape.output = RecurrentOutput::Last;
        const RandomRecurrent random(static_cast<std::uint32_t>(number));
        const bool isRandom = number > 5;
        const network::Network network =
            isRandom ? random.network : networkOf(recurrentLayer(shape, 7), shape);
        const tensor::Tensor x = isRandom ? random.x : randomSteps(shape, 8);
        QTemporaryDir folder;
        const std::uint32_t matrices = isOfOne ? 1 : number == 1 ? 3 : 4096;
        const project::LoadedProgram loaded =
            loadedOn(network, machineFile(folder, with(kLarge, {{"matrices", matrices}})), &x);
        const project::Software software = softwareFor(loaded);
        writeSoftware(loaded, software, folder.path());
        packsAsTheLowering(folder, x);
        const std::string difference = differenceOfSoftware(loaded, software, folder.path());
        QVERIFY2(difference.empty(), difference.c_str());
    }

    // A loop, whatever its steps and sizes: a step of a lstm in less than a page.
    void lengthOfText() {
        for (const Kind kind : {Kind::Lstm, Kind::Gru}) {
            std::ptrdiff_t first = 0;
            for (const auto& [hidden, steps] : {std::pair{16u, 3u}, {1024u, 25u}}) {
                RecurrentShape shape{kind, RecurrentOutput::Last, steps, hidden, hidden};
                const network::Network network = networkOf(recurrentLayer(shape, 1), shape);
                const project::Software software = softwareFor(loadedOn(network, "nnp-bw-s10", nullptr));
                const std::string numpy = concord::numpyText(software.graph, software.stream),
                                  cpp = concord::cppText(software.graph, software.stream);
                QVERIFY(numpy.find("for i in range(" + std::to_string(steps) + "):") != std::string::npos);
                QVERIFY2(linesOfLoop(numpy) <= 60, numpy.c_str());
                const std::ptrdiff_t lines = std::count(cpp.begin(), cpp.end(), '\n');
                QVERIFY2(lines < 300, cpp.c_str());
                if (first == 0) first = lines;
                QCOMPARE(lines, first);
            }
        }
    }

    // What torch.onnx writes: a product for every step and an addition of a constant, which is its bias.
    void exports_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"lstm_every_step", "gru_every_step", "lstm_last", "gru_state"})
            QTest::newRow(name) << QString(LW_TESTS "/core/network/fixtures/recurrent/") + name;
    }
    void exports() {
        QFETCH(QString, name);
        source::DiskLoader loader;
        source::Files files(loader);
        const auto network = project::loadNetwork((name + ".onnx").toStdString(), files);
        const auto x = tensor::readNpy((name + ".x.npy").toStdString());
        QVERIFY(network && x);
        const network::Network folded = network::withBiasesFolded(*network);
        QCOMPARE(folded.layers.size() < network->layers.size(), name.endsWith("every_step"));
        const auto input = network::asInput(*network, *x, network::Arithmetic::F32);
        QVERIFY(bool(input));
        QCOMPARE(network::computeAll(folded, *input, {})[folded.outputs[0]],
                 network::computeAll(*network, *input, {})[network->outputs[0]]);
        std::string fault;
        const auto got = ranOn(*network, "", *x, fault);
        QVERIFY2(got && fault.empty(), got ? fault.c_str() : textOf(got.problem()).c_str());
        const std::string difference =
            differenceOf(folded, *got, plainValues(folded, numbersOf(*x), PlainFormats{}));
        QVERIFY2(difference.empty(), difference.c_str());
    }
    // An addition stays where others read the sums before it, where these have a bias already, and where its
    // numbers are not one for each channel.
    void biasesThatAreNone() {
        network::Network network;
        network.input.shape = {1, 2, 3};
        network::Layer conv, constant, add;
        conv.kind = Kind::Conv;
        conv.weights = tensor::Tensor(tensor::DType::F32, {1, 1, 3, 4});
        constant.kind = Kind::Constant;
        constant.weights = tensor::Tensor(tensor::DType::F32, {1, 1, 4});
        add.kind = Kind::Add;
        const auto layersFolded = [&](std::vector<network::ValueId> outputs) {
            conv.name = "conv", constant.name = "constant", add.name = "add";
            conv.inputs = {0}, add.inputs = {2, 1};
            network.layers = {conv, constant, add};
            network.outputs = std::move(outputs);
            const auto inferred = network::inferShapes(network);
            return inferred ? network.layers.size() - network::withBiasesFolded(network).layers.size() : 99;
        };
        QCOMPARE(layersFolded({3}), std::size_t{2});
        QCOMPARE(layersFolded({2, 3}), std::size_t{1}); // the constant is an output
        QCOMPARE(layersFolded({1, 3}), std::size_t{0});
        constant.weights = tensor::Tensor(tensor::DType::F32, {1, 2, 4});
        QCOMPARE(layersFolded({3}), std::size_t{0});
        constant.weights = tensor::Tensor(tensor::DType::F32, {1, 1, 1});
        QCOMPARE(layersFolded({3}), std::size_t{0});
        constant.weights = tensor::Tensor(tensor::DType::F32, {1, 1, 4});
        conv.bias = tensor::Tensor(tensor::DType::F32, {4});
        QCOMPARE(layersFolded({3}), std::size_t{0});
    }

    // What a view sees of steps, and what it may not be read as.
    void views() {
        const auto problemOf = [](network::Layer view, network::Layer reader) -> std::string {
            network::Network network;
            network.input.shape = {2, 3, 3};
            for (network::Layer* const layer : {&view, &reader}) {
                layer->name = layer == &view ? "view" : "reader";
                layer->inputs = {network.layers.size()};
                network.layers.push_back(*layer);
            }
            network.outputs = {2};
            const auto inferred = network::inferShapes(network);
            if (!inferred) return textOf(inferred.problem());
            const auto lowered = project::lowerForProcessor(network, "nnp-teaching", nullptr);
            return lowered ? "" : textOf(lowered.problem());
        };
        network::Layer flat, relu, dense, rows, channels;
        flat.kind = Kind::Flatten;
        relu.kind = Kind::Relu;
        dense.kind = Kind::Dense;
        dense.weights = tensor::Tensor(tensor::DType::F32, {18, 2});
        rows.kind = channels.kind = Kind::Take;
        rows.axis = 0;
        rows.indices = channels.indices = {0};
        QCOMPARE(problemOf(flat, dense), std::string());
        // Of three channels each pixel has a vector of its own, and a list of 18 numbers is in 5.
        QVERIFY(problemOf(flat, relu).find("only dense layers read") != std::string::npos);
        QVERIFY(problemOf(rows, relu).find("more than one row") != std::string::npos);
        QVERIFY(problemOf(channels, relu).find("it takes channels") != std::string::npos);
    }

    // What is too large is named with what there is; matrices and chains never are, as columns go in pieces.
    void tooLarge() {
        QTemporaryDir folder;
        const auto codeOf = [&](const RecurrentShape& shape, const Sizes& sizes) -> std::string {
            const auto lowered =
                project::lowerForProcessor(networkOf(recurrentLayer(shape, 1), shape),
                                           machineFile(folder, with(kLarge, sizes)), nullptr);
            return lowered ? std::string() : std::string(lowered.problem().message->code);
        };
        const RecurrentShape shape{Kind::Lstm, RecurrentOutput::Last, 3, 8, 40};
        for (const char* const file : {"addSub0Vectors", "addSub1Vectors", "multiplyVectors"})
            QVERIFY2(codeOf(shape, {{file, 9}}) == "E883", file);
        // Biases, what x makes and partial sums: 4, 4 and 2 times 10 vectors.
        QCOMPARE(codeOf(shape, {{"matrices", 9}, {"addSub0Vectors", 99}}), std::string("E883"));
        QCOMPARE(codeOf(shape, {{"matrices", 9}, {"addSub0Vectors", 100}}), std::string());
        QCOMPARE(codeOf(shape, {{"matrices", 1}, {"chainVectors", 1}}), std::string());
        // 2,047 vectors are the most that a place moves in a turn.
        RecurrentShape wide{Kind::Gru, RecurrentOutput::Last, 2, 4 * 2047, 1};
        QCOMPARE(codeOf(wide, {}), std::string());
        wide.features += 1;
        QCOMPARE(codeOf(wide, {}), std::string("E882"));
    }
};

int tst_processor_recurrent(int argc, char** argv) {
    return lw::tests::run<TestProcessorRecurrent>(argc, argv);
}
#include "tst_processor_recurrent.moc"
