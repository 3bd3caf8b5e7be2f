// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/chips/nnp/trap_case.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <utility>
#include <vector>

using namespace lw;
using namespace lw::test;

namespace {

// Two turns of what tst_nnp_traps.cpp has once: values v4 to v20 of the first, in the same order, and v21 to
// v37 of the second. What travels from chain to chain is at a place of each turn, and once at the same one.
const std::string kLoopFirmware = R"(.chip nnp, "nnp-teaching"
.tensor m, f16, [6, N, N], mdram
.tensor c, f16, [8, N], vdram
.tensor x, f16, [6, N], netin
.tensor y, f16, [28, N], netout
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
    loop 2
        s_wr iterations, 1
        s_wr rows, 2
        s_wr cols, 1
        v_rd NetQ, 0
        v_wr InitialVrf, 0
        end_chain
        s_wr rows, 1
        s_wr cols, 2
        v_rd InitialVrf, 0
        mv_mul 0
        vv_a_sub_b AddSubVrf0, 0
        v_tanh
        v_wr InitialVrf, 2, step=1
        end_chain
        s_wr cols, 1
        v_rd InitialVrf, 2, step=1
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
        v_wr InitialVrf, 4
        end_chain
        v_rd InitialVrf, 4
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
    endloop
    halt
)";
constexpr int kTurn = 17; // values of a turn

// The sum of the second turn has a term that float32 does not hold beside the others.
const std::string kLoopSums = R"(.chip nnp, "nnp-teaching"
.tensor m, f16, [4, N, N], mdram = 0.125
.tensor x, f16, [8, N], netin
.tensor y, f16, [2, N], netout
    s_wr cols, 4
    m_rd Dram, 0
    m_wr MatrixRf, 0
    end_chain
    loop 2
        v_rd NetQ, 0
        mv_mul 0
        v_wr NetQ, 0
        end_chain
    endloop
    halt
)";

std::vector<Trapped> computingLoopTraps() {
    using concord::Trap;
    return {
        {Trap::Swapped,
         "v5",
         {{kModule, "f.half(v26 - AddSubVrf0.read(0, 1))", "f.half(AddSubVrf0.read(0, 1) - v26)"}},
         {{kProgram, "f.difference(v26, AddSubVrf0.read(0, 1))",
           "f.difference(AddSubVrf0.read(0, 1), v26)"}}},
        {Trap::NoIdentity,
         "v7",
         {{kModule, "f.mv_mul(MatrixRf.read(4, 1), v32, rows=1, columns=1, turns=1)", "v32"}},
         {{kProgram, "f.mvMul(MatrixRf.read(4, 1), v32, 1, 1, 1)", "v32"}}},
        {Trap::ZeroPadding,
         "v8",
         {{kModule, "f.maximum(v33, AddSubVrf1.read(1, 1))", "f.maximum(v33, blockfloat.zeros_like(v33))"}},
         {{kProgram, "f.maximum(v33, AddSubVrf1.read(1, 1))", "f.maximum(v33, Vectors(N, 0.0))"}}},
        {Trap::QuantiserElsewhere,
         "v9",
         {{kModule, "f.block(v34, bits=5)", "v34"}},
         {{kProgram, "f.block(v34, 5)", "v34"}}},
        {Trap::QueueOrder, // the second turn, and it alone, has the vector before
         "v30",
         {{kModule, "f.half(v43 + AddSubVrf0", "f.half((netin[4:5] if i else v43) + AddSubVrf0"}},
         {{kProgram, "f.sum(v43, AddSubVrf0",
           "f.sum(i > 0 ? Vectors(part(netin, N, 4, 1)) : v43, AddSubVrf0"}}},
        {Trap::RoundedOnce,
         "v14",
         {{kModule, "f.half(v43 + AddSubVrf0.read(0, 1))", "(v43 + AddSubVrf0.read(0, 1))"}},
         {{kProgram, "f.sum(v43, AddSubVrf0.read(0, 1))",
           "f.each(v43, AddSubVrf0.read(0, 1), [](double a, double b) { return a + b; })"}}},
        {Trap::InPlace, // the second turn still has what the first has written
         "v32",
         {{kModule, "        InitialVrf.write(v45, 4)", "        if i == 0: InitialVrf.write(v45, 4)"}},
         {{kProgram, "InitialVrf.write(v45, 4)", "if (i == 0) InitialVrf.write(v45, 4)"}}}};
}

std::vector<Trapped> readingLoopTraps() {
    using concord::Trap;
    return {{Trap::WrongStep,
             "v17",
             {{kModule, "Dram.read(4, 1, step=2, times=2)", "Dram.read(4, 1, step=1, times=2)"}},
             {{kProgram, "Dram.read(4, 1, 2, 2)", "Dram.read(4, 1, 1, 2)"}}},
            {Trap::ZeroPadding,
             "v18",
             {{kModule, "padding=64512)", "padding=0)"}},
             {{kProgram, "2, 64512};", "2, 0};"}}},
            {Trap::WindowCount, // in the second turn alone
             "v36",
             {{kModule, "turns=2, skip=3, count=1", "turns=2, skip=3 - i, count=1"}},
             {{kProgram, "N, 0, 2, 3, 1)", "N, 0, 2, 3 - i, 1)"}}},
            {Trap::ZeroPadding,
             "v20",
             {{kModule, "turns=2, length=3", "turns=2, length=4"}},
             {{kProgram, "f.softmax(v75, 2, 3)", "f.softmax(v75, 2, 4)"}}}};
}

std::vector<Trapped> loopTraps() {
    std::vector<Trapped> out = runtimeTraps("v4");
    for (Trapped& one : computingLoopTraps()) out.push_back(std::move(one));
    for (Trapped& one : readingLoopTraps()) out.push_back(std::move(one));
    return out;
}

const TrapCase& turns() {
    static const TrapCase made(kLoopFirmware, numbersOfTraps(2));
    return made;
}
const TrapCase& loopSums() {
    static const TrapCase made(kLoopSums, {{"netin", {1,    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                                      0,    0, 0, //
                                                      4096, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, -0.0001220703125,
                                                      0,    0, 0}}});
    return made;
}

} // namespace

// Each mistake of software whose loops are the firmware's is found at the first value that it changes, in the
// turn in which it does, and called what it is.
class TestProcessorTrapsInLoops : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void eachTurnHasItsValues() { QCOMPARE(turns().software.graph.nodes.size(), std::size_t{4 + 2 * kTurn}); }
    void eachInPython() { eachIn(Engine::Numpy); }
    void eachInTorch() {
        if (!isTorchThere()) QSKIP("python3-torch is not installed: the software in PyTorch was not run");
        eachIn(Engine::Torch);
    }
    void eachInTensorflow() { eachIn(Engine::Tensorflow); }
    void eachInCpp() { eachIn(Engine::Cpp); }
    // One that begins in the second turn is after one of the first.
    void theFirstOfTwo() {
        const std::vector<Trapped> all = loopTraps();
        const auto of = [&](const char* node) -> const Trapped& {
            return *std::ranges::find_if(
                all, [&](const Trapped& one) { return std::string_view(one.node) == node; });
        };
        std::vector<Change> both = of("v32").python;
        both.insert(both.end(), of("v17").python.begin(), of("v17").python.end());
        QCOMPARE(said(turns(), both, Engine::Numpy), wanted(of("v17")));
    }

  private:
    static void eachIn(Engine engine) {
        QCOMPARE(wrongIn(turns(), loopTraps(), engine), QByteArray());
        QCOMPARE(wrongIn(loopSums(), {floatSums("v5")}, engine), QByteArray());
    }
};

int tst_nnp_traps_in_loops(int argc, char** argv) {
    return lw::tests::run<TestProcessorTrapsInLoops>(argc, argv);
}
#include "tst_nnp_traps_in_loops.moc"
