// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/messages.h"
#include "core/project/load_program.h"
#include "core/source/render.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <string>
#include <utility>
#include <vector>

using namespace lw;

namespace {

// Texts of chains, and what is said of the first one that breaks a rule: nothing, if none does.
struct Rule {
    const char* says;
    std::string broken;
    std::string text; // the beginning of the problem
    std::string kept; // as near to it as can be
};

std::string chain(const std::string& middle, const std::string& read = "v_rd InitialVrf, 0") {
    return read + "\n" + middle + "\nv_wr InitialVrf, 40\nend_chain\n";
}

std::string repeated(const std::string& text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
}

const std::vector<Rule> kRules{
    {"the product comes right behind v_rd", chain("v_relu\nmv_mul 0"),
     "mv_mul does not directly follow the v_rd", chain("mv_mul 0\nv_relu")},
    {"one product", chain("mv_mul 0\nmv_mul 1"), "mv_mul does not directly follow the v_rd",
     chain("mv_mul 0") + chain("mv_mul 1")},
    {"the first MFU adds once", chain("vv_add AddSubVrf0, 0\nvv_max AddSubVrf0, 1"),
     "the first MFU adds twice in the chain", chain("vv_add AddSubVrf0, 0\nvv_max AddSubVrf1, 1")},
    {"the second MFU adds once", chain("vv_add AddSubVrf1, 0\nvv_a_sub_b AddSubVrf1, 1"),
     "the second MFU adds twice in the chain", chain("vv_b_sub_a AddSubVrf0, 0\nvv_a_sub_b AddSubVrf1, 1")},
    {"the second MFU comes behind the first", chain("vv_add AddSubVrf1, 0\nvv_add AddSubVrf0, 0"),
     "AddSubVrf0 belongs to the first MFU, and the second has begun",
     chain("vv_add AddSubVrf0, 0\nvv_add AddSubVrf1, 0")},
    {"one multiplication", chain("vv_mul 0\nvv_mul 1"), "the chain multiplies twice", chain("vv_mul 0")},
    {"the second MFU has no multiplier", chain("vv_add AddSubVrf1, 0\nvv_mul 0"),
     "only the first MFU multiplies, and the second has begun", chain("vv_mul 0\nvv_add AddSubVrf1, 0")},
    {"two activations", chain("v_relu\nv_sigm\nv_tanh"), "both MFUs have an activation in the chain already",
     chain("v_relu\nv_tanh")},
    {"the second activation is the second MFU's", chain("v_relu\nv_tanh\nvv_mul 0"),
     "only the first MFU multiplies, and the second has begun", chain("v_relu\nvv_mul 0\nv_tanh")},
    {"nothing changes what was written", chain("v_wr NetQ, 0\nv_relu"), "v_relu comes after a v_wr",
     chain("v_relu\nv_wr NetQ, 0")},
    {"a chain writes", "v_rd InitialVrf, 0\nend_chain\n", "the chain writes nothing", chain("v_relu")},
    {"a chain ends", "v_rd InitialVrf, 0\nv_wr NetQ, 0\n", "halt is inside a chain", chain("v_relu")},
    {"registers are set between chains", chain("s_wr rows, 2"), "s_wr is inside a chain",
     "s_wr rows, 2\n" + chain("v_relu")},
    {"chains do not nest", chain("v_rd InitialVrf, 1"), "v_rd is inside a chain", chain("v_relu")},
    {"functions stand in chains", "v_relu\n", "v_relu is outside of a chain", chain("v_relu")},
    {"no chain writes what it reads", chain("vv_add AddSubVrf0, 7\nv_wr AddSubVrf0, 7"),
     "the chain writes AddSubVrf0 7, which it reads", chain("vv_add AddSubVrf0, 7\nv_wr AddSubVrf0, 8")},
    {"in no iteration either", "s_wr iterations, 4\n" + chain("v_relu", "v_rd InitialVrf, 10, inc=10"),
     "the chain writes InitialVrf 40, which it reads",
     "s_wr iterations, 3\n" + chain("v_relu", "v_rd InitialVrf, 10, inc=10")},
    {"in no row either", "s_wr rows, 5\n" + chain("v_relu", "v_rd InitialVrf, 36"),
     "the chain writes InitialVrf 40, which it reads",
     "s_wr rows, 4\n" + chain("v_relu", "v_rd InitialVrf, 36")},
    {"files have an end", "s_wr rows, 2\n" + chain("v_relu", "v_rd InitialVrf, 63"),
     "v_rd reaches vector 64 of InitialVrf, which has 64",
     "s_wr rows, 2\n" + chain("v_relu", "v_rd InitialVrf, 62")},
    {"the matrix file has an end", "s_wr cols, 2\n" + chain("mv_mul 63"),
     "mv_mul reaches matrix 64 of MatrixRf, which has 64", "s_wr cols, 2\n" + chain("mv_mul 62")},
    {"chains have a most of vectors", "s_wr rows, 9\ns_wr iterations, 8\n" + chain("v_relu"),
     "the chain has 72 vectors, and 64 can be under way",
     "s_wr rows, 8\ns_wr iterations, 3\n" + chain("v_relu")},
    {"m_rd, m_wr, end_chain", "m_rd Dram, 0\nend_chain\n", "m_rd is not followed by m_wr and end_chain",
     "m_rd Dram, 0\nm_wr MatrixRf, 0\nend_chain\n"},
    {"the matrix DRAM has an end", "s_wr cols, 2\nm_rd Dram, 255\nm_wr MatrixRf, 0\nend_chain\n",
     "m_rd reaches matrix 256 of the matrix DRAM, which has 256",
     "s_wr cols, 2\nm_rd Dram, 254\nm_wr MatrixRf, 0\nend_chain\n"},
    {"a matrix of the file is one of it", "s_wr cols, 2\nm_rd Dram, 0\nm_wr MatrixRf, 63\nend_chain\n",
     "m_wr reaches matrix 64 of MatrixRf, which has 64",
     "s_wr cols, 2\nm_rd Dram, 0\nm_wr MatrixRf, 62\nend_chain\n"},
    {"and one of DRAM one of that", "s_wr cols, 2\nm_rd NetQ, 0\nm_wr Dram, 255\nend_chain\n",
     "m_wr reaches matrix 256 of the matrix DRAM, which has 256",
     "s_wr cols, 2\nm_rd NetQ, 0\nm_wr Dram, 254\nend_chain\n"},
    {"no matrix is written over while it is read", "s_wr rows, 2\nm_rd Dram, 3\nm_wr Dram, 4\nend_chain\n",
     "the chain writes matrix 4 of the matrix DRAM, which it reads",
     "s_wr rows, 2\nm_rd Dram, 3\nm_wr Dram, 5\nend_chain\n"},
    {"windows lie in their picture",
     "s_wr picture_width, 3\ns_wr windows_across, 4\ns_wr iterations, 4\n" +
         chain("v_relu", "v_rd.w Dram, 0"),
     "window 3 lies outside of its picture",
     "s_wr picture_width, 3\ns_wr windows_across, 4\ns_wr iterations, 3\n" +
         chain("v_relu", "v_rd.w Dram, 0")},
    {"of windows pixels are read",
     "s_wr picture_depth, 2\ns_wr window_width, 2\ns_wr picture_width, 2\ns_wr rows, 3\n" +
         chain("v_relu", "v_rd.w Dram, 0"),
     "v_rd.w reads 3 vectors after the first 0, and a pixel has 2",
     "s_wr picture_depth, 2\ns_wr window_width, 2\ns_wr picture_width, 2\ns_wr rows, 2\n" +
         chain("v_relu", "v_rd.w Dram, 0, skip=2")},
    {"windows have an end",
     "s_wr window_width, 2\ns_wr rows, 2\n" + chain("v_relu", "v_rd.w Dram, 0, skip=1"),
     "v_rd.w reads vectors 1 to 2 of a window, which has 2",
     "s_wr window_width, 2\n" + chain("v_relu", "v_rd.w Dram, 0, skip=1")},
    {"pictures lie in their memory",
     "s_wr picture, 63\ns_wr picture_width, 2\n" + chain("v_relu", "v_rd.w InitialVrf, 0"),
     "the picture of 1 x 2 x 1 vectors from vector 63 on goes beyond InitialVrf, which has 64",
     "s_wr picture, 62\ns_wr picture_width, 2\n" + chain("v_relu", "v_rd.w InitialVrf, 0")},
    {"no chain writes into its picture",
     "s_wr picture, 39\ns_wr picture_width, 2\n" + chain("v_relu", "v_rd.w InitialVrf, 0"),
     "the chain writes InitialVrf 40, which it reads",
     "s_wr picture, 38\ns_wr picture_width, 2\n" + chain("v_relu", "v_rd.w InitialVrf, 0")},
    {"a softmax has its elements", "s_wr length, 9\ns_wr rows, 2\n" + chain("v_softmax"),
     "v_softmax is of 9 elements, and the vectors of an iteration have 8",
     "s_wr length, 8\ns_wr rows, 2\n" + chain("v_softmax")},
    {"a softmax is an activation", chain("v_relu\nv_sigm\nv_softmax"),
     "both MFUs have an activation in the chain already", chain("v_relu\nv_softmax")},
    {"rounding has three ways", "s_wr rounding, 3\n", "rounding is set to 3; it is 0 to 2",
     "s_wr rounding, 2\n"},
    {"rows are at least one", "s_wr rows, 0\n", "rows is set to 0; it is 1 to 64", "s_wr rows, 64\n"},
    {"loops end", "loop 2\nnop\n", "halt is inside a loop", "loop 2\nnop\nendloop\n"},
    {"what ends has begun", "endloop\n", "endloop is not inside a loop", "loop 1\nendloop\n"},
    {"loops have turns", "loop 0\nendloop\n", "a loop has 0 turns", "loop 1\nendloop\n"},
    {"loops nest to four", repeated("loop 2\n", 5) + repeated("endloop\n", 5),
     "loop is inside 4 loops already", repeated("loop 2\n", 4) + repeated("endloop\n", 4)},
    {"loops stand around chains", chain("loop 2"), "loop is inside a chain",
     "loop 2\n" + chain("v_relu") + "endloop\n"},
    {"chains end before loops do", "loop 2\nv_rd InitialVrf, 0\nv_wr NetQ, 0\nendloop\n",
     "endloop is inside a chain", "loop 2\n" + chain("v_relu") + "endloop\n"},
    {"a step is one of a loop", chain("v_relu", "v_rd InitialVrf, 0, step=1"),
     "v_rd has a step, but is not inside a loop",
     "loop 2\n" + chain("v_relu", "v_rd InitialVrf, 0, step=1") + "endloop\n"},
    {"an outer step is one of the next loop", "loop 2\n" + chain("mv_mul 0, outer=1") + "endloop\n",
     "mv_mul has an outer step, but is not inside two loops",
     "loop 2\nloop 2\n" + chain("mv_mul 0, outer=1") + "endloop\nendloop\n"},
    {"in no turn of a loop either", "loop 5\n" + chain("v_relu", "v_rd InitialVrf, 20, step=5") + "endloop\n",
     "the chain writes InitialVrf 40, which it reads",
     "loop 4\n" + chain("v_relu", "v_rd InitialVrf, 20, step=5") + "endloop\n"},
    {"nor of two",
     "loop 3\nloop 2\n" + chain("v_relu", "v_rd InitialVrf, 35, step=1, outer=2") + "endloop\nendloop\n",
     "the chain writes InitialVrf 40, which it reads",
     "loop 2\nloop 2\n" + chain("v_relu", "v_rd InitialVrf, 35, step=1, outer=2") + "endloop\nendloop\n"},
    {"files have an end in every turn", "loop 3\n" + chain("vv_mul 60, step=2") + "endloop\n",
     "vv_mul reaches vector 64 of MultiplyVrf", "loop 2\n" + chain("vv_mul 60, step=2") + "endloop\n"},
    {"the matrix DRAM has one too", "loop 2\nm_rd Dram, 250, step=6\nm_wr MatrixRf, 0\nend_chain\nendloop\n",
     "m_rd reaches matrix 256 of the matrix DRAM",
     "loop 2\nm_rd Dram, 250, step=5\nm_wr MatrixRf, 0\nend_chain\nendloop\n"},
    {"later turns meet other registers",
     "loop 2\n" + chain("v_relu", "v_rd InitialVrf, 63") + "s_wr rows, 2\nendloop\n",
     "v_rd reaches vector 64 of InitialVrf",
     "loop 2\n" + chain("v_relu", "v_rd InitialVrf, 63") + "s_wr rows, 1\nendloop\n"},
    {"mantissas have 2 to 16 bits", "s_wr middle, 17\n", "middle is set to 17; it is 2 to 16",
     "s_wr middle, 16\n"},
};

// Problems of the text as a file, "line:column code text" each.
std::vector<std::string> problemsOf(const std::string& text) {
    source::MemoryLoader loader;
    loader.set("main.lw", ".chip nnp, \"nnp-teaching\"\n" + text);
    source::Files files(loader);
    const project::ProgramAnswer answer = project::loadProgram({"main.lw", "", {}}, files);
    std::vector<std::string> out;
    for (const Problem& problem : answer.diagnostics.problems())
        out.push_back(std::to_string(problem.place.line) + ":" + std::to_string(problem.place.column) + " " +
                      std::string(problem.message->code) + " " + lw::textOf(problem));
    if (out.empty() != answer.loaded.has_value()) out.emplace_back("a program with errors, or neither");
    return out;
}

} // namespace

// Rules of chains before a program runs: each is said in the place where it is broken, and of nothing else.
class TestProcessorRules : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void eachFires_data() {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < kRules.size(); ++i) QTest::newRow(kRules[i].says) << static_cast<int>(i);
    }
    void eachFires() {
        QFETCH(int, number);
        const Rule& rule = kRules[static_cast<std::size_t>(number)];
        const std::vector<std::string> broken = problemsOf(rule.broken + "halt\n");
        QCOMPARE(broken.size(), std::size_t{1});
        QVERIFY2(broken[0].find(" E991 ") != std::string::npos &&
                     broken[0].find(rule.text) != std::string::npos,
                 broken[0].c_str());
        const std::vector<std::string> kept = problemsOf(rule.kept + "halt\n");
        QVERIFY2(kept.empty(), kept.empty() ? "" : kept[0].c_str());
    }

    // Turns that are all alike are not gone through; others are, to a bound: what lies after it a run tells.
    void longLoops() {
        const std::string often = repeated("loop 1000000\n", 4), ends = repeated("endloop\n", 4);
        QCOMPARE(problemsOf(often + chain("v_relu") + ends + chain("vv_mul 64") + "halt\n").size(),
                 std::size_t{1});
        const std::string moves = chain("v_relu", "v_rd NetQ, 0, step=1");
        QVERIFY(problemsOf(often + moves + ends + chain("vv_mul 64") + "halt\n").empty());
    }

    // Each chain has its own, at its line; what follows is looked at with the registers as they are.
    void severalAreTold() {
        const auto found = problemsOf("s_wr rows, 2\n" + chain("vv_mul 0\n  vv_mul 1") + chain("v_relu") +
                                      chain("v_relu", "v_rd InitialVrf, 63") + "halt\n" + chain("mv_mul 99"));
        QCOMPARE(found.size(), std::size_t{2});
        QVERIFY2(found[0].starts_with("5:3 E991 "), found[0].c_str());
        QVERIFY2(found[1].starts_with("12:1 E991 "), found[1].c_str());
    }
};

int tst_nnp_rules(int argc, char** argv) { return lw::tests::run<TestProcessorRules>(argc, argv); }
#include "tst_nnp_rules.moc"
