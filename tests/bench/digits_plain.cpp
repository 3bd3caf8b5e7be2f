// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/digits_plain.h"

#include <algorithm>
#include <bit>
#include <cmath>

#if defined(__x86_64__)
#define LW_BENCH_CLONES [[gnu::target_clones("default", "arch=haswell", "arch=skylake-avx512")]]
#else
#define LW_BENCH_CLONES
#endif

namespace lw::bench {

namespace {

constexpr std::size_t kBatch = 64, kPixels = 64, kClasses = 10;

LW_BENCH_CLONES void roundToBf16(const float* from, float* to, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits = std::bit_cast<std::uint32_t>(from[i]);
        to[i] = std::bit_cast<float>((bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000u);
    }
}

// c[m][n] = a[m][k] * b[k][n]
LW_BENCH_CLONES void multiply(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                              std::size_t n) {
    for (std::size_t i = 0; i < m; ++i) {
        float* const row = c + i * n;
        std::fill_n(row, n, 0.0f);
        for (std::size_t p = 0; p < k; ++p) {
            const float x = a[i * k + p];
            for (std::size_t j = 0; j < n; ++j) row[j] += x * b[p * n + j];
        }
    }
}

LW_BENCH_CLONES void descend(float* weights, const float* gradient, float rate, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) weights[i] -= rate * gradient[i];
}

void transpose(const float* from, float* to, std::size_t rows, std::size_t columns) {
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c) to[c * rows + r] = from[r * columns + c];
}

using Values = std::vector<float>;

Values rounded(const Values& from) {
    Values to(from.size());
    roundToBf16(from.data(), to.data(), from.size());
    return to;
}

Values product(const Values& a, const Values& b, std::size_t m, std::size_t k, std::size_t n) {
    Values c(m * n);
    multiply(rounded(a).data(), rounded(b).data(), c.data(), m, k, n);
    return c;
}

Values transposed(const Values& from, std::size_t rows, std::size_t columns) {
    Values to(from.size());
    transpose(from.data(), to.data(), rows, columns);
    return to;
}

Values forward(const Values& x, const PlainLayer& layer, bool relu) {
    Values y = product(x, layer.weights, kBatch, layer.in, layer.out);
    for (std::size_t r = 0; r < kBatch; ++r)
        for (std::size_t c = 0; c < layer.out; ++c) {
            float& v = y[r * layer.out + c];
            v += layer.bias[c];
            if (relu) v = std::max(v, 0.0f);
        }
    return y;
}

// Replaces logits by the gradient of the mean loss; the loss.
float softmaxGradient(Values& logits, const std::int32_t* labels) {
    float loss = 0.0f;
    for (std::size_t r = 0; r < kBatch; ++r) {
        float* const row = &logits[r * kClasses];
        const float top = *std::max_element(row, row + kClasses);
        float powers[kClasses], sum = 0.0f;
        for (std::size_t c = 0; c < kClasses; ++c) sum += powers[c] = std::exp(row[c] - top);
        const auto label = static_cast<std::size_t>(labels[r]);
        loss += std::log(sum) - (row[label] - top);
        for (std::size_t c = 0; c < kClasses; ++c)
            row[c] = (powers[c] / sum - (c == label ? 1.0f : 0.0f)) / kBatch;
    }
    return loss / kBatch;
}

void update(PlainLayer& layer, const Values& x, const Values& gradient, float rate) {
    const Values byWeights = product(transposed(x, kBatch, layer.in), gradient, layer.in, kBatch, layer.out);
    descend(layer.weights.data(), byWeights.data(), rate, layer.weights.size());
    Values byBias(layer.out, 0.0f);
    for (std::size_t r = 0; r < kBatch; ++r)
        for (std::size_t c = 0; c < layer.out; ++c) byBias[c] += gradient[r * layer.out + c];
    descend(layer.bias.data(), byBias.data(), rate, layer.bias.size());
}

Values backward(const Values& gradient, const PlainLayer& layer, const Values& output) {
    Values back =
        product(gradient, transposed(layer.weights, layer.in, layer.out), kBatch, layer.out, layer.in);
    for (std::size_t i = 0; i < back.size(); ++i)
        if (!(output[i] > 0.0f)) back[i] = 0.0f;
    return back;
}

} // namespace

std::vector<float> trainPlainly(PlainTask& task) {
    std::vector<float> losses;
    std::vector<PlainLayer>& layers = task.layers;
    for (std::size_t step = 0; step * kBatch < task.order.size(); ++step) {
        Values x(kBatch * kPixels);
        std::int32_t labels[kBatch];
        for (std::size_t r = 0; r < kBatch; ++r) {
            const auto sample = static_cast<std::size_t>(task.order[step * kBatch + r]);
            labels[r] = task.labels[sample];
            for (std::size_t i = 0; i < kPixels; ++i)
                x[r * kPixels + i] = task.pixels[sample * kPixels + i] / 16.0f;
        }
        const Values h1 = forward(x, layers[0], true), h2 = forward(h1, layers[1], true);
        Values d3 = forward(h2, layers[2], false);
        losses.push_back(softmaxGradient(d3, labels));
        const Values d2 = backward(d3, layers[2], h2), d1 = backward(d2, layers[1], h1);
        update(layers[0], x, d1, task.rate);
        update(layers[1], h1, d2, task.rate);
        update(layers[2], h2, d3, task.rate);
    }
    return losses;
}

} // namespace lw::bench
