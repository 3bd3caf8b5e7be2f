// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

// How a chip makes its table from the lists of rows in which it is written.
namespace lw::isa {

template <typename Row, std::size_t... Counts>
constexpr auto joinedRows(const std::array<Row, Counts>&... lists) {
    std::array<Row, (Counts + ...)> out{};
    auto at = out.begin();
    ((at = std::copy(lists.begin(), lists.end(), at)), ...);
    return out;
}

template <typename Row, std::size_t Count> constexpr auto insnsOf(const std::array<Row, Count>& rows) {
    std::array<Insn, Count> out{};
    for (std::size_t i = 0; i < Count; ++i) out[i] = rows[i].insn;
    return out;
}

// The row of that name, looked up at compile time; a wrong name does not compile.
consteval OpId opNamed(const Spec& spec, std::uint8_t slotClass, std::string_view name) {
    const OpId id = find(spec, slotClass, name);
    if (id == kNoOp) throw "no such instruction";
    return id;
}

} // namespace lw::isa
