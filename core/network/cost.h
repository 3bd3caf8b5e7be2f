// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

namespace lw::network {

// What a layer holds and does for one image.
struct Cost {
    std::uint64_t parameters = 0;   // numbers in weights, bias and the like
    std::uint64_t multiplyAdds = 0; // of convolutions and dense layers, taps in the padding included
    bool operator==(const Cost&) const = default;
};
// The shapes must be known.
Cost costOf(const Network& network, const Layer& layer);
Cost costOf(const Network& network);

} // namespace lw::network
