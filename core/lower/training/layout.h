// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <cstdint>

// How what a training step works on lies in rows of vector memory: a row is one image's channels at one
// pixel.
namespace lw::lower::training {

// A value of a batch: for each block of `lanes` channels pixels in row-major order, for each of these the
// images of the batch one after the other. So a vector register holds images at one pixel. Lanes without a
// channel hold +0.
struct ImageLayout {
    std::uint64_t rows = 1, columns = 1, channels = 1;
    std::uint64_t batch = 1, lanes = 1;

    std::uint64_t blocks() const { return (channels + lanes - 1) / lanes; }
    std::uint64_t positions() const { return rows * columns * batch; } // rows of memory of a block
    std::uint64_t memoryRows() const { return blocks() * positions(); }
    // From the first row of a block to that of a pixel.
    std::int64_t pixel(std::int64_t row, std::int64_t column) const {
        return (row * static_cast<std::int64_t>(columns) + column) * static_cast<std::int64_t>(batch);
    }
};

// The weights of a layer with a window: for each block of output channels tap by tap in row-major order,
// for each of these a row for every input channel. Behind the last one rows of zeros fill up a group of
// registers.
struct WeightLayout {
    std::uint64_t taps = 1, inputs = 1, outputs = 1;
    std::uint64_t lanes = 1, groupRows = 1;
    // Of im2col: the inputs are `sideTaps` taps side by side, each its channels in whole granules.
    std::uint64_t sideTaps = 1, tapChannels = 0;

    std::uint64_t inputBlocks() const { return (inputs + lanes - 1) / lanes; }
    std::uint64_t outputBlocks() const { return (outputs + lanes - 1) / lanes; }
    std::uint64_t tapRows() const { return (inputs + groupRows - 1) / groupRows * groupRows; }
    std::uint64_t memoryRows() const { return outputBlocks() * taps * tapRows(); }
    std::uint64_t row(std::uint64_t outputBlock, std::uint64_t tap, std::uint64_t inputBlock) const {
        return (outputBlock * taps + tap) * tapRows() + inputBlock * lanes;
    }
    std::uint64_t groups(std::uint64_t inputBlock) const {
        const std::uint64_t rows = tapRows() - inputBlock * lanes;
        return (rows < lanes ? rows : lanes) / groupRows;
    }
};

} // namespace lw::lower::training
