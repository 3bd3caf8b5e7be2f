// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/row_effects.h"

#include <optional>
#include <string_view>
#include <vector>

// Rows of a program in another order. The circuit issues them one after the other, so that one that waits
// holds up all that follow; in an order made for it matrix unit, vector unit and transfers work beside each
// other, also across layers.
namespace lw::lower {

enum class RowOrder : std::uint8_t {
    Straight,  // as a person reads: layer by layer, all passes of an area, then its strips
    Overlapped // as they can issue
};
inline constexpr std::string_view kRowOrderNames[] = {"straight", "overlapped"};
inline std::string_view nameOf(RowOrder order) { return kRowOrderNames[static_cast<std::size_t>(order)]; }
std::optional<RowOrder> findRowOrder(std::string_view name);

struct OrderedText {
    ProgramText text;
    std::vector<std::uint32_t> places; // where each row of the straight text stands
};

// Each unit keeps the order of its rows, and no row passes another one that touches the same: whatever a row
// reads is what it was. Of the next row of each unit that comes first which can issue first.
OrderedText overlapped(const ProgramText& straight, const BufferAddresses& addresses,
                       const machine::CircuitLimits& circuit);

} // namespace lw::lower
