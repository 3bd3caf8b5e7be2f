// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

namespace lw::network {

// A layer before the values it reads are known by number.
struct NamedLayer {
    Layer layer;
    std::vector<std::string> inputs;
    std::vector<Place> inputPlaces; // one for each, or none
};

// Sorts the layers so that each follows those it reads; otherwise they stay in their order.
// Sets network.layers and network.outputs. Names that are taken, unknown or in a cycle
// are refused (E553 to E557).
Outcome orderLayers(Network& network, std::vector<NamedLayer> layers,
                    const std::vector<std::pair<std::string, Place>>& outputs);

} // namespace lw::network
