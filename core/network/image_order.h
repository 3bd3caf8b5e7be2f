// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

#include <optional>
#include <string_view>

namespace lw::network {

// How the elements of an image lie in an array: all channels of a pixel side by side, as networks read them
// here, or one channel after the other, as most other programs have them.
enum class ImageOrder : std::uint8_t { ChannelsLast, ChannelsFirst };
inline constexpr std::string_view kImageOrderNames[] = {"nhwc", "nchw"};

// An array, of one input or of several, in the order that the network reads. Where no order is said, one that
// fits only with its channels first is refused (E610), and where both fit and the network's file has channels
// first as well (E611).
Result<tensor::Tensor> inOrder(const Network& network, const tensor::Tensor& given,
                               std::optional<ImageOrder> order);

} // namespace lw::network
