// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/tensor_picture.h"

#include <cstdint>
#include <optional>
#include <utility>

// A dimension of a tensor as many small pictures side by side.
namespace lw::scene {

struct FacetGrid {
    Plane one;                          // the first picture
    std::uint64_t count = 0;            // of pictures
    std::uint64_t stride = 0;           // elements from one picture to the next
    std::uint64_t across = 1, down = 1; // pictures in a row, and rows of them

    // Cells of the whole: those between two pictures are empty.
    std::uint64_t rows() const { return count == 0 ? 0 : down * (one.rows + 1) - 1; }
    std::uint64_t columns() const { return count == 0 ? 0 : across * (one.columns + 1) - 1; }
    // Nothing between the pictures or after the last one.
    std::optional<std::uint64_t> element(std::uint64_t row, std::uint64_t column) const;
    // The picture a cell is in.
    std::optional<std::uint64_t> picture(std::uint64_t row, std::uint64_t column) const;
    bool operator==(const FacetGrid&) const = default;
};

// Pictures along `axis`, which is neither of the roles',
// in as many rows as suit a room of that width over height.
FacetGrid facetGrid(const tensor::Shape& shape, const AxisRoles& roles, int axis, double widthOverHeight);

// The whole as a tensor of rows() x columns() elements; those between pictures have the flag kOutside.
ElementSourcePtr facetsOf(ElementSourcePtr elements, const FacetGrid& grid);

} // namespace lw::scene
