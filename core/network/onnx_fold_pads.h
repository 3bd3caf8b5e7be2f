// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

namespace lw::network {

// The network with zeros around an image that only one convolution or average pool reads (a separate Pad,
// as Keras and PyTorch write it) turned into that layer's padding, with the same numbers: so it has a border
// for any size, in place of places listed for one size. Only float32; shapes must be known.
Network withPadsFolded(Network network);

} // namespace lw::network
