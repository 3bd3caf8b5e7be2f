// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/circuit/array_pass.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

// How a kernel cuts a pass into blocks, whose sums stay in the host's registers for the whole inner
// dimension: so many vectors by so many registers of columns.
namespace lw::circuit::detail {

constexpr std::uint32_t roundedUp(std::uint32_t value, std::uint32_t to) {
    return (value + to - 1) / to * to;
}

// A tile's columns in as few blocks as there can be, all of the same number of registers.
struct ColumnBlocks {
    constexpr ColumnBlocks(std::uint32_t columns, std::uint32_t registerWidth, unsigned mostRegisters) {
        const std::uint32_t all = roundedUp(columns, registerWidth) / registerWidth;
        const std::uint32_t blocks = roundedUp(all, mostRegisters) / mostRegisters;
        registers = roundedUp(all, blocks) / blocks;
        width = registers * registerWidth;
        padded = roundedUp(columns, width);
    }
    unsigned registers = 0;   // of a block
    std::uint32_t width = 0;  // columns of a block
    std::uint32_t padded = 0; // columns of all blocks
};

// Calls each(first vector, how many as a type, whether at least as many follow) for the blocks that some
// vectors are cut into.
template <unsigned Vectors, typename Each> void overBlocks(std::uint32_t vectors, const Each& each) {
    std::uint32_t m = 0;
    const auto some = [&](auto count) {
        constexpr unsigned kCount = decltype(count)::value;
        for (; vectors - m >= kCount; m += kCount) each(m, count, vectors - m >= 2 * kCount);
    };
    some(std::integral_constant<unsigned, Vectors>());
    if constexpr (Vectors > 4) some(std::integral_constant<unsigned, Vectors / 2>());
    if constexpr (Vectors > 2) some(std::integral_constant<unsigned, 2>());
    some(std::integral_constant<unsigned, 1>());
}

// [block of columns][k][columns of the block].
inline PackedTile packFloat(const float* weights, std::uint32_t inner, std::uint32_t columns,
                            const ColumnBlocks& blocks) {
    PackedTile tile(inner, columns, std::size_t{inner} * blocks.padded * sizeof(float));
    auto* packed = tile.as<float>();
    for (std::uint32_t n = 0; n < columns; n += blocks.width)
        for (std::uint32_t k = 0; k < inner; ++k, packed += blocks.width)
            std::copy_n(weights + k * std::size_t{columns} + n, std::min(blocks.width, columns - n), packed);
    return tile;
}

} // namespace lw::circuit::detail
