// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/onnx/weights.h"

#include "tests/reference/onnx/run.h"
#include "tests/reference/onnx/wire.h"
#include "tests/reference/random.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace reference::onnx {

namespace {

struct Spread {
    double count = 0, sum = 0, squares = 0;
    void add(const Spread& other) {
        count += other.count;
        sum += other.sum;
        squares += other.squares;
    }
    double mean() const { return sum / count; }
    double variance() const { return std::max(squares / count - mean() * mean(), 0.0); }
};
std::vector<Spread> spreadsOfChannels(const Tensor& x) {
    const Around around = aroundAxis(x.shape, 1);
    std::vector<Spread> out(static_cast<std::size_t>(around.along));
    for (std::int64_t i = 0; i < countOf(x.shape); ++i)
        out[static_cast<std::size_t>(i / around.after % around.along)].add({1, x[i], x[i] * x[i]});
    return out;
}
Spread spreadOf(const Tensor& x) {
    Spread all;
    for (const Spread& channel : spreadsOfChannels(x)) all.add(channel);
    return all;
}

// Files have float32.
void roundAll(Tensor& x) {
    for (double& value : x.values) value = static_cast<double>(static_cast<float>(value));
}

class Weights {
  public:
    Weights(const Graph& graph, const Tensor& input, std::uint64_t seed) : m_graph(graph), m_random(seed) {
        m_values.insert(graph.initializers.begin(), graph.initializers.end());
        for (const std::string& name : graph.inputs) m_values[name] = input;
        for (const auto& [name, tensor] : graph.initializers)
            if (!tensor.isWhole) m_isFree[name] = true;
    }
    const Values& make() {
        for (const Node& node : m_graph.nodes) {
            const std::string& name = node.operation;
            if (name == "Conv" || name == "Gemm")
                product(node);
            else if (name == "BatchNormalization")
                norm(node);
            else if (name == "Unsqueeze" && isFree(node.inputs[0]))
                set(node.inputs[0], [this](double) { return sign() * (0.5 + unit()); });
            if (m_values.count(node.outputs[0]) == 0) run(node);
            if (name == "Reshape" && isFree(node.inputs[0])) {
                m_isFree[node.outputs[0]] = true;
                m_reshaped[node.outputs[0]] = node.inputs[0];
            }
            if (name == "ConstantOfShape") m_isFree[node.outputs[0]] = !m_values[node.outputs[0]].isWhole;
        }
        return m_made;
    }

  private:
    double unit() { return static_cast<double>(m_random.unit()); }
    double between(double limit) { return limit * (2 * unit() - 1); }
    double sign() { return unit() < 0.5 ? -1 : 1; }
    bool isFree(const std::string& name) const {
        const auto at = m_isFree.find(name);
        return at != m_isFree.end() && at->second;
    }
    // New numbers for a constant of which none has been made yet.
    template <typename F> void set(const std::string& name, const F& number) {
        Tensor& tensor = m_values[name];
        for (double& value : tensor.values) value = number(value);
        roundAll(tensor);
        const auto reshaped = m_reshaped.find(name);
        const std::string& source = reshaped == m_reshaped.end() ? name : reshaped->second;
        m_values[source].values = tensor.values;
        m_made[source] = m_values[source];
        m_isFree[name] = false;
    }
    void run(const Node& node) {
        Outputs outputs = outputsOf(callOf(node, m_values, m_graph.operatorSet));
        for (std::size_t i = 0; i < std::min(outputs.size(), node.outputs.size()); ++i)
            m_values[node.outputs[i]] = std::move(outputs[i]);
    }
    void product(const Node& node) {
        if (!isFree(node.inputs[1])) return;
        const bool hasBias = node.inputs.size() > 2 && !node.inputs[2].empty();
        set(node.inputs[1], [this](double) { return between(1); });
        if (hasBias) set(node.inputs[2], [](double) { return 0; });
        run(node);
        Tensor& out = m_values[node.outputs[0]];
        const double factor = 1 / std::sqrt(spreadOf(out).variance());
        set(node.inputs[1], [&](double weight) { return weight * factor; });
        if (hasBias) set(node.inputs[2], [this](double) { return between(0.25); });
        const Around around = aroundAxis(out.shape, 1);
        for (std::int64_t i = 0; i < countOf(out.shape); ++i)
            out[i] =
                out[i] * factor + (hasBias ? m_values[node.inputs[2]][i / around.after % around.along] : 0);
    }
    void norm(const Node& node) {
        if (!isFree(node.inputs[1])) return;
        const Tensor& x = m_values[node.inputs[0]];
        const double least = 0.01 * spreadOf(x).variance(); // of a channel that is the same everywhere
        const std::vector<Spread> channels = spreadsOfChannels(x);
        set(node.inputs[1], [this](double) { return 0.5 + unit(); });
        set(node.inputs[2], [this](double) { return between(0.5); });
        auto at = channels.begin();
        set(node.inputs[3], [&](double) {
            const Spread& channel = *at++;
            return channel.mean() + between(0.3) * std::sqrt(channel.variance());
        });
        at = channels.begin();
        set(node.inputs[4], [&](double) { return std::max(at++->variance(), least) * (0.5 + 1.5 * unit()); });
    }

    const Graph& m_graph;
    Values m_values, m_made;
    std::map<std::string, bool> m_isFree;          // constants that have no new numbers yet
    std::map<std::string, std::string> m_reshaped; // from which constants others are made
    Random m_random;
};

std::string initializer(const std::string& name, const Tensor& tensor) {
    std::string out, raw(tensor.values.size() * sizeof(float), '\0');
    for (const std::int64_t extent : tensor.shape) out += varintField(1, static_cast<std::uint64_t>(extent));
    char* to = raw.data();
    for (const double value : tensor.values) {
        const auto number = static_cast<float>(value);
        std::memcpy(to, &number, sizeof number);
        to += sizeof number;
    }
    return bytesField(5, out + varintField(2, 1) + bytesField(8, name) + bytesField(9, raw));
}

std::string graphWith(std::string_view graph, const Values& made) {
    std::string out;
    Fields fields(graph);
    for (Field f; fields.next(f);) {
        const bool isReplaced = f.number == 1   ? made.count(nodeOf(f.bytes).outputs.at(0)) > 0
                                : f.number == 5 ? made.count(tensorOf(f.bytes).first) > 0
                                                : false;
        if (!isReplaced) out += f.whole;
    }
    for (const auto& [name, tensor] : made) out += initializer(name, tensor);
    return out;
}

} // namespace

std::string withRandomWeights(std::string_view model, const Tensor& input, std::uint64_t seed) {
    const Graph graph = graphOf(model);
    Weights weights(graph, input, seed);
    const Values& made = weights.make();
    // From version 4 of the format on an initializer need not be an input as well.
    std::string out = varintField(1, 4);
    Fields fields(model);
    for (Field f; fields.next(f);) {
        if (f.number == 7)
            out += bytesField(7, graphWith(f.bytes, made));
        else if (f.number != 1)
            out += f.whole;
    }
    return out;
}

} // namespace reference::onnx
