// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

namespace lw::network {

// The image [rows, columns, channels] in which a value of one or three extents is kept, so that nothing is
// moved unnecessarily: a list is one pixel, but a flattened image stays that image, even through layers that
// work element by element. A dense layer that reads it adds pixel by pixel, like a convolution of that size.
tensor::Shape imageOf(const Network& network, ValueId value);

} // namespace lw::network
