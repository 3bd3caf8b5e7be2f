// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/node_values.h"
#include "core/numeric/half.h"
#include "core/project/difference.h"
#include "core/project/graph_file.h"
#include "tests/core/chips/nnp/random_software.h"
#include "tests/core/chips/nnp/software_files.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>

using namespace lw;
using namespace lw::test;

namespace {

std::string graphText(const project::Software& of) {
    return concord::jsonOf(of.graph, of.stream).text(2, Json::Order::AsAdded) + "\n";
}
project::Software softwareFrom(const project::LoadedProgram& loaded) {
    auto out = project::softwareOf(loaded, "firmware.lw");
    if (!out) qFatal("%s", textOf(out.problem()).c_str());
    return *std::move(out);
}
std::string codeOf(const std::string& text) {
    const auto read = project::parseGraphFile(text, 0);
    return read ? std::string() : std::string(read.problem().message->code);
}
std::string changed(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == text.npos) qFatal("%s is not there", from.c_str());
    return text.replace(at, from.size(), to);
}

// The chain of the worked example's second variant, as somebody else's tool may write it: without nodes.
const std::string kByHand = R"({
  "schema": "lanewright graph", "version": 4,
  "format": {"n": 4, "vectorBits": 5, "matrixBits": 4, "exponentBits": 5, "exactSums": false, "saturates": false},
  "chains": [
    {"rows": 1, "columns": 2, "turns": 1, "middleBits": 5, "operations": [
      {"kind": "readMatrix", "memory": "MatrixDram", "instruction": 0, "text": "load A"},
      {"kind": "quantiseMatrix", "memory": "MatrixRf", "instruction": 1, "text": "store A"}]},
    {"rows": 1, "columns": 2, "turns": 1, "middleBits": 5, "operations": [
      {"kind": "read", "memory": "NetQ", "instruction": 2, "text": "take x"},
      {"kind": "product", "memory": "MatrixRf", "instruction": 3, "text": "A x"},
      {"kind": "add", "memory": "Dram", "instruction": 4, "text": "+ b"},
      {"kind": "write", "memory": "NetQ", "instruction": 5, "text": "give y"}]}]
})";

concord::Numbers halves(const std::vector<double>& values) {
    concord::Numbers out;
    for (const double value : values)
        out.push_back(numeric::halfValue(numeric::halfOf(value, numeric::Overflow::Infinity)));
    return out;
}

} // namespace

// A graph in a file is read again: the same software, and an interpreter that gives the firmware's bits.
class TestGraphFile : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void theSameSoftware() {
        std::vector<project::Software> all{softwareFrom(example("program.lw")),
                                           softwareFrom(example("one_chain.lw"))};
        for (const std::uint32_t seed : seedsBelow(400)) {
            RandomChains random(seed, kindFor(seed, false), seed % 2 == 0 ? 4 : 8);
            all.push_back(softwareFrom(randomProgram(seed, random)));
        }
        for (const project::Software& of : all) {
            const std::string text = graphText(of);
            const auto read = project::parseGraphFile(text, 0);
            QVERIFY2(bool(read), read ? "" : textOf(read.problem()).c_str());
            QVERIFY(graphText(*read) == text);
            QVERIFY(read->stream.chains == of.stream.chains && read->stream.loops == of.stream.loops);
            for (const project::Language& language : project::languages())
                QVERIFY(language.text(read->graph, read->stream) == language.text(of.graph, of.stream));
        }
    }

    // Every value of every node of random programs, with all formats, roundings and native dimensions.
    void theGraphIsTheFirmware() {
        constexpr std::uint32_t kDimensions[]{4, 4, 2, 4, 8, 4, 4, 16};
        std::uint32_t number = 0;
        for (const std::uint32_t seed : seedsBelow(1000)) {
            const std::uint32_t arithmetic = number % kArithmetics;
            RandomChains random(seed, kindFor(arithmetic, (number + number / kArithmetics) % 2 == 0),
                                kDimensions[number % 8]);
            ++number;
            const project::LoadedProgram loaded = randomProgram(seed * kArithmetics + arithmetic, random);
            const project::Software software = softwareFrom(loaded);
            const auto machine = loaded.createMachine({});
            fill(**machine, random.start);
            const project::Observed firmware = project::observe(software, **machine);
            QVERIFY2(!firmware.stop.fault, firmware.stop.fault ? firmware.stop.fault->text.c_str() : "");
            const concord::NodeNumbers sources = project::numbersOf(software, firmware);
            const concord::NodeNumbers values =
                concord::valuesOf(software.graph, software.stream.format,
                                  {sources.begin(), sources.begin() + concord::kSources});
            Codes codes;
            for (std::size_t i = concord::kSources; i < values.size(); ++i) {
                if (!project::isCompared(software.graph.nodes[i])) continue;
                const Codes one = concord::codesOf(values[i], software.stream.format);
                codes.insert(codes.end(), one.begin(), one.end());
            }
            QCOMPARE(codes.size(), firmware.codes.size());
            const auto first = project::firstDifference(software, firmware.codes, codes);
            QVERIFY2(!first,
                     qPrintable(QString::number(seed) + ": " +
                                (first ? QString::fromStdString(project::textOf(*first, software)) : "")));
        }
    }

    // -65504 as a block of 5 bits is -65536, which FP16 does not hold; 2049 has a bit more than FP16.
    void blocksAreRoundedToHalvesOnce() {
        concord::Node node;
        node.kind = concord::OpKind::WriteQuantised;
        node.bits = 5;
        concord::Format format;
        format.n = 2;
        format.saturates = true;
        QCOMPARE(concord::valueOf(node, format, {-65504, 32768}, {}), (concord::Numbers{-65504, 32768}));
        format.saturates = false;
        QCOMPARE(concord::valueOf(node, format, {-65504, 32768}, {}),
                 (concord::Numbers{-std::numeric_limits<double>::infinity(), 32768}));
        node.bits = 13;
        QCOMPARE(concord::valueOf(node, format, {2049, 2}, {}), (concord::Numbers{2048, 2}));
    }

    // What is chosen or moved is not a result: an infinity stays one where results become the largest number.
    void infinitiesThatAreChosenStay() {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        concord::Node node;
        concord::Format format;
        format.n = 2;
        format.saturates = true;
        node.kind = concord::OpKind::Max;
        const concord::Numbers larger = concord::valueOf(node, format, {kInfinity, 1}, {2, -kInfinity});
        QCOMPARE(concord::codesOf(larger, format), (Codes{0x7c00, 0x3c00}));
        node.kind = concord::OpKind::Add;
        const concord::Numbers sum = concord::valueOf(node, format, {kInfinity, 1}, {2, -kInfinity});
        QCOMPARE(concord::codesOf(sum, format), (Codes{0x7bff, 0xfbff}));
    }

    // Another writer than our assembler; the numbers are those of the page.
    void anOpStreamByHand() {
        const auto read = project::parseGraphFile(kByHand, 0);
        QVERIFY2(bool(read), read ? "" : textOf(read.problem()).c_str());
        const concord::Numbers x = halves({1, .5, -.25, .1, .3, -.6, .9, 1.2}),
                               b = halves({.1, -.2, .3, -.4}),
                               a = halves({1,  2,  -1, .5,   .25, -.5, 1,  1,   3,   0,   .125,
                                           -2, .1, .2, .3,   .4,  .5,  .5, .5,  .5,  -1,  1,
                                           -1, 1,  2,  -.75, 0,   .33, .9, -.9, .45, -.45});
        const auto values = concord::valuesOf(read->graph, read->stream.format, {x, b, a});
        QCOMPARE(values.back(), (concord::Numbers{3.287109375, -0.8251953125, 4.80078125, 0.36572265625}));
        const std::string text = project::languages()[0].text(read->graph, read->stream);
        QVERIFY(text.find("# 3: A x") != text.npos);
    }

    // What is wrong is told with its line; whatever is changed, nothing breaks.
    void damagedFiles() {
        QCOMPARE(codeOf(kByHand), std::string());
        const auto cut = project::parseGraphFile(kByHand.substr(0, kByHand.size() - 2), 0);
        QVERIFY(!cut && cut.problem().message->code == "E600" && cut.problem().place.line == 12);
        QCOMPARE(codeOf(changed(kByHand, "\"version\": 4", "\"version\": 3")), std::string("E307"));
        QCOMPARE(codeOf(changed(kByHand, "lanewright graph", "lanewright project")), std::string("E306"));
        QCOMPARE(codeOf(changed(kByHand, "\"turns\"", "\"turn\"")), std::string("E604"));
        QCOMPARE(codeOf(changed(kByHand, "\"rows\": 1", "\"rows\": 0")), std::string("E607"));
        for (const auto& [from, to] : {std::pair{"\"kind\": \"add\"", "\"kind\": \"readMatrix\""},
                                       {"\"memory\": \"NetQ\"", "\"memory\": \"import\""},
                                       {"A x\"", "A x\\n\""},
                                       {"\"memory\": \"Dram\"", "\"memory\": \"NetQ\""},
                                       {"\"text\": \"+ b\"", "\"text\": \"+ b\", \"moves\": [1]"}})
            QCOMPARE(codeOf(changed(kByHand, from, to)), std::string("E302"));
        for (const auto& [bits, code] : {std::pair{"0", ""}, {"8", ""}, {"6", "E302"}, {"9", "E607"}})
            QCOMPARE(
                codeOf(changed(kByHand, "\"exponentBits\": 5", "\"exponentBits\": " + std::string(bits))),
                std::string(code));
        const auto wrong =
            project::parseGraphFile(changed(kByHand, "\"memory\": \"NetQ\"", "\"memory\": \"3\""), 0);
        QVERIFY(!wrong && wrong.problem().place.line == 9);
        QCOMPARE(codeOf(changed(kByHand, "\"memory\": \"Dram\"", "\"memory\": \"AddSubVrf0\"")),
                 std::string("E992"));
        const std::string large =
            changed(changed(kByHand, "\"turns\": 1", "\"turns\": 4000000"), "\"rows\": 1", "\"rows\": 2000");
        QCOMPARE(codeOf(large), std::string("E305"));

        const std::string whole = graphText(softwareFrom(example("program.lw")));
        const auto other =
            project::parseGraphFile(changed(whole, "\"value\": [", "\"value\": [ [0, 0, 1],"), 0);
        QVERIFY(!other && other.problem().message->code == "E303" && other.problem().place.line > 300);
        std::mt19937 random(19);
        for (int i = 0; i < 400; ++i) {
            std::string text = i % 2 == 0 ? kByHand : whole;
            for (std::size_t n = random() % 3; n < 3; ++n)
                text[random() % text.size()] = "0123456789,:[]{}\"aN-"[random() % 20];
            const auto read = project::parseGraphFile(text, 0);
            if (read) (void)project::languages()[2].text(read->graph, read->stream);
        }
    }
};

int tst_nnp_graph_file(int argc, char** argv) { return lw::tests::run<TestGraphFile>(argc, argv); }
#include "tst_nnp_graph_file.moc"
