// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/value_image.h"

namespace lw::network {

tensor::Shape imageOf(const Network& network, ValueId value) {
    while (value != kInput && shapeOf(network, value).size() == 1) {
        const Layer& layer = network.layers[value - 1];
        const bool stays = layer.kind == Kind::Flatten || layer.kind == Kind::Relu ||
                           layer.kind == Kind::LeakyRelu || layer.kind == Kind::Add;
        if (!stays) break;
        value = layer.inputs[0];
    }
    const tensor::Shape& shape = shapeOf(network, value);
    if (shape.size() == 3) return shape;
    return {1, 1, shape.empty() ? 1 : shape.back()};
}

} // namespace lw::network
