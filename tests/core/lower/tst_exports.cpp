// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_import.h"
#include "core/network/reference.h"
#include "core/project/strided_run.h"
#include "tests/core/lower/small_circuits.h"
#include "tests/core/network/exports.h"
#include "tests/core/network/plain_tensors.h"
#include "tests/reference/onnx/run.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <random>

using namespace lw;
using tensor::Tensor;
using test::onnx::Export;

namespace {

namespace plain = reference::onnx;

// What is refused as a whole, and the words of the refusal.
struct Refused {
    const char* begin;
    const char* words;
};
constexpr Refused kRefused[] = {
    {"patches, normalised", "LayerNormalization"},
};
plain::Tensor randomInput(const test::onnx::Extents& extents) {
    plain::Tensor out(extents);
    std::mt19937 random(7);
    std::uniform_real_distribution<float> around(-1, 1);
    for (double& value : out.values) value = static_cast<double>(around(random));
    return out;
}

Result<network::Network> imported(const Export& one) {
    return network::importOnnx(std::as_bytes(std::span(one.model)), one.name);
}

const std::vector<Export>& all() {
    static const std::vector<Export> kAll = test::onnx::exports();
    return kAll;
}

void everyExport() {
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < all().size(); ++i)
        QTest::newRow(all()[i].name.c_str()) << static_cast<int>(i);
}

} // namespace

// Networks as PyTorch exports them, beside plain loops that share nothing with the importer.
class TestExports : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void referenceComputesThem_data() { everyExport(); }
    // Each item of a batch, with the roundings of float32 as the only difference.
    void referenceComputesThem() {
        QFETCH(int, number);
        const Export& one = all()[static_cast<std::size_t>(number)];
        const auto network = imported(one);
        for (const Refused& refused : kRefused)
            if (one.name.starts_with(refused.begin)) {
                QVERIFY(!network);
                QVERIFY2(textOf(network.problem()).find(refused.words) != std::string::npos,
                         textOf(network.problem()).c_str());
                return;
            }
        QVERIFY2(network, network ? "" : textOf(network.problem()).c_str());
        const plain::Graph graph = plain::graphOf(one.model);
        const plain::Tensor x = randomInput(one.input);
        const plain::Tensor exact = plain::run(graph, {{"x", x}}).at(0);
        const plain::Tensor rounded = plain::runWithRoundings(graph, {{"x", x}}, 1).at(0);
        for (std::int64_t item = 0; item < x.extent(0); ++item) {
            const Tensor measured =
                network::computeAll(*network, test::itemOf(x, item), {})[network->outputs[0]];
            const plain::Tensor wanted = test::itemAlone(exact, item);
            const plain::Nearness nearness = plain::nearnessOf(test::inGraphOrder(measured, wanted), wanted,
                                                               test::itemAlone(rounded, item));
            QVERIFY2(nearness.isNear() && nearness.bound < 1e-4,
                     qPrintable(QString("%1, bound %2").arg(nearness.error).arg(nearness.bound)));
        }
    }

    void circuitComputesThem_data() { everyExport(); }
    // The same bits as the network's own loops, summed in the same order.
    void circuitComputesThem() {
        QFETCH(int, number);
        const Export& one = all()[static_cast<std::size_t>(number)];
        const auto network = imported(one);
        if (!network) return; // looked at above
        const std::uint32_t rows = 8;
        const test::Circuit circuit = test::circuitWith({{"arrayRows", rows}, {"arrayColumns", 8}});
        const QTemporaryDir folder;
        const std::string machine = folder.filePath("circuit.json").toStdString();
        std::ofstream(machine) << circuit.json;
        lower::striding::Options options;
        options.fold = false;
        auto lowered = lower::striding::lowerInParts(*network, circuit.limits, options);
        QVERIFY2(lowered, lowered ? "" : textOf(lowered.problem()).c_str());
        const Tensor x = test::itemOf(randomInput(one.input), 0);
        project::StridedRun run(*lowered, machine, x);
        for (std::size_t part = 0; part < lowered->parts.size(); ++part) {
            const auto chip = run.begin(part);
            QVERIFY2(chip, chip ? "" : textOf(chip.problem()).c_str());
            const machine::Stop stop = (*chip)->run({});
            QVERIFY2(!stop.fault, lowered->parts[part].text.c_str());
            const auto unexpected = run.finish(part, **chip);
            QVERIFY(unexpected && *unexpected == 0);
        }
        network::ReferenceOptions order;
        order.blockChannels = rows;
        QVERIFY(run.output() == network::computeAll(*network, x, order)[network->outputs[0]]);
    }
};

int tst_exports(int argc, char** argv) { return lw::tests::run<TestExports, QCoreApplication>(argc, argv); }
#include "tst_exports.moc"
