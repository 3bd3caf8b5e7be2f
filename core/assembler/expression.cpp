// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/expression.h"

#include "core/assembler/messages.h"
#include "core/base/closest_word.h"
#include "core/isa/lookup.h"
#include "core/source/messages.h"

#include <algorithm>
#include <limits>

namespace lw::assembler {

using source::between;
using source::is;
using source::skipBlanks;

namespace {

constexpr int kDeepest = 200;            // of parentheses
constexpr std::uint16_t kTallest = 1000; // of the tree

struct OperatorRow {
    std::string_view text;
    Op op;
    int rank;
};
// Longer ones first where one begins another.
constexpr std::array kOperators{
    OperatorRow{"||", Op::LogicalOr, 1}, OperatorRow{"&&", Op::LogicalAnd, 2},
    OperatorRow{"==", Op::Equal, 6},     OperatorRow{"!=", Op::NotEqual, 6},
    OperatorRow{"<<", Op::ShiftLeft, 8}, OperatorRow{">>", Op::ShiftRight, 8},
    OperatorRow{"<=", Op::LessEqual, 7}, OperatorRow{">=", Op::GreaterEqual, 7},
    OperatorRow{"<", Op::Less, 7},       OperatorRow{">", Op::Greater, 7},
    OperatorRow{"|", Op::Or, 3},         OperatorRow{"^", Op::Xor, 4},
    OperatorRow{"&", Op::And, 5},        OperatorRow{"+", Op::Add, 9},
    OperatorRow{"-", Op::Subtract, 9},   OperatorRow{"*", Op::Multiply, 10},
    OperatorRow{"/", Op::Divide, 10},    OperatorRow{"%", Op::Modulo, 10},
};

const OperatorRow* operatorAt(const char* p) {
    if (source::startsComment(p)) return nullptr;
    for (const OperatorRow& row : kOperators)
        if (p[0] == row.text[0] && (row.text.size() == 1 || p[1] == row.text[1])) return &row;
    return nullptr;
}

std::string takes(const FunctionRow& row) {
    if (row.least != row.most) return "at least 1 argument";
    return std::to_string(row.least) + (row.least == 1 ? " argument" : " arguments");
}

} // namespace

const FunctionRow* findFunction(std::string_view name) {
    const auto found = std::find_if(kFunctions.begin(), kFunctions.end(),
                                    [&](const FunctionRow& row) { return row.name == name; });
    return found == kFunctions.end() ? nullptr : &*found;
}

NodeId Expressions::make(Op op, std::array<NodeId, 3> operands, const Spot& spot) {
    std::uint16_t depth = 0;
    for (const NodeId operand : operands) {
        if (operand == kNone) continue;
        depth = std::max(depth, m_nodes[operand].depth);
    }
    if (depth >= kTallest) {
        m_reports.add(spot, kTooDeepExpression);
        return kNone;
    }
    m_nodes.push_back({op, static_cast<std::uint16_t>(depth + 1), operands, {}, spot});
    return static_cast<NodeId>(m_nodes.size() - 1);
}

NodeId Expressions::numberNode(Number value, const Spot& spot) {
    m_nodes.push_back({Op::Number, 1, {kNone, kNone, kNone}, value, spot});
    return static_cast<NodeId>(m_nodes.size() - 1);
}

NodeId Expressions::symbolNode(SymbolId symbol, const Spot& spot) {
    Symbol& s = m_symbols[symbol];
    if (s.kind == Symbol::Kind::Undefined && s.uses++ == 0) s.place = spot.place, s.context = spot.context;
    m_nodes.push_back({Op::Symbol, 1, {symbol, kNone, kNone}, {}, spot});
    return static_cast<NodeId>(m_nodes.size() - 1);
}

bool Expressions::expect(char c) {
    m_reader.at = skipBlanks(m_reader.at);
    if (*m_reader.at == c) {
        ++m_reader.at;
        return true;
    }
    m_reports.add(m_reader.spotHere(), kExpected, {quoted({&c, 1}), foundText(m_reader)});
    return false;
}

NodeId Expressions::parse() {
    m_depth = 0;
    return choose();
}

NodeId Expressions::choose() {
    if (++m_depth > kDeepest) {
        m_reports.add(m_reader.spotHere(), kTooDeepExpression);
        return kNone;
    }
    const char* from = m_reader.at = skipBlanks(m_reader.at);
    NodeId out = binary(1);
    m_reader.at = skipBlanks(m_reader.at);
    if (out != kNone && *m_reader.at == '?') {
        ++m_reader.at;
        const NodeId yes = choose();
        if (yes == kNone || !expect(':')) return kNone;
        const NodeId no = choose();
        if (no == kNone) return kNone;
        out = make(Op::Choose, {out, yes, no},
                   m_reader.spotOf(from, static_cast<std::size_t>(m_reader.at - from)));
    }
    --m_depth;
    return out;
}

NodeId Expressions::binary(int least) {
    const char* from = m_reader.at = skipBlanks(m_reader.at);
    NodeId left = unary();
    const char* to = m_reader.at;
    while (left != kNone) {
        const OperatorRow* row = operatorAt(m_reader.at = skipBlanks(m_reader.at));
        if (!row || row->rank < least) break;
        m_reader.at += row->text.size();
        const NodeId right = binary(row->rank + 1);
        if (right == kNone) return kNone;
        to = m_reader.at;
        left =
            make(row->op, {left, right, kNone}, m_reader.spotOf(from, static_cast<std::size_t>(to - from)));
    }
    if (left != kNone) m_reader.at = to;
    return left;
}

NodeId Expressions::unary() {
    const char* from = m_reader.at = skipBlanks(m_reader.at);
    Op op = Op::Number;
    switch (*from) {
    case '-': op = Op::Negate; break;
    case '+': op = Op::Plus; break;
    case '~': op = Op::Invert; break;
    case '!': op = Op::Not; break;
    default: return primary();
    }
    if (++m_depth > kDeepest) {
        m_reports.add(m_reader.spotHere(), kTooDeepExpression);
        return kNone;
    }
    ++m_reader.at;
    const NodeId operand = unary();
    --m_depth;
    if (operand == kNone) return kNone;
    return make(op, {operand, kNone, kNone},
                m_reader.spotOf(from, static_cast<std::size_t>(m_reader.at - from)));
}

NodeId Expressions::primary() {
    const char* from = m_reader.at;
    if (*from == '(') {
        ++m_reader.at;
        const NodeId inner = choose();
        return inner != kNone && expect(')') ? inner : kNone;
    }
    if (is(*from, source::kDigit) || *from == '\'') {
        const source::NumberText number = source::scanNumber(from);
        m_reader.at = number.end;
        const auto length = static_cast<std::size_t>(number.end - from);
        const Spot spot = m_reader.spotOf(from, length);
        if (number.kind == source::NumberText::Kind::Integer)
            return numberNode(Number::of(number.integer), spot);
        if (number.kind == source::NumberText::Kind::Real) return numberNode(Number::real(number.real), spot);
        const bool large = number.kind == source::NumberText::Kind::TooLarge;
        m_reports.add(spot, large ? source::kLargeNumber : source::kBadNumber,
                      {std::string(from, number.end)});
        return kNone;
    }
    if (is(*from, source::kNameStart) || (*from == '.' && is(from[1], source::kNameStart))) return name(from);
    if (*from == '\\') {
        const char* to = source::parameterEnd(from + 1);
        m_reports.add(m_reader.spotOf(from, static_cast<std::size_t>(to - from)), kNotAParameter,
                      {std::string(from + 1, to)});
        return kNone;
    }
    m_reports.add(m_reader.spotHere(), kExpected, {"a value", foundText(m_reader)});
    return kNone;
}

NodeId Expressions::name(const char* from) {
    m_reader.at = source::nameEnd(from);
    const std::string_view text = between(from, m_reader.at);
    const Spot spot = m_reader.spotOf(from, text.size());
    if (*skipBlanks(m_reader.at) == '(') return call(from, text);
    if (text == "inf") return numberNode(Number::real(std::numeric_limits<double>::infinity()), spot);
    if (text == "nan") return numberNode(Number::real(std::numeric_limits<double>::quiet_NaN()), spot);
    if (m_target && isa::lookupOf(*m_target->spec).fileOf(text) >= 0) {
        m_reports.add(spot, kRegisterInExpression, {std::string(text)});
        return kNone;
    }
    const SymbolId symbol = *from == '.' ? m_symbols.use(m_reader.qualified(text), false)
                                         : m_symbols.use(text, m_reader.lasting());
    // A variable has the value of the moment.
    if (m_symbols[symbol].kind == Symbol::Kind::Variable) return numberNode(m_symbols[symbol].value, spot);
    return symbolNode(symbol, spot);
}

NodeId Expressions::defined(const char* from) {
    const char* name = m_reader.at = skipBlanks(m_reader.at);
    m_reader.at = source::nameEnd(name + (*name == '.'));
    const std::string_view text = between(name, m_reader.at);
    if (text.empty()) {
        m_reports.add(m_reader.spotHere(), kExpected, {"a name", foundText(m_reader)});
        return kNone;
    }
    const SymbolId symbol = m_symbols.find(text[0] == '.' ? m_reader.qualified(text) : std::string(text));
    const bool known = symbol != kNone && m_symbols[symbol].kind != Symbol::Kind::Undefined;
    if (!expect(')')) return kNone;
    return numberNode(Number::of(known), m_reader.spotOf(from, static_cast<std::size_t>(m_reader.at - from)));
}

// name( ... ) with `at` after the name. min and max of several are folded from the left; a size of a tensor
// has the symbol as its first operand.
NodeId Expressions::call(const char* from, std::string_view name) {
    m_reader.at = skipBlanks(m_reader.at) + 1;
    if (name == "defined") return defined(from);
    const FunctionRow* row = findFunction(name);
    const auto spot = [&] { return m_reader.spotOf(from, static_cast<std::size_t>(m_reader.at - from)); };
    if (!row) {
        std::vector<std::string_view> names{"defined"};
        for (const FunctionRow& f : kFunctions) names.push_back(f.name);
        m_reports.add(m_reader.spotOf(from, name.size()), kUnknownFunction, {std::string(name)},
                      std::string(closestWord(name, names)));
        return kNone;
    }
    std::vector<NodeId> arguments;
    do {
        if (!arguments.empty()) ++m_reader.at;
        arguments.push_back(choose());
        if (arguments.back() == kNone) return kNone;
        m_reader.at = skipBlanks(m_reader.at);
    } while (*m_reader.at == ',');
    if (!expect(')')) return kNone;
    if (arguments.size() < row->least || arguments.size() > row->most) {
        m_reports.add(spot(), kArgumentCount, {std::string(name), takes(*row)});
        return kNone;
    }
    NodeId out = arguments[0];
    const bool folds = row->op == Op::Min || row->op == Op::Max;
    if (!folds) return make(row->op, {out, arguments.size() > 1 ? arguments[1] : kNone, kNone}, spot());
    for (std::size_t i = 1; i < arguments.size() && out != kNone; ++i)
        out = make(row->op, {out, arguments[i], kNone}, spot());
    return out;
}

Number Expressions::parseNow() {
    const std::size_t before = mark();
    const NodeId node = parse();
    if (node == kNone) return {};
    const auto known = value(node, When::Now);
    Number out;
    if (known)
        out = *known;
    else {
        m_reports.add(spotOf(node), kNotKnownYet, {std::string(m_symbols[m_missing].name)});
        m_symbols[m_missing].uses = 0;
        out = {};
    }
    release(before);
    return out;
}

} // namespace lw::assembler
