// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/training/small_networks.h"

#include "core/network/network_json.h"

#include <cstdio>
#include <cstdlib>

namespace lw::tests {

using network::Network;
using network::ValueId;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

Network trained(const std::string& layers, const std::string& inputShape, std::uint32_t batch,
                const std::string& loss, std::uint64_t seed) {
    const std::string text =
        R"({"schema": "lanewright.network", "version": 1, "name": "small", "dtype": "f32", "input": {"name": "x", "shape": )" +
        inputShape + R"(}, "layers": [)" + layers + R"(], "outputs": ["y"], "training": {"batch": )" +
        std::to_string(batch) + R"(, "loss": ")" + loss + R"(", "seed": )" + std::to_string(seed) + "}}";
    auto network = network::parseNetwork(text, 0, {});
    if (!network) {
        std::fprintf(stderr, "%s\n%s\n", textOf(network.problem()).c_str(), text.c_str());
        std::abort();
    }
    return *std::move(network);
}

Tensor numbers(const Shape& shape, std::mt19937& random) {
    Tensor out(DType::F32, shape);
    for (std::uint64_t i = 0; i < out.count(); ++i)
        out.set(i, static_cast<float>(static_cast<double>(random()) * 0x1p-31 - 1));
    return out;
}

Data dataFor(const Network& network, std::mt19937& random) {
    const auto batch = [&](ValueId id) {
        Shape shape{network.training->batch};
        const Shape& own = shapeOf(network, id);
        shape.insert(shape.end(), own.begin(), own.end());
        return shape;
    };
    Data out{numbers(batch(network::kInput), random), {}};
    if (network.training->loss == network::Loss::MeanSquares) {
        out.labels = numbers(batch(network.outputs[0]), random);
        return out;
    }
    out.labels = Tensor(DType::I64, {network.training->batch});
    const std::uint64_t classes = shapeOf(network, network.outputs[0])[0];
    for (std::uint64_t i = 0; i < out.labels.count(); ++i)
        out.labels.set(i, static_cast<std::int64_t>(random() % classes));
    return out;
}

train::Step stepOf(const Network& network, const train::State& state, const Data& data,
                   const train::Options& options) {
    auto step = train::run(network, state, data.images, data.labels, options);
    if (!step) {
        std::fprintf(stderr, "%s\n", textOf(step.problem()).c_str());
        std::abort();
    }
    return *std::move(step);
}

std::string allKinds() {
    return R"({"name": "c1", "kind": "conv", "inputs": ["x"], "kernel": [3, 2], "pad": [1, 1, 1, 0], "channels": 6, "bias": true},
        {"name": "b1", "kind": "batch_norm", "inputs": ["c1"]},
        {"name": "r1", "kind": "relu", "inputs": ["b1"]},
        {"name": "c2", "kind": "conv", "inputs": ["r1"], "kernel": [3, 3], "pad": [2, 2, 2, 2], "dilation": [2, 2], "groups": 2, "channels": 6},
        {"name": "a1", "kind": "add", "inputs": ["c2", "r1"]},
        {"name": "l1", "kind": "leaky_relu", "inputs": ["a1"], "alpha": 0.25},
        {"name": "m1", "kind": "max_pool", "inputs": ["l1"], "kernel": [3, 3], "stride": [2, 2], "pad": [1, 0, 0, 1]},
        {"name": "p1", "kind": "average_pool", "inputs": ["l1"], "kernel": [3, 3], "stride": [2, 2], "pad": [1, 0, 0, 1]},
        {"name": "k1", "kind": "concat", "inputs": ["m1", "p1"]},
        {"name": "c3", "kind": "conv", "inputs": ["k1"], "kernel": [2, 2], "stride": [1, 2], "channels": 5},
        {"name": "f1", "kind": "flatten", "inputs": ["c3"]},
        {"name": "r2", "kind": "relu", "inputs": ["f1"]},
        {"name": "d1", "kind": "dense", "inputs": ["r2"], "channels": 7},
        {"name": "b2", "kind": "batch_norm", "inputs": ["d1"]},
        {"name": "y", "kind": "dense", "inputs": ["b2"], "channels": 4, "bias": true})";
}

namespace {

// Layers one after the other, each reading one of the values before it, so that skips come about.
class Maker {
  public:
    explicit Maker(std::mt19937& random) : m_random(random) {}

    Network run() {
        const std::uint32_t rows = number(3, 7), columns = number(3, 7), count = number(3, 9);
        m_channels = number(1, 5);
        m_input = "[" + std::to_string(rows) + ", " + std::to_string(columns) + ", " +
                  std::to_string(m_channels) + "]";
        for (std::uint32_t i = 0; i < count; ++i) addLayer();
        if (number(0, 1) == 1)
            add("average_pool", {m_last},
                R"("kernel": [2, 2], "count_include_pad": true, "pad": [0, 1, 0, 1])");
        const std::uint32_t batch = number(2, 10);
        if (number(0, 4) == 0) {
            add("conv", {m_last}, R"("kernel": [1, 1], "channels": 2, "bias": true)", "y");
            return trained(m_text, m_input, batch, "mean_squares", m_random());
        }
        add("dense", {m_last}, R"("channels": )" + std::to_string(number(2, 6)) + R"(, "bias": true)", "y");
        return trained(m_text, m_input, batch, number(0, 3) == 0 ? "mean_squares" : "softmax_cross_entropy",
                       m_random());
    }

  private:
    std::uint32_t number(std::uint32_t least, std::uint32_t most) {
        return least + static_cast<std::uint32_t>(m_random() % (most - least + 1));
    }
    void add(const std::string& kind, const std::vector<std::string>& inputs, const std::string& more = {},
             std::string name = {}) {
        if (name.empty()) name = "v" + std::to_string(m_count++);
        std::string list;
        for (const std::string& input : inputs) list += (list.empty() ? "\"" : ", \"") + input + "\"";
        m_text += (m_text.empty() ? "" : ",\n") + std::string(R"({"name": ")") + name + R"(", "kind": ")" +
                  kind + R"(", "inputs": [)" + list + "]" + (more.empty() ? "" : ", " + more) + "}";
        m_last = name;
    }
    // Windows that keep the size of the image, but for strides, which come late enough to leave one.
    void addLayer() {
        const std::string before = m_last;
        switch (number(0, 7)) {
        case 0:
        case 1: {
            m_channels = number(1, 6);
            add("conv", {m_last},
                R"("kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": )" + std::to_string(m_channels) +
                    (number(0, 1) ? R"(, "bias": true)" : ""));
            break;
        }
        case 2:
            add("conv", {m_last},
                R"("kernel": [2, 3], "pad": [1, 1, 1, 1], "stride": [2, 1], "groups": )" +
                    std::to_string(m_channels) + R"(, "channels": )" + std::to_string(2 * m_channels));
            m_channels *= 2;
            break;
        case 3: add("batch_norm", {m_last}); break;
        case 4:
            number(0, 1) ? add("relu", {m_last}) : add("leaky_relu", {m_last}, R"("alpha": 0.125)");
            break;
        case 5: {
            add("conv", {m_last}, R"("kernel": [1, 1], "channels": )" + std::to_string(m_channels));
            add("batch_norm", {m_last});
            add("add", {m_last, before});
            break;
        }
        case 6:
            add("relu", {m_last});
            add("concat", {m_last, before});
            m_channels *= 2;
            break;
        default: add("max_pool", {m_last}, R"("kernel": [2, 2], "pad": [0, 1, 0, 1])"); break;
        }
    }

    std::mt19937& m_random;
    std::string m_text, m_last = "x", m_input;
    std::uint32_t m_channels = 1;
    int m_count = 0;
};

} // namespace

Network randomNetwork(std::mt19937& random) { return Maker(random).run(); }

} // namespace lw::tests
