// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/tile_blocks.h"

#include <algorithm>
#include <utility>

namespace lw::project {

using tensor::Tensor;

namespace {

// Calls each row of each block: the bytes where it begins at the host and in the image, and how many it has.
template <typename Each>
void overRows(std::span<const TileBlock> blocks, const Tensor& image, const Each& each) {
    const std::uint64_t pixel = pixelBytesOf(image);
    for (const TileBlock& block : blocks)
        for (std::uint64_t row = 0; row < block.rows; ++row) {
            const std::uint64_t inImage = (block.row + row) * image.shape()[1] + block.column;
            each((block.at + row * block.pitch) * pixel, inImage * pixel, block.columns * pixel);
        }
}

} // namespace

std::vector<TileBlock> placed(std::vector<TileBlock> blocks, Transfers transfers,
                              std::uint64_t imageColumns) {
    std::uint64_t next = 0;
    for (TileBlock& block : blocks) {
        const bool isCopied = transfers == Transfers::Copied;
        block.at = isCopied ? next : block.row * imageColumns + block.column;
        block.pitch = isCopied ? block.columns : imageColumns;
        next += block.rows * block.columns;
    }
    return blocks;
}

std::uint64_t pixelsOf(std::span<const TileBlock> blocks) {
    std::uint64_t out = 0;
    for (const TileBlock& block : blocks) out += block.rows * block.columns;
    return out;
}

tensor::Shape shapeAtHost(std::span<const TileBlock> blocks, Transfers transfers,
                          const tensor::Shape& image) {
    if (transfers == Transfers::Strided) return image;
    return {std::max<std::uint64_t>(pixelsOf(blocks) * image[2], 1)};
}

std::vector<TileBlock> outputBlocks(const lower::tiling::TilingPlan& plan, const TileArray& array,
                                    std::size_t circuit, std::size_t output) {
    std::vector<TileBlock> out;
    const auto along = [](std::size_t tiles, std::size_t circuits) {
        return (tiles + circuits - 1) / circuits * circuits;
    };
    const auto &rows = plan.rows.tiles, &columns = plan.columns.tiles;
    const auto size = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
    for (std::size_t i = circuit / array.columns; i < along(rows.size(), array.rows); i += array.rows)
        for (std::size_t j = circuit % array.columns; j < along(columns.size(), array.columns);
             j += array.columns) {
            TileBlock& block = out.emplace_back();
            if (i >= rows.size() || j >= columns.size()) continue;
            const lower::tiling::TileOutput &down = rows[i].outputs[output],
                                            &across = columns[j].outputs[output];
            block.row = size(down.from);
            block.column = size(across.from);
            block.rows = size(down.until - down.from);
            block.columns = size(across.until - across.from);
        }
    return out;
}

std::uint64_t pixelBytesOf(const Tensor& image) { return image.shape()[2] * tensor::sizeOf(image.dtype()); }

Tensor cut(const Tensor& image, std::span<const TileBlock> blocks) {
    Tensor out(image.dtype(), shapeAtHost(blocks, Transfers::Copied, image.shape()));
    overRows(blocks, image, [&](std::uint64_t atHost, std::uint64_t inImage, std::uint64_t bytes) {
        std::ranges::copy(image.bytes().subspan(inImage, bytes), out.bytes().subspan(atHost).begin());
    });
    return out;
}

void put(const Tensor& line, std::span<const TileBlock> blocks, Tensor& image) {
    overRows(blocks, image, [&](std::uint64_t atHost, std::uint64_t inImage, std::uint64_t bytes) {
        std::ranges::copy(line.bytes().subspan(atHost, bytes), image.bytes().subspan(inImage).begin());
    });
}

} // namespace lw::project
