// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/concord/cpp_text.h"
#include "core/concord/python_text.h"
#include "core/program/disassemble.h"
#include "core/program/image.h"
#include "core/project/software.h"
#include "core/source/render.h"
#include "core/tensor/npy.h"
#include "tests/core/chips/nnp/software_files.h"
#include "tests/support/run_test.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace lw;
using namespace lw::test;

namespace {

// Two portions of a dense layer, the second one with a loop around it where `loops`.
std::string firmware(const std::string& hint = {}, const std::string& behind = {}) {
    return R"(.chip nnp, "nnp-teaching"
.tensor A, f16, [4, N, N], mdram = ")" LW_ROOT R"(/examples/nnp/two-portions/a.npy"
.tensor b, f16, [2, N], vdram = ")" LW_ROOT R"(/examples/nnp/two-portions/b.npy"
.tensor x, f16, [4, N], netin = 0.7
.tensor y, f16, [3, N], netout
;@quant vec=5 mat=4 mid=5
;@weight A mat 8x8 at MatrixRf[0..3] order=row-tile
;@tensor x vec 4x4 from NetQ   # a remark of a person
;@bias b vec 8 at AddSubVrf1[0..1]
;@tensor half vec 3 at AddSubVrf0[0]
;@out y vec 3x4 to NetQ
)" + hint + R"(
    s_wr cols, 4
    m_rd Dram, 0
    m_wr MatrixRf, 0
    end_chain
    s_wr cols, 1
    s_wr rows, 2
    v_rd Dram, 0
    v_wr AddSubVrf1, 0
    end_chain
    s_wr rows, 1
    v_rd NetQ, 0
    v_wr InitialVrf, 0
    end_chain
;@layer first begin
    v_rd InitialVrf, 0
    mv_mul 0
    v_wr.q AddSubVrf0, 0
    end_chain ;@q mid
    v_rd NetQ, 0
    mv_mul 1
    vv_add AddSubVrf0, 0
    vv_add AddSubVrf1, 0
    v_wr InitialVrf, 1
    v_wr NetQ, 0 ;@q none
    end_chain
)" + behind +
           R"(;@layer first end
)";
}
const std::string kStraight = R"(    s_wr rows, 2
    v_rd NetQ, 0
    v_wr NetQ, 0
    end_chain
    halt
)";
const std::string kLoop = R"(    loop 2
    v_rd NetQ, 0
    vv_add AddSubVrf1, 0
    v_tanh
    v_wr AddSubVrf0, 3, step=1
    end_chain
;@layer again begin
    v_rd InitialVrf, 1
    mv_mul 1
    vv_add AddSubVrf0, 3, step=1
    v_wr NetQ, 0
    end_chain
;@layer again end
    endloop
    halt
)";

project::ProgramAnswer loaded(const std::string& text) {
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    source::Files files(loader);
    loader.set("main.lw", text);
    return project::loadProgram({"main.lw", "", {}}, files);
}

std::string codesOf(const project::ProgramAnswer& answer) {
    std::string out;
    for (const Problem& problem : answer.diagnostics.problems())
        out += std::string(problem.message->code) + ": " + textOf(problem) + "\n";
    return out;
}

std::string withoutHints(std::string text) {
    for (std::size_t at = text.find(";@"); at != text.npos; at = text.find(";@"))
        text.erase(at, text.find('\n', at) - at);
    return text;
}

std::vector<std::uint16_t> outputOf(const project::LoadedProgram& program) {
    const auto machine = program.createMachine({});
    const auto software = project::softwareOf(program, "firmware");
    if (!software) return {};
    return project::observe(*software, **machine).output;
}

} // namespace

// Hints of firmware: what they change (nothing), what contradicts them, what software makes of them.
class TestProcessorHints : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void changeNoBit() {
        for (const std::string& end : {kStraight, kLoop}) {
            const std::string text = firmware() + end;
            const auto with = loaded(text), without = loaded(withoutHints(text));
            QVERIFY2(with.loaded.has_value(), codesOf(with).c_str());
            QVERIFY2(without.loaded.has_value(), codesOf(without).c_str());
            QVERIFY(without.loaded->program.hints.empty() && with.loaded->program.hints.size() > 8);
            QVERIFY(with.loaded->program.bundles == without.loaded->program.bundles);
            QCOMPARE(program::hashOf(with.loaded->program), program::hashOf(without.loaded->program));
            const auto output = outputOf(*with.loaded);
            QVERIFY(!output.empty() && output == outputOf(*without.loaded));
        }
    }

    // One line each that is not true, and what is said of it; beside it one that is.
    void contradictions() {
        const struct {
            const char *hint, *says, *kept;
        } rows[] = {{";@quant vec=6", "vectors of products have 5 bits of mantissa, not 6", ";@quant vec=5"},
                    {";@quant mat=5", "matrices have 4 bits of mantissa, not 5", ";@quant mat=4"},
                    {";@quant mid=4", "v_wr.q writes with 5 bits of mantissa, not 4", ";@quant mid=5"},
                    {";@tensor half vec 4 at InitialVrf[0]", "another hint has the name half",
                     ";@tensor other vec 4 at InitialVrf[0]"},
                    {";@tensor z vec 4 at Initial[0]", "there is no memory Initial",
                     ";@tensor z vec 4 at InitialVrf[0]"},
                    {";@tensor z vec 5 at InitialVrf[0]", "z needs 2 native vectors, but has 1",
                     ";@tensor z vec 5 at InitialVrf[0..1]"},
                    {";@tensor z vec 3x4 at InitialVrf[0..1]", "z needs 3 native vectors, but has 2",
                     ";@tensor z vec 2x3 at InitialVrf[0..1]"},
                    {";@weight z mat 5x4 at MatrixRf[0]", "z needs 2 native matrices, but has 1",
                     ";@weight z mat 5x4 at MatrixRf[0..1]"},
                    {";@weight z mat 4x4 at InitialVrf[0]", "InitialVrf holds vectors, not matrices",
                     ";@weight z mat 4x4 at MatrixRf[0]"},
                    {";@tensor z vec 4 at MatrixRf[0]", "MatrixRf holds matrices, not vectors",
                     ";@tensor z vec 4 at Dram[0]"},
                    {";@tensor z vec 4 at NetQ[0]", "NetQ has no locations; write from NetQ, or to NetQ",
                     ";@tensor z vec 4 at Dram[0]"},
                    {";@tensor z vec 5 from NetQ",
                     "z needs 2 native vectors from NetQ; chains take 4, of which hints before it name 4",
                     ";@tensor z vec 4 at Dram[0]"},
                    {";@out z vec 2x1 to NetQ",
                     "z needs 2 native vectors to NetQ; chains give 3, of which hints before it name 3",
                     ";@tensor z vec 4 at Dram[0]"},
                    {";@tensor z vec 4 at AddSubVrf0[64]", "AddSubVrf0 ends with 63, and z with 64",
                     ";@tensor z vec 4 at AddSubVrf0[0]"},
                    {";@tensor z vec 4 at MultiplyVrf[0]", "nothing writes MultiplyVrf 0",
                     ";@tensor z vec 4 at Dram[63]"},
                    {";@weight z mat 5x4 at Dram[0]", "z needs 2 native matrices, but has 1",
                     ";@weight z mat 5x4 at Dram[0..1]"},
                    {";@weight z mat 4x2x5 at Dram[0..1]", "z needs 4 native matrices, but has 2",
                     ";@weight z mat 4x2x3 at Dram[0..1]"},
                    {";@weight z mat 4x4 at Dram[65536]", "Dram ends with 255, and z with 65536",
                     ";@weight z mat 4x4 at Dram[255]"},
                    {";@bias z vec 4 at AddSubVrf0[0] of B[0]",
                     "of is for what is in Dram at the start, not for AddSubVrf0",
                     ";@bias z vec 4 at Dram[0] of B[0]+B[1]"},
                    {";@weight z mat 4x4 at Dram[0] of W[0, 0:5]", "z has 4 rows, and the part of W 5",
                     ";@weight z mat 4x4 at Dram[0] of W[0, 5:9] + V[0:4]"},
                    {";@bias z vec 4 at Dram[0] of B[0]+B", "B has other axes in another hint",
                     ";@bias z vec 4 at Dram[0] of B+C[0]"},
                    {";@q mid", "no chain that writes vectors comes before it", "# ;@q mid"},
                    {";@layer first end", "layer first has not begun", ";@layer a begin\n;@layer a end"},
                    {";@layer a begin", "layer a has not ended, and layers are not nested",
                     ";@layer b begin\n;@layer b end"}};
        for (const auto& row : rows) {
            const auto broken = loaded(firmware(row.hint) + kStraight);
            const std::string said = "E361: the hint is not true: " + std::string(row.says) + "\n";
            QVERIFY2(codesOf(broken).starts_with(said),
                     (std::string(row.hint) + ": " + codesOf(broken)).c_str());
            if (std::string_view(row.hint) != ";@layer a begin") // which is told where the next one begins
                QCOMPARE(broken.diagnostics.problems().front().place.line, 12U);
            const auto kept = loaded(firmware(row.kept) + kStraight);
            QVERIFY2(kept.loaded.has_value(), codesOf(kept).c_str());
        }
    }

    void contradictionsBehindChains() {
        const auto said = [](const std::string& behind, const std::string& end) {
            return codesOf(loaded(firmware({}, behind) + end));
        };
        QVERIFY(said(";@q mid\n", kStraight).find("v_wr does not round what it writes; v_wr.q does") !=
                std::string::npos);
        QCOMPARE(said(";@q none\n", kStraight), std::string());
        QVERIFY(said(";@layer other end\n", kStraight).find("layer first is to end first") !=
                std::string::npos);
        std::string loop = kLoop;
        loop.replace(loop.find(";@layer again end\n    endloop"), 29, "    endloop\n;@layer again end");
        QVERIFY(said({}, loop).find(
                    "layer again holds part of a loop; let it hold the whole loop, or lie inside it") !=
                std::string::npos);
        QVERIFY(said({}, ";@layer x begin\n" + kStraight).find("layer x does not end; write ;@layer x end") !=
                std::string::npos);
        QVERIFY(said({}, "v_rd InitialVrf, 0\n;@layer x begin\nv_wr NetQ, 0\nend_chain\n" + kStraight)
                    .find("a layer begins and ends between chains") != std::string::npos);
    }

    // Native matrices lie row after row: what a product takes as R rows of C has to be rows of the matrix.
    void shapesOfWeights() {
        const struct {
            int rows, columns;
            const char *shape, *says;
        } cases[] = {
            {1, 2, "mat 4x8 at MatrixRf[0..1]", ""},
            {1, 2, "mat 8x4 at MatrixRf[0..1]",
             "W has 1 native matrix in a row, and the mv_mul of instruction 8 takes 1 x 2 of them from 0 on"},
            {2, 1, "mat 8x4 at MatrixRf[0..1]", ""},
            {2, 1, "mat 4x8 at MatrixRf[0..1]",
             "W has 2 native matrices in a row, and the mv_mul of instruction 8 takes 2 x 1 of them from 0 on"},
            {2, 2, "mat 5x7 at MatrixRf[0..3]", ""},
            {2, 2, "mat 4x16 at MatrixRf[0..3]",
             "W has 4 native matrices in a row, and the mv_mul of instruction 8 takes 2 x 2 of them from 0 on"},
            {1, 1, "mat 8x8 at MatrixRf[0..3]", ""}, // a tile of it
            {2, 2, "mat 4x8 at MatrixRf[0..1]", ""}, // and of others after it
        };
        for (const auto& one : cases) {
            const auto answer =
                loaded(std::string(".chip nnp, \"nnp-teaching\"\n;@weight W ") + one.shape +
                       "\n    s_wr rows, 2\n    s_wr cols, 2\n    m_rd Dram, 0\n    m_wr MatrixRf, 0\n"
                       "    end_chain\n    s_wr rows, " +
                       std::to_string(one.rows) + "\n    s_wr cols, " + std::to_string(one.columns) +
                       "\n    v_rd InitialVrf, 0\n    mv_mul 0\n    v_wr NetQ, 0\n"
                       "    end_chain\n    halt\n");
            const std::string says = one.says;
            QCOMPARE(codesOf(answer), says.empty() ? says : "E361: the hint is not true: " + says + "\n");
        }
    }

    // What a hint makes of arrays is there at the start, also where the firmware writes later.
    void whatIsWrittenOverIsPrepared() {
        const auto answer = loaded(".chip nnp, \"nnp-teaching\"\n.tensor m, f16, [2, N, N], mdram = 2\n"
                                   ";@weight A mat 4x4 at Dram[0..0] of r_A\n"
                                   ";@weight B mat 4x4 at Dram[1..1] of r_B\n"
                                   "    m_rd Dram, 1\n    m_wr MatrixRf, 0\n    end_chain\n"
                                   "    m_rd NetQ, 0\n    m_wr Dram, 1\n    end_chain\n"
                                   "    m_rd Dram, 0\n    m_wr MatrixRf, 1\n    end_chain\n    halt\n");
        QVERIFY2(answer.loaded, codesOf(answer).c_str());
        const auto software = project::softwareOf(*answer.loaded, "firmware");
        const std::string text = concord::numpyText(software->graph, software->stream);
        QVERIFY2(text.find("def prepared_weights(r_A, r_B):") != std::string::npos, text.c_str());
        QVERIFY2(text.find("no hint says") == std::string::npos, text.c_str());
    }

    // What is said of a place in DRAM ends nothing that is said of the register file.
    void placesOfTwoMemories() {
        const auto said = [](const std::string& hint) {
            return codesOf(
                loaded(".chip nnp, \"nnp-teaching\"\n;@weight A mat 8x8 at MatrixRf[0..3]\n"
                       "    s_wr rows, 2\n    s_wr cols, 2\n    m_rd NetQ, 0\n    m_wr MatrixRf, 0\n"
                       "    end_chain\n" +
                       hint +
                       "    s_wr cols, 1\n    v_rd NetQ, 0\n    mv_mul 1\n    v_wr NetQ, 0\n"
                       "    end_chain\n    halt\n"));
        };
        QVERIFY2(said("").starts_with("E361"), said("").c_str());
        QCOMPARE(said(";@weight D mat 4x4 at Dram[1..1]\n"), said(""));
    }

    // A queue's vectors are counted with the turns of loops; a line that ends after ;@ is a hint as well.
    void hintsOfQueues() {
        const auto said = [](const std::string& hint, const char* turns) {
            return codesOf(
                loaded(".chip nnp, \"nnp-teaching\"\n" + hint + "\n    loop " + turns +
                       "\n    v_rd NetQ, 0\n    v_wr NetQ, 0\n    end_chain\n    endloop\n    halt\n"));
        };
        QCOMPARE(said(";@tensor x vec 6x4 from NetQ\n;@out y vec 24 to NetQ", "6"), std::string());
        QCOMPARE(
            said(";@tensor x vec 6x4 from NetQ", "5"),
            std::string("E361: the hint is not true: x needs 6 native vectors from NetQ; chains take 5\n"));
        QCOMPARE(
            said(";@out y vec 24 to NetQ", "5"),
            std::string("E361: the hint is not true: y needs 6 native vectors to NetQ; chains give 5\n"));
        const auto ofMatrix = [](const std::string& hint) {
            return codesOf(loaded(".chip nnp, \"nnp-teaching\"\n" + hint +
                                  "\n    m_rd NetQ, 0\n    m_wr MatrixRf, 0\n    end_chain\n    halt\n"));
        };
        QCOMPARE(ofMatrix(";@tensor w vec 4x4 from NetQ"), std::string()); // its rows
        QCOMPARE(
            ofMatrix(";@tensor w vec 5x4 from NetQ"),
            std::string("E361: the hint is not true: w needs 5 native vectors from NetQ; chains take 4\n"));
        QCOMPARE(ofMatrix(";@weight w mat 4x8 to NetQ"),
                 std::string("E361: the hint is not true: no m_wr writes to NetQ\n"));
        QCOMPARE(ofMatrix(";@weight w mat 4x8 from NetQ"),
                 std::string("E361: the hint is not true: in NetQ the rows of matrices are vectors; write "
                             ";@tensor w vec 8x4 from NetQ\n"));
        for (const char* empty : {";@", ";@  ", ";@ # a remark"})
            QVERIFY2(said(empty, "1").starts_with("E360: "), said(empty, "1").c_str());
    }

    // Of a program that was assembled, and of one that was read again.
    void objectsHaveThem() {
        const auto answer = loaded(firmware() + kLoop);
        const auto& chip = answer.loaded->chip;
        const auto& program = answer.loaded->program;
        const std::string& json = answer.loaded->machine.json;
        const auto back = program::parseImage(program::formatImage(program, *chip->spec), "x.lwo",
                                              answer.loaded->machine.target);
        QVERIFY(bool(back));
        QCOMPARE(back->hints.size(), program.hints.size());
        const auto stream = chip->ops(*back, json);
        QVERIFY(bool(stream));
        QCOMPARE(stream->chains[3].layer, std::string("first"));
        QCOMPARE(stream->chains[2].layer, std::string());
        const auto graph = concord::graphOf(*stream);
        const std::string written = concord::jsonOf(*graph, *stream).line();
        for (const char* part : {R"("layer":"first")", R"("layer":"again")",
                                 R"({"count":1,"first":0,"memory":"AddSubVrf0","name":"half","shape":[3]})"})
            QVERIFY2(written.find(part) != std::string::npos, written.c_str());
    }

    // A function for each layer, named after it, and values named after places.
    void functionsOfLayers() {
        const auto softwareOf = [](const std::string& end) {
            const auto answer = loaded(firmware() + end);
            return *project::softwareOf(*answer.loaded, "firmware");
        };
        const project::Software straight = softwareOf(kStraight), loop = softwareOf(kLoop);
        const auto has = [](const std::string& text, std::initializer_list<const char*> parts) {
            for (const char* part : parts)
                if (text.find(part) == text.npos) return part + (" is missing:\n" + text);
            return std::string();
        };
        const auto complaint = [&](const std::string& text) { return QByteArray::fromStdString(text); };
        QCOMPARE(complaint(has(concord::numpyText(straight.graph, straight.stream),
                               {"\ndef first(x, A, b, values):\n", "    half = f.block(v4, bits=5)",
                                "    values += [v4, half, v6, v7, v8]\n    return v8\n",
                                "    v8 = first(x, A, b, values)\n"})),
                 QByteArray());
        QCOMPARE(complaint(has(concord::cppText(straight.graph, straight.stream),
                               {"\nVectors first(const Vectors& x, const Blocks& A, const Vectors& b, ",
                                "    const Vectors v8 = first(x, A, b, values);\n"})),
                 QByteArray());
        QCOMPARE(complaint(has(concord::numpyText(loop.graph, loop.stream),
                               {"\ndef again(InitialVrf, MatrixRf, AddSubVrf0, NetQ, i, values):\n    v30 = ",
                                "    for i in range(2):  # 24: loop 2\n        v25 = ",
                                "\n        again(InitialVrf, MatrixRf, AddSubVrf0, NetQ, i, values)\n"})),
                 QByteArray());
        QCOMPARE(complaint(has(concord::cppText(loop.graph, loop.stream),
                               {"\nvoid again(File& InitialVrf, Matrices& MatrixRf, ",
                                "        again(InitialVrf, MatrixRf, "})),
                 QByteArray());
    }

    // What a disassembly is made of has the hints where they were.
    void disassemblyKeepsHints() {
        const auto answer = loaded(firmware() + kLoop);
        const program::Program& program = answer.loaded->program;
        const auto text = program::disassemble(program, answer.loaded->machine.target);
        QVERIFY(bool(text));
        const auto again = loaded(*text);
        QVERIFY2(again.loaded.has_value(), text->c_str());
        QVERIFY(!program.hints.empty());
        QCOMPARE(again.loaded->program.hints.size(), program.hints.size());
        for (std::size_t i = 0; i < program.hints.size(); ++i) {
            QCOMPARE(again.loaded->program.hints[i].text, program.hints[i].text);
            QCOMPARE(again.loaded->program.hints[i].bundle, program.hints[i].bundle);
        }
        QCOMPARE(again.loaded->program.bundles, program.bundles);
    }

    void layersAgree() {
        const bool hasTorch = saidBy("/usr/bin/python3", {"-c", "import torch"}).isEmpty();
        for (const std::string& end : {kStraight, kLoop}) {
            QTemporaryDir folder;
            const auto answer = loaded(firmware() + end);
            const auto software = project::softwareOf(*answer.loaded, "firmware");
            const auto machine = answer.loaded->createMachine({});
            for (const project::Language& language : project::languages())
                QVERIFY(bool(project::writeSoftware(*software, language, **machine,
                                                    folder.path().toStdString(), "software")));
            const project::Observed firmwareGives = project::observe(*software, **machine);
            const auto agrees = [&](const QString& program, const QStringList& arguments) {
                QCOMPARE(saidBy(program, arguments), QString());
                const auto values = tensor::readNpy(folder.filePath("values.npy").toStdString());
                QVERIFY(bool(values));
                QCOMPARE(std::size_t(values->count()), firmwareGives.codes.size());
                for (std::size_t i = 0; i < firmwareGives.codes.size(); ++i)
                    QCOMPARE(values->at<std::uint16_t>(i), *firmwareGives.codes[i]);
                QVERIFY(QFile::remove(folder.filePath("values.npy")));
            };
            agrees("/usr/bin/python3", {"-W", "error", folder.filePath("software_numpy.py"), "--values"});
            const QString program = folder.filePath("software");
            QCOMPARE(saidBy("g++", {"-std=c++17", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Werror",
                                    "-O0", "-o", program, folder.filePath("software.cpp")}),
                     QString());
            agrees(program, {folder.path(), "--values"});
            if (hasTorch) agrees("/usr/bin/python3", {folder.filePath("software_torch.py"), "--values"});
        }
        if (!hasTorch) QSKIP("python3-torch is not installed: the software in PyTorch was not run");
    }
};

int tst_nnp_hints(int argc, char** argv) { return lw::tests::run<TestProcessorHints>(argc, argv); }
#include "tst_nnp_hints.moc"
