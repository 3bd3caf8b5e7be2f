// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/resized.h"

#include "core/network/messages.h"
#include "core/network/shapes.h"

namespace lw::network {

Result<Network> resized(Network network, std::uint64_t rows, std::uint64_t columns) {
    tensor::Shape& shape = network.input.shape;
    if (shape.size() != 3)
        return Problem{&messages::kInputNoImage,
                       {network.input.name, tensor::shapeText(shape)},
                       network.input.place,
                       {},
                       {}};
    shape[0] = rows;
    shape[1] = columns;
    LW_TRY([[maybe_unused]] const Done inferred, inferShapes(network));
    return network;
}

} // namespace lw::network
