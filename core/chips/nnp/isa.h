// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/isa_rows.h"

#include <algorithm>

// The instruction set of the neural network processor: every row, as one Spec.
namespace lw::nnp {

inline constexpr auto kRows = [] {
    std::array<Row, kControlRows.size() + kMoveRows.size() + kProductRows.size()> out{};
    auto at = std::copy(kControlRows.begin(), kControlRows.end(), out.begin());
    at = std::copy(kMoveRows.begin(), kMoveRows.end(), at);
    std::copy(kProductRows.begin(), kProductRows.end(), at);
    return out;
}();

inline constexpr auto kInsns = [] {
    std::array<isa::Insn, kRows.size()> out{};
    for (std::size_t i = 0; i < kRows.size(); ++i) out[i] = kRows[i].insn;
    return out;
}();

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
};

// op("mv_mul"): the row of that name, looked up at compile time; a wrong name does not compile.
consteval isa::OpId op(std::string_view name) {
    const isa::OpId id = isa::find(kIsa, kRow, name);
    if (id == isa::kNoOp) throw "no such instruction";
    return id;
}

} // namespace lw::nnp
