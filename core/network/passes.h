// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/network/sum_pass.h"

#include <vector>

namespace lw::network {

// The passes of the matrix unit that make the sums of a convolution or dense layer,
// in the order of execution: by row of the kernel, then by column, then by block of channels.
// `channels` input channels to a group, at most `arrayRows` products to a pass. With `fold`, neighbouring
// columns of the kernel share a pass where their pixels are adjacent in memory (no dilation, one group)
// and all channels of more than one fit.
std::vector<SumPass> passesOf(const Layer& layer, std::uint32_t channels, std::uint32_t arrayRows, bool fold);

// Input channels to a group of a convolution or dense layer that reads a value of this shape.
std::uint32_t groupChannelsOf(const Layer& layer, const tensor::Shape& image);

} // namespace lw::network
