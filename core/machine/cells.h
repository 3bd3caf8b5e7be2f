// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace lw::machine {

// A node of the state tree: everything shown, faulted, watched or counted has one.
struct NodeId {
    std::uint32_t index = 0;
    auto operator<=>(const NodeId&) const = default;
};

// A typed handle on a stretch of the state store. T is the element type of that stretch for ever.
template <typename T> struct Cells {
    NodeId node;
    std::uint64_t offset = 0; // bytes from the beginning of the store, a multiple of 64
    std::uint64_t count = 0;  // elements
};

// The same by its address, which is stable as long as the store lives.
template <typename T> using CellsAt = T*;

// A chip lists its cells once, as a template over how each is represented: with Cells their place in the
// layout, with CellsAt their address in one store.
//
//     template <template <typename> typename Of> struct ChipCells {
//         Of<std::uint64_t> clock;
//         Of<std::uint32_t> registers;
//     };

} // namespace lw::machine
