// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/circuit_work.h"
#include "core/scene/cell_picture.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lw {
class Json;
}

// The cells of a systolic array in one clock of a pass.
namespace lw::scene::circuit {

// Pictures of rows x columns cells, one register of every cell each. Written: the register holds something.
struct ArrayPicture {
    std::uint64_t clock = 0; // of the pass: 0 = element 0 of vector 0 is in its cell
    // How long the pass takes: vectors + inner + columns of the tile - 2, whatever the weights; activations
    // move on through the array's other columns for that many clocks more.
    std::uint64_t clocks = 0;
    std::uint32_t inner = 0, vectors = 0;
    CellPicture activations; // changed: the cell took its weight over in this clock
    CellPicture sums;        // those that come in from above
    CellPicture weights, path;
    CellPicture numbers; // which vector the activation is of; the product's other indices are row and column
    CellPicture passes;  // which pass the activation is of: the number of the bundle that began it
    CellPicture leaving; // one row: what leaves at the end of this clock, complete
    bool operator==(const ArrayPicture&) const = default;
};

// At any clock from work.first on, also after the end: an empty array. Before, the array is empty.
ArrayPicture arrayPicture(const machine::ArrayWork& work, std::uint64_t clock);
// Passes that follow each other through one array, the oldest first, with clocks and vectors counted as in
// pass number `shown`. A pass that reads its numbers as another type is left out.
ArrayPicture arrayPicture(std::span<const machine::ArrayWork> passes, std::size_t shown, std::uint64_t clock);

// Why a cell holds what it holds.
struct ArrayTerm {
    std::uint64_t clock = 0; // of the pass: when the product is made, k rows above the first one
    std::uint32_t activation = 0, weight = 0; // bits
    std::uint32_t sum = 0;                    // with the product
    bool operator==(const ArrayTerm&) const = default;
};
struct ArrayCell {
    std::uint32_t pass = 0;                // number among the passes
    std::uint32_t vector = 0, element = 0; // of the pass: m and k; its column is the cell's
    std::uint64_t clock = 0;               // of the pass
    std::uint64_t leaves = 0;              // of the pass: the clock at whose end the sum is complete
    std::vector<ArrayTerm> terms;          // the products from element 0 to this one
    bool operator==(const ArrayCell&) const = default;
};
// Nothing when no vector is in the cell in that clock.
std::optional<ArrayCell> arrayCell(std::span<const machine::ArrayWork> passes, std::uint64_t clock,
                                   std::uint32_t row, std::uint32_t column);

Json jsonOf(const ArrayPicture& picture);

} // namespace lw::scene::circuit
