// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/chips/inference/isa.h"
#include "core/program/program.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lw::inference {

// An instruction of the program, decoded once.
struct Decoded {
    isa::OpId op = isa::kNoOp;
    std::uint32_t bundle = 0;
    std::array<std::uint32_t, isa::kMaxOperands> operands{};

    std::uint32_t operator[](std::size_t i) const { return operands[i]; }
    std::int32_t integer(std::size_t i) const { return static_cast<std::int32_t>(operands[i]); }
    const Row& row() const { return kRows[op]; }
    Element element() const { return row().meaning.element; }
};

// E471 for a row that cannot be decoded.
Result<std::vector<Decoded>> decodeRows(const program::Program& program);

} // namespace lw::inference
