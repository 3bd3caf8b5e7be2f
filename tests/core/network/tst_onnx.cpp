// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_import.h"
#include "core/network/quantisation.h"
#include "core/network/reference.h"
#include "core/tensor/compare.h"
#include "tests/core/network/onnx_cases.h"
#include "tests/support/run_test.h"

#include <QDir>
#include <QFile>
#include <QMap>
#include <QSet>
#include <QTest>

#include <cstdio>

using namespace lw;
using namespace lw::network;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;
using test::onnx::bytesOf;
using test::onnx::kCases;
using test::onnx::tensorIn;

namespace {

// Cases that must be refused, and the words of the refusal; the reason stands after them.
struct Refused {
    const char* name;
    const char* words;
};
constexpr Refused kRefused[] = {
    {"add_uint8", "UINT8"}, // other elements than float32
    {"clip_default_int8_inbounds", "INT8"},
    {"clip_default_int8_max", "INT8"},
    {"clip_default_int8_min", "INT8"},
    {"averagepool_3d_default", "it reads an image"}, // three dimensions
    {"convtranspose_3d", "it reads an image"},
    {"maxpool_3d_default", "it reads an image"},
    {"qlinearmatmul_3D", "not a matrix"},         // products of many matrices
    {"quantizelinear_axis", "one scale for all"}, // a scale for each channel of what layers compute
    {"dequantizelinear_axis", "one for all"},
    {"batchnorm_epsilon_training_mode", "training_mode"}, // statistics of the batch
    {"batchnorm_example_training_mode", "training_mode"},
    {"dropout_default_mask", "first output"}, // a second output
    {"dropout_default_mask_ratio", "first output"},
    {"maxpool_with_argmax_2d_precomputed_pads", "first output"},
    {"maxpool_with_argmax_2d_precomputed_strides", "first output"},
    {"gemm_transposeA", "transA"}, // the batch would be the last extent
    {"gemm_all_attributes", "transA"},
    {"gemm_default_matrix_bias", "one number for each output"}, // another bias for each item
    {"identity_opt", "UNDEFINED"},                              // no tensors
    {"identity_sequence", "UNDEFINED"},
    {"matmul_3d", "are not a matrix"}, // products of many matrices
    {"matmul_4d", "are not a matrix"},
    {"reshape_allowzero_reordered", "not a number above 0"}, // an empty tensor
    {"split_zero_size_splits", "not a number above 0"},
    {"slice_start_out_of_bounds", "nothing is left"},
    {"div_uint8", "UINT8"}, // other elements than float32
    {"mul_uint8", "UINT8"},
    {"sub_uint8", "UINT8"},
    {"edge_pad", "INT32"},
    {"reflect_pad", "INT32"},
    {"range_float_type_positive_delta", "no extents"}, // inputs without any
    {"resize_tf_crop_and_resize", "\"tf_crop_and_resize\""},
    {"resize_downsample_scales_linear_align_corners", "different things"}, // 2.4 columns
    {"resize_downsample_scales_cubic_align_corners", "different things"},
};

// What may be said of any other case that is refused, besides that an operator is not supported.
constexpr const char* kReasons[] = {
    ", not FLOAT",      // other elements than float32
    "must be constant", // what is computed only while a file is read: Shape, Gather, Cast, Sqrt ...
    "0 inputs that are not weights",
    "2 inputs that are not weights", // texts are not weights
    "training_mode is set",
    "select_last_index is set",
    "X is a batch of",              // of sequences
    "casts what layers compute to", // other types than floats
};
bool isReason(const QString& said) {
    return said.startsWith("E581") || std::any_of(std::begin(kReasons), std::end(kReasons),
                                                  [&](const char* r) { return said.contains(r); });
}

// The cases that are computed rightly: none of them may be refused again.
QSet<QString> rightCases() {
    QFile file(LW_TESTS "/core/network/fixtures/onnx_right.txt");
    LW_REQUIRE(file.open(QIODevice::ReadOnly), "the list of cases is missing");
    QSet<QString> out;
    for (const QByteArray& line : file.readAll().split('\n'))
        if (!line.isEmpty() && !line.startsWith('#')) out.insert(QString::fromUtf8(line));
    return out;
}

// How the cases begin of the operators of networks for pictures, besides the simplest and those of images
// alone, and how many of them are right.
const QStringList kBeginnings =
    QStringLiteral(
        "argmax basic_convinteger cast clip concat constant constantofshape convinteger dequantizelinear div "
        "edge_pad elu flatten gather hardsigmoid hardswish leakyrelu logsoftmax lrn matmulinteger mul "
        "prelu qlinearconv qlinearmatmul quantizelinear reduce_mean reflect_pad reshape resize shape "
        "slice softmax split squeeze sub sum transpose unsqueeze")
        .split(' ');
constexpr int kEnough = 170;
bool isForPictures(const QString& name) {
    return std::ranges::any_of(kBeginnings,
                               [&](const QString& one) { return name == one || name.startsWith(one + "_"); });
}

// Item `item` of a tensor of the graph, as this program orders it;
// of another number of extents than 2 and 4 all, unless the first one is a batch.
Tensor itemOf(const Tensor& all, std::uint64_t item, bool isBatch = false) {
    const Shape& s = all.shape();
    if (!isBatch && s.size() != 2 && s.size() != 4) return all;
    const bool isImage = s.size() == 4;
    Tensor out(all.dtype(), isImage ? Shape{s[2], s[3], s[1]} : Shape(s.begin() + 1, s.end()));
    const std::uint64_t pixels = isImage ? s[2] * s[3] : 1, channels = out.count() / pixels;
    const std::size_t bytes = tensor::sizeOf(all.dtype());
    for (std::uint64_t i = 0; i < out.count(); ++i)
        std::copy_n(all.bytes().data() + (item * out.count() + i) * bytes, bytes,
                    out.bytes().data() + (i % pixels * channels + i / pixels) * bytes);
    return out;
}

// As the file has it: codes of uint8 are 128 more than here, and after a DequantizeLinear they are numbers.
Tensor asInFile(const Network& network, ValueId value, const Tensor& computed, DType wanted) {
    if (network.precision == Precision::F32 || computed.dtype() == wanted) return computed;
    if (wanted == DType::F32) return numbersOf(computed, *stepOf(network, value), zeroOf(network, value));
    Tensor out(wanted, computed.shape());
    for (std::uint64_t i = 0; i < out.count(); ++i)
        out.set(i, static_cast<std::uint8_t>(computed.at<std::int8_t>(i) + 128));
    return out;
}
// Floats of other types, outputs that are constant, and codes of float32 networks are float32 here, of one
// extent at least. Nothing is rounded to 16 bits.
Tensor asHere(const Tensor& tensor, Precision precision) {
    const bool isOther = tensor.dtype() == DType::F16 || tensor.dtype() == DType::F64 ||
                         tensor.dtype() == DType::I64 ||
                         (tensor.dtype() == DType::U8 && precision == Precision::F32);
    Tensor out = isOther ? *tensor::cast(tensor, DType::F32) : tensor;
    return out.shape().empty() ? Tensor(out.dtype(), {1}, {out.bytes().begin(), out.bytes().end()}) : out;
}

struct Case {
    std::vector<std::byte> model;
    std::vector<onnx::NamedTensor> constants; // inputs 1 ...
    Tensor input;
    std::vector<Tensor> outputs;
};
Case load(const QString& folder) {
    const QString data = folder + "/test_data_set_0";
    Case out{bytesOf(folder + "/model.onnx"), {}, Tensor(DType::F32, {0}), {}};
    const auto graph = onnx::parseModel(out.model, "case");
    LW_REQUIRE(bool(graph), "a model of a case is damaged");
    const auto isThere = [&](const QString& kind, std::size_t i) {
        return QFile::exists(data + QString("/%1_%2.pb").arg(kind).arg(i));
    };
    const auto tensor = [&](const QString& kind, std::size_t i) {
        return tensorIn(data + QString("/%1_%2.pb").arg(kind).arg(i));
    };
    if (isThere("input", 0)) out.input = tensor("input", 0);
    for (std::size_t i = 1; i < graph->inputs.size(); ++i) {
        if (!isThere("input", i)) continue;
        const std::vector<std::byte> bytes = bytesOf(data + QString("/input_%1.pb").arg(i));
        auto given = onnx::parseTensor(bytes, "case"); // texts are not tensors here
        if (given) out.constants.push_back({graph->inputs[i].name, std::move(given->tensor)});
    }
    for (std::size_t i = 0; isThere("output", i); ++i) out.outputs.push_back(tensor("output", i));
    return out;
}

QString said(const Problem& problem) {
    return QString::fromStdString(std::string(problem.message->code) + ": " + textOf(problem));
}

} // namespace

class TestOnnx : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void nodeCases_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("refusal");
        for (const QString& folder : QDir(kCases).entryList({"test_*"}, QDir::Dirs, QDir::Name)) {
            const QString name = folder.mid(5);
            QString refusal;
            for (const Refused& refused : kRefused)
                if (name == refused.name) refusal = refused.words;
            QTest::newRow(qPrintable(name)) << name << refusal;
        }
        if (!QDir(kCases).exists()) QTest::newRow("no cases") << QString() << QString();
    }
    void nodeCases() {
        QFETCH(QString, name);
        QFETCH(QString, refusal);
        if (name.isEmpty()) QSKIP("libonnx-testdata is not installed");
        const Case test = load(kCases + "/test_" + name);
        const auto network = importOnnx(test.model, name.toStdString(), test.constants);
        // A newer package may have cases that these lists do not know: they are computed rightly or refused.
        if (!network && QDir(kCases + "/test_relu_expanded_ver18").exists()) return;
        if (!network) {
            const QString why = said(network.problem());
            m_table[name] = why;
            QVERIFY2(!m_right.contains(name), qPrintable(why));
            QVERIFY2(refusal.isEmpty() ? isReason(why) : why.contains(refusal), qPrintable(why));
            return;
        }
        QVERIFY2(refusal.isEmpty(), "a case is computed that was thought to be out of the question");
        computes(test, *network);
        if (QTest::currentTestFailed()) return;
        m_table[name] = "right";
    }
    // With LW_LIST set in the environment every case is listed.
    void enoughCasesAreRight() {
        if (m_table.isEmpty()) QSKIP("libonnx-testdata is not installed");
        if (qEnvironmentVariableIsSet("LW_LIST"))
            for (auto at = m_table.begin(); at != m_table.end(); ++at)
                std::printf("%s: %s\n", qPrintable(at.key()), qPrintable(at.value()));
        int right = 0;
        for (auto at = m_table.begin(); at != m_table.end(); ++at)
            right += isForPictures(at.key()) && at.value() == "right" ? 1 : 0;
        QVERIFY2(right >= kEnough, qPrintable(QString::number(right)));
    }

    // Models that were exported from PyTorch, with their weights inside: computed rightly, or refused.
    void exportedModels_data() {
        QTest::addColumn<QString>("path");
        for (const char* set : {"pytorch-converted", "pytorch-operator"})
            for (const QString& folder :
                 QDir(kCases + "/../" + set).entryList({"test_*"}, QDir::Dirs, QDir::Name))
                QTest::newRow(qPrintable(folder)) << kCases + "/../" + set + "/" + folder;
        if (!QDir(kCases).exists()) QTest::newRow("no cases") << QString();
    }
    void exportedModels() {
        QFETCH(QString, path);
        if (path.isEmpty()) QSKIP("libonnx-testdata is not installed");
        const Case test = load(path);
        const auto network = importOnnx(test.model, path.toStdString());
        const QStringList must{"AvgPool2d",
                               "AvgPool2d_stride",
                               "BatchNorm1d_3d_input_eval",
                               "BatchNorm2d_eval",
                               "Conv1d",
                               "Conv1d_dilated",
                               "Conv1d_groups",
                               "Conv1d_pad1",
                               "Conv1d_stride",
                               "Conv2d",
                               "Conv2d_depthwise",
                               "Conv2d_depthwise_padded",
                               "Conv2d_depthwise_strided",
                               "Conv2d_dilated",
                               "Conv2d_groups",
                               "Conv2d_no_bias",
                               "Conv2d_padding",
                               "Conv2d_strided",
                               "ConvTranspose2d",
                               "Linear",
                               "MaxPool1d",
                               "MaxPool1d_stride",
                               "MaxPool2d",
                               "MaxPool2d_stride_padding_dilation",
                               "ReLU",
                               "Sigmoid",
                               "Tanh"};
        if (network) {
            computes(test, *network);
            return;
        }
        QVERIFY2(said(network.problem()).startsWith("E58"), qPrintable(said(network.problem())));
        QVERIFY(!must.contains(path.section("/test_", -1)));
    }

  private:
    QSet<QString> m_right = rightCases();
    QMap<QString, QString> m_table; // by the name of the case: "right", or why it is refused

    // [batch, channels, length] is an image of one row.
    static Tensor rowOf(const Tensor& all, std::uint64_t item) {
        const Shape& s = all.shape();
        const Tensor rows(DType::F32, {s[0], s[1], 1, s[2]}, {all.bytes().begin(), all.bytes().end()});
        return itemOf(rows, item);
    }
    // An item that has no channels to be put last.
    static Tensor runOf(const Tensor& all, std::uint64_t item, const Shape& shape) {
        const Shape& s = all.shape();
        const Tensor rows(DType::F32, {s[0], all.count() / s[0]}, {all.bytes().begin(), all.bytes().end()});
        const Tensor run = itemOf(rows, item);
        return Tensor(DType::F32, shape, {run.bytes().begin(), run.bytes().end()});
    }
    static void computes(const Case& test, const Network& network) {
        const bool isSequence = test.input.shape().size() == 3 && network.input.shape.size() == 2;
        const bool isRow =
            test.input.shape().size() == 3 && !isSequence && network.input.shape != test.input.shape();
        const bool isWholeInput = network.input.shape == test.input.shape();
        const bool isBatch =
            isRow || isSequence ||
            (!isWholeInput && (test.input.shape().size() == 2 || test.input.shape().size() == 4));
        const std::uint64_t items = isBatch ? test.input.shape()[0] : 1;
        for (std::uint64_t item = 0; item < items; ++item) {
            const auto x = asInput(network,
                                   isRow          ? rowOf(test.input, item)
                                   : isWholeInput ? test.input
                                                  : itemOf(test.input, item, isSequence),
                                   Arithmetic::F32);
            QVERIFY(x);
            const auto values = computeAll(network, *x, {});
            QCOMPARE(network.outputs.size(), test.outputs.size());
            for (std::size_t i = 0; i < test.outputs.size(); ++i) {
                const Tensor all = asHere(test.outputs[i], network.precision);
                // A batch of 1 may be gone.
                const bool isWhole = !isBatch || values[network.outputs[i]].shape() == all.shape();
                const Tensor wanted = isWhole      ? all
                                      : isSequence ? runOf(all, item, values[network.outputs[i]].shape())
                                                   : itemOf(all, item, true);
                const Tensor got =
                    asInFile(network, network.outputs[i], values[network.outputs[i]], wanted.dtype());
                const double rounding = test.outputs[i].dtype() == DType::F16 ? 0x1p-11 : 1e-4;
                const auto compared = tensor::compare(got, wanted, {.atol = 1e-5, .rtol = rounding});
                QVERIFY2(compared, compared ? "" : qPrintable(said(compared.problem())));
                QVERIFY2(compared->accepted(),
                         qPrintable(QString::number(compared->worst ? compared->worst->difference : 0)));
            }
        }
    }
};

int tst_onnx(int argc, char** argv) { return lw::tests::run<TestOnnx>(argc, argv); }
#include "tst_onnx.moc"
