// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/random_local.h"

#include "core/base/check.h"
#include "core/network/shapes.h"

#include <cmath>
#include <limits>

namespace lw::test {

using network::Kind;
using network::Layer;
using network::ValueId;
using tensor::DType;
using tensor::Tensor;

namespace {

constexpr Kind kTogether[] = {Kind::Add, Kind::Concat, Kind::Mul};
constexpr Kind kByElement[] = {Kind::Clip, Kind::PRelu, Kind::Sigmoid, Kind::Tanh, Kind::BatchNorm};

class Maker {
  public:
    Maker(RandomLocal& out, bool hosts)
        : m_network(out.network), m_picture(out.picture), m_random(out.random), m_hosts(hosts) {}

    void make(network::Precision precision) {
        m_network.precision = precision;
        m_network.input.shape = {1 + below(30), 1 + below(30), 1 + below(3)};
        if (isInt8()) m_network.input.zero = static_cast<std::int32_t>(below(31)) - 15;
        for (std::uint32_t i = 0, count = 1 + below(6); i < count; ++i) add(next(last()));
        m_network.outputs = {last()};
        m_picture = filled(isInt8() ? DType::I8 : DType::F32, m_network.input.shape);
        constexpr float kOdd[] = {std::numeric_limits<float>::infinity(),
                                  std::numeric_limits<float>::quiet_NaN(), -0.0f};
        if (!isInt8() && below(3) == 0)
            m_picture.set(below(static_cast<std::uint32_t>(m_picture.count())), kOdd[below(3)]);
        if (below(3) != 0) addOutput();
    }

  private:
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(m_random() % n); }
    bool isInt8() const { return m_network.precision == network::Precision::I8; }
    ValueId last() const { return m_network.layers.size(); }

    Tensor filled(DType type, tensor::Shape shape) {
        Tensor out(type, std::move(shape));
        for (std::uint64_t i = 0; i < out.count(); ++i) {
            if (type == DType::I8) out.set(i, static_cast<std::int8_t>(below(256)));
            if (type == DType::I32) out.set(i, static_cast<std::int32_t>(below(20001)) - 10000);
            if (type == DType::F32) out.set(i, std::uniform_real_distribution<float>(-1, 1)(m_random));
        }
        return out;
    }
    void requantise(Layer& layer) {
        if (!isInt8()) return;
        const auto multiplier = static_cast<std::int32_t>(1 + below(100));
        const auto zero = static_cast<std::int32_t>(below(3) == 0 ? 0 : below(256)) - 128;
        layer.requant.emplace(multiplier, 10 + below(4), zero);
    }
    void window(Layer& layer, bool isPool) {
        layer.kernel = {1 + below(4), 1 + below(4)};
        layer.stride = {1 + below(3) / 2, 1 + below(3) / 2};
        if (!isPool || below(3) == 0) layer.dilation = {1 + below(4) / 3, 1 + below(4) / 3};
        const auto pad = [&](std::uint32_t kernel) { return below(2) == 0 ? kernel / 2 : below(kernel); };
        layer.pad = {pad(layer.kernel.rows), pad(layer.kernel.rows), pad(layer.kernel.columns),
                     pad(layer.kernel.columns)};
        layer.ceil = isPool && below(3) == 0;
    }
    void sums(Layer& layer, std::uint64_t channels) {
        const std::uint64_t made = 1 + below(4);
        layer.groups = layer.kind == Kind::Conv && below(4) == 0 ? static_cast<std::uint32_t>(channels) : 1;
        layer.weights =
            filled(isInt8() ? DType::I8 : DType::F32,
                   {layer.kernel.rows, layer.kernel.columns, channels / layer.groups, layer.groups * made});
        if (below(3) != 0) layer.bias = filled(isInt8() ? DType::I32 : DType::F32, {layer.groups * made});
        layer.activation = static_cast<network::Activation>(below(isInt8() ? 2 : 3));
        requantise(layer);
    }
    // Each element, or each of a channel, by itself.
    void elements(Layer& layer, std::uint64_t channels) {
        layer.kind = isInt8() ? Kind::Table : kByElement[below(5)];
        const bool isByChannel = below(2) == 0;
        switch (layer.kind) {
        case Kind::Clip:
            layer.low = -0.5f;
            layer.high = 0.75f;
            break;
        case Kind::PRelu: layer.weights = filled(DType::F32, {isByChannel ? channels : 1}); break;
        case Kind::Table:
            layer.weights = filled(DType::I32, isByChannel ? tensor::Shape{network::kCodes, channels}
                                                           : tensor::Shape{network::kCodes});
            requantise(layer);
            break;
        case Kind::BatchNorm:
            for (Tensor* each : {&layer.scale, &layer.shift, &layer.mean, &layer.variance})
                *each = filled(DType::F32, {channels});
            for (std::uint64_t i = 0; i < channels; ++i)
                layer.variance.set(i, std::abs(layer.variance.at<float>(i)) + 0.125f);
            break;
        default: break;
        }
    }
    // One that reads this value.
    Layer next(ValueId from) {
        Layer layer;
        layer.inputs = {from};
        const std::uint64_t channels = network::shapeOf(m_network, from)[2];
        switch (below(15)) {
        case 0: layer.kind = Kind::Relu; return layer;
        case 1:
            layer.kind = isInt8() ? Kind::Requantise : Kind::LeakyRelu;
            layer.alpha = 0.25f;
            requantise(layer);
            return layer;
        case 2:
        case 3:
            layer.kind = below(2) == 0 ? Kind::MaxPool : Kind::AveragePool;
            layer.countIncludePad = layer.kind == Kind::AveragePool && below(2) == 0;
            window(layer, true);
            if (layer.kind == Kind::AveragePool && below(2) == 0) requantise(layer);
            return layer;
        case 4: // a skip
            layer.kind = kTogether[below(3)];
            layer.inputs.push_back(below(static_cast<std::uint32_t>(from) + 1));
            if (layer.kind != Kind::Concat) requantise(layer);
            return layer;
        case 5:
            layer.kind = Kind::ConvTranspose;
            window(layer, false);
            layer.outputPadding = {below(layer.stride.rows), below(layer.stride.columns)};
            sums(layer, channels);
            return layer;
        case 6:
            layer.kind = Kind::UpsampleNearest;
            layer.factor = {1 + below(2), 1 + below(3)};
            return layer;
        case 7:
            layer.kind = Kind::UpsampleBilinear;
            layer.sampling = static_cast<network::Sampling>(below(2));
            if (below(4) == 0) layer.pad = {below(3), below(3), below(3), below(3)};
            return layer;
        case 8:
            layer.kind = Kind::DepthToSpace;
            layer.depthOrder = static_cast<network::DepthOrder>(below(2));
            layer.factor = {1 + below(2), 1 + below(2)};
            return layer;
        case 9: elements(layer, channels); return layer;
        case 10:
            if (!m_hosts || isInt8()) break;
            layer.kind = Kind::Softmax;
            return layer;
        default: break;
        }
        layer.kind = Kind::Conv;
        window(layer, false);
        sums(layer, channels);
        return layer;
    }
    // A layer that fits; others are left out.
    void add(Layer layer) {
        layer.name = "layer " + std::to_string(m_network.layers.size());
        if (network::inferShape(m_network, layer)) return m_network.layers.push_back(std::move(layer));
        if (!m_network.layers.empty()) return;
        Layer relu;
        relu.inputs = {network::kInput};
        add(std::move(relu));
    }

    void addOutput() {
        const ValueId main = last();
        ValueId more = 1 + below(static_cast<std::uint32_t>(main));
        if (below(2) == 0) {
            add(next(more));
            more = last();
        }
        m_network.outputs = below(2) == 0 ? std::vector{main, more} : std::vector{more, main};
    }

    network::Network& m_network;
    Tensor& m_picture;
    std::mt19937& m_random;
    bool m_hosts;
};

} // namespace

RandomLocal::RandomLocal(std::uint32_t seed, network::Precision precision, bool hosts) : random(seed) {
    Maker(*this, hosts).make(precision);
}

} // namespace lw::test
