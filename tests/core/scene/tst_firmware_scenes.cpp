// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/project/difference.h"
#include "core/scene/chip_diagram.h"
#include "core/scene/firmware/beside.h"
#include "core/scene/firmware/chain_strip.h"
#include "core/scene/firmware/number_blocks.h"
#include "core/scene/firmware/value_graph.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace lw;
using namespace lw::scene::firmware;

namespace {

struct Firmware {
    project::LoadedProgram loaded;
    project::Software software;
};

Firmware firmwareIn(const std::string& path) {
    source::DiskLoader disk;
    source::Files files(disk);
    project::ProgramAnswer answer = project::loadProgram({path, {}, {}}, files);
    LW_REQUIRE(answer.loaded.has_value(), "an example of the tests is a program");
    Firmware out{*std::move(answer.loaded), {}};
    auto software = project::softwareOf(out.loaded, "program.lw");
    LW_REQUIRE(bool(software), "it is firmware");
    out.software = *std::move(software);
    return out;
}
Firmware bothPortions() { return firmwareIn(LW_ROOT "/examples/nnp/two-portions/program.lw"); }

Firmware firmwareOf(const char* text) {
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("program.lw")));
    LW_REQUIRE(file.open(QIODevice::WriteOnly) && file.write(text) > 0, "the folder can be written to");
    file.close();
    return firmwareIn(file.fileName().toStdString());
}
ValueGraph graphOf(const Firmware& of) { return valueGraph(of.software.graph, of.software.stream); }
std::size_t valueNamed(const ValueGraph& graph, const std::string& name) {
    const auto found = std::ranges::find(graph.values, name, &GraphValue::name);
    LW_REQUIRE(found != graph.values.end(), "there is such a value");
    return static_cast<std::size_t>(found - graph.values.begin());
}
std::vector<std::string> readBy(const ValueGraph& graph, const std::string& name) {
    std::vector<std::string> out;
    for (const scene::LayoutEdge& edge : graph.edges)
        if (edge.to == valueNamed(graph, name)) out.push_back(graph.values[edge.from].name);
    return out;
}

Beside besideIn(const Firmware& of, const std::string& language) {
    const auto languages = project::languages();
    const auto found = std::ranges::find(languages, language, &project::Language::name);
    LW_REQUIRE(found != languages.end(), "there is this language");
    auto out = besideOf(of.loaded.program, of.loaded.machine.target, of.software.stream, language,
                        found->text(of.software.graph, of.software.stream));
    LW_REQUIRE(bool(out), "its bits are instructions");
    return *std::move(out);
}

std::vector<std::uint32_t> bundlesOf(const Beside& scene) {
    std::vector<std::uint32_t> out;
    for (const SoftwareLine& line : scene.software)
        if (line.bundle) out.push_back(*line.bundle);
    return out;
}

} // namespace

class TestFirmwareScenes : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // As the text of the example has them: instructions are counted from 0.
    void everyInstructionIsALine() {
        const Beside scene = besideIn(bothPortions(), "numpy");
        QCOMPARE(scene.language, std::string("numpy"));
        QCOMPARE(scene.firmware.size(), std::size_t{34});
        QVERIFY((scene.firmware[0] == FirmwareLine{0, "s_wr cols, 4", {"weights"}, {}, {}}));
        QVERIFY((scene.firmware[1] == FirmwareLine{1, "m_rd Dram, 0", {}, {}, 0}));
        QVERIFY((scene.firmware[13] == FirmwareLine{13, "v_rd InitialVrf, 0", {"first"}, {}, 3}));
        QVERIFY((scene.firmware[19] == FirmwareLine{19, "vv_add AddSubVrf0, 0", {}, {}, 4}));
        QVERIFY((scene.firmware[33] == FirmwareLine{33, "halt", {}, {}, {}}));
    }
    // What computes has a line in every language, in the order of the firmware.
    void softwareIsLinkedByItsNotes() {
        const Firmware firmware = bothPortions();
        const std::vector<std::uint32_t> computing{2, 14, 15, 18, 19, 20, 24, 25, 28, 29, 30};
        for (const char* language : {"numpy", "torch", "cpp"})
            QVERIFY2(bundlesOf(besideIn(firmware, language)) == computing, language);
        const Beside scene = besideIn(firmware, "numpy");
        const auto found = std::ranges::find(scene.software, std::optional(19U), &SoftwareLine::bundle);
        QCOMPARE(found->text, std::string("    v7 = f.half(v6 + v5)  # 19: vv_add AddSubVrf0, 0"));
        QVERIFY(!scene.software.front().bundle && !scene.software.back().bundle);
    }
    // A read has no line where memories are symbolic: those of its chain stand for it.
    void whatHasNoLineHasThoseOfItsChain() {
        const Beside scene = besideIn(bothPortions(), "numpy");
        const auto bundlesFor = [&](std::uint32_t bundle) {
            std::vector<std::uint32_t> out;
            for (const std::size_t line : softwareLinesOf(scene, bundle).lines)
                out.push_back(scene.software[line].bundle.value());
            return out;
        };
        QVERIFY(!softwareLinesOf(scene, 19).areOfChain);
        QVERIFY(bundlesFor(19) == std::vector<std::uint32_t>{19});
        QVERIFY(softwareLinesOf(scene, 17).areOfChain);
        QVERIFY((bundlesFor(17) == std::vector<std::uint32_t>{18, 19, 20}));
        QVERIFY(softwareLinesOf(scene, 33) == LinesOf{});
        QVERIFY(softwareLinesOf(scene, 1000) == LinesOf{});
    }
    // A remark that only looks like a note is none: its text is not that instruction.
    void remarksAreNoNotes() {
        const Firmware firmware = bothPortions();
        const auto scene = besideOf(
            firmware.loaded.program, firmware.loaded.machine.target, firmware.software.stream, "numpy",
            "x = 1  # 19: something else\ny = 2  # 19\nz = 3  # 19: vv_add AddSubVrf0, 0\n# 19");
        QVERIFY(scene);
        QCOMPARE(scene->software.size(), std::size_t{4});
        QVERIFY(bundlesOf(*scene) == std::vector<std::uint32_t>{19});
        QCOMPARE(scene->software[3].text, std::string("# 19"));
    }
    // y = A x + b in two portions: what each value reads is as the firmware's text says.
    void everyComputingInstructionIsAValue() {
        const ValueGraph graph = graphOf(bothPortions());
        QCOMPARE(graph.values.size(), std::size_t{15}); // 3 memories, 11 instructions, the network
        using Names = std::vector<std::string>;
        QVERIFY((readBy(graph, "m3") == Names{"mdram"}));
        QVERIFY((readBy(graph, "v4") == Names{"netin", "m3"}));
        QVERIFY((readBy(graph, "v5") == Names{"v4"}));
        QVERIFY((readBy(graph, "v7") == Names{"v6", "v5"}));
        QVERIFY((readBy(graph, "v8") == Names{"v7", "vdram"}));
        QVERIFY((readBy(graph, "netout") == Names{"v8", "v13"}));
        QVERIFY(graph.carried.empty() && graph.layers.empty());
        const GraphValue& sum = graph.values[valueNamed(graph, "v8")];
        QCOMPARE(sum.title, std::string("vv_add AddSubVrf1, 0"));
        QCOMPARE(sum.bundle.value(), 20U);
        QCOMPARE(sum.count, std::uint64_t{1});
        QVERIFY((sum.places == std::vector<ValuePlace>{{"NetQ", 0, 1}}));
        QVERIFY((sum.products == std::vector{valueNamed(graph, "v6")}));
        const GraphValue& matrices = graph.values[valueNamed(graph, "m3")];
        QVERIFY(matrices.areMatrices && matrices.count == 4);
        QVERIFY((matrices.places == std::vector<ValuePlace>{{"MatrixRf", 0, 4}}));
        QVERIFY(
            (graph.values[valueNamed(graph, "v10")].places == std::vector<ValuePlace>{{"AddSubVrf0", 1, 1}}));
    }
    // One box for all turns; what the turn before gave goes around.
    void loopsAreNoCopies() {
        const ValueGraph graph =
            graphOf(firmwareOf(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin\n"
                               "v_rd NetQ, 0\nv_wr InitialVrf, 0\nv_wr AddSubVrf0, 0\nend_chain\n"
                               "loop 3\nv_rd InitialVrf, 0\nvv_add AddSubVrf0, 0\nv_wr InitialVrf, 1\n"
                               "end_chain\nv_rd InitialVrf, 1\nv_relu\nv_wr InitialVrf, 0\n"
                               "v_wr AddSubVrf0, 0\nend_chain\nendloop\n"
                               "v_rd InitialVrf, 0\nv_wr NetQ, 0\nend_chain\nhalt\n"));
        QCOMPARE(graph.values.size(), std::size_t{4});
        const std::vector<scene::LayoutEdge> forward{{0, 1}, {1, 2}, {2, 3}}, back{{2, 1}};
        QVERIFY(graph.edges == forward);
        QVERIFY(graph.carried == back);
        QCOMPARE(graph.values[1].nodes.size(), std::size_t{3});
        QVERIFY((graph.values[2].places ==
                 std::vector<ValuePlace>{{"InitialVrf", 0, 1}, {"AddSubVrf0", 0, 1}, {"NetQ", 0, 1}}));
    }
    void layersFold() {
        const ValueGraph graph =
            graphOf(firmwareOf(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin\n"
                               "v_rd NetQ, 0\nv_wr InitialVrf, 0\nend_chain\n;@layer a begin\n"
                               "v_rd InitialVrf, 0\nv_relu\nv_tanh\nv_wr InitialVrf, 1\nend_chain\n"
                               ";@layer a end\n;@layer b begin\nv_rd InitialVrf, 1\nv_sigm\n"
                               "v_wr NetQ, 0\nend_chain\n;@layer b end\nhalt\n"));
        QCOMPARE(graph.layers.size(), std::size_t{2});
        QVERIFY((graph.layers[0] == ValueLayer{"a", {1, 2}}));
        const scene::NetworkPicture open = pictureOf(graph, {false, false}),
                                    folded = pictureOf(graph, {true, false});
        QCOMPARE(open.boxes.size(), std::size_t{5});
        QCOMPARE(folded.boxes.size(), std::size_t{4});
        QVERIFY((folded.boxOf == std::vector<std::size_t>{0, 1, 1, 2, 3}));
        QVERIFY((folded.boxes[1].lines == std::vector<std::string>{"a", "2 values", "1 vector"}));
        QCOMPARE(folded.wires.size(), std::size_t{3});
        concord::NodeNumbers numbers(6);
        numbers[graph.values[3].nodes.front()] = {1, -0.5, 3.14159265, 1e-7, 9};
        QCOMPARE(numbersText(graph.values[3], &numbers), std::string("1 -0.5 3.142 1e-07 ..."));
    }
    // The numbers are those of the example's README; how long each unit works, those of the machine file.
    void aChainHasEveryField() {
        const Firmware firmware = bothPortions();
        const auto& [graph, stream] = std::tie(firmware.software.graph, firmware.software.stream);
        auto machine = firmware.loaded.createMachine({});
        QVERIFY(machine);
        const project::Observed observed = project::observe(firmware.software, **machine);
        const concord::NodeNumbers numbers = project::numbersOf(firmware.software, observed);
        const auto strip = chainStrip(graph, stream, 19, 0);
        QVERIFY(strip);
        QCOMPARE(strip->steps.size(), std::size_t{5});
        QVERIFY(strip->rows == 1 && strip->columns == 1 && strip->turns == 1 && strip->times == 1);
        QVERIFY(strip->hasProduct && !strip->areMatrices);
        const StripUnit units[] = {StripUnit::Read, StripUnit::Multiplier, StripUnit::FirstMfu,
                                   StripUnit::SecondMfu, StripUnit::Write};
        const concord::Numbers sums{3.125, -0.5, 4.5, 0.828125},
            given{3.224609375, -0.7001953125, 4.80078125, 0.42822265625};
        const concord::Numbers behind[] = {{}, {0.875, -0.5, 1.75, 0.578125}, sums, given, given};
        for (std::size_t i = 0; i < strip->steps.size(); ++i) {
            QCOMPARE(strip->steps[i].bundle, 17U + static_cast<std::uint32_t>(i));
            QVERIFY(strip->steps[i].unit == units[i]);
            QVERIFY(strip->isUsed(units[i]));
            if (i > 0) QVERIFY(vectorBehind(*strip, i, 0, 0, numbers, 4) == behind[i]);
        }
        QCOMPARE(strip->steps[2].text, std::string("vv_add AddSubVrf0, 0"));
        const concord::Numbers x1 = vectorBehind(*strip, 0, 0, 0, numbers, 4); // 0.3, -0.6, 0.9, 1.2 as FP16
        QVERIFY(x1.size() == 4 && std::abs(x1[0] - 0.3) < 1e-3 && std::abs(x1[3] - 1.2) < 1e-3);
        for (const StripStep& step : strip->steps) QCOMPARE(step.clocks, std::uint64_t{1}); // of one vector
        QVERIFY(!strip->limit());                                                           // of equal ones
        QCOMPARE(strip->operations(), std::uint64_t{16 + 4 + 4});
        QCOMPARE(strip->bytesRead(4), std::uint64_t{4 * 2});
        QVERIFY(chainStrip(graph, stream, 22, 0) == strip); // its end_chain
        QVERIFY(!chainStrip(graph, stream, 33, 0));         // halt
    }
    // The second portion's first chain ends with a rounding, after which nothing travels on.
    void unitsOfAChain() {
        const Firmware firmware = bothPortions();
        const auto strip = chainStrip(firmware.software.graph, firmware.software.stream, 13, 7);
        QVERIFY(strip && strip->time == 0); // there is one execution
        QVERIFY(strip->isUsed(StripUnit::Multiplier) && strip->isUsed(StripUnit::Write));
        QVERIFY(!strip->isUsed(StripUnit::FirstMfu) && !strip->isUsed(StripUnit::SecondMfu));
        const auto twice = firmwareOf(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin\n"
                                      "v_rd NetQ, 0\nv_relu\nv_tanh\nv_wr NetQ, 0\nend_chain\nhalt\n");
        const auto second = chainStrip(twice.software.graph, twice.software.stream, 1, 0);
        QVERIFY(second->steps[1].unit == StripUnit::FirstMfu &&
                second->steps[2].unit == StripUnit::SecondMfu);
        const auto softmax = firmwareOf(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin\n"
                                        "v_rd NetQ, 0\nv_relu\nv_softmax\nv_wr NetQ, 0\nend_chain\nhalt\n");
        const auto third = chainStrip(softmax.software.graph, softmax.software.stream, 1, 0);
        QVERIFY(third->steps[1].unit == StripUnit::FirstMfu && third->steps[2].unit == StripUnit::SecondMfu);
        const ValueGraph values = graphOf(softmax);
        QVERIFY(std::ranges::any_of(values.values, [](const GraphValue& value) {
            return value.title.find("softmax") != std::string::npos && value.unit == isa::UnitGroup::Unary;
        }));
    }
    // Which MFU does what follows from the chain, and the diagram shows just that, and which files are read.
    void theDiagramLightsWhatIsAtWork() {
        const Firmware portions = bothPortions(),
                       twice = firmwareOf(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin\n"
                                          "v_rd NetQ, 0\nv_relu\nv_sigm\nv_wr NetQ, 0\nend_chain\nhalt\n");
        const auto lit = [](const Firmware& firmware, std::uint32_t bundle) {
            auto machine = firmware.loaded.createMachine({});
            const std::vector<std::byte> zeros(8);
            const bool hasInput = firmware.loaded.program.tensors.size() > 1;
            if (!hasInput && !(*machine)->onlyCore().writeSpace(isa::SpaceId{0}, 0, zeros))
                return std::string();
            (*machine)->run({.bundles = bundle});
            const std::optional<machine::Waiting> waiting;
            const scene::ChipDiagram picture =
                scene::chipDiagram(firmware.loaded.machine.diagram, {.scope = machine::scopeOf(**machine),
                                                                     .now = machine::momentOf(**machine),
                                                                     .waiting = &waiting});
            std::string out;
            for (const scene::DiagramPart& box : picture.boxes)
                if (box.activity == scene::Activity::Active) out += box.id + ' ';
            for (const scene::DiagramPath& wire : picture.wires)
                if (wire.activity == scene::Activity::Active) out += '-' + wire.id + ' ';
            return out;
        };
        QCOMPARE(lit(portions, 17), std::string("vmm initial -control -kept "));
        QCOMPARE(lit(portions, 18),
                 std::string("vq mrf mvm converters -quantised -weights -sums -converted "));
        QCOMPARE(lit(portions, 19), std::string("addsub0 add0 mfu0 -summands -add0.in -add0.out "));
        QCOMPARE(lit(portions, 20), std::string("addsub1 add1 mfu1 -more -add1.in -add1.out -next "));
        QCOMPARE(lit(portions, 21), std::string("netq vmm mux -control -departures -results -given "));
        QCOMPARE(lit(twice, 0), std::string("netq vmm -control -arrivals -vectors "));
        QCOMPARE(lit(twice, 1), std::string("activate0 mfu0 -activate0.in -activate0.out "));
        QCOMPARE(lit(twice, 2), std::string("activate1 mfu1 -activate1.in -activate1.out -next "));
    }
    // In passing, too: units by the ports that chains took, the others by what was executed.
    void aPassingPictureLightsWhatWorkedSinceTheOneBefore() {
        const auto lit = [](const Firmware& firmware, std::uint32_t from, std::uint32_t to) {
            auto machine = firmware.loaded.createMachine({});
            machine::Core& core = (*machine)->onlyCore();
            (*machine)->run({.bundles = from});
            const auto units = core.unitCounts();
            const auto issued = core.bundleCounts();
            (*machine)->run({.bundles = to - from});
            const auto unitsNow = core.unitCounts();
            const auto issuedNow = core.bundleCounts();
            const scene::ChipDiagram picture =
                scene::chipDiagram(firmware.loaded.machine.diagram, {.scope = machine::scopeOf(**machine),
                                                                     .now = machine::momentOf(**machine),
                                                                     .running = true,
                                                                     .units = unitsNow,
                                                                     .before = units,
                                                                     .issued = issuedNow,
                                                                     .issuedBefore = issued});
            std::string out;
            for (const scene::DiagramPart& box : picture.boxes)
                if (box.activity == scene::Activity::Active) out += box.id + ' ';
            for (const scene::DiagramPath& wire : picture.wires)
                if (wire.id == "next" && wire.activity == scene::Activity::Active) out += "-next ";
            return out;
        };
        const Firmware portions = bothPortions();
        QCOMPARE(lit(portions, 13, 17), std::string("seq vmm mux initial addsub0 vq mrf mvm converters "));
        QCOMPARE(
            lit(portions, 17, 23),
            std::string(
                "seq netq vmm mux initial addsub1 addsub0 vq mrf mvm converters add0 mfu0 add1 mfu1 -next "));
        QCOMPARE(lit(portions, 17, 17), std::string());
        const Firmware once = firmwareOf(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin = 0.5\n"
                                         "v_rd NetQ, 0\nv_relu\nv_wr NetQ, 0\nend_chain\nhalt\n");
        QCOMPARE(lit(once, 0, 4), std::string("seq netq vmm mux activate0 mfu0 "));
    }
    // Products of 3 x 2 matrices with four lanes take 6 clocks for each of two turns; their vectors 4 and 6.
    void whatSetsThePaceIsNamed() {
        const Firmware firmware = firmwareOf(
            ".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [4, N], netin\n.tensor w, f16, [6 * N, N], mdram\n"
            "s_wr rows, 3\ns_wr cols, 2\nm_rd Dram, 0\nm_wr MatrixRf, 0\nend_chain\ns_wr iterations, 2\n"
            "v_rd NetQ, 0\nmv_mul 0\nv_relu\nv_tanh\nv_wr NetQ, 0\nv_wr InitialVrf, 0, inc=3\nend_chain\nhalt\n");
        const auto strip = chainStrip(firmware.software.graph, firmware.software.stream, 6, 0);
        QVERIFY(strip.has_value());
        const std::uint64_t clocks[] = {4, 12, 6, 6, 6, 6}, operations[] = {0, 2 * 6 * 16, 24, 24, 0, 0};
        for (std::size_t i = 0; i < 6; ++i) {
            QCOMPARE(strip->steps[i].clocks, clocks[i]);
            QCOMPARE(strip->steps[i].operations, operations[i]);
        }
        QCOMPARE(strip->operationsPerInstruction(), 240.0 / 7);
        QVERIFY(strip->limit() == StripUnit::Multiplier);
        using Limits = std::vector<ChainLimit>;
        QVERIFY(strip->limitedBy() == Limits{ChainLimit::Weights});
        QCOMPARE(strip->clocksOf(StripUnit::Write), std::uint64_t{6}); // both at once
        const auto matrices = chainStrip(firmware.software.graph, firmware.software.stream, 2, 0);
        QCOMPARE(matrices->steps[1].clocks, std::uint64_t{6 * 4}); // a row in a clock
        QVERIFY(matrices->limitedBy() == Limits{ChainLimit::Weights});
        const auto limitOf = [](const std::string& chain) {
            const Firmware one = firmwareOf((".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [4, N], netin\n"
                                             "s_wr rows, 2\ns_wr iterations, 2\n" +
                                             chain + "end_chain\nhalt\n")
                                                .c_str());
            return chainStrip(one.software.graph, one.software.stream, 2, 0)->limitedBy();
        };
        QVERIFY(limitOf("v_rd NetQ, 0\nv_wr NetQ, 0\n") == Limits{ChainLimit::Queue});
        QVERIFY(
            (limitOf("m_rd NetQ, 0\nm_wr MatrixRf, 0\n") == Limits{ChainLimit::Weights, ChainLimit::Queue}));
        QVERIFY(limitOf("v_rd Dram, 0\nv_wr InitialVrf, 0\n") == Limits{ChainLimit::Vectors});
        const Limits all{ChainLimit::Vectors, ChainLimit::Mfu, ChainLimit::Queue};
        QVERIFY(limitOf("v_rd NetQ, 0\nv_relu\nv_wr Dram, 0\n") == all); // a vector in each clock
    }
    // In the third turn of the loop another value travels than in the first.
    void executionsOfALoop() {
        const Firmware firmware =
            firmwareOf(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [3, N], netin\nloop 3\n"
                       "v_rd NetQ, 0\nv_relu\nv_wr NetQ, 0\nend_chain\nendloop\nhalt\n");
        const auto first = chainStrip(firmware.software.graph, firmware.software.stream, 2, 0),
                   third = chainStrip(firmware.software.graph, firmware.software.stream, 2, 2);
        QVERIFY(first && third);
        QCOMPARE(third->times, 3U);
        QVERIFY((first->steps[0].travels == concord::Pieces{{concord::kFromQueue, 0, 1}}));
        QVERIFY((third->steps[0].travels == concord::Pieces{{concord::kFromQueue, 2, 1}}));
        QCOMPARE(third->steps[1].travels.front().node, first->steps[1].travels.front().node + 2);
    }
    // Worked out by hand: 4 bits are steps of a quarter of 1 where the largest is 1, and 1.5 is a tie.
    void blocksOfNumbers() {
        const double values[] = {1, 0.5, -0.25, 0.1, 0.99, -0.99, 0.5, 0.03, 3, -1.5, 0.75, 0.2, 7};
        const NumberBlocks four = numberBlocks(values, 4, {4, 5});
        QCOMPARE(four.blocks.size(), std::size_t{3}); // the last number is not a block
        const std::int16_t mantissas[3][4] = {{4, 2, -1, 0}, {7, -8, 4, 0}, {6, -3, 2, 0}};
        const int exponents[] = {1, 0, 2};
        for (std::size_t b = 0; b < 3; ++b) {
            QCOMPARE(four.blocks[b].exponent, exponents[b]);
            QCOMPARE(four.blocks[b].step, std::ldexp(1.0, exponents[b] - 3));
            for (std::size_t i = 0; i < 4; ++i) {
                const BlockNumber& number = four.blocks[b].numbers[i];
                QCOMPARE(number.mantissa, mantissas[b][i]);
                QCOMPARE(number.rounded, mantissas[b][i] * four.blocks[b].step);
                QCOMPARE(number.isSaturated, b == 1 && i == 0); // 0.99 would be 8, and -0.99 is -8
            }
        }
        QCOMPARE(four.numbers, std::uint64_t{12});
        QCOMPARE(four.exact, std::uint64_t{6});
        QCOMPARE(four.saturated, std::uint64_t{1});
        // Toward zero nothing grows beyond the mantissas that there are.
        const NumberBlocks zero = numberBlocks(values, 4, {4, 5}, {numeric::Rounding::TowardZero, {}});
        const std::int16_t toZero[3][4] = {{4, 2, -1, 0}, {7, -7, 4, 0}, {6, -3, 1, 0}};
        for (std::size_t b = 0; b < 3; ++b)
            for (std::size_t i = 0; i < 4; ++i) QCOMPARE(zero.blocks[b].numbers[i].mantissa, toZero[b][i]);
        QCOMPARE(zero.saturated, std::uint64_t{0});
        QCOMPARE(four.largestLoss, 0.25); // 0.75 becomes 1
        QCOMPARE(four.losses[16], std::uint64_t{6});
        QCOMPARE(four.losses[16 - 8], std::uint64_t{1});  // 0.75 is half a step below
        QCOMPARE(four.losses[16 + 15], std::uint64_t{1}); // 0.99 is 0.92 of a step above
        std::uint64_t all = 0;
        for (const std::uint64_t one : four.losses) all += one;
        QCOMPARE(all, four.numbers);
        const double others[] = {5, 1, -2, 0.3};
        const NumberBlocks five = numberBlocks(others, 4, {5, 5});
        QVERIFY(five.blocks[0].exponent == 3 && five.blocks[0].numbers[3].mantissa == 1);
    }
    // A product rounds its vectors, v_wr.q what travels, m_wr rows of matrices; a sum is what it is.
    void whatAnInstructionRounds() {
        const Firmware firmware = bothPortions();
        auto machine = firmware.loaded.createMachine({});
        const auto numbers =
            project::numbersOf(firmware.software, project::observe(firmware.software, **machine));
        const auto of = [&](std::uint32_t bundle) {
            return roundedValue(firmware.software.graph, firmware.software.stream, numbers, bundle);
        };
        QVERIFY(of(18)->isRounded && of(18)->bits == 5 && of(18)->numbers.size() == 4);
        QVERIFY(std::abs(of(18)->numbers[3] - 1.2) < 1e-3);
        QVERIFY((of(15)->numbers == concord::Numbers{2.3125, -0.125, 2.75, 0.1875}));
        QVERIFY(of(2)->bits == 4 && of(2)->numbers.size() == 64);
        QVERIFY((!of(19)->isRounded && of(19)->numbers == concord::Numbers{3.125, -0.5, 4.5, 0.828125}));
        QVERIFY(!of(17) && !of(33));
        const NumberBlocks x1 = numberBlocks(of(18)->numbers, 4, {5, 5});
        const std::int16_t mantissas[] = {2, -5, 7, 10};
        for (std::size_t i = 0; i < 4; ++i) QCOMPARE(x1.blocks[0].numbers[i].mantissa, mantissas[i]);
    }
    void graphAsFile() {
        const std::string differs =
            test::differsFromGolden(jsonOf(graphOf(bothPortions())).text(2) + "\n", "scene/value_graph.json");
        QVERIFY2(differs.empty(), differs.c_str());
    }
    void chainAsFile() {
        const Firmware firmware = bothPortions();
        const auto strip = chainStrip(firmware.software.graph, firmware.software.stream, 19, 0);
        QVERIFY(strip);
        const std::string differs =
            test::differsFromGolden(jsonOf(*strip).text(2) + "\n", "scene/chain_strip.json");
        QVERIFY2(differs.empty(), differs.c_str());
    }
    void blocksAsFile() {
        const double values[] = {1, 0.5, -0.25, 0.1, 0.99, -0.99, 0.5, 0.03};
        const std::string differs = test::differsFromGolden(
            jsonOf(numberBlocks(values, 4, {4, 5})).text(2) + "\n", "scene/number_blocks.json");
        QVERIFY2(differs.empty(), differs.c_str());
    }
    void besideAsFile() {
        const std::string differs = test::differsFromGolden(
            jsonOf(besideIn(bothPortions(), "numpy")).text(2) + "\n", "scene/beside.json");
        QVERIFY2(differs.empty(), differs.c_str());
    }
};

int tst_firmware_scenes(int argc, char** argv) { return lw::tests::run<TestFirmwareScenes>(argc, argv); }
#include "tst_firmware_scenes.moc"
