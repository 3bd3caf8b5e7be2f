// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

namespace lw::network {

// The float32 network with each add of a constant, one number for each channel, taken into the conv or dense
// that it reads, as that layer's bias, if that has none and nothing else reads its sums. Files whose products
// have no bias (ONNX, for rows of features) mean the same as those that have it. The layer gets the name
// and the activation of the add, and every value that remains has the same bits. Outputs are in the
// order of `network`, whose shapes must be known.
Network withBiasesFolded(const Network& network);

} // namespace lw::network
