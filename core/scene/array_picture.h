// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/machine/circuit_work.h"
#include "core/scene/cell_picture.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string_view>

// The cells of a systolic array in one clock of a pass.
namespace lw::scene {

// Pictures of rows x columns cells, a register of every cell each. Written: something is in the register.
struct ArrayPicture {
    std::uint64_t clock = 0;  // of the pass: 0 = element 0 of vector 0 is in its cell
    std::uint64_t clocks = 0; // that the pass takes: vectors + inner + used columns - 2
    std::uint32_t inner = 0, vectors = 0;
    CellPicture activations; // changed: the cell took its weight over in this clock
    CellPicture sums;        // that come in from above
    CellPicture weights, path;
    CellPicture numbers; // which vector the activation is of; the product's other indices are row and column
    CellPicture leaving; // one row: what leaves at the end of this clock, complete
    bool operator==(const ArrayPicture&) const = default;
};

// At any clock from work.first on, also behind the end: an empty array. Nothing is in the array before.
ArrayPicture arrayPicture(const machine::ArrayWork& work, std::uint64_t clock);

void to_json(nlohmann::json& out, const ArrayPicture& picture);
// E6xx with the place in the text when it is none.
Result<ArrayPicture> arrayPictureFromJson(std::string_view text);

} // namespace lw::scene
