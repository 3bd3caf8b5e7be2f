// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"
#include "core/network/network.h"
#include "core/network/shapes.h"

namespace lw::test {

// Convolutions of 3 x 3 that keep the size and whose weights are all 1: of a picture of ones each counts the
// ones that it reads.
inline network::Network counting(std::size_t layers, std::uint64_t rows, std::uint64_t columns) {
    network::Network out;
    out.name = "counting";
    out.input.name = "x";
    out.input.shape = {rows, columns, 1};
    for (std::size_t i = 0; i < layers; ++i) {
        network::Layer layer;
        layer.name = "conv" + std::to_string(i + 1);
        layer.kind = network::Kind::Conv;
        layer.inputs = {i};
        layer.kernel = {3, 3};
        layer.pad = {1, 1, 1, 1};
        layer.weights = tensor::Tensor(tensor::DType::F32, {3, 3, 1, 1});
        for (std::uint64_t w = 0; w < 9; ++w) layer.weights.set(w, 1.0f);
        out.layers.push_back(std::move(layer));
    }
    out.outputs = {layers};
    LW_REQUIRE(bool(network::inferShapes(out)), "an example of the tests is a network");
    return out;
}

} // namespace lw::test
