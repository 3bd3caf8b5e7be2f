// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/expression.h"

#include "core/machine/cell_range.h"
#include "core/machine/cell_value.h"
#include "core/machine/expression_terms.h"
#include "core/machine/messages.h"
#include "core/tensor/element.h"

#include <bit>
#include <cmath>
#include <utility>

namespace lw::machine {
namespace {

using tensor::DType;

WatchValue integerValue(std::int64_t integer, DType type = DType::I64) {
    WatchValue value;
    value.integer = integer;
    value.type = type;
    return value;
}

WatchValue realValue(double real, DType type = DType::F64) {
    WatchValue value;
    value.isReal = true;
    value.real = real;
    value.type = type;
    return value;
}

WatchValue cellValue(DType type, std::uint64_t bits) {
    WatchValue value = tensor::visit(type, [&](auto element) {
        using Element = decltype(element);
        typename Element::Stored stored;
        std::memcpy(&stored, &bits, sizeof stored);
        if constexpr (Element::kReal)
            return realValue(Element::value(stored), type);
        else
            return integerValue(static_cast<std::int64_t>(stored), type);
    });
    value.bits = bits;
    value.bitCount = static_cast<std::uint8_t>(tensor::sizeOf(type) * 8);
    return value;
}

std::int64_t saturated(double real, double least, double most) {
    if (std::isnan(real)) return 0;
    return static_cast<std::int64_t>(std::min(std::max(std::trunc(real), least), most));
}

std::int64_t asInteger(const WatchValue& x, double least, double most) {
    return x.isReal ? saturated(x.real, least, most) : x.integer;
}

std::uint64_t bitsOf(const WatchValue& x) {
    if (x.bitCount != 0) return x.bits;
    return x.isReal ? std::bit_cast<std::uint32_t>(static_cast<float>(x.real))
                    : static_cast<std::uint64_t>(x.integer);
}

// A half of a word, or what 16 bits hold; of anything else the number, rounded.
template <typename Element> WatchValue halfWord(DType type, const WatchValue& x, const WatchValue* second) {
    const bool high = second && second->isTrue();
    if (x.bitCount == 32) return cellValue(type, (high ? x.bits >> 16 : x.bits) & 0xffff);
    if (x.bitCount == 16) return cellValue(type, x.bits);
    return cellValue(type, numeric::smallFloatBits(x.number(), Element::kFormat));
}

WatchValue cast(Function function, const WatchValue& x, const WatchValue* second) {
    const bool isWord = x.bitCount == 32;
    const auto word = static_cast<std::uint32_t>(x.bits);
    switch (function) {
    case Function::F32:
        return isWord ? cellValue(DType::F32, word)
                      : realValue(static_cast<double>(static_cast<float>(x.number())), DType::F32);
    case Function::I32:
        return isWord ? cellValue(DType::I32, word)
                      : integerValue(static_cast<std::int32_t>(asInteger(x, -2147483648.0, 2147483647.0)),
                                     DType::I32);
    case Function::U32:
        return isWord ? cellValue(DType::U32, word)
                      : integerValue(static_cast<std::uint32_t>(asInteger(x, 0.0, 4294967295.0)), DType::U32);
    case Function::F16: return halfWord<tensor::Float16Element>(DType::F16, x, second);
    case Function::Bf16: return halfWord<tensor::Bfloat16Element>(DType::Bf16, x, second);
    default: return integerValue(static_cast<std::int64_t>(bitsOf(x)));
    }
}

WatchValue apply(Function function, const WatchValue& x, const WatchValue* y) {
    switch (function) {
    case Function::Hex: {
        WatchValue out = integerValue(static_cast<std::int64_t>(bitsOf(x)));
        out.isHex = true;
        return out;
    }
    case Function::Abs:
        if (x.isReal) return realValue(std::fabs(x.real));
        return integerValue(x.integer < 0 ? static_cast<std::int64_t>(-static_cast<std::uint64_t>(x.integer))
                                          : x.integer);
    case Function::Min:
    case Function::Max: {
        const bool less = x.isReal || y->isReal ? x.number() < y->number() : x.integer < y->integer;
        const WatchValue& chosen = less == (function == Function::Min) ? x : *y;
        return chosen.isReal ? realValue(chosen.real) : integerValue(chosen.integer);
    }
    case Function::IsNan: return integerValue(std::isnan(x.number()));
    case Function::IsInf: return integerValue(std::isinf(x.number()));
    default: return cast(function, x, y);
    }
}

std::int64_t wrapped(std::uint64_t x) { return static_cast<std::int64_t>(x); }

std::int64_t flooredQuotient(std::int64_t x, std::int64_t y) {
    if (y == -1) return wrapped(0 - static_cast<std::uint64_t>(x)); // the one quotient that overflows wraps
    const std::int64_t quotient = x / y;
    return quotient - ((x % y != 0) && ((x < 0) != (y < 0)));
}

std::int64_t shifted(std::int64_t x, std::int64_t by) {
    if (by >= 64) return 0;
    if (by >= 0) return wrapped(static_cast<std::uint64_t>(x) << by);
    return by <= -64 ? (x < 0 ? -1 : 0) : x >> -by;
}

std::int64_t integers(Operator op, std::int64_t x, std::int64_t y) {
    const auto ux = static_cast<std::uint64_t>(x), uy = static_cast<std::uint64_t>(y);
    switch (op) {
    case Operator::Add: return wrapped(ux + uy);
    case Operator::Subtract: return wrapped(ux - uy);
    case Operator::Multiply: return wrapped(ux * uy);
    case Operator::Divide: return flooredQuotient(x, y);
    case Operator::Remainder: return wrapped(ux - static_cast<std::uint64_t>(flooredQuotient(x, y)) * uy);
    case Operator::ShiftLeft: return y < -64 ? shifted(x, -64) : shifted(x, y);
    case Operator::ShiftRight: return y > 64 ? shifted(x, -64) : shifted(x, wrapped(0 - uy));
    case Operator::And: return x & y;
    case Operator::Or: return x | y;
    case Operator::Xor: return x ^ y;
    case Operator::Equal: return x == y;
    case Operator::NotEqual: return x != y;
    case Operator::Less: return x < y;
    case Operator::LessEqual: return x <= y;
    case Operator::Greater: return x > y;
    default: return x >= y;
    }
}

WatchValue reals(Operator op, double x, double y) {
    switch (op) {
    case Operator::Add: return realValue(x + y);
    case Operator::Subtract: return realValue(x - y);
    case Operator::Multiply: return realValue(x * y);
    case Operator::Divide: return realValue(x / y);
    case Operator::Remainder: return realValue(x - y * std::floor(x / y));
    case Operator::Equal: return integerValue(x == y);
    case Operator::NotEqual: return integerValue(x != y);
    case Operator::Less: return integerValue(x < y);
    case Operator::LessEqual: return integerValue(x <= y);
    case Operator::Greater: return integerValue(x > y);
    default: return integerValue(x >= y);
    }
}

bool needsIntegers(Operator op) {
    return (op >= Operator::ShiftLeft && op <= Operator::Xor) || op == Operator::Complement;
}

// Walks the terms of one expression at one moment.
class Evaluation {
  public:
    Evaluation(const ExpressionTerms& terms, const Moment& moment) : m_terms(terms), m_moment(moment) {}

    Result<WatchValue> value(std::uint32_t index) const {
        const Term& term = m_terms.terms[index];
        switch (term.kind) {
        case TermKind::Constant: return term.constant;
        case TermKind::Clock: return integerValue(static_cast<std::int64_t>(m_moment.clock));
        case TermKind::Bundle:
            return integerValue(static_cast<std::int64_t>(
                bitsAt(m_terms.cells[term.cell].offset, m_terms.cells[term.cell].type)));
        case TermKind::Unary: return unary(term);
        case TermKind::Binary: return binary(term);
        case TermKind::Choice: {
            LW_TRY(const WatchValue condition, value(term.operands[0]));
            return value(term.operands[condition.isTrue() ? 1 : 2]);
        }
        case TermKind::Function: {
            LW_TRY(const WatchValue x, value(term.operands[0]));
            if (term.count < 2) return apply(term.function, x, nullptr);
            LW_TRY(const WatchValue y, value(term.operands[1]));
            return apply(term.function, x, &y);
        }
        case TermKind::Cell: break;
        }
        const CellTerm& cell = m_terms.cells[term.cell];
        LW_TRY(const std::uint64_t offset, offsetOf(cell));
        if (!m_hasReadNeverWritten && cell.tree != nullptr) {
            const Node& node = cell.tree->at(cell.node);
            const std::uint64_t element = (offset - node.offset) / sizeOf(node);
            m_hasReadNeverWritten = !isWritten(*cell.tree, cell.node, element, m_moment);
        }
        return cellValue(cell.type, bitsAt(offset, cell.type));
    }
    bool hasReadNeverWritten() const { return m_hasReadNeverWritten; }

    std::uint64_t bitsAt(std::uint64_t offset, DType type) const {
        std::uint64_t bits = 0;
        m_moment.read(offset, std::as_writable_bytes(std::span(&bits, 1)).first(tensor::sizeOf(type)));
        return bits;
    }

    Result<std::uint64_t> offsetOf(const CellTerm& cell) const {
        std::array<std::uint64_t, 8> at{};
        std::uint64_t element = 0;
        for (std::size_t i = 0; i < cell.indices.size(); ++i) {
            const Place place = m_terms.terms[cell.indices[i]].place;
            LW_TRY(const WatchValue index, value(cell.indices[i]));
            if (index.isReal) return Problem{&messages::kNeedsInteger, {"[ ]"}, place, {}, {}};
            if (index.integer < 0 || static_cast<std::uint64_t>(index.integer) >= cell.extents[i])
                return Problem{&messages::kIndexRange,
                               {std::to_string(index.integer), std::to_string(cell.extents[i] - 1)},
                               place,
                               {},
                               {}};
            at[i] = static_cast<std::uint64_t>(index.integer);
            element = element * cell.extents[i] + at[i];
        }
        if (cell.arrangement)
            return cell.offset + cell.arrangement->offsetOf(std::span(at).first(cell.indices.size()));
        return cell.offset + element * tensor::sizeOf(cell.type);
    }

  private:
    Result<WatchValue> unary(const Term& term) const {
        LW_TRY(const WatchValue x, value(term.operands[0]));
        if (term.op == Operator::Not) return integerValue(!x.isTrue());
        if (term.op == Operator::Complement && x.isReal)
            return Problem{&messages::kNeedsInteger, {"~"}, term.place, {}, {}};
        if (term.op == Operator::Complement) return integerValue(~x.integer);
        const bool negative = term.op == Operator::Negate;
        if (x.isReal) return realValue(negative ? -x.real : x.real);
        return integerValue(negative ? wrapped(0 - static_cast<std::uint64_t>(x.integer)) : x.integer);
    }

    Result<WatchValue> binary(const Term& term) const {
        LW_TRY(const WatchValue x, value(term.operands[0]));
        if (term.op == Operator::AndAlso && !x.isTrue()) return integerValue(0);
        if (term.op == Operator::OrElse && x.isTrue()) return integerValue(1);
        LW_TRY(const WatchValue y, value(term.operands[1]));
        if (term.op == Operator::AndAlso || term.op == Operator::OrElse) return integerValue(y.isTrue());
        if (x.isReal || y.isReal) {
            if (needsIntegers(term.op))
                return Problem{&messages::kNeedsInteger, {std::string(signOf(term.op))}, term.place, {}, {}};
            return reals(term.op, x.number(), y.number());
        }
        const bool divides = term.op == Operator::Divide || term.op == Operator::Remainder;
        if (divides && y.integer == 0) return Problem{&messages::kDivision, {}, term.place, {}, {}};
        return integerValue(integers(term.op, x.integer, y.integer));
    }

    const ExpressionTerms& m_terms;
    const Moment& m_moment;
    mutable bool m_hasReadNeverWritten = false;
};

} // namespace

Moment momentOf(Machine& machine, CoreId core) {
    return {&machine.store(), nullptr, machine.clock(), machine.core(core).nextBundle()};
}

Scope scopeOf(Machine& machine, CoreId id) {
    const Core& focus = machine.core(id);
    Scope scope{&focus.program(), &focus.target(), focus.tree(), false, id, {}, machine.names()};
    if (machine.cores().size() > 1)
        for (const Core* const core : std::as_const(machine).cores())
            scope.cores.push_back(
                {core->name(), core->id(), &core->program(), &core->target(), core->tree()});
    return scope;
}

const CoreName* Scope::takeCore(std::string_view& name) const {
    const std::size_t point = name.find('.');
    if (point == name.npos || cores.empty()) return nullptr;
    const auto named = names.coreCalled(name.substr(0, point));
    if (!named) return nullptr;
    name.remove_prefix(point + 1);
    return &cores[named->index];
}

Scope Scope::of(const CoreName& one) const {
    return {one.program, one.target, one.tree, tensorsFirst, one.core, cores, names};
}

std::string textOf(const WatchValue& value) {
    if (value.isNeverWritten) return "-";
    if (value.isReal) return realText(value.real, value.type);
    if (!value.isHex)
        return value.type == DType::U64 ? cellText(DType::U64, value.bits) : std::to_string(value.integer);
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    auto rest = static_cast<std::uint64_t>(value.integer);
    do out.insert(out.begin(), kDigits[rest & 15]), rest >>= 4;
    while (rest != 0);
    return "0x" + out;
}

Expression::Expression() = default;
Expression::Expression(const Expression&) = default;
Expression::Expression(Expression&&) noexcept = default;
Expression::~Expression() = default;
Expression& Expression::operator=(Expression other) noexcept {
    std::swap(m_text, other.m_text);
    std::swap(m_terms, other.m_terms);
    return *this;
}

Result<WatchValue> Expression::evaluate(const Moment& moment) const {
    const Evaluation evaluation(*m_terms, moment);
    LW_TRY(WatchValue value, evaluation.value(m_terms->root));
    value.isNeverWritten = evaluation.hasReadNeverWritten();
    return value;
}

bool Expression::isConstant() const {
    for (const Term& term : m_terms->terms)
        if (term.kind == TermKind::Cell || term.kind == TermKind::Clock || term.kind == TermKind::Bundle)
            return false;
    return true;
}

Result<std::optional<Expression::Cell>> Expression::cell(const Moment& moment) const {
    const Term& root = m_terms->terms[m_terms->root];
    if (root.kind != TermKind::Cell) return std::optional<Cell>();
    const CellTerm& cell = m_terms->cells[root.cell];
    LW_TRY(const std::uint64_t offset, Evaluation(*m_terms, moment).offsetOf(cell));
    return std::optional<Cell>(Cell{offset, cell.type});
}

} // namespace lw::machine
