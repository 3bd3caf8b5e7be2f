// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/graph.h"
#include "core/concord/read_stream.h"
#include "core/concord/stream_json.h"

#include <array>
#include <vector>

namespace lw::concord {

namespace {

constexpr std::array<std::string_view, 17> kNames{
    "read",       "windows",        "product",    "add",  "subtract", "subtractFrom", "max",
    "multiply",   "relu",           "sigmoid",    "tanh", "softmax",  "write",        "quantise",
    "readMatrix", "quantiseMatrix", "writeMatrix"};
constexpr std::array<std::string_view, kSources> kSourceNames{"netin", "vdram", "mdram"};

// [node, first, count] of each, or [node, first, count, times, step].
Json piecesJson(const Pieces& pieces) {
    Json out = Json::list();
    for (const Piece& piece : pieces)
        out.push_back(piece.times == 1
                          ? Json::list({piece.node, piece.first, piece.count})
                          : Json::list({piece.node, piece.first, piece.count, piece.times, piece.step}));
    return out;
}

Json windowsJson(const WindowRead& read) {
    Json out = Json::object();
    addWindow(out, read.window);
    out["first"] = read.first;
    out["skip"] = read.skip;
    out["count"] = read.count;
    return out;
}

Json nodeJson(const Graph& graph, std::uint32_t number, const OpStream& stream) {
    const Node& node = graph.nodes[number];
    Json out{{"node", number}};
    if (number < kSources) {
        out["kind"] = "source";
        out["memory"] = nameOf(static_cast<Source>(number));
        return out;
    }
    const Op& op = stream.chains[node.chain].ops[node.op];
    out["kind"] = nameOf(node.kind);
    out["count"] = node.count;
    out["in"] = piecesJson(node.in);
    if (!node.operand.empty()) out["operand"] = piecesJson(node.operand);
    if (node.kind == OpKind::Product) {
        out["rows"] = node.rows;
        out["columns"] = node.columns;
        out["turns"] = node.turns;
    }
    if (node.kind == OpKind::Window) out["windows"] = windowsJson(node.windows);
    if (node.length != 0) out["length"] = node.length;
    if (node.rounding.rounding == numeric::Rounding::TowardZero) out["rounding"] = "toward zero";
    if (node.rounding.rounding == numeric::Rounding::Stochastic)
        out["rounding"] = {{"seed", node.rounding.place.seed}, {"executed", node.rounding.place.instruction}};
    if (node.bits != 0) out["mantissaBits"] = node.bits;
    if (const std::string& layer = stream.chains[node.chain].layer; !layer.empty()) out["layer"] = layer;
    if (const auto products = productsBehind(graph, number); !products.empty())
        out["products"] = Json::list(products);
    out["instruction"] = op.bundle;
    out["text"] = op.text;
    const std::size_t loops = loopsAround(stream, node.chain).size();
    if (loops > 0) out["loopTurns"] = Json::list(std::vector(node.at.begin(), node.at.begin() + loops));
    return out;
}

Json partJson(const ArrayPart& part) {
    Json out{{"array", part.array}};
    if (part.index) out["index"] = *part.index;
    if (part.end != 0) out["rows"] = Json::list({part.first, part.end});
    return out;
}

} // namespace

std::string_view nameOf(Source source) { return kSourceNames[source]; }
std::string_view nameOf(OpKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

Json jsonOf(const Graph& graph, const OpStream& stream) {
    const Format& format = stream.format;
    Json out{{"schema", "lanewright graph"},
             {"version", kGraphVersion},
             {"firmware", stream.name},
             {"format",
              {{"n", format.n},
               {"vectorBits", format.vectorBits},
               {"matrixBits", format.matrixBits},
               {"exponentBits", format.exponentBits},
               {"exactSums", format.exactSums},
               {"saturates", format.saturates}}}};
    Json nodes = Json::list(), writes = Json::list(), tensors = Json::list();
    for (const TensorName& tensor : stream.tensors) {
        Json one{{"name", tensor.name},
                 {"memory", tensor.memory},
                 {"first", tensor.first},
                 {"count", tensor.count}};
        if (!tensor.shape.empty()) one["shape"] = Json::list(tensor.shape);
        for (const ArrayPart& part : tensor.parts) one["of"].push_back(partJson(part));
        if (tensor.bundle != 0) one["instruction"] = tensor.bundle;
        tensors.push_back(std::move(one));
    }
    out["tensors"] = std::move(tensors);
    out["chains"] = chainsJson(stream);
    out["loops"] = loopsJson(stream);
    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) nodes.push_back(nodeJson(graph, i, stream));
    for (const Written& written : graph.writes)
        writes.push_back({{"memory", written.memory},
                          {"first", written.first},
                          {"value", piecesJson(written.pieces)},
                          {"overwrites", Json::list(written.overwrites)},
                          {"instruction", stream.chains[written.chain].ops[written.op].bundle}});
    out["nodes"] = std::move(nodes);
    out["writes"] = std::move(writes);
    out["output"] = piecesJson(graph.output);
    return out;
}

} // namespace lw::concord
