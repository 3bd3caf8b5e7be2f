// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lw::tensor {

// Extents, outermost first; an empty shape is a single number.
using Shape = std::vector<std::uint64_t>;

// Number of elements; nothing when it exceeds 2^63 - 1, even if a zero extent would hide it.
std::optional<std::uint64_t> countOf(std::span<const std::uint64_t> shape);
// Number of bytes of that many elements; nothing when it exceeds 2^63 - 1.
std::optional<std::uint64_t> bytesOf(std::span<const std::uint64_t> shape, std::size_t elementBytes);
// "[2, 3]"
std::string shapeText(std::span<const std::uint64_t> shape);
// The index of element number `element` in row-major order; no extent may be 0.
std::vector<std::uint64_t> indexOf(std::span<const std::uint64_t> shape, std::uint64_t element);

} // namespace lw::tensor
