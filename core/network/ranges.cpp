// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/ranges.h"

#include "core/network/input_range.h"

#include "core/network/arithmetic.h"
#include "core/network/quantisation.h"
#include "core/network/recurrent.h"
#include "core/network/reference.h"
#include "core/network/upsample.h"
#include "core/numeric/elementary.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lw::network {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFloatMost = std::numeric_limits<float>::max();
constexpr double kUnit = 0x1p-24;       // relative error of one rounding to float32
constexpr double kLeastStep = 0x1p-149; // and its absolute error among denormals, twice
constexpr Range kAnything{-kInfinity, kInfinity, true, false};

bool isFinite(const Range& range) {
    return !range.mayBeNan && std::abs(range.low) <= kFloatMost && std::abs(range.high) <= kFloatMost;
}
double asFloat(double x) { return static_cast<double>(static_cast<float>(x)); }
double magnitude(const Range& range) { return std::max(std::abs(range.low), std::abs(range.high)); }
Range hull(const Range& a, const Range& b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high), a.mayBeNan || b.mayBeNan,
            a.mayWrap || b.mayWrap};
}

// Bounds of a sum of products, term by term.
class SumBounds {
  public:
    void add(const Range& x, double weight, bool mayBeMissing) {
        if (!isFinite(x) || !std::isfinite(weight)) m_isUnknown = true;
        const double a = x.low * weight, b = x.high * weight;
        double low = std::min(a, b), high = std::max(a, b);
        if (mayBeMissing) low = std::min(low, 0.0), high = std::max(high, 0.0);
        m_low += low;
        m_high += high;
        m_magnitude += std::max(std::abs(low), std::abs(high));
        m_isPositive &= low >= 0;
        m_isNegative &= high <= 0;
        ++m_terms;
    }
    // Of float32 arithmetic: n fused multiply-adds, at most as many additions of blocks,
    // and the bias make an error of at most 2n + 2 roundings of the sum of magnitudes.
    // A sum of numbers of one sign keeps that sign.
    Range ofFloat() const {
        const double roundings = 2 * m_terms + 2, relative = roundings * kUnit;
        if (m_isUnknown || relative > 0.25) return kAnything;
        const double error = relative / (1 - relative) * m_magnitude + roundings * kLeastStep;
        if (m_magnitude + error > kFloatMost) return kAnything;
        Range out{m_low - error, m_high + error, false, false};
        if (m_isPositive) out.low = std::max(out.low, 0.0);
        if (m_isNegative) out.high = std::min(out.high, 0.0);
        return out;
    }
    // Of int32 arithmetic, exact: products below 2^15, less than 2^32 of them.
    Range ofInteger() const {
        constexpr double kMost = std::numeric_limits<std::int32_t>::max(), kLeast = -kMost - 1;
        if (m_low < kLeast || m_high > kMost) return {kLeast, kMost, false, true};
        return {m_low, m_high, false, false};
    }

  private:
    double m_low = 0, m_high = 0, m_magnitude = 0, m_terms = 0;
    bool m_isPositive = true, m_isNegative = true, m_isUnknown = false;
};

class Ranges {
  public:
    explicit Ranges(const Network& network) : m_network(network) {}

    std::vector<ValueRange> run() {
        m_values.push_back(finished({input()}, {}));
        for (const Layer& layer : m_network.layers) m_values.push_back(ofLayer(layer));
        return std::move(m_values);
    }

  private:
    bool isInt8() const { return m_network.precision == Precision::I8; }

    Range input() const {
        const Input& input = m_network.input;
        const double zero = input.zero;
        if (input.range) {
            const auto [low, high] = boundsOf(m_network.precision, *input.range);
            if (!isInt8()) return {low, high, false, false};
            return {low - zero, high - zero, false, false};
        }
        return isInt8() ? Range{-128 - zero, 127 - zero, false, false} : kAnything;
    }
    static ValueRange finished(std::vector<Range> channels, std::vector<Range> sums) {
        Range all = channels.front();
        for (const Range& one : channels) all = hull(all, one);
        return {all, std::move(channels), std::move(sums)};
    }
    const ValueRange& read(const Layer& layer, std::size_t number) const {
        return m_values[layer.inputs[number]];
    }
    template <typename Change> ValueRange mapped(const Layer& layer, const Change& change) const {
        std::vector<Range> channels = read(layer, 0).channels;
        for (std::size_t i = 0; i < channels.size(); ++i) channels[i] = change(channels[i], i);
        return finished(std::move(channels), {});
    }

    ValueRange ofLayer(const Layer& layer) const {
        switch (layer.kind) {
        case Kind::Conv:
        case Kind::ConvTranspose:
        case Kind::Dense: return ofSums(layer, weightedSums(layer));
        case Kind::Add: return ofSums(layer, added(layer));
        case Kind::Requantise: return ofSums(layer, read(layer, 0).channels);
        case Kind::Concat: return together(layer);
        case Kind::AveragePool:
            if (layer.requant) return ofSums(layer, pooledSums(layer));
            if (layer.inputs.size() > 1) return finished({divided(layer)}, {});
            return mapped(layer, [&](const Range& x, std::size_t) { return averaged(layer, x); });
        case Kind::Relu: return activated(layer, Activation::Relu);
        case Kind::Sigmoid: return activated(layer, Activation::Sigmoid);
        case Kind::Tanh: return activated(layer, Activation::Tanh);
        case Kind::Clip: return clipped(layer);
        case Kind::LeakyRelu:
        case Kind::PRelu: return leaky(layer);
        case Kind::Elu: return eachChannel(layer, exponentialUnit);
        case Kind::Exp: return eachChannel(layer, exponential);
        case Kind::Log: return eachChannel(layer, logarithm);
        case Kind::Mul: return isInt8() ? ofSums(layer, product(layer).channels) : product(layer);
        case Kind::Table: return ofSums(layer, tabulated(layer));
        case Kind::Div: return finished({kAnything}, {});
        case Kind::BatchNorm: return normalised(layer);
        case Kind::Lrn: return eachChannel(layer, normalisedAcross);
        case Kind::Softmax:
        case Kind::LogSoftmax: return softmax(layer);
        case Kind::ArgMax: {
            const std::uint64_t extent = shapeOf(m_network, layer.inputs[0])[axisOf(layer)];
            return finished({{0, static_cast<double>(extent - 1), false, false}}, {});
        }
        case Kind::Lstm:
        case Kind::Gru: return finished({recurrentRange(m_network, layer)}, {});
        case Kind::Constant: return constant(layer);
        case Kind::MaxPool:
        case Kind::UpsampleNearest:
        case Kind::Flatten: return read(layer, 0);
        case Kind::Reshape:
        case Kind::Transpose: return moved(layer);
        case Kind::Take: return taken(layer);
        case Kind::Resample: return resampled(layer);
        case Kind::UpsampleBilinear: return isInt8() ? read(layer, 0) : bilinear(layer);
        case Kind::DepthToSpace: return deep(layer);
        case Kind::Select: return selected(layer);
        }
        return {};
    }

    static Range activatedRange(const Range& x, Activation activation) {
        switch (activation) {
        case Activation::None: return x;
        case Activation::Relu: return {std::max(x.low, 0.0), std::max(x.high, 0.0), x.mayBeNan, x.mayWrap};
        case Activation::Sigmoid: return {0, 1, x.mayBeNan, false};
        case Activation::Tanh: return {-1, 1, x.mayBeNan, false};
        }
        return x;
    }
    ValueRange activated(const Layer& layer, Activation activation) const {
        ValueRange out =
            mapped(layer, [&](const Range& x, std::size_t) { return activatedRange(x, activation); });
        return out;
    }
    ValueRange clipped(const Layer& layer) const {
        const auto at = [&](double x) {
            return std::min<double>(std::max<double>(x, layer.low), layer.high);
        };
        return mapped(layer, [&](const Range& x, std::size_t) {
            return Range{at(x.low), at(x.high), x.mayBeNan, false};
        });
    }
    template <typename Change> ValueRange eachChannel(const Layer& layer, const Change& change) const {
        return mapped(layer, [&](const Range& x, std::size_t) { return change(layer, x); });
    }
    // Increasing on each side of 0, or decreasing there: the bounds are values at the ends or at 0.
    ValueRange leaky(const Layer& layer) const {
        const std::vector<float> slopes = slopesOf(layer);
        const std::vector<Range>& read = this->read(layer, 0).channels;
        std::vector<Range> out;
        for (std::size_t i = 0; i < std::max(read.size(), slopes.size()); ++i) {
            const Range& x = read[i % read.size()];
            const double slope = slopes[i % slopes.size()];
            const auto at = [&](double one) { return asFloat(one > 0 ? one : one * slope); };
            const double a = at(x.low), b = at(x.high), zero = x.low < 0 && x.high > 0 ? 0 : a;
            if (!isFinite(x) || !std::isfinite(a) || !std::isfinite(b))
                out.push_back(kAnything);
            else
                out.push_back({std::min({a, b, zero}), std::max({a, b, zero}), false, false});
        }
        return finished(std::move(out), {});
    }
    static Range exponentialUnit(const Layer& layer, const Range& x) {
        if (x.low >= 0) return x;
        const double least = -double{layer.alpha}; // where x is very low
        return {std::min({least, 0.0, std::max(x.low, 0.0)}), std::max({least, 0.0, x.high}), x.mayBeNan,
                false};
    }
    // Both increase, but for the last bits of float64.
    static double slack(double x) { return std::isinf(x) ? 0 : std::abs(x) * 0x1p-40; }
    static double below(double x) { return asFloat(x - slack(x)); }
    static double above(double x) { return asFloat(x + slack(x)); }
    static Range exponential(const Layer&, const Range& x) {
        return {below(numeric::exponential(x.low)), above(numeric::exponential(x.high)), x.mayBeNan, false};
    }
    static Range logarithm(const Layer&, const Range& x) {
        const auto at = [](double bound) { return numeric::logarithm(std::max(bound, 0.0)); };
        return {below(at(x.low)), above(at(x.high)), x.mayBeNan || x.low < 0, false};
    }
    // With a divisor of 1 or more, which its parts promise, x moves towards 0.
    static Range normalisedAcross(const Layer& layer, const Range& x) {
        if (!isFinite(x) || layer.k < 1 || layer.alpha < 0 || layer.beta < 0) return kAnything;
        return hull(x, {0, 0, false, false});
    }
    // For one run: NaN comes only from infinities.
    ValueRange softmax(const Layer& layer) const {
        const Range& x = read(layer, 0).all;
        const bool mayBeNan = !isFinite(x);
        if (layer.kind == Kind::Softmax) return finished({{0, 1, mayBeNan, false}}, {});
        const double runs = static_cast<double>(layer.shape[axisOf(layer)]);
        const double low = asFloat((x.low - x.high - std::log(runs)) * (1 + 0x1p-20) - 0x1p-20);
        return finished({{mayBeNan ? -kInfinity : low, 0, mayBeNan, false}}, {});
    }
    ValueRange product(const Layer& layer) const {
        const auto &x = read(layer, 0).channels, &y = read(layer, 1).channels;
        std::vector<Range> out;
        for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
            const Range &a = x[i % x.size()], &b = y[i % y.size()];
            const double ends[] = {asFloat(a.low * b.low), asFloat(a.low * b.high), asFloat(a.high * b.low),
                                   asFloat(a.high * b.high)};
            if (!isFinite(a) || !isFinite(b))
                out.push_back(kAnything);
            else
                out.push_back(
                    {*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4), false, false});
        }
        return finished(std::move(out), {});
    }
    // The least and the greatest number among the codes that are read.
    std::vector<Range> tabulated(const Layer& layer) const {
        const std::vector<Range>& read = this->read(layer, 0).channels;
        const std::size_t columns = layer.weights.count() / kCodes;
        const double first = zeroOf(m_network, layer.inputs[0]) + 128;
        std::vector<Range> out;
        for (std::size_t c = 0; c < std::max(read.size(), columns); ++c) {
            const Range& x = read[c % read.size()];
            Range numbers{kInfinity, -kInfinity, false, false};
            // Bounds of interpolated numbers are slightly beyond the codes they round to.
            const double least = std::max(std::floor(first + x.low), 0.0),
                         most = std::min(std::ceil(first + x.high), kCodes - 1.0);
            for (double code = least; code <= most; ++code) {
                const double number =
                    layer.weights.at<std::int32_t>(static_cast<std::size_t>(code) * columns + c % columns);
                numbers = hull(numbers, {number, number, false, false});
            }
            out.push_back(numbers);
        }
        return out;
    }
    // Channels stay where the innermost elements stay.
    ValueRange moved(const Layer& layer) const {
        const tensor::Shape& before = shapeOf(m_network, layer.inputs[0]);
        const bool stay = layer.kind == Kind::Transpose ? layer.order.back() + 1 == layer.order.size()
                                                        : layer.shape.back() % before.back() == 0;
        if (stay) return finished(read(layer, 0).channels, {});
        return finished({read(layer, 0).all}, {});
    }
    ValueRange bilinear(const Layer& layer) const {
        const auto taps = bilinearTaps(layer.sampling)[0];
        const auto along = [&](const Range& x) {
            SumBounds sum;
            for (const BilinearTap& tap : taps)
                sum.add(x, double(tap.parts) / partsOf(layer.sampling), false);
            return sum.ofFloat();
        };
        return mapped(layer, [&](const Range& x, std::size_t) { return along(along(x)); });
    }
    // The channels that make up a channel.
    ValueRange deep(const Layer& layer) const {
        const std::vector<Range>& read = this->read(layer, 0).channels;
        const std::uint64_t channels = layer.shape[2],
                            pixels = shapeOf(m_network, layer.inputs[0])[2] / channels;
        std::vector<Range> out;
        for (std::uint64_t i = 0; i < channels * pixels; ++i) {
            const bool isFirst = i % pixels == 0;
            const std::uint64_t from =
                layer.depthOrder == DepthOrder::Dcr ? i % pixels * channels + i / pixels : i;
            const Range& one = read[from % read.size()];
            if (isFirst)
                out.push_back(one);
            else
                out.back() = hull(out.back(), one);
        }
        return finished(std::move(out), {});
    }
    ValueRange taken(const Layer& layer) const {
        const std::vector<Range>& read = this->read(layer, 0).channels;
        const Range fill{layer.fill, layer.fill, false, false};
        const bool areChannels = axisOf(layer) + 1 == layer.shape.size();
        std::vector<Range> out;
        if (areChannels)
            for (const std::int64_t index : layer.indices)
                out.push_back(index == kFill ? fill : read[static_cast<std::size_t>(index) % read.size()]);
        else
            for (const Range& one : read)
                out.push_back(std::ranges::count(layer.indices, kFill) == 0 ? one : hull(one, fill));
        return finished(std::move(out), {});
    }
    ValueRange selected(const Layer& layer) const {
        const double fill = isInt8() ? *fillCodeOf(layer) - double(layer.zero) : layer.fill;
        const bool hasOther = layer.inputs.size() > 2;
        return mapped(layer, [&](const Range& x, std::size_t channel) {
            if (!hasOther) return hull(x, {fill, fill, false, false});
            const std::vector<Range>& other = read(layer, 2).channels;
            return hull(x, other[channel % other.size()]);
        });
    }
    // For each element along the extent a sum of its taps; for a channel, unless it is one of them, the hull.
    ValueRange resampled(const Layer& layer) const {
        const std::vector<Range>& read = this->read(layer, 0).channels;
        const std::uint64_t elements = layer.weights.shape()[0], taps = layer.weights.shape()[1];
        const bool areChannels = axisOf(layer) + 1 == layer.shape.size();
        const auto sumOf = [&](std::uint64_t element, std::size_t channel) {
            SumBounds sum;
            for (std::uint64_t i = element * taps; i < (element + 1) * taps; ++i)
                sum.add(
                    read[areChannels ? static_cast<std::size_t>(layer.indices[i]) % read.size() : channel],
                    layer.weights.at<float>(i), false);
            return sum.ofFloat();
        };
        std::vector<Range> out;
        for (std::size_t i = 0; i < (areChannels ? elements : read.size()); ++i) {
            out.push_back(sumOf(areChannels ? i : 0, i));
            for (std::uint64_t other = 1; !areChannels && other < elements; ++other)
                out.back() = hull(out.back(), sumOf(other, i));
        }
        return finished(std::move(out), {});
    }
    // Activation and requantisation, both of which keep the order of numbers.
    static ValueRange ofSums(const Layer& layer, std::vector<Range> sums) {
        std::vector<Range> channels;
        const bool isByChannel = layer.requant && layer.requant->isByChannel();
        for (std::size_t c = 0; c < (isByChannel ? layer.requant->factors.size() : sums.size()); ++c) {
            Range x = activatedRange(sums[c % sums.size()], layer.activation);
            const auto code = [&](double bound) {
                return static_cast<double>(requantised(static_cast<std::int32_t>(bound), *layer.requant, c)) -
                       layer.requant->zero;
            };
            if (layer.requant) x = {code(x.low), code(x.high), false, x.mayWrap};
            channels.push_back(x);
        }
        return finished(std::move(channels), std::move(sums));
    }
    // For windows in which any element may be missing.
    std::vector<Range> pooledSums(const Layer& layer) const {
        std::vector<Range> out;
        for (const Range& x : read(layer, 0).channels) {
            SumBounds sum;
            const std::uint64_t taps = std::uint64_t{layer.kernel.rows} * layer.kernel.columns;
            sum.add(x, static_cast<double>(taps), true);
            out.push_back(sum.ofInteger());
        }
        return out;
    }

    // For each output channel, over taps and the input channels of its group. With padding each tap may meet
    // it, and taps of a transposed convolution may meet no pixel.
    std::vector<Range> weightedSums(const Layer& layer) const {
        const std::uint64_t outputs = layer.shape.back(), inputs = layer.weights.shape().rbegin()[1];
        const std::uint64_t perGroup = outputs / layer.groups, rows = layer.weights.count() / outputs;
        const bool mayBeMissing = layer.kind == Kind::ConvTranspose || layer.pad != Padding{};
        const std::vector<Range>& read = this->read(layer, 0).channels;
        std::vector<SumBounds> bounds(outputs);
        for (std::uint64_t row = 0; row < rows; ++row)
            for (std::uint64_t n = 0; n < outputs; ++n) {
                const std::uint64_t channel = n / perGroup * inputs + row % inputs;
                bounds[n].add(read[channel % read.size()], tensor::valueAt(layer.weights, row * outputs + n),
                              mayBeMissing);
            }
        std::vector<Range> out;
        for (std::uint64_t n = 0; n < outputs; ++n) {
            if (layer.bias) bounds[n].add({1, 1, false, false}, tensor::valueAt(*layer.bias, n), false);
            out.push_back(isInt8() ? bounds[n].ofInteger() : bounds[n].ofFloat());
        }
        return out;
    }
    std::vector<Range> added(const Layer& layer) const {
        const auto &x = read(layer, 0).channels, &y = read(layer, 1).channels;
        std::vector<Range> out;
        for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
            const Range &a = x[i % x.size()], &b = y[i % y.size()];
            if (isInt8()) {
                SumBounds sum;
                sum.add(a, layer.factors.empty() ? 1 : layer.factors[0], false);
                sum.add(b, layer.factors.empty() ? 1 : layer.factors[1], false);
                out.push_back(sum.ofInteger());
            } else if (!isFinite(a) || !isFinite(b)) {
                out.push_back(kAnything);
            } else {
                out.push_back({asFloat(a.low + b.low), asFloat(a.high + b.high), false, false});
            }
        }
        return out;
    }
    // Channels one after the other; along another extent a channel is that of any of the values.
    ValueRange together(const Layer& layer) const {
        const bool areChannels = layer.axis.value_or(2) == 2 && layer.shape.size() == 3;
        std::vector<Range> out;
        for (std::size_t i = 0; i < layer.inputs.size(); ++i) {
            const std::vector<Range>& channels = read(layer, i).channels;
            const std::uint64_t count = shapeOf(m_network, layer.inputs[i]).back();
            if (areChannels)
                for (std::uint64_t c = 0; c < count; ++c) out.push_back(channels[c % channels.size()]);
            else
                out.push_back(read(layer, i).all);
        }
        if (areChannels) return finished(std::move(out), {});
        return finished({finished(std::move(out), {}).all}, {});
    }
    // Even without bounds, numbers of one sign have a mean of that sign.
    static Range signOf(const Range& x) {
        if (x.low >= 0) return {0, kInfinity, x.mayBeNan, false};
        if (x.high <= 0) return {-kInfinity, 0, x.mayBeNan, false};
        return kAnything;
    }
    // By arbitrary divisors.
    Range divided(const Layer& layer) const {
        if (!isInt8()) return kAnything;
        return {-128.0 - layer.zero, 127.0 - layer.zero, false, false};
    }
    Range averaged(const Layer& layer, const Range& x) const {
        Range out = x;
        if (layer.countIncludePad) out = hull(out, {0, 0, false, false});
        if (isInt8()) return out;
        const double count = static_cast<double>(layer.kernel.rows) * layer.kernel.columns,
                     relative = (count + 1) * kUnit;
        if (!isFinite(x) || relative > 0.25 || magnitude(x) * count * 2 > kFloatMost) return signOf(out);
        const double error = relative / (1 - relative) * magnitude(x) + (count + 1) * kLeastStep;
        const Range wide{out.low - error, out.high + error, false, false};
        return {out.low >= 0 ? std::max(wide.low, 0.0) : wide.low,
                out.high <= 0 ? std::min(wide.high, 0.0) : wide.high, false, false};
    }
    // Each rounding keeps the order of numbers, so the bounds bound every number between them.
    ValueRange normalised(const Layer& layer) const {
        const FoldedNorm folded = foldNorm(layer);
        const std::vector<Range>& read = this->read(layer, 0).channels;
        std::vector<Range> out;
        for (std::size_t i = 0; i < folded.factor.size(); ++i) {
            const Range& x = read[i % read.size()];
            const double factor = folded.factor[i], summand = folded.summand[i];
            if (!isFinite(x) || !std::isfinite(factor) || !std::isfinite(summand)) {
                out.push_back(kAnything);
                continue;
            }
            const auto at = [&](double bound) { return asFloat(asFloat(bound * factor) + summand); };
            const double a = at(x.low), b = at(x.high);
            out.push_back({std::min(a, b), std::max(a, b), false, false});
        }
        return finished(std::move(out), {});
    }
    static ValueRange constant(const Layer& layer) {
        const std::uint64_t channels = layer.shape.back();
        std::vector<Range> out(channels, {kInfinity, -kInfinity, false, false});
        for (std::uint64_t i = 0; i < layer.weights.count(); ++i) {
            const double x = tensor::valueAt(layer.weights, i);
            Range& range = out[i % channels];
            range = std::isnan(x) ? kAnything : hull(range, {x, x, false, false});
        }
        return finished(std::move(out), {});
    }

    const Network& m_network;
    std::vector<ValueRange> m_values;
};

} // namespace

std::vector<ValueRange> rangesOf(const Network& network) { return Ranges(network).run(); }

} // namespace lw::network
