// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/cut.h"
#include "core/network/onnx_import.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "tests/core/network/onnx_bytes.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <random>

// Networks that begin late or end early.
using namespace lw;
using namespace lw::network;
using namespace lw::test::onnx;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

QString said(const Problem& problem) { return QString::fromStdString(textOf(problem)); }
QString notes(const Problem& problem) {
    QString out;
    for (const Note& note : problem.notes) out += QString::fromStdString(textOf(note)) + '\n';
    return out;
}

Layer layer(const char* name, Kind kind, std::vector<ValueId> inputs) {
    Layer out;
    out.name = name;
    out.kind = kind;
    out.inputs = std::move(inputs);
    return out;
}

// x -> a -> b -> s = b + a -> c -> y, and k = c + a constant.
Network branched() {
    Network out;
    out.input.shape = {2, 2, 1};
    out.layers = {layer("a", Kind::Relu, {0}),      layer("b", Kind::Tanh, {1}),
                  layer("s", Kind::Add, {2, 1}),    layer("c", Kind::Sigmoid, {3}),
                  layer("one", Kind::Constant, {}), layer("k", Kind::Add, {4, 5})};
    out.layers[4].weights = Tensor::of<float>(DType::F32, {2, 2, 1}, std::vector<float>{1, 2, 3, 4});
    out.outputs = {6};
    LW_REQUIRE(bool(inferShapes(out)), "a network");
    return out;
}
Tensor numbers(const Shape& shape, unsigned seed) {
    std::mt19937 random(seed);
    Tensor out(DType::F32, shape);
    for (std::uint64_t i = 0; i < out.count(); ++i)
        out.set(i, static_cast<float>(static_cast<int>(random() % 200) - 100) / 64);
    return out;
}

// A graph of convolution, flattening and more, of which one node in the middle is `middle`.
std::string graphWith(const std::string& middle, const std::string& more = {}) {
    std::string weights;
    for (int i = 0; i < 12 * 3; ++i) weights += std::string("\0\0\0\x3f", 4); // 0.5
    return modelOf({node("Relu", {"x"}, {"r"}), middle, node("Flatten", {"m"}, {"f"}),
                    node("Relu", {"f"}, {"g"}), node("Gemm", {"g", "w"}, {"y"})},
                   {tensorOf("w", 1, {12, 3}, weights)}, input("x", {-1, 2, 2, 3}) + more, {"y"});
}
Result<Network> imported(const std::string& model, const Section& where) {
    return importOnnx(std::as_bytes(std::span(model)), "n.onnx", {}, where);
}

} // namespace

class TestCut : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Both halves, one after the other, compute what the whole computes.
    void halvesComputeTheWhole() {
        const Network whole = branched();
        const Tensor x = numbers({2, 2, 1}, 1);
        const Tensor wanted = computeAll(whole, x, {})[6];
        for (const char* place : {"a", "s", "c"}) {
            const auto first = cut(whole, {{}, place}, "n");
            const auto second = cut(whole, {place, {}}, "n");
            QVERIFY(first && second);
            QCOMPARE(second->input.name, place);
            const Tensor middle = computeAll(*first, x, {})[first->outputs[0]];
            QVERIFY(computeAll(*second, middle, {})[second->outputs[0]] == wanted);
        }
        const auto inner = cut(whole, {"a", "c"}, "n");
        QVERIFY(inner);
        QCOMPARE(inner->layers.size(), std::size_t{3});
        QCOMPARE(inner->layers[0].inputs, std::vector<ValueId>{kInput});
        QCOMPARE(inner->layers[1].inputs, (std::vector<ValueId>{1, kInput}));
        QCOMPARE(inner->outputs, std::vector<ValueId>{3});
        const auto unchanged = cut(whole, {}, "n");
        QVERIFY(unchanged && unchanged->layers.size() == whole.layers.size());
    }
    void whereItCannotBegin() {
        const auto refusal = [](const Section& where) {
            const auto out = cut(branched(), where, "n");
            return out ? QString()
                       : QString::fromStdString(std::string(out.problem().message->code) + ' ') +
                             said(out.problem());
        };
        QCOMPARE(refusal({"b", {}}),
                 QString("E595 n cannot begin after \"b\": \"s\" needs a second value from before, "
                         "\"a\"; the next place that can is \"s\""));
        QCOMPARE(refusal({"b", "s"}),
                 QString("E595 n cannot begin after \"b\": \"s\" needs a second value from "
                         "before, \"a\"; no later place needs one value only"));
        QVERIFY(refusal({"k", {}}).startsWith("E596"));
        QVERIFY(refusal({"c", "b"}).startsWith("E588")); // it is not there any more
        QVERIFY(refusal({"x", {}}).startsWith("E588"));
        QVERIFY(refusal({{}, "d"}).startsWith("E588"));
        QVERIFY(refusal({"", {}}).startsWith("E588"));
        QVERIFY(refusal({"one", {}}).startsWith("E595")); // c is computed from x
    }
    // Codes keep their zero; sums cannot be an input.
    void ofIntegers() {
        Network whole;
        whole.precision = Precision::I8;
        whole.input.shape = {2};
        whole.layers = {layer("d", Kind::Dense, {0}), layer("q", Kind::Add, {1, 1}),
                        layer("r", Kind::Relu, {2})};
        whole.layers[0].weights =
            Tensor::of<std::int8_t>(DType::I8, {2, 2}, std::vector<std::int8_t>{1, 2, 3, 4});
        whole.layers[1].requant = Requant{1, 1, -7};
        whole.outputs = {3};
        QVERIFY(inferShapes(whole));
        const auto rest = cut(whole, {"q", {}}, "n");
        QVERIFY(rest && rest->input.zero == -7 && dtypeOf(*rest, kInput) == DType::I8);
        const auto sums = cut(whole, {"d", {}}, "n");
        QVERIFY(!sums && sums.problem().message->code == "E597");
    }

    // The rest of a graph begins with what the other half computes, in the file's order of elements.
    void halvesOfAGraph() {
        const std::string model = graphWith(node("Relu", {"r"}, {"m"}));
        const auto whole = imported(model, {});
        QVERIFY2(whole, whole ? "" : qPrintable(said(whole.problem())));
        const Tensor x = numbers({2, 3, 2}, 2);
        const Tensor wanted = computeAll(*whole, x, {})[whole->outputs[0]];
        for (const char* place : {"r", "m", "f", "g"}) {
            const auto first = imported(model, {{}, place}), second = imported(model, {place, {}});
            QVERIFY2(second, second ? "" : qPrintable(said(second.problem())));
            const Tensor middle = computeAll(*first, x, {})[first->outputs[0]];
            QCOMPARE(second->input.shape, middle.shape());
            const Tensor got = computeAll(*second, middle, {})[second->outputs[0]];
            for (std::uint64_t i = 0; i < 3; ++i) QCOMPARE(got.at<float>(i), wanted.at<float>(i));
        }
        QVERIFY(imported(model, {"r", "f"}));
        QCOMPARE(said(imported(model, {"y", {}}).problem()),
                 QString("n.onnx cannot begin after \"y\": no output is computed from it"));
    }
    // What cannot be read is cut away; its shape is then the one that the file states.
    void aroundWhatCannotBeRead() {
        const std::string bad = node("Det", {"r"}, {"m"});
        const std::string shape = stated("m", {1, 2, 2, 3});
        const auto whole = imported(graphWith(bad, shape), {});
        QVERIFY(!whole);
        QCOMPARE(said(whole.problem()),
                 QString("n.onnx: operators that are not supported: Det; the first is of the node \"m\""));
        QCOMPARE(notes(whole.problem()),
                 QString("the network before it: lw net show n.onnx --until \"r\"\n"
                         "the network after that: lw net show n.onnx --from \"m\"\n"));
        QVERIFY(imported(graphWith(bad, shape), {{}, "r"}));
        const auto rest = imported(graphWith(bad, shape), {"m", {}});
        QVERIFY2(rest, rest ? "" : qPrintable(said(rest.problem())));
        QCOMPARE(rest->input.shape, (Shape{2, 3, 2}));
        const Tensor x = numbers({2, 3, 2}, 3);
        float wanted = 0;
        for (std::uint64_t i = 0; i < 12; ++i) wanted += std::max(0.0f, x.at<float>(i)) / 2;
        QCOMPARE(computeAll(*rest, x, {})[rest->outputs[0]].at<float>(0), wanted);
        // Not stated.
        const auto unknown = imported(graphWith(bad), {"m", {}});
        QVERIFY(!unknown && unknown.problem().message->code == "E597");
        QVERIFY(said(unknown.problem()).contains("does not state the shape of that"));
        QCOMPARE(notes(imported(graphWith(bad), {}).problem()),
                 QString("the network before it: lw net show n.onnx --until \"r\"\n"
                         "the network after that begins at \"m\", once the file states the shape of it: "
                         "onnx.shape_inference.infer_shapes writes shapes\n"));
        // An operator that is supported, but not in this form.
        const auto form = imported(graphWith(node("Flatten", {"r"}, {"m"}, integer("axis", 5)), shape), {});
        QVERIFY(!form && form.problem().message->code == "E582");
        QCOMPARE(notes(form.problem()), notes(whole.problem()));
    }
    // What comes before an operator that is not supported may be wrong itself.
    void beforeAnotherMistake() {
        const std::vector<std::string> nodes{node("Relu", {"x"}, {"r"}),
                                             node("Flatten", {"r"}, {"f"}, integer("axis", 5)),
                                             node("Det", {"f"}, {"y"})};
        const std::string model = modelOf(nodes, {}, input("x", {1, 2, 2, 3}), {"y"});
        const QString wanted = "the network before it: lw net show n.onnx --until \"r\"\n";
        QCOMPARE(notes(imported(model, {}).problem()), wanted);
        QCOMPARE(notes(checkOnnx(std::as_bytes(std::span(model)), "n.onnx", {}).problems[0]), wanted);
        const std::string whole = modelOf(nodes, {}, input("x", {1, 2, 2, 3}, 7), {"y"}); // INT64
        QCOMPARE(notes(imported(whole, {}).problem()), QString());
        for (const Problem& one : checkOnnx(std::as_bytes(std::span(whole)), "n.onnx", {}).problems)
            QVERIFY(!notes(one).contains("--until"));
    }
    // Where several inputs have met, and after what reads an input of another type, a network can begin.
    void aroundInputs() {
        const std::string shape = stated("s", {1, 2, 2, 3});
        const std::vector<std::string> nodes{node("Add", {"x", "z"}, {"s"}), node("Relu", {"s"}, {"y"})};
        const std::string both =
            modelOf(nodes, {}, input("x", {1, 2, 2, 3}) + input("z", {1, 2, 2, 3}) + shape, {"y"});
        const auto two = imported(both, {});
        QVERIFY(!two && two.problem().message->code == "E583");
        QCOMPARE(notes(two.problem()), QString("the network after that: lw net show n.onnx --from \"s\"\n"));
        QVERIFY(imported(both, {"s", {}}));
        const std::string embedded = modelOf({node("Gather", {"w", "x"}, {"s"}), node("Relu", {"s"}, {"y"})},
                                             {tensorOf("w", 1, {1, 1}, std::string(4, 0))},
                                             input("x", {1, 2}, 7) + stated("s", {1, 2, 1}), {"y"});
        const auto words = imported(embedded, {});
        QVERIFY(!words && words.problem().message->code == "E583");
        QCOMPARE(notes(words.problem()),
                 QString("the network after that: lw net show n.onnx --from \"s\"\n"));
        QVERIFY(imported(embedded, {"s", {}}));
    }
    // What is made only later cannot be an end before a node.
    void nothingFromLater() {
        const auto circle = imported(modelOf({node("Add", {"x", "b"}, {"a"}), node("Relu", {"a"}, {"b"})}, {},
                                             input("x", {1, 2, 2, 3}), {"b"}),
                                     {});
        QVERIFY(!circle && circle.problem().message->code == "E582");
        QVERIFY(!notes(circle.problem()).contains("--until"));
    }
    // With both ends --from names what is left before the other.
    void endsInTheWrongOrder() {
        const QString words = "there is no layer \"%1\" after which to cut among those that \"%2\" needs";
        QVERIFY(said(imported(graphWith(node("Relu", {"r"}, {"m"})), {"g", "m"}).problem())
                    .contains(words.arg("g", "m")));
        QVERIFY(said(cut(branched(), {"c", "b"}, "n").problem()).contains(words.arg("c", "b")));
        QVERIFY(!said(cut(branched(), {"z", {}}, "n").problem()).contains("among"));
    }
    // Shapes that come from before are constant, and no second value.
    void shapesFromBefore() {
        const std::string model = modelOf(
            {node("Shape", {"x"}, {"s"}), node("Relu", {"x"}, {"r"}), node("Reshape", {"r", "s"}, {"y"})}, {},
            input("x", {1, 2, 2, 3}), {"y"});
        const auto rest = imported(model, {"r", {}});
        QVERIFY2(rest, rest ? "" : qPrintable(said(rest.problem())));
        const std::string two = modelOf({node("Relu", {"x"}, {"r"}), node("Add", {"r", "x"}, {"y"})}, {},
                                        input("x", {1, 2, 2, 3}), {"y"});
        const auto refused = imported(two, {"r", {}});
        QVERIFY(!refused);
        QCOMPARE(said(refused.problem()),
                 QString("n.onnx cannot begin after \"r\": \"y\" needs a second value from "
                         "before, \"x\"; no later place needs one value only"));
    }
    // Halves of one node are two values.
    void outputsOfOneNode() {
        const std::string model =
            modelOf({node("Split", {"x"}, {"a", "b"}, integer("axis", 1)), node("Relu", {"a"}, {"r"}),
                     node("Add", {"r", "b"}, {"s"}), node("Relu", {"s"}, {"y"})},
                    {}, input("x", {1, 2, 2, 3}), {"y"});
        const auto refused = imported(model, {"a", {}});
        QVERIFY(!refused);
        QCOMPARE(said(refused.problem()),
                 QString("n.onnx cannot begin after \"a\": \"s\" needs a second value from before, \"b\"; "
                         "the next place that can is \"s\""));
        QVERIFY(imported(model, {"s", {}}));
        QVERIFY(imported(model, {"b", "b"}).problem().message->code == "E596");
    }
    // Every node that cannot be read by itself; those that read what it would make are passed over.
    void checks() {
        const std::string model =
            modelOf({node("Det", {"x"}, {"d"}), node("Relu", {"d"}, {"e"}),
                     node("Flatten", {"x"}, {"f"}, integer("axis", 5)),
                     node("Flatten", {"x"}, {"g"}, integer("axis", 5)), node("Relu", {"x"}, {"y"})},
                    {}, input("x", {1, 2, 2, 3}), {"y"});
        const OnnxCheck check = checkOnnx(std::as_bytes(std::span(model)), "n.onnx", {});
        QCOMPARE(check.problems.size(), std::size_t{3});
        const char* codes[] = {"E581", "E582", "E582"};
        for (std::size_t i = 0; i < 3; ++i) QVERIFY(check.problems[i].message->code == codes[i]);
        QCOMPARE(check.unsupported.size(), std::size_t{1});
        QCOMPARE(check.unsupported[0].name, std::string("d"));
        QVERIFY(checkOnnx(std::as_bytes(std::span(model)), "n.onnx", {{}, "y"}).problems.empty());
    }
    void names() {
        QCOMPARE(commandText("a b.onnx", {"x", "say \"y\""}),
                 std::string("lw net show \"a b.onnx\" --from \"x\" --until \"say \\\"y\\\"\""));
    }
};

int tst_cut(int argc, char** argv) { return lw::tests::run<TestCut, QCoreApplication>(argc, argv); }
#include "tst_cut.moc"
