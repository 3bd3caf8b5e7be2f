// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/element_source.h"

#include <cstdint>
#include <utility>
#include <vector>

// The same elements in another shape: rows of 64 numbers as pictures of 8 x 8.
namespace lw::scene {

// `shape` has the same number of elements.
ElementSourcePtr reshaped(ElementSourcePtr elements, tensor::Shape shape);

// Splits the last dimension in two, the second with `across` elements, which divide it; 0: as it is.
tensor::Shape splitShape(const tensor::Shape& shape, std::uint64_t across);
// How it can be divided, both parts at least 2: rows x columns, squares and near-squares first.
std::vector<std::pair<std::uint64_t, std::uint64_t>> splitsOf(const tensor::Shape& shape);

} // namespace lw::scene
