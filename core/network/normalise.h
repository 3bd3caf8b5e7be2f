// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

#include <optional>
#include <string_view>

// What is done to the bytes of a picture before a network reads them: (p - mean) * scale in float32, the
// difference rounded first, then the product.
namespace lw::network {

// Sets one of them or both from texts such as "123.68,116.78,103.94": one number, or one for each channel.
// E612.
Outcome setNormalise(Network& network, const std::optional<std::string_view>& mean,
                     const std::optional<std::string_view>& scale);
// As many numbers as there may be, and no codes about which nothing is known: E612, E570.
Outcome checkNormalise(const Network& network);

// uint8 of the input's shape as float32.
tensor::Tensor normalised(const Normalise& how, const tensor::Tensor& bytes);

} // namespace lw::network
