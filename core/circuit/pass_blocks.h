// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/circuit/array_pass.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

// How a kernel cuts a pass into blocks, whose sums stay in the host's registers for the whole
// inner dimension: some vectors by some registers of columns. What a kernel does
// in a block is given by a type `Steps`:
//   Number, Sum      what vectors and weights of one step are, and the sums
//   kWidth           columns of a register
//   kVectors[r]      vectors of a block that is r registers wide; the last r is the widest there is
//   sumsOf<v, r>     the sums of a block; of each level of the host its own, since no template takes a target
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
template <typename Steps> constexpr ColumnBlocks blocksOf(std::uint32_t columns) {
    return {columns, Steps::kWidth, Steps::kVectors.size() - 1};
}

// What a block works on. The accumulators of the one that comes next are fetched meanwhile, from far away.
template <typename Steps> struct Block {
    const CellOf<typename Steps::Number>* x = nullptr;
    std::ptrdiff_t xStride = 0;
    std::uint32_t steps = 0;
    const typename Steps::Number* weights = nullptr; // of a step side by side
    const typename Steps::Sum* begin = nullptr;      // of the sums, by column, if they do not begin at zero
    CellOf<typename Steps::Sum>*out = nullptr, *next = nullptr;
    std::ptrdiff_t outStride = 0;
    Accumulate accumulate = Accumulate::No;
    std::uint32_t columns = 0; // from the first one of the block to the last one of the tile
};

// The same for all blocks of a pass; its out begins with the first vector.
template <typename Steps> struct Pass {
    const PackedTile& tile;
    std::uint32_t steps = 0;
    const typename Steps::Sum* begin = nullptr;
    PassOutput<typename Steps::Sum> out{};
};

// As many vectors as a block has, from the m-th on, through all columns.
template <typename Steps, unsigned Vectors, unsigned Registers>
void throughTile(const Pass<Steps>& pass, const PassInput<typename Steps::Number>& x, std::uint32_t m,
                 bool isFollowed) {
    constexpr std::uint32_t kColumns = Registers * Steps::kWidth;
    CellOf<typename Steps::Sum>* const out = pass.out.sums + m * pass.out.stride;
    Block<Steps> block{
        x.elements,         x.stride, pass.steps, pass.tile.template as<typename Steps::Number>(),
        pass.begin,         out,      out,        pass.out.stride,
        pass.out.accumulate};
    for (std::uint32_t n = 0; n < pass.tile.columns(); n += kColumns) {
        block.columns = pass.tile.columns() - n;
        if (block.columns > kColumns)
            block.next = block.out + kColumns;
        else if (isFollowed)
            block.next = out + Vectors * pass.out.stride;
        Steps::template sumsOf<Vectors, Registers>(block);
        block.weights += std::size_t{kColumns} * pass.steps;
        if (block.begin != nullptr) block.begin += kColumns;
        block.out = block.next;
    }
}

// All vectors, as many as a block has and then fewer, through all columns. form(m, count): `count` vectors
// from the m-th on as steps take them.
template <typename Steps, unsigned Registers, typename Form>
void throughTile(const Pass<Steps>& pass, std::uint32_t vectors, const Form& form) {
    constexpr unsigned kMost = Steps::kVectors[Registers];
    std::uint32_t m = 0;
    const auto some = [&](auto count) {
        constexpr unsigned kCount = decltype(count)::value;
        for (; vectors - m >= kCount; m += kCount)
            throughTile<Steps, kCount, Registers>(pass, form(m, kCount), m, vectors - m >= 2 * kCount);
    };
    some(std::integral_constant<unsigned, kMost>());
    if constexpr (kMost > 4) some(std::integral_constant<unsigned, kMost / 2>());
    if constexpr (kMost > 2) some(std::integral_constant<unsigned, 2>());
    some(std::integral_constant<unsigned, 1>());
}

template <typename Steps, typename Form, unsigned Registers = Steps::kVectors.size() - 1>
void pass(const Pass<Steps>& given, std::uint32_t vectors, const Form& form) {
    if (blocksOf<Steps>(given.tile.columns()).registers == Registers)
        throughTile<Steps, Registers>(given, vectors, form);
    else if constexpr (Registers > 1)
        pass<Steps, Form, Registers - 1>(given, vectors, form);
}

// float32, where a step is one product and the vectors are taken as they are.
// The tile: [block of columns][k][columns of the block].
template <typename Steps>
PackedTile packFloat(const float* weights, std::uint32_t inner, std::uint32_t columns) {
    const ColumnBlocks blocks = blocksOf<Steps>(columns);
    PackedTile tile(inner, columns, std::size_t{inner} * blocks.padded * sizeof(float));
    auto* packed = tile.as<float>();
    for (std::uint32_t n = 0; n < columns; n += blocks.width)
        for (std::uint32_t k = 0; k < inner; ++k, packed += blocks.width)
            std::copy_n(weights + k * std::size_t{columns} + n, std::min(blocks.width, columns - n), packed);
    return tile;
}
template <typename Steps>
void passFloat(const PassInput<float>& x, const PackedTile& tile, const PassOutput<float>& out) {
    pass<Steps>({tile, tile.inner(), nullptr, out}, x.vectors, [&x](std::uint32_t m, unsigned count) {
        return PassInput<float>{x.elements + m * x.stride, count, x.stride};
    });
}

} // namespace lw::circuit::detail
