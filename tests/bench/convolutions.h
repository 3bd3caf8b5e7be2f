// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/onednn.h"

#include "core/network/network.h"

#include <memory>
#include <vector>

namespace lw::bench {

// All convolutions of a network by oneDNN, each on an image of its own, with weights in the form it likes
// best. What the numbers are does not matter.
template <typename Input, typename Sum> class Convolutions {
  public:
    explicit Convolutions(const network::Network& network) {
        for (const network::Layer& layer : network.layers)
            if (layer.kind == network::Kind::Conv) add(layer, network::shapeOf(network, layer.inputs[0]));
    }
    // One after the other, so often. Empty where oneDNN is not installed.
    std::function<void()> call(std::uint64_t times = 1) const {
        if (m_calls.empty()) return {};
        return [this, times] {
            for (std::uint64_t i = 0; i < times; ++i)
                for (const auto& one : m_calls) one();
        };
    }

  private:
    struct Buffers {
        std::vector<Input> x, w;
        std::vector<Sum> bias, y;
    };
    void add(const network::Layer& layer, const tensor::Shape& image) {
        const ConvolutionShape shape{static_cast<std::int64_t>(image[0]),
                                     static_cast<std::int64_t>(image[2]),
                                     layer.kernel.rows,
                                     static_cast<std::int64_t>(layer.shape[2]),
                                     layer.stride.rows,
                                     layer.pad.top};
        auto one = std::make_unique<Buffers>();
        one->x.assign(*tensor::countOf(image), Input{1});
        one->w.assign(layer.weights.count(), Input{1});
        one->bias.assign(layer.shape[2], Sum{0});
        one->y.resize(*tensor::countOf(layer.shape));
        auto call = oneDnnConvolution(shape, one->x.data(), one->w.data(), one->bias.data(), one->y.data());
        if (!call) return;
        m_calls.push_back(std::move(call));
        m_buffers.push_back(std::move(one));
    }

    std::vector<std::unique_ptr<Buffers>> m_buffers;
    std::vector<std::function<void()>> m_calls;
};

} // namespace lw::bench
