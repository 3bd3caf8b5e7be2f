// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/network/shapes.h"
#include "core/project/load_network.h"
#include "core/project/processor_network.h"
#include "tests/support/run_test.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <fstream>
#include <limits>
#include <utility>

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
    void anInfinityIsInfinitelyFarOff() {
        constexpr float kInfinite = std::numeric_limits<float>::infinity(),
                        kNan = std::numeric_limits<float>::quiet_NaN();
        const auto off = [](float got, float wanted) {
            const float numbers[] = {got, 1}, others[] = {wanted, 1.5F};
            return project::distanceOf(tensor::Tensor::of<float>(tensor::DType::F32, {2}, numbers),
                                       tensor::Tensor::of<float>(tensor::DType::F32, {2}, others))
                .largestError;
        };
        for (const auto& [got, wanted] :
             {std::pair(kInfinite, 7.0F), {kNan, 7.0F}, {7.0F, kNan}, {kInfinite, -kInfinite}})
            QCOMPARE(off(got, wanted), double{kInfinite});
        for (const float both : {kInfinite, kNan, 3.0F}) QCOMPARE(off(both, both), 0.5);
        QCOMPARE(off(3, -4), 7.0);
    }
    // What has no distance is counted, and no element is the largest beside a NaN.
    void whatIsNotFiniteIsCounted() {
        constexpr float kInfinite = std::numeric_limits<float>::infinity(),
                        kNan = std::numeric_limits<float>::quiet_NaN();
        const auto distance = [](std::array<float, 4> got, std::array<float, 4> wanted) {
            return project::distanceOf(tensor::Tensor::of<float>(tensor::DType::F32, {4}, got),
                                       tensor::Tensor::of<float>(tensor::DType::F32, {4}, wanted));
        };
        const project::Distance some = distance({kNan, 1, kInfinite, 4}, {kNan, 1.25F, 7, kInfinite});
        QCOMPARE(some.notFinite, 2u);
        QCOMPARE(some.notFiniteInFloat64, 2u);
        QCOMPARE(some.compared, 1u);
        QCOMPARE(some.errorOfCompared, 0.25);
        QCOMPARE(some.largestError, double{kInfinite});
        QVERIFY(!some.hasSameLargest);
        const project::Distance none = distance({kNan, kNan, kNan, kNan}, {kNan, kNan, kNan, kNan});
        QCOMPARE(none.compared, 0u);
        QVERIFY(!none.hasSameLargest);
        const project::Distance all = distance({1, 2, 3, 4}, {1, 2, 3, 4.5F});
        QCOMPARE(all.compared, 4u);
        QCOMPARE(all.notFinite + all.notFiniteInFloat64, 0u);
        QVERIFY(all.hasSameLargest);
    }

    // FP16 ends with 65,504, and 65,520 is the first number that is rounded to infinity; half its smallest
    // number, 2^-25, is the last one that is rounded to 0.
    void numbersBeyondFp16AreReported() {
        network::Network network = wideLayer();
        network::Layer& dense = network.layers[0];
        QVERIFY(project::lowerForProcessor(network, "nnp-bw-a10", nullptr)->lowering.report.losses.empty());
        dense.weights.set(0, 65519.0F);
        dense.weights.set(1, 65520.0F);
        dense.weights.set(2, -1e6F);
        dense.weights.set(3, 0x1p-25F);
        dense.weights.set(4, -0x1.8p-25F);
        dense.weights.set(5, 1e-9F);
        dense.bias = tensor::Tensor(tensor::DType::F32, {32});
        dense.bias->set(0, std::numeric_limits<float>::quiet_NaN());
        dense.bias->set(1, 1e6F);
        const auto lowered = project::lowerForProcessor(network, "nnp-bw-a10", nullptr);
        QCOMPARE(lowered->lowering.report.losses,
                 (std::vector<lower::processor::RangeLoss>{{"y", 64 * 32 + 32, 3, 2, 1}}));
        tensor::Tensor x(tensor::DType::F32, {64});
        x.set(5, -1e5F);
        const auto fed = project::lowerForProcessor(network, "nnp-bw-a10", &x);
        QCOMPARE(fed->lowering.report.losses.size(), std::size_t{2});
        QCOMPARE(fed->lowering.report.losses[0], (lower::processor::RangeLoss{"x", 64, 1, 0, 0}));
    }

    // Matrices of integers from -8 to 7: weights with a fraction are rounded, and clamped beyond these.
    void weightsThatAreNoIntegersAreReported() {
        network::Network network = wideLayer();
        tensor::Tensor& weights = network.layers[0].weights;
        const float some[]{0.5F, -2.25F, 7.5F, 7.75F, -8.5F, 8.0F, -100.0F, 1e9F, -8.0F, 7.0F};
        for (std::uint64_t i = 0; i < std::size(some); ++i) weights.set(i, some[i]);
        QTemporaryDir folder;
        const std::string machine = folder.filePath("integers.json").toStdString();
        std::string json = *(*chips::chipNamed("nnp"))->builtIn("nnp-bw-a10");
        const auto set = [&](std::string_view key, std::string_view value) {
            const std::size_t at = json.find("\"value\": ", json.find("\"" + std::string(key) + "\"")) + 9;
            json.replace(at, json.find(',', at) - at, value);
        };
        set("exponentBits", "0");
        set("matrixMantissaBits", "4");
        std::ofstream(machine) << json;
        const auto lowered = project::lowerForProcessor(network, machine, nullptr);
        QVERIFY2(bool(lowered), lowered ? "" : textOf(lowered.problem()).c_str());
        lower::processor::RangeLoss wanted{"y", 64 * 32, 1}; // 1e9
        wanted.fractions = 4;                                // 0.5 to -8.5 but for 7.75
        wanted.clamped = 3;                                  // 7.75, 8 and -100
        QCOMPARE(lowered->lowering.report.losses, std::vector{wanted});
        QVERIFY(wanted.isOfFp16() && wanted.isOfIntegers());
        // Blocks hold each weight as nearly as the largest beside it lets them: nothing is told.
        weights.set(7, 1.0F);
        QVERIFY(project::lowerForProcessor(network, "nnp-bw-a10", nullptr)->lowering.report.losses.empty());
    }

    // What is too large for one machine may fit on another, and that is said.
    void whatDoesNotFitSaysWhereItDoes() {
        const auto said = [](const network::Network& network, const std::string& machine) {
            const auto lowered = project::lowerForProcessor(network, machine, nullptr);
            if (lowered) return std::string();
            std::string out(lowered.problem().message->code);
            for (const Note& note : lowered.problem().notes) out += "; " + textOf(note);
            return out;
        };
        network::Network network = wideLayer();
        QCOMPARE(said(network, ""), std::string());
        network.input.shape = {64 * 64}; // 1,024 vectors of 4
        network.layers[0].weights = tensor::Tensor(tensor::DType::F32, {64 * 64, 32});
        QCOMPARE(said(network, "nnp-teaching"), std::string("E883; it fits on nnp-bw-a10"));
        QCOMPARE(said(network, ""), std::string());
        network.input.shape = {std::uint64_t{1} << 21, 4}; // as many vectors
        network.layers[0].kind = network::Kind::Relu;
        network.layers[0].weights = {};
        network.layers[0].shape = network.input.shape;
        const std::string none =
            "; it fits on none of the built-in processors: nnp-teaching, nnp-bw-a10, nnp-bw-s10";
        for (const char* machine : {"", "nnp-teaching", "nnp-bw-a10"})
            QVERIFY2(said(network, machine).ends_with(none), said(network, machine).c_str());
        // What no machine computes is not tried elsewhere.
        network.layers[0].kind = network::Kind::Elu;
        QCOMPARE(said(network, "nnp-teaching"), std::string("E880"));
    }

    void recurrentLayersAreSeenInTheFile() {
        QVERIFY(*project::isRecurrent(kLstm));
        for (const std::string& path : {kDigits, kEdges}) {
            const auto isRecurrent = project::isRecurrent(path);
            QVERIFY2(isRecurrent && !*isRecurrent, path.c_str());
        }
        QTemporaryDir folder;
        const auto written = [&](const std::string& kind) {
            const std::string path = folder.path().toStdString() + "/" + kind + ".json";
            const std::string text =
                "{\"layers\": [{\"name\": \"y\", \"kind\": \"" + kind + "\", \"inputs\": [\"x\"]}]}";
            if (!writeFileAtomically(path, text)) qFatal("%s", path.c_str());
            return path;
        };
        QVERIFY(*project::isRecurrent(written("gru")));
        QVERIFY(*project::isRecurrent(written("lstm")));
        QVERIFY(!*project::isRecurrent(written("relu")));
    }

    // Before anyone is asked for which chip it is.
    void whatIsNoNetworkIsRefused_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("code");
        QTest::newRow("a text") << "notes.md" << QByteArray("# Notes\n\nNothing.\n") << "E549";
        QTest::newRow("broken") << "half.json" << QByteArray("{\"layers\": [") << "E600";
        QTest::newRow("another file")
            << "check.json" << QByteArray(R"({"schema": "lanewright check"})") << "E550";
        QTest::newRow("no model") << "text.onnx" << QByteArray("Not a model.\n") << "E580";
        QTest::newRow("no file") << "none.json" << QByteArray() << "E001";
    }
    void whatIsNoNetworkIsRefused() {
        QFETCH(QString, name);
        QFETCH(QByteArray, text);
        QFETCH(QString, code);
        const QTemporaryDir folder;
        const std::string path = folder.filePath(name).toStdString();
        if (!text.isEmpty())
            QVERIFY(bool(writeFileAtomically(path, std::string_view(text.constData(), text.size()))));
        const auto isRecurrent = project::isRecurrent(path);
        QVERIFY(!isRecurrent);
        QCOMPARE(QString::fromUtf8(isRecurrent.problem().message->code.data()), code);
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
