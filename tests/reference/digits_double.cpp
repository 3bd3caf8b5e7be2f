// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/digits.h"

#include <algorithm>
#include <cmath>

// The same training in double precision, index by index, as the formulas stand in a textbook.
namespace reference {

namespace {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

struct DoubleLayer {
    Rows weights;
    Row bias;
};

// exp and log by their series: what is committed must not depend on the host's mathematics library.
double exponentialOf(double x) {
    constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 0x1.a39ef35793c76p-33;
    const double whole = std::nearbyint(x / kLn2High);
    const double rest = (x - whole * kLn2High) - whole * kLn2Low;
    double term = 1.0, sum = 1.0;
    for (int i = 1; i <= 20; ++i) {
        term *= rest / i;
        sum += term;
    }
    return std::ldexp(sum, static_cast<int>(whole));
}

double logarithmOf(double x) {
    constexpr double kLn2 = 0x1.62e42fefa39efp-1;
    int exponent = 0;
    const double m = std::frexp(x, &exponent);
    const double s = (m - 1.0) / (m + 1.0);
    double sum = 0.0;
    for (int i = 41; i > 0; i -= 2) sum = sum * s * s + 1.0 / i;
    return exponent * kLn2 + 2.0 * s * sum;
}

DoubleLayer widened(const Layer& layer) {
    DoubleLayer out{Rows(layer.weights.rows, Row(layer.weights.columns)),
                    Row(layer.bias.begin(), layer.bias.end())};
    for (std::size_t i = 0; i < layer.weights.rows; ++i)
        for (std::size_t j = 0; j < layer.weights.columns; ++j) out.weights[i][j] = layer.weights.at(i, j);
    return out;
}

Layer narrowed(const DoubleLayer& layer) {
    Layer out{Matrix(layer.weights.size(), layer.bias.size()), std::vector<float>(layer.bias.size())};
    for (std::size_t i = 0; i < layer.weights.size(); ++i)
        for (std::size_t j = 0; j < layer.bias.size(); ++j)
            out.weights.at(i, j) = static_cast<float>(layer.weights[i][j]);
    for (std::size_t j = 0; j < layer.bias.size(); ++j) out.bias[j] = static_cast<float>(layer.bias[j]);
    return out;
}

Row forward(const Row& x, const DoubleLayer& layer, bool hidden) {
    Row z = layer.bias;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j = 0; j < z.size(); ++j) z[j] += x[i] * layer.weights[i][j];
    if (hidden)
        for (double& v : z) v = std::max(v, 0.0);
    return z;
}

Row inputRow(const Samples& samples, std::size_t number) {
    Row x(kPixels);
    for (std::size_t p = 0; p < kPixels; ++p) x[p] = samples.pixels.at(number, p) / 16.0;
    return x;
}

// Adds one sample's share of a layer's gradient; returns the gradient by the layer's input.
Row backward(const Row& input, const Row& delta, const DoubleLayer& layer, DoubleLayer& gradient) {
    Row out(input.size());
    for (std::size_t i = 0; i < input.size(); ++i)
        for (std::size_t j = 0; j < delta.size(); ++j) {
            gradient.weights[i][j] += input[i] * delta[j];
            out[i] += layer.weights[i][j] * delta[j];
        }
    for (std::size_t j = 0; j < delta.size(); ++j) gradient.bias[j] += delta[j];
    return out;
}

Row throughRelu(Row gradient, const Row& output) {
    for (std::size_t i = 0; i < gradient.size(); ++i)
        if (output[i] <= 0.0) gradient[i] = 0.0;
    return gradient;
}

// One sample forward and backward: returns its loss, keeps its logits, adds to the gradients.
double learn(const Row& x, std::size_t label, const std::vector<DoubleLayer>& layers,
             std::vector<DoubleLayer>& gradients, Row& logits) {
    const Row h1 = forward(x, layers[0], true), h2 = forward(h1, layers[1], true);
    logits = forward(h2, layers[2], false);
    const double top = *std::max_element(logits.begin(), logits.end());
    double sum = 0.0;
    for (const double z : logits) sum += exponentialOf(z - top);
    Row delta(kClasses);
    for (std::size_t c = 0; c < kClasses; ++c)
        delta[c] =
            (exponentialOf(logits[c] - top) / sum - (c == label ? 1.0 : 0.0)) / static_cast<double>(kBatch);
    const Row d2 = throughRelu(backward(h2, delta, layers[2], gradients[2]), h2);
    const Row d1 = throughRelu(backward(h1, d2, layers[1], gradients[1]), h1);
    backward(x, d1, layers[0], gradients[0]);
    return logarithmOf(sum) - (logits[label] - top);
}

std::size_t correct(const Samples& samples, const std::vector<DoubleLayer>& layers) {
    std::size_t count = 0;
    for (std::size_t n = 0; n < samples.labels.size(); ++n) {
        const Row z = forward(forward(forward(inputRow(samples, n), layers[0], true), layers[1], true),
                              layers[2], false);
        count += std::max_element(z.begin(), z.end()) - z.begin() == samples.labels[n];
    }
    return count;
}

} // namespace

DigitsResult trainInDouble(const DigitsTask& task) {
    DigitsResult result;
    std::vector<DoubleLayer> layers;
    for (const Layer& layer : task.layers) layers.push_back(widened(layer));
    for (std::size_t step = 0; step < task.order.size(); ++step) {
        std::vector<DoubleLayer> gradients = layers;
        for (DoubleLayer& g : gradients) {
            for (Row& row : g.weights) std::fill(row.begin(), row.end(), 0.0);
            std::fill(g.bias.begin(), g.bias.end(), 0.0);
        }
        double loss = 0.0;
        Matrix logits(kBatch, kClasses);
        for (std::size_t b = 0; b < kBatch; ++b) {
            const auto number = static_cast<std::size_t>(task.order[step][b]);
            Row row;
            loss += learn(inputRow(task.train, number), static_cast<std::size_t>(task.train.labels[number]),
                          layers, gradients, row);
            for (std::size_t c = 0; c < kClasses; ++c) logits.at(b, c) = static_cast<float>(row[c]);
        }
        result.losses.push_back(static_cast<float>(loss / static_cast<double>(kBatch)));
        if (step == task.watchedStep) {
            result.logits = logits;
            for (const DoubleLayer& g : gradients) result.gradients.push_back(narrowed(g));
        }
        for (std::size_t l = 0; l < layers.size(); ++l) {
            for (std::size_t i = 0; i < layers[l].weights.size(); ++i)
                for (std::size_t j = 0; j < layers[l].bias.size(); ++j)
                    layers[l].weights[i][j] -= double{task.rate} * gradients[l].weights[i][j];
            for (std::size_t j = 0; j < layers[l].bias.size(); ++j)
                layers[l].bias[j] -= double{task.rate} * gradients[l].bias[j];
        }
    }
    for (const DoubleLayer& layer : layers) result.layers.push_back(narrowed(layer));
    result.trainCorrect = correct(task.train, layers);
    result.testCorrect = correct(task.test, layers);
    return result;
}

} // namespace reference
