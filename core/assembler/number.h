// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/numeric/small_float.h"

#include <bit>
#include <cstdint>
#include <optional>

namespace lw::assembler {

// A value of an expression. Bits: a word that is taken as it is (bits(), f32(), bf16()), also where a float
// is wanted; arithmetic reads it as an unsigned integer. Poison: something was wrong and has been reported.
struct Number {
    enum class Kind : std::uint8_t { Integer, Real, Bits, Poison } kind = Kind::Poison;
    std::uint64_t raw = 0;

    static Number of(std::int64_t value) { return {Kind::Integer, static_cast<std::uint64_t>(value)}; }
    static Number real(double value) { return {Kind::Real, std::bit_cast<std::uint64_t>(value)}; }
    static Number bits(std::uint32_t word) { return {Kind::Bits, word}; }
    bool poisoned() const { return kind == Kind::Poison; }
    bool isReal() const { return kind == Kind::Real; }
    std::int64_t integer() const { return static_cast<std::int64_t>(raw); } // of Integer and Bits
    double asReal() const { return isReal() ? std::bit_cast<double>(raw) : static_cast<double>(integer()); }
    bool truth() const { return isReal() ? asReal() != 0 : raw != 0; }
    bool operator==(const Number&) const = default;
};

enum class Op : std::uint8_t {
    Number,
    Symbol, // leaves
    Negate,
    Plus,
    Invert,
    Not,
    Multiply,
    Divide,
    Modulo,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Xor,
    Or,
    LogicalAnd,
    LogicalOr,
    Choose,
    Bits,
    F32,
    Bf16,
    Lo16,
    Hi16,
    Min,
    Max,
    Abs,
    Log2,
    CeilDiv,
    Granule,
    Units,
    Size,
    Dim,
    Rank,
};

// What an operation cannot do with its operands: the message and its argument.
struct Failure {
    const Message* message = nullptr;
    std::string argument;
};

struct Computed {
    Number value;
    Failure failure; // message null: fine
};

// One arithmetic step; operands are not poisoned. Integers are 64 bits and never wrap; / and % are floored on
// integers, mixing integer and real computes in double precision.
Computed compute(Op op, Number a);
Computed compute(Op op, Number a, Number b);

// The 32-bit word that stands for a value in a field of integers: -2^31 ... 2^32-1.
std::optional<std::uint32_t> integerWord(Number value);
// The float32 that a value stands for: integers must be exact,
// reals are rounded to nearest even and may not overflow.
std::optional<std::uint32_t> floatWord(Number value);
// A small float of a value, rounded once to nearest even; nothing if that overflows.
std::optional<std::uint16_t> smallFloatWord(Number value, numeric::SmallFloat format);
// "12", "0.5": for messages.
std::string textOf(Number value);

} // namespace lw::assembler
