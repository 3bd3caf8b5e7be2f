// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/base/json_messages.h"
#include "core/network/cost.h"
#include "core/network/kinds.h"
#include "core/network/network_json.h"
#include "core/project/load_network.h"
#include "tests/support/run_test.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <filesystem>
#include <map>

using namespace lw;
using namespace lw::network;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

// What a network may load here: the type and shape are in the name, "f32:3x3x1x2".
// Counts what was asked for.
Result<Tensor> made(const std::string& reference) {
    const std::size_t colon = reference.find(':');
    const auto type = tensor::dtypeNamed(reference.substr(0, colon));
    if (!type) return Problem{&json_messages::kMissingKey, {"file"}, {}, {}, {}};
    Shape shape;
    for (const QString& extent : QString::fromStdString(reference.substr(colon + 1)).split('x'))
        shape.push_back(extent.toULongLong());
    return Tensor(*type, shape);
}

struct Text {
    std::string dtype = "f32", input = R"({"name": "x", "shape": [8, 8, 3]})", layers, outputs = R"(["y"])",
                head = R"("schema": "lanewright.network", "version": 1, "name": "n")";
    std::string text() const {
        return "{" + head + ",\n \"dtype\": \"" + dtype + "\",\n \"input\": " + input +
               ",\n \"layers\": [\n" + layers + "],\n \"outputs\": " + outputs + "}";
    }
};
Text with(std::string layers) { return {.layers = std::move(layers)}; }

std::string conv(const std::string& more = {}, const std::string& weights = "f32:3x3x3x4") {
    return R"({"name": "y", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "weights": ")" + weights +
           "\"" + more + "}";
}
std::string relu(const char* name, const char* input) {
    return std::string(R"({"name": ")") + name + R"(", "kind": "relu", "inputs": [")" + input + "\"]}";
}

// Mistakes, each in an otherwise good network.
void row(const char* code, const char* words, const Text& text) {
    QTest::addRow("%s %s", code, words) << QString::fromStdString(text.text()) << code << words;
}
void wrongStructure() {
    const std::string good = conv();
    Text text = with(good);
    text.head = R"("schema": "other", "version": 1, "name": "n")";
    row("E550", "other", text);
    text.head = R"("schema": "lanewright.network", "version": 2, "name": "n", "more": 1)";
    row("E551", "version 2", text);
    text.head = R"("schema": "lanewright.network", "version": 1, "name": "n", "more": 1)";
    row("E604", "more", text);
    text = with(good);
    text.dtype = "f16";
    row("E607", "f32, i8", text);
    row("E600", "", with("{"));
    row("E605", "kind", with("{}"));
    row("E606", "list of objects", with("5"));
    row("E552", "gelu", with(R"({"name": "y", "kind": "gelu", "inputs": ["x"]})"));
    row("E604", "weights", with(R"({"name": "y", "kind": "relu", "inputs": ["x"], "weights": "f32:1"})"));
    row("E604", "requant",
        with(R"({"name": "y", "kind": "max_pool", "kernel": [2, 2], "inputs": ["x"], "requant": {}})"));
    row("E605", "weights", with(R"({"name": "y", "kind": "conv", "inputs": ["x"], "kernel": [3, 3]})"));
    row("E553", "\"y\"", with(good + "," + good));
    row("E553", "\"x\"", with(relu("x", "x")));
    row("E554", "empty", with(relu("", "x")));
    row("E554", "control", with(relu("a\\u000a", "x")));
    row("E554", "longer", with(relu(std::string(101, 'a').c_str(), "x")));
    row("E555", "nothing", with(relu("y", "nothing")));
    text = with(good);
    text.outputs = R"(["z"])";
    row("E555", "\"z\"", text);
    text.outputs = "[]";
    row("E607", "outputs", text);
    row("E556", "1 value", with(R"({"name": "y", "kind": "relu", "inputs": ["x", "x"]})"));
    row("E556", "1 value or more", with(R"({"name": "y", "kind": "concat", "inputs": []})"));
}
void wrongExtents() {
    row("E585", "extent 2 may differ",
        with(
            R"({"name": "y", "kind": "concat", "inputs": ["x", "f"]},
                {"name": "f", "kind": "flatten", "inputs": ["x"]})"));
    row("E587", "there is no extent 1",
        with(
            R"({"name": "y", "kind": "concat", "axis": 1, "inputs": ["f"]},
                {"name": "f", "kind": "flatten", "inputs": ["x"]})"));
    row("E587", "there is no extent 3",
        with(R"({"name": "y", "kind": "softmax", "axis": 3, "inputs": ["x"]})"));
    row("E589", "[8, 23]", with(R"({"name": "y", "kind": "reshape", "shape": [8, 23], "inputs": ["x"]})"));
    row("E574", "at most 8", with(R"({"name": "y", "kind": "reshape", "shape": [0], "inputs": ["x"]})"));
    row("E590", "each extent",
        with(R"({"name": "y", "kind": "transpose", "order": [0, 1, 1], "inputs": ["x"]})"));
    row("E591", "no element 3 along extent 2",
        with(R"({"name": "y", "kind": "take", "indices": [3], "inputs": ["x"]})"));
    row("E591", "lists nothing", with(R"({"name": "y", "kind": "take", "indices": [], "inputs": ["x"]})"));
    row("E591", "resample \"y\": there is no element -1",
        with(R"({"name": "y", "kind": "resample", "indices": [-1], "weights": "f32:1x1", "inputs": ["x"]})"));
    for (const char* weights : {"f32:1", "f32:2x2", "f32:4x1", "f32:3x0"})
        row("E540", "3 indices",
            with(R"({"name": "y", "kind": "resample", "indices": [0, 1, 0], "inputs": ["x"], "weights": ")" +
                 std::string(weights) + "\"}"));
    row("E563", "[3]", with(R"({"name": "y", "kind": "prelu", "weights": "f32:4", "inputs": ["x"]})"));
    row("E556", "2 values", with(R"({"name": "y", "kind": "add", "inputs": ["x"]})"));
    row("E557", "y reads y", with(relu("y", "y")));
    row("E557", "b reads",
        with(relu("a", "b") + "," + relu("b", "c") + "," + relu("c", "b") + "," + relu("y", "a")));
}
void wrongShapes() {
    row("E560", "weights", with(conv("", "none")));
    row("E562", "f64", with(conv("", "f64:3x3x3x4")));
    row("E562", "i32", with(conv(R"(, "bias": "i32:4")")));
    row("E563", "[3, 3, 3, 4]", with(conv("", "f32:3x3x2x4")));
    row("E563", "[4]", with(conv(R"(, "bias": "f32:3")")));
    row("E563", "outputs", with(R"({"name": "y", "kind": "dense", "inputs": ["x"], "weights": "f32:0"})"));
    row("E564", "not an image", with(relu("z", "f") + R"(, {"name": "f", "kind": "flatten", "inputs": ["x"]},
    {"name": "y", "kind": "max_pool", "kernel": [1, 1], "inputs": ["z"]})"));
    row("E565", "input", with(conv(R"(, "groups": 2)")));
    row("E565", "output", with(conv(R"(, "groups": 3)", "f32:3x3x1x4")));
    row("E565", "0 output channels", with(conv("", "f32:3x3x3x0")));
    row("E566", "17 rows", with(conv(R"(, "dilation": [8, 1])")));
    row("E566", "its padding",
        with(R"({"name": "y", "kind": "conv_transpose", "inputs": ["x"], "kernel": [1, 1],
    "weights": "f32:1x1x3x1", "pad": [4, 4, 0, 0]})"));
    row("E567", "window 0 of its columns",
        with(R"({"name": "y", "kind": "max_pool", "inputs": ["x"], "kernel": [2, 2], "pad": [0, 0, 2, 0]})"));
    row("E568", "[8, 8, 3]", with(R"({"name": "z", "kind": "flatten", "inputs": ["x"]},
    {"name": "y", "kind": "add", "inputs": ["x", "z"]})"));
    row("E569", "[524280, 524280, 3]",
        with(R"({"name": "y", "kind": "upsample_nearest", "inputs": ["x"], "factor": [65535, 65535]})"));
}
void wrongInputs() {
    Text text = with(conv());
    text.input = R"({"name": "x", "shape": [9223372036854775807, 9223372036854775807, 3]})";
    row("E569", "9223372036854775807", text);
    text.input = R"({"name": "x", "shape": [8, 0, 3]})";
    row("E574", "shape", text);
    text.input = R"({"name": "x", "shape": [8, 8]})";
    row("E574", "shape", text);
    text.input = R"({"name": "x", "shape": [8, 8, 3], "zero": 1})";
    row("E572", "zero", text);
    for (const char* range : {"[1, 0]", "[0]", "0", "[\"a\", 1]", "null"}) {
        text.input = R"({"name": "x", "shape": [8, 8, 3], "range": )" + std::string(range) + "}";
        row("E573", "lower one first", text);
    }
    row("E574", "kernel", with(R"({"name": "y", "kind": "max_pool", "inputs": ["x"], "kernel": [0, 1]})"));
    row("E574", "stride", with(conv(R"(, "stride": [1])")));
    row("E574", "stride", with(conv(R"(, "stride": [1, 1.5])")));
    row("E574", "pad", with(conv(R"(, "pad": [0, 0, -1, 0])")));
    row("E574", "pad", with(conv(R"(, "pad": [65536, 0, 0, 0])")));
}
void wrongOptions() {
    row("E607", "groups", with(conv(R"(, "groups": 0)")));
    row("E607", "low", with(R"({"name": "y", "kind": "clip", "inputs": ["x"], "low": 1e39})"));
    row("E607", "-inf, inf",
        with(R"({"name": "y", "kind": "select", "inputs": ["x", "x"], "fill": "infinite"})"));
    row("E660", "mask \"x\", which has the shape [8, 8, 3] instead of [8, 8, 1]",
        with(R"({"name": "y", "kind": "select", "inputs": ["x", "x"]})"));
    row("E660", "divisor \"x\", which has the shape [8, 8, 3] instead of [6, 7, 1]",
        with(R"({"name": "y", "kind": "average_pool", "inputs": ["x", "x"], "kernel": [3, 2]})"));
    row("E607", "none, relu", with(conv(R"(, "activation": "gelu")")));
    row("E572", "requant", with(conv(R"(, "requant": {"multiplier": 1, "shift": 0})")));
    row("E572", "factors", with(R"({"name": "y", "kind": "add", "inputs": ["x", "x"], "factors": [1, 2]})"));
    row("E576", "variance", with(R"({"name": "y", "kind": "batch_norm", "inputs": ["x"], "epsilon": 0,
    "scale": "f32:3", "shift": "f32:3", "mean": "f32:3", "variance": "f32:3"})"));
}
void wrongInt8() {
    Text text{.dtype = "i8", .layers = conv(R"(, "requant": {"multiplier": 0, "shift": 0})", "i8:3x3x3x4")};
    row("E607", "requant.multiplier", text);
    text.layers = conv(R"(, "requant": {"multiplier": 1, "shift": 63})", "i8:3x3x3x4");
    row("E607", "requant.shift", text);
    text.layers = conv(R"(, "requant": {"multiplier": [1, 2], "shift": [1, 2, 3]})", "i8:3x3x3x4");
    row("E593", "2 multipliers for 3 shifts", text);
    text.layers = conv(R"(, "requant": {"multiplier": [1, 2, 3], "shift": 4})", "i8:3x3x3x4");
    row("E593", "3 multipliers for 4 channels", text);
    text.layers = conv(R"(, "requant": {"multiplier": [1, 2, 3, 0], "shift": 4})", "i8:3x3x3x4");
    row("E574", "multiplier", text);
    text.layers = conv(R"(, "requant": {"multiplier": [], "shift": 4})", "i8:3x3x3x4");
    row("E606", "multiplier", text);
    text.layers = conv(R"(, "requant": {"multiplier": 1, "shift": 4, "scale": 0})", "i8:3x3x3x4");
    row("E607", "scale", text);
    text.layers = R"({"name": "y", "kind": "add", "inputs": ["x", "x"], "factors": [1, 2, 3]})";
    row("E593", "3 factors for 2 values", text);
    text.layers = R"({"name": "y", "kind": "requantise", "inputs": ["x"]})";
    row("E605", "requant", text);
    const std::string pixels = R"({"name": "c", "kind": "constant", "inputs": [], "weights": "i8:8x8x1"},)";
    text.layers = pixels + R"({"name": "y", "kind": "select", "inputs": ["x", "c"], "fill": 0.5})";
    row("E661", "the scale of \"x\" is not known", text);
    text.layers = pixels + R"({"name": "y", "kind": "average_pool", "inputs": ["x", "c"], "kernel": [1, 1],
    "requant": {"multiplier": 1, "shift": 0}})";
    row("E556", "1 value where it has", text);
    text.layers = conv(R"(, "requant": {"multiplier": 1, "shift": 9, "zero": 5})", "i8:3x3x3x1") +
                  R"(,{"name": "z", "kind": "select", "inputs": ["y", "y"]})";
    row("E660", "5 as its code for 0", text);
    text.layers = R"({"name": "y", "kind": "tanh", "inputs": ["x"]})";
    row("E570", "tanh", text);
    text.layers = conv(R"(, "activation": "sigmoid")", "i8:3x3x3x4");
    row("E570", "sigmoid", text);
    const std::string first =
        R"({"name": "z", "kind": "conv", "inputs": ["x"], "kernel": [1, 1], "weights": "i8:1x1x3x3"},)";
    text.layers =
        first +
        R"({"name": "y", "kind": "conv", "inputs": ["z"], "kernel": [1, 1], "weights": "i8:1x1x3x3"})";
    row("E571", "i32", text);
    text.layers = first + R"({"name": "y", "kind": "add", "inputs": ["x", "z"]})";
    row("E571", "i32", text);
}

} // namespace

class TestNetworkJson : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void readsWhatIsSaid() {
        Text text =
            with(R"({"name": "z", "kind": "max_pool", "inputs": ["y"], "kernel": [2, 3], "stride": [2, 1],
            "pad": [1, 0, 0, 1], "ceil": true},)" +
                 conv(R"(, "stride": [2, 3], "pad": [1, 2, 3, 0], "activation": "relu", "bias": "f32:4")"));
        text.input = R"({"name": "x", "shape": [8, 8, 3], "range": [0, 255.5]})";
        text.outputs = R"(["z", "y"])";
        const auto network = parseNetwork(text.text(), 0, made);
        QVERIFY(network);
        // z comes before y in the file, but reads it.
        QCOMPARE(network->layers[0].name, std::string("y"));
        QCOMPARE(network->outputs, (std::vector<ValueId>{2, 1}));
        const Layer &y = network->layers[0], &z = network->layers[1];
        QVERIFY((y.stride == Pair{2, 3}) && (y.pad == Padding{1, 2, 3, 0}) &&
                y.activation == Activation::Relu);
        QCOMPARE(y.shape, (Shape{5, 3, 4})); // (8 + 1 + 2 - 3) / 2 + 1, (8 + 3 - 3) / 3 + 1
        QCOMPARE(z.shape, (Shape{3, 2, 4})); // ceil((5 + 1 - 2) / 2) + 1, 3 + 1 - 3 + 1
        QVERIFY(z.ceil && (z.inputs == std::vector<ValueId>{1}));
        QVERIFY(network->input.range == (std::pair{0.0, 255.5}));
        QCOMPARE(costOf(*network, y).multiplyAdds, std::uint64_t{5 * 3 * 4 * 27});
        QCOMPARE(costOf(*network, y).parameters, std::uint64_t{27 * 4 + 4});
        QCOMPARE(costOf(*network), (Cost{112, 1620}));
    }

    void everyMistakeHasPlaceAndCode_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("words");
        wrongStructure();
        wrongExtents();
        wrongShapes();
        wrongInputs();
        wrongOptions();
        wrongInt8();
    }
    void everyMistakeHasPlaceAndCode() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        QFETCH(QString, words);
        const auto network = parseNetwork(text.toStdString(), 3, made);
        QVERIFY(!network);
        const Problem& problem = network.problem();
        const QString said = QString::fromStdString(textOf(problem));
        QVERIFY2(problem.message->code == code.toStdString(), qPrintable(said));
        QVERIFY2(said.contains(words), qPrintable(said));
        QVERIFY2(!said.contains("{0}") && !said.contains("{1}") && !said.contains("{3}"), qPrintable(said));
        QCOMPARE(problem.place.file, 3U);
        QVERIFY(problem.place.line > 0 && problem.place.column > 0);
    }
    void misspeltKindIsCorrected() {
        const auto network =
            parseNetwork(with(R"({"name": "y", "kind": "rellu", "inputs": ["x"]})").text(), 0, made);
        QVERIFY(!network);
        QCOMPARE(network.problem().replacement, std::string("relu"));
    }
    void manyLayersInAnyOrder() {
        std::string layers;
        for (int i = 5000; i-- > 1;)
            layers += relu(("l" + std::to_string(i)).c_str(), ("l" + std::to_string(i - 1)).c_str()) + ",";
        const auto network =
            parseNetwork(with(layers + relu("l0", "x") + "," + relu("y", "l4999")).text(), 0, made);
        QVERIFY(network);
        for (std::size_t i = 0; i < network->layers.size(); ++i) QCOMPARE(network->layers[i].inputs[0], i);
        layers.clear();
        for (int i = 0; i < 10'001; ++i) layers += (i ? "," : "") + relu("y", "x");
        const auto many = parseNetwork(with(layers).text(), 0, made);
        QVERIFY(!many);
        QCOMPARE(many.problem().message->code, std::string_view("E558"));
    }

    // Twenty values of 2^24 elements could not be held together.
    void allValuesTogether() {
        std::string layers;
        for (int i = 1; i < 40; ++i)
            layers += relu(("l" + std::to_string(i)).c_str(),
                           i == 1 ? "x" : ("l" + std::to_string(i - 1)).c_str()) +
                      ",";
        Text text = with(layers + relu("y", "l39"));
        text.input = R"({"name": "x", "shape": [4096, 4096, 1]})";
        const auto network = parseNetwork(text.text(), 0, made);
        QVERIFY(!network);
        QCOMPARE(network.problem().message->code, std::string_view("E569"));
        QVERIFY(textOf(network.problem()).find("together") != std::string::npos);
    }

    // Every cut of a good file is refused, none crashes.
    void cuts() {
        const std::string text = with(conv(R"(, "pad": [1, 1, 1, 1])")).text();
        QVERIFY(parseNetwork(text, 0, made));
        for (std::size_t size = 0; size < text.size(); ++size)
            QVERIFY(!parseNetwork(text.substr(0, size), 0, made));
    }

    // Weights of layers that are called alike.
    void networksShareAFolder() {
        source::DiskLoader loader;
        source::Files files(loader);
        const auto one = project::loadNetwork(LW_ROOT "/examples/networks/strided-digits/digits.json", files);
        QVERIFY(one);
        Network other = *one;
        other.layers[0].weights =
            tensor::Tensor(one->layers[0].weights.dtype(), one->layers[0].weights.shape());
        QVERIFY(!(other.layers[0].weights == one->layers[0].weights));
        QTemporaryDir folder;
        const auto path = [&](const char* name) {
            return folder.filePath(QLatin1String(name)).toStdString();
        };
        QVERIFY(project::saveNetwork(*one, path("one.json")) &&
                project::saveNetwork(other, path("other.json")));
        const auto again = project::loadNetwork(path("one.json"), files);
        QVERIFY(again && again->layers[0].weights == one->layers[0].weights);
        const auto also = project::loadNetwork(path("other.json"), files);
        QVERIFY(also && also->layers[0].weights == other.layers[0].weights);
        // A name that is not UTF-8 is none of those that the network's file holds.
        const std::string odd = path("odd ") + "\xff.json";
        QVERIFY(project::saveNetwork(*one, odd));
        QVERIFY(project::loadNetwork(odd, files));
    }

    // A network of every kind, written and read again.
    void writtenAndReadAgain_data() {
        QTest::addColumn<QString>("path");
        const QDir folder(LW_TESTS "/core/network/fixtures");
        for (const QString& file : folder.entryList({"*.json"}))
            QTest::newRow(qPrintable(file)) << folder.filePath(file);
    }
    void writtenAndReadAgain() {
        QFETCH(QString, path);
        source::DiskLoader loader;
        source::Files files(loader);
        const auto network = project::loadNetwork(path.toStdString(), files);
        QVERIFY(network);
        QTemporaryDir folder;
        const std::string copy = folder.filePath("network.json").toStdString();
        QVERIFY(project::saveNetwork(*network, copy));
        const auto again = project::loadNetwork(copy, files);
        QVERIFY(again);
        QCOMPARE(again->input.shape, network->input.shape);
        QCOMPARE(again->input.zero, network->input.zero);
        QVERIFY(again->input.step == network->input.step &&
                again->input.isUnsigned == network->input.isUnsigned);
        QCOMPARE(again->outputs, network->outputs);
        QCOMPARE(again->layers.size(), network->layers.size());
        for (std::size_t i = 0; i < network->layers.size(); ++i) {
            const Layer &a = network->layers[i], &b = again->layers[i];
            QVERIFY(a.name == b.name && a.kind == b.kind && a.inputs == b.inputs && a.kernel == b.kernel);
            QVERIFY(a.stride == b.stride && a.pad == b.pad && a.dilation == b.dilation &&
                    a.groups == b.groups);
            QVERIFY(a.outputPadding == b.outputPadding && a.ceil == b.ceil && a.factor == b.factor);
            QVERIFY(a.countIncludePad == b.countIncludePad && a.activation == b.activation &&
                    a.requant == b.requant && a.factors == b.factors);
            QVERIFY(a.weights == b.weights && a.bias == b.bias && a.scale == b.scale && a.shift == b.shift);
            QVERIFY(a.mean == b.mean && a.variance == b.variance && a.shape == b.shape && a.dtype == b.dtype);
            QCOMPARE(a.epsilon, b.epsilon);
            QVERIFY(a.low == b.low && a.high == b.high && a.alpha == b.alpha && a.beta == b.beta &&
                    a.k == b.k);
            QVERIFY(a.size == b.size && a.axis == b.axis && a.newShape == b.newShape && a.order == b.order &&
                    a.indices == b.indices && a.fill == b.fill &&
                    std::signbit(a.fill) == std::signbit(b.fill));
        }
    }
    void filesOfLikeNames() {
        Text text = with(R"({"name": "a/b", "kind": "constant", "inputs": [], "weights": "f32:1"},
            {"name": "a b", "kind": "constant", "inputs": [], "weights": "f32:2"},)" +
                         relu("y", "x"));
        const auto network = parseNetwork(text.text(), 0, made);
        QVERIFY(network);
        const NetworkFiles written = formatNetwork(*network);
        QCOMPARE(written.tensors.size(), std::size_t{2});
        QCOMPARE(written.tensors[0].name, std::string("a_b.weights.npy"));
        QCOMPARE(written.tensors[1].name, std::string("a_b-2.weights.npy"));
        QCOMPARE(written.tensors[1].tensor->count(), std::uint64_t{2});
    }

    // Only files of the network's folder, also through links.
    void weightsStayInTheFolder() {
        QTemporaryDir folder;
        const std::string inner = folder.filePath("inner").toStdString();
        std::filesystem::create_directory(inner);
        std::filesystem::copy(LW_TESTS "/core/network/fixtures/conv.npz",
                              folder.filePath("w.npz").toStdString());
        std::filesystem::copy(LW_TESTS "/core/network/fixtures/conv.npz", inner + "/w.npz");
        std::filesystem::create_symlink(folder.filePath("w.npz").toStdString(), inner + "/link.npz");
        const auto codeOf = [&](const std::string& reference) {
            const std::string path = inner + "/n.json";
            const Text text = with(conv("", reference));
            LW_REQUIRE(bool(writeFileAtomically(path, text.text())), "no file");
            source::DiskLoader loader;
            source::Files files(loader);
            const auto network = project::loadNetwork(path, files);
            if (network) return std::string("good");
            const Problem& problem = network.problem();
            return std::string(problem.message->code) + " " +
                   (problem.notes.empty() ? "" : std::string(problem.notes[0].message->code));
        };
        QCOMPARE(codeOf("w.npz#conv0.weights"), std::string("good"));
        QCOMPARE(codeOf("./w.npz#conv0.weights"), std::string("good"));
        QCOMPARE(codeOf("w.npz#other"), std::string("E560 E561"));
        QCOMPARE(codeOf("w.npz"), std::string("E560 E510"));
        QCOMPARE(codeOf("#a"), std::string("E560 E559"));
        QCOMPARE(codeOf(inner + "/w.npz#conv0.weights"), std::string("E560 E559"));
        for (const char* outside :
             {"../w.npz#conv0.weights", "link.npz#conv0.weights", "../inner/../w.npz#a"})
            QVERIFY2(codeOf(outside).starts_with("E560 E"), outside);
        QVERIFY(codeOf("../w.npz#conv0.weights") != "good" && codeOf("link.npz#conv0.weights") != "good");
        QVERIFY(codeOf("missing.npy").starts_with("E560 E"));
    }

    // What people have instead of a network: weights, or the pickled model of another program.
    void otherFiles() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("model.pt").toStdString();
        const auto codeOf = [&](const std::string& text) {
            LW_REQUIRE(bool(writeFileAtomically(path, text)), "no file");
            source::DiskLoader loader;
            source::Files files(loader);
            return std::string(project::loadNetwork(path, files).problem().message->code);
        };
        QCOMPARE(codeOf("PK\3\4"), std::string("E549"));
        QCOMPARE(codeOf("[1, 2]"), std::string("E549"));
        QCOMPARE(codeOf(" \n{"), std::string("E600"));
        QCOMPARE(codeOf("\xef\xbb\xbf{}"), std::string("E605")); // as Windows writes text
        QCOMPARE(codeOf(""), std::string("E600"));
    }

    void theTableIsWhole() {
        QCOMPARE(kinds().size(), static_cast<std::size_t>(Kind::Constant) + 1);
        for (const KindRow& row : kinds()) QCOMPARE(findKind(row.name), &rowOf(row.kind));
    }
};

int tst_network_json(int argc, char** argv) { return lw::tests::run<TestNetworkJson>(argc, argv); }
#include "tst_network_json.moc"
