// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/quantise.h"
#include "core/project/load_network.h"
#include "core/tensor/batch.h"
#include "core/tensor/npy.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/random_network.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

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
    void randomNetworks() {
        const test::Circuit circuit = test::teachingCircuit();
        int ran = 0;
        for (std::uint32_t seed = 0; seed < 300; seed += test::kSeedStep) {
            const test::RandomNetwork random(seed, network::Precision::F32);
            const auto x = network::asInput(random.network, random.x, network::Arithmetic::F32);
            QVERIFY(x);
            const auto made = network::quantise(random.network, std::vector{*x}, {seed % 2 == 0});
            if (!made) { // functions that int8 does not have, numbers that are infinite or nearly so
                const std::string code(made.problem().message->code);
                QVERIFY2(code == "E541" || code == "E542" || code == "E544", textOf(made.problem()).c_str());
                continue;
            }
            if (!strideKernels(made->network, circuit.limits, {})) continue;
            compareOnCircuit(made->network, circuit, *x, "seed " + std::to_string(seed) + ": ");
            ++ran;
        }
        QVERIFY(ran > 100 / static_cast<int>(test::kSeedStep));
    }
};

int tst_quantised(int argc, char** argv) {
    return lw::tests::run<TestQuantised, QCoreApplication>(argc, argv);
}
#include "tst_quantised.moc"
