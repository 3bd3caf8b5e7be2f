// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "core/project/lowered_program.h"
#include "core/project/processor_network.h"
#include "tests/core/lower/processor/plain_processor.h"
#include "tests/core/lower/processor/processor_runs.h"
#include "tests/core/lower/processor/software_runs.h"
#include "tests/support/run_test.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <random>

using namespace lw;
using namespace lw::test;
using network::Kind;
using network::Layer;
using network::Network;

namespace {

tensor::Tensor randomOf(std::mt19937& random, tensor::Shape shape, float most) {
    tensor::Tensor out(tensor::DType::F32, std::move(shape));
    std::uniform_real_distribution<float> number(-most, most);
    for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, number(random));
    return out;
}

Network networkOf(tensor::Shape input) {
    Network out;
    out.name = "small";
    out.input.shape = std::move(input);
    return out;
}
void add(Network& network, Layer layer) {
    layer.inputs = {network.layers.size()};
    if (!network::inferShape(network, layer)) qFatal("a layer");
    network.layers.push_back(std::move(layer));
    network.outputs = {network.layers.size()};
}
Network softmaxOf(tensor::Shape shape, std::optional<std::uint32_t> axis = {}) {
    Network out = networkOf(std::move(shape));
    Layer layer;
    layer.name = "p";
    layer.kind = Kind::Softmax;
    layer.axis = axis;
    add(out, std::move(layer));
    return out;
}

std::string codeOf(const Network& network, const Sizes& sizes) {
    QTemporaryDir folder;
    const auto lowered =
        project::lowerForProcessor(network, machineFile(folder, with(kLarge, sizes)), nullptr);
    return lowered ? "" : std::string(lowered.problem().message->code);
}

// What runs gives numbers like plain loops.
void compare(const Network& network, const tensor::Tensor& x, const Sizes& sizes = {},
             const PlainFormats& formats = {}) {
    QTemporaryDir folder;
    std::string fault;
    const auto got = ranOn(network, machineFile(folder, with(kLarge, sizes)), x, fault);
    QVERIFY2(bool(got), got ? "" : textOf(got.problem()).c_str());
    QVERIFY2(fault.empty(), fault.c_str());
    QCOMPARE(got->size(), network.outputs.size());
    const std::string difference = differenceOf(network, *got, plainValues(network, numbersOf(x), formats));
    QVERIFY2(difference.empty(), difference.c_str());
}
// On a machine with chains and a MatrixRf of that size, which also bound how wide a product is.
void compareOn(const Network& network, const tensor::Tensor& x, std::uint32_t chain, std::uint32_t matrices) {
    compare(network, x, {{"chainVectors", chain}, {"matrices", matrices}},
            {.mostColumns = std::min(chain, matrices)});
}

} // namespace

// Layers and networks that have one thing about them which others have not.
class TestProcessorFunctions : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Channels that fill their vectors and such that do not: were the zeros after them to take part, no sum
    // would be near 1. x - m, e^ and the quotient are rounded once each, by 1/2048 of their size at most:
    // with differences of at most 12 that is 12 / 2048 in the exponent, of both x - m, and two roundings
    // more.
    void softmaxIsNearFloat64() {
        std::mt19937 random(7);
        QTemporaryDir folder;
        constexpr double kBound = 2 * 12.0 / 2048 + 3.0 / 2048;
        for (const tensor::Shape& shape : {tensor::Shape{10}, {1}, {4}, {37}, {3, 5}, {2, 3, 7}, {5, 4, 8}}) {
            const Network network = softmaxOf(shape);
            const tensor::Tensor x = randomOf(random, shape, 6);
            std::string fault;
            const auto got = ranOn(network, machineFile(folder, kLarge), x, fault);
            QVERIFY(got && fault.empty());
            // Of the input as the processor gets it, which is in FP16.
            tensor::Tensor half(tensor::DType::F64, shape);
            const std::vector<double> held = plainValues(network, numbersOf(x), {})[0];
            for (std::uint64_t i = 0; i < half.count(); ++i) half.set(i, held[i]);
            const auto exact = network::computeAll(network, half, {.arithmetic = network::Arithmetic::F64});
            double sum = 0;
            for (std::uint64_t i = 0; i < half.count(); ++i) {
                const double is = tensor::valueAt(got->front(), i), wanted = tensor::valueAt(exact[1], i);
                QVERIFY2(std::abs(is - wanted) <= kBound * wanted + 0x1p-24,
                         qPrintable(QString("%1, not %2").arg(is).arg(wanted)));
                sum += is;
            }
            const double pixels = static_cast<double>(half.count() / shape.back());
            QVERIFY(std::abs(sum - pixels) < 0.01 * pixels);
            compare(network, x);
        }
    }

    // Behind a product, in the middle of a network and at its end.
    void softmaxInSoftware() {
        std::mt19937 random(12);
        QTemporaryDir folder;
        Network network = networkOf({2, 3, 5});
        Layer conv, softmax, flatten, dense;
        conv.name = "c";
        conv.kind = Kind::Conv;
        conv.weights = randomOf(random, {1, 1, 5, 7}, 1);
        softmax.name = "p";
        softmax.kind = Kind::Softmax;
        flatten.name = "f";
        flatten.kind = Kind::Flatten;
        dense.name = "d";
        dense.kind = Kind::Dense;
        dense.weights = randomOf(random, {42, 6}, 1);
        for (const Layer& layer : {conv, softmax, flatten, dense}) add(network, layer);
        softmax.name = "q";
        add(network, softmax);
        const tensor::Tensor x = randomOf(random, {2, 3, 5}, 2);
        const std::string machine = machineFile(folder, kLarge);
        const auto lowered = project::lowerForProcessor(network, machine, &x);
        QVERIFY(bool(lowered));
        const auto loaded = project::loadWritten(lowered->lowering, lowered->machine);
        QVERIFY(bool(loaded));
        const project::Software software = softwareFor(*loaded);
        writeSoftware(*loaded, software, folder.path());
        const std::string difference = differenceOfSoftware(*loaded, software, folder.path());
        QVERIFY2(difference.empty(), difference.c_str());
        compare(network, x);
    }

    // A pixel is a chain's iteration as long as its step can be named, and a chain of its own beyond that.
    void softmaxOnSmallMachines() {
        std::mt19937 random(8);
        const tensor::Tensor x = randomOf(random, {3, 3, 10}, 4);
        const Network network = softmaxOf({3, 3, 10});
        for (const std::uint32_t chain : {3u, 4u, 7u, 16u}) compare(network, x, {{"chainVectors", chain}});
        QCOMPARE(codeOf(network, {{"chainVectors", 2}}), std::string("E886"));
        const tensor::Tensor long1 = randomOf(random, {2, 1, 1100}, 4);
        compare(softmaxOf({2, 1, 1100}), long1);
    }

    void whatIsNoSoftmaxOfChannels() {
        const auto problem = [](const Network& network) {
            QTemporaryDir folder;
            return project::lowerForProcessor(network, machineFile(folder, kLarge), nullptr);
        };
        const auto refused = problem(softmaxOf({3, 4, 5}, 0));
        QVERIFY(!refused);
        QCOMPARE(textOf(refused.problem()),
                 std::string("softmax \"p\" cannot be put on the neural network processor: it is along axis "
                             "0, not along the channels, which are the last one"));
        // What was flattened pixel by pixel, with zeros between.
        Network flat = networkOf({2, 2, 3});
        Layer flatten, softmax;
        flatten.name = "f";
        flatten.kind = Kind::Flatten;
        softmax.name = "p";
        softmax.kind = Kind::Softmax;
        add(flat, flatten);
        add(flat, softmax);
        QVERIFY(!problem(flat));
        Network filled = networkOf({2, 2, 8});
        add(filled, flatten);
        add(filled, softmax);
        std::mt19937 random(9);
        compare(filled, randomOf(random, {2, 2, 8}, 4));
    }

    // Columns in several products: what hints say of their matrices is true, and loads are as large as the
    // machine counts.
    void productsOfSeveralPasses() {
        std::mt19937 random(11);
        const tensor::Tensor x = randomOf(random, {64}, 2);
        Network network = networkOf({64});
        Layer dense;
        dense.name = "d";
        dense.kind = Kind::Dense;
        dense.weights = randomOf(random, {64, 12}, 0.2f);
        add(network, dense);
        for (const std::uint32_t chain : {3u, 8u, 12u})
            for (const std::uint32_t matrices : {chain, 24u, 64u}) compareOn(network, x, chain, matrices);
    }

    // Windows whose row of matrices is longer than MatrixRf: they come before each product, for every group
    // of places, with gaps in the windows or without.
    void imagesWithStreamedMatrices() {
        std::mt19937 random(13);
        const tensor::Tensor x = randomOf(random, {6, 5, 9}, 2);
        for (const std::uint32_t dilation : {1u, 2u})
            for (const auto& [chain, matrices] : {std::pair{64u, 4u}, {64u, 7u}, {9u, 5u}, {64u, 26u}}) {
                Network network = networkOf({6, 5, 9});
                Layer conv;
                conv.name = "c";
                conv.kind = Kind::Conv;
                conv.kernel = {3, 3};
                conv.dilation = {dilation, dilation};
                conv.pad = {1, 1, 1, 1};
                conv.activation = network::Activation::Relu;
                conv.weights = randomOf(random, {3, 3, 9, 6}, 0.4f);
                conv.bias = randomOf(random, {6}, 1);
                add(network, conv);
                compareOn(network, x, chain, matrices);
            }
    }

    // 512 native matrices through a MatrixRf of 64: 32 come while 32 are used, so that no load waits for a
    // product. 2,048 rows of matrices are loaded, one in a clock.
    void loadsGoOnBesideProducts() {
        std::mt19937 random(14);
        Network network = networkOf({128});
        Layer dense;
        dense.name = "d";
        dense.kind = Kind::Dense;
        dense.weights = randomOf(random, {128, 64}, 0.1f);
        add(network, dense);
        QTemporaryDir folder;
        const std::string machine = machineFile(folder, with(kLarge, {{"matrices", 64}}));
        const tensor::Tensor x = randomOf(random, {128}, 2);
        const auto lowered = project::lowerForProcessor(network, machine, &x);
        const auto loaded = project::loadWritten(lowered->lowering, lowered->machine);
        QVERIFY(bool(loaded));
        const std::string& text = lowered->lowering.text;
        QVERIFY(text.find("m_wr MatrixRf, 32\n") != std::string::npos);
        const auto processor = loaded->createMachine({});
        QVERIFY(!(*processor)->run({}).fault);
        QVERIFY2((*processor)->clock() < 2250, std::to_string((*processor)->clock()).c_str());
    }

    // The input itself, a value twice, and no layer at all.
    void outputsOfAllKinds() {
        std::mt19937 random(10);
        const tensor::Tensor x = randomOf(random, {6}, 2);
        Network network = networkOf({6});
        network.outputs = {network::kInput};
        compare(network, x);
        Layer dense;
        dense.name = "d";
        dense.kind = Kind::Dense;
        dense.weights = randomOf(random, {6, 5}, 1);
        add(network, dense);
        for (const std::vector<network::ValueId>& outputs :
             {std::vector<network::ValueId>{0, 1}, {1, 0}, {1, 1}, {0, 0, 1, 1}}) {
            network.outputs = outputs;
            compare(network, x);
        }
    }
};

int tst_processor_functions(int argc, char** argv) {
    return lw::tests::run<TestProcessorFunctions>(argc, argv);
}
#include "tst_processor_functions.moc"
