// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/network_plan.h"

namespace lw::lower::striding {

// The plan of a convolution or dense layer that reads pictures of this shape; `layer` has stride 1.
// Without tensors and blocks, which planBlocks() and the caller add. E642 when its strips
// cannot hold a whole window of the stride.
Result<SumPlan> planSums(network::Layer layer, const Picture& image, const network::Pair& stride,
                         const machine::CircuitLimits& circuit, bool fold);

// The same for a layer that gives a picture of this size.
Result<SumPlan> planSumsTo(const Picture& result, network::Layer layer, const Picture& image,
                           const network::Pair& stride, const machine::CircuitLimits& circuit, bool fold);

// For a strided convolution whose passes step over the image by themselves.
Result<SumPlan> planSumsByPattern(const network::Layer& layer, const Picture& image,
                                  const machine::CircuitLimits& circuit, bool fold);

// Cuts the output channels into blocks for the array; those before `kept` are in blocks of their own.
std::vector<ChannelBlock> planBlocks(const SumPlan& sums, std::uint64_t kept, std::uint64_t arrayColumns);

// The weights as the circuit loads them: [tile][row][column],
// a tile for each block and pass, filled up with zeros.
tensor::Tensor tilesOf(const SumPlan& sums);

// The bias of the sums in words, plus what codes of an input that do not count from 0 add to them;
// nothing when there is none.
std::optional<tensor::Tensor> biasOf(const network::Layer& layer, std::int32_t inputZero);

// A convolution without stride on blocks of stride.rows x stride.columns pixels, taken as channels,
// that gives the same sums as the strided layer on `image`; and how much border the picture
// needs so that the blocks are whole.
struct Regrouped {
    network::Layer layer;
    Picture image;        // in blocks
    network::Padding pad; // of the picture in pixels
};
Regrouped regroup(const network::Layer& layer, const Picture& image);
// How large that would be.
struct RegroupedSize {
    double pictureBytes = 0, weightBytes = 0; // beyond any integer for an absurd stride
};
RegroupedSize regroupedSize(const network::Layer& layer, const Picture& image);
// The picture in blocks: [rows][columns][row in the block][column in the block][channel],
// with `outside` in the border.
tensor::Tensor regroupedPicture(const Regrouped& plan, const network::Layer& layer,
                                const tensor::Tensor& picture, std::int32_t outside);

} // namespace lw::lower::striding
