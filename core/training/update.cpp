// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/laid.h"
#include "core/training/step.h"

#include "core/numeric/host_control.h"

namespace lw::train {

using network::Optimiser;
using tensor::Tensor;

namespace {

// One tensor of weights: g' = g + weightDecay * w; v = momentum * v + g'; w = w - rate * v.
template <typename T>
void descend(const Optimiser& how, const Tensor& gradient, Tensor& velocity, Tensor& weights) {
    if (weights.count() == 0) return;
    std::vector<T> g = numbersOf<T>(gradient, false), v = numbersOf<T>(velocity, false),
                   w = numbersOf<T>(weights, false);
    const T rate = static_cast<T>(how.rate), momentum = static_cast<T>(how.momentum),
            decay = static_cast<T>(how.weightDecay);
    for (std::size_t i = 0; i < w.size(); ++i) {
        if (how.weightDecay != 0) g[i] = g[i] + decay * w[i];
        if (how.momentum != 0) v[i] = g[i] = momentum * v[i] + g[i];
        w[i] = canonicalOf(w[i] - rate * g[i]);
    }
    makeCanonical(v);
    weights = tensorOf<T>(weights.shape(), w);
    velocity = tensorOf<T>(velocity.shape(), v);
}

// r * (1 - momentum) + (statistic * factor) * momentum
template <typename T> void run(Tensor& running, const Tensor& batch, float momentum, double factor) {
    const std::vector<T> now = numbersOf<T>(batch, false);
    std::vector<T> all = numbersOf<T>(running, false);
    const T share = static_cast<T>(momentum), rest = static_cast<T>(1 - static_cast<double>(momentum)),
            by = static_cast<T>(factor);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = canonicalOf(all[i] * rest + (factor == 1 ? now[i] : now[i] * by) * share);
    running = tensorOf<T>(running.shape(), all);
}

template <typename T>
[[gnu::noinline]] void updated(const network::Network& network, const Step& step, State& state) {
    const network::Training& training = *network.training;
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        for (const auto part :
             {&LayerWeights::weights, &LayerWeights::bias, &LayerWeights::scale, &LayerWeights::shift})
            descend<T>(training.optimiser, step.weightGradients[i].*part, state.velocities[i].*part,
                       state.weights[i].*part);
        const Statistics& statistics = step.statistics[i];
        if (statistics.mean.count() == 0) continue;
        const auto elements = static_cast<double>(step.values[i + 1].count() / statistics.mean.count());
        run<T>(state.mean[i], statistics.mean, training.normMomentum, 1);
        run<T>(state.variance[i], statistics.variance, training.normMomentum, elements / (elements - 1));
    }
}

} // namespace

void update(const network::Network& network, const Step& step, const Options& options, State& state) {
    if (options.arithmetic == Arithmetic::F64) return updated<double>(network, step, state);
    if (options.arithmetic == Arithmetic::F32) return updated<float>(network, step, state);
    if (numeric::hostLevel() == numeric::HostLevel::Portable) return updated<Flushed>(network, step, state);
    const numeric::FlushScope flushing;
    updated<float>(network, step, state);
}

} // namespace lw::train
