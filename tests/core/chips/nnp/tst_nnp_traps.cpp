// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/half.h"
#include "tests/core/chips/nnp/random_software.h"
#include "tests/core/chips/nnp/trap_case.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <utility>
#include <vector>

using namespace lw;
using namespace lw::test;

namespace {

// What each value is: v4 product over two columns, v5 difference, v6 tanh; v7 product with the identity, v8
// maximum, v9 rounded; v10 product, v11 and v12 sums; v13 sum, v14 product of elements; v15 product, v16
// tanh; v17 two turns that read every second vector; v18 and v19 two windows, each in two reads; v20 softmax.
const std::string kFirmware = R"(.chip nnp, "nnp-teaching"
.tensor m, f16, [6, N, N], mdram
.tensor c, f16, [8, N], vdram
.tensor x, f16, [3, N], netin
.tensor y, f16, [14, N], netout
    s_wr cols, 6
    m_rd Dram, 0
    m_wr MatrixRf, 0
    end_chain
    v_rd Dram, 0
    v_wr AddSubVrf0, 0
    end_chain
    v_rd Dram, 1
    v_wr AddSubVrf1, 0
    end_chain
    v_rd Dram, 2
    v_wr MultiplyVrf, 0
    end_chain
    v_rd Dram, 3
    v_wr AddSubVrf1, 1
    end_chain
    s_wr rows, 2
    v_rd NetQ, 0
    v_wr InitialVrf, 0
    end_chain
    s_wr rows, 1
    s_wr cols, 2
    v_rd InitialVrf, 0
    mv_mul 0
    vv_a_sub_b AddSubVrf0, 0
    v_tanh
    v_wr InitialVrf, 2
    end_chain
    s_wr cols, 1
    v_rd InitialVrf, 2
    mv_mul 4
    vv_max AddSubVrf1, 1
    v_wr.q AddSubVrf0, 1
    end_chain
    v_rd InitialVrf, 0
    mv_mul 2
    vv_add AddSubVrf0, 1
    vv_add AddSubVrf1, 0
    v_wr NetQ, 0
    end_chain
    v_rd NetQ, 0
    vv_add AddSubVrf0, 0
    vv_mul 0
    v_wr InitialVrf, 2
    end_chain
    v_rd InitialVrf, 2
    mv_mul 5
    v_tanh
    v_wr NetQ, 0
    end_chain
    s_wr iterations, 2
    v_rd Dram, 4, inc=2
    vv_add AddSubVrf0, 0
    v_wr NetQ, 0
    end_chain
    s_wr picture, 4
    s_wr picture_width, 2
    s_wr picture_height, 2
    s_wr window_width, 2
    s_wr window_height, 2
    s_wr pad_left, 1
    s_wr windows_across, 2
    s_wr padding, 0xfc00
    s_wr rows, 3
    v_rd.w Dram, 0
    v_wr NetQ, 0
    end_chain
    s_wr rows, 1
    v_rd.w Dram, 0, skip=3
    v_wr NetQ, 0
    end_chain
    s_wr length, 3
    v_rd Dram, 0
    v_softmax
    v_wr NetQ, 0
    end_chain
    halt
)";

// A product of rows of one number with as many native vectors.
std::string productOf(const std::string& machine, const std::string& number, const std::string& columns) {
    return ".chip nnp, \"" + machine + "\"\n.tensor m, f16, [" + columns + ", N, N], mdram = " + number +
           "\n.tensor x, f16, [" + columns + ", N], netin\n.tensor y, f16, [1, N], netout\ns_wr cols, " +
           columns +
           R"(
    m_rd Dram, 0
    m_wr MatrixRf, 0
    end_chain
    v_rd NetQ, 0
    mv_mul 0
    v_wr NetQ, 0
    end_chain
    halt
)";
}
// 512 + 0.5 + 0.25 is halfway between two FP16 numbers, and the last term, which a float32 does not hold
// beside these, says that it is the lower one.
const std::string kSums = productOf("nnp-teaching", "0.125", "4");
// 3 times 3 + 1 - 2 + 0.5, of which an integer is 0.
const std::string kIntegers = productOf("machine.json", "3", "1");

const std::string kOne = productOf("nnp-teaching", "1", "1");
const std::string kThousand = productOf("nnp-teaching", "1024", "1");

// A product with the first of two matrices that come from the network.
const std::string kQueuedMatrices = R"(.chip nnp, "nnp-teaching"
.tensor m, f16, [8, N], netin
.tensor x, f16, [1, N], netin
.tensor y, f16, [1, N], netout
    s_wr cols, 2
    m_rd NetQ, 0
    m_wr MatrixRf, 0
    end_chain
    s_wr cols, 1
    v_rd NetQ, 0
    mv_mul 0
    v_wr NetQ, 0
    end_chain
    halt
)";

// A function of one number whose value float32 rounds to the middle between two of FP16.
const std::string kSigmoid = R"(.chip nnp, "nnp-teaching"
.tensor x, f16, [1, N], netin
.tensor y, f16, [1, N], netout
    v_rd NetQ, 0
    v_sigm
    v_wr NetQ, 0
    end_chain
    halt
)";

// Blocks that have an exponent all the same.
const Trapped kOtherExponents{concord::Trap::Clamp,
                              "v4",
                              {{kRuntime, "lowest = highest = bits - 1.0", "lowest, highest = -15.0, 16.0"}},
                              {{kHeader, "const bool areIntegers = exponentBits == 0;",
                                "const bool areIntegers = false;\nconst int exponentBits = 5;"}}};

std::vector<Trapped> computingTraps() {
    using concord::Trap;
    return {
        {Trap::Swapped,
         "v5",
         {{kModule, "f.half(v4 - vdram[0:1])", "f.half(vdram[0:1] - v4)"}},
         {{kProgram, "f.difference(v4, part(vdram, N, 0, 1))", "f.difference(part(vdram, N, 0, 1), v4)"}}},
        {Trap::NoIdentity,
         "v7",
         {{kModule, "f.mv_mul((m3[0][4:5], m3[1][4:5]), v6, rows=1, columns=1, turns=1)", "v6"}},
         {{kProgram, "f.mvMul(part(m3, N, 4, 1), v6, 1, 1, 1)", "v6"}}},
        {Trap::ZeroPadding,
         "v8",
         {{kModule, "f.maximum(v7, vdram[3:4])",
           "f.maximum(v7, blockfloat.where(vdram[3:4] < -65504.0, 0.0, vdram[3:4]))"}},
         {{kHeader, "static double larger(double a, double b) {",
           "static double larger(double a, double b) {\n        if (std::isinf(b) && b < 0) b = 0;"}}},
        {Trap::QuantiserElsewhere,
         "v9",
         {{kModule, "f.block(v8, bits=5)", "v8"}},
         {{kProgram, "f.block(v8, 5)", "v8"}}},
        {Trap::QuantiserElsewhere, // moved after the second product
         "v11",
         {{kModule, "f.half(v10 + v9)", "f.block(f.half(v10 + v9), 5)"}},
         {{kProgram, "f.sum(v10, v9)", "f.block(f.sum(v10, v9), 5)"}}},
        {Trap::QueueOrder,
         "v13",
         {{kModule, "f.half(netin[2:3] + vdram[0:1])", "f.half(netin[1:2] + vdram[0:1])"}},
         {{kProgram, "f.sum(part(netin, N, 2, 1), part(vdram, N, 0, 1))",
           "f.sum(part(netin, N, 0, 1), part(vdram, N, 0, 1))"}}},
        {Trap::RoundedOnce,
         "v14",
         {{kModule, "f.half(netin[2:3] + vdram[0:1])", "(netin[2:3] + vdram[0:1])"}},
         {{kProgram, "f.sum(part(netin, N, 2, 1), part(vdram, N, 0, 1))",
           "f.each(part(netin, N, 2, 1), part(vdram, N, 0, 1), [](double a, double b) { return a + b; })"}}},
        {Trap::InPlace,
         "v15",
         {{kModule, "m3[1][5:6]), v14, ", "m3[1][5:6]), v6, "}},
         {{kProgram, "f.mvMul(part(m3, N, 5, 1), v14, ", "f.mvMul(part(m3, N, 5, 1), v6, "}}}};
}
// Of what reads windows and turns.
std::vector<Trapped> readingTraps() {
    using concord::Trap;
    return {{Trap::WrongStep,
             "v17",
             {{kModule, "vdram[4:7:2]", "vdram[4:6]"}},
             {{kProgram, "strided(vdram, N, 4, 1, 2, 2)", "strided(vdram, N, 4, 1, 1, 2)"}}},
            {Trap::ZeroPadding,
             "v18",
             {{kModule, "padding=64512)", "padding=0)"}},
             {{kProgram, "2, 64512};", "2, 0};"}}},
            {Trap::WindowCount,
             "v19",
             {{kModule, "turns=2, skip=3, count=1", "turns=2, skip=2, count=1"}},
             {{kProgram, "N, 0, 2, 3, 1)", "N, 0, 2, 2, 1)"}}},
            {Trap::ZeroPadding,
             "v20",
             {{kModule, "turns=2, length=3", "turns=2, length=4"}},
             {{kProgram, ", 2, 3); //", ", 2, 4); //"}}}};
}
std::vector<Trapped> traps() {
    std::vector<Trapped> out = runtimeTraps("v4");
    for (Trapped& one : computingTraps()) out.push_back(std::move(one));
    for (Trapped& one : readingTraps()) out.push_back(std::move(one));
    return out;
}
const TrapCase& many() {
    static const TrapCase made = [] { return TrapCase(kFirmware, numbersOfTraps(1)); }();
    return made;
}
const TrapCase& sums() {
    static const TrapCase made(
        kSums, {{"netin", {4096, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, -0.0001220703125, 0, 0, 0}}});
    return made;
}

// Here float32 rounds the whole sum to the middle between two FP16 numbers, and sums in float32 do not: of
// the last two terms, -5/8 and 3/8 of its unit, the first takes a whole one away, and the second gives none
// back.
const TrapCase& middle() {
    static const TrapCase made(
        kSums, {{"netin", {4096, 0, 0, 0, 6, 0, 0, 0, -5 * 0x1p-14, 0, 0, 0, 3 * 0x1p-14, 0, 0, 0}}});
    return made;
}
const TrapCase& sigmoid() {
    static const TrapCase made(kSigmoid, {{"netin", {0.0029296875, 1, 2, 3}}});
    return made;
}

const TrapCase& queuedMatrices() {
    static const TrapCase made = [] {
        std::vector<double> numbers;
        for (int i = 0; i < 36; ++i) numbers.push_back(i * i % 7 - 2);
        return TrapCase(kQueuedMatrices, {{"netin", numbers}});
    }();
    return made;
}
// 3.96 is 15.84 of its block's unit, and 16 no mantissa.
const TrapCase& large() {
    static const TrapCase made(kOne, {{"netin", {3.96, 1, -2, 0.5}}});
    return made;
}
const Trapped kWideMantissas{concord::Trap::Clamp,
                             "v4",
                             {{kRuntime, "-limit, limit - 1)", "-limit, limit)"}},
                             {{kHeader, "-limit), limit - 1);", "-limit), limit);"}}};
// Numbers that are less than half of the lowest exponent's unit.
const TrapCase& denormal() {
    static const TrapCase made(kThousand, {{"netin", {0x1p-20, 0x1p-21, 0x1p-22, 0x1p-20}}});
    return made;
}
const Trapped kAnyExponent{
    concord::Trap::Clamp,
    "v4",
    {{kRuntime, "lowest, highest = 1.0 - 2 ** (self.exponent - 1),", "lowest, highest = -99.0,"}},
    {{kHeader, "bits - 1 : 1 - (1 << (exponentBits - 1));", "bits - 1 : -99;"}}};
// Rows of two matrices beside each other as one block: 0.3 is 0.3125 in its own, and 0.5 beside 2.9.
const TrapCase& twoColumns() {
    static const TrapCase made = [] {
        std::vector<double> matrices(16, 0.3), ones(8, 1.0);
        matrices.resize(32, 2.9);
        return TrapCase(productOf("nnp-teaching", "1", "2"), {{"mdram", matrices}, {"netin", ones}});
    }();
    return made;
}
const Trapped kMatrixRows{
    concord::Trap::WholeRow,
    "v4",
    {{kModule, "m3 = f.matrices(mdram[0:2])",
      "wide = f.matrices(blockfloat.joined([mdram[0:1], mdram[1:2]], 2))\n"
      "    m3 = (blockfloat.reshape(blockfloat.joined([wide[0][:, :, 0:4], wide[0][:, :, 4:8]], 1), (2, 4, 4)),\n"
      "          blockfloat.reshape(blockfloat.joined([wide[1], wide[1]], 1), (2, 4)))"}},
    {{kProgram, "f.matrices(part(mdram, N * N, 0, 2))", R"([&] {
        Vectors wide;
        for (std::size_t row = 0; row < N; ++row)
            for (std::size_t i = 0; i < 2 * N; ++i) wide.push_back(mdram[(i / N * N + row) * N + i % N]);
        const Blocks of = Format{2 * N, 5, 4, 5, false, false}.matrices(wide);
        Blocks out;
        for (std::size_t row = 0; row < 2 * N; ++row) {
            out.exponents.push_back(of.exponents[row % N]);
            for (std::size_t i = 0; i < N; ++i)
                out.mantissas.push_back(of.mantissas[row % N * 2 * N + row / N * N + i]);
        }
        return out;
    }())"}}};
// 512 + 0.5 + 0.25 is halfway between two FP16 numbers, and the last four terms together say that it is the
// lower one: each alone is less than half of what a float32 beside these holds.
const TrapCase& smallTerms() {
    static const TrapCase made(
        kSums, {{"netin", {4096, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, -0x1p-13, -0x1p-13, -0x1p-13, -0x1p-13}}});
    return made;
}
const Trapped kFloatElements{
    concord::Trap::FloatSums,
    "v4",
    {{kRuntime, "        return reshape(self.summed(dots, exponents), (turns * rows, n))\n",
      "        total = 0.0\n"
      "        for column in range(columns):\n"
      "            for i in range(n):\n"
      "                term = m[:, :, column, :, i] * x[:, :, column, i, :] * power(exponents[:, :, column])\n"
      "                total = to_single(total + term)\n"
      "        return reshape(self.half(total), (turns * rows, n))\n"}},
    {{kHeader, "Sum sum;", "float sum = 0;"},
     {kHeader, "const std::int64_t dot = dotOf(matrix.mantissas + row * n, x.mantissas.data() + vector * n);",
      ""},
     {kHeader, "sum.add(dot, matrix",
      "for (std::size_t i = 0; i < n; ++i)\nsum += static_cast<float>(std::ldexp(static_cast<double>("
      "matrix.mantissas[row * n + i] * x.mantissas[vector * n + i]), matrix"},
     {kHeader, "- (matrixBits - 1));", "- (matrixBits - 1)));"},
     {kHeader, "half(sum.value())", "half(static_cast<double>(sum))"}}};

// The rows of another matrix.
const Trapped kOtherRows{
    concord::Trap::QueueOrder,
    "v5",
    {{kModule, "blockfloat.matrices_of(netin[0:8])", "blockfloat.matrices_of(netin[1:9])"}},
    {{kProgram, "part(netin, N, 0, 8)", "part(netin, N, 1, 8)"}}};

const TrapCase& integers() {
    static const TrapCase made(kIntegers, {{"netin", {3, 1, -2, 0.5}}}, machineOf(2));
    return made;
}

} // namespace

// Each mistake of software is found at the first value that it changes, and called what it is.
class TestProcessorTraps : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void integersAreNoBlocks() {
        QVERIFY(hasIntegers(2));
        QCOMPARE(numeric::halfValue(integers().observed.output.at(0)), 6.0);
    }

    void eachInPython() { eachIn(Engine::Numpy); }
    void eachInTorch() {
        if (!isTorchThere()) QSKIP("python3-torch is not installed: the software in PyTorch was not run");
        eachIn(Engine::Torch);
    }
    void eachInTensorflow() { eachIn(Engine::Tensorflow); }
    void eachInCpp() { eachIn(Engine::Cpp); }

    // Of two in other values the first one is named, in whichever order they were made.
    void twoAtOnce() {
        const std::vector<Trapped> all = traps();
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = i + 1; j < all.size(); j += 3) { // a third of them: each starts Python
                const bool isSameText = std::string_view(all[i].python[0].from) == all[j].python[0].from;
                if (std::string_view(all[i].node) == all[j].node || isSameText) continue;
                std::vector<Change> both = all[j].python;
                both.insert(both.end(), all[i].python.begin(), all[i].python.end());
                QCOMPARE(said(many(), both, Engine::Numpy), wanted(all[i]));
            }
    }

    // In C++ those beside each other: each has to be compiled.
    void twoAtOnceInCpp() {
        const std::vector<Trapped> all = traps();
        int tried = 0;
        for (std::size_t i = 0; i + 1 < all.size(); ++i) {
            const Trapped &first = all[i], &second = all[i + 1];
            const bool isSameText = std::string_view(first.cpp[0].from) == second.cpp[0].from;
            if (std::string_view(first.node) == second.node || isSameText) continue;
            std::vector<Change> both = second.cpp;
            both.insert(both.end(), first.cpp.begin(), first.cpp.end());
            QCOMPARE(said(many(), both, Engine::Cpp), wanted(first));
            ++tried;
        }
        QVERIFY(tried >= 3);
    }

    // What is nobody's usual mistake has no name, and is found all the same.
    void others() {
        QCOMPARE(said(many(), {{kModule, "f.half(v10 + v9)", "f.half(v10 + 3 * v9)"}}, Engine::Numpy),
                 QByteArray("v11 nothing"));
    }

    void saysOperandsAndDistance() {
        const project::FirstDifference first{8, 0, 1, 0x3c00, 0x3c02};
        std::vector<std::uint16_t> values;
        for (const auto& code : many().observed.codes) values.push_back(*code);
        values[4 * 4 + 1] ^= 2;
        const auto why =
            project::explain(many().software, many().loaded.program, first, many().observed, values);
        QVERIFY(why.ulp == 2U);
        QCOMPARE(QByteArray::fromStdString(why.lines[0]), QByteArray("2 ulp apart, line 37 of main.lw"));
        QVERIFY2(why.lines[1].ends_with(" and -inf (0xfc00)"), why.lines[1].c_str());
        // Nothing lies between NaN and a number.
        for (const auto& [firmware, software, says] :
             {std::tuple{0x3c00, 0x7e00, "NaN in the software alone, line 37 of main.lw"},
              {0xfe00, 0x3c00, "NaN in the firmware alone, line 37 of main.lw"},
              {0x7e00, 0x7e01, "both are NaN, with other bits, line 37 of main.lw"}}) {
            const project::FirstDifference other{8, 0, 1, static_cast<std::uint16_t>(firmware),
                                                 static_cast<std::uint16_t>(software)};
            const auto which =
                project::explain(many().software, many().loaded.program, other, many().observed, values);
            QVERIFY(!which.ulp);
            QCOMPARE(QByteArray::fromStdString(which.lines[0]), QByteArray(says));
        }
    }

  private:
    static void eachIn(Engine engine) {
        QCOMPARE(wrongIn(many(), traps(), engine), QByteArray());
        QCOMPARE(wrongIn(sums(), {floatSums("v4")}, engine), QByteArray());
        QCOMPARE(wrongIn(integers(), {kOtherExponents}, engine), QByteArray());
        QCOMPARE(wrongIn(queuedMatrices(), {kOtherRows}, engine), QByteArray());
        QCOMPARE(wrongIn(twoColumns(), {kMatrixRows}, engine), QByteArray());
        QCOMPARE(wrongIn(large(), {kWideMantissas}, engine), QByteArray());
        QCOMPARE(wrongIn(denormal(), {kAnyExponent}, engine), QByteArray());
        QCOMPARE(wrongIn(smallTerms(), {kFloatElements}, engine), QByteArray());
        const Changes twice = roundedTwice(engine);
        const concord::Trap trap = concord::Trap::RoundedTwice;
        QCOMPARE(wrongIn(middle(), {{trap, "v4", twice, twice}}, engine), QByteArray());
        QCOMPARE(wrongIn(sigmoid(), {{trap, "v3", twice, twice}}, engine), QByteArray());
    }
};

int tst_nnp_traps(int argc, char** argv) { return lw::tests::run<TestProcessorTraps>(argc, argv); }
#include "tst_nnp_traps.moc"
