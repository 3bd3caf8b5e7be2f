// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/python_text.h"

#include "core/concord/value_names.h"

namespace lw::concord {

namespace {

std::string pieceText(const Graph& graph, const Piece& piece) {
    const std::string name = valueName(graph, piece.node);
    if (isWhole(graph, piece)) return name;
    if (piece.times == 1 || (piece.count == 1 && piece.step > 0))
        return name + "[" + number(piece.first) + ":" + number(piece.end()) +
               (piece.times == 1 ? "" : ":" + number(piece.step)) + "]";
    return "blockfloat.strided(" + name + ", first=" + number(piece.first) +
           ", count=" + number(piece.count) + ", step=" + number(piece.step) +
           ", times=" + number(piece.times) + ")";
}

std::string valueText(const Graph& graph, const Pieces& pieces) {
    if (pieces.size() == 1) return pieceText(graph, pieces.front());
    std::string list;
    for (const Piece& piece : pieces) list += (list.empty() ? "" : ", ") + pieceText(graph, piece);
    return "blockfloat.joined([" + list + "])";
}

// Mantissas and exponents of matrices.
std::string matricesText(const Graph& graph, const Pieces& pieces) {
    const auto part = [&](const char* which) {
        std::string list;
        for (const Piece& piece : pieces)
            list += (list.empty() ? "" : ", ") + valueName(graph, piece.node) + which + "[" +
                    number(piece.first) + ":" + number(piece.first + piece.count) + "]";
        return pieces.size() == 1 ? list : "blockfloat.joined([" + list + "])";
    };
    return "(" + part("[0]") + ", " + part("[1]") + ")";
}

std::string formulaOf(const Graph& graph, const Node& node) {
    const std::string in = valueText(graph, node.in);
    const auto with = [&](const char* sign) {
        return "f.half(" + in + sign + valueText(graph, node.operand) + ")";
    };
    switch (node.kind) {
    case OpKind::Product:
        return "f.mv_mul(" + matricesText(graph, node.operand) + ", " + in + ", rows=" + number(node.rows) +
               ", columns=" + number(node.columns) + ", turns=" + number(node.turns) + ")";
    case OpKind::Add: return with(" + ");
    case OpKind::Subtract: return with(" - ");
    case OpKind::SubtractFrom: return "f.half(" + valueText(graph, node.operand) + " - " + in + ")";
    case OpKind::Max: return "f.maximum(" + in + ", " + valueText(graph, node.operand) + ")";
    case OpKind::Multiply: return with(" * ");
    case OpKind::Relu: return "f.relu(" + in + ")";
    case OpKind::Sigmoid: return "f.sigmoid(" + in + ")";
    case OpKind::Tanh: return "f.tanh(" + in + ")";
    case OpKind::WriteQuantised: return "f.block(" + in + ", bits=" + number(node.bits) + ")";
    case OpKind::WriteMatrix: return "f.matrices(" + in + ")";
    default: return {};
    }
}

std::string truth(bool value) { return value ? "True" : "False"; }

// What one library has otherwise than the other.
struct Dialect {
    std::string_view needs, import, decorator;
};
constexpr Dialect kNumpy{
    "NumPy 1.24 and blockfloat.py", "import blockfloat",
    "@np.errstate(over=\"ignore\", invalid=\"ignore\")  # infinities and NaNs are numbers here\n"};
constexpr Dialect kTorch{"PyTorch 1.13 and blockfloat_torch.py", "import blockfloat_torch as blockfloat", ""};

std::string headText(const OpStream& stream, const Dialect& dialect) {
    const Format& f = stream.format;
    return "#!/usr/bin/env python3\n# Written by `lw concord`; needs " + std::string(dialect.needs) +
           " beside it.\n\"\"\"The same bits as the firmware " + stream.name +
           "\"\"\"\nimport os\nimport sys\n\nimport numpy as np\n\n" + std::string(dialect.import) +
           "\n\nN = " + number(f.n) + "\nf = blockfloat.Format(vector=" + number(f.vectorBits) +
           ", matrix=" + number(f.matrixBits) + ", exponent=" + number(f.exponentBits) +
           ", exact=" + truth(f.exactSums) + ", saturates=" + truth(f.saturates) + ")\n";
}

constexpr std::string_view kTail = R"py(

def given(name, *shape):
    """What a source holds at the start: NAME.npy in this folder; a source that is not used has no file."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".npy")
    return blockfloat.numbers(np.load(path) if os.path.exists(path) else np.zeros(0), *shape)


if __name__ == "__main__":
    folder = os.path.dirname(os.path.abspath(__file__))
    netout, values = run(given("netin", -1, N), given("vdram", -1, N), given("mdram", -1, N, N))
    np.save(os.path.join(folder, "netout.npy"), blockfloat.codes(netout))
    if "--values" in sys.argv[1:]:
        np.save(os.path.join(folder, "values.npy"), np.concatenate([np.zeros((0, N), np.uint16)] + [blockfloat.codes(value) for value in values]))
)py";

std::string pythonText(const Graph& graph, const OpStream& stream, const Dialect& dialect) {
    std::string out = headText(stream, dialect);
    out +=
        "\n\n" + std::string(dialect.decorator) +
        "def run(netin, vdram, mdram):\n"
        "    \"\"\"netin and vdram: vectors [count, N], mdram: native matrices [count, N, N]. Gives the vectors to "
        "the network, and all\n    values on the way.\"\"\"\n";
    out += tensorLines(stream, "    # ");
    std::string values;
    for (std::uint32_t i = kSources; i < graph.nodes.size(); ++i) {
        const Node& node = graph.nodes[i];
        const Op& op = stream.chains[node.chain].ops[node.op];
        out += labelLine(graph, i, stream, "    # ");
        out += "    " + valueName(graph, i) + " = " + formulaOf(graph, node) + "  # " + number(op.bundle) +
               ": " + op.text + "\n";
        if (node.kind != OpKind::WriteMatrix) values += (values.empty() ? "" : ", ") + valueName(graph, i);
    }
    const std::string output = graph.output.empty() ? "netin[:0]" : valueText(graph, graph.output);
    out += "    netout = " + output + "\n    return netout, [" + values + "]\n";
    return out + std::string(kTail);
}

} // namespace

std::string numpyText(const Graph& graph, const OpStream& stream) {
    return pythonText(graph, stream, kNumpy);
}
std::string torchText(const Graph& graph, const OpStream& stream) {
    return pythonText(graph, stream, kTorch);
}

} // namespace lw::concord
