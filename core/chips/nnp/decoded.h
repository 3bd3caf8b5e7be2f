// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/chips/nnp/isa.h"
#include "core/chips/nnp/memories.h"
#include "core/program/program.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lw::nnp {

// An instruction of the program, decoded once.
struct Decoded {
    isa::OpId op = isa::kNoOp;
    std::uint32_t bundle = 0;
    std::array<std::uint32_t, isa::kMaxOperands> operands{};

    std::uint32_t operator[](std::size_t i) const { return operands[i]; }
    const isa::Insn& insn() const { return kRows[op].insn; }
    const Meaning& meaning() const { return kRows[op].meaning; }
    std::string name() const { return std::string(insn().name); }
    bool readsWindows() const { return meaning().kind == concord::OpKind::Window; }
};

// E690 for a row that is none. An empty row is a nop.
Result<std::vector<Decoded>> decodeRows(const program::Program& program);

// Of rows that name one as their first operand.
inline Memory memoryOf(const Decoded& row) { return static_cast<Memory>(row[0]); }

} // namespace lw::nnp
