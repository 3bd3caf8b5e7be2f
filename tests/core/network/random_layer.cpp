// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/network/random_layer.h"

#include "core/base/check.h"
#include "core/network/shapes.h"

#include <random>

namespace lw::test {

RandomLayer::RandomLayer(std::uint32_t seed, network::Precision precision) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    const bool isInt8 = precision == network::Precision::I8;
    const auto fill = [&](tensor::Tensor& t) {
        for (std::uint64_t i = 0; i < t.count(); ++i) {
            const int value = isInt8 ? static_cast<int>(below(256)) - 128 : static_cast<int>(below(33)) - 16;
            if (t.dtype() == tensor::DType::I8) t.set(i, static_cast<std::int8_t>(value));
            if (t.dtype() == tensor::DType::I32) t.set(i, static_cast<std::int32_t>(value * 999));
            if (t.dtype() == tensor::DType::F32) t.set(i, static_cast<float>(value));
        }
    };
    network::Layer layer;
    layer.name = "y";
    layer.kind = network::Kind::Conv;
    layer.inputs = {network::kInput};
    layer.groups = 1 + below(3);
    layer.kernel = {1 + below(4), 1 + below(4)};
    layer.stride = {1 + below(5), 1 + below(5)};
    layer.dilation = {1 + below(2), 1 + below(3)};
    layer.pad = {below(3), below(3), below(3), below(3)};
    const std::uint64_t in = layer.groups * (1 + below(3)), out = layer.groups * (1 + below(3));
    const std::uint64_t rows = layer.dilation.rows * (layer.kernel.rows - 1) + 1 + below(7);
    const std::uint64_t columns = layer.dilation.columns * (layer.kernel.columns - 1) + 1 + below(7);
    const tensor::DType type = isInt8 ? tensor::DType::I8 : tensor::DType::F32;
    layer.weights = tensor::Tensor(type, {layer.kernel.rows, layer.kernel.columns, in / layer.groups, out});
    fill(layer.weights);
    if (below(2) == 0) {
        layer.bias = tensor::Tensor(isInt8 ? tensor::DType::I32 : type, {out});
        fill(*layer.bias);
    }
    network.precision = precision;
    network.input.shape = {rows, columns, in};
    network.layers = {std::move(layer)};
    network.outputs = {1};
    x = tensor::Tensor(type, network.input.shape);
    fill(x);
    const auto inferred = network::inferShapes(network);
    LW_REQUIRE(bool(inferred), "the random layer is wrong");
}

std::vector<double> byPatches(const RandomLayer& made) {
    const network::Layer& layer = made.network.layers[0];
    const tensor::Shape& shape = made.network.input.shape;
    const std::size_t height = shape[0] + layer.pad.top + layer.pad.bottom,
                      width = shape[1] + layer.pad.left + layer.pad.right, channels = shape[2];
    std::vector<double> padded(height * width * channels);
    for (std::size_t r = 0; r < shape[0]; ++r)
        for (std::size_t c = 0; c < shape[1] * channels; ++c)
            padded[((r + layer.pad.top) * width + layer.pad.left) * channels + c] =
                valueAt(made.x, r * shape[1] * channels + c);
    const std::size_t outputs = layer.weights.shape()[3], perGroup = channels / layer.groups,
                      outPerGroup = outputs / layer.groups;
    std::vector<double> result;
    const std::size_t spanRows = layer.dilation.rows * (layer.kernel.rows - 1),
                      spanColumns = layer.dilation.columns * (layer.kernel.columns - 1);
    for (std::size_t top = 0; top + spanRows < height; top += layer.stride.rows)
        for (std::size_t left = 0; left + spanColumns < width; left += layer.stride.columns)
            for (std::size_t n = 0; n < outputs; ++n) {
                std::vector<double> patch;
                for (std::size_t r = top; r <= top + spanRows; r += layer.dilation.rows)
                    for (std::size_t c = left; c <= left + spanColumns; c += layer.dilation.columns)
                        for (std::size_t k = 0; k < perGroup; ++k)
                            patch.push_back(
                                padded[(r * width + c) * channels + n / outPerGroup * perGroup + k]);
                double sum = layer.bias ? valueAt(*layer.bias, n) : 0;
                for (std::size_t k = 0; k < patch.size(); ++k)
                    sum += patch[k] * valueAt(layer.weights, k * outputs + n);
                result.push_back(sum);
            }
    return result;
}

} // namespace lw::test
