// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/cpp_text.h"

#include "core/concord/cpp_preparation.h"
#include "core/concord/formula.h"
#include "core/concord/places.h"
#include "core/concord/value_names.h"

#include <utility>

namespace lw::concord {

namespace {

// Of vectors, or of matrices as numbers one after the other.
std::string partText(const ValueNames& names, const Piece& piece, bool areMatrices) {
    const auto [name, first, isWhole] = names.of(piece);
    if (isWhole) return name;
    if (piece.times > 1)
        return "strided(" + name + ", N, " + number(first) + ", " + number(piece.count) + ", " +
               number(piece.step) + ", " + number(piece.times) + ")";
    return "part(" + name + ", " + (areMatrices ? "N * N" : "N") + ", " + number(first) + ", " +
           number(piece.count) + ")";
}

std::string joinedText(const ValueNames& names, const Pieces& pieces, bool areMatrices = false) {
    if (pieces.size() == 1) return partText(names, pieces.front(), areMatrices);
    std::string list;
    for (const Piece& piece : pieces)
        list += (list.empty() ? "" : ", ") + partText(names, piece, areMatrices);
    return "joined({" + list + "})";
}

// Behind other operands.
std::string roundingText(const OpRounding& rounding) {
    if (rounding.rounding == numeric::Rounding::NearestEven) return {};
    if (rounding.rounding == numeric::Rounding::TowardZero) return ", Rounding{Rounding::TowardZero, 0, 0}";
    return ", Rounding{Rounding::ByChance, " + number(rounding.seed) + ", " + executedText(rounding) + "}";
}

std::string cppFormula(const Formula& of, bool isFloat64) {
    const std::string how = isFloat64 ? "" : roundingText(of.rounding);
    const auto one = [&](const char* name) { return "f." + std::string(name) + "(" + of.in + ")"; };
    const auto with = [&](const char* name) {
        return "f." + std::string(name) + "(" + of.in + ", " + of.operand + ")";
    };
    switch (of.kind) {
    case OpKind::Product:
        return "f.mvMul(" + of.operand + ", " + of.in + ", " + number(of.rows) + ", " + number(of.columns) +
               ", " + number(of.turns) + how + ")";
    case OpKind::Window:
        return of.window + ".of(" + of.in + ", N, " + of.first + ", " + number(of.turns) + ", " +
               number(of.skip) + ", " + number(of.count) + ")";
    case OpKind::Add: return with("sum");
    case OpKind::Subtract: return with("difference");
    case OpKind::SubtractFrom: return "f.difference(" + of.operand + ", " + of.in + ")";
    case OpKind::Max: return with("maximum");
    case OpKind::Multiply: return with("product");
    case OpKind::Relu: return one("relu");
    case OpKind::Sigmoid: return one("sigmoid");
    case OpKind::Tanh: return one("tanh");
    case OpKind::Softmax:
        return "f.softmax(" + of.in + ", " + number(of.turns) + ", " + number(of.length) + ")";
    case OpKind::WriteQuantised:
        return isFloat64 ? of.in : "f.block(" + of.in + ", " + number(of.bits) + how + ")";
    case OpKind::ReadMatrix: return of.in; // whose rows stand one after the other
    case OpKind::WriteMatrix: return isFloat64 ? of.in : "f.matrices(" + of.in + how + ")";
    default: return {};
    }
}

std::string statementOf(const ValueNames& names, const OpStream& stream, const Node& node) {
    Formula out = formulaOf(stream, node);
    const bool isFloat64 = stream.format.isFloat64;
    out.in = joinedText(names, node.in, node.kind == OpKind::WriteMatrix);
    if (!node.operand.empty())
        out.operand = joinedText(names, node.operand, isFloat64 && node.kind == OpKind::Product);
    return cppFormula(out, isFloat64);
}

std::string cppFunction(const std::string& type, const std::string& name, std::vector<std::string> parameters,
                        const std::string& body) {
    parameters.emplace_back("[[maybe_unused]] Vectors* values");
    return type + " " + name + "(" + joinedWords(parameters) + ") {\n" + body + "}\n\n";
}

// The body of a program with loops, whose memories are files: a line for each instruction.
class LoopBody {
  public:
    explicit LoopBody(const OpStream& stream) : m_stream(stream) {
        line(1, "Queue NetQ(netin, N);");
        for (const std::string& memory : vectorMemories(stream))
            line(1, "File " + memory + "(N" + (memory == kVectorDram ? ", vdram" : "") + ");");
        if (hasMatrices(stream)) line(1, isFloat64() ? "File MatrixRf(N * N);" : "Matrices MatrixRf(N);");
        if (storesMatrices(stream)) line(1, "File " + std::string(kMatrixDram) + "(N * N, mdram);");
        overAll(stream, wholeOf(stream), 1, *this);
        line(1, "return NetQ.given();");
    }
    SoftwareBody body() { return {std::move(m_functions), std::move(m_out)}; }

    // A function of its memories, and of the turns of the loops around it.
    void layer(const LayerPart& layer, std::size_t depth) {
        std::vector<std::string> takes, parameters;
        for (const std::string& memory : memoriesOf(m_stream, layer.part)) {
            takes.push_back(memory);
            parameters.push_back(typeOf(memory) + " " + memory);
        }
        for (std::size_t i = 0; i + 1 < depth; ++i) {
            takes.emplace_back(1, kCounters[i]);
            parameters.push_back("[[maybe_unused]] std::size_t " + takes.back());
        }
        std::string outer = std::exchange(m_out, {});
        m_base = depth - 1;
        overAll(m_stream, layer.part, depth, *this, true);
        m_base = 0;
        const std::string body = std::exchange(m_out, std::move(outer));
        const auto [name, isNew] = m_layers.take(layer.name, body);
        if (isNew) m_functions += cppFunction("void", name, parameters, body);
        line(depth, callText(name, takes) + ";");
    }

    void begin(const Loop& loop, std::size_t depth) {
        const std::string counter(1, kCounters[depth - 1]);
        line(depth,
             "for (std::size_t " + counter + " = 0; " + counter + " < " + number(loop.turns) + "; ++" +
                 counter + ") {",
             number(loop.bundle) + ": " + loop.text);
    }
    void end(std::size_t depth) { line(depth, "}"); }
    void chain(const Chain& chain, std::size_t depth) {
        line(depth, "{", joinedWords(chain.labels));
        std::string travels;
        for (const Op& op : chain.ops) travels = step(chain, op, travels, depth + 1);
        line(depth, "}");
    }

  private:
    // Gives the name of what travels on after it.
    std::string step(const Chain& chain, const Op& op, const std::string& travels, std::size_t depth) {
        const std::string name = "v" + number(op.bundle), note = number(op.bundle) + ": " + op.text;
        const std::string place = placeText(chain, op);
        Formula formula = formulaOf(m_stream, chain, op);
        formula.in = op.kind == OpKind::Window ? place : travels;
        formula.operand = place;
        switch (op.kind) {
        case OpKind::Read:
        case OpKind::ReadMatrix:
            line(depth, (isSource(op) ? "const VectorsIn " : "const Vectors ") + name + " = " + place + ";",
                 note);
            return name;
        case OpKind::Write:
        case OpKind::StoreMatrix: line(depth, writeText(chain, op, travels), note); return travels;
        case OpKind::WriteMatrix:
            line(depth, writeText(chain, op, cppFormula(formula, isFloat64())), note);
            return travels;
        default: break;
        }
        line(depth, "const Vectors " + name + " = " + cppFormula(formula, isFloat64()) + ";", note);
        line(depth, "keep(values, " + name + ");");
        if (op.kind != OpKind::WriteQuantised) return name;
        line(depth, writeText(chain, op, name)); // what travels goes on as it was
        return travels;
    }

    void line(std::size_t depth, const std::string& text, const std::string& note = {}) {
        m_out += std::string(4 * (depth - m_base), ' ') + text + (note.empty() ? "" : " // " + note) + "\n";
    }
    bool isFloat64() const { return m_stream.format.isFloat64; }
    std::string typeOf(const std::string& memory) const {
        if (memory == nameOf(kOfMatrixDram)) return "const Vectors&";
        return memory == kQueue ? "Queue&" : memory == "MatrixRf" && !isFloat64() ? "Matrices&" : "File&";
    }
    static std::string stepsText(const Access& access) {
        return access.times == 1 ? "" : ", " + number(access.step) + ", " + number(access.times);
    }
    // Whether matrices are read where they are at the start, and nothing changes them.
    bool isSource(const Op& op) const { return op.memory == kMatrixDram && !storesMatrices(m_stream); }
    std::string placeText(const Chain& chain, const Op& op) const {
        if (op.memory.empty()) return {};
        const Access access = accessOf(chain, op);
        if (op.memory == kQueue) return "NetQ.take(" + number(takenBy(chain, op, m_stream.format.n)) + ")";
        if (isSource(op)) return "part(mdram, N * N, " + addressText(op) + ", " + number(access.count) + ")";
        const std::string first = op.kind == OpKind::Window ? number(op.picture) : addressText(op);
        return op.memory + ".read(" + first + ", " + number(access.count) + stepsText(access) + ")";
    }
    static std::string writeText(const Chain& chain, const Op& op, const std::string& what) {
        if (op.memory == kQueue) return "NetQ.give(" + what + ");";
        return op.memory + ".write(" + what + ", " + addressText(op) + stepsText(accessOf(chain, op)) + ");";
    }

    const OpStream& m_stream;
    std::string m_out, m_functions;
    std::size_t m_base = 0; // loops around the function that is written
    LayerNames m_layers;
};

std::string typeOfNode(const Graph& graph, const OpStream& stream, std::uint32_t node) {
    const bool areBlocks = graph.nodes[node].kind == OpKind::WriteMatrix && !stream.format.isFloat64;
    return areBlocks ? "Blocks" : "Vectors";
}

std::string cppStatements(const Graph& graph, const OpStream& stream, const ValueNames& names,
                          const ValueNames::Run& run, std::string& values) {
    std::string out;
    for (std::uint32_t i = run.first; i < run.end; ++i) {
        const Node& node = graph.nodes[i];
        const Op& op = stream.chains[node.chain].ops[node.op];
        out += labelLine(graph, i, stream, "    // ");
        if (!stream.format.isFloat64) out += names.apartLine(run, i, "    // ");
        std::string value = statementOf(names, stream, node);
        if (const ValueNames::Rows* const rows = names.rowsOf(i)) {
            if (i == rows->product.nodes.front())
                out += "    const Vectors " + rows->name + " = " +
                       statementOf(names, stream, rows->product.whole) + ";\n";
            value = "part(" + rows->name + ", N, " + number(rows->product.firstOf(i)) + ", " +
                    number(node.count) + ")";
        }
        out += "    const " + typeOfNode(graph, stream, i) + " " + names.of(i) + " = " + value + "; // " +
               number(op.bundle) + ": " + op.text + "\n";
        if (!areMatrices(node.kind)) values += (values.empty() ? "" : ", ") + names.of(i);
    }
    return out;
}

// A layer as a function, and the line that calls it.
void addLayer(const Graph& graph, const OpStream& stream, const ValueNames& names, const ValueNames::Run& run,
              std::string statements, SoftwareBody& out) {
    std::vector<std::string> takes, parameters, gives, types;
    for (const Piece& piece : run.takes) {
        takes.push_back(names.of(piece).name);
        parameters.push_back("const " +
                             (piece.node < kSources ? "Vectors" : typeOfNode(graph, stream, piece.node)) +
                             "& " + takes.back());
    }
    for (const std::uint32_t node : run.gives) {
        gives.push_back(names.of(node));
        types.push_back(typeOfNode(graph, stream, node));
    }
    const bool isOne = gives.size() == 1;
    const std::string type = gives.empty() ? "void"
                             : isOne       ? types.front()
                                           : "std::tuple<" + joinedWords(types) + ">";
    if (!gives.empty())
        statements += "    return " + (isOne ? gives.front() : "{" + joinedWords(gives) + "}") + ";\n";
    out.functions += cppFunction(type, run.function, parameters, statements);
    const std::string target = gives.empty() ? ""
                               : isOne       ? "const " + type + " " + gives.front() + " = "
                                             : "const auto [" + joinedWords(gives) + "] = ";
    out.text += "    " + target + callText(run.function, takes) + ";\n";
}

std::string keptText(const std::string& values) {
    return "    if (values != nullptr) append(*values, joined(std::vector<Vectors>{" + values + "}));\n";
}

// Of a program without loops: every value has a name.
SoftwareBody straightBody(const Graph& graph, const OpStream& stream) {
    const ValueNames names(graph, stream);
    SoftwareBody out;
    for (const ValueNames::Named& part : names.parts())
        out.text += "    const Vectors " + part.name + " = part(" + std::string(nameOf(part.source)) +
                    ", N, " + number(part.first) + ", " + number(part.count) + ");\n";
    std::string values;
    for (const ValueNames::Run& run : names.runs()) {
        std::string statements = cppStatements(graph, stream, names, run, values);
        if (names.hasLayers() && !values.empty()) statements += keptText(std::exchange(values, {}));
        if (run.function.empty())
            out.text += statements;
        else
            addLayer(graph, stream, names, run, std::move(statements), out);
    }
    if (!names.hasLayers()) out.text += keptText(values);
    out.text += "    return " + (graph.output.empty() ? "{}" : joinedText(names, graph.output)) + ";\n";
    return out;
}

std::string windowConstants(const OpStream& stream) {
    std::string out;
    for (const Window& w : windowsOf(stream)) {
        std::string list;
        for (const std::uint32_t one : {w.height, w.width, w.depth, w.windowHeight, w.windowWidth, w.strideY,
                                        w.strideX, w.padTop, w.padLeft, w.across})
            list += number(one) + ", ";
        out += "constexpr Window " + windowName(stream, w) + "{" + list + number(w.padding) +
               "}; // picture, window, strides, pads, windows in a row, padding\n";
    }
    return out;
}

std::string beginningOf(const OpStream& stream) {
    const Format& f = stream.format;
    const std::string what = f.isFloat64 ? "in float64, with nothing rounded, what the firmware " +
                                               quotable(stream.name) + " computes"
                                         : "the same bits as the firmware " + quotable(stream.name);
    const std::string beginning =
        "// Written by `lw concord`: " + what +
        ". C++17, with blockfloat.hpp beside it.\n#include \"blockfloat.hpp\"\n\nusing namespace blockfloat;\n\n"
        "namespace {\n\nconstexpr std::size_t N = " +
        number(f.n) + ";\n";
    if (f.isFloat64) return beginning + "constexpr Float64 f{N};\n" + windowConstants(stream) + "\n";
    return beginning + "constexpr Format f{N, " + number(f.vectorBits) + ", " + number(f.matrixBits) + ", " +
           number(f.exponentBits) + ", " + (f.exactSums ? "true" : "false") + ", " +
           (f.saturates ? "true" : "false") +
           "}; // bits of vectors, matrices, exponents; exact sums, saturates\n" + windowConstants(stream) +
           "\n";
}

std::string mainText(const Graph& graph, const CppPreparation& preparation, bool isFloat64) {
    const std::string save = isFloat64 ? "saveFloat64" : "save", ending = isFloat64 ? "_float64" : "";
    const auto loaded = [&](Source source, const char* each) {
        return "load(folder + \"" + std::string(nameOf(source)) + ".npy\", " + number(usedOf(graph, source)) +
               each + ")";
    };
    std::string options = isFloat64 ? "" : " [--no-quantise]";
    for (const std::string& option : preparation.options) options += " [" + option + "]";
    const std::string used = number(usedOf(graph, kFromQueue));
    return "} // namespace\n\n// program [FOLDER] [--values] [--inputs FILE.npy]" + options +
           "\nint main(int count, char** words) {\n"
           "    const std::vector<std::string> asked(words + 1, words + count);\n"
           "    const std::string folder = folderIn(asked) + \"/\";\n" +
           (isFloat64 ? ""
                      : "    quantises = !hasWord(asked, \"--no-quantise\"); // what forgetting it loses\n") +
           preparation.begins +
           "    const std::string inputs = wordAfter(asked, \"--inputs\"); // for each run the vectors from the "
           "network\n"
           "    const Vectors netin = load(inputs.empty() ? folder + \"netin.npy\" : inputs, " +
           used + " * N);\n    const Vectors vdram = " + loaded(kOfVectorDram, " * N") +
           ";\n    const Vectors mdram = " + loaded(kOfMatrixDram, " * N * N") +
           ";\n    const std::size_t runs = " +
           (used == "0" ? "1" : "inputs.empty() ? 1 : runsOf(inputs, netin, " + used + " * N)") +
           ";\n    Vectors values, netout;\n    Vectors* const kept = hasWord(asked, \"--values\") ? &values : nullptr;\n    for (std::size_t i = 0; i < runs; ++i)\n"
           "        append(netout, run(part(netin, N, i * " +
           used + ", " + used + "), vdram, mdram, kept));\n    " + save + "(folder + \"netout" + ending +
           ".npy\", netout);\n    if (kept != nullptr) " + save + "(folder + \"values" + ending +
           ".npy\", values);\n" + preparation.ends + "}\n";
}

} // namespace

std::string cppText(const Graph& graph, const OpStream& stream) {
    const SoftwareBody body = stream.loops.empty() ? straightBody(graph, stream) : LoopBody(stream).body();
    std::string out = beginningOf(stream) + body.functions;
    out +=
        "// Vectors from the network and of DRAM, native matrices; gives the vectors to the network, and where\n"
        "// values are kept all of those on the way.\nVectors run([[maybe_unused]] const Vectors& netin, [[maybe_unused]] const Vectors& vdram, "
        "[[maybe_unused]] const Vectors& mdram,\n            Vectors* values) {\n";
    out += tensorLines(stream, "    // ") + body.text + "}\n\n";
    const CppPreparation preparation = cppPreparation(graph, stream);
    return out + preparation.functions + mainText(graph, preparation, stream.format.isFloat64);
}

} // namespace lw::concord
