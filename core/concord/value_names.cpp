// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/value_names.h"

#include "core/base/printable.h"
#include "core/concord/places.h"

#include <algorithm>

namespace lw::concord {

namespace {

constexpr std::string_view kTaken[] = {
    // Python, C++, and what both texts call something
    "False",
    "None",
    "True",
    "and",
    "as",
    "assert",
    "async",
    "await",
    "break",
    "class",
    "continue",
    "def",
    "del",
    "elif",
    "else",
    "except",
    "finally",
    "for",
    "from",
    "global",
    "if",
    "import",
    "in",
    "is",
    "lambda",
    "nonlocal",
    "not",
    "or",
    "pass",
    "raise",
    "return",
    "try",
    "while",
    "with",
    "yield",
    "alignas",
    "alignof",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "compl",
    "const",
    "constexpr",
    "const_cast",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "friend",
    "goto",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not_eq",
    "nullptr",
    "operator",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret"
    "_cast",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "xor",
    "xor_eq",
    "N",
    "f",
    "i",
    "j",
    "k",
    "l",
    "np",
    "os",
    "sys",
    "std",
    "main",
    "run",
    "given",
    "prepared",
    "prepared_weights",
    "prepared_vectors",
    "weights_of",
    "vectors_of",
    "results",
    "values",
    "netin",
    "vdram",
    "mdram",
    "netout",
    "blockfloat",
    "open",
    "int8_t",
    "len",
    "range",
    "print",
    "append",
    "asHalf",
    "countOf",
    "keep",
    "numbersIn",
    "runsOf",
    "VectorsIn",
    "cutRows",
    "filledVectors",
    "floatOf",
    "folderIn",
    "hasWord",
    "loadArray",
    "quantises",
    "saveArray",
    "saveBytes",
    "saveFloat64",
    "sumOf",
    "tiledMatrices",
    "wordAfter",
    "Array",
    "BlocksIn",
    "Float64",
    "philox",
    "codeOf",
    "fail",
    "floorShift",
    "joined",
    "load",
    "part",
    "save",
    "strided",
    "valueOf",
    "Blocks",
    "ExactSum",
    "File",
    "Format",
    "Matrices",
    "Queue",
    "Rounding",
    "Vectors",
    "Window",
    "WindowSum",
    "NetQ",
    "Dram",
    "InitialVrf",
    "AddSubVrf0",
    "AddSubVrf1",
    "MultiplyVrf",
    "MatrixRf",
    "MatrixDram"};

// "v12" and "m3" are values without a name, "W0" is what slides over a picture.
bool isNumbered(std::string_view name) {
    return name.size() > 1 && std::string_view("vmW").find(name.front()) != std::string_view::npos &&
           name.find_first_not_of("0123456789", 1) == name.npos;
}

// Of a hint, which says how large it is without what fills it up.
bool isHint(const TensorName& tensor) { return !tensor.shape.empty(); }

bool isOfMatrices(const TensorName& tensor) {
    return tensor.memory == "MatrixRf" || tensor.memory == nameOf(kOfMatrixDram);
}

// "W[2, 4:8]"
std::string partName(const ArrayPart& part) {
    std::string out = part.index ? number(*part.index) : "";
    if (part.end != 0) out += (out.empty() ? "" : ", ") + number(part.first) + ":" + number(part.end);
    return part.array + (out.empty() ? "" : "[" + out + "]");
}

} // namespace

std::string quotable(std::string_view name) {
    std::string out = printableName(name);
    std::ranges::replace(out, '"', '\'');
    return out;
}

std::string joinedWords(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}

std::string tensorLines(const OpStream& stream, const std::string& sign) {
    std::string out;
    for (const TensorName& tensor : stream.tensors) {
        out += sign + tensor.name + ": " + tensor.memory + "[" + number(tensor.first) + ":" +
               number(tensor.first + tensor.count) + "]";
        for (std::size_t i = 0; i < tensor.shape.size(); ++i)
            out += (i > 0 ? "x" : isOfMatrices(tensor) ? ", mat " : ", vec ") + number(tensor.shape[i]);
        for (const ArrayPart& part : tensor.parts)
            out += (&part == &tensor.parts.front() ? ", of " : " + ") + partName(part);
        out += "\n";
    }
    return out;
}

std::string labelLine(const Graph& graph, std::uint32_t node, const OpStream& stream,
                      const std::string& sign) {
    const std::uint32_t last = graph.nodes[node].chain;
    std::uint32_t chain = node == kSources ? 0 : graph.nodes[node - 1].chain + 1;
    std::string out;
    for (; chain <= last; ++chain)
        if (const auto& labels = stream.chains[chain].labels; !labels.empty())
            out += (out.empty() ? "" : ", ") + joinedWords(labels);
    return out.empty() ? out : sign + out + "\n";
}

std::string callText(const std::string& name, std::vector<std::string> takes) {
    takes.emplace_back("values");
    return name + "(" + joinedWords(takes) + ")";
}

UsedNames::UsedNames() : m_used(std::begin(kTaken), std::end(kTaken)) {}

std::string UsedNames::take(const std::string& wanted) {
    std::string name = wanted;
    for (char& c : name)
        if (c == '.' || c == '@') c = '_';
    name.erase(0, name.find_first_not_of('_')); // of "/lstm/output", a name of ONNX
    const bool isPlain = !name.empty() && (name.front() < '0' || name.front() > '9') && !isNumbered(name);
    if (!isPlain) name.insert(0, "of_");
    std::string out = name;
    for (int i = 2; !m_used.insert(out).second; ++i) out = name + "_" + std::to_string(i);
    return out;
}

LayerNames::Function LayerNames::take(const std::string& layer, const std::string& body) {
    std::string& name = m_functions[{layer, body}];
    const bool isNew = name.empty();
    if (isNew) name = m_used.take(layer);
    return {name, isNew};
}

ValueNames::ValueNames(const Graph& graph, const OpStream& stream) : m_graph(graph) {
    for (std::uint32_t node = 0; node < graph.nodes.size(); ++node)
        m_nodes.push_back(node < kSources ? std::string(nameOf(static_cast<Source>(node)))
                          : areMatrices(graph.nodes[node].kind) ? "m" + number(node)
                                                                : "v" + number(node));
    findRuns(stream);
    nameParts(stream);
    nameWritten(stream);
    findUses();
    nameRows();
}

void ValueNames::nameRows() {
    for (const Run& run : m_runs)
        for (RowProduct& product : rowProducts(m_graph, run.first, run.end)) {
            const std::string name =
                m_used.take(of(product.nodes.front()) + "_to_" + of(product.nodes.back()));
            m_rows.push_back({name, std::move(product)});
        }
}

const ValueNames::Rows* ValueNames::rowsOf(std::uint32_t node) const {
    for (const Rows& rows : m_rows)
        if (std::ranges::find(rows.product.nodes, node) != rows.product.nodes.end()) return &rows;
    return nullptr;
}

std::string ValueNames::apartLine(const Run& run, std::uint32_t node, const std::string& sign) const {
    const auto found = whyApart(m_graph, node, run.first);
    if (!found) return {};
    const std::string one = of(found->one), other = of(found->other);
    switch (found->why) {
    case Apart::SumOfHalves:
        return sign + other + " and " + one +
               " are not columns of one product: each is FP16 before they are added\n";
    case Apart::SumOfBlocks:
        return sign + other + " and " + one +
               " are not columns of one product: one is a block, and both are FP16 before they are added\n";
    case Apart::Chance:
        return sign + one + " and " + other +
               " are not rows of one product: each instruction draws by itself\n";
    case Apart::Iterations:
        return sign + one + " and " + other +
               " are not rows of one product: each has its vectors turn by turn\n";
    }
    return {};
}

void ValueNames::namePart(const TensorName& tensor, Source source, std::uint64_t first) {
    const auto isKnown = [&](const Named& one) { return one.source == source && one.first == first; };
    if (source == kOfMatrixDram || std::ranges::any_of(m_parts, isKnown)) return;
    const std::uint64_t used = usedOf(m_graph, source); // of the source nobody needs to bring more
    if (first < used)
        m_parts.push_back({m_used.take(tensor.name), source, first, std::min(tensor.count, used - first)});
}

void ValueNames::nameParts(const OpStream& stream) {
    for (const TensorName& tensor : stream.tensors) {
        if (!isHint(tensor)) continue;
        if (tensor.memory == nameOf(kFromQueue)) namePart(tensor, kFromQueue, tensor.first);
        if (tensor.memory == kVectorDram || tensor.memory == nameOf(kOfVectorDram))
            namePart(tensor, kOfVectorDram, tensor.first);
    }
}

// What was written to exactly a named place has its name: a value, or a part of a source.
void ValueNames::nameWritten(const OpStream& stream) {
    std::set<std::uint32_t> named;
    for (const Written& written : m_graph.writes) {
        if (written.pieces.size() != 1 || written.pieces.front().times != 1) continue;
        const Piece& piece = written.pieces.front();
        const Chain& chain = stream.chains[written.chain];
        if (accessOf(chain, chain.ops[written.op]).times != 1) continue;
        const std::string_view memory =
            written.memory == kQueue ? "netout" : std::string_view(written.memory);
        const TensorName* const tensor =
            nameOfPlace(stream, memory, written.first, piece.count, chain.ops[written.op].bundle);
        if (tensor == nullptr) continue;
        if (piece.node < kSources)
            namePart(*tensor, static_cast<Source>(piece.node), piece.first);
        else if (of(piece).isWhole && named.insert(piece.node).second)
            m_nodes[piece.node] = m_used.take(tensor->name);
    }
}

ValueNames::Reference ValueNames::of(const Piece& piece) const {
    for (const Named& part : m_parts)
        if (part.source == piece.node && part.first <= piece.first && piece.end() <= part.first + part.count)
            return {part.name, piece.first - part.first,
                    piece.times == 1 && piece.first == part.first && piece.count == part.count};
    return {m_nodes[piece.node], piece.first,
            piece.node >= kSources && piece.times == 1 && piece.first == 0 &&
                piece.count == m_graph.nodes[piece.node].count};
}

void ValueNames::findRuns(const OpStream& stream) {
    const auto layerOf = [&](std::uint32_t node) { return stream.chains[m_graph.nodes[node].chain].layer; };
    const auto last = static_cast<std::uint32_t>(m_graph.nodes.size());
    for (std::uint32_t node = kSources; node < last; ++node) {
        const std::string layer = layerOf(node);
        if (node == kSources || layerOf(node - 1) != layer)
            m_runs.push_back({layer.empty() ? "" : m_used.take(layer), node, node, {}, {}});
        m_runs.back().end = node + 1;
    }
}

void ValueNames::findUses() {
    const auto last = static_cast<std::uint32_t>(m_graph.nodes.size());
    std::vector<std::size_t> runOf(last, m_runs.size());
    for (std::size_t i = 0; i < m_runs.size(); ++i)
        std::fill(runOf.begin() + m_runs[i].first, runOf.begin() + m_runs[i].end, i);
    const auto use = [&](const Pieces& pieces, std::size_t by) {
        for (const Piece& piece : pieces) {
            const std::size_t maker = runOf[piece.node];
            if (maker == by) continue;
            if (by < m_runs.size() && std::ranges::none_of(m_runs[by].takes, [&](const Piece& one) {
                    return of(one).name == of(piece).name;
                }))
                m_runs[by].takes.push_back(piece);
            if (maker == m_runs.size()) continue;
            auto& gives = m_runs[maker].gives;
            if (std::ranges::find(gives, piece.node) == gives.end()) gives.push_back(piece.node);
        }
    };
    for (std::uint32_t node = kSources; node < last; ++node) {
        use(m_graph.nodes[node].in, runOf[node]);
        use(m_graph.nodes[node].operand, runOf[node]);
    }
    use(m_graph.output, m_runs.size());
}

bool ValueNames::hasLayers() const {
    return std::ranges::any_of(m_runs, [](const Run& run) { return !run.function.empty(); });
}

} // namespace lw::concord
