// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/row_effects.h"

#include <optional>
#include <string_view>
#include <vector>

// Rows of a program in another order. The circuit issues them one after the other, so a row that waits
// holds up all that follow; in an order made for it, matrix unit, vector unit and transfers work beside each
// other, even across layers.
namespace lw::lower {

enum class RowOrder : std::uint8_t {
    Straight,  // as people read: layer by layer, all passes of an area, then its strips
    Overlapped // as they can issue
};
inline constexpr std::string_view kRowOrderNames[] = {"straight", "overlapped"};
inline std::string_view nameOf(RowOrder order) { return kRowOrderNames[static_cast<std::size_t>(order)]; }
std::optional<RowOrder> findRowOrder(std::string_view name);

struct OrderedText {
    ProgramText text;
    std::vector<std::uint32_t> places; // the new place of each row of the straight text
};

// Each unit keeps the order of its rows, and no row passes another one that touches the same: whatever a row
// reads is what it was. Among the next rows of all units, the one that can issue first comes first.
OrderedText overlapped(const ProgramText& straight, const BufferAddresses& addresses,
                       const machine::CircuitLimits& circuit);

} // namespace lw::lower
