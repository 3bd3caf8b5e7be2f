// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/until.h"

#include "core/base/closest_word.h"
#include "core/network/messages.h"

#include <vector>

namespace lw::network {

Result<Network> cutAfter(Network network, std::string_view layer, std::string_view file) {
    const auto last = findValue(network, layer);
    if (!last || *last == kInput) {
        std::vector<std::string_view> names;
        for (const Layer& one : network.layers) names.push_back(one.name);
        return Problem{&messages::kNoCut,
                       {std::string(file), std::string(layer)},
                       {},
                       {},
                       std::string(closestWord(layer, names))};
    }
    std::vector<bool> isNeeded(network.layers.size() + 1);
    isNeeded[*last] = true;
    for (ValueId id = *last; id > kInput; --id)
        if (isNeeded[id])
            for (const ValueId read : network.layers[id - 1].inputs) isNeeded[read] = true;
    std::vector<ValueId> renamed(network.layers.size() + 1, kInput);
    std::vector<Layer> left;
    for (ValueId id = 1; id <= *last; ++id) {
        if (!isNeeded[id]) continue;
        Layer& one = network.layers[id - 1];
        for (ValueId& read : one.inputs) read = renamed[read];
        left.push_back(std::move(one));
        renamed[id] = left.size();
    }
    network.layers = std::move(left);
    network.outputs = {network.layers.size()};
    return network;
}

} // namespace lw::network
