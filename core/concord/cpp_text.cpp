// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/cpp_text.h"

#include "core/concord/value_names.h"

namespace lw::concord {

namespace {

std::string partText(const Graph& graph, const Piece& piece) {
    const std::string name = valueName(graph, piece.node);
    if (isWhole(graph, piece)) return name;
    if (piece.times > 1)
        return "strided(" + name + ", N, " + number(piece.first) + ", " + number(piece.count) + ", " +
               number(piece.step) + ", " + number(piece.times) + ")";
    return "part(" + name + ", " + (piece.node == kOfMatrixDram ? "N * N" : "N") + ", " +
           number(piece.first) + ", " + number(piece.count) + ")";
}

std::string joinedText(const Graph& graph, const Pieces& pieces) {
    if (pieces.size() == 1) return partText(graph, pieces.front());
    std::string list;
    for (const Piece& piece : pieces) list += (list.empty() ? "" : ", ") + partText(graph, piece);
    return "joined({" + list + "})";
}

std::string statementOf(const Graph& graph, const Node& node) {
    const std::string in = joinedText(graph, node.in);
    const auto of = [&](const char* function) { return "f." + std::string(function) + "(" + in + ")"; };
    const auto with = [&](const char* function) {
        return "f." + std::string(function) + "(" + in + ", " + joinedText(graph, node.operand) + ")";
    };
    switch (node.kind) {
    case OpKind::Product:
        return "f.mvMul(" + joinedText(graph, node.operand) + ", " + in + ", " + number(node.rows) + ", " +
               number(node.columns) + ", " + number(node.turns) + ")";
    case OpKind::Add: return with("sum");
    case OpKind::Subtract: return with("difference");
    case OpKind::SubtractFrom: return "f.difference(" + joinedText(graph, node.operand) + ", " + in + ")";
    case OpKind::Max: return with("maximum");
    case OpKind::Multiply: return with("product");
    case OpKind::Relu: return of("relu");
    case OpKind::Sigmoid: return of("sigmoid");
    case OpKind::Tanh: return of("tanh");
    case OpKind::WriteQuantised: return "f.block(" + in + ", " + number(node.bits) + ")";
    case OpKind::WriteMatrix: return of("matrices");
    default: return {};
    }
}

std::string beginningOf(const OpStream& stream) {
    const Format& f = stream.format;
    return "// Written by `lw concord`: the same bits as the firmware " + stream.name +
           ". C++17, with blockfloat.hpp beside it.\n#include \"blockfloat.hpp\"\n\nusing namespace blockfloat;\n\n"
           "namespace {\n\nconstexpr std::size_t N = " +
           number(f.n) + ";\nconstexpr Format f{N, " + number(f.vectorBits) + ", " + number(f.matrixBits) +
           ", " + number(f.exponentBits) + ", " + (f.exactSums ? "true" : "false") + ", " +
           (f.saturates ? "true" : "false") +
           "}; // bits of vectors, matrices, exponents; exact sums, saturates\n\n";
}

constexpr std::string_view kMain = R"cpp(
} // namespace

// program [FOLDER [--values]]
int main(int count, char** words) {
    const std::string folder = std::string(count > 1 ? words[1] : ".") + "/";
    Vectors values;
    save(folder + "netout.npy", run(load(folder + "netin.npy"), load(folder + "vdram.npy"), load(folder + "mdram.npy"), values));
    if (count > 2 && std::string(words[2]) == "--values") save(folder + "values.npy", values);
}
)cpp";

} // namespace

std::string cppText(const Graph& graph, const OpStream& stream) {
    std::string out = beginningOf(stream);
    out +=
        "// Vectors from the network and of DRAM, native matrices; gives the vectors to the network, and all values\n"
        "// on the way.\nVectors run([[maybe_unused]] const Vectors& netin, [[maybe_unused]] const Vectors& vdram, "
        "[[maybe_unused]] const Vectors& mdram,\n            Vectors& values) {\n";
    out += tensorLines(stream, "    // ");
    std::string values;
    for (std::uint32_t i = kSources; i < graph.nodes.size(); ++i) {
        const Node& node = graph.nodes[i];
        const Op& op = stream.chains[node.chain].ops[node.op];
        out += labelLine(graph, i, stream, "    // ");
        out += "    const " + std::string(node.kind == OpKind::WriteMatrix ? "Blocks " : "Vectors ") +
               valueName(graph, i) + " = " + statementOf(graph, node) + "; // " + number(op.bundle) + ": " +
               op.text + "\n";
        if (node.kind != OpKind::WriteMatrix) values += (values.empty() ? "" : ", ") + valueName(graph, i);
    }
    out += "    values = joined(std::vector<Vectors>{" + values + "});\n    return " +
           (graph.output.empty() ? "{}" : joinedText(graph, graph.output)) + ";\n}\n";
    return out + std::string(kMain);
}

} // namespace lw::concord
