// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/quantise.h"

#include "core/network/cut.h"
#include "core/network/kinds.h"
#include "core/network/messages.h"
#include "core/network/quantisation.h"
#include "core/network/quantise_functions.h"
#include "core/network/quantise_ready.h"
#include "core/network/quantise_scales.h"
#include "core/network/ranges.h"
#include "core/network/shapes.h"

#include <algorithm>
#include <cmath>

namespace lw::network {

namespace {

using tensor::DType;
using tensor::Tensor;

constexpr double kMostBias = 0x1p30;   // of a bias in steps of its sum
constexpr double kMostFactor = 0x1p22; // for add: two codes times that fit int32

double rounded(double x) {
    constexpr double kEven = 0x1.8p52; // numbers from 2^52 to 2^53 have no fraction
    return (x + kEven) - kEven;
}

Problem wrong(const Message& message, const Layer& layer) {
    return {&message, {layer.name}, layer.place, {}, {}};
}

// So that all weights have codes, and a bias fits int32 in steps of weight times input.
std::vector<float> weightStepsOf(const Layer& layer, float inputStep, bool isByChannel) {
    const std::uint64_t channels = layer.weights.shape().back(), count = isByChannel ? channels : 1;
    std::vector<float> most(count), bias(count), out;
    const auto grow = [&](std::vector<float>& into, const Tensor& numbers) {
        for (std::uint64_t i = 0; i < numbers.count(); ++i) {
            float& largest = into[i % count];
            largest = std::max(largest, std::abs(numbers.at<float>(i)));
        }
    };
    grow(most, layer.weights);
    if (layer.bias) grow(bias, *layer.bias);
    for (std::uint64_t i = 0; i < count; ++i) {
        const float ofBias = bias[i] == 0 ? 0 : stepFor(bias[i] / double{inputStep}, kMostBias);
        out.push_back(most[i] == 0 && ofBias != 0 ? ofBias : std::max(stepFor(most[i], 127), ofBias));
    }
    return out;
}

// One layer after the other; all their shapes and scales are known.
class Quantiser {
  public:
    Quantiser(const Network& ready, const Functions& functions, const std::vector<Scale>& scales,
              const QuantiseOptions& options, Quantised& out)
        : m_ready(ready)
        , m_functions(functions)
        , m_scales(scales)
        , m_uses(usesOf(flowOf(ready)))
        , m_options(options)
        , m_out(out) {}

    Outcome run() {
        Network& network = m_out.network;
        network.name = m_ready.name;
        network.precision = Precision::I8;
        network.input = m_ready.input;
        network.input.range.reset();
        network.input.step = m_scales[kInput].step;
        network.input.zero = m_scales[kInput].zero;
        for (ValueId id = 1; id <= m_ready.layers.size(); ++id) {
            if (m_functions.isInside[id]) {
                m_now.push_back(kInput); // nobody asks for it
                continue;
            }
            LW_TRY(const ValueId made, m_functions.isTable(id) ? table(id) : add(id));
            m_now.push_back(made);
        }
        for (const ValueId id : m_ready.outputs) network.outputs.push_back(m_now[id]);
        return inferShapes(network);
    }

  private:
    const Scale& scaleRead(const Layer& layer, std::size_t number = 0) const {
        return m_scales[layer.inputs[number]];
    }
    ValueId append(Layer layer, std::vector<float> weightSteps = {}) {
        m_out.network.layers.push_back(std::move(layer));
        m_out.weightSteps.push_back(std::move(weightSteps));
        return m_out.network.layers.size();
    }

    Result<ValueId> table(ValueId id) {
        const ValueId source = *m_functions.sources[id];
        LW_TRY(Layer made,
               tableOf(m_ready, id, m_functions, m_scales[source], m_scales[id], m_options.reference));
        made.inputs = {m_now[source]};
        return append(std::move(made));
    }
    Result<ValueId> add(ValueId id) {
        const Layer& layer = m_ready.layers[id - 1];
        Layer made = layer;
        for (ValueId& read : made.inputs) read = m_now[read];
        std::vector<float> steps;
        switch (layer.kind) {
        case Kind::Conv:
        case Kind::ConvTranspose:
        case Kind::Dense: {
            steps = weightStepsOf(layer, scaleRead(layer).step, m_options.isByChannel);
            LW_TRY([[maybe_unused]] const Done sums, makeSums(layer, steps, m_scales[id], made));
            break;
        }
        case Kind::Add: {
            LW_TRY(made.requant, sumOfTwo(layer, m_scales[id], made.factors));
            break;
        }
        case Kind::Mul: {
            const double unit = double{scaleRead(layer, 0).step} * scaleRead(layer, 1).step;
            LW_TRY(made.requant, requantFor(layer, {unit}, m_scales[id]));
            break;
        }
        case Kind::AveragePool:
            if (hasEqualWindows(m_ready, layer)) {
                const auto count = static_cast<double>(layer.kernel.rows) * layer.kernel.columns;
                LW_TRY(made.requant, requantFor(layer, {scaleRead(layer).step / count}, m_scales[id]));
            }
            break;
        case Kind::Concat:
            for (std::size_t i = 0; i < made.inputs.size(); ++i) {
                LW_TRY(made.inputs[i], scaled(layer, i, m_scales[id]));
            }
            break;
        case Kind::Clip: return clip(layer, m_scales[id]);
        case Kind::Constant:
            made.weights = codesOf(layer.weights, {m_scales[id].step});
            steps = {m_scales[id].step};
            break;
        default: break;
        }
        return append(std::move(made), std::move(steps));
    }

    // From sums in steps of `from`, one for each channel or one for all, to codes.
    static Result<std::optional<Requant>> requantFor(const Layer& layer, const std::vector<double>& from,
                                                     const Scale& to) {
        Requant out(1, 0, to.zero);
        out.step = to.step;
        out.factors.clear();
        for (const double step : from) {
            const auto factor = static_cast<float>(step / to.step);
            const auto exact = factorOf(std::max(factor, std::numeric_limits<float>::denorm_min()));
            if (!exact) return wrong(messages::kScalesApart, layer);
            out.factors.push_back(*exact);
        }
        if (std::ranges::count(out.factors, out.factors[0]) == std::ssize(out.factors)) out.factors.resize(1);
        return std::optional(std::move(out));
    }

    static Tensor codesOf(const Tensor& weights, const std::vector<float>& steps) {
        Tensor out(DType::I8, weights.shape());
        for (std::uint64_t i = 0; i < out.count(); ++i) {
            const std::int32_t code = codeOf(weights.at<float>(i), steps[i % steps.size()], 0);
            out.set(i, static_cast<std::int8_t>(code));
        }
        return out;
    }

    // Weights, bias and factors of a convolution or dense layer.
    Outcome makeSums(const Layer& layer, const std::vector<float>& steps, const Scale& to,
                     Layer& made) const {
        std::vector<double> products;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (!std::isfinite(steps[i])) return wrong(messages::kWeightsNotFinite, layer);
            products.push_back(double{scaleRead(layer).step} * steps[i]);
        }
        made.weights = codesOf(layer.weights, steps);
        if (layer.bias) {
            made.bias = Tensor(DType::I32, layer.bias->shape());
            for (std::uint64_t i = 0; i < made.bias->count(); ++i)
                made.bias->set(i, static_cast<std::int32_t>(
                                      rounded(layer.bias->at<float>(i) / products[i % products.size()])));
        }
        LW_TRY(made.requant, requantFor(layer, products, to));
        return Done{};
    }

    // Two values in steps so small that both are whole numbers of them, nearly.
    Result<std::optional<Requant>> sumOfTwo(const Layer& layer, const Scale& to,
                                            std::vector<std::int32_t>& factors) const {
        const double a = scaleRead(layer, 0).step, b = scaleRead(layer, 1).step;
        if (a == b) return requantFor(layer, {a}, to);
        const double unit = std::max(a, b) / kMostFactor;
        for (const double step : {a, b}) factors.push_back(static_cast<std::int32_t>(rounded(step / unit)));
        return requantFor(layer, {unit}, to);
    }

    // What a layer reads, in this scale.
    Result<ValueId> scaled(const Layer& layer, std::size_t number, const Scale& to) {
        const ValueId read = layer.inputs[number];
        if (m_scales[read] == to) return m_now[read];
        return requantised(layer, read, to,
                           freeName(nameOf(m_ready, read), ".scaled", {&m_ready, &m_out.network}));
    }
    Result<ValueId> requantised(const Layer& layer, ValueId read, const Scale& to, std::string name) {
        Layer made;
        made.kind = Kind::Requantise;
        made.name = std::move(name);
        made.inputs = {m_now[read]};
        made.place = layer.place;
        LW_TRY(made.requant, requantFor(layer, {m_scales[read].step}, to));
        return append(std::move(made));
    }

    // Where codes end, their numbers end. Anything else that reads the unbounded value needs more codes.
    Result<ValueId> clip(const Layer& layer, const Scale& to) {
        const ValueId read = layer.inputs[0];
        if (read == kInput || m_scales[read] != to) return requantised(layer, read, to, layer.name);
        const ValueId out = m_now[read];
        Layer& maker = m_out.network.layers[out - 1];
        const bool hasActivation = maker.kind == Kind::Conv || maker.kind == Kind::ConvTranspose ||
                                   maker.kind == Kind::Dense || maker.kind == Kind::Add;
        if (layer.low == 0 && hasActivation && m_uses[read] == 1) maker.activation = Activation::Relu;
        return out;
    }

    const Network& m_ready;
    const Functions& m_functions;
    const std::vector<Scale>& m_scales;
    const std::vector<std::size_t> m_uses;
    const QuantiseOptions& m_options;
    Quantised& m_out;
    std::vector<ValueId> m_now{kInput};
};

// Whatever the codes of the input are.
Outcome checkSums(const Network& network) {
    const std::vector<ValueRange> ranges = rangesOf(network);
    for (ValueId id = 1; id < ranges.size(); ++id)
        if (std::ranges::any_of(ranges[id].sums, [](const Range& sum) { return sum.mayWrap; }))
            return wrong(messages::kSumsWrap, network.layers[id - 1]);
    return Done{};
}

} // namespace

Result<Quantised> quantise(const Network& network, std::span<const Tensor> samples,
                           const QuantiseOptions& options) {
    if (network.precision == Precision::I8)
        return Problem{&messages::kInt8Already, {std::string(options.file)}, {}, {}, {}};
    if (samples.empty()) return Problem{&messages::kNoData, {}, {}, {}, {}};
    Quantised out;
    out.real = withoutRealEnd(network, out.notes);
    LW_TRY(const Network ready, readyForInt8(out.real, options.file));
    const Functions functions = functionsOf(ready);
    LW_TRY(const std::vector<Scale> scales, scalesOf(ready, functions, samples, options.reference));
    LW_TRY([[maybe_unused]] const Done made, Quantiser(ready, functions, scales, options, out).run());
    LW_TRY([[maybe_unused]] const Done sums, checkSums(out.network));
    const auto elements = [](const Network& one) { return tensor::countOf(shapeOf(one, one.outputs[0])); };
    if (elements(network) == elements(out.network)) out.network.labels = network.labels;
    return out;
}

} // namespace lw::network
