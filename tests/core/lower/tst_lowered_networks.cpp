// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/messages.h"
#include "core/network/shapes.h"
#include "core/project/load_network.h"
#include "core/tensor/compare.h"
#include "core/tensor/npz.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/random_network.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QDir>
#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace lw;
using namespace lw::lower;
using namespace lw::lower::striding;
using tensor::DType;
using tensor::Tensor;

namespace {

const QString kFixtures = QStringLiteral(LW_TESTS "/core/network/fixtures");

network::Network loaded(const std::string& path) {
    source::DiskLoader loader;
    source::Files files(loader);
    auto network = project::loadNetwork(path, files);
    LW_REQUIRE(bool(network), "a network of the tests is not one");
    return *std::move(network);
}
Tensor arrayOf(const std::string& path, const std::string& name) {
    auto arrays = tensor::readNpz(path);
    LW_REQUIRE(bool(arrays), "an archive of the tests is not one");
    for (const tensor::NamedArray& array : *arrays)
        if (array.name == name) return array.tensor;
    broken("requirement", "arrayOf", "an array of the tests is missing", __FILE__, __LINE__);
}

} // namespace

class TestLoweredNetworks : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // Every kind of layer on every circuit, against results of numpy.
    void agreesWithNumpy_data() {
        QTest::addColumn<QString>("name");
        for (const QString& file : QDir(kFixtures).entryList({"*.json"}))
            QTest::newRow(qPrintable(file)) << kFixtures + "/" + file.chopped(5);
    }
    void agreesWithNumpy() {
        QFETCH(QString, name);
        const network::Network network = loaded(name.toStdString() + ".json");
        const std::string archive = name.toStdString() + ".npz";
        const Tensor x = arrayOf(archive, "x"), y = arrayOf(archive, "y");
        for (const test::Circuit& circuit : test::tightCircuits()) {
            const auto lowering = strideKernels(network, circuit.limits, {});
            const std::string kind = name.section('/', -1).toStdString();
            const bool isHosts = kind == "elu" || kind == "exp" || kind == "log" || kind == "lrn" ||
                                 kind == "softmax" || kind == "log_softmax" || kind == "argmax" ||
                                 kind == "resample" || kind.starts_with("lstm") || kind.starts_with("gru");
            const bool isTooLong = kind == "i8_table" && circuit.limits.stripPixels < network::kCodes;
            const bool isRefused = isHosts || isTooLong;
            if (!lowering && lowering.problem().message == &messages::kUnitTooLarge) continue; // tiny strips
            QVERIFY2(bool(lowering) != isRefused, lowering ? "" : textOf(lowering.problem()).c_str());
            if (isRefused) {
                QCOMPARE(lowering.problem().message, &messages::kNotLowered);
                continue;
            }
            const test::LoweredRun run = test::runLowered(network, circuit, x, {});
            QVERIFY2(run.failure.empty(), (run.failure + run.lowering.text).c_str());
            QCOMPARE(run.unexpected, 0u);
            const Tensor* const got =
                run.find(run.lowering.plan.hostNames[run.lowering.plan.network->outputs[0]]);
            QVERIFY(got);
            if (network.precision == network::Precision::I8) {
                QVERIFY(*got == y);
                continue;
            }
            const auto in64 =
                tensor::compare(*tensor::cast(*got, DType::F64), y, {.atol = 2e-4, .rtol = 1e-5});
            QVERIFY(in64 && in64->accepted());
        }
    }

    void randomNetworks_data() {
        QTest::addColumn<bool>("integers");
        QTest::newRow("float32") << false;
        QTest::newRow("int8") << true;
    }
    // The run is what was predicted, layer by layer, on circuits of all sizes; and where every layer's mode
    // is proven, the outputs are those of the network itself.
    void randomNetworks() {
        QFETCH(bool, integers);
        const std::vector<test::Circuit> all = test::tightCircuits();
        int ran = 0, strided = 0;
        for (std::uint32_t seed = 0; seed < 1000; seed += test::kSeedStep) {
            const test::RandomNetwork made(seed, integers ? network::Precision::I8 : network::Precision::F32);
            const test::Circuit& circuit = all[seed % all.size()];
            Options options;
            options.fold = seed % 2 == 0;
            if (seed % 5 == 0) options.keep = seed % 3;
            if (seed % 3 == 0) options.order = RowOrder::Overlapped;
            const Tensor x = seed % 4 == 0 ? made.images(options.images = 2 + seed % 3) : made.x;
            const auto lowering = strideKernels(made.network, circuit.limits, options);
            if (!lowering) {
                const std::string code(lowering.problem().message->code);
                QVERIFY2(code == "E640" || code == "E641" || code == "E642" || code == "E643" ||
                             code == "E644",
                         textOf(lowering.problem()).c_str());
                continue;
            }
            const test::LoweredRun run = test::runLowered(made.network, circuit, x, options);
            const std::string where = "seed " + std::to_string(seed) + ": ";
            QVERIFY2(run.failure.empty(), (where + run.failure + run.lowering.text).c_str());
            QVERIFY2(run.unexpected == 0, (where + "not as predicted\n" + run.lowering.text).c_str());
            QCOMPARE(run.lowering.report.hostBytesBetween, 0u);
            for (const LayerReport& layer : run.lowering.report.layers) {
                QVERIFY(layer.reason.exact && layer.wrong == 0 && layer.verdict == Verdict::Exact);
                ++strided;
            }
            for (const network::ValueId id : run.lowering.plan.network->outputs)
                if (options.images == 1)
                    QCOMPARE(
                        differenceOf(*run.find(run.lowering.plan.hostNames[id]), run.expected.direct[0][id])
                            .count,
                        0u);
            // Integers have one result, whatever the order: that of the network as it was given.
            if (integers && options.images == 1) {
                const std::vector<Tensor> given = network::computeAll(made.network, x, {});
                const auto& outputs = run.lowering.plan.network->outputs;
                for (std::size_t i = 0; i < outputs.size(); ++i)
                    QVERIFY(run.expected.direct[0][outputs[i]] == given[made.network.outputs[i]]);
            }
            ++ran;
        }
        constexpr int kStep = test::kSeedStep;
        QVERIFY2(ran > 700 / kStep && strided > 300 / kStep,
                 qPrintable(QString("%1 ran, %2 strided").arg(ran).arg(strided)));
    }
    // Buffers that hold the network only if what is dead makes room, also for several images.
    void crowdedBuffers() {
        int crowded = 0;
        for (std::uint32_t seed = 3000; seed < 3600; seed += test::kSeedStep) {
            const test::RandomNetwork made(seed,
                                           seed % 2 == 0 ? network::Precision::I8 : network::Precision::F32);
            Options options;
            const Tensor x = seed % 3 == 0 ? made.images(options.images = 2) : made.x;
            const test::Circuit roomy = test::teachingCircuit();
            const auto needed =
                strideKernels(made.network, roomy.limits, {{}, 0, true, 0, options.images, {}});
            if (!needed) continue;
            const std::uint64_t less = needed->report.bufferBytes * (70 + seed % 30) / 100 / 16 * 16 + 16;
            const test::Circuit tight =
                test::circuitWith({{"bufferBytes", std::max<std::uint64_t>(less, 64)}});
            const auto lowering = strideKernels(made.network, tight.limits, options);
            if (!lowering) {
                const auto* const message = lowering.problem().message;
                QVERIFY(message == &messages::kBufferTooSmall || message == &messages::kModeUnusable);
                continue;
            }
            QVERIFY(lowering->report.bufferBytes <= tight.limits.bufferBytes);
            const auto& tensors = lowering->plan.tensors;
            crowded +=
                std::any_of(tensors.begin(), tensors.end(), [](const auto& one) { return one.isOverlaid; });
            const test::LoweredRun run = test::runLowered(made.network, tight, x, options);
            const std::string where = "seed " + std::to_string(seed) + ": ";
            QVERIFY2(run.failure.empty(), (where + run.failure + run.lowering.text).c_str());
            QVERIFY2(run.unexpected == 0, (where + "not as predicted\n" + run.lowering.text).c_str());
        }
        QVERIFY2(crowded > int{50 / test::kSeedStep}, qPrintable(QString::number(crowded)));
    }
    // The same in every mode, right or wrong.
    void everyModeOnRandomNetworks() {
        const std::vector<test::Circuit> all = test::tightCircuits();
        int ran = 0;
        for (std::uint32_t seed = 2000; seed < 2150; seed += test::kSeedStep) {
            const test::RandomNetwork made(seed,
                                           seed % 2 == 0 ? network::Precision::I8 : network::Precision::F32);
            for (const ModeRow& row : modes()) {
                if (row.mode == Mode::Direct) continue;
                Options options;
                options.mode = row.mode;
                const test::Circuit& circuit = all[seed % all.size()];
                if (!strideKernels(made.network, circuit.limits, options)) continue;
                const test::LoweredRun run = test::runLowered(made.network, circuit, made.x, options);
                const std::string where =
                    "seed " + std::to_string(seed) + ", " + std::string(row.name) + ": ";
                QVERIFY2(run.failure.empty(), (where + run.failure + run.lowering.text).c_str());
                QVERIFY2(run.unexpected == 0, (where + "not as predicted\n" + run.lowering.text).c_str());
                ++ran;
            }
        }
        QVERIFY(ran > int{700 / test::kSeedStep});
    }
};

int tst_lowered_networks(int argc, char** argv) {
    return lw::tests::run<TestLoweredNetworks, QCoreApplication>(argc, argv);
}
#include "tst_lowered_networks.moc"
