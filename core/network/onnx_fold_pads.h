// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

namespace lw::network {

// The network with zeros that stand around an image for one convolution or average pool alone (a Pad of its
// own, as Keras and PyTorch write it) as that layer's padding, with the same numbers: so it has a border,
// whatever the size, in place of places that are listed for one. float32 alone; shapes must be known.
Network withPadsFolded(Network network);

} // namespace lw::network
