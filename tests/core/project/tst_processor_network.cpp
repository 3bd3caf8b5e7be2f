// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/network/shapes.h"
#include "core/project/load_network.h"
#include "core/project/processor_network.h"
#include "tests/support/run_test.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lw;

namespace {

const std::string kLstm = LW_ROOT "/examples/nnp/lstm/lstm.onnx",
                  kDigits = LW_ROOT "/examples/networks/strided-digits/digits_f32.json",
                  kEdges = LW_ROOT "/examples/networks/edge-filter/edge_filter.onnx";

network::Network networkFrom(const std::string& path) {
    source::DiskLoader loader;
    source::Files files(loader);
    auto network = project::loadNetwork(path, files);
    if (!network) qFatal("%s", textOf(network.problem()).c_str());
    return *std::move(network);
}

// 128 native matrices of 4 x 4, of which MatrixRf of nnp-teaching holds 64.
network::Network wideLayer() {
    network::Network out;
    out.name = "wide";
    out.input.shape = {64};
    network::Layer dense;
    dense.kind = network::Kind::Dense;
    dense.name = "y";
    dense.inputs = {network::kInput};
    dense.weights = tensor::Tensor(tensor::DType::F32, {64, 32});
    if (!network::inferShape(out, dense)) qFatal("a layer");
    out.layers = {dense};
    out.outputs = {1};
    return out;
}

} // namespace

class TestProcessorNetwork : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void recurrentLayersAreSeenInTheFile() {
        QVERIFY(project::isRecurrent(kLstm));
        for (const std::string& path : {kDigits, kEdges, std::string("/no/such/network.onnx")})
            QVERIFY2(!project::isRecurrent(path), path.c_str());
        QTemporaryDir folder;
        const auto written = [&](const std::string& kind) {
            const std::string path = folder.path().toStdString() + "/" + kind + ".json";
            const std::string text =
                "{\"layers\": [{\"name\": \"y\", \"kind\": \"" + kind + "\", \"inputs\": [\"x\"]}]}";
            if (!writeFileAtomically(path, text)) qFatal("%s", path.c_str());
            return path;
        };
        QVERIFY(project::isRecurrent(written("gru")));
        QVERIFY(project::isRecurrent(written("lstm")));
        QVERIFY(!project::isRecurrent(written("relu")));
    }

    // nnp-bw-a10 has native vectors of 128 numbers of two bytes, and MatrixRf of 512 matrices.
    void theReportSaysHowMuchIsTaken() {
        const auto lowered = project::lowerForProcessor(networkFrom(kLstm), "nnp-bw-a10", nullptr);
        QVERIFY(bool(lowered));
        const lower::processor::Report& report = lowered->lowering.report;
        QCOMPARE(report.dramBytes, (report.dramMatrices * 128 + report.dramVectors) * 128 * 2);
        const auto use = [&](std::string_view of) {
            for (const lower::processor::Use& one : report.uses)
                if (one.of == of) return one;
            return lower::processor::Use{};
        };
        QCOMPARE(use("MatrixRf").taken, report.dramMatrices);
        QCOMPARE(use("MatrixRf").room, std::uint64_t{512});
        QCOMPARE(use("instructions").taken, report.instructions);
        QCOMPARE(use("InitialVrf").taken, report.initialVectors);
        QCOMPARE(use("vdram").taken, report.dramVectors);
        // On the teaching machine they are streamed: nothing is said of how much stays.
        const auto small = project::lowerForProcessor(wideLayer(), "nnp-teaching", nullptr);
        QVERIFY(bool(small));
        QVERIFY(!small->lowering.report.areWeightsResident && !small->lowering.report.uses.empty());
        for (const lower::processor::Use& one : small->lowering.report.uses) QVERIFY(one.of != "MatrixRf");
    }
};

int tst_processor_network(int argc, char** argv) { return lw::tests::run<TestProcessorNetwork>(argc, argv); }
#include "tst_processor_network.moc"
