// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_fold.h"
#include "core/network/onnx_import.h"
#include "tests/core/network/onnx_bytes.h"
#include "tests/core/network/onnx_cases.h"
#include "tests/support/run_test.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <span>

// Nodes that are computed while a file is read.
using namespace lw;
using namespace lw::network;
using namespace lw::test::onnx;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

// Families of cases by the beginnings of their names, and the words of the refusal of those that are refused.
const QStringList kFamilies{
    "add",     "cast", "ceil", "concat",    "constantofshape", "div",   "expand", "floor",
    "gather",  "mul",  "neg",  "range",     "reshape",         "shape", "size",   "slice",
    "squeeze", "sqrt", "sub",  "transpose", "unsqueeze"};
struct Refused {
    const char* name;
    const char* words;
};
constexpr Refused kRefused[] = {
    {"add_uint8", "computes in u8"},
    {"div_uint8", "computes in u8"},
    {"mul_uint8", "computes in u8"},
    {"sub_uint8", "computes in u8"},
    {"cast_FLOAT_to_BFLOAT16", "casts to BFLOAT16"}, // by cutting, which later versions do not
    {"cast_FLOAT_to_STRING", "casts to STRING"},
    {"cast_STRING_to_FLOAT", "STRING"},
};

std::string raw(const std::vector<std::int64_t>& numbers) {
    std::string out;
    for (const std::int64_t number : numbers)
        for (unsigned byte = 0; byte < 8; ++byte)
            out += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * byte));
    return out;
}

std::string rawFloats(const std::vector<float>& numbers) {
    const auto bytes = std::as_bytes(std::span(numbers));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The output of the one node of a model whose inputs are all known.
Result<Tensor> folded(const QString& folder) {
    const std::vector<std::byte> model = bytesOf(folder + "/model.onnx");
    LW_TRY(const network::onnx::Graph graph, network::onnx::parseModel(model, "case"));
    network::onnx::Import import;
    import.file = "case";
    import.operatorSet = graph.operatorSet;
    import.read.insert(graph.outputs[0].name);
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
        const QString path = folder + QString("/test_data_set_0/input_%1.pb").arg(i);
        LW_TRY(network::onnx::NamedTensor one, network::onnx::parseTensor(bytesOf(path), "case"));
        // Bits of bfloat16 are in files of uint16.
        if (network::onnx::dtypeOf(graph.inputs[i].elementType) == DType::Bf16)
            one.tensor = tensor::reinterpreted(std::move(one.tensor), DType::Bf16);
        import.known.emplace(graph.inputs[i].name, std::move(one.tensor));
    }
    const auto table = network::onnx::foldings();
    const auto folding = std::find_if(table.begin(), table.end(), [&](const network::onnx::Operator& one) {
        return one.name == graph.nodes[0].operation;
    });
    LW_REQUIRE(folding != table.end() && graph.nodes.size() == 1, "a case of another operator");
    network::onnx::Use use(import, graph.nodes[0], 0);
    LW_TRY([[maybe_unused]] const Done done, folding->run(use));
    LW_TRY([[maybe_unused]] const Done all, use.finish());
    return std::get<Tensor>(import.known.find(graph.outputs[0].name)->second);
}

// The network of a picture [2, 2, 3] that is flattened to what a chain of nodes says.
Result<Network> flattenedBy(const std::vector<std::string>& chain, std::int64_t batch) {
    std::vector<std::string> nodes = chain;
    nodes.push_back(node("Reshape", {"x", "shape"}, {"y"}));
    const std::string model = modelOf(nodes,
                                      {tensorOf("first", 7, {}, raw({0})), tensorOf("axis", 7, {1}, raw({0})),
                                       tensorOf("rest", 7, {1}, raw({-1}))},
                                      input("x", {batch, 3, 2, 2}), {"y"});
    return importOnnx(std::as_bytes(std::span(model)), "model");
}

} // namespace

class TestOnnxFold : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void nodeCases_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("refusal");
        for (const QString& folder : QDir(kCases).entryList({"test_*"}, QDir::Dirs, QDir::Name)) {
            const QString name = folder.mid(5);
            const auto begins = [&](const QString& with) {
                return name == with || name.startsWith(with + "_");
            };
            if (std::none_of(kFamilies.begin(), kFamilies.end(), begins) ||
                name.startsWith("gather_elements") || name.endsWith("_expanded"))
                continue;
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
        const QString folder = kCases + "/test_" + name;
        const auto found = folded(folder);
        const QString said = found ? QString() : QString::fromStdString(textOf(found.problem()));
        if (!refusal.isEmpty()) {
            QVERIFY2(!found && said.contains(refusal), qPrintable(said));
            return;
        }
        // A newer package may have cases that these lists do not know: computed rightly, or refused.
        if (!found && QDir(kCases + "/test_relu_expanded_ver18").exists()) return;
        QVERIFY2(found, qPrintable(said));
        Tensor wanted = tensorIn(folder + "/test_data_set_0/output_0.pb");
        if (wanted.dtype() == DType::F16) wanted = *tensor::cast(wanted, DType::F32); // as they are read
        QVERIFY(*found == wanted);
    }

    // x.view(x.size(0), -1), as PyTorch exports it, with an open batch and with a fixed one.
    void viewOfOpenBatch() {
        for (const std::int64_t batch : {-1, 1, 4}) {
            const auto network = flattenedBy({node("Shape", {"x"}, {"s"}),
                                              node("Gather", {"s", "first"}, {"b"}, integer("axis", 0)),
                                              node("Unsqueeze", {"b", "axis"}, {"u"}),
                                              node("Concat", {"u", "rest"}, {"shape"}, integer("axis", 0))},
                                             batch);
            QVERIFY2(network, network ? "" : textOf(network.problem()).c_str());
            // As an output it is brought into the file's order, by way of the image.
            QCOMPARE(network->layers.size(), std::size_t{4});
            QCOMPARE(network->layers[0].kind, Kind::Flatten);
            QCOMPARE(network->layers[2].order, (std::vector<std::uint32_t>{1, 0}));
        }
    }

    // What PyTorch writes for F.pad and F.interpolate: pads by rows from the last axis on, sizes of another
    // value.
    void padsAndSizesAreChains() {
        const std::vector<std::string> pads{
            node("ConstantOfShape", {"four"}, {"zeros"},
                 part(5, part(1, "value") + part(5, tensorOf("", 7, {1}, raw({0}))))),
            node("Concat", {"given", "zeros"}, {"all"}, integer("axis", 0)),
            node("Reshape", {"all", "pairs"}, {"two"}),
            node("Slice", {"two", "last", "first", "zero", "last"}, {"turned"}),
            node("Transpose", {"turned"}, {"t"}, integers("perm", {1, 0})),
            node("Reshape", {"t", "last"}, {"flat"}),
            node("Cast", {"flat"}, {"pads"}, integer("to", 7)),
            node("Pad", {"x", "pads"}, {"p"})};
        const std::vector<std::string> sizes{node("Shape", {"p"}, {"s"}),
                                             node("Slice", {"s", "two1", "end", "zero"}, {"hw"}),
                                             node("Shape", {"x"}, {"s2"}),
                                             node("Slice", {"s2", "zero", "two1", "zero"}, {"nc"}),
                                             node("Concat", {"nc", "hw"}, {"size"}, integer("axis", 0)),
                                             node("Resize", {"x", "", "", "size"}, {"r"}),
                                             node("Add", {"r", "p"}, {"y"})};
        std::vector<std::string> nodes = pads;
        nodes.insert(nodes.end(), sizes.begin(), sizes.end());
        const std::string model =
            modelOf(nodes,
                    {tensorOf("given", 7, {4}, raw({1, 2, 3, 0})), tensorOf("four", 7, {1}, raw({4})),
                     tensorOf("pairs", 7, {2}, raw({-1, 2})), tensorOf("last", 7, {1}, raw({-1})),
                     tensorOf("first", 7, {1}, raw({std::numeric_limits<std::int64_t>::min()})),
                     tensorOf("zero", 7, {1}, raw({0})), tensorOf("two1", 7, {1}, raw({2})),
                     tensorOf("end", 7, {1}, raw({std::numeric_limits<std::int64_t>::max()}))},
                    input("x", {-1, 1, 2, 3}), {"y"});
        const auto network = importOnnx(std::as_bytes(std::span(model)), "model");
        QVERIFY2(network, network ? "" : textOf(network.problem()).c_str());
        // One column before and two after, three rows before and none after.
        QCOMPARE(network->layers.back().shape, (Shape{5, 6, 1}));
        QCOMPARE(network->layers[0].indices, (std::vector<std::int64_t>{-1, -1, -1, 0, 1}));
        QCOMPARE(network->layers[1].indices, (std::vector<std::int64_t>{-1, 0, 1, 2, -1, -1}));
    }

    // Zeros that only a convolution reads are its padding; others are values of their own.
    void zerosAroundAnImageArePaddingOfAConvolution() {
        const auto imported = [](const std::string& value, const std::vector<std::string>& outputs) {
            const std::string model = modelOf(
                {node("Pad", {"x", "pads", "value"}, {"p"}),
                 node("Conv", {"p", "w"}, {"y"}, integers("pads", {0, 1, 0, 0}))},
                {tensorOf("pads", 7, {8}, raw({0, 0, 3, 1, 0, 0, 0, 2})), tensorOf("value", 1, {1}, value),
                 tensorOf("w", 1, {1, 1, 2, 2}, rawFloats({1, 2, 3, 4}))},
                input("x", {1, 1, 4, 5}), outputs);
            return importOnnx(std::as_bytes(std::span(model)), "model");
        };
        const auto padded = imported(rawFloats({0}), {"y"});
        QVERIFY2(padded, padded ? "" : textOf(padded.problem()).c_str());
        QCOMPARE(padded->layers.size(), std::size_t{1});
        QCOMPARE(padded->layers[0].pad, (Padding{3, 0, 2, 2}));
        QCOMPARE(padded->layers[0].shape, (Shape{6, 8, 1}));
        for (const auto& others : {imported(rawFloats({1}), {"y"}), imported(rawFloats({0}), {"p", "y"})}) {
            QVERIFY2(others, others ? "" : textOf(others.problem()).c_str());
            QCOMPARE(others->layers.size(), std::size_t{3});
            QCOMPARE(others->layers[0].kind, Kind::Take);
            QCOMPARE(others->layers.back().pad, (Padding{0, 0, 1, 0}));
        }
    }

    // As PyTorch writes an average pool that pads.
    void zerosThatCountAreOfAnAveragePool() {
        const std::string model = modelOf(
            {node("Pad", {"x", "pads"}, {"p"}),
             node("AveragePool", {"p"}, {"y"},
                  integers("kernel_shape", {2, 2}) + integers("strides", {2, 2}))},
            {tensorOf("pads", 7, {8}, raw({0, 0, 1, 1, 0, 0, 1, 1}))}, input("x", {1, 1, 4, 6}), {"y"});
        const auto network = importOnnx(std::as_bytes(std::span(model)), "model");
        QVERIFY2(network, network ? "" : textOf(network.problem()).c_str());
        QCOMPARE(network->layers.size(), std::size_t{1});
        QCOMPARE(network->layers[0].pad, (Padding{1, 1, 1, 1}));
        QVERIFY(network->layers[0].countIncludePad);
        QCOMPARE(network->layers[0].shape, (Shape{3, 4, 1}));
    }

    // What is only computed of constants is refused for other values, and the message says so.
    void othersAreRefused() {
        const std::string model = modelOf({node("Ceil", {"x"}, {"y"})}, {}, input("x", {1, 3, 2, 2}), {"y"});
        const auto network = importOnnx(std::as_bytes(std::span(model)), "model");
        QVERIFY(!network);
        QCOMPARE(network.problem().message->code, std::string_view("E582"));
        QVERIFY(QString::fromStdString(textOf(network.problem())).contains("\"x\" must be constant"));
    }

    // What is made of constants stands where weights are expected, also in the forms of older files.
    void constantsAreMade() {
        const auto weightsOf = [](const std::vector<std::string>& nodes, std::uint64_t operatorSet) {
            std::vector<std::string> all = nodes;
            all.push_back(node("MatMul", {"x", "w"}, {"y"}));
            const std::string model = modelOf(all,
                                              {tensorOf("given", 1, {2, 3}, rawFloats({1, 2, 3, 4, 5, 6})),
                                               tensorOf("shape", 7, {2}, raw({3, -1}))},
                                              input("x", {1, 3}), {"y"}, operatorSet);
            const auto network = importOnnx(std::as_bytes(std::span(model)), "model");
            if (!network) return QString::fromStdString(textOf(network.problem()));
            QString out;
            const Tensor& weights = network->layers.back().weights;
            for (std::uint64_t i = 0; i < weights.count(); ++i)
                out += QString("%1 ").arg(weights.at<float>(i));
            return out;
        };
        QCOMPARE(weightsOf({node("Reshape", {"given", "shape"}, {"w"})}, 13), QString("1 2 3 4 5 6 "));
        QCOMPARE(weightsOf({node("Transpose", {"given"}, {"w"})}, 13), QString("1 4 2 5 3 6 "));
        QCOMPARE(weightsOf({node("Transpose", {"given"}, {"t"}), node("Identity", {"t"}, {"w"})}, 13),
                 QString("1 4 2 5 3 6 "));
        QCOMPARE(weightsOf({node("Transpose", {"given"}, {"t"}), node("Neg", {"t"}, {"n"}),
                            node("Sub", {"n", "t"}, {"w"})},
                           13),
                 QString("-2 -8 -4 -10 -6 -12 "));
        const std::string rows = integers("starts", {0}) + integers("ends", {1}) + integers("axes", {0});
        QCOMPARE(weightsOf({node("Slice", {"given"}, {"s"}, rows), node("Transpose", {"s"}, {"w"})}, 9),
                 QString("1 2 3 "));
        QCOMPARE(weightsOf({node("Slice", {"given"}, {"s"}, rows),
                            node("Squeeze", {"s"}, {"q"}, integers("axes", {0})),
                            node("Unsqueeze", {"q"}, {"w"}, integers("axes", {1}))},
                           9),
                 QString("1 2 3 "));
        QVERIFY(weightsOf({node("Div", {"shape", "shape"}, {"w"})}, 13).contains("i64, not f32"));
    }

    // What is known, but to no layer; and what would not be a number.
    void refusals() {
        const auto refusal = [](const std::vector<std::string>& nodes, const std::string& output) {
            const std::string model = modelOf(
                nodes,
                {tensorOf("zero", 7, {1}, raw({0})), tensorOf("nan", 1, {1}, rawFloats({std::nanf("")}))},
                input("x", {1, 3}), {output});
            const auto network = importOnnx(std::as_bytes(std::span(model)), "model");
            return network ? QString() : QString::fromStdString(textOf(network.problem()));
        };
        QVERIFY(refusal({node("Div", {"zero", "zero"}, {"y"})}, "y").contains("divides by 0"));
        QVERIFY(refusal({node("Range", {"zero", "zero", "zero"}, {"y"})}, "y").contains("its step is 0"));
        QVERIFY(refusal({node("Range", {"zero", "nan", "nan"}, {"y"})}, "y").contains("of one type"));
        QVERIFY(refusal({node("Range", {"nan", "nan", "nan"}, {"y"})}, "y").contains("not finite"));
        QVERIFY(refusal({node("Cast", {"nan"}, {"y"}, integer("to", 7))}, "y").contains("does not fit"));
        QVERIFY(refusal({node("Shape", {"x"}, {"s"}),
                         node("Slice", {"s"}, {"y"}, integers("starts", {2}) + integers("ends", {2}))},
                        "y")
                    .contains("has no elements"));
        QVERIFY(refusal({node("Constant", {}, {"y"}, integer("value_int", (1 << 24) + 1))}, "y")
                    .contains("exactly"));
    }

    // Small files ask for very much, in ways that would need the memory or the time first.
    void sizesAreLookedAtFirst() {
        const auto refusal = [](const std::vector<std::int64_t>& extents, std::int64_t batch = 1) {
            const std::string model = modelOf(
                {node("ConstantOfShape", {"n"}, {"c"}), node("Add", {"x", "c"}, {"y"})},
                {tensorOf("n", 7, {extents.size()}, raw(extents))}, input("x", {batch, 3, 2, 2}), {"y"});
            const auto network = importOnnx(std::as_bytes(std::span(model)), "model");
            return network ? QString() : QString::fromStdString(textOf(network.problem()));
        };
        QVERIFY(refusal({1 << 15, 1 << 14}).contains("too many numbers"));
        QVERIFY(refusal({std::int64_t{1} << 62, 8}).contains("too large"));
        QVERIFY(refusal({-1}).contains("negative"));
        QVERIFY(refusal(std::vector<std::int64_t>(17, 1)).contains("17 extents"));
        QVERIFY(refusal({2, 2}, std::int64_t{1} << 62).contains("batch"));
        QCOMPARE(refusal({2, 2}), QString());
    }
};

int tst_onnx_fold(int argc, char** argv) { return lw::tests::run<TestOnnxFold>(argc, argv); }
#include "tst_onnx_fold.moc"
