// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/tile_programs.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

// How tiles cross the host interface. A DMA with addressing of its own takes them out of the picture and puts
// them into the output as these lie at the host; for one without it the host cuts each tile out as a block of
// bytes that lie one after the other, and puts the blocks that come back together.
namespace lw::project {

enum class Transfers : std::uint8_t { Strided, Copied };
inline constexpr std::array<std::string_view, 2> kTransferNames{"strided", "copied"}; // by Transfers

// Pixels of an image that a launch of a circuit reads or gives.
struct TileBlock {
    std::uint64_t row = 0, column = 0, rows = 0, columns = 0;
    // Where they lie at the host, in pixels: the first one, and from one row to the next.
    std::uint64_t at = 0, pitch = 0;
};
// All blocks of a circuit in their places: in the image, which has that many columns, or one after the other.
std::vector<TileBlock> placed(std::vector<TileBlock> blocks, Transfers transfers, std::uint64_t imageColumns);
std::uint64_t pixelsOf(std::span<const TileBlock> blocks); // of all
// What the host has of an image for such blocks: the image, or a line of elements, of which there is at least
// one.
tensor::Shape shapeAtHost(std::span<const TileBlock> blocks, Transfers transfers, const tensor::Shape& image);

// What a circuit gives of the whole of an output, by round; no pixels in a round in which it has no tile.
std::vector<TileBlock> outputBlocks(const lower::tiling::TilingPlan& plan, const TileArray& array,
                                    std::size_t circuit, std::size_t output);

std::uint64_t pixelBytesOf(const tensor::Tensor& image);
// Blocks of an image [rows, columns, channels], placed one after the other.
tensor::Tensor cut(const tensor::Tensor& image, std::span<const TileBlock> blocks);
// The other way: such a line into the image.
void put(const tensor::Tensor& line, std::span<const TileBlock> blocks, tensor::Tensor& image);

} // namespace lw::project
