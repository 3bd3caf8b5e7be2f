// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/isa_scalar.h"
#include "core/chips/training/isa_units.h"
#include "core/chips/training/isa_vector.h"
#include "core/isa/rows.h"

// The instruction set of the training chip's compute core: every row of every slot, as one Spec.
namespace lw::training {

inline constexpr auto kRows = isa::joinedRows(kScalarRows, kVectorRows, kUnitsRows);
inline constexpr auto kInsns = isa::insnsOf(kRows);

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
    return isa::opNamed(kIsa, slotClass, name);
}

} // namespace lw::training
