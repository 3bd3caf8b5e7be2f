// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/one_value.h"

#include <algorithm>
#include <utility>

namespace lw::network {

using tensor::Tensor;

tensor::Tensor computeOne(const Network& network, Tensor input, ValueId value,
                          const ReferenceOptions& options) {
    std::vector<ValueId> lastUse(value + 1, 0); // the value that reads it last; 0: none does
    lastUse[value] = value;
    for (ValueId id = value; id > kInput; --id) {
        if (lastUse[id] == 0) continue;
        for (const ValueId read : network.layers[id - 1].inputs) lastUse[read] = std::max(lastUse[read], id);
    }
    std::vector<Tensor> values(value + 1);
    values[kInput] = std::move(input);
    for (ValueId id = kInput + 1; id <= value; ++id) {
        if (lastUse[id] == 0) continue;
        const Layer& layer = network.layers[id - 1];
        std::vector<const Tensor*> inputs;
        for (const ValueId read : layer.inputs) inputs.push_back(&values[read]);
        values[id] = computeLayer(network, layer, inputs, options);
        for (const ValueId read : layer.inputs)
            if (lastUse[read] == id) values[read] = {};
    }
    return std::move(values[value]);
}

} // namespace lw::network
