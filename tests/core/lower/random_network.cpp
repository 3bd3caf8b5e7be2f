// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/random_network.h"

#include "core/base/check.h"
#include "core/network/shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace lw::test {

using tensor::DType;
using tensor::Tensor;

namespace {

class NetworkMaker {
  public:
    NetworkMaker(RandomNetwork& out, std::uint32_t seed, bool hosts)
        : network(out.network), x(out.x), m_random(seed), m_hosts(hosts) {}

    void make(std::uint32_t seed, network::Precision precision) {
        const bool isInt8 = precision == network::Precision::I8;
        network.name = "random " + std::to_string(seed);
        network.precision = precision;
        network.input.shape = {3 + below(12), 3 + below(12), 1 + below(5)};
        if (isInt8) network.input.zero = static_cast<std::int32_t>(below(7)) - 3;
        for (std::uint32_t i = 0, count = 1 + below(5); i < count; ++i) add(next());
        network.outputs = {network.layers.size()};
        if (below(3) == 0)
            network.outputs.push_back(1 + below(static_cast<std::uint32_t>(network.layers.size())));
        x = Tensor(isInt8 ? DType::I8 : DType::F32, network.input.shape);
        fill(x);
        if (!isInt8 && below(4) == 0) x.set(below(static_cast<std::uint32_t>(x.count())), odd());
    }

  private:
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(m_random() % n); }
    bool isInt8() const { return network.precision == network::Precision::I8; }
    float odd() {
        constexpr float kOdd[] = {std::numeric_limits<float>::infinity(),
                                  -std::numeric_limits<float>::infinity(),
                                  std::numeric_limits<float>::quiet_NaN(), 3e38f, 1e-42f};
        return kOdd[below(5)];
    }
    void fill(Tensor& t) {
        for (std::uint64_t i = 0; i < t.count(); ++i) {
            if (t.dtype() == DType::I8) t.set(i, static_cast<std::int8_t>(below(256)));
            if (t.dtype() == DType::I32) t.set(i, static_cast<std::int32_t>(below(20001)) - 10000);
            if (t.dtype() == DType::F32) t.set(i, std::uniform_real_distribution<float>(-1, 1)(m_random));
        }
    }
    std::size_t last() const { return network.layers.size(); }

    // With one bound or two, zeros of both signs among them.
    network::Layer clip(network::Layer layer) {
        constexpr float kBounds[] = {-0.5f, -0.f, 0.f, 0.25f, 6.f};
        layer.kind = network::Kind::Clip;
        const std::uint32_t given = 1 + below(3);
        if ((given & 1) != 0) layer.low = kBounds[below(4)];
        if ((given & 2) != 0) layer.high = kBounds[1 + below(4)];
        return layer;
    }

    // Product or sum with a constant, some of whose extents are 1 and repeated; either may come first.
    network::Layer withConstant(network::Layer layer) {
        network::Layer constant;
        constant.name = "constant " + std::to_string(network.layers.size());
        constant.kind = network::Kind::Constant;
        tensor::Shape shape = network::shapeOf(network, last());
        for (std::uint64_t& extent : shape)
            if (below(2) == 0) extent = 1;
        constant.weights = Tensor(DType::F32, shape);
        fill(constant.weights);
        LW_REQUIRE(bool(network::inferShape(network, constant)), "a constant is wrong");
        network.layers.push_back(std::move(constant));
        constexpr network::Kind kKinds[] = {network::Kind::Mul, network::Kind::Add, network::Kind::Div};
        layer.kind = kKinds[below(3)];
        layer.inputs.push_back(last());
        if (layer.kind != network::Kind::Div && below(2) == 0) std::swap(layer.inputs[0], layer.inputs[1]);
        return layer;
    }
    // One number for each pixel, as a constant: zeros among them if they are a mask.
    std::size_t forPixels(std::uint64_t rows, std::uint64_t columns, std::uint32_t least,
                          std::uint32_t most) {
        network::Layer constant;
        constant.name = "pixels " + std::to_string(network.layers.size());
        constant.kind = network::Kind::Constant;
        constant.weights = Tensor(isInt8() ? DType::I8 : DType::F32, {rows, columns, 1});
        for (std::uint64_t i = 0; i < constant.weights.count(); ++i) {
            const std::uint32_t number = least + below(most - least + 1);
            if (isInt8())
                constant.weights.set(i, static_cast<std::int8_t>(number));
            else
                constant.weights.set(i, static_cast<float>(number));
        }
        LW_REQUIRE(bool(network::inferShape(network, constant)), "a constant is wrong");
        network.layers.push_back(std::move(constant));
        return last();
    }
    network::Layer selected(network::Layer layer, const tensor::Shape& shape) {
        constexpr float kFills[] = {0, -0.0f, network::kNoBound, -network::kNoBound, 0.5f};
        layer.kind = network::Kind::Select;
        layer.fill = kFills[below(isInt8() ? 4 : 5)];
        if (below(2) == 0) layer.inputs.push_back(layer.inputs[0]);
        layer.inputs.insert(layer.inputs.begin() + 1, forPixels(shape[0], shape[1], 0, 2));
        if (layer.inputs.size() < 3) return layer;
        network::Layer other;
        other.name = "other " + std::to_string(network.layers.size());
        other.kind = network::Kind::MaxPool; // of the same codes
        other.inputs = {layer.inputs[0]};
        other.kernel = {3, 1};
        other.pad = {1, 1, 0, 0};
        LW_REQUIRE(bool(network::inferShape(network, other)), "a window that fits");
        network.layers.push_back(std::move(other));
        layer.inputs[2] = last();
        return layer;
    }
    network::Layer leaky(network::Layer layer, std::uint64_t channels) {
        layer.kind = below(2) == 0 ? network::Kind::LeakyRelu : network::Kind::PRelu;
        layer.alpha = std::uniform_real_distribution<float>(-2, 2)(m_random);
        if (layer.kind == network::Kind::LeakyRelu) return layer;
        layer.weights = Tensor(DType::F32, {below(2) == 0 ? 1 : channels});
        fill(layer.weights);
        return layer;
    }
    // Elements in other places: some twice, some never, some backwards.
    network::Layer moved(network::Layer layer, const tensor::Shape& shape) {
        const auto extents = static_cast<std::uint32_t>(shape.size());
        switch (below(3)) {
        case 0:
            layer.kind = network::Kind::Transpose;
            for (std::uint32_t i = 0; i < extents; ++i) layer.order.push_back(i);
            std::shuffle(layer.order.begin(), layer.order.end(), m_random);
            return layer;
        case 1:
            layer.kind = network::Kind::Reshape;
            layer.newShape = {*tensor::countOf(shape)};
            if (extents == 3 && below(2) == 0) layer.newShape = {shape[0] * shape[2], 1, shape[1]};
            if (extents == 3 && below(3) == 0) layer.newShape = {shape[2], 1, shape[0], shape[1]};
            return layer;
        default: break;
        }
        layer.kind = network::Kind::Take;
        if (below(3) != 0) layer.axis = below(extents);
        const std::uint64_t extent = shape[layer.axis.value_or(extents - 1)];
        const std::uint32_t start = below(static_cast<std::uint32_t>(extent)), step = below(3);
        for (std::uint32_t i = 0, count = 1 + below(9); i < count; ++i)
            layer.indices.push_back(static_cast<std::int64_t>(
                below(4) == 0 ? below(static_cast<std::uint32_t>(extent)) : (start + i * step) % extent));
        if (below(2) == 0) std::reverse(layer.indices.begin(), layer.indices.end());
        for (std::uint32_t i = below(3); i > 0; --i)
            layer.indices.insert(below(2) == 0 ? layer.indices.begin() : layer.indices.end(), network::kFill);
        if (!isInt8()) layer.fill = 0.5f;
        return layer;
    }

    // What the circuit has nothing for.
    network::Layer hosts(network::Layer layer, const tensor::Shape& shape) {
        const bool isImage = shape.size() == 3;
        if (isImage && below(2) == 0) { // a window that fits no line buffer, nor has blocks that do
            layer.kind = network::Kind::MaxPool;
            layer.kernel = {1, 9};
            layer.pad = {0, 0, 8, 8};
            return layer;
        }
        if (isInt8()) {
            layer.kind = network::Kind::Concat; // of more extents than the circuit knows
            layer.inputs = {last()};
            return layer;
        }
        constexpr network::Kind kKinds[] = {
            network::Kind::Softmax, network::Kind::LogSoftmax, network::Kind::ArgMax, network::Kind::Elu,
            network::Kind::Exp,     network::Kind::Log,        network::Kind::Lrn};
        layer.kind = kKinds[below(isImage ? 7 : 6)];
        layer.alpha = 0.5f;
        layer.beta = 0.75f;
        layer.size = 3;
        return layer;
    }

    network::Layer normalised(network::Layer layer, std::uint64_t channels) {
        layer.kind = network::Kind::BatchNorm;
        for (Tensor* one : {&layer.scale, &layer.shift, &layer.mean, &layer.variance}) {
            *one = Tensor(DType::F32, {channels});
            fill(*one);
        }
        for (std::uint64_t c = 0; c < channels; ++c)
            layer.variance.set(c, std::abs(layer.variance.at<float>(c)) + 0.1f);
        return layer;
    }

    network::Layer pooled(network::Layer layer, std::uint64_t channels) {
        layer.kind = below(2) == 0 ? network::Kind::MaxPool : network::Kind::AveragePool;
        layer.countIncludePad = layer.kind == network::Kind::AveragePool && below(2) == 0;
        window(layer, true);
        if (layer.kind == network::Kind::AveragePool && isInt8() && below(2) == 0)
            requantise(layer, channels);
        network::Layer alone = layer;
        if (layer.kind == network::Kind::AveragePool && !layer.requant && below(3) == 0 &&
            network::inferShape(network, alone)) {
            const auto taps = static_cast<std::uint32_t>(layer.kernel.rows * layer.kernel.columns);
            layer.inputs.push_back(forPixels(alone.shape[0], alone.shape[1], taps, std::max(taps, 127u)));
        }
        return layer;
    }
    network::Layer concatenated(network::Layer layer, std::size_t extents) {
        layer.kind = network::Kind::Concat;
        if (below(2) == 0) layer.axis = below(static_cast<std::uint32_t>(extents));
        for (std::uint32_t i = 0, count = below(3); i < count; ++i)
            layer.inputs.push_back(below(static_cast<std::uint32_t>(last()) + 1));
        return layer;
    }

    network::Layer next() {
        network::Layer layer;
        const tensor::Shape& shape = network::shapeOf(network, last());
        layer.inputs = {last()};
        const bool isImage = shape.size() == 3;
        if (m_hosts && below(4) == 0) return hosts(std::move(layer), shape);
        switch (below(19)) {
        case 0: layer.kind = network::Kind::Relu; return layer;
        case 1:
            if (!isInt8() && below(2) == 0) return clip(layer);
            layer.kind = isInt8()        ? network::Kind::Relu
                         : below(2) == 0 ? network::Kind::Sigmoid
                                         : network::Kind::Tanh;
            return layer;
        case 2:
            layer.kind = network::Kind::Add;
            layer.inputs = {last(), last()};
            layer.activation = below(2) == 0 ? network::Activation::Relu : network::Activation::None;
            if (isInt8() && below(2) == 0)
                layer.factors = {static_cast<std::int32_t>(below(200)) - 50,
                                 static_cast<std::int32_t>(below(1 << 22))};
            requantise(layer, shape.back());
            return layer;
        case 3:
        case 4:
            if (!isImage) break;
            return pooled(std::move(layer), shape[2]);
        case 5: return sums(layer, network::Kind::Dense, {*tensor::countOf(shape), 1 + below(6)});
        case 6:
            if (isInt8()) {
                layer.kind = network::Kind::Requantise;
                requantise(layer, shape.back());
                return layer;
            }
            if (!isImage) break;
            return normalised(std::move(layer), shape[2]);
        case 7: return concatenated(std::move(layer), shape.size());
        case 8:
            if (isInt8()) break;
            return withConstant(std::move(layer));
        case 9:
            if (isInt8()) break;
            return leaky(std::move(layer), shape.back());
        case 10:
        case 11: return moved(std::move(layer), shape);
        case 12:
        case 13:
        case 14:
            if (!isImage) break;
            return below(3) == 0 ? selected(std::move(layer), shape) : enlarged(std::move(layer), shape[2]);
        default: break;
        }
        if (!isImage) return sums(layer, network::Kind::Dense, {*tensor::countOf(shape), 1 + below(6)});
        window(layer, false);
        layer.groups = below(3) == 0 ? static_cast<std::uint32_t>(shape[2]) : 1;
        return sums(layer, network::Kind::Conv,
                    {layer.kernel.rows, layer.kernel.columns, shape[2] / layer.groups,
                     layer.groups * (1 + below(layer.groups == 1 ? 5 : 2))});
    }
    network::Layer enlarged(network::Layer layer, std::uint64_t channels) {
        switch (below(6)) {
        case 0: layer.kind = network::Kind::UpsampleNearest; break;
        case 1: layer.kind = network::Kind::DepthToSpace; break;
        case 2: layer.kind = network::Kind::UpsampleBilinear; break;
        default: return transposed(std::move(layer), channels);
        }
        layer.factor = {1 + below(3), 1 + below(3)};
        if (layer.kind == network::Kind::DepthToSpace &&
            channels % (layer.factor.rows * layer.factor.columns) != 0)
            layer.factor = {static_cast<std::uint32_t>(channels), 1};
        layer.sampling = static_cast<network::Sampling>(below(2));
        if (layer.kind == network::Kind::UpsampleBilinear && below(2) == 0)
            layer.pad = {below(3), below(3), below(3), below(3)};
        layer.depthOrder = static_cast<network::DepthOrder>(below(2));
        return layer;
    }
    // Smaller strides than kernels and larger ones, which leave gaps.
    network::Layer transposed(network::Layer layer, std::uint64_t channels) {
        window(layer, false);
        layer.outputPadding = {below(layer.stride.rows), below(layer.stride.columns)};
        layer.groups = below(3) == 0 ? static_cast<std::uint32_t>(channels) : 1;
        return sums(layer, network::Kind::ConvTranspose,
                    {layer.kernel.rows, layer.kernel.columns, channels / layer.groups,
                     layer.groups * (1 + below(layer.groups == 1 ? 5 : 2))});
    }
    // More than the pooling circuitry takes at once, on circuits on which it takes little.
    void overAll(network::Layer& layer) {
        const tensor::Shape& shape = network::shapeOf(network, last());
        layer.kernel = {static_cast<std::uint32_t>(shape[0]), static_cast<std::uint32_t>(shape[1])};
        layer.pad = {};
        layer.ceil = false;
    }
    void window(network::Layer& layer, bool isPool) {
        layer.kernel = {1 + below(4), 1 + below(4)};
        layer.stride = {1 + below(4), 1 + below(4)};
        layer.pad = {below(layer.kernel.rows), below(layer.kernel.rows), below(layer.kernel.columns),
                     below(layer.kernel.columns)};
        layer.ceil = isPool && below(2) == 0;
        if (isPool && below(3) == 0) return overAll(layer);
        if (!isPool || below(2) == 0) layer.dilation = {1 + below(3), 1 + below(3)};
    }
    network::Layer sums(network::Layer layer, network::Kind kind, tensor::Shape weights) {
        layer.kind = kind;
        const std::uint64_t outputs = weights.back();
        layer.weights = Tensor(isInt8() ? DType::I8 : DType::F32, std::move(weights));
        fill(layer.weights);
        if (below(2) == 0) {
            layer.bias = Tensor(isInt8() ? DType::I32 : DType::F32, {outputs});
            fill(*layer.bias);
        }
        layer.activation = static_cast<network::Activation>(below(isInt8() ? 2 : 4));
        requantise(layer, outputs);
        return layer;
    }
    // With one factor for all or one for each channel.
    void requantise(network::Layer& layer, std::uint64_t channels) {
        if (!isInt8()) return;
        const auto factor = [&] {
            return network::Factor{1 + static_cast<std::int32_t>(below(100)), 10 + below(4)};
        };
        network::Requant& requant = layer.requant.emplace();
        requant.zero = below(2) == 0 ? 0 : static_cast<std::int32_t>(below(256)) - 128;
        requant.factors.assign(1, factor());
        if (below(2) == 0) return;
        while (requant.factors.size() < channels) requant.factors.push_back(factor());
    }
    // A layer that fits; others are left out.
    void add(network::Layer layer) {
        layer.name = "layer " + std::to_string(network.layers.size());
        if (network::inferShape(network, layer))
            network.layers.push_back(std::move(layer));
        else if (network.layers.empty())
            add([&] {
                network::Layer relu;
                relu.inputs = {network::kInput};
                return relu;
            }());
    }

    network::Network& network;
    Tensor& x;
    std::mt19937 m_random;
    bool m_hosts;
};

} // namespace

RandomNetwork::RandomNetwork(std::uint32_t seed, network::Precision precision, bool hosts) {
    NetworkMaker(*this, seed, hosts).make(seed, precision);
}

Tensor RandomNetwork::images(std::uint64_t count) const {
    std::vector<std::byte> bytes;
    for (std::uint64_t i = 0; i < count; ++i) {
        Tensor one = x;
        std::rotate(one.bytes().begin(),
                    one.bytes().begin() + static_cast<std::ptrdiff_t>(i * tensor::sizeOf(x.dtype())),
                    one.bytes().end());
        bytes.insert(bytes.end(), one.bytes().begin(), one.bytes().end());
    }
    tensor::Shape shape = x.shape();
    shape.insert(shape.begin(), count);
    return {x.dtype(), std::move(shape), std::move(bytes)};
}

std::vector<Circuit> tightCircuits() {
    return {
        teachingCircuit(),
        circuitWith({{"arrayRows", 3}, {"arrayColumns", 2}, {"accumulatorRows", 30}, {"stripPixels", 25}}),
        circuitWith({{"arrayRows", 5},
                     {"arrayColumns", 3},
                     {"accumulatorRows", 64},
                     {"stripPixels", 64},
                     {"poolDelay", 2},
                     {"poolWindow", 3},
                     {"vectorLanes", 1},
                     {"inFlight", 2}})};
}

} // namespace lw::test
