// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/numeric/half.h"
#include "core/project/exact_numbers.h"
#include "core/project/load_program.h"
#include "core/project/other_firmware.h"
#include "core/scene/firmware/differences.h"
#include "core/scene/firmware/number_blocks.h"
#include "core/scene/firmware/value_graph.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lw;
using namespace lw::scene::firmware;

namespace {

const std::string kPortions = LW_ROOT "/examples/nnp/two-portions/program.lw";

std::vector<double> roundedOf(const NumberBlock& block) {
    std::vector<double> out;
    for (const BlockNumber& number : block.numbers) out.push_back(number.rounded);
    return out;
}

project::Software softwareOf(const std::string& path, const std::string& text = {}) {
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    source::Files files(loader);
    if (!text.empty()) loader.set(path, text);
    project::ProgramAnswer answer = project::loadProgram({path, {}, {}}, files);
    LW_REQUIRE(answer.loaded.has_value(), "the example is a program");
    auto software = project::softwareOf(*answer.loaded, "program.lw");
    LW_REQUIRE(bool(software), "it is firmware");
    return *std::move(software);
}
project::Software portions() { return softwareOf(kPortions); }

// The instructions that edges lead from and to.
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
Pairs bundlesOf(const ValueGraph& graph, const std::vector<scene::LayoutEdge>& edges) {
    Pairs out;
    for (const scene::LayoutEdge& edge : edges)
        out.emplace_back(graph.values[edge.from].bundle.value(), graph.values[edge.to].bundle.value());
    return out;
}

} // namespace

class TestFirmwareFormats : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // By hand, as section 6.3 of MX 1.0: the largest magnitude is 3, its power of two 2. E2M1 goes up to
    // 6 = 1.5 * 2^2, so the scale is 2^(1 - 2) and the elements are 6, -3, 1.5 and 0.4, which becomes 0.5.
    void elementsOfFourBits() {
        const NumberBlocks blocks =
            mxBlocks(std::vector<double>{3, -1.5, 0.75, 0.2}, numeric::MxFormat::Fp4E2m1);
        QCOMPARE(blocks.name(), std::string("mxfp4"));
        QCOMPARE(blocks.bits(), 4);
        QCOMPARE(blocks.blocks.size(), std::size_t{1});
        QCOMPARE(blocks.blocks[0].exponent, -1);
        QCOMPARE(blocks.blocks[0].step, 1.0); // from 4 to 6, times the scale
        QVERIFY((roundedOf(blocks.blocks[0]) == std::vector<double>{3, -1.5, 0.75, 0.25}));
        QCOMPARE(blocks.exact, std::uint64_t{3});
        QCOMPARE(blocks.saturated, std::uint64_t{0});
        QVERIFY(std::abs(blocks.largestLoss - 0.05) < 1e-15);
        QVERIFY(std::abs(blocks.meanLoss() - 0.025) < 1e-15); // 0.05 / sqrt(4)
        QCOMPARE(blocks.bitsOfNumber(), 4 + 8 / 4.0);
    }
    // Two's complement in units of 2^-6, the scale 2^1: 0.2 is 6.4 units and becomes 6.
    void elementsOfEightBits() {
        const NumberBlocks blocks =
            mxBlocks(std::vector<double>{3, -1.5, 0.75, 0.2}, numeric::MxFormat::Int8);
        QCOMPARE(blocks.blocks[0].exponent, 1);
        QVERIFY((roundedOf(blocks.blocks[0]) == std::vector<double>{3, -1.5, 0.75, 0.1875}));
    }
    // 7.5 has the power of two of 4, and the scale is 1: the largest element is 6.
    void elementsBeyondTheLargestAreCut() {
        const NumberBlocks blocks = mxBlocks(std::vector<double>{7.5, 6}, numeric::MxFormat::Fp4E2m1);
        QVERIFY((roundedOf(blocks.blocks[0]) == std::vector<double>{6, 6}));
        QVERIFY(blocks.blocks[0].numbers[0].isSaturated && !blocks.blocks[0].numbers[1].isSaturated);
    }
    // 32 numbers share a scale, and the last block has what is left; of a NaN all are NaNs.
    void blocksOfThirtyTwo() {
        std::vector<double> values(35, 1.0);
        values[33] = std::numeric_limits<double>::quiet_NaN();
        const NumberBlocks blocks = mxBlocks(values, numeric::MxFormat::Fp8E4m3);
        QCOMPARE(blocks.blocks.size(), std::size_t{2});
        QCOMPARE(blocks.blocks[1].numbers.size(), std::size_t{3});
        QCOMPARE(blocks.exact, std::uint64_t{32});
        QVERIFY(std::isnan(blocks.blocks[1].numbers[0].rounded));
    }
    void everyFormatIsCompared() {
        const std::vector<NumberBlocks> all =
            inEveryFormat(std::vector<double>{3, -1.5, 0.75, 0.2}, 4, {5, 5});
        std::vector<std::string> names;
        for (const NumberBlocks& one : all) names.push_back(one.name());
        QVERIFY((names == std::vector<std::string>{"bfp5", "mxint8", "mxfp8-e4m3", "mxfp8-e5m2", "mxfp6-e3m2",
                                                   "mxfp6-e2m3", "mxfp4"}));
        QCOMPARE(all[0].bitsOfNumber(), 5 + 5 / 4.0);
        QVERIFY((NumberBlocks{.format = {4, 8}, .blocks = {}}.name() == "bfp4e8"));
        QVERIFY(lossesJson(all).text(0).find("\"format\": \"mxfp4\"") != std::string::npos);
    }

    // Each portion ends with two additions after its second product; its first product ends at v_wr.q.
    void sumsDependOnTheirProducts() {
        const project::Software software = portions();
        const ValueGraph graph = valueGraph(software.graph, software.stream);
        QVERIFY((bundlesOf(graph, graph.dependencies) == Pairs{{18, 19}, {18, 20}, {28, 29}, {28, 30}}));
        QVERIFY(graph.replaced.empty());
        const std::vector<bool> open(graph.layers.size(), false);
        const auto wires = [&](bool hasDependencies) {
            return pictureOf(graph, open, nullptr, {.dependencies = hasDependencies}).wires;
        };
        QVERIFY(std::ranges::none_of(wires(false), &scene::PictureWire::isDependency));
        const auto all = wires(true);
        QCOMPARE(all.size(), wires(false).size() + 2); // 18 to 20 and 28 to 30; the others are read as well
        QCOMPARE(std::ranges::count_if(all, &scene::PictureWire::isDependency), 4);
        QCOMPARE(std::ranges::count(all, false, &scene::PictureWire::isRead), 2);
    }

    // What wires say: whose value is read, how many vectors it has, and its numbers if they are known.
    void wiresNameValues() {
        const project::Software software = portions();
        const ValueGraph graph = valueGraph(software.graph, software.stream);
        concord::NodeNumbers numbers(software.graph.nodes.size());
        const std::vector<bool> open(graph.layers.size(), false);
        const auto valueOf = [&](std::uint32_t bundle) {
            return static_cast<std::size_t>(
                std::ranges::find(graph.values, std::optional(bundle), &GraphValue::bundle) -
                graph.values.begin());
        };
        numbers[graph.values[valueOf(15)].nodes.front()] = {2.25, 0, 2.75, 0.25};
        const scene::NetworkPicture picture = pictureOf(graph, open, &numbers, {.dependencies = true});
        const auto wire = [&](std::size_t from, std::size_t to) {
            return *std::ranges::find_if(picture.wires, [&](const scene::PictureWire& one) {
                return one.from == picture.boxOf[from] && one.to == picture.boxOf[to];
            });
        };
        QCOMPARE(wire(valueOf(15), valueOf(19)).label, std::string("v5"));
        QCOMPARE(wire(valueOf(15), valueOf(19)).detail, std::string("v5: 2.25 0 2.75 0.25"));
        QCOMPARE(wire(0, valueOf(14)).label, std::string("netin \u00d72"));
        QCOMPARE(wire(0, valueOf(14)).detail, std::string());
        // A function of a product that it does not read.
        QCOMPARE(wire(valueOf(18), valueOf(20)).label, std::string());
    }
    // Of a folded layer all that leave it, two of them by name.
    void wiresOfLayers() {
        const project::Software software = softwareOf("layers.lw", R"(.chip nnp, "nnp-teaching"
.tensor x, f16, [1, N], netin = 0.75
    v_rd NetQ, 0
    v_wr InitialVrf, 0
    end_chain
;@layer a begin
    v_rd InitialVrf, 0
    v_relu
    v_wr AddSubVrf0, 0
    end_chain
    v_rd InitialVrf, 0
    v_tanh
    v_wr AddSubVrf0, 1
    end_chain
    v_rd InitialVrf, 0
    v_sigm
    v_wr AddSubVrf1, 0
    end_chain
;@layer a end
;@layer b begin
    v_rd InitialVrf, 0
    vv_add AddSubVrf0, 0
    vv_add AddSubVrf1, 0
    v_wr InitialVrf, 1
    end_chain
    v_rd InitialVrf, 1
    vv_add AddSubVrf0, 1
    v_wr NetQ, 0
    end_chain
;@layer b end
    halt
)");
        const ValueGraph graph = valueGraph(software.graph, software.stream);
        const auto labels = [&](bool areFolded) {
            std::vector<std::string> out;
            const std::vector<bool> folded(graph.layers.size(), areFolded);
            for (const scene::PictureWire& one : pictureOf(graph, folded).wires) out.push_back(one.label);
            std::ranges::sort(out);
            return out;
        };
        const auto folded = labels(true);
        QCOMPARE(std::ranges::count(folded, std::string("v3, v5, +1")), 1);
        QCOMPARE(folded.size(), std::size_t{4}); // netin to both, and what leaves the last one
    }

    // AddSubVrf0 0 has relu x (4), then tanh x (13); InitialVrf 1 has relu x, then the sum of a turn (18),
    // then that of the next one; InitialVrf 0 has x, then the sigmoid (22). What goes to an empty place
    // replaces nothing.
    void whatIsWrittenOver() {
        const project::Software software = softwareOf("over.lw", R"(.chip nnp, "nnp-teaching"
.tensor x, f16, [1, N], netin = 0.5
    v_rd NetQ, 0
    v_wr InitialVrf, 0
    end_chain
    v_rd InitialVrf, 0
    v_relu
    v_wr AddSubVrf0, 0
    v_wr InitialVrf, 1
    end_chain
    v_rd InitialVrf, 1
    vv_add AddSubVrf0, 0
    v_wr AddSubVrf1, 0
    end_chain
    v_rd InitialVrf, 0
    v_tanh
    v_wr AddSubVrf0, 0
    end_chain
    loop 3
    v_rd InitialVrf, 0
    vv_add AddSubVrf0, 0
    v_wr InitialVrf, 1
    end_chain
    v_rd InitialVrf, 1
    v_sigm
    v_wr InitialVrf, 0
    end_chain
    endloop
    v_rd InitialVrf, 0
    v_wr NetQ, 0
    end_chain
    halt
)");
        const ValueGraph graph = valueGraph(software.graph, software.stream);
        Pairs found;
        for (const scene::LayoutEdge& edge : graph.replaced) {
            const GraphValue &from = graph.values[edge.from], &to = graph.values[edge.to];
            found.emplace_back(from.bundle.value_or(0), to.bundle.value());
        }
        // InitialVrf 0 has the input first, which has no instruction.
        QVERIFY((found == Pairs{{4, 13}, {4, 18}, {0, 22}}));
        const std::vector<bool> none;
        const auto ordered = [&](bool isWanted) {
            const auto wires = pictureOf(graph, none, nullptr, {.replaced = isWanted}).wires;
            return std::ranges::count_if(
                wires, [](const scene::PictureWire& wire) { return wire.isOrder && !wire.isRead; });
        };
        QCOMPARE(ordered(false), 0);
        QCOMPARE(ordered(true), 3);
    }

    // 1, 2 and -0 beside 1.0009765625 (the next code), 2 and +0; the fourth has no partner.
    void twoFirmwaresSideBySide() {
        const std::vector<std::uint16_t> one{0x3c00, 0x4000, 0x8000, 0x3c00}, other{0x3c01, 0x4000, 0x0000};
        const ValueDifference value = besideOther(4, one, other, {1, 2.001953125, 0, 1});
        QVERIFY((value.ulp == std::vector<std::uint32_t>{1, 0, 0}));
        QVERIFY((value.ulpOfExact == std::vector<std::uint32_t>{0, 1, 0}));
        QVERIFY((value.software == concord::Numbers{1.0009765625, 2, 0}));
        QCOMPARE(value.first.value(), std::size_t{0});
        QVERIFY(otherJson(value).text(0).find("\"other\"") != std::string::npos);
    }
    // The example's README says what each gives of the first portion; an ulp is 2^-9, 2^-11, 2^-8 and 2^-12.
    void bothPortionsBesideOneChain() {
        const auto first = project::outputOfFirmware(kPortions);
        const auto second = project::outputOfFirmware(LW_ROOT "/examples/nnp/two-portions/one_chain.lw");
        QVERIFY(first && second);
        QCOMPARE(first->size(), std::size_t{8});
        const ValueDifference value = besideOther(4, *first, *second, concord::Numbers(8, 0));
        QVERIFY((value.firmware == concord::Numbers{3.224609375, -0.7001953125, 4.80078125, 0.42822265625}));
        QVERIFY((value.software == concord::Numbers{3.287109375, -0.8251953125, 4.80078125, 0.36572265625}));
        QVERIFY((value.ulp == std::vector<std::uint32_t>{32, 256, 0, 256}));
        QVERIFY(!project::outputOfFirmware(LW_ROOT "/examples/training/saxpy/program.lw"));
    }
};

int tst_firmware_formats(int argc, char** argv) { return lw::tests::run<TestFirmwareFormats>(argc, argv); }
#include "tst_firmware_formats.moc"
