// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/graph.h"

#include <cstdint>
#include <optional>
#include <vector>

// Firmware that goes over the rows of a matrix chain by chain has a product for each row of native matrices.
// Software has one, since rows have nothing to do with each other: of all matrices that stand one after the
// other, with the same vectors. Columns are another matter: their sum is rounded between instructions.
namespace lw::concord {

struct RowProduct {
    std::vector<std::uint32_t> nodes{}; // products, in their order
    Node whole{};                       // the one of all rows
    // The first vector that a node has of it.
    std::uint32_t firstOf(std::uint32_t node) const;
};
// Among nodes from one to another.
std::vector<RowProduct> rowProducts(const Graph& graph, std::uint32_t first, std::uint32_t end);

// Why a node stays by itself that looks like a part of a larger product.
enum class Apart : std::uint8_t {
    SumOfHalves, // it adds two products, each of which is FP16 before
    SumOfBlocks, // ... and one of which was a block in between
    Chance,      // draws depend on the instruction
    Iterations,  // vectors of all rows would stand turn by turn
};
struct WhyApart {
    Apart why{};
    std::uint32_t one = 0, other = 0; // products
};
std::optional<WhyApart> whyApart(const Graph& graph, std::uint32_t node, std::uint32_t first);

} // namespace lw::concord
