// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

#include <cstdint>

// What layers of a network to be trained begin with if its file gives no weights (Layer::isInitial).
// conv and dense: sums of twelve uniform numbers, nearly normal with mean 0 and variance 2 / inputs of a sum
// (He, Zhang, Ren, Sun: Delving deep into rectifiers, 2015). They depend only on the seed and the layer's
// name, not on other layers, and have the same bits on every host. batch_norm: scale 1, shift 0, mean 0,
// variance 1.
namespace lw::network {

inline constexpr std::uint64_t kMostInitial = std::uint64_t{1} << 24; // of all layers together

// Sets the tensors of an initial layer that has none yet; the shapes of its inputs are known. E569 if there
// are more weights than that; where inputs do not fit the kind of layer, nothing is set.
Outcome addInitial(const Network& network, Layer& layer);

// Begins again with another seed: every initial layer of a network with `training` gets weights from that.
void setSeed(Network& network, std::uint64_t seed);
// The same for every conv, dense and batch_norm, also where the file gives weights. E569.
Outcome drawWeights(Network& network, std::uint64_t seed);

} // namespace lw::network
