// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/isa_scalar.h"
#include "core/chips/training/isa_units.h"
#include "core/chips/training/isa_vector.h"

#include <algorithm>

// The instruction set of the training chip's compute core: every row of every slot, as one Spec.
namespace lw::training {

inline constexpr auto kRows = [] {
    std::array<Row, kScalarRows.size() + kVectorRows.size() + kUnitsRows.size()> out{};
    auto at = std::copy(kScalarRows.begin(), kScalarRows.end(), out.begin());
    at = std::copy(kVectorRows.begin(), kVectorRows.end(), at);
    std::copy(kUnitsRows.begin(), kUnitsRows.end(), at);
    return out;
}();

inline constexpr auto kInsns = [] {
    std::array<isa::Insn, kRows.size()> out{};
    for (std::size_t i = 0; i < kRows.size(); ++i) out[i] = kRows[i].insn;
    return out;
}();

inline constexpr isa::Spec kIsa{
    .chip = "training",
    .title = "VLIW training chip, compute core",
    .bundleBits = 322,
    .classes = detail::kClasses,
    .slots = detail::kSlots,
    .files = detail::kFiles,
    .units = detail::kUnits,
    .spaces = detail::kSpaces,
    .sharedRegisters = detail::kSharedRegisters,
    .sharedFile = kR,
    .immediates = detail::kImmediates,
    .reserved = detail::kReserved,
    .predicateFile = kP,
    .predicateAlways = 15,
    .predicateNever = 31,
    .predicateInvert = 16,
    .insns = kInsns,
};

// op(kVector, "fadd"): the row of that name, looked up at compile time; a wrong name does not compile.
consteval isa::OpId op(std::uint8_t slotClass, std::string_view name) {
    const isa::OpId id = isa::find(kIsa, slotClass, name);
    if (id == isa::kNoOp) throw "no such instruction";
    return id;
}

} // namespace lw::training
