// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/step.h"

#include "core/numeric/host_control.h"
#include "core/training/check_data.h"
#include "core/training/execution.h"

#include <functional>

namespace lw::train {

using network::Kind;
using network::Layer;
using network::Network;
using network::ValueId;
using tensor::DType;
using tensor::Tensor;

namespace {

// Calls `function` with a number of the kind in which this arithmetic is computed on this host. It leaves
// what it computes in memory, so that nothing moves out of the scope in which the host flushes.
template <typename Function>
[[gnu::noinline]] void inNumbers(Arithmetic arithmetic, const Function& function) {
    if (arithmetic == Arithmetic::F64) return function(double{});
    if (arithmetic == Arithmetic::F32) return function(float{});
    if (numeric::hostLevel() == numeric::HostLevel::Portable) return function(Flushed{});
    const numeric::FlushScope flushing;
    function(float{});
}

template <typename T>
Batch<T> batchOf(const Network& network, const Tensor& images, const Tensor* labels, bool flushes) {
    const auto laid = [&](const Tensor& tensor, ValueId id) {
        const tensor::Shape image = network::imageOf(network, id);
        return exchanged<T>(numbersOf<T>(tensor, flushes), tensor.shape()[0], image[0] * image[1], image[2]);
    };
    Batch<T> out;
    out.images = images.shape()[0];
    out.input = laid(images, network::kInput);
    if (!labels) return out;
    if (network.training->loss == network::Loss::MeanSquares) {
        out.targets = laid(*labels, network.outputs[0]);
        return out;
    }
    for (std::uint64_t i = 0; i < labels->count(); ++i)
        out.labels.push_back(static_cast<std::uint64_t>(tensor::valueAt(*labels, i)));
    return out;
}

template <typename T>
[[gnu::noinline]] void perform(const Network& network, const State& state, const Options& options,
                               const Tensor& images, const Tensor& labels, std::span<const Task> order,
                               Step& out) {
    Execution<T> execution(network, state, options,
                           batchOf<T>(network, images, &labels, options.arithmetic == Arithmetic::Chip));
    for (const Task& task : order) execution.perform(task);
    out = execution.step();
}

template <typename T>
[[gnu::noinline]] void infer(const Network& network, const State& state, const Options& options,
                             const Tensor& images, Tensor& out) {
    Execution<T> execution(network, state, options,
                           batchOf<T>(network, images, nullptr, options.arithmetic == Arithmetic::Chip));
    execution.useRunning();
    for (ValueId id = 1; id <= network.layers.size(); ++id)
        execution.perform({.work = Work::Forward, .value = id});
    out = execution.valueOf(network.outputs[0]);
}

Tensor converted(const Tensor& tensor, DType type) {
    if (tensor.count() == 0) return Tensor(type, {0});
    auto out = cast(tensor, type);
    LW_ASSERT(out, "float32 as float64 or back");
    return *std::move(out);
}

} // namespace

State stateOf(const Network& network, Arithmetic arithmetic) {
    const DType type = arithmetic == Arithmetic::F64 ? DType::F64 : DType::F32;
    State out;
    for (const Layer& layer : network.layers) {
        const bool hasWeights = layer.kind == Kind::Conv || layer.kind == Kind::Dense;
        const bool isNorm = layer.kind == Kind::BatchNorm;
        const auto either = [&](bool isThere, const Tensor& tensor) {
            return isThere ? converted(tensor, type) : Tensor(type, {0});
        };
        out.weights.push_back({either(hasWeights, layer.weights),
                               either(hasWeights && layer.bias, layer.bias ? *layer.bias : Tensor()),
                               either(isNorm, layer.scale), either(isNorm, layer.shift)});
        const LayerWeights& all = out.weights.back();
        out.velocities.push_back({Tensor(type, all.weights.shape()), Tensor(type, all.bias.shape()),
                                  Tensor(type, all.scale.shape()), Tensor(type, all.shift.shape())});
        out.mean.push_back(either(isNorm, layer.mean));
        out.variance.push_back(either(isNorm, layer.variance));
    }
    return out;
}

Network learnt(Network network, const State& state) {
    const auto set = [](Tensor& to, const Tensor& from) {
        if (from.count() != 0) to = converted(from, DType::F32);
    };
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        Layer& layer = network.layers[i];
        layer.isInitial = false;
        set(layer.weights, state.weights[i].weights);
        if (layer.bias) set(*layer.bias, state.weights[i].bias);
        set(layer.scale, state.weights[i].scale);
        set(layer.shift, state.weights[i].shift);
        set(layer.mean, state.mean[i]);
        set(layer.variance, state.variance[i]);
    }
    return network;
}

std::vector<Task> plainOrder(const Network& network) {
    std::vector<Task> out;
    for (ValueId id = 1; id <= network.layers.size(); ++id)
        out.push_back({.work = Work::Forward, .value = id});
    out.push_back({.work = Work::Loss});
    for (ValueId id = network.layers.size(); id > 0; --id) {
        const Kind kind = network.layers[id - 1].kind;
        if (kind == Kind::BatchNorm) out.push_back({.work = Work::NormSums, .value = id});
        out.push_back({.work = Work::DataGradient, .value = id});
        if (kind == Kind::Conv || kind == Kind::Dense)
            out.push_back({.work = Work::WeightGradient, .value = id});
    }
    return out;
}

Result<Step> run(const Network& network, const State& state, const Tensor& images, const Tensor& labels,
                 const Options& options) {
    LW_TRY([[maybe_unused]] const Done trainable, checkTrainable(network));
    return run(network, state, images, labels, options, plainOrder(network));
}

Result<Step> run(const Network& network, const State& state, const Tensor& images, const Tensor& labels,
                 const Options& options, std::span<const Task> order) {
    LW_TRY([[maybe_unused]] const Done trainable, checkTrainable(network));
    LW_TRY([[maybe_unused]] const Done good, checkBatch(network, images, labels));
    Step out;
    inNumbers(options.arithmetic, [&](auto number) {
        perform<decltype(number)>(network, state, options, images, labels, order, out);
    });
    return out;
}

Result<Tensor> computed(const Network& network, const State& state, const Tensor& images,
                        const Options& options) {
    LW_TRY([[maybe_unused]] const Done trainable, checkTrainable(network));
    LW_TRY([[maybe_unused]] const Done good, checkImages(network, images));
    Tensor out;
    inNumbers(options.arithmetic,
              [&](auto number) { infer<decltype(number)>(network, state, options, images, out); });
    return out;
}

} // namespace lw::train
