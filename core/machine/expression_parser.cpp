// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/closest_word.h"
#include "core/isa/lookup.h"
#include "core/machine/cell_value.h"
#include "core/machine/expression_terms.h"
#include "core/machine/messages.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace lw::machine {
namespace {

constexpr std::size_t kLongestText = 4096;
constexpr int kDeepest = 100;
constexpr std::size_t kMostIndices = 8;

constexpr std::array kFunctions{
    FunctionRow{"f32", Function::F32, 1, 1},     FunctionRow{"i32", Function::I32, 1, 1},
    FunctionRow{"u32", Function::U32, 1, 1},     FunctionRow{"f16", Function::F16, 1, 2},
    FunctionRow{"bf16", Function::Bf16, 1, 2},   FunctionRow{"bits", Function::Bits, 1, 1},
    FunctionRow{"hex", Function::Hex, 1, 1},     FunctionRow{"abs", Function::Abs, 1, 1},
    FunctionRow{"min", Function::Min, 2, 2},     FunctionRow{"max", Function::Max, 2, 2},
    FunctionRow{"isnan", Function::IsNan, 1, 1}, FunctionRow{"isinf", Function::IsInf, 1, 1},
};

struct OperatorRow {
    std::string_view sign;
    Operator op;
    std::uint8_t level; // binds tighter the higher; 0 = unary only
};
// Longer signs before those they begin with.
constexpr std::array kOperators{
    OperatorRow{"||", Operator::OrElse, 1},    OperatorRow{"&&", Operator::AndAlso, 2},
    OperatorRow{"==", Operator::Equal, 6},     OperatorRow{"!=", Operator::NotEqual, 6},
    OperatorRow{"<<", Operator::ShiftLeft, 8}, OperatorRow{">>", Operator::ShiftRight, 8},
    OperatorRow{"<=", Operator::LessEqual, 7}, OperatorRow{">=", Operator::GreaterEqual, 7},
    OperatorRow{"<", Operator::Less, 7},       OperatorRow{">", Operator::Greater, 7},
    OperatorRow{"|", Operator::Or, 3},         OperatorRow{"^", Operator::Xor, 4},
    OperatorRow{"&", Operator::And, 5},        OperatorRow{"+", Operator::Add, 9},
    OperatorRow{"-", Operator::Subtract, 9},   OperatorRow{"*", Operator::Multiply, 10},
    OperatorRow{"/", Operator::Divide, 10},    OperatorRow{"%", Operator::Remainder, 10},
    OperatorRow{"~", Operator::Complement, 0}, OperatorRow{"!", Operator::Not, 0},
    OperatorRow{"-", Operator::Negate, 0},     OperatorRow{"+", Operator::Plus, 0},
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool beginsName(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isInName(char c) { return beginsName(c) || isDigit(c); }

class Parser {
  public:
    Parser(std::string_view text, const Scope& scope, std::uint32_t file)
        : m_text(text), m_scope(&scope), m_file(file) {}

    Result<ExpressionTerms> parse() {
        if (m_text.size() > kLongestText) return Problem{&messages::kTooDeep, {}, placeOf(0, 1), {}, {}};
        LW_TRY(const std::uint32_t root, choice());
        skipSpace();
        if (m_at != m_text.size()) return unexpected("an operator or the end");
        m_out.root = root;
        return std::move(m_out);
    }

  private:
    using Index = Result<std::uint32_t>;

    // ---- text

    void skipSpace() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) ++m_at;
    }
    bool take(std::string_view sign) {
        skipSpace();
        if (!m_text.substr(m_at).starts_with(sign)) return false;
        m_at += sign.size();
        return true;
    }
    Place placeOf(std::size_t from, std::size_t length) const {
        return {m_file, 1, static_cast<std::uint32_t>(from + 1),
                static_cast<std::uint32_t>(std::max<std::size_t>(length, 1))};
    }
    Problem unexpected(std::string wanted) {
        skipSpace();
        std::size_t end = m_at;
        while (end < m_text.size() && isInName(m_text[end])) ++end;
        end = std::min(std::max(end, m_at + 1), m_text.size());
        const std::string found =
            m_at < m_text.size() ? '\'' + std::string(m_text.substr(m_at, end - m_at)) + '\'' : "the end";
        return {&messages::kUnexpected, {std::move(wanted), found}, placeOf(m_at, end - m_at), {}, {}};
    }
    std::string_view name() {
        skipSpace();
        const std::size_t from = m_at;
        const auto goesOn = [&] { // also after a point: "conv1.first"
            if (m_at + 1 < m_text.size() && m_text[m_at] == '.' && m_at > from)
                return beginsName(m_text[m_at + 1]);
            return m_at < m_text.size() && isInName(m_text[m_at]);
        };
        while (goesOn()) ++m_at;
        return m_text.substr(from, m_at - from);
    }

    // ---- terms

    std::uint32_t add(Term term, std::size_t from) {
        term.place = placeOf(from, m_at - from);
        m_out.terms.push_back(term);
        return static_cast<std::uint32_t>(m_out.terms.size() - 1);
    }
    std::uint32_t addInteger(std::int64_t integer, std::size_t from) {
        Term term;
        term.constant.integer = integer;
        return add(term, from);
    }
    std::uint32_t addOf(TermKind kind, Operator op, std::initializer_list<std::uint32_t> operands,
                        std::size_t from) {
        Term term;
        term.kind = kind;
        term.op = op;
        for (const std::uint32_t operand : operands) term.operands[term.count++] = operand;
        return add(term, from);
    }

    Index choice() {
        if (++m_depth > kDeepest) return Problem{&messages::kTooDeep, {}, placeOf(m_at, 1), {}, {}};
        skipSpace();
        const std::size_t from = m_at;
        LW_TRY(std::uint32_t condition, binary(1));
        if (take("?")) {
            LW_TRY(const std::uint32_t yes, choice());
            if (!take(":")) return unexpected("':'");
            LW_TRY(const std::uint32_t no, choice());
            condition = addOf(TermKind::Choice, Operator::Add, {condition, yes, no}, from);
        }
        --m_depth;
        return condition;
    }

    const OperatorRow* operatorHere(bool unary) {
        skipSpace();
        for (const OperatorRow& row : kOperators)
            if ((row.level == 0) == unary && m_text.substr(m_at).starts_with(row.sign)) return &row;
        return nullptr;
    }

    Index binary(std::uint8_t level) {
        skipSpace();
        const std::size_t from = m_at;
        LW_TRY(std::uint32_t left, unary());
        for (;;) {
            const OperatorRow* row = operatorHere(false);
            if (!row || row->level < level) return left;
            m_at += row->sign.size();
            LW_TRY(const std::uint32_t right, binary(static_cast<std::uint8_t>(row->level + 1)));
            left = addOf(TermKind::Binary, row->op, {left, right}, from);
        }
    }

    Index unary() {
        skipSpace();
        const std::size_t from = m_at;
        const OperatorRow* row = operatorHere(true);
        if (!row) return primary();
        if (++m_depth > kDeepest) return Problem{&messages::kTooDeep, {}, placeOf(m_at, 1), {}, {}};
        m_at += row->sign.size();
        LW_TRY(const std::uint32_t operand, unary());
        --m_depth;
        return addOf(TermKind::Unary, row->op, {operand}, from);
    }

    Index primary() {
        skipSpace();
        if (m_at == m_text.size()) return unexpected("a value");
        const char c = m_text[m_at];
        if (take("(")) {
            LW_TRY(const std::uint32_t inside, choice());
            if (!take(")")) return unexpected("')'");
            return inside;
        }
        if (isDigit(c) || c == '.') return number();
        if (c == '"') return nodeInQuotes();
        if (!beginsName(c)) return unexpected("a value");
        const std::size_t from = m_at;
        std::string_view word = name();
        if (take("(")) return function(word, from);
        // The cells of a core by their path: c3."queues/ports"[2].
        const bool isPath = m_text.substr(m_at).starts_with(".\"");
        std::string_view rest = isPath ? m_text.substr(from, word.size() + 1) : word;
        const CoreName* const core = m_scope->takeCore(rest);
        if (core == nullptr) return named(word, from);
        const Scope other = m_scope->of(*core);
        const Scope* const outer = std::exchange(m_scope, &other);
        if (isPath) ++m_at;
        Index found = isPath ? nodeInQuotes() : named(rest, from);
        m_scope = outer;
        return found;
    }

    Index number() {
        const std::size_t from = m_at;
        std::string digits;
        bool real = false;
        const bool based = m_text.substr(m_at, 2) == "0x" || m_text.substr(m_at, 2) == "0b";
        for (; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            const bool exponentSign = !based && (c == '+' || c == '-') && !digits.empty() &&
                                      (digits.back() == 'e' || digits.back() == 'E');
            if (!isInName(c) && c != '.' && !exponentSign) break;
            if (c != '_') digits += c;
            real = real || (!based && (c == '.' || c == 'e' || c == 'E'));
        }
        Term term;
        const char* begin = digits.data() + (based ? 2 : 0);
        const char* end = digits.data() + digits.size();
        std::from_chars_result got{};
        if (real) {
            term.constant.isReal = true;
            term.constant.type = tensor::DType::F64;
            got = std::from_chars(begin, end, term.constant.real);
        } else {
            std::uint64_t integer = 0;
            got = std::from_chars(begin, end, integer, !based ? 10 : digits[1] == 'x' ? 16 : 2);
            if (!based && integer > 0x7fffffffffffffffull) got.ec = std::errc::result_out_of_range;
            term.constant.integer = static_cast<std::int64_t>(integer);
        }
        if (got.ec != std::errc() || got.ptr != end)
            return Problem{&messages::kNotANumber,
                           {std::string(m_text.substr(from, m_at - from))},
                           placeOf(from, m_at - from),
                           {},
                           {}};
        return add(term, from);
    }

    Index function(std::string_view word, std::size_t from) {
        const auto row = std::find_if(kFunctions.begin(), kFunctions.end(),
                                      [&](const FunctionRow& r) { return r.name == word; });
        if (row == kFunctions.end()) return unknown(word, from);
        Term term;
        term.kind = TermKind::Function;
        term.function = row->function;
        do {
            LW_TRY(const std::uint32_t argument, choice());
            if (term.count == row->mostArguments) return argumentCount(*row, from, word.size());
            term.operands[term.count++] = argument;
        } while (take(","));
        if (!take(")")) return unexpected("',' or ')'");
        if (term.count < row->leastArguments) return argumentCount(*row, from, word.size());
        return add(term, from);
    }
    Problem argumentCount(const FunctionRow& row, std::size_t from, std::size_t length) const {
        const std::string count =
            row.leastArguments == row.mostArguments
                ? std::to_string(row.mostArguments)
                : std::to_string(row.leastArguments) + " or " + std::to_string(row.mostArguments);
        return {&messages::kArguments, {std::string(row.name), count}, placeOf(from, length), {}, {}};
    }

    // ---- names

    Index named(std::string_view word, std::size_t from) {
        if (m_scope->tensorsFirst)
            if (const auto* tensor = program::findTensor(*m_scope->program, word))
                return tensorCells(*tensor, from);
        if (word == "clock" || word == "bundle") {
            Term term;
            term.kind = word == "clock" ? TermKind::Clock : TermKind::Bundle;
            if (term.kind == TermKind::Bundle) term.cell = programCounter();
            return add(term, from);
        }
        const isa::Spec& spec = *m_scope->target->spec;
        const isa::Lookup& lookup = isa::lookupOf(spec);
        if (const auto reg = lookup.registerNamed(word)) {
            const NodeId node = m_scope->tree.ofFile(reg->file);
            if (node != m_scope->tree.root()) return cellsOf(word, node, reg->number, from);
        }
        if (word == "sflag")
            return cellsOf(word, m_scope->tree.withRole(Role::SyncFlags), std::nullopt, from);
        if (const auto* tensor = program::findTensor(*m_scope->program, word))
            return tensorCells(*tensor, from);
        if (const auto space = lookup.spaceNamed(word))
            if (const NodeId node = m_scope->tree.ofSpace(*space); node != m_scope->tree.root())
                return cellsOf(word, node, std::nullopt, from);
        if (const auto* symbol = program::findSymbol(*m_scope->program, word))
            return addInteger(symbol->value, from);
        if (const NodeId node = registerCalled(word); node != m_scope->tree.root())
            return cellsOf(word, node, std::nullopt, from);
        // A constant has no elements: with an index an array of that name is meant.
        const NodeId array = m_scope->tree.arrayCalled(word);
        skipSpace();
        const bool isIndexed = m_at < m_text.size() && m_text[m_at] == '[';
        const bool isArray = array != m_scope->tree.root();
        if (isArray && isIndexed) return cellsOf(word, array, std::nullopt, from);
        for (const program::TargetConstant& constant : m_scope->target->constants)
            if (constant.name == word) return addInteger(constant.value, from);
        if (isArray) return cellsOf(word, array, std::nullopt, from);
        const NodeId launch = m_scope->tree.withRole(Role::Launch);
        if (word == "launch" && launch != m_scope->tree.root()) return cellsOf(word, launch, 0, from);
        return unknown(word, from);
    }

    // A register of the core that has no file: "rows" of "control/rows". root(): none is called so.
    NodeId registerCalled(std::string_view word) const {
        const CoreTree& tree = m_scope->tree;
        for (std::uint32_t i = 0; i < tree.whole().size(); ++i) {
            const Node& node = tree.at({i});
            if (node.kind == NodeKind::Register && node.name == word && countOf(node) == 1 &&
                tree.whole().isBelow({i}, tree.root()))
                return {i};
        }
        return tree.root();
    }

    std::uint32_t programCounter() {
        const Node& node = m_scope->tree.at(m_scope->tree.withRole(Role::ProgramCounter));
        CellTerm cell;
        cell.offset = node.offset;
        cell.type = encodingOf(node);
        m_out.cells.push_back(std::move(cell));
        return static_cast<std::uint32_t>(m_out.cells.size() - 1);
    }

    Problem unknown(std::string_view word, std::size_t from) const {
        if (std::optional<Problem> problem = m_scope->names.missingCore(word)) {
            problem->place = placeOf(from, word.size());
            return *std::move(problem);
        }
        const isa::Spec& spec = *m_scope->target->spec;
        std::vector<std::string> registers;
        for (std::size_t file = 0; file < spec.files.size(); ++file)
            for (unsigned i = 0; i < spec.files[file].count; ++i)
                registers.push_back(isa::registerText(spec, static_cast<std::int8_t>(file), i));
        std::vector<std::string_view> candidates{"clock", "bundle", "sflag"};
        for (const program::NamedTensor& tensor : m_scope->program->tensors)
            candidates.push_back(tensor.name);
        for (const program::Symbol& symbol : m_scope->program->symbols) candidates.push_back(symbol.name);
        for (const isa::Space& space : spec.spaces) candidates.push_back(space.name);
        for (const program::TargetConstant& constant : m_scope->target->constants)
            candidates.push_back(constant.name);
        candidates.insert(candidates.end(), registers.begin(), registers.end());
        for (const FunctionRow& row : kFunctions) candidates.push_back(row.name);
        return {&messages::kUnknownName,
                {std::string(word)},
                placeOf(from, word.size()),
                {},
                std::string(closestWord(word, candidates))};
    }

    Index nodeInQuotes() {
        const std::size_t from = m_at++;
        const std::size_t end = m_text.find('"', m_at);
        if (end == std::string_view::npos) {
            m_at = m_text.size();
            return unexpected("'\"'");
        }
        const std::string_view path = m_text.substr(m_at, end - m_at);
        m_at = end + 1;
        // Of the core that is meant, or of the whole machine.
        NodeId node = m_scope->tree.find(path);
        if (node == m_scope->tree.root()) node = m_scope->tree.whole().find(path);
        if (countOf(m_scope->tree.at(node)) == 0)
            return Problem{&messages::kNoNode, {std::string(path)}, placeOf(from, m_at - from), {}, {}};
        return cellsOf(path, node, std::nullopt, from);
    }

    // The cells of a node, of its first dimension only `number` if there is one; then the indices.
    Index cellsOf(std::string_view word, NodeId id, std::optional<std::uint64_t> number, std::size_t from) {
        const Node& node = m_scope->tree.at(id);
        CellTerm cell;
        cell.offset = node.offset;
        cell.type = encodingOf(node);
        cell.extents = node.shape;
        cell.tree = &m_scope->tree.whole();
        cell.node = id;
        if (number && !node.shape.empty()) {
            cell.offset += *number * (countOf(node) / node.shape.front()) * sizeOf(node);
            cell.extents.erase(cell.extents.begin());
        }
        // A single cell may be named without [0].
        skipSpace();
        const bool indexed = m_at < m_text.size() && m_text[m_at] == '[';
        if (!indexed && cell.extents == std::vector<std::uint64_t>{1}) cell.extents.clear();
        return indices(std::move(cell), word, from);
    }

    Index tensorCells(const program::NamedTensor& tensor, std::size_t from) {
        const NodeId node = m_scope->tree.ofSpace(tensor.space);
        if (node == m_scope->tree.root()) return unknown(tensor.name, from);
        LW_TRY(program::Arrangement arrangement, program::Arrangement::make(*m_scope->target, tensor));
        CellTerm cell;
        cell.offset = m_scope->tree.at(node).offset +
                      tensor.address * m_scope->target->spaces[index(tensor.space)].unitBytes;
        cell.type = tensor.dtype;
        cell.tree = &m_scope->tree.whole();
        cell.node = node;
        cell.extents = tensor.shape;
        cell.arrangement = std::move(arrangement);
        return indices(std::move(cell), tensor.name, from);
    }

    Index indices(CellTerm cell, std::string_view word, std::size_t from) {
        while (take("[")) {
            do {
                LW_TRY(const std::uint32_t index, choice());
                cell.indices.push_back(index);
                if (cell.indices.size() > kMostIndices)
                    return Problem{&messages::kTooDeep, {}, placeOf(m_at, 1), {}, {}};
            } while (take(","));
            if (!take("]")) return unexpected("',' or ']'");
        }
        if (cell.indices.size() != cell.extents.size() || cell.extents.size() > kMostIndices) {
            std::string first; // element, of a name alone
            for (std::size_t i = 0; i < cell.extents.size() && cell.indices.empty(); ++i)
                first += i == 0 ? "[0" : ", 0";
            if (!first.empty()) first = std::string(m_text.substr(from, m_at - from)) + first + "]";
            return Problem{&messages::kIndexCount,
                           {std::string(word), std::to_string(cell.extents.size()),
                            cell.extents.size() == 1 ? "index" : "indices",
                            std::to_string(cell.indices.size())},
                           placeOf(from, m_at - from),
                           {},
                           std::move(first)};
        }
        for (std::size_t i = 0; i < cell.indices.size(); ++i) {
            const Term& index = m_out.terms[cell.indices[i]];
            const std::int64_t value = index.constant.integer;
            if (index.kind == TermKind::Constant && !index.constant.isReal &&
                (value < 0 || static_cast<std::uint64_t>(value) >= cell.extents[i]))
                return Problem{&messages::kIndexRange,
                               {std::to_string(value), std::to_string(cell.extents[i] - 1)},
                               index.place,
                               {},
                               {}};
        }
        Term term;
        term.kind = TermKind::Cell;
        term.cell = static_cast<std::uint32_t>(m_out.cells.size());
        m_out.cells.push_back(std::move(cell));
        return add(term, from);
    }

    std::string_view m_text;
    const Scope* m_scope;
    std::uint32_t m_file;
    std::size_t m_at = 0;
    int m_depth = 0;
    ExpressionTerms m_out;
};

} // namespace

std::span<const FunctionRow> functionRows() { return kFunctions; }

std::string_view signOf(Operator op) {
    const auto row =
        std::find_if(kOperators.begin(), kOperators.end(), [&](const OperatorRow& r) { return r.op == op; });
    return row->sign;
}

Result<Expression> Expression::compile(std::string_view text, const Scope& scope, std::uint32_t file) {
    LW_REQUIRE(scope.program && scope.target && scope.target->spec && scope.tree.isSet(),
               "an expression needs a machine to name");
    LW_TRY(ExpressionTerms terms, Parser(text, scope, file).parse());
    Expression out;
    out.m_text = text;
    out.m_terms = std::make_shared<const ExpressionTerms>(std::move(terms));
    return out;
}

} // namespace lw::machine
