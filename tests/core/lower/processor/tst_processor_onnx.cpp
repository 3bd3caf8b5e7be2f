// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_import.h"
#include "core/network/reference.h"
#include "core/project/load_network.h"
#include "core/project/processor_network.h"
#include "core/tensor/npy.h"
#include "tests/core/lower/processor/processor_runs.h"
#include "tests/core/network/onnx_cases.h"
#include "tests/core/network/recurrent_cases.h"
#include "tests/support/run_test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lw;
using namespace lw::test;
namespace cases = lw::test::onnx;

namespace {

// Mantissas of 16 bits with exponents of 8 hold every FP16 number, and sums are exact: what is left of the
// processor's arithmetic is FP16 between operations.
const Sizes kWide = with(
    kLarge, {{"vectorMantissaBits", 16}, {"matrixMantissaBits", 16}, {"exponentBits", 8}, {"exactSums", 1}});
// Of the largest output, or of 1: rounding x, w and the sum takes 3/2048 of the sum of |x w|, which here is
// at most five times as large.
constexpr double kBound = 15.0 / 2048;

// As the case gives it, with inputs after the first one as constants.
Result<network::Network> networkIn(const QString& folder) {
    const std::vector<std::byte> model = cases::bytesOf(folder + "/model.onnx");
    LW_TRY(const auto graph, network::onnx::parseModel(model, "case"));
    std::vector<network::onnx::NamedTensor> constants;
    for (std::size_t i = 1; i < graph.inputs.size(); ++i)
        if (const QString file = folder + QString("/test_data_set_0/input_%1.pb").arg(i); QFile::exists(file))
            constants.push_back({graph.inputs[i].name, cases::tensorIn(file)});
    return network::importOnnx(model, "case", constants);
}

tensor::Tensor randomOf(const tensor::Shape& shape, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> number;
    tensor::Tensor out(tensor::DType::F32, shape);
    for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, number(random));
    return out;
}

// The first item of what a case has, channels last.
tensor::Tensor firstOf(const tensor::Tensor& all) {
    const tensor::Shape& s = all.shape();
    const bool isImage = s.size() == 4;
    if (!isImage && s.size() != 2) return all;
    tensor::Tensor out(tensor::DType::F32, isImage ? tensor::Shape{s[2], s[3], s[1]} : tensor::Shape{s[1]});
    const std::uint64_t pixels = isImage ? s[2] * s[3] : 1, channels = out.count() / pixels;
    for (std::uint64_t i = 0; i < out.count(); ++i)
        out.set(i % pixels * channels + i / pixels, all.at<float>(i));
    return out;
}

// Within kBound of the largest number of these, or of 1.
void areNear(const std::vector<double>& have, const std::vector<double>& want) {
    QCOMPARE(have.size(), want.size());
    double largest = 1;
    for (const double value : want) largest = std::max(largest, std::abs(value));
    for (std::size_t i = 0; i < want.size(); ++i)
        QVERIFY2(std::abs(have[i] - want[i]) <= kBound * largest,
                 qPrintable(QString("%1, not %2").arg(have[i]).arg(want[i])));
}

// Beside numbers that another program computed.
void isNearTheirs(const network::Network& network, const tensor::Tensor& x, const tensor::Tensor& theirs) {
    QTemporaryDir folder;
    std::string fault;
    const auto got = ranOn(network, machineFile(folder, kWide), x, fault);
    QVERIFY2(bool(got), got ? "" : textOf(got.problem()).c_str());
    QVERIFY2(fault.empty(), fault.c_str());
    areNear(numbersOf(got->front()), numbersOf(theirs));
}

void isNearFloat64(const network::Network& network, const tensor::Tensor& x) {
    QTemporaryDir folder;
    std::string fault;
    const auto got = ranOn(network, machineFile(folder, kWide), x, fault);
    QVERIFY2(bool(got), got ? "" : textOf(got.problem()).c_str());
    QVERIFY2(fault.empty(), fault.c_str());
    const auto exact = network::computeAll(network, *network::asInput(network, x, network::Arithmetic::F64),
                                           {.arithmetic = network::Arithmetic::F64});
    for (std::size_t output = 0; output < got->size(); ++output)
        areNear(numbersOf((*got)[output]), numbersOf(exact[network.outputs[output]]));
}

} // namespace

// What ONNX's own cases and exports of PyTorch compute on the processor, where its mantissas are wide.
class TestProcessorOnnx : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void nodeCases_data() {
        QTest::addColumn<QString>("folder");
        const QStringList kinds{"test_conv_*",       "test_basic_conv_*",     "test_gemm_*",
                                "test_maxpool_2d_*", "test_averagepool_2d_*", "test_softmax_*"};
        for (const QString& folder : QDir(cases::kCases).entryList(kinds, QDir::Dirs, QDir::Name))
            QTest::newRow(qPrintable(folder)) << cases::kCases + "/" + folder;
        if (!QDir(cases::kCases).exists()) QTest::newRow("no cases") << QString();
    }
    void nodeCases() {
        QFETCH(const QString, folder);
        if (folder.isEmpty()) QSKIP("libonnx-testdata is not installed");
        const auto network = networkIn(folder);
        if (!network) return; // tst_onnx knows which
        QTemporaryDir machine;
        const auto fits = project::lowerForProcessor(*network, machineFile(machine, kWide), nullptr);
        if (!fits) {
            QVERIFY2(!folder.contains("averagepool"), textOf(fits.problem()).c_str());
            QCOMPARE(std::string(fits.problem().message->code).substr(0, 3), std::string("E88"));
            return;
        }
        isNearFloat64(*network, randomOf(network->input.shape, 3));
        if (!QTest::currentTestFailed()) ++m_near;
        // ONNX's own numbers; of several items the first.
        const tensor::Tensor given = cases::tensorIn(folder + "/test_data_set_0/input_0.pb"),
                             wanted = cases::tensorIn(folder + "/test_data_set_0/output_0.pb");
        if (given.dtype() != tensor::DType::F32 || wanted.dtype() != tensor::DType::F32) return;
        const tensor::Tensor x = firstOf(given), y = firstOf(wanted);
        if (x.count() != *tensor::countOf(network->input.shape) ||
            y.count() != *tensor::countOf(network::shapeOf(*network, network->outputs.front())))
            return; // extents that the network orders otherwise
        isNearTheirs(
            *network,
            tensor::Tensor(tensor::DType::F32, network->input.shape, {x.bytes().begin(), x.bytes().end()}),
            y);
        if (!QTest::currentTestFailed()) ++m_nearTheirs;
    }
    void enoughAreNear() {
        if (!QDir(cases::kCases).exists()) QSKIP("libonnx-testdata is not installed");
        QVERIFY2(m_near >= 20, qPrintable(QString::number(m_near)));
        QVERIFY2(m_nearTheirs >= 20, qPrintable(QString::number(m_nearTheirs)));
    }

    // Each item of ONNX's cases of lstm and gru, peepholes among them, beside what ONNX computes.
    void recurrentCases() {
        const QStringList folders = QDir(cases::kCases).entryList({"test_lstm_*", "test_gru_*"}, QDir::Dirs);
        if (folders.isEmpty()) QSKIP("libonnx-testdata is not installed");
        int lowered = 0;
        for (const QString& folder : folders)
            for (const cases::CaseItem& item : cases::itemsOfCase(cases::kCases + "/" + folder)) {
                QVERIFY2(bool(item.network), qPrintable(folder));
                isNearTheirs(*item.network, item.x, item.wanted.front());
                if (QTest::currentTestFailed()) return;
                ++lowered;
            }
        QVERIFY2(lowered >= 12, qPrintable(QString::number(lowered)));
    }

    // What torch.onnx writes.
    void recurrent_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"lstm_every_step", "gru_every_step", "lstm_last", "gru_last",
                                 "lstm_last_of_steps", "gru_last_of_steps", "lstm_state", "gru_state"})
            QTest::newRow(name) << QString(LW_TESTS "/core/network/fixtures/recurrent/") + name;
    }
    void recurrent() {
        QFETCH(const QString, name);
        source::DiskLoader loader;
        source::Files files(loader);
        const auto network = project::loadNetwork((name + ".onnx").toStdString(), files);
        const auto x = tensor::readNpy((name + ".x.npy").toStdString());
        QVERIFY(network && x);
        const auto input = network::asInput(*network, *x, network::Arithmetic::F32);
        QVERIFY2(bool(input), input ? "" : textOf(input.problem()).c_str());
        isNearFloat64(*network, *input);
        const auto y = tensor::readNpy((name + ".y.npy").toStdString()); // by PyTorch
        QVERIFY(bool(y));
        isNearTheirs(*network, *input, *y);
    }

  private:
    int m_near = 0, m_nearTheirs = 0; // to float64; to what ONNX computed
};

int tst_processor_onnx(int argc, char** argv) { return lw::tests::run<TestProcessorOnnx>(argc, argv); }
#include "tst_processor_onnx.moc"
