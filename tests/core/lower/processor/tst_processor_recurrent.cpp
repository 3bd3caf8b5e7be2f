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
project::Software softwareFor(const project::LoadedProgram& loaded) {
    auto software = project::softwareOf(loaded, "firmware");
    if (!software) qFatal("%s", textOf(software.problem()).c_str());
    return *std::move(software);
}

std::vector<std::uint16_t> codesIn(const QString& path) {
    std::vector<std::uint16_t> out;
    const auto tensor = tensor::readNpy(path.toStdString());
    for (std::uint64_t i = 0; tensor && i < tensor->count(); ++i) out.push_back(tensor->at<std::uint16_t>(i));
    return out;
}

// Lines of the first loop.
std::ptrdiff_t linesOfLoop(const std::string& text) {
    const std::size_t begin = text.find("for i in range(");
    const std::size_t end = text.find("\n\n", begin);
    return std::count(text.begin() + std::ptrdiff_t(begin), text.begin() + std::ptrdiff_t(end), '\n') + 1;
}

} // namespace

class TestProcessorRecurrent : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Layers of both kinds, whole and in pieces, with matrices that stay and with those that come for each
    // product: the bits are those of plain loops over the network.
    void randomLayers() {
        QTemporaryDir folder;
        std::set<std::string> seen;
        int streamed = 0, ran = 0;
        const Seeds seeds = seedsBelow(1500);
        for (const std::uint32_t seed : seeds) {
            const RandomRecurrent random(seed);
            const std::uint32_t matrices = seed % 3 == 0 ? 3 + seed % 17 : 4096;
            const int bits = static_cast<int>(3 + seed % 6), matrixBits = static_cast<int>(2 + seed % 5);
            const std::string machine = machineFile(
                folder, with(kLarge, {{"matrices", matrices},
                                      {"vectorMantissaBits", static_cast<std::uint32_t>(bits)},
                                      {"matrixMantissaBits", static_cast<std::uint32_t>(matrixBits)}}));
            std::string fault;
            const auto got = ranOn(random.network, machine, random.x, fault);
            if (!got) { // a row of matrices that does not fit
                QVERIFY2(matrices < 4096 && std::string_view(got.problem().message->code) == "E882",
                         textOf(got.problem()).c_str());
                continue;
            }
            QVERIFY2(fault.empty(), fault.c_str());
            ++ran;
            streamed += matrices < 4096 ? 1 : 0;
            const RecurrentShape& shape = random.shape;
            seen.insert(std::to_string(static_cast<int>(shape.kind)) +
                        std::to_string(static_cast<int>(shape.output)) + (shape.hasPeephole ? "p" : "") +
                        (shape.isLinear ? "l" : ""));
            const PlainFormats formats{4, bits, matrixBits, matrices};
            const std::string difference =
                differenceOf(random.network, *got, plainValues(random.network, numbersOf(random.x), formats));
            QVERIFY2(difference.empty(), (std::to_string(seed) + ": " + difference).c_str());
        }
        QVERIFY(ran > static_cast<int>(seeds.size()) * 2 / 3);
        if (seeds.size() < 100) return;
        QVERIFY(streamed > 5);
        QCOMPARE(seen.size(), std::size_t{3 * 2 + 2 * 2}); // outputs with and without peephole, both resets
    }

    // What the loop becomes gives the same bits in every number of every step.
    void software_data() {
        QTest::addColumn<int>("number");
        QTest::newRow("lstm") << 0;
        QTest::newRow("lstm with peepholes, matrices for each product") << 1;
        QTest::newRow("gru") << 2;
        QTest::newRow("gru with the reset behind the product") << 3;
        for (const int seed : {21, 22, 23, 24}) QTest::addRow("random %d", seed) << seed; // with other layers
    }
    void software() {
        QFETCH(int, number);
        RecurrentShape shape{number < 2 ? Kind::Lstm : Kind::Gru, RecurrentOutput::Sequence, 9, 6, 7};
        shape.hasPeephole = number == 1;
        shape.isLinear = number == 3;
        if (number > 1) shape.output = RecurrentOutput::Last;
        const RandomRecurrent random(static_cast<std::uint32_t>(number));
        const bool isRandom = number > 3;
        const network::Network network =
            isRandom ? random.network : networkOf(recurrentLayer(shape, 7), shape);
        const tensor::Tensor x = isRandom ? random.x : randomSteps(shape, 8);
        QTemporaryDir folder;
        const std::uint32_t matrices = number == 1 ? 3 : 4096;
        const project::LoadedProgram loaded =
            loadedOn(network, machineFile(folder, with(kLarge, {{"matrices", matrices}})), &x);
        const project::Software software = softwareFor(loaded);
        const auto machine = loaded.createMachine({});
        for (const project::Language& language : project::languages())
            QVERIFY(bool(project::writeSoftware(software, language, **machine, folder.path().toStdString(),
                                                "software")));
        const project::Observed observed = project::observe(software, **machine);
        QVERIFY(!observed.stop.fault);
        const auto agrees = [&] {
            const auto difference =
                project::firstDifference(software, observed.codes, codesIn(folder.filePath("values.npy")));
            QVERIFY2(!difference, difference ? project::textOf(*difference, software).c_str() : "");
        };
        QCOMPARE(
            saidBy("/usr/bin/python3", {"-W", "error", folder.filePath("software_numpy.py"), "--values"}),
            QString());
        agrees();
        QVERIFY(QFile::remove(folder.filePath("values.npy")));
        QCOMPARE(saidBy("g++", {"-std=c++17", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Werror",
                                "-O0", "-o", folder.filePath("software"), folder.filePath("software.cpp")}),
                 QString());
        QCOMPARE(saidBy(folder.filePath("software"), {folder.path(), "--values"}), QString());
        agrees();
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

    // What is too large is named with what there is.
    void tooLarge() {
        QTemporaryDir folder;
        RecurrentShape shape{Kind::Lstm, RecurrentOutput::Last, 3, 8, 40};
        const network::Network network = networkOf(recurrentLayer(shape, 1), shape);
        for (const auto& [key, code] : {std::pair{"matrices", "E882"},
                                        {"chainVectors", "E886"},
                                        {"addSub0Vectors", "E883"},
                                        {"addSub1Vectors", "E883"},
                                        {"multiplyVectors", "E883"}}) {
            const auto lowered =
                project::lowerForProcessor(network, machineFile(folder, with(kLarge, {{key, 9}})), nullptr);
            QVERIFY2(!lowered && std::string_view(lowered.problem().message->code) == code, key);
        }
    }
};

int tst_processor_recurrent(int argc, char** argv) {
    return lw::tests::run<TestProcessorRecurrent>(argc, argv);
}
#include "tst_processor_recurrent.moc"
