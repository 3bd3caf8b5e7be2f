// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/python_text.h"

#include "core/concord/formula.h"
#include "core/concord/places.h"
#include "core/concord/preparation.h"
#include "core/concord/value_names.h"

#include <utility>

namespace lw::concord {

namespace {

std::string pieceText(const ValueNames& names, const Piece& piece) {
    const auto [name, first, isWhole] = names.of(piece);
    if (isWhole) return name;
    if (piece.times == 1 || (piece.count == 1 && piece.step > 0))
        return name + "[" + number(first) + ":" + number(first + piece.end() - piece.first) +
               (piece.times == 1 ? "" : ":" + number(piece.step)) + "]";
    return "blockfloat.strided(" + name + ", first=" + number(first) + ", count=" + number(piece.count) +
           ", step=" + number(piece.step) + ", times=" + number(piece.times) + ")";
}

std::string valueText(const ValueNames& names, const Pieces& pieces) {
    if (pieces.size() == 1) return pieceText(names, pieces.front());
    std::string list;
    for (const Piece& piece : pieces) list += (list.empty() ? "" : ", ") + pieceText(names, piece);
    return "blockfloat.joined([" + list + "])";
}

// Mantissas and exponents of matrices; of float64 their numbers.
std::string matricesText(const ValueNames& names, const Pieces& pieces, bool isFloat64) {
    if (isFloat64) return valueText(names, pieces);
    if (pieces.size() == 1 && names.of(pieces.front()).isWhole && names.hasLayers())
        return names.of(pieces.front().node);
    const auto part = [&](const char* which) {
        std::string list;
        for (const Piece& piece : pieces)
            list += (list.empty() ? "" : ", ") + names.of(piece.node) + which + "[" + number(piece.first) +
                    ":" + number(piece.first + piece.count) + "]";
        return pieces.size() == 1 ? list : "blockfloat.joined([" + list + "])";
    };
    return "(" + part("[0]") + ", " + part("[1]") + ")";
}

// Behind other operands.
std::string howText(const OpRounding& rounding) {
    if (rounding.rounding == numeric::Rounding::NearestEven) return {};
    if (rounding.rounding == numeric::Rounding::TowardZero) return ", how=blockfloat.toward_zero";
    return ", how=blockfloat.Draws(seed=" + number(rounding.seed) + ", executed=" + executedText(rounding) +
           ")";
}

std::string pythonFormula(const Formula& of, bool isFloat64) {
    const auto half = [&](const std::string& what) { return isFloat64 ? what : "f.half(" + what + ")"; };
    const std::string how = isFloat64 ? "" : howText(of.rounding);
    switch (of.kind) {
    case OpKind::Product:
        return "f.mv_mul(" + of.operand + ", " + of.in + ", rows=" + number(of.rows) +
               ", columns=" + number(of.columns) + ", turns=" + number(of.turns) + how + ")";
    case OpKind::Window:
        return of.window + ".of(" + of.in + ", first=" + of.first + ", turns=" + number(of.turns) +
               ", skip=" + number(of.skip) + ", count=" + number(of.count) + ")";
    case OpKind::Add: return half(of.in + " + " + of.operand);
    case OpKind::Subtract: return half(of.in + " - " + of.operand);
    case OpKind::SubtractFrom: return half(of.operand + " - " + of.in);
    case OpKind::Max: return "f.maximum(" + of.in + ", " + of.operand + ")";
    case OpKind::Multiply: return half(of.in + " * " + of.operand);
    case OpKind::Relu: return "f.relu(" + of.in + ")";
    case OpKind::Sigmoid: return "f.sigmoid(" + of.in + ")";
    case OpKind::Tanh: return "f.tanh(" + of.in + ")";
    case OpKind::Softmax:
        return "f.softmax(" + of.in + ", turns=" + number(of.turns) + ", length=" + number(of.length) + ")";
    case OpKind::WriteQuantised:
        return isFloat64 ? of.in : "f.block(" + of.in + ", bits=" + number(of.bits) + how + ")";
    case OpKind::ReadMatrix: return "blockfloat.matrices_of(" + of.in + ")";
    case OpKind::WriteMatrix: return isFloat64 ? of.in : "f.matrices(" + of.in + how + ")";
    default: return {};
    }
}

std::string valueOf(const ValueNames& names, const OpStream& stream, const Node& node) {
    Formula out = formulaOf(stream, node);
    out.in = valueText(names, node.in);
    if (!node.operand.empty())
        out.operand = node.kind == OpKind::Product
                          ? matricesText(names, node.operand, stream.format.isFloat64)
                          : valueText(names, node.operand);
    return pythonFormula(out, stream.format.isFloat64);
}

std::string pythonFunction(const std::string& name, const std::vector<std::string>& takes,
                           const std::string& body) {
    std::vector<std::string> parameters = takes;
    parameters.emplace_back("values");
    return "\n\ndef " + name + "(" + joinedWords(parameters) + "):\n" + body;
}

// The body of a program with loops, whose memories are files: a line for each instruction.
class WithLoops {
  public:
    explicit WithLoops(const OpStream& stream) : m_stream(stream) {
        line(1, "NetQ, values = blockfloat.Queue(netin), []");
        for (const std::string& memory : vectorMemories(stream))
            line(1, memory + " = blockfloat.File(" + (memory == kVectorDram ? "vdram" : "") + ")");
        if (hasMatrices(stream))
            line(1, std::string("MatrixRf = blockfloat.") + (isFloat64() ? "File()" : "Matrices()"));
        if (storesMatrices(stream)) line(1, std::string(kMatrixDram) + " = blockfloat.File(mdram)");
        overAll(stream, wholeOf(stream), 1, *this);
        line(1, "return NetQ.given(), values");
    }
    SoftwareBody body() { return {std::move(m_functions), std::move(m_out)}; }

    // A function of its memories, and of the turns of the loops around it.
    void layer(const LayerPart& layer, std::size_t depth) {
        std::vector<std::string> takes = memoriesOf(m_stream, layer.part);
        for (std::size_t i = 0; i + 1 < depth; ++i) takes.emplace_back(1, kCounters[i]);
        std::string outer = std::exchange(m_out, {});
        m_base = depth - 1;
        overAll(m_stream, layer.part, depth, *this, true);
        m_base = 0;
        const std::string body = std::exchange(m_out, std::move(outer));
        const auto [name, isNew] = m_layers.take(layer.name, body);
        if (isNew) m_functions += pythonFunction(name, takes, body);
        line(depth, callText(name, takes));
    }

    void begin(const Loop& loop, std::size_t depth) {
        line(depth, std::string("for ") + kCounters[depth - 1] + " in range(" + number(loop.turns) + "):",
             number(loop.bundle) + ": " + loop.text);
    }
    void end(std::size_t) {}
    void chain(const Chain& chain, std::size_t depth) {
        if (!chain.labels.empty()) line(depth, "# " + joinedWords(chain.labels));
        std::string travels, made;
        for (const Op& op : chain.ops) {
            const std::string name = "v" + number(op.bundle), note = number(op.bundle) + ": " + op.text;
            const std::string place = placeText(chain, op);
            const auto value = [&](const std::string& text) {
                line(depth, name + " = " + text, note);
                travels = name;
            };
            if (op.kind == OpKind::Read || op.kind == OpKind::ReadMatrix) {
                value(op.kind == OpKind::ReadMatrix && op.memory == kQueue
                          ? pythonFormula({.kind = op.kind, .in = place}, isFloat64())
                          : place);
            } else if (op.kind == OpKind::Write || op.kind == OpKind::StoreMatrix) {
                line(depth, writeText(chain, op, travels), note);
            } else if (op.kind == OpKind::WriteMatrix) {
                Formula formula = formulaOf(m_stream, chain, op);
                formula.in = travels;
                line(depth, writeText(chain, op, pythonFormula(formula, isFloat64())), note);
            } else {
                Formula formula = formulaOf(m_stream, chain, op);
                formula.in = op.kind == OpKind::Window ? place : travels;
                formula.operand = place;
                made += (made.empty() ? "" : ", ") + name;
                if (op.kind != OpKind::WriteQuantised) {
                    value(pythonFormula(formula, isFloat64()));
                } else { // what travels goes on as it was
                    line(depth, name + " = " + pythonFormula(formula, isFloat64()), note);
                    line(depth, writeText(chain, op, name));
                }
            }
        }
        if (!made.empty()) line(depth, "values += [" + made + "]");
    }

  private:
    bool isFloat64() const { return m_stream.format.isFloat64; }
    void line(std::size_t depth, const std::string& text, const std::string& note = {}) {
        m_out += std::string(4 * (depth - m_base), ' ') + text + (note.empty() ? "" : "  # " + note) + "\n";
    }
    // What an operation reads.
    std::string placeText(const Chain& chain, const Op& op) const {
        if (op.memory.empty()) return {};
        const Access access = accessOf(chain, op);
        const std::string first = op.kind == OpKind::Window ? number(op.picture) : addressText(op);
        if (op.memory == kQueue) return "NetQ.take(" + number(takenBy(chain, op, m_stream.format.n)) + ")";
        if (op.memory == kMatrixDram && !storesMatrices(m_stream))
            return "mdram[" + first + ":" + (first == "0" ? "" : first + " + ") + number(access.count) + "]";
        return op.memory + ".read(" + first + ", " + number(access.count) + stepsText(access) + ")";
    }
    static std::string stepsText(const Access& access) {
        if (access.times == 1) return {};
        return ", step=" + number(access.step) + ", times=" + number(access.times);
    }
    static std::string writeText(const Chain& chain, const Op& op, const std::string& what) {
        if (op.memory == kQueue) return "NetQ.give(" + what + ")";
        return op.memory + ".write(" + what + ", " + addressText(op) + stepsText(accessOf(chain, op)) + ")";
    }

    const OpStream& m_stream;
    std::string m_out, m_functions;
    std::size_t m_base = 0; // loops around the function that is written
    LayerNames m_layers;
};

std::string pythonStatements(const Graph& graph, const OpStream& stream, const ValueNames& names,
                             const ValueNames::Run& run, std::string& values) {
    std::string out;
    for (std::uint32_t i = run.first; i < run.end; ++i) {
        const Node& node = graph.nodes[i];
        const Op& op = stream.chains[node.chain].ops[node.op];
        out += labelLine(graph, i, stream, "    # ");
        if (!stream.format.isFloat64) out += names.apartLine(run, i, "    # ");
        std::string value = valueOf(names, stream, node);
        if (const ValueNames::Rows* const rows = names.rowsOf(i)) {
            if (i == rows->product.nodes.front())
                out += "    " + rows->name + " = " + valueOf(names, stream, rows->product.whole) + "\n";
            const std::uint32_t first = rows->product.firstOf(i);
            value = rows->name + "[" + number(first) + ":" + number(first + node.count) + "]";
        }
        out += "    " + names.of(i) + " = " + value + "  # " + number(op.bundle) + ": " + op.text + "\n";
        if (!areMatrices(node.kind)) values += (values.empty() ? "" : ", ") + names.of(i);
    }
    return out;
}

// Of a program without loops: every value has a name.
SoftwareBody withoutLoops(const Graph& graph, const OpStream& stream) {
    const ValueNames names(graph, stream);
    SoftwareBody out;
    for (const ValueNames::Named& part : names.parts())
        out.text += "    " + part.name + " = " + std::string(nameOf(part.source)) + "[" + number(part.first) +
                    ":" + number(part.first + part.count) + "]\n";
    std::string values;
    if (names.hasLayers()) out.text += "    values = []\n";
    for (const ValueNames::Run& run : names.runs()) {
        std::string statements = pythonStatements(graph, stream, names, run, values);
        if (names.hasLayers() && !values.empty())
            statements += "    values += [" + std::exchange(values, {}) + "]\n";
        if (run.function.empty()) {
            out.text += statements;
            continue;
        }
        std::vector<std::string> takes, gives;
        for (const Piece& piece : run.takes) takes.push_back(names.of(piece).name);
        for (const std::uint32_t node : run.gives) gives.push_back(names.of(node));
        if (!gives.empty()) statements += "    return " + joinedWords(gives) + "\n";
        out.functions += pythonFunction(run.function, takes, statements);
        out.text +=
            "    " + (gives.empty() ? "" : joinedWords(gives) + " = ") + callText(run.function, takes) + "\n";
    }
    const std::string output = graph.output.empty() ? "netin[:0]" : valueText(names, graph.output);
    out.text += "    netout = " + output + "\n    return netout, " +
                (names.hasLayers() ? "values" : "[" + values + "]") + "\n";
    return out;
}

std::string truth(bool value) { return value ? "True" : "False"; }

// What one library has otherwise than the others.
struct Dialect {
    std::string_view needs, import, decorator;
};
constexpr Dialect kNumpy{
    "NumPy 1.24 and blockfloat.py", "import blockfloat",
    "@np.errstate(over=\"ignore\", invalid=\"ignore\")  # infinities and NaNs are numbers here\n"};
constexpr Dialect kTorch{"PyTorch 1.13 and blockfloat_torch.py", "import blockfloat_torch as blockfloat", ""};
constexpr Dialect kTensorflow{"TensorFlow 2 and blockfloat_tensorflow.py",
                              "import blockfloat_tensorflow as blockfloat", ""};

std::string formatText(const Format& f) {
    if (f.isFloat64) return "blockfloat.Float64()";
    return "blockfloat.Format(vector=" + number(f.vectorBits) + ", matrix=" + number(f.matrixBits) +
           ", exponent=" + number(f.exponentBits) + ", exact=" + truth(f.exactSums) +
           ", saturates=" + truth(f.saturates) + ")";
}

std::string headText(const OpStream& stream, const Dialect& dialect) {
    return "#!/usr/bin/env python3\n# Written by `lw concord`; needs " + std::string(dialect.needs) +
           " beside it.\n\"\"\"" +
           (stream.format.isFloat64 ? "In float64, with nothing rounded, what the firmware "
                                    : "The same bits as the firmware ") +
           quotable(stream.name) + (stream.format.isFloat64 ? " computes" : "") +
           "\"\"\"\nimport os\nimport sys\n\nimport numpy as np\n\n" + std::string(dialect.import) +
           "\n\nN = " + number(stream.format.n) + "\nf = " + formatText(stream.format) + "\n";
}

std::string windowLines(const OpStream& stream) {
    std::string out;
    for (const Window& w : windowsOf(stream))
        out += windowName(stream, w) + " = blockfloat.Window(picture=(" + number(w.height) + ", " +
               number(w.width) + ", " + number(w.depth) + "), window=(" + number(w.windowHeight) + ", " +
               number(w.windowWidth) + "), stride=(" + number(w.strideY) + ", " + number(w.strideX) +
               "), pad=(" + number(w.padTop) + ", " + number(w.padLeft) + "), across=" + number(w.across) +
               ", padding=" + number(w.padding) + ")\n";
    return out;
}

constexpr std::string_view kGiven = R"py(

def given(name, count, *shape):
    """What a source holds at the start; the firmware reads `count` vectors or matrices: NAME.npy in this folder."""
    if count == 0:
        return blockfloat.numbers(np.zeros(0), -1, *shape)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".npy")
    each = int(np.prod(shape))
    if not os.path.exists(path):
        sys.exit(f"{path} is missing: the firmware reads {count * each} numbers of it")
    array = np.load(path)
    if array.size < count * each or array.size % each:
        sys.exit(f"{path} has {array.size} numbers, and the firmware reads {count * each}")
    return blockfloat.numbers(array, -1, *shape)
)py";

std::string runsText(bool isFloat64) {
    const std::string plain = isFloat64 ? "plain" : "codes", ending = isFloat64 ? "_float64" : "";
    return (isFloat64 ? std::string()
                      : "    f.quantises = \"--no-quantise\" not in sys.argv  # what forgetting it loses\n") +
           R"py(    if "--inputs" in sys.argv:  # FILE.npy: for each run the vectors from the network
        queues = (blockfloat.numbers(row, -1, N) for row in np.load(sys.argv[sys.argv.index("--inputs") + 1]))
    netouts, values = [], [np.zeros((0, N))py" +
           (isFloat64 ? "" : ", np.uint16") + R"py()]
    for netin in queues:
        netout, on_the_way = run(netin, vdram, mdram)
        netouts.append(blockfloat.)py" +
           plain + R"py((netout))
        values += [blockfloat.)py" +
           plain + R"py((value) for value in on_the_way]
    folder = os.path.dirname(os.path.abspath(__file__))
    np.save(os.path.join(folder, "netout)py" +
           ending + R"py(.npy"), np.concatenate(netouts))
    if "--values" in sys.argv:
        np.save(os.path.join(folder, "values)py" +
           ending + R"py(.npy"), np.concatenate(values))
)py";
}

std::string tailText(const Graph& graph, bool isFloat64) {
    const auto given = [&](Source source, const char* shape) {
        return "given(\"" + std::string(nameOf(source)) + "\", " + number(usedOf(graph, source)) + shape +
               ")";
    };
    return std::string(kGiven) + "\n\nif __name__ == \"__main__\":\n    queues, vdram, mdram = [" +
           given(kFromQueue, ", N") + "], " + given(kOfVectorDram, ", N") + ", " +
           given(kOfMatrixDram, ", N, N") + "\n" + runsText(isFloat64);
}

std::string pythonText(const Graph& graph, const OpStream& stream, const Dialect& dialect) {
    const SoftwareBody body = stream.loops.empty() ? withoutLoops(graph, stream) : WithLoops(stream).body();
    std::string out = headText(stream, dialect) + windowLines(stream) + body.functions;
    out +=
        "\n\n" + std::string(dialect.decorator) +
        "def run(netin, vdram, mdram):\n"
        "    \"\"\"netin and vdram: vectors [count, N], mdram: native matrices [count, N, N]. Gives the vectors to "
        "the network, and all\n    values on the way.\"\"\"\n";
    out += tensorLines(stream, "    # ") + body.text;
    return out + preparationText(graph, stream) + tailText(graph, stream.format.isFloat64);
}

} // namespace

std::string numpyText(const Graph& graph, const OpStream& stream) {
    return pythonText(graph, stream, kNumpy);
}
std::string torchText(const Graph& graph, const OpStream& stream) {
    return pythonText(graph, stream, kTorch);
}
std::string tensorflowText(const Graph& graph, const OpStream& stream) {
    return pythonText(graph, stream, kTensorflow);
}

} // namespace lw::concord
