// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/digits.h"

#include "tests/reference/random.h"
#include "tests/reference/unary.h"

#include <algorithm>
#include <cmath>

namespace reference {

namespace {

constexpr std::size_t kSublanes = 8, kLanes = 128;

Samples pick(const Samples& all, const std::vector<std::size_t>& numbers) {
    Samples out{Matrix(numbers.size(), kPixels), {}};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        for (std::size_t p = 0; p < kPixels; ++p) out.pixels.at(i, p) = all.pixels.at(numbers[i], p);
        out.labels.push_back(all.labels[numbers[i]]);
    }
    return out;
}

Layer randomLayer(std::size_t in, std::size_t out, Random& random) {
    Layer layer{Matrix(in, out), std::vector<float>(out)};
    const float limit = std::sqrt(6.0f / static_cast<float>(in));
    for (float& w : layer.weights.values) w = random.symmetric(limit);
    return layer;
}

Matrix scaled(const Matrix& pixels) {
    Matrix out = pixels;
    for (float& v : out.values) v = multiply(v, 0.0625f);
    return out;
}

// x * W + b, and max(0, .) of it for the hidden layers.
Matrix forward(const Matrix& x, const Layer& layer, bool hidden) {
    Matrix z = matrixUnit(x, layer.weights);
    for (std::size_t r = 0; r < z.rows; ++r)
        for (std::size_t c = 0; c < z.columns; ++c) {
            z.at(r, c) = add(z.at(r, c), layer.bias[c]);
            if (hidden) z.at(r, c) = larger(z.at(r, c), 0.0f);
        }
    return z;
}

// Sums over the batch: the registers (8 samples each) in ascending order, then the 8 sublanes in halves.
std::vector<float> batchSums(const Matrix& m) {
    std::vector<float> out(m.columns);
    for (std::size_t c = 0; c < m.columns; ++c) {
        float sums[kSublanes];
        for (std::size_t s = 0; s < kSublanes; ++s) {
            sums[s] = m.at(s, c);
            for (std::size_t r = s + kSublanes; r < m.rows; r += kSublanes)
                sums[s] = add(sums[s], m.at(r, c));
        }
        for (std::size_t half = kSublanes / 2; half > 0; half /= 2)
            for (std::size_t s = 0; s < half; ++s) sums[s] = add(sums[s], sums[s + half]);
        out[c] = sums[0];
    }
    return out;
}

// The gradient of the mean loss by the logits. The loss of a sample is log(sum) - (its label's logit - max);
// `loss` gets their mean: the logarithms and the logits are added over the registers first, the logits (each
// in its own lane) then over the lanes, the differences over the sublanes.
Matrix softmaxGradient(const Matrix& logits, const std::vector<std::int32_t>& labels, float& loss) {
    Matrix out(logits.rows, logits.columns), logs(kSublanes, 1), own(kSublanes, kClasses);
    for (std::size_t r = 0; r < logits.rows; ++r) {
        const std::size_t label = static_cast<std::size_t>(labels[r]);
        const float top = laneMax(&logits.values[r * kClasses], kClasses);
        float shifted[kClasses], powers[kClasses];
        for (std::size_t c = 0; c < kClasses; ++c) {
            shifted[c] = subtract(logits.at(r, c), top);
            powers[c] = exponential(shifted[c]);
        }
        const float sum = laneSum(powers, kClasses, kLanes);
        const float share = reciprocal(sum);
        for (std::size_t c = 0; c < kClasses; ++c) {
            const float probability = multiply(powers[c], share);
            out.at(r, c) = multiply(subtract(probability, c == label ? 1.0f : 0.0f), 1.0f / kBatch);
        }
        const std::size_t sublane = r % kSublanes;
        logs.at(sublane, 0) = add(logs.at(sublane, 0), logarithm(sum));
        own.at(sublane, label) = add(own.at(sublane, label), shifted[label]);
    }
    for (std::size_t s = 0; s < kSublanes; ++s)
        logs.at(s, 0) = subtract(logs.at(s, 0), laneSum(&own.values[s * kClasses], kClasses, kLanes));
    loss = multiply(batchSums(logs)[0], 1.0f / kBatch);
    return out;
}

// The gradient by the inputs of a hidden layer's ReLU: 0 where its output is 0.
Matrix throughRelu(Matrix gradient, const Matrix& output) {
    for (std::size_t i = 0; i < gradient.values.size(); ++i)
        if (!(output.values[i] > 0.0f)) gradient.values[i] = 0.0f;
    return gradient;
}

void descend(Layer& layer, const Layer& gradient, float rate) {
    for (std::size_t i = 0; i < layer.weights.values.size(); ++i)
        layer.weights.values[i] =
            subtract(layer.weights.values[i], multiply(rate, gradient.weights.values[i]));
    for (std::size_t i = 0; i < layer.bias.size(); ++i)
        layer.bias[i] = subtract(layer.bias[i], multiply(rate, gradient.bias[i]));
}

std::size_t correct(const Samples& samples, const std::vector<Layer>& layers) {
    const Matrix h1 = forward(scaled(samples.pixels), layers[0], true);
    const Matrix h2 = forward(h1, layers[1], true);
    const Matrix z = forward(h2, layers[2], false);
    std::size_t count = 0;
    for (std::size_t r = 0; r < z.rows; ++r) {
        const float* const row = &z.values[r * kClasses];
        count += std::max_element(row, row + kClasses) - row == samples.labels[r]; // the first of equal ones
    }
    return count;
}

} // namespace

DigitsTask digitsTask(const Samples& all, std::uint64_t seed) {
    Random random(seed);
    const std::size_t heldOut = all.labels.size() / 5;
    std::vector<std::size_t> numbers = shuffled(all.labels.size(), random);
    const auto cut = numbers.begin() + static_cast<std::ptrdiff_t>(heldOut);
    std::sort(numbers.begin(), cut);
    std::sort(cut, numbers.end());

    DigitsTask task;
    task.test = pick(all, {numbers.begin(), cut});
    task.train = pick(all, {cut, numbers.end()});
    task.layers = {randomLayer(kPixels, 96, random), randomLayer(96, 48, random),
                   randomLayer(48, kClasses, random)};
    std::vector<std::size_t> left;
    for (std::size_t step = 0; step < kSteps; ++step) {
        if (left.size() < kBatch) left = shuffled(task.train.labels.size(), random);
        std::vector<std::int32_t> batch;
        for (std::size_t i = 0; i < kBatch; ++i) {
            batch.push_back(static_cast<std::int32_t>(left.back()));
            left.pop_back();
        }
        task.order.push_back(batch);
    }
    return task;
}

DigitsResult trainOnChip(const DigitsTask& task) {
    DigitsResult result;
    std::vector<Layer> layers = task.layers;
    for (const std::vector<std::int32_t>& order : task.order) {
        const Samples batch = pick(task.train, {order.begin(), order.end()});
        const Matrix x = scaled(batch.pixels);
        const Matrix h1 = forward(x, layers[0], true);
        const Matrix h2 = forward(h1, layers[1], true);
        const Matrix logits = forward(h2, layers[2], false);

        float loss = 0.0f;
        const Matrix d3 = softmaxGradient(logits, batch.labels, loss);
        const Matrix d2 = throughRelu(matrixUnit(d3, transposed(layers[2].weights)), h2);
        const Matrix d1 = throughRelu(matrixUnit(d2, transposed(layers[1].weights)), h1);
        const std::vector<Layer> gradients{{matrixUnit(transposed(x), d1), batchSums(d1)},
                                           {matrixUnit(transposed(h1), d2), batchSums(d2)},
                                           {matrixUnit(transposed(h2), d3), batchSums(d3)}};
        result.steps.push_back({layers, loss, logits, gradients});
        for (std::size_t i = 0; i < layers.size(); ++i) descend(layers[i], gradients[i], task.rate);
    }
    result.layers = layers;
    result.trainCorrect = correct(task.train, layers);
    result.testCorrect = correct(task.test, layers);
    return result;
}

} // namespace reference
