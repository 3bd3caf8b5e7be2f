// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_int8.h"

#include "core/network/geometry.h"
#include "core/network/kinds.h"
#include "core/network/onnx_wide_weights.h"
#include "core/network/quantisation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lw::network::onnx {

namespace {

using tensor::DType;
using tensor::Tensor;

constexpr double kEven = 0x1.8p52; // added and subtracted, it rounds to whole numbers, half to even
constexpr int kWeightBits = 22;    // of what add multiplies codes by: two sums with 9 bits more fit 32 bits

// What is known about a layer while it becomes one of int8.
class Maker {
  public:
    Maker(Use& use, Layer& layer, std::vector<Value>& inputs)
        : m_use(use), m_import(use.import()), m_layer(layer), m_inputs(inputs) {}

    Outcome run() {
        switch (m_layer.kind) {
        case Kind::Conv:
        case Kind::ConvTranspose:
        case Kind::Dense: return sums();
        case Kind::Add: return add();
        case Kind::AveragePool: return average();
        case Kind::Concat: return concat();
        case Kind::Mul: return m_use.wrong("products of two values are not read as int8");
        case Kind::Relu:
        case Kind::UpsampleBilinear:
        case Kind::Requantise: return checkReal();
        case Kind::Take:
            if (std::ranges::count(m_layer.indices, kFill) != 0) return checkReal();
            return Done{};
        default: return Done{}; // kinds that only move codes; others are refused by their kind
        }
    }

  private:
    std::optional<float> stepOf(const Value& value) const {
        return network::stepOf(m_import.network, value.id);
    }
    std::size_t codes() const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_use.inputs(); ++i) count += m_use.readsCodes(i) ? 1 : 0;
        return count;
    }
    Outcome checkReal() const {
        if (codes() == 0 &&
            std::ranges::all_of(m_inputs, [&](const Value& one) { return stepOf(one).has_value(); }))
            return Done{};
        return m_use.wrong("it computes with int8 codes that no DequantizeLinear makes numbers of");
    }
    // How the node's result is quantised.
    Result<QuantisedAs> after() const {
        const std::string& name = m_use.node().outputs.empty() ? std::string() : m_use.node().outputs[0];
        const auto at = m_import.quantisedAs.find(name);
        if (at != m_import.quantisedAs.end()) return at->second;
        return m_use.wrong("its result is not quantised by a QuantizeLinear that alone reads it");
    }
    bool isSum() const {
        return !m_use.node().outputs.empty() && m_import.sums.contains(m_use.node().outputs[0]);
    }

    // ---- sums of products

    Outcome sums() {
        const std::string& name = m_use.node().inputs[1];
        const auto scaled = m_import.scaled.find(name);
        if (scaled == m_import.scaled.end())
            return m_use.wrong("its weights \"" + name +
                               "\" do not come from a DequantizeLinear of constants");
        const std::vector<float>& steps = scaled->second.steps;
        LW_TRY([[maybe_unused]] const Done weights, makeCodes(steps));
        if (isSum()) return Done{};
        LW_TRY([[maybe_unused]] const Done real, checkReal());
        LW_TRY(const QuantisedAs to, after());
        const float x = *stepOf(m_inputs[0]);
        LW_TRY([[maybe_unused]] const Done bias, makeBias(x, steps));
        Requant requant;
        requant.factors.clear();
        for (const float step : steps) {
            LW_TRY(const Requant one, requantFor(m_use, x * step, to.by));
            requant.factors.push_back(one.of(0));
        }
        if (std::ranges::count(requant.factors, requant.factors[0]) == std::ssize(requant.factors))
            requant.factors.resize(1);
        finish(std::move(requant), to);
        return Done{};
    }
    void finish(Requant requant, const QuantisedAs& to) {
        requant.zero = to.by.zero;
        requant.step = to.by.step;
        m_layer.requant = std::move(requant);
        if (to.isRelu) m_layer.activation = Activation::Relu;
    }

    // The whole numbers of the weights, in steps of their channels: exact, or they are not weights of int8.
    Outcome makeCodes(const std::vector<float>& steps) {
        const Tensor& real = m_layer.weights;
        const std::uint64_t outputs = real.shape().back();
        if (steps.size() != 1 && steps.size() != outputs)
            return m_use.wrong("its weights have " + std::to_string(steps.size()) + " scales for " +
                               std::to_string(outputs) + " output channels");
        Tensor whole(DType::I32, real.shape());
        for (std::uint64_t i = 0; i < real.count(); ++i) {
            const float x = real.at<float>(i), step = steps[steps.size() == 1 ? 0 : i % outputs];
            const double code = (double{x} / step + kEven) - kEven;
            if (!(std::abs(code) <= kWidestWeight) || static_cast<float>(code) * step != x)
                return m_use.wrong("a weight, " + tensor::textAt(real, i) +
                                   ", is not a whole number from -255 to 255 times the scale " +
                                   std::to_string(step) + " of its channel");
            whole.set(i, static_cast<std::int32_t>(code));
        }
        return takeWholeWeights(m_use, m_layer, m_inputs[0], whole);
    }

    // Whole numbers of the products' step. A bias quantised in this step stays exactly as it is.
    Outcome makeBias(float x, const std::vector<float>& steps) {
        if (!m_layer.bias) return Done{};
        const std::uint64_t outputs = m_layer.weights.shape().back();
        if (m_layer.bias->count() != outputs)
            return m_use.wrong("its bias of " + std::to_string(m_layer.bias->count()) +
                               " numbers is not for " + std::to_string(outputs) + " output channels");
        Tensor out(DType::I32, {outputs});
        for (std::uint64_t n = 0; n < outputs; ++n) {
            const double unit = double{x} * steps[n % steps.size()];
            const float real = m_layer.bias->at<float>(n);
            const double whole = quantisedBias(n, real, unit).value_or((double{real} / unit + kEven) - kEven);
            if (!(std::abs(whole) < 0x1p31))
                return m_use.wrong("its bias is too large for an int32 of the products of its scales");
            out.set(n, static_cast<std::int32_t>(whole));
        }
        m_layer.bias = std::move(out);
        return Done{};
    }
    // The code that the file has for this number, in steps that differ from `unit` only by rounding.
    std::optional<double> quantisedBias(std::uint64_t number, float real, double unit) const {
        const auto scaled = m_import.scaled.find(m_use.node().inputs[2]);
        if (scaled == m_import.scaled.end()) return {};
        const Tensor& codes = scaled->second.whole;
        const std::vector<float>& steps = scaled->second.steps;
        const std::uint64_t at = codes.count() == 1 ? 0 : number;
        if (at >= codes.count()) return {};
        const float step = steps[at % steps.size()];
        const auto code = codes.at<std::int64_t>(at);
        const bool isSame = static_cast<float>(code) * step == real && std::abs(step / unit - 1) < 0x1p-20;
        return isSame ? std::optional(static_cast<double>(code)) : std::nullopt;
    }

    // ---- others

    // Whole numbers represent the factors of two different scales.
    Outcome add() {
        LW_TRY([[maybe_unused]] const Done real, checkReal());
        if (m_use.inputs() != 2) return m_use.wrong("more than two int8 values are not added at once");
        LW_TRY(const QuantisedAs to, after());
        const float a = *stepOf(m_inputs[0]) / to.by.step, b = *stepOf(m_inputs[1]) / to.by.step;
        if (a == b) {
            LW_TRY(Requant requant, requantFor(m_use, *stepOf(m_inputs[0]), to.by));
            finish(std::move(requant), to);
            return Done{};
        }
        int exponent = 0;
        std::frexp(std::max(a, b), &exponent);
        const int shift = kWeightBits - exponent;
        if (shift < 0 || shift > 62) return m_use.wrong("its scales are too far apart");
        for (const float factor : {a, b})
            m_layer.factors.push_back(
                static_cast<std::int32_t>((std::ldexp(double{factor}, shift) + kEven) - kEven));
        finish(Requant(1, static_cast<std::uint32_t>(shift), 0), to);
        return Done{};
    }

    // Every window covers the same number of elements, so that number goes into the factor.
    Outcome average() {
        LW_TRY([[maybe_unused]] const Done real, checkReal());
        LW_TRY(const QuantisedAs to, after());
        const float step = *stepOf(m_inputs[0]);
        const bool isSame = step == to.by.step && zeroOf(m_import.network, m_inputs[0].id) == to.by.zero;
        if (isSame) return Done{};
        const tensor::Shape& image = shapeOf(m_import.network, m_inputs[0].id);
        const Axis rows = rowsOf(m_layer, image), columns = columnsOf(m_layer, image);
        if ((m_layer.pad != Padding{} && !m_layer.countIncludePad) ||
            (m_layer.ceil &&
             (rows.windows(true) != rows.windows(false) || columns.windows(true) != columns.windows(false))))
            return m_use.wrong("its windows cover different numbers of elements");
        const double count = static_cast<double>(m_layer.kernel.rows) * m_layer.kernel.columns;
        const auto factor = factorOf(static_cast<float>(step / count / to.by.step));
        if (!factor) return m_use.wrong("its scales are too far apart");
        finish(Requant(factor->multiplier, factor->shift, 0), to);
        return Done{};
    }

    // All in the codes of the result.
    Outcome concat() {
        const auto isLike = [&](const Value& one, std::optional<float> step, std::int32_t zero) {
            return stepOf(one) == step && zeroOf(m_import.network, one.id) == zero;
        };
        const Value first = m_inputs[0];
        const bool areAlike = std::ranges::all_of(m_inputs, [&](const Value& one) {
            return isLike(one, stepOf(first), zeroOf(m_import.network, first.id));
        });
        if (areAlike && (codes() == 0 || codes() == m_inputs.size())) return Done{};
        LW_TRY([[maybe_unused]] const Done real, checkReal());
        LW_TRY(const QuantisedAs to, after());
        for (Value& one : m_inputs) {
            if (isLike(one, to.by.step, to.by.zero)) continue;
            Layer layer;
            layer.kind = Kind::Requantise;
            LW_TRY(layer.requant, requantFor(m_use, *stepOf(one), to.by));
            LW_TRY(one, m_use.beforeLike(std::move(layer), {one}, Value(one), ".scaled"));
        }
        return Done{};
    }

    Use& m_use;
    Import& m_import;
    Layer& m_layer;
    std::vector<Value>& m_inputs;
};

} // namespace

Outcome makeInt8(Use& use, Layer& layer, std::vector<Value>& inputs) {
    return Maker(use, layer, inputs).run();
}

Bounding boundingOf(float low, float high, const Quantisation& by) {
    if (!(low <= high) || codeOf(high, by.step, by.zero) != 127) return Bounding::Other;
    if (codeOf(low, by.step, by.zero) == -128) return Bounding::Nothing;
    return low == 0 ? Bounding::Relu : Bounding::Other;
}

bool isDone(const Use& use, Layer& layer, const Value& input) {
    const Network& network = use.import().network;
    if (layer.kind == Kind::Clip && stepOf(network, input.id)) {
        const Quantisation by{*stepOf(network, input.id), zeroOf(network, input.id)};
        const Bounding bounding = boundingOf(layer.low, layer.high, by);
        if (bounding == Bounding::Nothing) return true;
        if (bounding == Bounding::Relu) layer = Layer{}; // a relu
    }
    return layer.kind == Kind::Relu && input.id != kInput &&
           network.layers[input.id - 1].activation == Activation::Relu;
}

Outcome readCodes(Use& use, const Value& value, const Scales& scales, bool hasZero) {
    Import& import = use.import();
    Input& input = import.network.input;
    if (!use.readsCodes(0)) return use.wrong("it reads numbers, which are not quantised, as codes");
    if (value.id == kInput && hasZero && scales.isUnsigned != input.isUnsigned && import.hasOpenInput)
        return use.wrong("its zero point is of another type than the input");
    const std::int32_t zero = scales.zeros[0] + (scales.isUnsigned ? -128 : 0);
    const std::optional<float> step = scales.steps.empty() ? std::nullopt : std::optional(scales.steps[0]);
    if (value.id == kInput && std::exchange(import.hasOpenInput, false)) {
        input.zero = hasZero ? zero : input.isUnsigned ? -128 : 0;
        input.step = step;
        return Done{};
    }
    const std::int32_t known = zeroOf(import.network, value.id);
    const bool isZero = hasZero ? known == zero : known == 0 || known == -128;
    if (isZero && (!step || step == stepOf(import.network, value.id))) return Done{};
    return use.wrong("it reads codes of another scale or zero point than they were made with");
}

Result<Requant> requantFor(const Use& use, float step, const Quantisation& by) {
    const float factor = step / by.step;
    const auto exact = std::isnormal(factor) ? factorOf(factor) : std::nullopt;
    if (!exact) return use.wrong("its scales are too far apart");
    Requant out(exact->multiplier, exact->shift, by.zero);
    out.step = by.step;
    return out;
}

} // namespace lw::network::onnx
