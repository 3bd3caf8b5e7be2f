// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/execution.h"

#include "core/network/taps_in_lanes.h"
#include "core/numeric/small_float.h"

#include <utility>

namespace lw::train {

using network::Kind;
using network::kInput;
using network::Layer;
using network::ValueId;
using tensor::Shape;
using tensor::Tensor;

namespace {

std::uint64_t pixelsOf(const Shape& image) { return image[0] * image[1]; }

template <typename T> std::vector<T> sumOf(std::vector<T> x, const std::vector<T>& y) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = x[i] + y[i];
    return x;
}

// max(x, 0) + alpha * min(x, 0)
template <typename T> T leaky(T x, T alpha) { return largerOf(x, T{}) + alpha * (x > T{} ? T{} : x); }

template <typename T> T narrowed(T x, Format format) {
    const auto value = static_cast<double>(x);
    if (format == Format::F32) return T(static_cast<double>(static_cast<float>(value)));
    const numeric::SmallFloat small = format == Format::Bf16 ? numeric::kBfloat16 : numeric::kFloat16;
    return T(numeric::smallFloatValue(numeric::smallFloatBits(value, small), small));
}

} // namespace

template <typename T> void Execution<T>::perform(const Task& task) {
    switch (task.work) {
    case Work::Forward: {
        std::vector<T> value = forward(task.value);
        makeCanonical(value);
        m_held[task.value].value = std::move(value);
        break;
    }
    case Work::Loss: loss(); break;
    case Work::NormSums: normSums(task.value, task.from); break;
    case Work::DataGradient: dataGradient(task.value, task.from); break;
    case Work::WeightGradient: weightGradient(task.value); break;
    case Work::Spill: m_held[task.value].spilled[task.part] = m_held[task.value].of(task.part); break;
    case Work::Fetch: m_held[task.value].of(task.part) = m_held[task.value].spilled[task.part]; break;
    case Work::Pack: {
        Numbers& held = m_held[task.value];
        held.packed = held.value;
        for (T& x : held.packed) x = narrowed(x, task.format);
        break;
    }
    case Work::Unpack: m_held[task.value].value = m_held[task.value].packed; break;
    case Work::KeepMask: {
        Numbers& held = m_held[task.value];
        held.mask.clear();
        for (const T x : held.value) held.mask.push_back(x > T{} ? T(1.0) : T{});
        break;
    }
    case Work::Narrow:
        for (T& x : m_held[task.value].value) x = narrowed(x, task.format);
        break;
    }
    for (const Held& held : task.released) release(held);
}

template <typename T> void Execution<T>::release(const Held& held) {
    const auto forget = [](std::vector<T>& numbers) {
        std::fill(numbers.begin(), numbers.end(), static_cast<T>(std::numeric_limits<double>::quiet_NaN()));
    };
    switch (held.part) {
    case Part::Value: return forget(m_held[held.value].value);
    case Part::Gradient: return forget(m_held[held.value].gradient);
    case Part::Mask: return forget(m_held[held.value].mask);
    case Part::Packed: return forget(m_held[held.value].packed);
    case Part::Statistics:
        forget(m_layers[held.value - 1].statistics.mean);
        forget(m_layers[held.value - 1].statistics.inverse);
    }
}

template <typename T> void Execution<T>::useRunning() {
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        if (m_network.layers[i].kind != Kind::BatchNorm) continue;
        NormStatistics<T>& statistics = m_layers[i].statistics;
        statistics.mean = numbers(m_state.mean[i]);
        statistics.variance = numbers(m_state.variance[i]);
        for (const T variance : statistics.variance)
            statistics.inverse.push_back(inverseRoot(variance + T(m_network.layers[i].epsilon)));
    }
}

// Where values lie.

template <typename T>
std::vector<T> Execution<T>::relaid(std::vector<T> numbers, const Shape& from, const Shape& to) const {
    if (from == to) return numbers;
    const std::vector<T> byImage = exchanged<T>(numbers, pixelsOf(from), m_batch.images, from[2]);
    return exchanged<T>(byImage, m_batch.images, pixelsOf(to), to[2]);
}
template <typename T>
std::vector<T> Execution<T>::read(const Layer& layer, std::size_t input, const Shape& as) const {
    const ValueId id = layer.inputs[input];
    return relaid(m_held[id].value, network::imageOf(m_network, id), as);
}
// The first gradient is stored, later ones are added.
template <typename T>
void Execution<T>::give(const Layer& layer, std::size_t input, std::vector<T> gradient, const Shape& as) {
    const ValueId id = layer.inputs[input];
    gradient = relaid(std::move(gradient), as, network::imageOf(m_network, id));
    std::vector<T>& all = m_held[id].gradient;
    all = all.empty() ? std::move(gradient) : sumOf(std::move(all), gradient);
    makeCanonical(all);
}
template <typename T> Tensor Execution<T>::tensorFor(ValueId id, const std::vector<T>& numbers) const {
    const Shape image = network::imageOf(m_network, id), &own = shapeOf(m_network, id);
    Shape shape{m_batch.images};
    shape.insert(shape.end(), own.begin(), own.end());
    if (numbers.empty()) return Tensor(kTypeOf<T>, std::move(shape));
    return tensorOf<T>(std::move(shape), exchanged<T>(numbers, pixelsOf(image), m_batch.images, image[2]));
}

template <typename T> BatchShape Execution<T>::batchOf(const Shape& image) const {
    return {pixelsOf(image), m_batch.images, image[2], m_options.sublanes};
}
template <typename T> ConvolutionShape Execution<T>::convolutionOf(const Layer& layer) const {
    const Shape image = network::imageOf(m_network, layer.inputs[0]);
    ConvolutionShape out;
    out.inputChannels = image[2];
    out.outputChannels = layer.shape.back();
    out.batch = m_batch.images;
    out.lanes = m_options.lanes;
    out.roundsOperands = isChip();
    if (layer.kind == Kind::Dense) {
        const auto rows = static_cast<std::int64_t>(image[0]), columns = static_cast<std::int64_t>(image[1]);
        out.rows = {.size = rows, .kernel = rows};
        out.columns = {.size = columns, .kernel = columns};
        return out;
    }
    out.rows = rowsOf(layer, image);
    out.columns = columnsOf(layer, image);
    out.outputRows = layer.shape[0];
    out.outputColumns = layer.shape[1];
    out.groups = layer.groups;
    out.isIm2col = network::hasTapsInLanes(m_network) && layer.inputs[0] == network::kInput;
    return out;
}
template <typename T> PoolShape Execution<T>::poolOf(const Layer& layer) const {
    const Shape& image = shapeOf(m_network, layer.inputs[0]);
    return {rowsOf(layer, image), columnsOf(layer, image),   layer.shape[0],
            layer.shape[1],       m_batch.images * image[2], layer.countIncludePad};
}

// Forward.

template <typename T> std::vector<T> Execution<T>::forward(ValueId id) {
    const Layer& layer = layerOf(id);
    const Shape image = network::imageOf(m_network, id);
    const LayerWeights& weights = m_state.weights[id - 1];
    switch (layer.kind) {
    case Kind::Conv:
    case Kind::Dense:
        return Convolution<T>(convolutionOf(layer))
            .forward(m_held[layer.inputs[0]].value, numbers(weights.weights), numbers(weights.bias));
    case Kind::BatchNorm: return normForward(id);
    case Kind::Relu:
    case Kind::LeakyRelu: {
        std::vector<T> out = read(layer, 0, image);
        const T alpha = static_cast<T>(layer.alpha);
        for (T& x : out) x = layer.kind == Kind::Relu ? largerOf(x, T{}) : leaky(x, alpha);
        return out;
    }
    case Kind::MaxPool: return Pool<T>(poolOf(layer)).largest(m_held[layer.inputs[0]].value);
    case Kind::AveragePool: return Pool<T>(poolOf(layer)).mean(m_held[layer.inputs[0]].value);
    case Kind::Add: return sumOf(read(layer, 0, image), read(layer, 1, image));
    case Kind::Concat: return concatenated(id);
    case Kind::Flatten: return read(layer, 0, image);
    default: LW_ASSERT(false, "a kind of layer that is refused"); return {};
    }
}

template <typename T> std::vector<T> Execution<T>::normForward(ValueId id) {
    const Layer& layer = layerOf(id);
    const Shape image = network::imageOf(m_network, id);
    const std::vector<T> y = read(layer, 0, image), scale = numbers(m_state.weights[id - 1].scale),
                         shift = numbers(m_state.weights[id - 1].shift);
    const Norm<T> norm(batchOf(image), scale, shift);
    NormStatistics<T>& statistics = m_layers[id - 1].statistics;
    if (statistics.mean.empty()) {
        statistics = norm.statistics(y, layer.epsilon);
        makeCanonical(statistics.mean);
        makeCanonical(statistics.variance);
    }
    return norm.result(norm.normalised(y, statistics));
}

// Visits each run of channels of one pixel and image of a part: (where in the whole, where in the part).
template <typename Visit>
void eachRun(const Shape& whole, const Shape& part, const std::array<std::uint64_t, 3>& from,
             std::uint64_t images, const Visit& visit) {
    for (std::uint64_t row = 0; row < part[0]; ++row)
        for (std::uint64_t column = 0; column < part[1]; ++column)
            for (std::uint64_t image = 0; image < images; ++image)
                visit((((row + from[0]) * whole[1] + column + from[1]) * images + image) * whole[2] + from[2],
                      ((row * part[1] + column) * images + image) * part[2]);
}
// Where the parts of a concat begin, of images of three extents: visit(input, shape, begin).
template <typename Visit>
void eachPart(const network::Network& network, const Layer& layer, const Visit& visit) {
    std::array<std::uint64_t, 3> from{};
    for (std::size_t input = 0; input < layer.inputs.size(); ++input) {
        Shape part = shapeOf(network, layer.inputs[input]);
        const std::size_t axis = part.size() == 1 ? 2 : axisOf(layer);
        if (part.size() == 1) part = {1, 1, part[0]};
        visit(input, part, from);
        from[axis] += part[axis];
    }
}
template <typename T> std::vector<T> Execution<T>::concatenated(ValueId id) const {
    const Layer& layer = layerOf(id);
    const Shape whole = network::imageOf(m_network, id);
    std::vector<T> out(batchOf(whole).count());
    eachPart(m_network, layer, [&](std::size_t input, const Shape& part, const auto& from) {
        const std::vector<T> numbers = read(layer, input, part);
        eachRun(whole, part, from, m_batch.images, [&](std::uint64_t to, std::uint64_t at) {
            std::copy_n(numbers.data() + at, part[2], out.data() + to);
        });
    });
    return out;
}

template <typename T> void Execution<T>::loss() {
    const ValueId id = m_network.outputs[0];
    const Shape image = network::imageOf(m_network, id);
    LossOf<T> of;
    if (m_network.training->loss == network::Loss::MeanSquares) {
        of = meanSquares<T>(batchOf(image), m_options.lanes, m_held[id].value, m_batch.targets);
    } else {
        const Shape list{1, 1, shapeOf(m_network, id)[0]};
        const std::vector<T> y = relaid(m_held[id].value, image, list);
        of = crossEntropy<T>(batchOf(list), y, m_batch.labels);
        of.gradient = relaid(std::move(of.gradient), list, image);
    }
    m_loss = static_cast<double>(of.loss);
    m_held[id].gradient = std::move(of.gradient);
    makeCanonical(m_held[id].gradient);
}

// Backward.

template <typename T> void Execution<T>::dataGradient(ValueId id, From from) {
    const Layer& layer = layerOf(id);
    const Shape image = network::imageOf(m_network, id);
    const std::vector<T>& gradient = m_held[id].gradient;
    if (gradient.empty()) return; // the loss does not depend on it
    switch (layer.kind) {
    case Kind::Conv:
    case Kind::Dense:
        return give(layer, 0,
                    Convolution<T>(convolutionOf(layer))
                        .dataGradient(gradient, numbers(m_state.weights[id - 1].weights)),
                    network::imageOf(m_network, layer.inputs[0]));
    case Kind::BatchNorm: return normGradient(id, from);
    case Kind::Relu:
    case Kind::LeakyRelu: return activationGradient(id, from);
    case Kind::MaxPool:
        return give(layer, 0, Pool<T>(poolOf(layer)).largestGradient(m_held[layer.inputs[0]].value, gradient),
                    shapeOf(m_network, layer.inputs[0]));
    case Kind::AveragePool:
        return give(layer, 0, Pool<T>(poolOf(layer)).meanGradient(gradient),
                    shapeOf(m_network, layer.inputs[0]));
    case Kind::Add: give(layer, 0, gradient, image); return give(layer, 1, m_held[id].gradient, image);
    case Kind::Concat: return concatGradient(id);
    case Kind::Flatten: return give(layer, 0, gradient, image);
    default: LW_ASSERT(false, "a kind of layer that is refused");
    }
}

// What an activation gives is above 0 exactly where that which it reads is.
template <typename T> void Execution<T>::activationGradient(ValueId id, From from) {
    const Layer& layer = layerOf(id);
    const Shape image = network::imageOf(m_network, id);
    const std::vector<T> value = from == From::Input  ? read(layer, 0, image)
                                 : from == From::Mask ? m_held[id].mask
                                                      : m_held[id].value;
    LW_REQUIRE(from != From::Mask || !value.empty(), "a gradient by a mask that was not kept");
    std::vector<T> out = m_held[id].gradient;
    const T alpha = static_cast<T>(layer.alpha);
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (from == From::Mask && std::isnan(static_cast<double>(value[i])))
            out[i] = value[i]; // bits that were released
        else if (!(value[i] > T{}))
            out[i] = layer.kind == Kind::Relu ? T{} : alpha * out[i];
    }
    give(layer, 0, std::move(out), image);
}

template <typename T> void Execution<T>::concatGradient(ValueId id) {
    const Layer& layer = layerOf(id);
    const Shape whole = network::imageOf(m_network, id);
    eachPart(m_network, layer, [&](std::size_t input, const Shape& part, const auto& from) {
        std::vector<T> out(batchOf(part).count());
        eachRun(whole, part, from, m_batch.images, [&](std::uint64_t at, std::uint64_t to) {
            std::copy_n(m_held[id].gradient.data() + at, part[2], out.data() + to);
        });
        give(layer, input, std::move(out), part);
    });
}

template <typename T> std::vector<T> Execution<T>::normalised(ValueId id, From from) const {
    const Shape image = network::imageOf(m_network, id);
    const std::vector<T> scale = numbers(m_state.weights[id - 1].scale),
                         shift = numbers(m_state.weights[id - 1].shift);
    const Norm<T> norm(batchOf(image), scale, shift);
    return from == From::Result ? norm.inverted(m_held[id].value)
                                : norm.normalised(read(layerOf(id), 0, image), m_layers[id - 1].statistics);
}
template <typename T> void Execution<T>::normSums(ValueId id, From from) {
    if (m_held[id].gradient.empty()) return;
    const Norm<T> norm(batchOf(network::imageOf(m_network, id)), {}, {});
    m_layers[id - 1].sums = norm.reduced(m_held[id].gradient, normalised(id, from));
    makeCanonical(m_layers[id - 1].sums.scale);
    makeCanonical(m_layers[id - 1].sums.shift);
}
template <typename T> void Execution<T>::normGradient(ValueId id, From from) {
    const Shape image = network::imageOf(m_network, id);
    const std::vector<T> scale = numbers(m_state.weights[id - 1].scale);
    const Norm<T> norm(batchOf(image), scale, {});
    const Learnt& learnt = m_layers[id - 1];
    LW_REQUIRE(!learnt.sums.scale.empty(), "the gradient of a batch_norm before its sums");
    give(layerOf(id), 0,
         norm.gradient(m_held[id].gradient, normalised(id, from), learnt.sums, learnt.statistics), image);
}

template <typename T> void Execution<T>::weightGradient(ValueId id) {
    const Layer& layer = layerOf(id);
    const std::vector<T>& gradient = m_held[id].gradient;
    if (gradient.empty()) return;
    Learnt& learnt = m_layers[id - 1];
    learnt.weights =
        Convolution<T>(convolutionOf(layer)).weightGradient(m_held[layer.inputs[0]].value, gradient);
    makeCanonical(learnt.weights);
    if (m_state.weights[id - 1].bias.count() == 0) return;
    const BatchShape shape = batchOf(network::imageOf(m_network, id));
    learnt.bias = batchSums<T>(shape, [&](std::uint64_t i, std::uint64_t) { return gradient[i]; });
    makeCanonical(learnt.bias);
}

template <typename T> Step Execution<T>::step() const {
    Step out{.loss = m_loss, .values = {}, .gradients = {}, .weightGradients = {}, .statistics = {}};
    for (ValueId id = 0; id < m_held.size(); ++id) {
        out.values.push_back(tensorFor(id, m_held[id].value));
        out.gradients.push_back(tensorFor(id, m_held[id].gradient));
    }
    const auto like = [](const Tensor& weights, const std::vector<T>& gradient) {
        return gradient.empty() ? Tensor(kTypeOf<T>, weights.shape())
                                : tensorOf<T>(weights.shape(), gradient);
    };
    const auto list = [](const std::vector<T>& numbers) { return tensorOf<T>({numbers.size()}, numbers); };
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const Learnt& learnt = m_layers[i];
        const LayerWeights& of = m_state.weights[i];
        out.weightGradients.push_back({like(of.weights, learnt.weights), like(of.bias, learnt.bias),
                                       like(of.scale, learnt.sums.scale), like(of.shift, learnt.sums.shift)});
        const NormStatistics<T>& statistics = learnt.statistics;
        out.statistics.push_back(
            {list(statistics.mean), list(statistics.variance), list(statistics.inverse)});
    }
    return out;
}

template class Execution<double>;
template class Execution<float>;
template class Execution<Flushed>;

} // namespace lw::train
