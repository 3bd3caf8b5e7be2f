// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/isa_launches.h"
#include "core/chips/inference/isa_links.h"
#include "core/chips/inference/isa_matrix.h"
#include "core/chips/inference/isa_vector.h"
#include "core/isa/rows.h"

// The instruction set of the inference circuit: every row, as one Spec.
namespace lw::inference {

inline constexpr auto kRows = isa::joinedRows(kMatrixRows, kVectorRows, kLinkRows, kLaunchRows);
inline constexpr auto kInsns = isa::insnsOf(kRows);

inline constexpr isa::Spec kIsa{
    .chip = "inference",
    .title = "inference circuit",
    .bundleBits = 128,
    .classes = detail::kClasses,
    .slots = detail::kSlots,
    .files = detail::kFiles,
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

// op("matmul.i8"): the row of that name, looked up at compile time; a wrong name does not compile.
consteval isa::OpId op(std::string_view name) { return isa::opNamed(kIsa, kRow, name); }

} // namespace lw::inference
