// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/exact_values.h"
#include "core/network/shapes.h"
#include "core/numeric/half.h"
#include "core/project/difference.h"
#include "core/project/exact_numbers.h"
#include "core/project/lowered_program.h"
#include "core/project/processor_network.h"
#include "core/scene/firmware/differences.h"
#include "tests/core/chips/nnp/random_software.h"
#include "tests/core/chips/nnp/software_files.h"
#include "tests/support/run_test.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lw;
using namespace lw::test;
using concord::Numbers;
using concord::OpKind;

namespace {

// The worked example on paper: a native matrix, row by row, and a vector as mantissas and exponents.
// Mantissas of a vector have 5 bits, those of a matrix 4, each in units of 2^(exponent + 1 - bits).
struct PaperBlock {
    std::vector<int> mantissas;
    int exponent;
};
const std::vector<PaperBlock> kA0{
    {{2, 4, -2, 1}, 2}, {{1, -2, 4, 4}, 1}, {{6, 0, 0, -4}, 2}, {{2, 3, 5, 6}, -1}};
const PaperBlock kX0{{8, 4, -2, 1}, 1};
const Numbers kY{3.224609375, -0.7001953125, 4.80078125, 0.42822265625, 3.875, 0.875, 0.828125, 6.125};

double dot(const PaperBlock& row, const PaperBlock& x) {
    int sum = 0;
    for (std::size_t i = 0; i < row.mantissas.size(); ++i) sum += row.mantissas[i] * x.mantissas[i];
    return std::ldexp(sum, row.exponent - 3 + x.exponent - 4);
}
Codes codesFor(const Numbers& numbers) {
    Codes out;
    for (const double number : numbers) out.push_back(numeric::halfOf(number, numeric::Overflow::Infinity));
    return out;
}

// A firmware that ran, and every number of its graph.
struct Ran {
    project::LoadedProgram loaded;
    project::Software software;
    project::Observed observed;
    concord::NodeNumbers numbers;

    explicit Ran(project::LoadedProgram program)
        : loaded(std::move(program))
        , software(*project::softwareOf(loaded, "firmware"))
        , observed(project::observe(software, **loaded.createMachine({})))
        , numbers(project::numbersOf(software, observed)) {}
    std::uint32_t nodeAt(std::uint32_t bundle) const {
        const auto& nodes = software.graph.nodes;
        for (std::uint32_t i = concord::kSources; i < nodes.size(); ++i)
            if (software.stream.chains[nodes[i].chain].ops[nodes[i].op].bundle == bundle) return i;
        qFatal("instruction %u computes nothing", bundle);
    }
};

// The worked example as a table of states: what a state does, with which place, and which comes next.
enum class State { Load, Bias, TakeX, First, FirstSum, Give, Done };
struct Transition {
    State from, to;
    concord::Chain chain;
};

std::vector<Transition> machineOfStates() {
    const auto op = [](OpKind kind, const char* memory, std::uint64_t first) {
        concord::Op out;
        out.kind = kind;
        out.memory = memory;
        out.first = first;
        out.text = std::string(concord::nameOf(kind)) + " " + memory;
        return out;
    };
    const auto chain = [](std::uint32_t rows, std::uint32_t columns, std::vector<concord::Op> ops) {
        concord::Chain out;
        out.rows = rows;
        out.columns = columns;
        out.ops = std::move(ops);
        return out;
    };
    return {
        {State::Load, State::Bias,
         chain(1, 2,
               {op(OpKind::ReadMatrix, concord::kMatrixDram, 0), op(OpKind::WriteMatrix, "MatrixRf", 0)})},
        {State::Bias, State::TakeX,
         chain(1, 1, {op(OpKind::Read, concord::kVectorDram, 0), op(OpKind::Write, "Bias", 0)})},
        {State::TakeX, State::First,
         chain(2, 1, {op(OpKind::Read, concord::kQueue, 0), op(OpKind::Write, "X", 0)})},
        {State::First, State::FirstSum,
         chain(1, 1,
               {op(OpKind::Read, "X", 0), op(OpKind::Product, "MatrixRf", 0),
                op(OpKind::WriteQuantised, "Sum", 0)})},
        {State::FirstSum, State::Give,
         chain(1, 1,
               {op(OpKind::Read, "X", 1), op(OpKind::Product, "MatrixRf", 1), op(OpKind::Add, "Sum", 0),
                op(OpKind::Add, "Bias", 0), op(OpKind::Write, "Y", 0)})},
        {State::Give, State::Done,
         chain(1, 1, {op(OpKind::Read, "Y", 0), op(OpKind::Write, concord::kQueue, 0)})}};
}

// Follows the table from its first state to the last, whatever the order of its rows.
concord::OpStream streamOf(const std::vector<Transition>& table, const concord::Format& format) {
    concord::OpStream out;
    out.name = "states";
    out.format = format;
    for (State state = State::Load; state != State::Done;) {
        const auto row = std::ranges::find(table, state, &Transition::from);
        if (row == table.end()) qFatal("no row for a state");
        out.chains.push_back(row->chain);
        for (concord::Op& op : out.chains.back().ops) op.bundle = static_cast<std::uint32_t>(state);
        state = row->to;
    }
    return out;
}

} // namespace

// What the patent claims, claim by claim (US 11,556,764; in the order of the reference).
class TestProcessorClaims : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // First instructions: the hardware rounds both operands to blocks, and multiplies what it has rounded.
    void quantisedBeforeMultiplied() {
        const Ran ran(example("program.lw"));
        const auto& nodes = ran.software.graph.nodes;
        const std::uint32_t product = ran.nodeAt(14);
        QVERIFY(nodes[product].kind == OpKind::Product);
        Numbers wanted;
        for (const PaperBlock& row : kA0) wanted.push_back(dot(row, kX0));
        QCOMPARE(wanted, (Numbers{2.3125, -0.125, 2.75, 0.1875}));
        QCOMPARE(ran.numbers[product], wanted);
        // Multiplied as they were, none of the four would be the same.
        const Numbers &matrix = ran.numbers[concord::kOfMatrixDram], &x = ran.numbers[concord::kFromQueue];
        for (std::size_t row = 0; row < 4; ++row) {
            double sum = 0;
            for (std::size_t i = 0; i < 4; ++i) sum += matrix[row * 4 + i] * x[i];
            QVERIFY(std::abs(sum - wanted[row]) > 0.01);
        }
    }

    // Second instructions come of the first ones alone, in every language; here those in NumPy are run, and
    // in everyBit all of them.
    void secondInstructionsMadeAutomatically() {
        QTemporaryDir folder;
        const project::Software software = written(example("program.lw"), folder.path()).software;
        for (const project::Language& language : project::languages()) {
            const std::string text = language.text(software.graph, software.stream);
            for (const concord::Node& node : software.graph.nodes) {
                if (!project::isCompared(node)) continue;
                const concord::Op& op = software.stream.chains[node.chain].ops[node.op];
                QVERIFY2(text.find(std::to_string(op.bundle) + ": " + op.text) != text.npos, op.text.c_str());
            }
        }
        QCOMPARE(saidByPython({folder.filePath("software_numpy.py")}), QString());
        QCOMPARE(read(folder.filePath("netout.npy")), codesFor(kY));
    }

    // Results agree bit for bit, side by side; where one number is another, it and its distance are shown.
    void concordantSideBySide() {
        const Ran ran(example("program.lw"));
        QTemporaryDir folder;
        written(ran.loaded, folder.path());
        QCOMPARE(saidByPython({folder.filePath("software_numpy.py"), "--values"}), QString());
        Codes values = read(folder.filePath("values.npy"));
        const concord::NodeNumbers exact = project::exactNumbersOf(ran.software, ran.observed);
        const auto beside = [&] {
            return scene::firmware::ThreeWays{ran.software.graph, ran.software.stream, ran.observed.codes,
                                              values, exact};
        };
        const auto same = scene::firmware::differencesOf(beside());
        QVERIFY(same.hasSoftware && !same.first);
        for (const auto& one : same.instructions) QCOMPARE(one.different, std::uint64_t{0});
        ++values[14]; // of the sum 3.125, -0.5, 4.5, 0.828125 the third: 4.50390625
        const auto other = scene::firmware::differencesOf(beside());
        QCOMPARE(other.first->bundle, 19U);
        const auto value = scene::firmware::valueDifference(beside(), 19, 0);
        QVERIFY((value->ulp == std::vector<std::uint32_t>{0, 0, 1, 0}));
        QCOMPARE(value->firmware[2], 4.5);
        QCOMPARE(value->software[2], 4.50390625);
    }

    // Of softmax, ReLU and add the products are known that they depend on.
    void dependenciesExtracted() {
        const Ran ran(assembled(machineOf(0), R"(.chip nnp, "nnp-teaching"
.tensor w, f16, [2, N, N], mdram = 0.5
.tensor x, f16, [1, N], netin = 0.25
    s_wr cols, 2
    m_rd Dram, 0
    m_wr MatrixRf, 0
    end_chain
    s_wr cols, 1
    v_rd NetQ, 0
    v_wr InitialVrf, 0
    end_chain
    v_rd InitialVrf, 0
    mv_mul 0
    v_relu
    v_wr AddSubVrf0, 0
    end_chain
    v_rd InitialVrf, 0
    mv_mul 1
    vv_add AddSubVrf0, 0
    v_softmax
    v_wr NetQ, 0
    end_chain
    halt
)"));
        const auto behind = [&](std::uint32_t bundle) {
            return concord::productsBehind(ran.software.graph, ran.nodeAt(bundle));
        };
        using Nodes = std::vector<std::uint32_t>;
        const std::uint32_t first = ran.nodeAt(9), second = ran.nodeAt(14);
        QCOMPARE(behind(10), Nodes{first});           // v_relu
        QCOMPARE(behind(15), (Nodes{first, second})); // vv_add
        QCOMPARE(behind(16), (Nodes{first, second})); // v_softmax
        const std::string text = concord::jsonOf(ran.software.graph, ran.software.stream).line();
        const std::string shown =
            "\"products\":[" + std::to_string(first) + "," + std::to_string(second) + "]";
        QVERIFY(text.find(shown) != text.npos);
    }

    // 5 x 6 in native matrices of 4 x 4: two rows of two, zeros where they fill up, and five results.
    void nativeToLogical() {
        network::Network network;
        network.name = "dense";
        network.input.shape = {6};
        network::Layer dense;
        dense.kind = network::Kind::Dense;
        dense.name = "y";
        dense.inputs = {0};
        dense.weights = tensor::Tensor(tensor::DType::F32, {6, 5});
        for (std::uint64_t i = 0; i < 30; ++i) dense.weights.set(i, static_cast<float>(i % 5 + 1));
        network.layers = {dense};
        network.outputs = {1};
        QVERIFY(bool(network::inferShapes(network)));
        tensor::Tensor x(tensor::DType::F32, {6});
        for (std::uint64_t i = 0; i < 6; ++i) x.set(i, 1.0f);
        const auto lowered = project::lowerForProcessor(network, "nnp-teaching", &x);
        QVERIFY(bool(lowered));
        const auto loaded = project::loadWritten(lowered->lowering, lowered->machine);
        QVERIFY(bool(loaded));
        const Ran ran(*loaded);
        const Numbers& tiles = ran.numbers[concord::kOfMatrixDram];
        QCOMPARE(tiles.size(), std::size_t{4 * 16});
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            const std::size_t row = i / 32 * 4 + i % 16 / 4, column = i / 16 % 2 * 4 + i % 4;
            QCOMPARE(tiles[i], row < 5 && column < 6 ? double(row + 1) : 0.0);
        }
        const Codes out = codesFor({6, 12, 18, 24, 30, 0, 0, 0}); // each row is six times its number
        QCOMPARE(ran.observed.output, out);
        const auto machine = loaded->createMachine({});
        (*machine)->run({});
        const auto results = project::outputsOf(**machine, lowered->lowering);
        QVERIFY(results && results->front().shape() == tensor::Shape{5});
        QCOMPARE(results->front().at<float>(4), 30.0f);
        const std::string text = project::languages()[0].text(ran.software.graph, ran.software.stream);
        QVERIFY(text.find("return blockfloat.cut(netout[0:2], 1, 5)") != text.npos);
        QVERIFY(text.find("blockfloat.tiled(y_weights, N)") != text.npos);
    }

    // A first precision, and a second, lower one: what blocks of 4 and 5 bits lose is seen beside float64.
    void floatBesideBlockFloat() {
        const Ran ran(example("program.lw"));
        QCOMPARE(ran.observed.output, codesFor(kY));
        const concord::NodeNumbers exact = project::exactNumbersOf(ran.software, ran.observed);
        const Numbers unrounded =
            concord::numbersOf(ran.software.graph.output, exact, ran.software.stream.format.n);
        const Numbers page{3.3, -0.95, 4.51475, 0.44, 3.8, 0.9, 0.9375, 5.9};
        for (std::size_t i = 0; i < page.size(); ++i) {
            // Numbers of memories are FP16: each product of a sum of at most 7 is off by 2^-10 of itself.
            QVERIFY(std::abs(unrounded[i] - page[i]) < 7 * 0x1p-10);
            QVERIFY(std::abs(kY[i] - page[i]) > 7 * 0x1p-10);
        }
    }

    // A training set that was rounded once, kept as mantissas with their exponents, goes through the second
    // instructions: with the bits of the firmware, and with gradients that make it better.
    void quantisedTrainingSet() {
        QTemporaryDir folder;
        written(example("program.lw"), folder.path());
        writeText(folder.filePath("rounds.py"), R"(
import os
import numpy as np
import software_numpy as software
os.chdir(os.path.dirname(os.path.abspath(__file__)))
x = software.given("netin", 2, 4)
mantissas, exponents = software.f.mantissas(x, 5)
assert mantissas.tolist() == [[8, 4, -2, 1], [2, -5, 7, 10]] and exponents.tolist() == [1, 1]
np.savez("training.npz", mantissas=mantissas.astype(np.int8), exponents=exponents.astype(np.int8))
kept = np.load("training.npz")
again = np.ldexp(kept["mantissas"].astype(float), kept["exponents"].astype(int)[:, None] - 4)
vdram, mdram = software.given("vdram", 2, 4), software.given("mdram", 4, 4, 4)
netout, _ = software.run(again, vdram, mdram)
np.save("trained.npy", software.blockfloat.codes(netout))
)");
        QCOMPARE(saidByPython({folder.filePath("rounds.py")}), QString());
        QCOMPARE(read(folder.filePath("trained.npy")), codesFor(kY));
        if (!saidByPython({"-c", "import torch"}).isEmpty())
            QSKIP("python3-torch is not installed: the software in PyTorch was not run");
        writeText(folder.filePath("trains.py"), R"(
import os
import numpy as np
import torch
import software_torch as software
os.chdir(os.path.dirname(os.path.abspath(__file__)))
kept = np.load("training.npz")
x = torch.as_tensor(np.ldexp(kept["mantissas"].astype(float), kept["exponents"].astype(int)[:, None] - 4))
vdram, mdram = software.given("vdram", 2, 4), software.given("mdram", 4, 4, 4).clone().requires_grad_()
wanted = torch.tensor([[3.0, -1.0, 4.0, 0.0], [4.0, 1.0, 1.0, 6.0]], dtype=torch.float64)
losses = []
for _ in range(40):
    netout, _ = software.run(x, vdram, mdram)
    loss = ((netout - wanted) ** 2).sum()
    losses.append(loss.item())
    gradient, = torch.autograd.grad(loss, mdram)
    with torch.no_grad():
        mdram -= 0.05 * gradient
assert min(losses) < losses[0] / 4, losses
)");
        QCOMPARE(saidByPython({folder.filePath("trains.py")}), QString());
    }

    // The system: a product of the multiplier, its result rounded, then an operation of an MFU on
    // numbers; and third instructions with a product of matrices and an operation on numbers.
    void productThenRoundedThenScalar() {
        const Ran ran(example("program.lw"));
        const auto& nodes = ran.software.graph.nodes;
        const std::uint32_t product = ran.nodeAt(14), rounded = ran.nodeAt(15), sum = ran.nodeAt(19);
        QVERIFY(nodes[product].kind == OpKind::Product && nodes[rounded].kind == OpKind::WriteQuantised &&
                nodes[sum].kind == OpKind::Add);
        QCOMPARE(nodes[rounded].in.front().node, product);
        QCOMPARE(nodes[sum].operand.front().node, rounded);
        QCOMPARE(ran.numbers[rounded], (Numbers{2.25, 0, 2.75, 0.25}));
        QCOMPARE(ran.numbers[sum], (Numbers{3.125, -0.5, 4.5, 0.828125})); // 0.765625 in the end without
        const std::string text = project::languages()[0].text(ran.software.graph, ran.software.stream);
        const std::size_t multiplies = text.find("f.mv_mul("), rounds = text.find("f.block("),
                          adds = text.find("f.half(");
        QVERIFY(multiplies < rounds && rounds < adds && adds != text.npos);
    }

    // Instructions are whatever says which operations follow each other: here a table of states.
    void anyEncoding() {
        const Ran ran(example("program.lw"));
        std::vector<Transition> table = machineOfStates();
        std::ranges::reverse(table);
        const concord::OpStream stream = streamOf(table, ran.software.stream.format);
        const auto graph = concord::graphOf(stream);
        QVERIFY2(bool(graph), graph ? "" : textOf(graph.problem()).c_str());
        const concord::NodeNumbers sources(ran.numbers.begin(), ran.numbers.begin() + concord::kSources);
        const concord::NodeNumbers numbers = concord::valuesOf(*graph, stream.format, sources);
        QCOMPARE(concord::codesOf(concord::numbersOf(graph->output, numbers, 4), stream.format),
                 codesFor({kY.begin(), kY.begin() + 4}));
        const std::string text = project::languages()[0].text(*graph, stream);
        QVERIFY(text.find("f.block(v") != text.npos);
    }
};

int tst_nnp_claims(int argc, char** argv) { return lw::tests::run<TestProcessorClaims>(argc, argv); }
#include "tst_nnp_claims.moc"
