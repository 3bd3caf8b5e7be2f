// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/program/layout.h"

#include <array>
#include <optional>
#include <span>

// A compiled expression: what the parser makes and the evaluation walks.
namespace lw::machine {

enum class TermKind : std::uint8_t { Constant, Clock, Bundle, Cell, Unary, Binary, Choice, Function };

enum class Operator : std::uint8_t {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    AndAlso,
    OrElse,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Negate,
    Not,
    Complement,
    Plus,
};

enum class Function : std::uint8_t { F32, I32, U32, F16, Bf16, Bits, Hex, Abs, Min, Max, IsNan, IsInf };

struct FunctionRow {
    std::string_view name;
    Function function;
    std::uint8_t leastArguments, mostArguments;
};
std::span<const FunctionRow> functionRows();

// Some cells of the state with the indices that choose one of them.
struct CellTerm {
    std::uint64_t offset = 0; // byte of the first one in the store
    tensor::DType type = tensor::DType::U8;
    std::vector<std::uint64_t> extents;              // one per index
    std::vector<std::uint32_t> indices;              // terms
    std::optional<program::Arrangement> arrangement; // a tensor's; otherwise row-major
    const StateTree* tree = nullptr;                 // and in it
    NodeId node{};                                   // ... the node that they are of
};

struct Term {
    TermKind kind = TermKind::Constant;
    Operator op = Operator::Add;
    Function function = Function::F32;
    std::uint8_t count = 0;                  // operands
    std::array<std::uint32_t, 3> operands{}; // terms
    std::uint32_t cell = 0;                  // into cells
    WatchValue constant;
    Place place;
};

struct ExpressionTerms {
    std::vector<Term> terms;
    std::vector<CellTerm> cells;
    std::uint32_t root = 0;
};

std::string_view signOf(Operator op);

} // namespace lw::machine
