// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/cpp_text.h"
#include "core/concord/python_text.h"
#include "core/isa/lookup.h"
#include "core/numeric/half.h"
#include "core/project/software.h"
#include "core/tensor/npy.h"
#include "tests/core/chips/nnp/random_coverage.h"
#include "tests/core/chips/nnp/random_software.h"
#include "tests/core/chips/nnp/software_files.h"
#include "tests/core/chips/nnp/trap_case.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <utility>

using namespace lw;
using namespace lw::test;

namespace {

// Steps of a recurrent layer, and in each step two of another one.
std::string recurrent(int turns) {
    return R"(
.chip nnp, "nnp-teaching"
.tensor w, f16, [3, N, N], mdram
.tensor x, f16, [120, N], netin
.tensor y, f16, [40, N], netout
    s_wr cols, 3
    m_rd Dram, 0
    m_wr MatrixRf, 0
    end_chain
    s_wr cols, 1
    v_rd NetQ, 0
    v_wr AddSubVrf1, 0
    v_wr InitialVrf, 0
    end_chain
    loop )" +
           std::to_string(turns) +
           R"(  # h = tanh(W x + U h), and twice relu(V h) of what it was
        v_rd NetQ, 0
        mv_mul 0
        v_wr AddSubVrf0, 0
        end_chain
        loop 2
            v_rd InitialVrf, 0
            mv_mul 2
            v_relu
            v_wr.q MultiplyVrf, 3, step=1, outer=1
            end_chain
        endloop
        v_rd InitialVrf, 0
        mv_mul 1
        vv_add AddSubVrf0, 0
        v_tanh
        v_wr AddSubVrf1, 0
        v_wr NetQ, 0
        end_chain
        v_rd NetQ, 0
        vv_add AddSubVrf1, 0
        v_wr InitialVrf, 0
        end_chain
    endloop
    halt
)";
}

// Matrices that come from the network, one of which waits in DRAM beside another, is read from there, and is
// replaced there.
const std::string kMatricesOnTheWay = R"(
.chip nnp, "nnp-teaching"
.tensor m, f16, [3, N, N], mdram
.tensor x, f16, [11, N], netin
.tensor y, f16, [3, N], netout
;@tensor w vec 4x4 from NetQ
;@weight D mat 4x4 at Dram[1..1]
    m_rd NetQ, 0
    m_wr Dram, 1
    end_chain
;@layer first begin
    s_wr cols, 2
    m_rd Dram, 0
    m_wr MatrixRf, 0
    end_chain
    v_rd NetQ, 0
    mv_mul 0
    v_wr NetQ, 0
    end_chain
;@layer first end
    s_wr cols, 1
    m_rd Dram, 2
    m_wr Dram, 1
    end_chain
    m_rd NetQ, 0
    m_wr MatrixRf, 2
    end_chain
;@layer second begin
    m_rd Dram, 1
    m_wr MatrixRf, 1
    end_chain
    s_wr rows, 2
    v_rd NetQ, 0
    mv_mul 1
    v_wr NetQ, 0
    end_chain
;@layer second end
)";

// Of random programs in turn; most have the one that is quick.
constexpr std::array<std::uint32_t, 10> kNativeDimensions{4, 4, 4, 2, 4, 4, 8, 4, 4, 128};

} // namespace

// Software has the bits of the emulated processor, in everything that it computes on its way.
class TestProcessorSoftware : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // The worked example: every step as computed by hand.
    void twoPortions() {
        QTemporaryDir folder;
        const project::Software software = written(example("program.lw"), folder.path()).software;
        QCOMPARE(saidByPython({folder.filePath("software_numpy.py"), "--values"}), QString());
        std::vector<double> values;
        for (const std::uint16_t code : read(folder.filePath("values.npy")))
            values.push_back(numeric::halfValue(code));
        QCOMPARE(values, (std::vector<double>{2.3125,      -0.125,
                                              2.75,        0.1875, // A0 x0
                                              2.25,        0,
                                              2.75,        0.25, // rounded
                                              0.875,       -0.5,
                                              1.75,        0.578125, // A1 x1
                                              3.125,       -0.5,
                                              4.5,         0.828125, // their sum
                                              3.224609375, -0.7001953125,
                                              4.80078125,  0.42822265625, // ... and b0
                                              1,           0.5,
                                              -0.25,       0.125,
                                              1,           0.5,
                                              -0.25,       0.125, // A2 x0
                                              1.875,       -0.625,
                                              0.078125,    5, // A3 x1
                                              2.875,       -0.125,
                                              -0.171875,   5.125,
                                              3.875,       0.875,
                                              0.828125,    6.125}));
        QCOMPARE(read(folder.filePath("firmware.npy")), read(folder.filePath("values.npy")));
        const Codes out = read(folder.filePath("netout.npy"));
        QCOMPARE(out.size(), std::size_t{8});
        QCOMPARE(numeric::halfValue(out[0]), 3.224609375);
        QCOMPARE(numeric::halfValue(out[7]), 6.125);
        QCOMPARE(saidByCompiler(folder.filePath("software.cpp"), folder.filePath("software")), QString());
        QCOMPARE(saidBy(folder.filePath("software"), {folder.path(), "--values"}), QString());
        QCOMPARE(read(folder.filePath("firmware.npy")), read(folder.filePath("values.npy")));
    }

    void oneChain() {
        QTemporaryDir folder;
        written(example("one_chain.lw"), folder.path());
        QCOMPARE(saidByPython({folder.filePath("software_numpy.py")}), QString());
        Codes want;
        for (const double value : {3.287109375, -0.8251953125, 4.80078125, 0.36572265625})
            want.push_back(numeric::halfOf(value, numeric::Overflow::Infinity));
        QCOMPARE(read(folder.filePath("netout.npy")), want);
    }

    // A loop of the firmware is one of the software, whatever the turns; its values are those of every turn.
    void loopsStayLoops() {
        const auto softwareOf = [&](int turns, project::Software& out) {
            out = *project::softwareOf(assembled(machineOf(3), recurrent(turns)), "firmware");
        };
        project::Software few, many;
        softwareOf(2, few);
        softwareOf(40, many);
        QVERIFY(few.graph.nodes.size() < many.graph.nodes.size());
        for (const project::Language& language : project::languages()) {
            const std::string one = language.text(few.graph, few.stream);
            const std::string other = language.text(many.graph, many.stream);
            QVERIFY2(std::count(one.begin(), one.end(), '\n') == std::count(other.begin(), other.end(), '\n'),
                     other.c_str());
        }
        QVERIFY(concord::numpyText(many.graph, many.stream).find("for i in range(40):") != std::string::npos);

        QTemporaryDir folder;
        std::mt19937_64 random(3);
        PlainProcessor start;
        for (int i = 0; i < 120; ++i) {
            PlainVector vector(kPlainN);
            for (double& value : vector) value = std::ldexp(static_cast<double>(random() % 1024) - 512, -8);
            start.in.push_back(vector);
        }
        for (auto& matrix : start.matrices)
            for (PlainVector& row : matrix)
                for (double& value : row) value = std::ldexp(static_cast<double>(random() % 64) - 32, -6);
        written(assembled(machineOf(3), recurrent(40)), folder.path(),
                [&](machine::Machine& machine) { fill(machine, start); });
        everyLanguageAgrees(folder);
    }

    // Without loops matrices have names, and moves have none; with one DRAM is a memory as others are.
    void matricesOnTheWay() {
        PlainProcessor start;
        std::mt19937_64 random(5);
        for (int i = 0; i < 11; ++i) {
            PlainVector& vector = start.in.emplace_back(kPlainN);
            for (double& value : vector) value = std::ldexp(static_cast<double>(random() % 1024) - 512, -8);
        }
        for (auto& matrix : start.matrices)
            for (PlainVector& row : matrix)
                for (double& value : row) value = std::ldexp(static_cast<double>(random() % 64) - 32, -6);
        const std::string loop = kMatricesOnTheWay +
                                 "s_wr rows, 1\nloop 2\nm_rd Dram, 0, step=2\nm_wr Dram, 1\n" +
                                 "end_chain\nendloop\nhalt\n";
        const auto has = [](const std::string& text, std::initializer_list<const char*> parts) {
            for (const char* part : parts)
                QVERIFY2(text.find(part) != std::string::npos, (part + ("\n" + text)).c_str());
        };
        for (const std::string& text : {kMatricesOnTheWay + "halt\n", loop}) {
            QTemporaryDir folder;
            const project::Software software =
                written(assembled(machineOf(3), text), folder.path(), [&](machine::Machine& machine) {
                    fill(machine, start);
                }).software;
            everyLanguageAgrees(folder);
            const std::string python = concord::numpyText(software.graph, software.stream);
            const std::string cpp = concord::cppText(software.graph, software.stream);
            if (software.stream.loops.empty()) {
                has(python, {"D = blockfloat.matrices_of(w)  # 0: m_rd NetQ, 0\n",
                             "m4 = f.matrices(blockfloat.joined([mdram[0:1], D]))", "def first(mdram, D, ",
                             "m8 = f.matrices(mdram[2:3])"});
                has(cpp, {"const Vectors D = w; // 0: m_rd NetQ, 0\n",
                          "f.matrices(joined({part(mdram, N * N, 0, 1), D}))"});
            } else {
                has(python, {"MatrixDram = blockfloat.File(mdram)",
                             "v0 = blockfloat.matrices_of(NetQ.take(4))  # 0: m_rd NetQ, 0\n",
                             "MatrixDram.write(v0, 1)  # 1: m_wr Dram, 1\n", "def first(MatrixDram, "});
                has(cpp, {"File MatrixDram(N * N, mdram);", "const Vectors v0 = NetQ.take(4);",
                          "MatrixDram.write(v0, 1);"});
            }
        }
    }

    // A firmware that is called as a module of Python hides none: NumPy imports random, for one.
    void namesOfModules() {
        QTemporaryDir folder;
        const project::LoadedProgram loaded = example("one_chain.lw");
        const auto software = project::softwareOf(loaded, "random.lw");
        const auto machine = loaded.createMachine({});
        const auto files =
            project::writeSoftware(*software, project::languages()[0], **machine, folder.path().toStdString(),
                                   project::moduleName("a/random.lw"));
        QVERIFY(bool(files));
        QCOMPARE(QString::fromStdString(files->front()), folder.filePath("random_numpy.py"));
        QCOMPARE(saidByPython({QString::fromStdString(files->front())}), QString());
    }

    // Software says which of its arrays is missing or too short, and how much of it is read.
    void arraysThatAreNotThere() {
        QTemporaryDir folder;
        written(example("program.lw"), folder.path());
        QCOMPARE(saidByCompiler(folder.filePath("software.cpp"), folder.filePath("software")), QString());
        const auto said = [&](const QString& what) {
            const QString path = folder.filePath("netin.npy");
            QCOMPARE(saidBy(folder.filePath("software"), {folder.path()}), path + what + "\nfailed");
            QCOMPARE(saidByPython({folder.filePath("software_numpy.py")}), path + what + "\nfailed");
        };
        write(folder.filePath("netin.npy"), {1, 2, 3, 4});
        said(" has 4 numbers, and the firmware reads 8");
        QVERIFY(QFile::remove(folder.filePath("netin.npy")));
        said(" is missing: the firmware reads 8 numbers of it");
    }

    // The vectors to the network are compared as well, also those that are only moved; a NaN is a NaN.
    void vectorsToTheNetwork() {
        QTemporaryDir folder;
        const project::LoadedProgram loaded = assembled(machineOf(4), R"(
.chip nnp, "nnp-teaching"
.tensor x, f16, [2, N], netin
.tensor y, f16, [2, N], netout
    s_wr rows, 2
    v_rd NetQ, 0
    v_wr NetQ, 0
    end_chain
    halt
)");
        const Codes moved{0x7c01, 0xfe55, 0x7c00, 0x8000, 1, 0x3c00, 0xfbff, 0};
        const auto software =
            written(loaded, folder.path(), [&](machine::Machine& machine) {
                const auto netin = isa::lookupOf(*loaded.chip->spec).spaceNamed("netin");
                QVERIFY(bool(machine.onlyCore().writeSpace(*netin, 0, std::as_bytes(std::span(moved)))));
            }).software;
        QCOMPARE(saidByPython({folder.filePath("software_numpy.py"), "--values"}), QString());
        Codes other = read(folder.filePath("netout.npy"));
        QCOMPARE(other, (Codes{0x7e00, 0x7e00, 0x7c00, 0x8000, 1, 0x3c00, 0xfbff, 0}));
        QVERIFY(!project::outputDifference(software, moved, other));
        other[5] = 0x3c01;
        const auto first = project::outputDifference(software, moved, other);
        QVERIFY(first.has_value());
        QCOMPARE(project::textOf(*first, software),
                 std::string("vector 1 to the network, element 1: 1 (0x3c00) in the firmware, 1.0009765625 "
                             "(0x3c01) in the software"));
    }

    // Of turns that write to the same place the last one is seen there, and compared.
    void turnsThatOverlap() {
        const project::LoadedProgram loaded = assembled(machineOf(4), R"(
.chip nnp, "nnp-teaching"
.tensor x, f16, [3, N], netin
.tensor y, f16, [1, N], netout
    s_wr iterations, 3
    v_rd NetQ, 0
    v_wr.q InitialVrf, 0
    end_chain
    s_wr iterations, 1
    v_rd InitialVrf, 0
    v_wr NetQ, 0
    end_chain
    halt
)");
        const auto software = project::softwareOf(loaded, "overlap");
        QVERIFY(bool(software));
        const auto machine = loaded.createMachine({});
        const std::uint64_t n = software->stream.format.n;
        PlainProcessor start;
        start.in = {{1, 0, 0, 0}, {2, 0, 0, 0}, {3, 0, 0, 0}};
        fill(**machine, start);
        const project::Observed observed = project::observe(*software, **machine);
        QVERIFY2(!observed.stop.fault, observed.stop.fault ? observed.stop.fault->text.c_str() : "");
        QCOMPARE(observed.codes.size(), std::size_t(3 * n));
        for (std::uint64_t i = 0; i < observed.codes.size(); ++i)
            QCOMPARE(observed.codes[i].has_value(), i >= 2 * n);
    }

    // What is in the folder already is not overwritten, unless it is software of the same firmware.
    void filesOfOthersStay() {
        QTemporaryDir folder;
        write(folder.filePath("vdram.npy"), {1, 2, 3});
        const project::LoadedProgram loaded = example("program.lw");
        const auto software = project::softwareOf(loaded, "firmware");
        const auto machine = loaded.createMachine({});
        const auto writeAs = [&](std::size_t language, const std::string& module) {
            return project::writeSoftware(*software, project::languages()[language], **machine,
                                          folder.path().toStdString(), module);
        };
        const auto refused = writeAs(0, "one");
        QVERIFY(!refused && std::string_view(refused.problem().message->code) == "E866");
        QCOMPARE(read(folder.filePath("vdram.npy")), (Codes{1, 2, 3}));
        QVERIFY(QFile::remove(folder.filePath("vdram.npy")));
        for (const std::size_t language : {0, 0, 1, 2, 3}) QVERIFY(bool(writeAs(language, "one")));
        QVERIFY(!writeAs(0, "other"));
        QCOMPARE(project::moduleName("a/blockfloat.lw"), std::string("_blockfloat"));
        QCOMPARE(project::moduleName("a/2.lw"), std::string("_2"));
        QCOMPARE(project::moduleName("a/two-portions.lw"), std::string("two_portions"));
    }

    // Software in TensorFlow has operations with a documented meaning alone, and the stand-in has them all.
    void operationsOfTensorflow() {
        QTemporaryDir folder;
        written(example("program.lw"), folder.path());
        QStringList files{LW_TESTS "/core/chips/nnp/tensorflow_names.py", LW_ROOT "/core/concord/NOTES.md"};
        for (const char* name :
             {"tensorflow_standin.py", "software_tensorflow.py", "blockfloat_tensorflow.py"})
            files << folder.filePath(name);
        QCOMPARE(saidByPython(files), QString());
    }

    // Software that does not round between the products is caught at the first value that is another.
    void withoutRoundingInTheMiddle() {
        QTemporaryDir folder;
        const project::Software software = written(example("program.lw"), folder.path()).software;
        QString text = textOfFile(folder.filePath("software_numpy.py"));
        QCOMPARE(text.count("f.block(v4, bits=5)"), 1);
        text.replace("f.block(v4, bits=5)", "v4");
        writeText(folder.filePath("software_numpy.py"), text);
        QCOMPARE(saidByPython({folder.filePath("software_numpy.py"), "--values"}), QString());
        const Codes firmware = read(folder.filePath("firmware.npy"));
        const auto first = project::firstDifference(software, {firmware.begin(), firmware.end()},
                                                    read(folder.filePath("values.npy")));
        QVERIFY(first.has_value());
        QCOMPARE(
            project::textOf(*first, software),
            std::string("v5 (instruction 15, v_wr.q AddSubVrf0, 0), vector 0, element 0: 2.25 (0x4080) in "
                        "the firmware, 2.3125 (0x40a0) in the software"));
    }

    // Functions of all 65,536 codes, and 1,000 random programs (or one of fifty) with every width of
    // mantissas, in one process of Python and by one run of the compiler.
    void everyBit() {
        QTemporaryDir folder;
        Codes functions;
        using Function = std::uint16_t (*)(std::uint16_t);
        constexpr Function kExponential = [](std::uint16_t code) {
            return numeric::halfExponential(code, numeric::Overflow::Infinity);
        };
        for (const Function function :
             {&numeric::halfSigmoid, &numeric::halfTanh, &numeric::halfRelu, kExponential})
            for (std::uint32_t code = 0; code < 0x10000; ++code)
                functions.push_back(function(static_cast<std::uint16_t>(code)));
        write(folder.filePath("functions.npy"), functions);
        const Seeds seeds = seedsBelow(1000);
        Coverage coverage;
        std::uint32_t number = 0; // so that each arithmetic has its turn, and is wide in every other one
        for (const std::uint32_t seed : seeds) {
            const std::uint32_t arithmetic = number % kArithmetics;
            RandomChains random(seed, kindFor(arithmetic, (number + number / kArithmetics) % 2 == 0),
                                kNativeDimensions[number % kNativeDimensions.size()]);
            const project::LoadedProgram loaded = randomProgram(seed * kArithmetics + arithmetic, random);
            coverage.add(loaded, arithmetic,
                         written(loaded, folder.filePath(QString::number(seed)),
                                 [&](machine::Machine& machine) { fill(machine, random.start); }),
                         random);
            ++number;
        }
        const std::size_t rows = (*chips::chipNamed("nnp"))->spec->insns.size(), all = rows * kArithmetics;
        qInfo("%zu programs have %zu of %zu pairs of a row and an arithmetic, %s", seeds.size(),
              coverage.pairs(), all, coverage.text().c_str());
        // A long run has everything; a short one, of one or two programs for each arithmetic, every row and
        // rounding, and nearly all pairs; one that LW_SEED names has what it has.
        const bool isLong = seeds.size() >= 20 * kArithmetics, isShort = seeds.size() >= kArithmetics;
        QVERIFY(!isLong || (coverage.pairs() == all && coverage.widths() == Coverage::kWidths));
        QVERIFY(!isShort || (coverage.rows() == rows && coverage.pairs() * 20 >= all * 19 &&
                             coverage.roundings() == Coverage::kRoundings && coverage.hasExtremes()));
        QCOMPARE(saidByPython({LW_TESTS "/core/chips/nnp/all_equal.py", folder.path()}), QString());

        const QDir root(folder.path());
        const QStringList names = root.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        writeText(root.filePath("all.cpp"), allInOne(root, names));
        QCOMPARE(saidByCompiler(root.filePath("all.cpp"), root.filePath("all")), QString());
        QCOMPARE(saidBy(root.filePath("all"), {"", "--values"}), QString());
        QCOMPARE(read(root.filePath("functions_cpp.npy")), functions);
        for (const QString& name : names)
            QVERIFY2(read(root.filePath(name + "/values.npy")) == read(root.filePath(name + "/firmware.npy")),
                     qPrintable(name));
        if (!isTorchThere()) QSKIP("python3-torch is not installed: the software in PyTorch was not run");
    }
};

int tst_nnp_software(int argc, char** argv) { return lw::tests::run<TestProcessorSoftware>(argc, argv); }
#include "tst_nnp_software.moc"
