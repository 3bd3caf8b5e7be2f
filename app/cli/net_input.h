// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/reference.h"

#include <string>

namespace lw::cli {

// A picture (.png) or an array (.npy), as the file holds it.
Result<tensor::Tensor> readNetworkInput(const std::string& path, const network::Network& network);
// One value for an input, or, of an input with one extent more, for each of its items.
Result<tensor::Tensor> computeValue(const network::Network& network, const tensor::Tensor& given,
                                    network::ValueId value, const network::ReferenceOptions& options);

} // namespace lw::cli
