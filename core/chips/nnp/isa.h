// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/isa_rows.h"
#include "core/isa/rows.h"

// The instruction set of the neural network processor: every row, as one Spec.
namespace lw::nnp {

inline constexpr auto kRows = isa::joinedRows(kControlRows, kMoveRows, kProductRows);
inline constexpr auto kInsns = isa::insnsOf(kRows);

// An AddSubVrf without a number belongs to the first MFU until that has added or the second has begun.
void settleAddSub(std::span<const isa::SlotInsn> before, isa::SlotInsn& insn);

inline constexpr isa::Spec kIsa{
    .chip = "nnp",
    .title = "neural network processor",
    .bundleBits = 64,
    .classes = detail::kClasses,
    .slots = detail::kSlots,
    .files = {},
    .units = detail::kUnits,
    .spaces = detail::kSpaces,
    .sharedRegisters = {},
    .sharedFile = -1,
    .immediates = {},
    .reserved = {},
    .predicateFile = -1,
    .predicateAlways = 1,
    .predicateNever = 0,
    .predicateInvert = 0,
    .insns = kInsns,
    .transferUnit = "bytes",
    .landingWord = "signal",
    .hasTransfers = false,
    .settle = &settleAddSub,
};

// op("mv_mul"): the row of that name, looked up at compile time; a wrong name does not compile.
consteval isa::OpId op(std::string_view name) { return isa::opNamed(kIsa, kRow, name); }

} // namespace lw::nnp
