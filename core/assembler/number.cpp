// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/number.h"

#include "core/assembler/messages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace lw::assembler {

namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

Computed good(Number value) { return {value, {}}; }
Computed truth(bool value) { return good(Number::of(value)); }
Computed failed(const Message& message, std::string argument = {}) {
    return {{}, {&message, std::move(argument)}};
}

std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

Computed shift(Op op, std::int64_t a, std::int64_t b) {
    if (b < 0 || b > 63) return failed(kBadShift, std::to_string(b));
    if (op == Op::ShiftRight) return good(Number::of(a >> b));
    const auto shifted = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << b);
    if (shifted >> b != a) return failed(kOverflow);
    return good(Number::of(shifted));
}

// Overflow is an error, so that an address that wrapped never reaches a program.
Computed integers(Op op, std::int64_t a, std::int64_t b) {
    std::int64_t out = 0;
    switch (op) {
    case Op::Add: return __builtin_add_overflow(a, b, &out) ? failed(kOverflow) : good(Number::of(out));
    case Op::Subtract: return __builtin_sub_overflow(a, b, &out) ? failed(kOverflow) : good(Number::of(out));
    case Op::Multiply: return __builtin_mul_overflow(a, b, &out) ? failed(kOverflow) : good(Number::of(out));
    case Op::Divide:
    case Op::Modulo:
    case Op::CeilDiv:
        if (b == 0) return failed(kDivisionByZero);
        if (a == kLeast && b == -1) return op == Op::Modulo ? good(Number::of(0)) : failed(kOverflow);
        if (op == Op::Divide) return good(Number::of(floorDivide(a, b)));
        if (op == Op::CeilDiv) return good(Number::of(floorDivide(a, b) + (a % b != 0)));
        return good(Number::of(a - floorDivide(a, b) * b));
    case Op::ShiftLeft:
    case Op::ShiftRight: return shift(op, a, b);
    case Op::And: return good(Number::of(a & b));
    case Op::Or: return good(Number::of(a | b));
    case Op::Xor: return good(Number::of(a ^ b));
    case Op::Less: return truth(a < b);
    case Op::LessEqual: return truth(a <= b);
    case Op::Greater: return truth(a > b);
    case Op::GreaterEqual: return truth(a >= b);
    case Op::Equal: return truth(a == b);
    case Op::NotEqual: return truth(a != b);
    case Op::Min: return good(Number::of(a < b ? a : b));
    default: return good(Number::of(a > b ? a : b));
    }
}

// A result that is infinite though no operand was.
Computed finite(double value, double a, double b) {
    if (std::isinf(value) && std::isfinite(a) && std::isfinite(b)) return failed(kOverflow);
    return good(Number::real(value));
}

Computed reals(Op op, double a, double b) {
    switch (op) {
    case Op::Add: return finite(a + b, a, b);
    case Op::Subtract: return finite(a - b, a, b);
    case Op::Multiply: return finite(a * b, a, b);
    case Op::Divide: return b == 0 ? failed(kDivisionByZero) : finite(a / b, a, b);
    case Op::Modulo: {
        if (b == 0) return failed(kDivisionByZero);
        const double rest = std::fmod(a, b);
        return good(Number::real(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest));
    }
    case Op::Less: return truth(a < b);
    case Op::LessEqual: return truth(a <= b);
    case Op::Greater: return truth(a > b);
    case Op::GreaterEqual: return truth(a >= b);
    case Op::Equal: return truth(a == b);
    case Op::NotEqual: return truth(a != b);
    case Op::Min: return good(Number::real(a < b ? a : b));
    case Op::Max: return good(Number::real(a > b ? a : b));
    default: return failed(kNeedsInteger, textOf(Number::real(op == Op::And ? a : b)));
    }
}

std::string hexText(std::uint64_t value) {
    std::array<char, 18> buffer{};
    return "0x" + std::string(buffer.data(),
                              std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, 16).ptr);
}

Computed ofWord(Op op, Number a) {
    const auto word = integerWord(a);
    if (!word) return failed(kNotAWord, textOf(a));
    if (op == Op::Bits) return good(Number::bits(*word));
    return good(Number::of(op == Op::Lo16 ? *word & 0xffff : *word >> 16));
}

Computed ofInteger(Op op, std::int64_t a) {
    switch (op) {
    case Op::Negate: return a == kLeast ? failed(kOverflow) : good(Number::of(-a));
    case Op::Invert: return good(Number::of(~a));
    case Op::Abs: return a == kLeast ? failed(kOverflow) : good(Number::of(a < 0 ? -a : a));
    case Op::Log2:
        if (a <= 0 || (a & (a - 1)) != 0) return failed(kNotAPowerOfTwo, std::to_string(a));
        return good(Number::of(std::countr_zero(static_cast<std::uint64_t>(a))));
    default: return good(Number::of(a));
    }
}

} // namespace

Computed compute(Op op, Number a) {
    switch (op) {
    case Op::Not: return truth(!a.truth());
    case Op::Bits:
    case Op::Lo16:
    case Op::Hi16: return ofWord(op, a);
    case Op::F32: {
        const auto word = floatWord(a.kind == Number::Kind::Integer ? Number::real(a.asReal()) : a);
        return word ? good(Number::bits(*word)) : failed(kBeyondFloat, textOf(a));
    }
    case Op::Bf16: {
        const auto word = smallFloatWord(a, numeric::kBfloat16);
        return word ? good(Number::bits(*word)) : failed(kBeyondBf16, textOf(a));
    }
    default: break;
    }
    if (!a.isReal()) return ofInteger(op, a.integer());
    if (op == Op::Invert || op == Op::Log2) return failed(kNeedsInteger, textOf(a));
    const double value = a.asReal();
    return good(Number::real(op == Op::Negate ? -value : op == Op::Abs ? std::fabs(value) : value));
}

Computed compute(Op op, Number a, Number b) {
    if (!a.isReal() && !b.isReal()) return integers(op, a.integer(), b.integer());
    if (op == Op::ShiftLeft || op == Op::ShiftRight || op == Op::And || op == Op::Or || op == Op::Xor ||
        op == Op::CeilDiv)
        return failed(kNeedsInteger, textOf(a.isReal() ? a : b));
    return reals(op, a.asReal(), b.asReal());
}

std::optional<std::uint32_t> integerWord(Number value) {
    if (value.isReal() || value.integer() < -(std::int64_t{1} << 31) ||
        value.integer() >= std::int64_t{1} << 32)
        return std::nullopt;
    return static_cast<std::uint32_t>(value.integer());
}

std::optional<std::uint32_t> floatWord(Number value) {
    if (value.kind == Number::Kind::Bits) return static_cast<std::uint32_t>(value.raw);
    const double exact = value.asReal();
    if (std::isfinite(exact) && std::fabs(exact) >= 0x1.ffffffp+127)
        return std::nullopt; // rounds to infinity
    const auto rounded = static_cast<float>(exact);
    if (!value.isReal() &&
        (std::fabs(rounded) >= 0x1p63f || static_cast<std::int64_t>(rounded) != value.integer()))
        return std::nullopt;
    return std::isnan(rounded) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(rounded);
}

// Rounded from the double in one step: going through float32 would round ties twice.
std::optional<std::uint16_t> smallFloatWord(Number value, numeric::SmallFloat format) {
    const double exact =
        value.kind == Number::Kind::Bits
            ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value.raw)))
            : value.asReal();
    const std::uint16_t word = numeric::smallFloatBits(std::isnan(exact) ? std::fabs(exact) : exact, format);
    if (std::isfinite(exact) && !std::isfinite(numeric::smallFloatValue(word, format))) return std::nullopt;
    return word;
}

std::string textOf(Number value) {
    if (value.kind == Number::Kind::Bits) return hexText(value.raw);
    if (!value.isReal()) return std::to_string(value.integer());
    std::array<char, 40> buffer{};
    return std::string(buffer.data(),
                       std::to_chars(buffer.data(), buffer.data() + buffer.size(), value.asReal()).ptr);
}

} // namespace lw::assembler
