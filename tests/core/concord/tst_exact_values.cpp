// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/exact_values.h"
#include "core/concord/graph.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>

using namespace lw;
using namespace lw::concord;

namespace {

Op op(OpKind kind, const char* memory = "", std::uint64_t first = 0) {
    return {kind, memory, first, 0, 7, "as written"};
}
Chain chainOf(std::vector<Op> ops, std::uint32_t rows = 1, std::uint32_t columns = 1) {
    return {rows, columns, 1, 5, std::move(ops)};
}
NodeNumbers valuesOf(std::vector<Chain> chains, const NodeNumbers& sources) {
    const OpStream stream{"firmware", {}, std::move(chains)};
    auto graph = graphOf(stream);
    if (!graph) qFatal("%s", textOf(graph.problem()).c_str());
    return exactValues(*graph, stream.format, sources);
}
bool areClose(const Numbers& got, const Numbers& wanted) {
    bool out = got.size() == wanted.size();
    for (std::size_t i = 0; out && i < got.size(); ++i) out = std::abs(got[i] - wanted[i]) < 1e-15;
    return out;
}

// Four matrices of 4 x 4 whose numbers no block of mantissas of 4 bits holds.
constexpr int kN = 4;
double matrixAt(int matrix, int row, int column) {
    return 0.1 * (matrix + 1) - 0.013 * row + 0.007 * column * (row + 1);
}
Numbers matrices() {
    Numbers out;
    for (int m = 0; m < 4; ++m)
        for (int r = 0; r < kN; ++r)
            for (int c = 0; c < kN; ++c) out.push_back(matrixAt(m, r, c));
    return out;
}
const Numbers kVectors{1, 0.37, -0.25, 0.1, 1e-3, -0.61, 0.93, 1.27};

} // namespace

class TestExactValues : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // Two rows and two columns of native matrices, beside plain loops over the whole 8 x 8.
    void aProductRoundsNothing() {
        const NodeNumbers got = valuesOf(
            {chainOf({op(OpKind::ReadMatrix, kMatrixDram, 0), op(OpKind::WriteMatrix, "MatrixRf", 0)}, 2, 2),
             chainOf({op(OpKind::Read, kQueue), op(OpKind::Write, "InitialVrf", 0)}, 2),
             chainOf({op(OpKind::Read, "InitialVrf", 0), op(OpKind::Product, "MatrixRf", 0),
                      op(OpKind::WriteQuantised, "AddSubVrf0", 0)},
                     2, 2)},
            {kVectors, {}, matrices()});
        Numbers wanted;
        for (int row = 0; row < 2 * kN; ++row) {
            double sum = 0;
            for (int column = 0; column < 2 * kN; ++column)
                sum += matrixAt(row / kN * 2 + column / kN, row % kN, column % kN) *
                       kVectors[static_cast<std::size_t>(column)];
            wanted.push_back(sum);
        }
        QVERIFY(areClose(got[kSources + 1], wanted));
        QVERIFY(areClose(got[kSources + 2], wanted)); // a block keeps what it gets
    }

    void functionsAreThoseOfFloat64() {
        const NodeNumbers got =
            valuesOf({chainOf({op(OpKind::Read, kVectorDram, 1), op(OpKind::Write, "AddSubVrf0", 0)}),
                      chainOf({op(OpKind::Read, kVectorDram, 0), op(OpKind::Subtract, "AddSubVrf0", 0),
                               op(OpKind::Tanh), op(OpKind::Write, kQueue)})},
                     {{}, kVectors, {}});
        Numbers wanted;
        for (std::size_t i = 0; i < kN; ++i) wanted.push_back(std::tanh(kVectors[i] - kVectors[kN + i]));
        QVERIFY(areClose(got[kSources + 1], wanted));
    }

    // Of six numbers in two native vectors: what fills them up has no part.
    void softmaxSumsToOne() {
        Op softmax = op(OpKind::Softmax);
        softmax.length = 6;
        const NodeNumbers got =
            valuesOf({chainOf({op(OpKind::Read, kVectorDram, 0), softmax, op(OpKind::Write, kQueue)}, 2)},
                     {{}, kVectors, {}});
        double all = 0;
        for (std::size_t i = 0; i < 6; ++i) all += std::exp(kVectors[i]);
        Numbers wanted;
        for (std::size_t i = 0; i < 8; ++i) wanted.push_back(i < 6 ? std::exp(kVectors[i]) / all : 0);
        QVERIFY(areClose(got[kSources], wanted));
    }
};

int tst_exact_values(int argc, char** argv) { return lw::tests::run<TestExactValues>(argc, argv); }
#include "tst_exact_values.moc"
