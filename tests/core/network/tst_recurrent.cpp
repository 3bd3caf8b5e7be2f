// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/cost.h"
#include "core/network/messages.h"
#include "core/network/onnx_import.h"
#include "core/network/ranges.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "core/tensor/compare.h"
#include "core/tensor/npy.h"
#include "tests/core/network/onnx_bytes.h"
#include "tests/core/network/onnx_cases.h"
#include "tests/core/network/recurrent_cases.h"
#include "tests/support/run_test.h"

#include <QDir>
#include <QTest>

#include <cmath>
#include <random>

using namespace lw;
using namespace lw::network;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;
namespace bytes = lw::test::onnx;

namespace {

const QString kExports = QStringLiteral(LW_TESTS "/core/network/fixtures/recurrent");

Tensor floats(Shape shape, const std::vector<float>& values) {
    return Tensor::of<float>(DType::F32, std::move(shape), values);
}
Tensor repeated(Shape shape, float value) {
    const std::uint64_t count = *tensor::countOf(shape);
    return floats(std::move(shape), std::vector<float>(count, value));
}

Result<Network> oneLayer(Layer layer, Shape input) {
    Network out;
    out.input.shape = std::move(input);
    layer.name = "r";
    layer.inputs = {kInput};
    out.layers = {std::move(layer)};
    out.outputs = {1};
    LW_TRY([[maybe_unused]] const Done inferred, inferShapes(out));
    return out;
}
Tensor outputOf(const Network& network, const Tensor& x, Arithmetic arithmetic) {
    auto input = asInput(network, x, arithmetic);
    LW_REQUIRE(bool(input), "the input does not fit");
    return computeAll(network, *std::move(input), {.arithmetic = arithmetic})[network.outputs[0]];
}
bool isNear(const Tensor& got, const Tensor& wanted, double most) {
    const auto compared = tensor::compare(got, wanted, {.atol = most});
    return compared && compared->accepted();
}
QString said(const Problem& problem) { return QString::fromStdString(textOf(problem)); }

// The worked example E1.3: every gate has the same weights.
Layer example(RecurrentOutput output) {
    Layer out;
    out.kind = Kind::Lstm;
    out.weights = Tensor(DType::F32, {2, 8});
    out.recurrent.weights = Tensor(DType::F32, {2, 8});
    out.bias = Tensor(DType::F32, {8});
    for (std::uint64_t gate = 0; gate < 4; ++gate) {
        const float ofX[2][2] = {{0.5f, 0.25f}, {-0.5f, 0.75f}}; // [input][output]
        for (std::uint64_t i = 0; i < 2; ++i) {
            for (std::uint64_t n = 0; n < 2; ++n) out.weights.set(i * 8 + gate * 2 + n, ofX[i][n]);
            out.recurrent.weights.set(i * 8 + gate * 2 + i, 0.5f);
        }
        out.bias->set(gate * 2 + 1, 0.1f);
    }
    out.recurrent.initialHidden = floats({2}, {0.2f, -0.1f});
    out.recurrent.initialCell = floats({2}, {0.3f, 0.4f});
    out.recurrent.output = output;
    return out;
}

Layer gruOf(std::uint64_t features, std::uint64_t hidden) {
    Layer out;
    out.kind = Kind::Gru;
    out.weights = repeated({features, 3 * hidden}, 0.25f);
    out.recurrent.weights = repeated({hidden, 3 * hidden}, 0.5f);
    return out;
}

std::string smallModel(const std::string& attributes, std::initializer_list<std::int64_t> x,
                       const char* operation = "LSTM") {
    return bytes::modelOf({bytes::node(operation, {"X", "W", "R"}, {"Y"}, attributes)}, {},
                          bytes::input("X", x), {"Y"}, 14);
}
Result<Network> importedSmall(const std::string& model, std::uint64_t gates) {
    return importOnnx(
        std::as_bytes(std::span(model)), "small",
        {{"W", Tensor(DType::F32, {1, gates * 2, 3})}, {"R", Tensor(DType::F32, {1, gates * 2, 2})}});
}
std::string texts(const std::string& name, std::initializer_list<const char*> values) {
    std::string all;
    for (const char* const value : values) all += bytes::part(9, value);
    return bytes::part(5, bytes::part(1, name) + all);
}

} // namespace

class TestRecurrent : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Worked out by hand, to all the digits that are given.
    void workedExample() {
        const Tensor x = floats({1, 1, 2}, {1, 0.5f});
        const std::pair<RecurrentOutput, std::vector<double>> wanted[] = {
            {RecurrentOutput::Last, {0.20935369, 0.38095498}},
            {RecurrentOutput::Cell, {0.37330908, 0.65484216}}};
        for (const auto& [output, values] : wanted) {
            const auto network = oneLayer(example(output), {1, 1, 2});
            QVERIFY(network);
            const Tensor got = outputOf(*network, x, Arithmetic::F64);
            QVERIFY(isNear(got, Tensor::of<double>(DType::F64, {2}, values), 1e-8));
        }
    }
    void shapes() {
        Layer layer = example(RecurrentOutput::Sequence);
        const auto image = oneLayer(layer, {1, 9, 2}), rows = oneLayer(layer, {9, 2});
        QVERIFY(image && rows);
        QCOMPARE(image->layers[0].shape, (Shape{1, 9, 2}));
        QCOMPARE(rows->layers[0].shape, (Shape{9, 2}));
        const Cost cost = costOf(*image);
        QCOMPARE(cost.multiplyAdds, std::uint64_t{9 * (16 + 16)});
        QCOMPARE(cost.parameters, std::uint64_t{16 + 16 + 8 + 2 + 2});
        for (const Shape& wrong : {Shape{2, 9, 2}, Shape{2}, Shape{1, 1, 9, 2}}) {
            const auto refused = oneLayer(layer, wrong);
            QVERIFY(!refused && refused.problem().message == &messages::kNoSequence);
        }
        layer.recurrent.initialCell = Tensor(DType::F32, {3});
        const auto refused = oneLayer(layer, {1, 9, 2});
        QVERIFY(!refused && refused.problem().message == &messages::kWeightsShape);
        QVERIFY2(said(refused.problem()).contains("initial_c"), qPrintable(said(refused.problem())));
    }
    // Nothing lies outside of what is said of it, also where c grows as far as it can.
    void ranges() {
        std::mt19937 random(3);
        std::uniform_real_distribution<float> numbers(-30, 30);
        for (const auto output : {RecurrentOutput::Sequence, RecurrentOutput::Last, RecurrentOutput::Cell}) {
            Layer layer = example(output);
            layer.bias = floats({8}, {40, 40, 40, 40, 40, 40, 40, 40}); // every gate is open
            const auto network = oneLayer(layer, {1, 20, 2});
            const Range range = rangesOf(*network)[1].all;
            Tensor x(DType::F32, {1, 20, 2});
            for (std::uint64_t i = 0; i < x.count(); ++i) x.set(i, numbers(random));
            const Tensor got = outputOf(*network, x, Arithmetic::F32);
            for (std::uint64_t i = 0; i < got.count(); ++i)
                QVERIFY(got.at<float>(i) >= range.low && got.at<float>(i) <= range.high);
        }
        Layer gru = gruOf(2, 2);
        gru.recurrent.initialHidden = floats({2}, {-3, 2});
        const Range range = rangesOf(*oneLayer(gru, {1, 20, 2}))[1].all;
        QVERIFY(range.low <= -3 && range.low > -3.01 && range.high >= 3);
    }

    // What torch.onnx writes (fixtures/make_recurrent.py): the same numbers as PyTorch.
    void exports_data() {
        QTest::addColumn<QString>("path");
        for (const QString& file : QDir(kExports).entryList({"*.onnx"}))
            QTest::newRow(qPrintable(file)) << kExports + "/" + file.chopped(5);
    }
    void exports() {
        QFETCH(QString, path);
        const auto network = importOnnx(bytes::bytesOf(path + ".onnx"), path.toStdString());
        QVERIFY2(network, network ? "" : qPrintable(said(network.problem())));
        const auto x = tensor::readNpy((path + ".x.npy").toStdString()),
                   y = tensor::readNpy((path + ".y.npy").toStdString());
        QVERIFY(x && y);
        const Tensor got = outputOf(*network, *x, Arithmetic::F32);
        QCOMPARE(got.count(), y->count());
        const Tensor flat(DType::F32, y->shape(), {got.bytes().begin(), got.bytes().end()});
        QVERIFY(isNear(flat, *y, 2e-6));
    }

    // Debian's cases have batches of 2 and 3: each item as a file of its own. (All together: tst_onnx.)
    void nodeCases_data() {
        QTest::addColumn<QString>("folder");
        for (const QString& folder : QDir(bytes::kCases).entryList({"test_lstm*", "test_gru*"}, QDir::Dirs))
            QTest::newRow(qPrintable(folder)) << bytes::kCases + "/" + folder;
        if (!QDir(bytes::kCases).exists()) QTest::newRow("no cases") << QString();
    }
    void nodeCases() {
        QFETCH(QString, folder);
        if (folder.isEmpty()) QSKIP("libonnx-testdata is not installed");
        const auto items = bytes::itemsOfCase(folder);
        QVERIFY(items.size() > 1);
        for (const bytes::CaseItem& item : items) {
            QVERIFY2(item.network, item.network ? "" : qPrintable(said(item.network.problem())));
            const auto input = asInput(*item.network, item.x, Arithmetic::F32);
            QVERIFY(input);
            const auto values = computeAll(*item.network, *input, {});
            QCOMPARE(item.network->outputs.size(), item.wanted.size());
            for (std::size_t i = 0; i < item.wanted.size(); ++i) {
                const Tensor& got = values[item.network->outputs[i]];
                QVERIFY(isNear(
                    Tensor(DType::F32, item.wanted[i].shape(), {got.bytes().begin(), got.bytes().end()}),
                    item.wanted[i], 2e-6));
            }
        }
    }

    // What is not computed is refused by its name.
    void refusals_data() {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* words, const std::string& model) {
            QTest::newRow(words) << QByteArray::fromStdString(model) << words;
        };
        row("the direction is reverse", smallModel(bytes::text("direction", "reverse"), {5, 1, 3}));
        row("the direction is bidirectional",
            smallModel(bytes::text("direction", "bidirectional"), {5, 1, 3}));
        row("its activations are Sigmoid, Relu, Tanh",
            smallModel(texts("activations", {"Sigmoid", "Relu", "Tanh"}), {5, 1, 3}));
        row("clip is set", smallModel(bytes::real("clip", 3), {5, 1, 3}));
        row("input_forget is set", smallModel(bytes::integer("input_forget", 1), {5, 1, 3}));
        row("X is a batch of 2 sequences", smallModel({}, {5, 2, 3}));
        row("open or the items of a batch", smallModel({}, {-1, 1, 3}));
        row("hidden_size is 7", smallModel(bytes::integer("hidden_size", 7), {5, 1, 3}));
        row("has the shape [1, 8, 3], not [1, 8, 4]", smallModel({}, {5, 1, 4}));
        row("its layout is 2", smallModel(bytes::integer("layout", 2), {5, 1, 3}));
    }
    void refusals() {
        QFETCH(QByteArray, model);
        QFETCH(QString, words);
        const auto network = importedSmall(model.toStdString(), 4);
        QVERIFY(!network);
        QVERIFY2(said(network.problem()).contains(words), qPrintable(said(network.problem())));
    }
    // What is given as it would be without being said.
    void usualAttributes() {
        const std::string activations = texts("activations", {"Sigmoid", "Tanh", "Tanh"});
        QVERIFY(importedSmall(smallModel(activations + bytes::text("direction", "forward"), {5, 1, 3}), 4));
        QVERIFY(importedSmall(smallModel(bytes::integer("layout", 1), {-1, 5, 3}), 4)); // items one by one
        const auto gru =
            importedSmall(smallModel(bytes::integer("linear_before_reset", 1), {5, 1, 3}, "GRU"), 3);
        QVERIFY(gru && gru->layers.back().name == "Y");
        QVERIFY(std::ranges::any_of(gru->layers, [](const Layer& layer) {
            return layer.kind == Kind::Gru && layer.recurrent.linearBeforeReset;
        }));
    }
};

int tst_recurrent(int argc, char** argv) { return lw::tests::run<TestRecurrent>(argc, argv); }
#include "tst_recurrent.moc"
