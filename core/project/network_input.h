// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/image_order.h"
#include "core/tensor/tensor.h"

#include <optional>
#include <string>

namespace lw::project {

// What a file gives a network to read: an array (.npy), turned if its channels are first, or a picture (PNG
// or JPEG, whatever its name) as uint8 with the channels that the network reads. E610, E611, E615.
Result<tensor::Tensor> readNetworkInput(const std::string& path, const network::Network& network,
                                        std::optional<network::ImageOrder> order);

// The shape of what a file gives: of a picture [rows, columns, channels], and of an array of three directions
// as well if `order` says that its channels are first. Of an array only the header is read.
Result<tensor::Shape> shapeOfInput(const std::string& path, std::optional<network::ImageOrder> order = {});

} // namespace lw::project
