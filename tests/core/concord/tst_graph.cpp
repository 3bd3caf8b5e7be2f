// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/cpp_text.h"
#include "core/concord/graph.h"
#include "core/concord/messages.h"
#include "core/concord/python_text.h"
#include "core/concord/value_names.h"
#include "tests/support/run_test.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace lw;
using namespace lw::concord;

namespace {

Chain graphChain(std::vector<Op> ops, std::uint32_t rows = 1, std::uint32_t columns = 1,
                 std::uint32_t turns = 1) {
    return {rows, columns, turns, 5, std::move(ops)};
}
Op graphOp(OpKind kind, const char* memory = "", std::uint64_t first = 0, std::uint32_t step = 0) {
    return {kind, memory, first, step, 7, "as written"};
}
Chain load(std::uint64_t from, std::uint64_t to) {
    return graphChain(
        {graphOp(OpKind::ReadMatrix, kMatrixDram, from), graphOp(OpKind::WriteMatrix, "MatrixRf", to)}, 1, 2);
}
Graph graphOfChains(std::vector<Chain> chains) {
    auto made = graphOf({"firmware", {}, std::move(chains)});
    if (!made) qFatal("%s", textOf(made.problem()).c_str());
    return *std::move(made);
}

} // namespace

// Values instead of numbers: what each is made of, wherever it was put in between.
class TestGraph : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // ONNX calls layers "/lstm/LSTM_output_1"; what cannot name a function, or names a value, gets a word.
    void namesCanBeRead() {
        UsedNames used;
        QCOMPARE(used.take("_lstm_LSTM_output_1"), std::string("lstm_LSTM_output_1"));
        QCOMPARE(used.take("__lstm_LSTM_output_1"), std::string("lstm_LSTM_output_1_2"));
        QCOMPARE(used.take("v12"), std::string("of_v12"));
        QCOMPARE(used.take("_1"), std::string("of_1"));
        QCOMPARE(used.take("_"), std::string("of_"));
        QCOMPARE(used.take("dense.a"), std::string("dense_a"));
    }
    // Whatever the header for C++ defines, nothing of a program may be called so.
    void namesOfTheHeaderAreTaken() {
        const QRegularExpression defined(
            QStringLiteral("^(?:class|struct|using|inline bool|(?:\\[\\[noreturn\\]\\] )?inline [^(=]*?) ?"
                           "\\b(\\w+)(?:\\(| \\{| =)"),
            QRegularExpression::MultilineOption);
        const QString header = QString::fromUtf8(cppRuntime().data(), cppRuntime().size());
        QSet<QString> names;
        for (auto found = defined.globalMatch(header); found.hasNext();) names << found.next().captured(1);
        for (const char* name : {"keep", "VectorsIn", "quantises", "Vectors", "fail", "philox", "Format"})
            QVERIFY2(names.contains(name), name);
        for (const QString& name : names) {
            UsedNames used;
            QVERIFY2(used.take(name.toStdString()) != name.toStdString(), qPrintable(name));
        }
    }
    // A product of two columns, a bias, an activation; vectors on their way through a register file.
    void valuesGoThroughMemories() {
        const Graph graph = graphOfChains(
            {load(4, 10),
             graphChain({graphOp(OpKind::Read, kQueue), graphOp(OpKind::Write, "InitialVrf", 3)}, 2),
             graphChain({graphOp(OpKind::Read, kVectorDram, 6), graphOp(OpKind::Write, "AddSubVrf0", 1)}),
             graphChain({graphOp(OpKind::Read, "InitialVrf", 3), graphOp(OpKind::Product, "MatrixRf", 10),
                         graphOp(OpKind::Add, "AddSubVrf0", 1), graphOp(OpKind::Relu),
                         graphOp(OpKind::Write, kQueue)},
                        1, 2)});
        QCOMPARE(graph.nodes.size(), std::size_t{kSources + 4});
        QCOMPARE(graph.nodes[3].kind, OpKind::WriteMatrix);
        QCOMPARE(graph.nodes[3].in, (Pieces{{kOfMatrixDram, 4, 2}}));
        const Node& product = graph.nodes[4];
        QCOMPARE(product.in, (Pieces{{kFromQueue, 0, 2}}));
        QCOMPARE(product.operand, (Pieces{{3, 0, 2}}));
        QCOMPARE(product.count, 1U);
        QCOMPARE(graph.nodes[5].in, (Pieces{{4, 0, 1}}));
        QCOMPARE(graph.nodes[5].operand, (Pieces{{kOfVectorDram, 6, 1}}));
        QCOMPARE(graph.nodes[6].in, (Pieces{{5, 0, 1}}));
        QCOMPARE(graph.output, (Pieces{{6, 0, 1}}));
        QCOMPARE(graph.taken, 2U);
        QCOMPARE(productsBehind(graph, 6), std::vector<std::uint32_t>{4});
        QCOMPARE(productsBehind(graph, 4), std::vector<std::uint32_t>{});
    }

    // Rows of matrices that came from the network; DRAM has what was written there, and else what it began
    // with.
    void matricesGoThroughDram() {
        const auto matrices = [](Op from, Op to, std::uint32_t count) {
            return graphChain({std::move(from), std::move(to)}, 1, count);
        };
        const Graph graph = graphOfChains(
            {matrices(graphOp(OpKind::ReadMatrix, kQueue), graphOp(OpKind::StoreMatrix, kMatrixDram, 5), 2),
             matrices(graphOp(OpKind::ReadMatrix, kMatrixDram, 6),
                      graphOp(OpKind::WriteMatrix, "MatrixRf", 0), 2),
             matrices(graphOp(OpKind::ReadMatrix, kMatrixDram, 1),
                      graphOp(OpKind::StoreMatrix, kMatrixDram, 6), 1),
             matrices(graphOp(OpKind::ReadMatrix, kMatrixDram, 6),
                      graphOp(OpKind::WriteMatrix, "MatrixRf", 2), 1)});
        QCOMPARE(graph.nodes.size(), std::size_t{kSources + 3});
        QCOMPARE(graph.nodes[3].kind, OpKind::ReadMatrix);
        QCOMPARE(graph.nodes[3].in, (Pieces{{kFromQueue, 0, 8}})); // of four rows each
        QCOMPARE(graph.nodes[3].count, 2U);
        QCOMPARE(graph.taken, 8U);
        QCOMPARE(graph.nodes[4].in, (Pieces{{3, 1, 1}, {kOfMatrixDram, 7, 1}}));
        QCOMPARE(graph.writes[2].overwrites, std::vector<std::uint32_t>{3});
        QCOMPARE(graph.nodes[5].in, (Pieces{{kOfMatrixDram, 1, 1}}));
        QCOMPARE(usedOf(graph, kFromQueue), std::uint64_t{8});
        QCOMPARE(usedOf(graph, kOfMatrixDram), std::uint64_t{8});
    }

    // Each turn reads and writes a step further; without one it is the same operand.
    void turnsStep() {
        const Graph graph =
            graphOfChains({graphChain({graphOp(OpKind::Read, kVectorDram, 10, 2),
                                       graphOp(OpKind::Write, "InitialVrf", 0, 3)},
                                      1, 1, 4),
                           graphChain({graphOp(OpKind::Read, "InitialVrf", 0, 3),
                                       graphOp(OpKind::Write, "AddSubVrf0", 0, 1)},
                                      1, 1, 4),
                           graphChain({graphOp(OpKind::Read, "InitialVrf", 0, 9),
                                       graphOp(OpKind::Add, "AddSubVrf0", 2), graphOp(OpKind::Write, kQueue)},
                                      1, 1, 2)});
        const Node& sum = graph.nodes[kSources];
        QCOMPARE(sum.in, (Pieces{{kOfVectorDram, 10, 1, 2, 6}}));
        QCOMPARE(sum.operand, (Pieces{{kOfVectorDram, 14, 1, 2, 0}}));
        QCOMPARE(sum.count, 2U);
    }

    // Windows are a value of their own, made of the whole picture, part of which was computed.
    void windowsReadPictures() {
        Op windows = graphOp(OpKind::Window, "InitialVrf", 3);
        windows.window = {
            .width = 2, .height = 2, .windowWidth = 2, .windowHeight = 2, .padLeft = 1, .across = 2};
        windows.picture = 7;
        windows.skip = 1;
        const Graph graph = graphOfChains(
            {graphChain({graphOp(OpKind::Read, kQueue), graphOp(OpKind::Write, "InitialVrf", 7)}, 3),
             graphChain({graphOp(OpKind::Read, kQueue), graphOp(OpKind::Relu),
                         graphOp(OpKind::Write, "InitialVrf", 10)}),
             graphChain({windows, graphOp(OpKind::Write, kQueue)}, 3)});
        const Node& node = graph.nodes.back();
        QCOMPARE(node.in, (Pieces{{kFromQueue, 0, 3}, {kSources, 0, 1}}));
        QCOMPARE(node.count, 3U);
        // The fourth window begins at the first pixel of the second row; its first vector is left out.
        QCOMPARE(node.windows.vectorOf(0), std::optional<std::uint64_t>(3));
        QVERIFY(!node.windows.vectorOf(1) && !node.windows.vectorOf(2));
        windows.first = 2;
        windows.skip = 0;
        const WindowRead read = windowsOf(graphChain({windows}, 4), windows, {});
        QVERIFY(!read.vectorOf(0));
        QCOMPARE(read.vectorOf(1), std::optional<std::uint64_t>(2));
        QVERIFY(!read.vectorOf(2) && !read.vectorOf(3));
        QVERIFY(read.window.isInside(2) && !read.window.isInside(4));
        QCOMPARE(graph.output, (Pieces{{kSources + 1, 0, 3}}));
    }

    // A place that has another value later: who read it before keeps the first, and the write knows.
    void overwritten() {
        const Graph graph = graphOfChains(
            {graphChain({graphOp(OpKind::Read, kQueue), graphOp(OpKind::Relu),
                         graphOp(OpKind::Write, "InitialVrf", 0)}),
             graphChain({graphOp(OpKind::Read, "InitialVrf", 0), graphOp(OpKind::Tanh),
                         graphOp(OpKind::Write, "InitialVrf", 1)}),
             graphChain({graphOp(OpKind::Read, kQueue), graphOp(OpKind::Sigmoid),
                         graphOp(OpKind::Write, "InitialVrf", 0)}),
             graphChain({graphOp(OpKind::Read, "InitialVrf", 0), graphOp(OpKind::Write, kQueue)}, 2)});
        QCOMPARE(graph.nodes[4].in, (Pieces{{3, 0, 1}}));
        QCOMPARE(graph.output, (Pieces{{5, 0, 1}, {4, 0, 1}}));
        QCOMPARE(graph.writes[2].overwrites, std::vector<std::uint32_t>{3});
        QVERIFY(graph.writes[0].overwrites.empty());
    }

    // Two turns of two: what each reads, and where the value of the last one went.
    void loopsAreExecuted() {
        Op read = graphOp(OpKind::Read, kVectorDram, 10), write = graphOp(OpKind::Write, "InitialVrf", 0);
        read.moves = {4, 1};
        write.moves = {1, 0};
        OpStream stream{
            "firmware",
            {},
            {graphChain({read, graphOp(OpKind::Relu), write}),
             graphChain({graphOp(OpKind::Read, "InitialVrf", 0), graphOp(OpKind::Write, kQueue)}, 2)}};
        stream.loops = {{0, 1, 2}, {0, 1, 3}};
        QCOMPARE(executedOps(stream), std::uint64_t{20});
        QCOMPARE(loopsAround(stream, 0), (std::vector<std::uint32_t>{0, 1}));
        QCOMPARE(loopsAround(stream, 1), (std::vector<std::uint32_t>{}));
        const Graph graph = *graphOf(stream);
        QCOMPARE(graph.nodes.size(), std::size_t{kSources + 6});
        const std::vector<std::uint32_t> wanted{10, 11, 12, 14, 15, 16};
        for (std::uint32_t i = 0; i < wanted.size(); ++i) {
            QCOMPARE(graph.nodes[kSources + i].in, (Pieces{{kOfVectorDram, wanted[i], 1}}));
            QCOMPARE(graph.nodes[kSources + i].at, (Turns{i / 3, i % 3}));
        }
        QCOMPARE(graph.output, (Pieces{{kSources + 2, 0, 1}, {kSources + 5, 0, 1}}));
        QCOMPARE(graph.writes[1].overwrites, std::vector<std::uint32_t>{kSources});

        stream.loops[1].turns = stream.loops[0].turns = 1'000'000;
        const auto refused = graphOf(stream);
        QVERIFY(!refused);
        QCOMPARE(refused.problem().message, &messages::kTooMany);
    }

    // Of a recurrence the products of its own step: a list of all before would grow by their square.
    void productsOfAStep() {
        std::vector<Chain> chains{
            load(0, 0), graphChain({graphOp(OpKind::Read, kQueue), graphOp(OpKind::Write, "AddSubVrf0", 0)})};
        for (int i = 0; i < 3; ++i) {
            const auto from = static_cast<std::uint64_t>(i);
            chains.push_back(graphChain(
                {graphOp(OpKind::Read, kQueue), graphOp(OpKind::Product, "MatrixRf", 0),
                 graphOp(OpKind::Add, "AddSubVrf0", from), graphOp(OpKind::Write, "AddSubVrf0", from + 1)}));
        }
        const Graph graph = graphOfChains(std::move(chains));
        QCOMPARE(productsBehind(graph, 5), std::vector<std::uint32_t>{4});
        QCOMPARE(productsBehind(graph, 7), (std::vector<std::uint32_t>{4, 6}));
        QCOMPARE(productsBehind(graph, 9), (std::vector<std::uint32_t>{6, 8}));
    }

    void neverWritten() {
        const auto made =
            graphOf({"firmware",
                     {},
                     {graphChain({graphOp(OpKind::Read, "InitialVrf", 5), graphOp(OpKind::Write, kQueue)})}});
        QVERIFY(!made);
        QCOMPARE(made.problem().message, &messages::kNeverWritten);
        QCOMPARE(textOf(made.problem()),
                 std::string("'as written' (instruction 7) reads InitialVrf 5, which nothing has written"));
    }

    // Rounding on a write is a value of its own; what travels goes on unrounded.
    void roundedWrites() {
        const Graph graph = graphOfChains(
            {graphChain({graphOp(OpKind::Read, kQueue), graphOp(OpKind::WriteQuantised, "InitialVrf", 0),
                         graphOp(OpKind::Write, kQueue)}),
             graphChain({graphOp(OpKind::Read, "InitialVrf", 0), graphOp(OpKind::Write, kQueue)})});
        QCOMPARE(graph.nodes[3].bits, 5U);
        QCOMPARE(graph.output, (Pieces{{kFromQueue, 0, 1}, {3, 0, 1}}));
    }

    void asText() {
        OpStream stream{
            "firmware.lw",
            {},
            {load(0, 0), graphChain({graphOp(OpKind::Read, kQueue), graphOp(OpKind::Product, "MatrixRf", 1),
                                     graphOp(OpKind::Write, kQueue)})},
            {{"x", "netin", 0, 1}}};
        stream.chains[1].labels = {"layer", "again"};
        const Graph graph = *graphOf(stream);
        const std::string text = numpyText(graph, stream);
        QVERIFY(
            text.find("    # x: netin[0:1]\n"
                      "    m3 = f.matrices(mdram[0:2])  # 7: as written\n"
                      "    # layer, again\n"
                      "    v4 = f.mv_mul((m3[0][1:2], m3[1][1:2]), netin[0:1], rows=1, columns=1, turns=1)  "
                      "# 7: as written\n"
                      "    netout = v4\n"
                      "    return netout, [v4]\n") != std::string::npos);
        const std::string json = jsonOf(graph, stream).line();
        QVERIFY2(json.find("\"output\":[[4,0,1]]") != std::string::npos, json.c_str());
        QVERIFY2(json.find("\"operand\":[[3,1,1]]") != std::string::npos, json.c_str());
    }
};

int tst_graph(int argc, char** argv) { return lw::tests::run<TestGraph>(argc, argv); }
#include "tst_graph.moc"
