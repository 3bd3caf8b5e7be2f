// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/tensor/tensor.h"

#include <string>

namespace lw::project {

// What a file gives a network to read, as the file holds it: an array (.npy), or a picture (PNG or JPEG,
// whatever its name) as uint8 with the channels that the network reads.
Result<tensor::Tensor> readNetworkInput(const std::string& path, const network::Network& network);

} // namespace lw::project
