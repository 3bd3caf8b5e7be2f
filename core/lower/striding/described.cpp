// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/described.h"

#include <algorithm>

namespace lw::lower::striding {

std::vector<network::ValueId> describedValues(const network::Network& network, const Part& part,
                                              const std::vector<std::string>& constants) {
    std::vector<network::ValueId> out = part.brings;
    for (const std::size_t index : part.layers) {
        const network::Layer& layer = network.layers[index];
        if (layer.kind == network::Kind::Constant && std::ranges::count(constants, layer.name) != 0)
            out.push_back(index + 1);
    }
    out.insert(out.end(), part.gives.begin(), part.gives.end());
    return out;
}

} // namespace lw::lower::striding
