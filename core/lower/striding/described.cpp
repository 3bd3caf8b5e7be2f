// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/described.h"

#include <algorithm>

namespace lw::lower::striding {

std::vector<network::ValueId> describedValues(const network::Network& network, const Part& part,
                                              const Launches& launches) {
    std::vector<network::ValueId> out = part.brings;
    for (const std::size_t index : part.layers) {
        const network::Layer& layer = network.layers[index];
        const bool isKept = std::ranges::any_of(launches.kept, [&](const Launches::Kept& kept) {
            return kept.isAtHost && (kept.strip == layer.name || kept.value == layer.name);
        });
        if (isKept || std::ranges::count(launches.constants, layer.name) != 0) out.push_back(index + 1);
    }
    out.insert(out.end(), part.gives.begin(), part.gives.end());
    return out;
}

bool isBrought(const NetworkPlan& plan, network::ValueId described) {
    if (std::ranges::count(plan.part.gives, described) != 0) return false;
    return std::ranges::count(plan.part.brings, described) != 0 ||
           plan.network->layers[described - 1].kind == network::Kind::Constant;
}

} // namespace lw::lower::striding
