// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/messages.h"
#include "core/lower/refused_layer.h"
#include "core/network/network_json.h"
#include "core/project/lower_network.h"
#include "core/scene/network_picture.h"
#include "core/scene/striding/lowered_graph.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"

#include <QTest>

#include <algorithm>
#include <charconv>
#include <set>

using namespace lw;
using lower::Where;
using scene::Grouped;
using scene::NetworkGraph;
using scene::NetworkPicture;
using scene::Stage;

namespace {

// Weights are called by their shape: "3x3x2x4" is a tensor of zeros.
Result<tensor::Tensor> zeros(const std::string& name) {
    tensor::Shape shape;
    const char* at = name.data();
    const char* const end = at + name.size();
    while (at < end) {
        std::uint64_t extent = 0;
        at = std::from_chars(at, end, extent).ptr + 1;
        shape.push_back(extent);
    }
    return tensor::Tensor(tensor::DType::F32, shape);
}

network::Network parsed(const std::string& input, const std::string& layers, const std::string& outputs) {
    auto out =
        network::parseNetwork(R"({"schema": "lanewright.network", "version": 1, "name": "n",
                                         "dtype": "f32", "input": )" +
                                  input + R"(, "layers": [)" + layers + R"(], "outputs": [)" + outputs + "]}",
                              Place::kNoFile, zeros);
    LW_REQUIRE(bool(out), out ? "" : textOf(out.problem()).c_str());
    return *std::move(out);
}

std::string conv(const std::string& name, const std::string& from, const std::string& weights,
                 const std::string& more = "") {
    const std::string side = weights.substr(0, 1);
    return R"({"name": ")" + name + R"(", "kind": "conv", "inputs": [")" + from + R"("], "kernel": [)" +
           side + ", " + side + R"(], "weights": ")" + weights + "\"" + more + "}";
}
std::string layer(const std::string& name, const std::string& kind, const std::string& inputs,
                  const std::string& more = "") {
    return R"({"name": ")" + name + R"(", "kind": ")" + kind + R"(", "inputs": [)" + inputs + "]" + more +
           "}";
}

// A strided layer with a norm and an activation; two ways that join; a head that the host computes.
network::Network subject() {
    return parsed(R"({"name": "x", "shape": [8, 8, 2], "range": [0, 1]})",
                  conv("stem", "x", "3x3x2x4", R"(, "stride": [2, 2], "pad": [1, 1, 1, 1], "bias": "4")") +
                      "," + layer("stem_relu", "relu", R"("stem")") + "," +
                      conv("mix.left", "stem_relu", "1x1x4x2") + "," +
                      conv("mix.right", "stem_relu", "3x3x4x2", R"(, "pad": [1, 1, 1, 1])") + "," +
                      layer("mix.norm", "batch_norm", R"("mix.right")",
                            R"(, "scale": "2", "shift": "2", "mean": "2", "variance": "2")") +
                      "," + layer("joined", "concat", R"("mix.left", "mix.norm")") + "," +
                      layer("flat", "flatten", R"("joined")") + "," +
                      layer("fc", "dense", R"("flat")", R"(, "weights": "64x3")") + "," +
                      layer("prob", "softmax", R"("fc")"),
                  R"("prob")");
}

machine::CircuitLimits teaching() { return test::teachingCircuit().limits; }

NetworkGraph graphOf(const network::Network& network, Stage stage = Stage::Given) {
    return scene::striding::networkGraphs(network, teaching(), {}).of(stage);
}

const scene::GraphNode& node(const NetworkGraph& graph, std::string_view name) {
    const auto at = graph.find(name);
    LW_REQUIRE(at.has_value(), "the graph has that node");
    return graph.nodes[*at];
}
std::vector<std::string> namesOf(const NetworkGraph& graph, const std::vector<std::size_t>& nodes) {
    std::vector<std::string> out;
    for (const std::size_t one : nodes) out.push_back(graph.nodes[one].name);
    return out;
}
std::string edgesOf(const NetworkGraph& graph) {
    std::string out;
    for (const scene::LayoutEdge& edge : graph.edges)
        out += graph.nodes[edge.from].name + ">" + graph.nodes[edge.to].name + " ";
    return out;
}
// "how name: layers" of each group.
QStringList groupsOf(const NetworkGraph& graph) {
    QStringList out;
    for (const scene::GraphGroup& group : graph.groups) {
        const char* const how = group.how == Grouped::AsRun     ? "run"
                                : group.how == Grouped::AsBlock ? "block"
                                                                : "name";
        QString text = QString::fromLatin1(how) + QLatin1Char(' ') + QString::fromStdString(group.name) +
                       QLatin1Char(':');
        for (const std::size_t one : group.nodes)
            text += QLatin1Char(' ') + QString::fromStdString(graph.nodes[one].name);
        out << text;
    }
    return out;
}
const scene::PictureBox& boxOf(const NetworkGraph& graph, const NetworkPicture& picture,
                               std::string_view name) {
    return picture.boxes[picture.boxOf[*graph.find(name)]];
}
using Lines = std::vector<std::string>;

// The wires of a picture, looked at one by one: each edge that leaves its box is in one.
void holdsEveryEdge(const NetworkGraph& graph, const NetworkPicture& picture) {
    std::size_t outside = 0, values = 0;
    std::set<std::pair<std::size_t, std::size_t>> seen; // value and box that it goes to
    for (const scene::LayoutEdge& edge : graph.edges)
        if (picture.boxOf[edge.from] != picture.boxOf[edge.to])
            outside += seen.insert({edge.from, picture.boxOf[edge.to]}).second;
    for (const scene::PictureWire& wire : picture.wires) {
        QVERIFY(picture.boxes[wire.from].at.rank < picture.boxes[wire.to].at.rank);
        for (const std::size_t value : wire.values) {
            QCOMPARE(picture.boxOf[value], wire.from);
            QVERIFY(seen.count({value, wire.to}) == 1);
        }
        values += wire.values.size();
    }
    QCOMPARE(values, outside);
}

} // namespace

class TestNetworkGraph : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyFieldIsTheNetworks() {
        const network::Network network = subject();
        const NetworkGraph graph = graphOf(network);
        QCOMPARE(graph.name, std::string("n"));
        QCOMPARE(graph.machine, teaching().name);
        QCOMPARE(graph.nodes.size(), std::size_t{10});
        QCOMPARE(edgesOf(graph), std::string("x>stem stem>stem_relu stem_relu>mix.left stem_relu>mix.right "
                                             "mix.right>mix.norm mix.left>joined mix.norm>joined joined>flat "
                                             "flat>fc fc>prob "));
        const scene::GraphNode& input = node(graph, "x");
        QCOMPARE(input.kind, std::string("input"));
        QCOMPARE(input.title, std::string("input"));
        QVERIFY(!input.isLayer() && input.unit == isa::UnitGroup::Sync && input.attributes.empty());
        QCOMPARE(input.range, (network::Range{0, 1, false, false}));
        const scene::GraphNode& stem = node(graph, "stem");
        QCOMPARE(stem.kind, std::string("conv"));
        QCOMPARE(stem.title, std::string("conv 3 x 3 / 2"));
        QVERIFY(stem.unit == isa::UnitGroup::Matrix && stem.isLayer() && !stem.isOutput);
        QCOMPARE(stem.shape, (tensor::Shape{4, 4, 4}));
        QVERIFY(stem.dtype == tensor::DType::F32);
        QCOMPARE(stem.bytes(), std::uint64_t{4 * 4 * 4 * 4});
        QCOMPARE(stem.cost.parameters, std::uint64_t{3 * 3 * 2 * 4 + 4});
        QCOMPARE(stem.cost.multiplyAdds, std::uint64_t{4 * 4 * 3 * 3 * 2 * 4});
        QCOMPARE(stem.attributes, (std::vector<network::Attribute>{
                                      {"kernel", "[3,3]"}, {"stride", "[2,2]"}, {"pad", "[1,1,1,1]"}}));
        QCOMPARE(stem.tensors, (std::vector<scene::GraphTensor>{{"weights", {3, 3, 2, 4}, tensor::DType::F32},
                                                                {"bias", {4}, tensor::DType::F32}}));
        QCOMPARE(stem.range, (network::Range{0, 0, false, false})); // all weights are 0
        QCOMPARE(node(graph, "mix.norm").tensors.size(), std::size_t{4});
        QVERIFY(node(graph, "mix.norm").unit == isa::UnitGroup::Vector);
        QVERIFY(node(graph, "joined").unit == isa::UnitGroup::Memory);
        QVERIFY(node(graph, "prob").isOutput);
        const std::uint64_t macs = 16 * 72 + 16 * 8 + 16 * 72 + 64 * 3;
        QCOMPARE(graph.cost.multiplyAdds, macs);
    }

    void titlesSayWhatCounts() {
        const network::Network network = parsed(
            R"({"name": "x", "shape": [16, 16, 4]})",
            conv("a", "x", "3x3x2x4",
                 R"(, "stride": [2, 1], "dilation": [2, 2], "groups": 2, "activation": "relu")") +
                "," + layer("b", "max_pool", R"("a")", R"(, "kernel": [2, 3], "stride": [2, 2])") + "," +
                layer("c", "upsample_nearest", R"("b")", R"(, "factor": [2, 2])") + "," +
                layer(
                    "d", "take", R"("c")",
                    R"(, "axis": 2, "indices": [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1])"),
            R"("d")");
        const NetworkGraph graph = graphOf(network);
        QCOMPARE(node(graph, "a").title, std::string("conv 3 x 3 / 2 x 1, dilation 2, groups 2, relu"));
        QCOMPARE(node(graph, "b").title, std::string("max_pool 2 x 3 / 2"));
        QVERIFY(node(graph, "b").unit == isa::UnitGroup::Permute);
        QCOMPARE(node(graph, "c").title, std::string("upsample_nearest x 2"));
        // Lists without end end in dots.
        const network::Attribute& indices = node(graph, "d").attributes.back();
        QCOMPARE(indices.key, std::string("indices"));
        QCOMPARE(indices.value, std::string("[0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1]").substr(0, 48) +
                                    (indices.value.ends_with("...") ? "..." : ""));
    }

    void whereItRunsIsSaidWithTheReason() {
        const NetworkGraph graph = graphOf(subject());
        const scene::GraphNode &stem = node(graph, "stem"), &relu = node(graph, "stem_relu"),
                               &prob = node(graph, "prob");
        QVERIFY(stem.place.where == Where::Circuit && stem.place.why.empty());
        QCOMPARE(stem.place.mode, std::string("mask-max")); // relu after it: nothing below 0 is lost
        QVERIFY(node(graph, "mix.left").place.mode.empty());
        // The activation is computed in the layer, whose rows it has.
        QCOMPARE(relu.within, graph.find("stem"));
        QVERIFY(relu.place.mode.empty());
        QCOMPARE(relu.place.label, stem.place.label);
        QVERIFY(!stem.within);
        QVERIFY(prob.place.where == Where::Host && prob.unit == isa::UnitGroup::Transfer);
        QCOMPARE(prob.place.why, std::string("the vector unit has no such function"));
        QCOMPARE(graph.layersAt(Where::Host), std::size_t{1});
        QCOMPARE(graph.layersAt(Where::Circuit), std::size_t{8});
        // In another mode that was asked for; and one that cannot be is told at the layer.
        const NetworkGraph asked =
            scene::striding::networkGraphs(subject(), teaching(), lower::striding::Mode::SelectSum).given;
        QCOMPARE(node(asked, "stem").place.mode, std::string("select-sum"));
        // A mode that cannot be is none; a stride that cannot be is the host's.
        machine::CircuitLimits small = teaching();
        small.arrayRows = 1;
        const NetworkGraph refused =
            scene::striding::networkGraphs(subject(), small, lower::striding::Mode::MatrixMax).given;
        QVERIFY(node(refused, "stem").place.where == Where::Circuit);
        QVERIFY(node(refused, "stem").place.mode.empty());
        small.poolWindow = 1;
        const NetworkGraph without =
            scene::striding::networkGraphs(subject(), small, lower::striding::Mode::SelectSum).given;
        QVERIFY(node(without, "stem").place.where == Where::Host);
        QVERIFY(QString::fromStdString(node(without, "stem").place.why).contains("a stride of 2"));
    }
    // What only moves elements that the host has stays there, and a problem names the layer that it is about.
    void whatTheHostHasStaysThere() {
        const network::Network network =
            parsed(R"({"name": "x", "shape": [4, 4, 1]})",
                   conv("c", "x", "1x1x1x2") + "," + layer("e", "elu", R"("c")", R"(, "alpha": 1)") + "," +
                       layer("f", "flatten", R"("e")"),
                   R"("f")");
        const NetworkGraph graph = graphOf(network);
        QCOMPARE(graph.layersAt(Where::Host), std::size_t{2});
        QCOMPARE(node(graph, "f").place.why, std::string("what it moves is there already"));
        machine::CircuitLimits small = teaching();
        small.bufferBytes = 64;
        const auto lowered = lower::striding::lowerInParts(network, small, {});
        QVERIFY(!lowered && lowered.problem().message == &lower::messages::kBufferTooSmall);
        QCOMPARE(lower::refusedLayer(lowered.problem()), std::optional<std::string>("c"));
    }

    void loweredIsWithoutItsActivations() {
        const network::Network network = subject();
        const NetworkGraph given = graphOf(network), lowered = graphOf(network, Stage::Lowered);
        QCOMPARE(lowered.nodes.size(), given.nodes.size() - 1);
        QVERIFY(!lowered.find("stem_relu"));
        QCOMPARE(node(lowered, "stem").title, std::string("conv 3 x 3 / 2, relu"));
        QCOMPARE(node(lowered, "stem").range, node(given, "stem_relu").range);
        QCOMPARE(node(lowered, "stem").place.mode, std::string("mask-max"));
        QCOMPARE(lowered.cost, given.cost);
    }

    // Each row of the program between its labels is one layer's.
    void rowsAndClocksAreThoseOfTheProgram() {
        network::Network network = subject();
        network.layers.pop_back(); // the host's
        network.outputs = {network.layers.size()};
        const lower::striding::Lowering lowering = test::loweredOn(network, teaching(), {});
        source::MemoryLoader loader;
        loader.set("circuit.json", test::teachingCircuit().json);
        source::Files files(loader);
        const auto answer = project::loadLowered(lowering, "lowered", "circuit.json", loader, files);
        QVERIFY(answer.loaded.has_value());
        const program::Program& program = answer.loaded->program;
        for (const Stage stage : {Stage::Given, Stage::Lowered}) {
            NetworkGraph graph = graphOf(network, stage);
            QCOMPARE(node(graph, "stem").rowCount, 0U);
            scene::striding::noteProgram(graph, program);
            const lower::striding::LayerReport& report = lowering.report.layers.front();
            QCOMPARE(node(graph, "stem").firstRow, report.firstRow);
            QCOMPARE(node(graph, "stem").rowCount, report.rowCount);
            QCOMPARE(node(graph, "flat").rowCount, 0U); // another name of the same numbers
            QCOMPARE(node(graph, "x").rowCount, 0U);
            // They follow each other without a gap, up to the outputs.
            std::uint32_t next = report.firstRow;
            for (const char* name : {"stem", "mix.left", "mix.right", "mix.norm", "joined", "fc"}) {
                QCOMPARE(node(graph, name).firstRow, next);
                QVERIFY(node(graph, name).rowCount > 0);
                next += node(graph, name).rowCount;
            }
            QCOMPARE(static_cast<std::int64_t>(next), findSymbol(program, "outputs.start")->value);
            if (stage == Stage::Given) {
                QCOMPARE(node(graph, "stem_relu").firstRow, report.firstRow);
                QCOMPARE(node(graph, "stem_relu").rowCount, report.rowCount);
            }
            std::vector<std::uint64_t> issued(program.bundles.size(), 1), waited(program.bundles.size(), 0);
            waited[report.firstRow] = 10;
            noteClocks(graph, issued, waited);
            QCOMPARE(node(graph, "stem").clocks, std::uint64_t{report.rowCount} + 10);
            QCOMPARE(node(graph, "fc").clocks, std::uint64_t{node(graph, "fc").rowCount});
            noteClocks(graph, {}, {});
            QCOMPARE(node(graph, "stem").clocks, std::uint64_t{0});
        }
    }

    void runsBlocksAndNamesFold() {
        QCOMPARE(groupsOf(graphOf(subject())),
                 (QStringList{QStringLiteral("block joined: mix.left mix.right mix.norm joined"),
                              QStringLiteral("name mix: mix.left mix.right mix.norm"),
                              QStringLiteral("run stem: stem stem_relu"),
                              QStringLiteral("run mix.right: mix.right mix.norm")}));
        // A scale of one's own and a shift belong to the run; a constant that two read does not, nor does
        // what two read go on; places change in runs of their own.
        const network::Network network =
            parsed(R"({"name": "x", "shape": [4, 4, 4]})",
                   conv("c", "x", "1x1x4x4") + "," + layer("k", "constant", "", R"(, "weights": "1x1x4")") +
                       "," + layer("scaled", "mul", R"("c", "k")") + "," + layer("r", "relu", R"("scaled")") +
                       "," + layer("two", "constant", "", R"(, "weights": "1x1x4")") + "," +
                       layer("s", "add", R"("r", "two")") + "," + layer("t", "add", R"("s", "two")") + "," +
                       layer("n", "reshape", R"("t")", R"(, "shape": [4, 4, 2, 2])") + "," +
                       layer("m", "transpose", R"("n")", R"(, "order": [0, 1, 3, 2])") + "," +
                       layer("o", "reshape", R"("m")", R"(, "shape": [4, 4, 4])") + "," +
                       layer("p", "relu", R"("o")"),
                   R"("p", "s")");
        QCOMPARE(groupsOf(graphOf(network)),
                 (QStringList{QStringLiteral("run c: c k scaled r"), QStringLiteral("run n: n m o")}));
    }

    // Names nest, what nearly all have in common is not a group, nor are groups that make a circle.
    void namesNest() {
        std::string layers = conv("net/a/1/conv", "x", "1x1x4x4");
        for (const char* name :
             {"net/a/1/more", "net/a/2/conv", "net/a/2/more", "net/b/conv", "net/b/more"}) {
            const std::size_t before = layers.rfind("\"name\": \"") + 9;
            layers += "," + conv(name, layers.substr(before, layers.find('"', before) - before), "1x1x4x4");
        }
        const network::Network network =
            parsed(R"({"name": "x", "shape": [4, 4, 4]})", layers, R"("net/b/more")");
        const NetworkGraph graph = graphOf(network);
        QCOMPARE(
            groupsOf(graph),
            (QStringList{QStringLiteral("name net/a: net/a/1/conv net/a/1/more net/a/2/conv net/a/2/more"),
                         QStringLiteral("name net/a/1: net/a/1/conv net/a/1/more"),
                         QStringLiteral("name net/a/2: net/a/2/conv net/a/2/more"),
                         QStringLiteral("name net/b: net/b/conv net/b/more")}));
        QVERIFY(!graph.groups[0].parent && graph.groups[1].parent == std::optional<std::size_t>{0});
        QCOMPARE(graph.nodes[1].group, std::optional<std::size_t>{1});
        QVERIFY(!graph.nodes[0].group);
        const network::Network circle =
            parsed(R"({"name": "x", "shape": [4, 4, 4]})",
                   conv("a.1", "x", "1x1x4x4") + "," + conv("b.1", "a.1", "1x1x4x4") + "," +
                       conv("a.2", "b.1", "1x1x4x4") + "," + conv("b.2", "a.2", "1x1x4x4") + "," +
                       conv("c.1", "b.2", "1x1x4x4") + "," + conv("c.2", "c.1", "1x1x4x4"),
                   R"("c.2")");
        QCOMPARE(groupsOf(graphOf(circle)), QStringList{QStringLiteral("name c: c.1 c.2")});
    }

    void foldedBoxesSayWhatIsInThem() {
        const NetworkGraph graph = graphOf(subject());
        const NetworkPicture usual = networkPicture(graph, scene::usualFolds(graph));
        QCOMPARE(usual.boxes.size(), std::size_t{8});
        const scene::PictureBox& stem = boxOf(graph, usual, "stem");
        QCOMPARE(namesOf(graph, stem.nodes), (Lines{"stem", "stem_relu"}));
        QCOMPARE(stem.lines,
                 (Lines{"conv 3 x 3 / 2", "+ relu", "stem", "4 x 4 x 4   1.15 K MACs", "mask-max"}));
        QCOMPARE(stem.mode, std::string("mask-max"));
        QVERIFY(stem.unit == isa::UnitGroup::Matrix && !stem.isOfHost && stem.group == std::size_t{2} &&
                !stem.folds);
        QCOMPARE(boxOf(graph, usual, "prob").lines, (Lines{"softmax", "prob", "3"}));
        QVERIFY(boxOf(graph, usual, "prob").isOfHost);
        QCOMPARE(boxOf(graph, usual, "mix.left").folds, std::optional<std::size_t>{1});
        holdsEveryEdge(graph, usual);
        std::vector<bool> folded(graph.groups.size(), false);
        folded[0] = true;
        const NetworkPicture block = networkPicture(graph, folded);
        QCOMPARE(boxOf(graph, block, "joined").lines,
                 (Lines{"block of 4 layers", "joined", "4 x 4 x 4   1.28 K MACs"}));
        folded = {false, true, false, false};
        const NetworkPicture named = networkPicture(graph, folded);
        QCOMPARE(boxOf(graph, named, "mix.left").lines,
                 (Lines{"mix", "3 layers", "4 x 4 x 2   1.28 K MACs"}));
        QCOMPARE(boxOf(graph, named, "mix.left").folds, std::optional<std::size_t>{0});
        holdsEveryEdge(graph, named);
    }

    // Whichever groups are folded.
    void everyWayToFoldIsDrawn() {
        std::string layers = conv("s/0", "x", "1x1x4x4");
        std::string before = "s/0";
        for (int stage = 1; stage <= 3; ++stage) {
            const std::string s = "s" + std::to_string(stage) + "/";
            layers += "," + conv(s + "a/conv", before, "1x1x4x4") + "," +
                      layer(s + "a/relu", "relu", "\"" + s + "a/conv\"") + "," +
                      conv(s + "b", s + "a/relu", "3x3x4x4", R"(, "pad": [1, 1, 1, 1])") + "," +
                      layer(s + "sum", "add", "\"" + s + "b\", \"" + before + "\"") + "," +
                      layer(s + "out", "relu", "\"" + s + "sum\"");
            before = s + "out";
        }
        const network::Network network =
            parsed(R"({"name": "x", "shape": [4, 4, 4]})", layers, "\"" + before + "\"");
        const NetworkGraph graph = graphOf(network);
        QVERIFY2(graph.groups.size() >= 8, qPrintable(groupsOf(graph).join(QLatin1Char('\n'))));
        for (std::uint32_t bits = 0; bits < 1U << graph.groups.size(); bits += 7) {
            std::vector<bool> folded;
            for (std::size_t i = 0; i < graph.groups.size(); ++i) folded.push_back((bits >> i & 1U) != 0);
            holdsEveryEdge(graph, networkPicture(graph, folded));
        }
    }

    void numbersAreRoundedDown() {
        QCOMPARE(scene::roundText(0), std::string("0"));
        QCOMPARE(scene::roundText(999), std::string("999"));
        QCOMPARE(scene::roundText(1'000), std::string("1.00 K"));
        QCOMPARE(scene::roundText(23'456), std::string("23.4 K"));
        QCOMPARE(scene::roundText(118'013'952), std::string("118 M"));
        QCOMPARE(scene::roundText(1'239'999'999), std::string("1.23 G"));
        QCOMPARE(scene::roundText(5'000'000'000'000), std::string("5.00 T"));
    }

    void theSceneIsAsItWas() {
        const NetworkGraph graph = graphOf(subject());
        const auto compare = [](const Json& scene, const char* file) {
            QCOMPARE(QString::fromStdString(test::differsFromGolden(scene.text(1) + "\n", file)), QString());
        };
        compare(jsonOf(graph), "scene/network_graph.json");
        compare(jsonOf(networkPicture(graph, scene::usualFolds(graph)), graph), "scene/network_picture.json");
        const auto json = test::jsonRead(graph);
        QVERIFY(json["nodes"][9]["place"]["where"] == "host");
        QVERIFY(json["nodes"][2]["place"]["within"] == "stem");
    }
};

int tst_network_graph(int argc, char** argv) { return lw::tests::run<TestNetworkGraph>(argc, argv); }
#include "tst_network_graph.moc"
