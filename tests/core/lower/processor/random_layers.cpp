// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/processor/random_layers.h"

#include "core/network/shapes.h"

#include <random>
#include <utility>

namespace lw::test {

namespace {

using network::Kind;
using network::Layer;

class Maker {
  public:
    Maker(RandomLayers& out, std::uint32_t seed) : m_network(out.network), m_random(seed) {
        m_network.name = "random";
        m_network.input.shape = {1 + below(7), 1 + below(7), 1 + below(9)};
        for (std::uint32_t i = 0, count = 1 + below(5); i < count; ++i) addOfImage();
        if (m_network.layers.empty()) add(named(Kind::Relu)); // no window fitted
        if (below(2) == 0) addLists();
        m_network.outputs = {last()};
        if (below(3) == 0)
            m_network.outputs.insert(m_network.outputs.begin(),
                                     below(static_cast<std::uint32_t>(last()) + 1));
        out.x = random(m_network.input.shape, 2);
    }

  private:
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(m_random() % count); }
    network::ValueId last() const { return m_network.layers.size(); }
    const tensor::Shape& shape() const { return network::shapeOf(m_network, last()); }

    tensor::Tensor random(tensor::Shape shape, float most) {
        tensor::Tensor out(tensor::DType::F32, std::move(shape));
        std::uniform_real_distribution<float> number(-most, most);
        for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, number(m_random));
        return out;
    }

    Layer named(Kind kind) {
        Layer out;
        out.kind = kind;
        out.name = "l" + std::to_string(last() + 1);
        out.inputs = {last()};
        return out;
    }
    bool add(Layer layer) {
        if (!network::inferShape(m_network, layer)) return false;
        m_network.layers.push_back(std::move(layer));
        return true;
    }
    network::Activation activation() { return static_cast<network::Activation>(below(4)); }

    void addConv() {
        Layer layer = named(Kind::Conv);
        layer.kernel = {1 + below(3), 1 + below(3)};
        layer.stride = {1 + below(2), 1 + below(2)};
        layer.dilation = {1 + below(2), 1 + below(2)};
        layer.pad = {below(layer.kernel.rows), below(layer.kernel.rows), below(layer.kernel.columns),
                     below(layer.kernel.columns)};
        layer.activation = activation();
        const std::uint32_t outputs = 1 + below(9);
        layer.weights = random({layer.kernel.rows, layer.kernel.columns, shape().back(), outputs}, 0.5f);
        if (below(2) == 0) layer.bias = random({outputs}, 1);
        add(std::move(layer));
    }

    void addPool() {
        Layer layer = named(below(2) == 0 ? Kind::MaxPool : Kind::AveragePool);
        layer.kernel = {1 + below(3), 1 + below(3)};
        layer.stride = {1 + below(2), 1 + below(2)};
        layer.countIncludePad = layer.kind == Kind::AveragePool && below(2) == 0;
        layer.pad = {below(layer.kernel.rows), below(layer.kernel.rows), below(layer.kernel.columns),
                     below(layer.kernel.columns)};
        add(std::move(layer));
    }

    // Two values of the same shape that read the last one, together.
    void addBranches() {
        const network::ValueId from = last();
        Layer first = named(Kind::Tanh);
        add(std::move(first));
        Layer second = named(below(2) == 0 ? Kind::Add : Kind::Mul);
        second.inputs = {last(), from};
        if (second.kind == Kind::Add) second.activation = activation();
        add(std::move(second));
    }

    void addNorm() {
        Layer layer = named(Kind::BatchNorm);
        const tensor::Shape channels{shape().back()};
        layer.scale = random(channels, 1);
        layer.shift = random(channels, 1);
        layer.mean = random(channels, 1);
        layer.variance = random(channels, 1);
        for (std::uint64_t i = 0; i < layer.variance.count(); ++i)
            layer.variance.set(i, 0.5f + layer.variance.at<float>(i) * layer.variance.at<float>(i));
        add(std::move(layer));
    }

    // Channels that fill vectors, so that they can stand side by side.
    void addConcat() {
        if (shape().back() % 4 != 0) return addConv();
        Layer layer = named(Kind::Relu);
        const network::ValueId from = last();
        add(std::move(layer));
        Layer both = named(Kind::Concat);
        both.inputs = {from, last(), from};
        add(std::move(both));
    }

    void addOfImage() {
        switch (below(9)) {
        case 0: return addPool();
        case 1: return addBranches();
        case 2: return addNorm();
        case 3: return addConcat();
        case 4: add(named(below(2) == 0 ? Kind::Sigmoid : Kind::Relu)); return;
        case 5: add(named(Kind::Softmax)); return;
        default: return addConv();
        }
    }

    void addLists() {
        if (below(4) != 0)
            add(named(Kind::Flatten));
        else {
            Layer pool = named(Kind::AveragePool);
            pool.kernel = {static_cast<std::uint32_t>(shape()[0]), static_cast<std::uint32_t>(shape()[1])};
            add(std::move(pool));
            add(named(Kind::Flatten));
        }
        for (std::uint32_t i = 0, count = 1 + below(2); i < count; ++i) {
            if (i == 1 && below(2) == 0) add(named(Kind::Softmax));
            Layer layer = named(Kind::Dense);
            const std::uint32_t outputs = 1 + below(11);
            layer.weights = random({shape()[0], outputs}, 0.5f);
            if (below(3) != 0) layer.bias = random({outputs}, 1);
            layer.activation = activation();
            add(std::move(layer));
        }
    }

    network::Network& m_network;
    std::mt19937 m_random;
};

} // namespace

RandomLayers::RandomLayers(std::uint32_t seed) { Maker(*this, seed); }

} // namespace lw::test
