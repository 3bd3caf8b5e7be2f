// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

#include <optional>
#include <string_view>

namespace lw::network {

// How the elements of an image are arranged in an array: all channels of a pixel together, as networks here
// read them, or one channel after the other, as in most other programs.
enum class ImageOrder : std::uint8_t { ChannelsLast, ChannelsFirst };
inline constexpr std::string_view kImageOrderNames[] = {"nhwc", "nchw"};

// An array, for one input or several, in the order that the network reads. If no order is given, one that
// fits only with its channels first is refused (E610), and also where both fit and the network's file has
// channels first too (E611); one channel is the same in both.
Result<tensor::Tensor> inOrder(const Network& network, const tensor::Tensor& given,
                               std::optional<ImageOrder> order);

} // namespace lw::network
