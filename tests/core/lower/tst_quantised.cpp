// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_import.h"
#include "core/network/quantise.h"
#include "core/network/quantise_loss.h"
#include "core/network/shapes.h"
#include "core/project/load_network.h"
#include "core/tensor/batch.h"
#include "core/tensor/npy.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/parts_run.h"
#include "tests/core/lower/random_network.h"
#include "tests/core/network/exports.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>
#include <random>

using namespace lw;
using namespace lw::lower;
using namespace lw::lower::striding;
using tensor::Tensor;

namespace {

// What the network computes of an input, and the circuit gives back.
void compareOnCircuit(const network::Network& network, const test::Circuit& circuit, const Tensor& x,
                      const std::string& where) {
    const test::LoweredRun run = test::runLowered(network, circuit, x, {});
    QVERIFY2(run.failure.empty(), (where + run.failure + run.lowering.text).c_str());
    QVERIFY2(run.unexpected == 0, (where + run.lowering.text).c_str());
    for (const LayerReport& layer : run.lowering.report.layers)
        QVERIFY(layer.reason.exact && layer.wrong == 0 && layer.verdict == Verdict::Exact);
    const auto codes = network::asInput(network, x, network::Arithmetic::F32);
    QVERIFY(codes);
    const std::vector<Tensor> wanted = network::computeAll(network, *codes, {});
    for (const network::ValueId id : network.outputs) {
        const network::ValueId here =
            *network::findValue(*run.lowering.plan.network, network::nameOf(network, id));
        const Tensor* got = run.find(run.lowering.plan.hostNames[here]);
        QVERIFY2(got && *got == wanted[id], (where + network::nameOf(network, id)).c_str());
    }
}

// The same with the host between programs; whether it could be lowered.
bool compareInParts(const network::Network& network, const test::OnDisk& circuit, const Tensor& x,
                    const std::string& where) {
    auto lowered = lowerInParts(network, circuit.limits(), {});
    if (!lowered) return false;
    const auto codes = network::asInput(network, x, network::Arithmetic::F32);
    const test::PartsRun run = test::runInParts(*lowered, circuit, *codes);
    const auto check = [&](bool isRight, const std::string& what) {
        if (!isRight) QTest::qFail((where + what).c_str(), __FILE__, __LINE__);
    };
    check(run.failure.empty(), run.failure);
    check(run.output == network::computeAll(network, *codes, {})[network.outputs[0]], "another output");
    for (const Lowering& part : lowered->parts)
        for (const LayerReport& layer : part.report.layers)
            check(layer.reason.exact && layer.wrong == 0 && layer.verdict == Verdict::Exact, layer.name);
    return true;
}

} // namespace

class TestQuantised : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // The classifier of digits: both strided layers are proven exact, and the circuit gives the codes that
    // the reference does.
    void digits() {
        source::DiskLoader loader;
        source::Files files(loader);
        const auto real =
            project::loadNetwork(LW_ROOT "/examples/networks/strided-digits/digits_f32.json", files);
        const auto images = tensor::readNpy(LW_ROOT "/examples/data/optdigits_images_u8.npy");
        QVERIFY(real && images);
        std::vector<Tensor> bytes, samples;
        for (std::uint64_t i = 0; i < 100; ++i) {
            bytes.push_back(tensor::itemOf(*images, i, {8, 8}));
            samples.push_back(*network::asInput(*real, bytes.back(), network::Arithmetic::F32));
        }
        const auto made = network::quantise(*real, samples, {});
        QVERIFY(made);
        for (std::uint64_t i = 0; i < 5; ++i)
            compareOnCircuit(made->network, test::teachingCircuit(), bytes[i], "");
    }
    // On a circuit whose array has less room than the layers, with the host where it has no unit.
    void randomNetworks() {
        const test::OnDisk circuit(test::teachingCircuit());
        int ran = 0, products = 0, tables = 0;
        for (std::uint32_t seed = 0; seed < 400; seed += test::kSeedStep) {
            const test::RandomNetwork random(seed, network::Precision::F32);
            const auto x = network::asInput(random.network, random.x, network::Arithmetic::F32);
            QVERIFY(x);
            const auto made = network::quantise(random.network, std::vector{*x}, {seed % 2 == 0});
            if (!made) { // functions that int8 does not have, numbers that are infinite or nearly so
                const std::string code(made.problem().message->code);
                QVERIFY2(code == "E541" || code == "E542" || code == "E544", textOf(made.problem()).c_str());
                continue;
            }
            if (!compareInParts(made->network, circuit, *x, "seed " + std::to_string(seed) + ": ")) continue;
            ++ran;
            products += has(made->network, network::Kind::Mul);
            tables += has(made->network, network::Kind::Table);
        }
        constexpr int kStep = test::kSeedStep;
        QVERIFY2(ran > 150 / kStep && products > 4 / kStep && tables > 80 / kStep,
                 qPrintable(QString("%1 ran, %2 products, %3 tables").arg(ran).arg(products).arg(tables)));
    }

    // A table of each channel and one of all, over several strips and blocks of channels.
    void tables() {
        std::mt19937 random(3);
        const auto layer = [&](std::string name, network::ValueId read, tensor::Shape shape) {
            network::Layer out;
            out.kind = network::Kind::Table;
            out.name = std::move(name);
            out.inputs = {read};
            out.weights = Tensor(tensor::DType::I32, std::move(shape));
            for (std::uint64_t i = 0; i < out.weights.count(); ++i)
                out.weights.set(i, static_cast<std::int32_t>(random() % 2000) - 1000);
            out.requant = network::Requant(3, 4, static_cast<std::int32_t>(random() % 20));
            return out;
        };
        network::Network network;
        network.precision = network::Precision::I8;
        network.input.shape = {20, 20, 5};
        network.input.zero = 7;
        network.layers = {layer("each", network::kInput, {256, 5}), layer("all", 1, {256})};
        network.outputs = {2};
        QVERIFY(network::inferShapes(network));
        Tensor x(tensor::DType::I8, network.input.shape);
        for (std::uint64_t i = 0; i < x.count(); ++i) x.set(i, static_cast<std::int8_t>(random() % 256));
        compareOnCircuit(network, test::circuitWith({{"arrayColumns", 3}}), x, "");
    }

    // What PyTorch exports: squeeze and excite, HardSwish, SiLU, slopes of negative numbers.
    void exported_data() {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < exports().size(); ++i)
            QTest::newRow(exports()[i].name.c_str()) << static_cast<int>(i);
    }
    void exported() {
        QFETCH(int, number);
        const test::onnx::Export& one = exports()[static_cast<std::size_t>(number)];
        const auto real = network::importOnnx(std::as_bytes(std::span(one.model)), one.name);
        if (!real) return; // looked at elsewhere
        const std::vector<Tensor> samples = samplesFor(*real);
        const auto made = network::quantise(*real, samples, {});
        if (one.name.find("corners") != std::string::npos || one.name.starts_with("DeepLab")) {
            QVERIFY(!made && made.problem().message->code == "E541");
            QVERIFY2(textOf(made.problem()).find("resample") != std::string::npos,
                     textOf(made.problem()).c_str());
            return;
        }
        QVERIFY2(made, made ? "" : textOf(made.problem()).c_str());
        const auto loss = network::lossOf(*made, samples, {}, {});
        QVERIFY(loss);
        const double wide = loss->outputs[0].high - loss->outputs[0].low;
        QVERIFY2(loss->outputs[0].mean < 0.03 * wide,
                 qPrintable(QString("%1 of %2").arg(loss->outputs[0].mean).arg(wide)));
        const test::OnDisk circuit(test::circuitWith({{"arrayRows", 8}, {"arrayColumns", 8}}));
        QVERIFY(compareInParts(made->network, circuit, samples[0], {}));
    }

  private:
    static const std::vector<test::onnx::Export>& exports() {
        static const std::vector<test::onnx::Export> kAll = test::onnx::exports();
        return kAll;
    }
    static bool has(const network::Network& network, network::Kind kind) {
        return std::ranges::any_of(network.layers, [&](const auto& layer) { return layer.kind == kind; });
    }
    static std::vector<Tensor> samplesFor(const network::Network& network) {
        std::mt19937 random(11);
        std::uniform_real_distribution<float> around(-1, 1);
        std::vector<Tensor> out(8, Tensor(tensor::DType::F32, network.input.shape));
        for (Tensor& x : out)
            for (std::uint64_t i = 0; i < x.count(); ++i) x.set(i, around(random));
        return out;
    }
};

int tst_quantised(int argc, char** argv) {
    return lw::tests::run<TestQuantised, QCoreApplication>(argc, argv);
}
#include "tst_quantised.moc"
