// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/expression.h"
#include "core/assembler/messages.h"

// What expressions are worth.
namespace lw::assembler {

namespace {
constexpr int kLongestChain = 200;
}

Number Expressions::report(const Node& node, const Computed& computed) {
    if (!computed.failure.message) return computed.value;
    m_reports.addFailure(node.spot, computed.failure);
    return {};
}

std::optional<Number> Expressions::value(NodeId id, When when) {
    const Node& node = m_nodes[id];
    switch (node.op) {
    case Op::Number: return node.number;
    case Op::Symbol: return symbolValue(node.operands[0], node, when);
    case Op::Granule:
    case Op::Units:
    case Op::Size:
    case Op::Dim:
    case Op::Rank: return aboutSymbol(node, when);
    default: break;
    }
    const auto a = value(node.operands[0], when);
    if (!a || a->poisoned()) return a;
    if (node.op == Op::Choose) return value(node.operands[a->truth() ? 1 : 2], when);
    if (node.op == Op::LogicalAnd && !a->truth()) return Number::of(0);
    if (node.op == Op::LogicalOr && a->truth()) return Number::of(1);
    if (node.operands[1] == kNone) return report(node, compute(node.op, *a));
    const auto b = value(node.operands[1], when);
    if (!b || b->poisoned()) return b;
    if (node.op == Op::LogicalAnd || node.op == Op::LogicalOr) return Number::of(b->truth());
    return report(node, compute(node.op, *a, *b));
}

std::optional<Number> Expressions::symbolValue(SymbolId id, const Node& node, When when) {
    Symbol& symbol = m_symbols[id];
    switch (symbol.kind) {
    case Symbol::Kind::Undefined:
        m_missing = id;
        if (when == When::Now) return std::nullopt;
        return Number{}; // reported once for each name when everything is read
    case Symbol::Kind::Constant: break;
    default: return symbol.value;
    }
    if (symbol.state == Symbol::State::Known) return symbol.value;
    if (symbol.state == Symbol::State::Computing) {
        m_reports.add(node.spot, kCircular, {std::string(symbol.name)});
        symbol.state = Symbol::State::Known;
        symbol.value = {};
        return symbol.value;
    }
    return constantValue(id, when);
}

std::optional<Number> Expressions::constantValue(SymbolId id, When when) {
    m_symbols[id].state = Symbol::State::Computing;
    if (++m_depth > kLongestChain) { // of constants, each defined by the next
        --m_depth;
        if (when == When::Now) { // at the end it can be computed step by step
            m_symbols[id].state = Symbol::State::Waiting;
            m_missing = id;
            return std::nullopt;
        }
        m_reports.add(spotOf(m_symbols[id].expression), kTooDeepExpression);
        m_symbols[id].state = Symbol::State::Known;
        return m_symbols[id].value = Number{};
    }
    const auto computed = value(m_symbols[id].expression, when);
    --m_depth;
    Symbol& symbol = m_symbols[id];
    if (symbol.state == Symbol::State::Known) return symbol.value; // it was found to be circular
    symbol.state = computed ? Symbol::State::Known : Symbol::State::Waiting;
    if (computed) symbol.value = *computed;
    return computed;
}

void Expressions::forget(NodeId id) {
    const Node& node = m_nodes[id];
    if (node.op == Op::Symbol) {
        Symbol& symbol = m_symbols[node.operands[0]];
        if (symbol.kind == Symbol::Kind::Undefined && symbol.uses != 0) --symbol.uses;
        return;
    }
    if (node.op == Op::Number) return;
    for (const NodeId operand : node.operands)
        if (operand != kNone) forget(operand);
}

// granule, units, size, dim, rank.
std::optional<Number> Expressions::aboutSymbol(const Node& node, When when) {
    const Node& of = m_nodes[node.operands[0]];
    const bool needsTensor = node.op == Op::Size || node.op == Op::Dim || node.op == Op::Rank;
    const std::string_view wanted = needsTensor ? "a tensor" : "a tensor or data";
    if (of.op != Op::Symbol) {
        m_reports.add(of.spot, kNeedsTensor, {"this", std::string(wanted)});
        return Number{};
    }
    const SymbolId id = of.operands[0];
    const Symbol& symbol = m_symbols[id];
    if (symbol.kind == Symbol::Kind::Undefined) {
        m_missing = id;
        return when == When::Now ? std::nullopt : std::optional(Number{});
    }
    if (symbol.value.poisoned()) return Number{};
    const bool isTensor = symbol.kind == Symbol::Kind::Tensor;
    if (!isTensor && (needsTensor || symbol.kind != Symbol::Kind::Data)) {
        m_reports.add(of.spot, kNeedsTensor, {quoted(symbol.name), std::string(wanted)});
        return Number{};
    }
    if (node.op == Op::Granule) return granules(node, symbol);
    Number which;
    if (node.op == Op::Dim) {
        const auto index = value(node.operands[1], when);
        if (!index || index->poisoned()) return index;
        which = *index;
    }
    return tensorFact(node, symbol, which);
}

Number Expressions::granules(const Node& node, const Symbol& symbol) {
    constexpr std::uint64_t kGranule = 16;
    const std::uint64_t bytes =
        static_cast<std::uint64_t>(symbol.value.integer()) * m_target->spaces[index(symbol.space)].unitBytes;
    if (bytes % kGranule != 0) {
        m_reports.add(node.spot, kUnevenGranule, {std::string(symbol.name)});
        return {};
    }
    return Number::of(static_cast<std::int64_t>(bytes / kGranule));
}

Number Expressions::tensorFact(const Node& node, const Symbol& symbol, Number which) {
    if (symbol.kind == Symbol::Kind::Data) {
        const std::uint64_t words = m_target->spaces[index(symbol.space)].unitBytes / 4;
        return Number::of(static_cast<std::int64_t>((symbol.detail + words - 1) / words));
    }
    const program::NamedTensor& tensor = m_program.tensors[symbol.detail];
    if (node.op == Op::Units) return Number::of(static_cast<std::int64_t>(tensor.units));
    if (node.op == Op::Rank) return Number::of(static_cast<std::int64_t>(tensor.shape.size()));
    if (node.op == Op::Size) {
        std::uint64_t size = 1;
        for (const std::uint64_t extent : tensor.shape) size *= extent;
        return Number::of(static_cast<std::int64_t>(size));
    }
    if (which.isReal() || which.raw >= tensor.shape.size()) {
        m_reports.add(node.spot, kBadDimension, {std::string(symbol.name), textOf(which)});
        return {};
    }
    return Number::of(static_cast<std::int64_t>(tensor.shape[which.raw]));
}

} // namespace lw::assembler
