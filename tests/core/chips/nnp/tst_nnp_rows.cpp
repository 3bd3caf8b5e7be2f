// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/chips/nnp/random_software.h"
#include "tests/core/chips/nnp/software_files.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>
#include <random>
#include <utility>

using namespace lw;
using namespace lw::test;

namespace {

// y = relu(A x) for 12 x 8 numbers, a row of native matrices after the other; `settings` come before that.
std::string rowAfterRow(const std::string& settings = {}) {
    std::string out = R"(
.chip nnp, "nnp-teaching"
.tensor A, f16, [6, N, N], mdram
.tensor x, f16, [8, N], netin
.tensor y, f16, [12, N], netout
    s_wr rows, 3
    s_wr cols, 2
    m_rd Dram, 0
    m_wr MatrixRf, 0
    end_chain
    s_wr rows, 4
    v_rd NetQ, 0
    v_wr InitialVrf, 0
    end_chain
    s_wr rows, 1
)" + settings;
    for (const char* const matrix : {"0", "2", "4"})
        out += std::string("v_rd InitialVrf, 0, inc=2\nmv_mul ") + matrix +
               "\nv_relu\nv_wr NetQ, 0\nend_chain\n";
    return out + "halt\n";
}

PlainProcessor numbers() {
    std::mt19937_64 random(19);
    PlainProcessor out;
    for (PlainFile& matrix : out.matrices)
        for (PlainVector& row : matrix)
            for (double& value : row) value = std::ldexp(static_cast<double>(random() % 64) - 32, -6);
    for (int i = 0; i < 8; ++i)
        for (double& value : out.in.emplace_back(kPlainN))
            value = std::ldexp(static_cast<double>(random() % 1024) - 512, -8);
    return out;
}

project::Software softwareIn(const QTemporaryDir& folder, const std::string& text, std::uint32_t machine) {
    return written(assembled(machineOf(machine), text), folder.path(),
                   [](machine::Machine& one) { fill(one, numbers()); })
        .software;
}

void pytorchAgrees(const QTemporaryDir& folder) {
    if (!saidByPython({"-c", "import torch"}).isEmpty())
        QSKIP("python3-torch is not installed: the software in PyTorch was not run");
    QCOMPARE(saidByPython({folder.filePath("software_torch.py"), "--values"}), QString());
    QCOMPARE(read(folder.filePath("values.npy")), read(folder.filePath("firmware.npy")));
}

} // namespace

// Products of native matrices are one of the logical matrix where the bits are the same, and else say why
// not.
class TestProcessorRows : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void rowsAreOneProduct() {
        for (const std::uint32_t machine : {0U, 4U, 5U}) { // both accumulators, all exponents
            QTemporaryDir folder;
            softwareIn(folder, rowAfterRow(), machine);
            const QString python = textOfFile(folder.filePath("software_numpy.py")),
                          cpp = textOfFile(folder.filePath("software.cpp"));
            QCOMPARE(python.count("f.mv_mul("), 1);
            QVERIFY(python.contains(
                "f.mv_mul((m3[0][0:6], m3[1][0:6]), netin[0:2], rows=3, columns=2, turns=1)"));
            QVERIFY(python.contains("v6 = v4_to_v8[1:2]  # 16: mv_mul 2\n"));
            QCOMPARE(cpp.count("f.mvMul("), 1);
            everyLanguageAgrees(folder);
            pytorchAgrees(folder);
        }
    }

    // What an instruction draws, and vectors of several turns, are not a matter of rows alone.
    void rowsThatStayApart() {
        const std::pair<const char*, const char*> cases[]{
            {"s_wr rounding, 2\ns_wr seed, 7\n",
             "are not rows of one product: each instruction draws by itself\n"},
            {"s_wr iterations, 2\n", "are not rows of one product: each has its vectors turn by turn\n"}};
        for (const auto& [settings, why] : cases) {
            QTemporaryDir folder;
            softwareIn(folder, rowAfterRow(settings), 3);
            for (const char* const file : {"software_numpy.py", "software.cpp"}) {
                const QString text = textOfFile(folder.filePath(file));
                QCOMPARE(text.count(why), 2);
                QCOMPARE(text.count("mv_mul(") + text.count("mvMul("), 3);
            }
            everyLanguageAgrees(folder);
        }
    }

    // Toward zero, rows are one product like any other: there is no draw.
    void rowsTowardZero() {
        QTemporaryDir folder;
        softwareIn(folder, rowAfterRow("s_wr rounding, 1\n"), 3);
        QVERIFY(textOfFile(folder.filePath("software_numpy.py"))
                    .contains("rows=3, columns=2, turns=1, how=blockfloat.toward_zero)"));
        everyLanguageAgrees(folder);
    }

    // The sum of two columns is rounded between them: the worked example, which says so.
    void columnsStayApart() {
        const auto software = project::softwareOf(example("program.lw"), "program.lw");
        for (const project::Language& language : project::languages()) {
            const QString text = QString::fromStdString(language.text(software->graph, software->stream));
            QCOMPARE(text.count("are not columns of one product: one is a block, and both are FP16 before"),
                     2);
        }
    }
};

int tst_nnp_rows(int argc, char** argv) { return lw::tests::run<TestProcessorRows>(argc, argv); }
#include "tst_nnp_rows.moc"
