// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/digits_double.h"

#include <algorithm>
#include <cmath>

// Index by index, as in the formulas of a textbook.
namespace reference {

namespace {

using Row = std::vector<Bounded>;
using SumTogether = Sum<Terms::Together>;

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

BoundedLayer zerosLike(const Layer& layer) {
    return {layer.weights.columns, Row(layer.weights.values.size()), Row(layer.bias.size())};
}

// Before the ReLU.
Row outputs(const Row& x, const Layer& layer) {
    const std::size_t columns = layer.bias.size();
    std::vector<Sum<>> sums(columns);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Bounded left = operand(x[i]);
        for (std::size_t j = 0; j < columns; ++j) sums[j].add(times(left, operand({layer.weights.at(i, j)})));
    }
    Row z;
    for (std::size_t j = 0; j < columns; ++j) {
        Bounded product = sums[j].result();
        product.value += layer.bias[j];
        z.push_back(roundedFloat(product));
    }
    return z;
}

// 0 on the chip too, where no error reaches the other side.
Row relu(Row z) {
    for (Bounded& v : z) {
        if (v.value < -v.bound) v.bound = 0;
        if (v.value < -v.likely() || v.bound == 0) v.variance = 0;
        v.value = std::max(v.value, 0.0);
    }
    return z;
}

// The gradient passes where z is positive. Where its sign is not certain, all of it may be there or not.
Row throughRelu(Row gradient, const Row& z) {
    for (std::size_t i = 0; i < gradient.size(); ++i) {
        const Bounded g = gradient[i];
        if (z[i].value <= 0) gradient[i] = {};
        if (std::fabs(z[i].value) <= z[i].bound) gradient[i].bound = g.most();
        if (std::fabs(z[i].value) <= z[i].likely()) gradient[i].variance = squared(g.value) + g.variance;
    }
    return gradient;
}

Row inputRow(const Samples& samples, std::size_t number) {
    Row x(kPixels);
    for (std::size_t p = 0; p < kPixels; ++p) x[p].value = samples.pixels.at(number, p) / 16.0; // exact
    return x;
}

// One sample's gradient by the input of a layer. All deltas of a sample hang on the same logits.
Row byInput(const Row& delta, const Layer& layer) {
    Row out;
    for (std::size_t i = 0; i < layer.weights.rows; ++i) {
        SumTogether sum;
        for (std::size_t j = 0; j < delta.size(); ++j)
            sum.add(times(operand(delta[j]), operand({layer.weights.at(i, j)})));
        out.push_back(sum.result());
    }
    return out;
}

// The gradient of a layer, summed over the batch: inputs^T deltas, and the deltas alone for the bias.
BoundedLayer gradientOf(const std::vector<Row>& inputs, const std::vector<Row>& deltas, const Layer& layer) {
    BoundedLayer out = zerosLike(layer);
    std::vector<SumTogether> sums(out.weights.size()), biases(out.columns);
    for (std::size_t b = 0; b < inputs.size(); ++b) {
        Row rounded = deltas[b];
        for (std::size_t j = 0; j < out.columns; ++j) {
            biases[j].add(rounded[j]);
            rounded[j] = operand(rounded[j]);
        }
        for (std::size_t i = 0; i < inputs[b].size(); ++i) {
            const Bounded left = operand(inputs[b][i]);
            for (std::size_t j = 0; j < out.columns; ++j)
                sums[i * out.columns + j].add(times(left, rounded[j]));
        }
    }
    std::transform(sums.begin(), sums.end(), out.weights.begin(),
                   [](const SumTogether& s) { return s.result(); });
    std::transform(biases.begin(), biases.end(), out.bias.begin(),
                   [](const SumTogether& s) { return s.result(); });
    return out;
}

// Softmax and what follows from it for one sample. Logits that err by at most b change a probability p to
// something between p exp(-2b) and p exp(2b), and the loss by at most 2b; small errors change them by their
// derivatives. The chip's own arithmetic from the logits on: one subtraction, which errs by 2^-24 of the
// difference, an exponential or logarithm of at most 4 ulp (2^-21), ten additions, a reciprocal, two
// products: below `share` of the result.
Bounded lossAndDelta(const Row& logits, std::size_t label, Row& delta) {
    double top = logits[0].value, lowest = logits[0].value, b = 0;
    for (const Bounded& z : logits) {
        top = std::max(top, z.value);
        lowest = std::min(lowest, z.value);
        b = std::max(b, z.bound);
    }
    const double range = top - lowest + 2 * b, share = range * kFloatError + 0x1p-19;
    double sum = 0, passed = 0, lossVariance = 0;
    Row p(kClasses);
    for (std::size_t c = 0; c < kClasses; ++c) sum += p[c].value = exponentialOf(logits[c].value - top);
    for (std::size_t c = 0; c < kClasses; ++c) {
        p[c].value /= sum;
        p[c].bound =
            std::min(p[c].value * exponentialOf(2 * b), 1.0) * (1 + share) - p[c].value + 2 * kFloatError;
        passed += squared(p[c].value) * logits[c].variance;
        lossVariance += squared(p[c].value - (c == label ? 1.0 : 0.0)) * logits[c].variance;
    }
    delta.clear();
    constexpr double kShare = 1.0 / kBatch;
    for (std::size_t c = 0; c < kClasses; ++c) {
        const double own = squared(1 - p[c].value) * logits[c].variance;
        const double others = passed - squared(p[c].value) * logits[c].variance;
        const double variance = squared(p[c].value) * (own + others) + squared(share + 2 * kFloatError);
        delta.push_back({(p[c].value - (c == label ? 1.0 : 0.0)) * kShare, p[c].bound * kShare,
                         variance * squared(kShare)});
    }
    // The chip adds logarithms and logits of the batch apart: some eighty additions of terms of this size.
    const double added = 0x1p-17 * (1 + std::fabs(logarithmOf(sum)) + range);
    return {logarithmOf(sum) - (logits[label].value - top), 2 * b + added, lossVariance + squared(added)};
}

} // namespace

BoundedStep stepInDouble(const Samples& samples, const std::vector<std::int32_t>& order,
                         const std::vector<Layer>& layers) {
    BoundedStep step;
    std::vector<Row> inputs[3], deltas[3];
    SumTogether losses;
    for (const std::int32_t signedNumber : order) {
        const auto number = static_cast<std::size_t>(signedNumber);
        const Row x = inputRow(samples, number);
        const Row z1 = outputs(x, layers[0]), h1 = relu(z1);
        const Row z2 = outputs(h1, layers[1]), h2 = relu(z2);
        const Row logits = outputs(h2, layers[2]);
        Row delta;
        losses.add(lossAndDelta(logits, static_cast<std::size_t>(samples.labels[number]), delta));
        step.logits.insert(step.logits.end(), logits.begin(), logits.end());
        inputs[0].push_back(x);
        inputs[1].push_back(h1);
        inputs[2].push_back(h2);
        deltas[2].push_back(delta);
        deltas[1].push_back(throughRelu(byInput(delta, layers[2]), z2));
        deltas[0].push_back(throughRelu(byInput(deltas[1].back(), layers[1]), z1));
    }
    const Bounded loss = losses.result();
    step.loss = roundedFloat({loss.value / kBatch, loss.bound / kBatch, loss.variance / squared(kBatch)});
    for (std::size_t l = 0; l < layers.size(); ++l)
        step.gradients.push_back(gradientOf(inputs[l], deltas[l], layers[l]));
    return step;
}

BoundedCount correctInDouble(const Samples& samples, const std::vector<Layer>& layers) {
    BoundedCount out;
    for (std::size_t n = 0; n < samples.labels.size(); ++n) {
        const Row z =
            outputs(relu(outputs(relu(outputs(inputRow(samples, n), layers[0])), layers[1])), layers[2]);
        const auto best = std::max_element(
            z.begin(), z.end(), [](const Bounded& a, const Bounded& b) { return a.value < b.value; });
        out.correct += best - z.begin() == samples.labels[n];
        for (auto other = z.begin(); other != z.end(); ++other)
            if (other != best && best->value - best->bound <= other->value + other->bound) {
                ++out.uncertain;
                break;
            }
    }
    return out;
}

} // namespace reference
