// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <memory>

namespace lw::network {

// The network with each relu, sigmoid or tanh layer taken into the conv, conv_transpose, dense or add that it
// reads, as that layer's activation, if nothing else reads the sums before it: no other layer, and no output.
// Files that know activations only as layers (ONNX) mean the same as those that have them in the layer. Every
// value that remains has the same bits, in float32 and in int8, where the activation comes before the
// requantisation: both keep the order of numbers and the code for 0, so they may change places. Such a
// layer keeps its own name and knows that of the other. Outputs are in the order of `network`, whose shapes
// must be known. With nothing to fold it is `network` itself, which must outlive it. Activations after
// `last` stay layers.
std::shared_ptr<const Network> withActivationsFolded(const Network& network,
                                                     Activation last = Activation::Tanh);

} // namespace lw::network
