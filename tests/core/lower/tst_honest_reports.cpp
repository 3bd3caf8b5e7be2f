// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/messages.h"
#include "core/network/cut.h"
#include "core/network/shapes.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <random>

// What a report may claim after a run, and what is said of a network that does not fit.
using namespace lw;
using namespace lw::lower::striding;
using tensor::DType;
using tensor::Tensor;

namespace {

Tensor numbers(const tensor::Shape& shape, unsigned seed) {
    std::mt19937 random(seed);
    Tensor out(DType::F32, shape);
    for (std::uint64_t i = 0; i < out.count(); ++i)
        out.set(i, static_cast<float>(static_cast<int>(random() % 200) - 100) / 64);
    return out;
}
network::Layer conv(const char* name, network::ValueId reads, std::uint64_t from, std::uint64_t to,
                    std::uint32_t stride) {
    network::Layer out;
    out.name = name;
    out.kind = network::Kind::Conv;
    out.inputs = {reads};
    out.kernel = {3, 3};
    out.pad = {1, 1, 1, 1};
    out.stride = {stride, stride};
    out.weights = numbers({3, 3, from, to}, 5);
    out.activation = network::Activation::Relu;
    return out;
}
// A strided layer, larger ones after it, and a small output: 16 x 16 -> 8 x 8 x 16 -> ... -> 4 x 4 x 2.
network::Network chain() {
    network::Network out;
    out.input.shape = {16, 16, 2};
    out.layers = {conv("strided", 0, 2, 16, 2), conv("wide", 1, 16, 16, 1), conv("wider", 2, 16, 16, 1),
                  conv("last", 3, 16, 2, 2)};
    out.outputs = {4};
    LW_REQUIRE(bool(network::inferShapes(out)), "a network");
    return out;
}
constexpr std::uint64_t kCrowded = 17000; // bytes of a unified buffer that is used again

} // namespace

class TestHonestReports : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // A layer whose output is overwritten is shown by what was computed from it, and by nothing if that is
    // wrong.
    void whatFollowsConfirms() {
        const network::Network network = chain();
        Options options;
        options.keep = 0;
        const test::Circuit circuit = test::circuitWith({{"bufferBytes", kCrowded}});
        test::LoweredRun run = test::runLowered(network, circuit, numbers({16, 16, 2}, 1), options);
        QVERIFY2(run.failure.empty(), run.failure.c_str());
        Report& report = run.lowering.report;
        QVERIFY(!run.find(run.lowering.plan.frames[1][0].name)); // it does not stand any more
        QCOMPARE(report.layers[0].confirmed, std::optional(true));
        QCOMPARE(report.layers[0].confirmedBy, std::vector<std::string>{"last"});
        QCOMPARE(report.layers[1].confirmed, std::optional(true));
        QVERIFY(report.layers[1].confirmedBy.empty()); // it was compared itself
        QCOMPARE(report.outputs, (std::vector<ComparedOutput>{{"last", 4 * 4 * 2, 0}}));
        // One element of the output is another one.
        for (ReadTensor& one : run.read)
            if (one.name == "last") one.contents.set(7, one.contents.at<float>(7) + 1);
        QVERIFY(confirmRun(run.lowering.plan, run.expected, run.read, report) > 0);
        QCOMPARE(report.layers[0].confirmed, std::optional<bool>());
        QVERIFY(report.layers[0].confirmedBy.empty());
        QCOMPARE(report.layers[1].confirmed, std::optional(false));
        QCOMPARE(report.outputs, (std::vector<ComparedOutput>{{"last", 4 * 4 * 2, 1}}));
        // Nothing was read: nothing is known.
        QCOMPARE(confirmRun(run.lowering.plan, run.expected, {}, report), std::uint64_t{0});
        QCOMPARE(report.layers[0].confirmed, std::optional<bool>());
        QVERIFY(report.outputs.empty());
    }
    // In float32 space-to-depth adds in another order: that is rounding, by at most the difference there is.
    void roundingIsNoError() {
        network::Network network = chain();
        network.layers.resize(1);
        network.outputs = {1};
        Options options;
        options.mode = Mode::SpaceToDepth;
        Tensor x = numbers({16, 16, 2}, 2);
        for (std::uint64_t i = 0; i < x.count(); ++i) x.set(i, x.at<float>(i) / 3);
        const test::LoweredRun run = test::runLowered(network, test::teachingCircuit(), x, options);
        QVERIFY2(run.failure.empty(), run.failure.c_str());
        const LayerReport& layer = run.lowering.report.layers[0];
        QVERIFY(layer.wrong > 0 && layer.isOnlyRounded());
        QVERIFY(layer.maximalError > 0 && layer.maximalError < 1e-4);
        LayerReport other = layer;
        other.causes.push_back({Cause::BlockNotFinite, 1});
        QVERIFY(!other.isOnlyRounded());
    }

    // The layer, the tensor and where the rest begins; the rest then fits indeed.
    void whatDoesNotFit() {
        const network::Network network = chain();
        const test::Circuit circuit = test::circuitWith({{"bufferBytes", 8000}});
        const auto refused = strideKernels(network, circuit.limits, {});
        QVERIFY(!refused);
        const Problem& problem = refused.problem();
        QCOMPARE(problem.message, &lower::messages::kBufferTooSmall);
        const QString said = QString::fromStdString(textOf(problem));
        QVERIFY2(
            said.contains("most is alive at \"wide\"") &&
                said.contains(
                    "the largest tensor there is \"strided.out\" with 6400 bytes"), // 10 x 10 x 16 float32
            qPrintable(said));
        QCOMPARE(problem.notes.size(), std::size_t{1});
        QCOMPARE(problem.notes[0].message, &lower::messages::kRestFits);
        const auto rest = network::cut(network, {problem.notes[0].arguments[0], {}}, "n");
        QVERIFY(rest);
        QVERIFY(strideKernels(*rest, circuit.limits, {}));
        // Of less than the output needs nothing fits.
        const auto none = strideKernels(network, test::circuitWith({{"bufferBytes", 256}}).limits, {});
        QVERIFY(!none && none.problem().notes.empty());
    }
};

int tst_honest_reports(int argc, char** argv) {
    return lw::tests::run<TestHonestReports, QCoreApplication>(argc, argv);
}
#include "tst_honest_reports.moc"
