// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

namespace lw::network {

// The image [rows, columns, channels] as which a value of one or three extents lies where nothing is moved
// that need not be: a list is one pixel, but a flattened image stays that image, also through layers that
// work element by element. A dense layer that reads it adds pixel by pixel, as a convolution of that size.
tensor::Shape imageOf(const Network& network, ValueId value);

} // namespace lw::network
