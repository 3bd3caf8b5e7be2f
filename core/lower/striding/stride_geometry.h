// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <cstdint>

namespace lw::lower::striding {

// Sizes of a strided layer and of the tensors its lowering makes, in pixels and channels. The first tensor is
// what the layer computes with stride 1 and the same padding; the strided layer's element (a, b) is element
// (a * stride.rows, b * stride.columns) of it, the top left one of a window as large as the stride.
struct StrideGeometry {
    std::uint64_t inputRows = 0, inputColumns = 0, inputChannels = 0;
    std::uint64_t channels = 0; // kernels
    network::Pair kernel, stride, dilation;
    network::Padding pad;
    std::uint32_t groups = 1;
    std::uint64_t firstRows = 0, firstColumns = 0; // of the first and the second tensor
    std::uint64_t rows = 0, columns = 0;           // of the output

    bool operator==(const StrideGeometry&) const = default;

    bool keeps(std::uint64_t row, std::uint64_t column) const {
        return row % stride.rows == 0 && column % stride.columns == 0;
    }
    std::uint64_t keptPixels() const { return rows * columns; }
    std::uint64_t droppedPixels() const { return firstRows * firstColumns - keptPixels(); }
    // The part of the first tensor in window (a, b); less than the stride at the bottom and right edges.
    std::uint64_t windowRows(std::uint64_t a) const {
        return least(stride.rows, firstRows - a * stride.rows);
    }
    std::uint64_t windowColumns(std::uint64_t b) const {
        return least(stride.columns, firstColumns - b * stride.columns);
    }
    std::uint64_t windowPixels(std::uint64_t a, std::uint64_t b) const {
        return windowRows(a) * windowColumns(b);
    }
    // Multiply-adds for one pixel of all channels.
    std::uint64_t pixelMacs() const {
        return std::uint64_t{kernel.rows} * kernel.columns * (inputChannels / groups) * channels;
    }
    std::uint64_t macsOfFirst() const { return firstRows * firstColumns * pixelMacs(); }
    std::uint64_t macsOfStride() const { return keptPixels() * pixelMacs(); }
    // For the same layer on blocks of pixels taken as channels, with the kernel filled up to whole blocks.
    std::uint64_t macsOfBlocks() const {
        return keptPixels() * filled(kernel.rows, dilation.rows, stride.rows) *
               filled(kernel.columns, dilation.columns, stride.columns) * inputChannels * channels;
    }

  private:
    static std::uint64_t filled(std::uint64_t taps, std::uint64_t apart, std::uint64_t block) {
        return ((taps - 1) * apart + block) / block * block;
    }
    static std::uint64_t least(std::uint64_t x, std::uint64_t y) { return x < y ? x : y; }
};

// For a convolution that reads an image of this shape; it must fit at least once.
StrideGeometry strideGeometryOf(const network::Layer& layer, const tensor::Shape& image);

// The layer with stride 1 and without requantisation: what computes the first tensor.
// `image` is the shape it reads.
network::Layer firstLayerOf(const network::Layer& layer, const tensor::Shape& image);

// Whether this layer needs kernel striding.
inline bool isStrided(const network::Layer& layer) {
    return layer.kind == network::Kind::Conv && layer.stride != network::Pair{1, 1};
}

} // namespace lw::lower::striding
