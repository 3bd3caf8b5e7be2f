// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/direct.h"
#include "core/network/onnx_import.h"
#include "core/network/reference.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/parts_run.h"
#include "tests/core/lower/random_network.h"
#include "tests/core/network/exports.h"
#include "tests/core/network/plain_tensors.h"
#include "tests/core/network/random_graph.h"
#include "tests/reference/onnx/nearness.h"
#include "tests/reference/onnx/run.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <memory>
#include <random>

using namespace lw;
using tensor::DType;
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

Tensor inputOf(const network::Network& network, const plain::Tensor& batch, std::int64_t item) {
    return test::float32Of(test::heldAs(network.input.shape, test::itemOf(batch, item)));
}

Result<network::Network> imported(const Export& one) {
    return network::importOnnx(std::as_bytes(std::span(one.model)), one.name);
}

const std::vector<Export>& all() {
    static const std::vector<Export> kAll = test::onnx::exports();
    return kAll;
}

constexpr std::uint32_t kGraphs = 1000;

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
            const Tensor given = inputOf(*network, x, item);
            const Tensor measured = network::computeAll(*network, given, {})[network->outputs[0]];
            const auto held = [&](const plain::Tensor& batch) {
                return test::heldAs(measured.shape(), test::itemOf(batch, item));
            };
            const plain::Nearness nearness =
                plain::nearnessOf(test::plainOf(measured), held(exact), held(rounded));
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
        const test::OnDisk circuit(test::circuitWith({{"arrayRows", rows}, {"arrayColumns", 8}}));
        lower::striding::Options options;
        options.fold = false;
        auto lowered = lower::striding::lowerInParts(*network, circuit.limits(), options);
        QVERIFY2(lowered, lowered ? "" : textOf(lowered.problem()).c_str());
        const Tensor x = inputOf(*network, randomInput(one.input), 0);
        network::ReferenceOptions order;
        order.blockChannels = rows;
        const Tensor wanted = network::computeAll(*network, x, order)[network->outputs[0]];
        const test::PartsRun ran = test::runInParts(*lowered, circuit, x);
        QVERIFY2(ran.failure.empty(), ran.failure.c_str());
        QVERIFY(ran.output == wanted);
    }

    // Graphs that nobody chose, on circuits on which nothing fits.
    void randomGraphs() {
        std::vector<std::unique_ptr<test::OnDisk>> circuits;
        for (test::Circuit& circuit : test::tightCircuits())
            circuits.push_back(std::make_unique<test::OnDisk>(std::move(circuit)));
        std::uint32_t right = 0, cut = 0;
        for (std::uint32_t seed = 0; seed < kGraphs; seed += test::kSeedStep) {
            const test::onnx::RandomGraph graph(seed);
            const auto network = network::importOnnx(std::as_bytes(std::span(graph.model)), "random");
            if (!network || network->input.shape.size() == graph.input.shape.size()) continue;
            const test::OnDisk& circuit = *circuits[seed % circuits.size()];
            lower::striding::Options options;
            options.fold = seed % 2 == 0;
            auto lowered = lower::striding::lowerInParts(*network, circuit.limits(), options);
            if (!lowered) {
                QVERIFY(lowered.problem().message->code.starts_with("E64"));
                continue;
            }
            const Tensor x = inputOf(*network, graph.input, 0);
            const test::PartsRun ran = test::runInParts(*lowered, circuit, x);
            const std::string where = "seed " + std::to_string(seed) + ":" + graph.operators + " ";
            QVERIFY2(ran.failure.empty(), (where + ran.failure).c_str());
            const Tensor wanted = lower::striding::directOutput(*network, circuit.limits(), options.fold, x);
            QVERIFY2(ran.output == wanted, where.c_str());
            ++right;
            cut += lowered->parts.size() > 1;
        }
        QVERIFY2(right > kGraphs / test::kSeedStep / 2 && cut > kGraphs / test::kSeedStep / 20,
                 qPrintable(QString("%1 right, %2 cut").arg(right).arg(cut)));
    }
};

int tst_exports(int argc, char** argv) { return lw::tests::run<TestExports, QCoreApplication>(argc, argv); }
#include "tst_exports.moc"
