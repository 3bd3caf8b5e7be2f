// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/isa_launches.h"
#include "core/chips/inference/isa_links.h"
#include "core/chips/inference/isa_matrix.h"
#include "core/chips/inference/isa_vector.h"

#include <algorithm>

// The instruction set of the inference circuit: every row, as one Spec.
namespace lw::inference {

inline constexpr auto kRows = [] {
    std::array<Row, kMatrixRows.size() + kVectorRows.size() + kLinkRows.size() + kLaunchRows.size()> out{};
    auto at = std::copy(kMatrixRows.begin(), kMatrixRows.end(), out.begin());
    at = std::copy(kVectorRows.begin(), kVectorRows.end(), at);
    at = std::copy(kLinkRows.begin(), kLinkRows.end(), at);
    std::copy(kLaunchRows.begin(), kLaunchRows.end(), at);
    return out;
}();

inline constexpr auto kInsns = [] {
    std::array<isa::Insn, kRows.size()> out{};
    for (std::size_t i = 0; i < kRows.size(); ++i) out[i] = kRows[i].insn;
    return out;
}();

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
consteval isa::OpId op(std::string_view name) {
    const isa::OpId id = isa::find(kIsa, kRow, name);
    if (id == isa::kNoOp) throw "no such instruction";
    return id;
}

} // namespace lw::inference
