// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/reference.h"

#include "core/network/broadcast.h"
#include "core/network/host_functions.h"
#include "core/network/moves.h"
#include "core/network/passes.h"
#include "core/network/quantisation.h"
#include "core/network/recurrent_steps.h"
#include "core/network/resample.h"
#include "core/network/sums.h"
#include "core/network/upsample.h"
#include "core/numeric/activations.h"
#include "core/tensor/element.h"

#include <cstring>
#include <type_traits>

namespace lw::network {

namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

template <typename T>
constexpr DType kOwnType = std::is_same_v<T, float>    ? DType::F32
                           : std::is_same_v<T, double> ? DType::F64
                                                       : DType::I32;

// The elements as numbers of the arithmetic, counted from the code for zero.
template <typename T> std::vector<T> numbersOf(const Tensor& tensor, std::int32_t zero = 0) {
    std::vector<T> out(tensor.count());
    if (zero == 0 && tensor.dtype() == kOwnType<T>) {
        std::memcpy(out.data(), tensor.bytes().data(), tensor.bytes().size());
        return out;
    }
    tensor::visit(tensor.dtype(), [&](auto element) {
        using Stored = typename decltype(element)::Stored;
        for (std::size_t i = 0; i < out.size(); ++i) {
            const auto stored = tensor::loadElement<Stored>(tensor.bytes().data() + i * sizeof(Stored));
            if constexpr (std::is_integral_v<T>)
                out[i] = static_cast<T>(static_cast<T>(stored) - zero);
            else
                out[i] = static_cast<T>(stored);
        }
    });
    return out;
}

Tensor packed(DType type, Shape shape, std::span<const std::int32_t> numbers, std::int32_t zero) {
    Tensor out(type, std::move(shape));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::int32_t code = plus(numbers[i], zero);
        if (type == DType::I8)
            out.set(i, static_cast<std::int8_t>(code));
        else
            out.set(i, code);
    }
    return out;
}
Tensor packed(DType, Shape shape, std::span<const float> numbers, std::int32_t) {
    return Tensor::of(DType::F32, std::move(shape), numbers);
}
Tensor packed(DType, Shape shape, std::span<const double> numbers, std::int32_t) {
    return Tensor::of(DType::F64, std::move(shape), numbers);
}

double sigmoid(double x, const ReferenceOptions&) { return 1 / (1 + std::exp(-x)); }
float sigmoid(float x, const ReferenceOptions& options) { return options.sigmoid(x); }
double tangent(double x, const ReferenceOptions&) { return std::tanh(x); }
float tangent(float x, const ReferenceOptions& options) { return options.tanh(x); }

// One layer in one arithmetic.
template <typename T> class Plain {
  public:
    Plain(const Network& network, const Layer& layer, std::span<const Tensor* const> inputs,
          const ReferenceOptions& options)
        : m_network(network), m_layer(layer), m_inputs(inputs), m_options(options) {}

    Tensor run() {
        std::vector<T> out = compute();
        for (T& x : out) x = canonical(x);
        return packed(m_layer.dtype, m_layer.shape, std::span<const T>(out),
                      m_layer.requant ? 0 : m_layer.zero);
    }

  private:
    std::vector<T> numbers(std::size_t input) const {
        return numbersOf<T>(*m_inputs[input], zeroOf(m_network, m_layer.inputs[input]));
    }
    const Shape& inputShape(std::size_t number = 0) const {
        return shapeOf(m_network, m_layer.inputs[number]);
    }

    std::vector<T> compute() {
        switch (m_layer.kind) {
        case Kind::Conv:
        case Kind::ConvTranspose:
        case Kind::Dense: return finished(sums());
        case Kind::MaxPool: return pool();
        case Kind::AveragePool: return finished(pool());
        case Kind::Relu: return activated(numbers(0), Activation::Relu);
        case Kind::Sigmoid: return activated(numbers(0), Activation::Sigmoid);
        case Kind::Tanh: return activated(numbers(0), Activation::Tanh);
        case Kind::Add: return finished(sum());
        case Kind::Mul: return finished(ofTwo([](T x, T y) { return x * y; }));
        case Kind::Table: return finished(lookedUp());
        case Kind::Requantise: return finished(numbers(0));
        case Kind::Concat: return concatenated();
        case Kind::UpsampleNearest: return upsample();
        case Kind::UpsampleBilinear: return bilinear();
        case Kind::DepthToSpace:
            return depthAsSpace(numbers(0), inputShape(), m_layer.factor, m_layer.depthOrder);
        case Kind::Flatten:
        case Kind::Reshape: return numbers(0);
        case Kind::Transpose:
        case Kind::Take: return rearranged();
        case Kind::Select: return selected();
        case Kind::ArgMax: return largestOf(numbers(0), cutAt(inputShape(), axisOf(m_layer)));
        case Kind::Constant: return numbersOf<T>(m_layer.weights);
        case Kind::Lstm:
        case Kind::Gru:
        case Kind::Clip:
        case Kind::LeakyRelu:
        case Kind::PRelu:
        case Kind::Elu:
        case Kind::Exp:
        case Kind::Log:
        case Kind::Div:
        case Kind::BatchNorm:
        case Kind::Lrn:
        case Kind::Softmax:
        case Kind::LogSoftmax:
        case Kind::Resample: return computeReal();
        }
        return {};
    }

    // With its passes in `passes`, unless others were given.
    SumGeometry geometry(std::vector<SumPass>& passes) const {
        SumGeometry g;
        const bool isDense = m_layer.kind == Kind::Dense;
        const Shape image = isDense ? Shape{1, 1, *tensor::countOf(inputShape())} : inputShape();
        g.rows = rowsOf(m_layer, image);
        g.columns = columnsOf(m_layer, image);
        g.inputChannels = image[2];
        g.outputChannels = m_layer.shape.back();
        g.groups = m_layer.groups;
        if (!isDense) g.outputRows = m_layer.shape[0], g.outputColumns = m_layer.shape[1];
        g.stop = m_options.stop;
        g.passes = m_options.passes;
        if (!g.passes.empty()) return g;
        const auto channels = static_cast<std::uint32_t>(g.inputs());
        passes =
            passesOf(m_layer, channels, m_options.blockChannels == 0 ? channels : m_options.blockChannels,
                     m_options.fold && m_layer.kind != Kind::ConvTranspose);
        g.passes = passes;
        return g;
    }
    std::vector<T> sums() const {
        const std::vector<T> image = numbers(0), weights = numbersOf<T>(m_layer.weights);
        std::vector<SumPass> passes;
        const SumGeometry g = geometry(passes);
        std::vector<T> out = m_layer.kind == Kind::ConvTranspose ? transposedConvolution<T>(g, image, weights)
                                                                 : convolution<T>(g, image, weights);
        if (!m_layer.bias) return out;
        const std::vector<T> bias = numbersOf<T>(*m_layer.bias);
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = plus(out[i], bias[i % bias.size()]);
        return out;
    }
    std::vector<T> activated(std::vector<T> x, Activation activation) const {
        if (activation == Activation::Relu)
            for (T& one : x) one = relu(one);
        if constexpr (!std::is_integral_v<T>) {
            if (activation == Activation::Sigmoid)
                for (T& one : x) one = sigmoid(one, m_options);
            if (activation == Activation::Tanh)
                for (T& one : x) one = tangent(one, m_options);
        }
        return x;
    }
    std::vector<T> clipped(std::vector<T> x) const {
        for (T& one : x) one = lesser(greater(one, T{m_layer.low}), T{m_layer.high});
        return x;
    }
    std::vector<T> leaky(std::vector<T> x) const {
        const std::vector<float> slopes = slopesOf(m_layer);
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = relu(x[i]) + T{slopes[i % slopes.size()]} * lesser(x[i], T{0});
        return x;
    }
    std::vector<T> finished(std::vector<T> x) const {
        x = activated(std::move(x), m_layer.activation);
        if constexpr (std::is_integral_v<T>)
            if (m_layer.requant)
                for (std::size_t i = 0; i < x.size(); ++i)
                    x[i] = requantised(x[i], *m_layer.requant, i % m_layer.shape.back());
        return x;
    }

    template <typename Change> std::vector<T> ofTwo(const Change& change) const {
        return broadcast(numbers(0), inputShape(0), numbers(1), inputShape(1), m_layer.shape, change);
    }
    std::vector<T> sum() const {
        if constexpr (std::is_integral_v<T>)
            if (!m_layer.factors.empty())
                return ofTwo([&](T x, T y) {
                    return multiplyAdd(y, m_layer.factors[1], multiplyAdd(x, m_layer.factors[0], 0));
                });
        return ofTwo([](T x, T y) { return plus(x, y); });
    }

    // Only in an int8 network: the table's entry for each code.
    std::vector<T> lookedUp() const {
        const Tensor& table = m_layer.weights;
        const std::size_t channels = table.count() / kCodes;
        const std::vector<T> numbers = numbersOf<T>(table);
        std::vector<T> out;
        for (std::uint64_t i = 0; i < m_inputs[0]->count(); ++i) {
            const auto code = static_cast<std::size_t>(m_inputs[0]->at<std::int8_t>(i) + 128);
            out.push_back(numbers[code * channels + i % channels]);
        }
        return out;
    }
    std::vector<T> concatenated() const {
        std::vector<std::vector<T>> values;
        for (std::size_t i = 0; i < m_inputs.size(); ++i) values.push_back(numbers(i));
        return together(values, cutAt(m_layer.shape, axisOf(m_layer)).pieces);
    }
    std::vector<T> rearranged() const {
        if (m_layer.kind == Kind::Transpose) return transposed(numbers(0), inputShape(), m_layer.order);
        return taken(numbers(0), cutAt(inputShape(), axisOf(m_layer)), m_layer.indices,
                     static_cast<T>(m_layer.fill));
    }

    std::vector<T> selected() const {
        std::vector<T> out = numbers(0);
        const std::vector<T> mask = numbers(1);
        const std::vector<T> others = m_inputs.size() > 2 ? numbers(2) : std::vector<T>();
        const std::uint64_t channels = m_layer.shape[2];
        const T fill = std::is_integral_v<T> ? static_cast<T>(*fillCodeOf(m_layer) - m_layer.zero)
                                             : static_cast<T>(m_layer.fill);
        for (std::size_t i = 0; i < out.size(); ++i) {
            const T inside = mask[i / channels];
            if (inside == 0 && !std::signbit(static_cast<double>(inside)))
                out[i] = others.empty() ? fill : others[i];
        }
        return out;
    }

    // What only float32 networks have.
    std::vector<T> computeReal() const {
        if constexpr (!std::is_integral_v<T>) switch (m_layer.kind) {
            case Kind::Lstm:
            case Kind::Gru: return recurrent();
            case Kind::Clip: return clipped(numbers(0));
            case Kind::LeakyRelu:
            case Kind::PRelu: return leaky(numbers(0));
            case Kind::Elu: return exponentialUnits(numbers(0), m_layer.alpha);
            case Kind::Exp: return exponentials(numbers(0));
            case Kind::Log: return logarithms(numbers(0));
            case Kind::Div: return ofTwo([](T x, T y) { return x / y; });
            case Kind::BatchNorm: return norm();
            case Kind::Lrn: return normalisedAcross(m_layer, numbers(0));
            case Kind::Softmax:
            case Kind::LogSoftmax:
                return softmax(numbers(0), cutAt(m_layer.shape, axisOf(m_layer)),
                               m_layer.kind == Kind::LogSoftmax);
            case Kind::Resample:
                return resampled(numbers(0), cutAt(inputShape(), axisOf(m_layer)), m_layer.indices,
                                 numbersOf<T>(m_layer.weights), m_layer.weights.shape()[1]);
            default: break;
            }
        return {};
    }

    std::vector<T> recurrent() const {
        const auto given = [](const std::optional<Tensor>& tensor, std::uint64_t otherwise) {
            return tensor ? numbersOf<T>(*tensor) : std::vector<T>(otherwise);
        };
        const Recurrent& own = m_layer.recurrent;
        RecurrentNumbers<T> all{numbers(0),
                                numbersOf<T>(m_layer.weights),
                                numbersOf<T>(own.weights),
                                given(m_layer.bias, 0),
                                given(own.bias, 0),
                                given(own.peephole, 0),
                                given(own.initialHidden, hiddenOf(m_layer)),
                                given(own.initialCell, hiddenOf(m_layer))};
        return RecurrentSteps(
                   m_layer, stepsOf(inputShape()), std::move(all), [&](T x) { return sigmoid(x, m_options); },
                   [&](T x) { return tangent(x, m_options); }, m_options.stop)
            .run();
    }

    // The window of one output element: calls each element inside, in row-major order.
    template <typename Each>
    void window(const Axis& rows, const Axis& columns, std::int64_t row, std::int64_t column,
                const Each& each) const {
        for (std::int64_t y = 0; y < rows.kernel; ++y)
            for (std::int64_t x = 0; x < columns.kernel; ++x)
                if (rows.inside(rows.at(row, y)) && columns.inside(columns.at(column, x)))
                    each(static_cast<std::uint64_t>(rows.at(row, y) * columns.size + columns.at(column, x)));
    }
    // Taps of a window that are in the image or its padding; what a partial window has beyond does not count.
    static std::int64_t covered(const Axis& axis, std::int64_t window) {
        std::int64_t count = 0;
        for (std::int64_t tap = 0; tap < axis.kernel; ++tap)
            count += axis.at(window, tap) < axis.size + axis.after;
        return count;
    }
    // An integer below 1 divides like 1; anything outside int8 is limited to it.
    template <typename Sum> T divided(Sum total, T divisor) const {
        if constexpr (std::is_integral_v<T>)
            return static_cast<T>(std::clamp<std::int64_t>(mean(total, std::max<std::int64_t>(divisor, 1)),
                                                           -128 - m_layer.zero, 127 - m_layer.zero));
        else
            return total / divisor;
    }
    std::vector<T> pool() const {
        using Sum = std::conditional_t<std::is_integral_v<T>, std::int64_t, T>;
        const std::vector<T> image = numbers(0);
        const Axis rows = rowsOf(m_layer, inputShape()), columns = columnsOf(m_layer, inputShape());
        const std::uint64_t channels = inputShape()[2];
        const std::optional<Pair> blocks = poolBlocks(m_layer, inputShape(), m_options.poolWindow);
        const std::vector<T> divisors = m_inputs.size() > 1 ? numbers(1) : std::vector<T>();
        std::vector<T> out;
        out.reserve(*tensor::countOf(m_layer.shape));
        const auto height = static_cast<std::int64_t>(m_layer.shape[0]),
                   width = static_cast<std::int64_t>(m_layer.shape[1]);
        for (std::int64_t row = 0; row < height && !isStopped(m_options.stop); ++row)
            for (std::int64_t column = 0; column < width; ++column)
                for (std::uint64_t c = 0; c < channels; ++c) {
                    std::int64_t count = 0;
                    T most{};
                    Sum total{};
                    window(rows, columns, row, column, [&](std::uint64_t pixel) {
                        const T x = image[pixel * channels + c];
                        most = count == 0 ? x : larger(most, x);
                        total = count == 0 ? Sum{x} : total + x;
                        ++count;
                    });
                    if constexpr (!std::is_integral_v<T>)
                        if (blocks) total = blockSum(image, *blocks, c);
                    if (m_layer.countIncludePad) count = covered(rows, row) * covered(columns, column);
                    if (!divisors.empty())
                        most = divided(total, divisors[out.size() / channels]);
                    else if (m_layer.kind == Kind::AveragePool)
                        most = static_cast<T>(m_layer.requant ? total : mean(total, count));
                    out.push_back(most);
                }
        return out;
    }

    // One channel of an average pool over a whole image, block by block; the sums are added up in the same
    // order.
    T blockSum(const std::vector<T>& image, const Pair& block, std::uint64_t channel) const {
        const Shape& shape = inputShape();
        T total{};
        for (std::uint64_t top = 0; top < shape[0]; top += block.rows)
            for (std::uint64_t left = 0; left < shape[1]; left += block.columns) {
                T sum{};
                for (std::uint64_t row = top; row < std::min<std::uint64_t>(top + block.rows, shape[0]);
                     ++row)
                    for (std::uint64_t column = left;
                         column < std::min<std::uint64_t>(left + block.columns, shape[1]); ++column) {
                        const T x = image[(row * shape[1] + column) * shape[2] + channel];
                        sum = row == top && column == left ? x : sum + x;
                    }
                total = top == 0 && left == 0 ? sum : total + sum;
            }
        return total;
    }

    std::vector<T> norm() const {
        std::vector<T> out = numbers(0);
        const std::size_t channels = m_layer.scale.count();
        if constexpr (std::is_same_v<T, float>) {
            const FoldedNorm folded = foldNorm(m_layer);
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] = out[i] * folded.factor[i % channels] + folded.summand[i % channels];
        } else if constexpr (std::is_same_v<T, double>) {
            const auto at = [&](const Tensor& tensor, std::size_t i) {
                return double{tensor.at<float>(i % channels)};
            };
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] = (out[i] - at(m_layer.mean, i)) /
                             std::sqrt(at(m_layer.variance, i) + m_layer.epsilon) * at(m_layer.scale, i) +
                         at(m_layer.shift, i);
        }
        return out;
    }

    std::vector<T> upsample() const {
        const std::vector<T> image = numbers(0);
        const std::uint64_t columns = inputShape()[1], channels = inputShape()[2];
        std::vector<T> out;
        out.reserve(*tensor::countOf(m_layer.shape));
        for (std::uint64_t row = 0; row < m_layer.shape[0]; ++row)
            for (std::uint64_t column = 0; column < m_layer.shape[1]; ++column) {
                const std::uint64_t pixel =
                    row / m_layer.factor.rows * columns + column / m_layer.factor.columns;
                const auto begin = image.begin() + static_cast<std::ptrdiff_t>(pixel * channels);
                out.insert(out.end(), begin, begin + static_cast<std::ptrdiff_t>(channels));
            }
        return out;
    }

    std::vector<T> bilinear() const {
        const int parts = partsOf(m_layer.sampling);
        Shape shape = inputShape();
        const std::vector<T> wide = twice(numbers(0), cutAt(shape, 1), m_layer.sampling);
        shape[1] *= 2;
        std::vector<T> out = withoutPad(twice(wide, cutAt(shape, 0), m_layer.sampling), shape[1]);
        if constexpr (std::is_integral_v<T>)
            for (T& one : out) one = static_cast<T>(mean(std::int64_t{one}, std::int64_t{parts} * parts));
        return out;
    }

    // The rows and columns, of an image with that many columns, that are not cut from it.
    std::vector<T> withoutPad(const std::vector<T>& image, std::uint64_t columns) const {
        const std::uint64_t channels = m_layer.shape[2], run = m_layer.shape[1] * channels;
        std::vector<T> out;
        out.reserve(m_layer.shape[0] * run);
        for (std::uint64_t row = 0; row < m_layer.shape[0]; ++row) {
            const std::uint64_t first = ((row + m_layer.pad.top) * columns + m_layer.pad.left) * channels;
            const auto begin = image.begin() + static_cast<std::ptrdiff_t>(first);
            out.insert(out.end(), begin, begin + static_cast<std::ptrdiff_t>(run));
        }
        return out;
    }

    const Network& m_network;
    const Layer& m_layer;
    std::span<const Tensor* const> m_inputs;
    const ReferenceOptions& m_options;
};

} // namespace

float sigmoidOf(float x) { return numeric::floatOf(numeric::logistic(numeric::bitsOf(x))); }
float tanhOf(float x) { return numeric::floatOf(numeric::hyperbolicTangent(numeric::bitsOf(x))); }

std::vector<float> slopesOf(const Layer& layer) {
    if (layer.kind == Kind::LeakyRelu) return {layer.alpha};
    return numbersOf<float>(layer.weights);
}

FoldedNorm foldNorm(const Layer& layer) {
    FoldedNorm out;
    for (std::uint64_t i = 0; i < layer.scale.count(); ++i) {
        const double factor =
            layer.scale.at<float>(i) / std::sqrt(layer.variance.at<float>(i) + layer.epsilon);
        out.factor.push_back(static_cast<float>(factor));
        out.summand.push_back(
            static_cast<float>(layer.shift.at<float>(i) - layer.mean.at<float>(i) * factor));
    }
    return out;
}

Tensor computeLayer(const Network& network, const Layer& layer, std::span<const Tensor* const> inputs,
                    const ReferenceOptions& options) {
    if (network.precision == Precision::I8) return Plain<std::int32_t>(network, layer, inputs, options).run();
    if (options.arithmetic == Arithmetic::F64) return Plain<double>(network, layer, inputs, options).run();
    return Plain<float>(network, layer, inputs, options).run();
}

std::vector<Tensor> computeAll(const Network& network, Tensor input, const ReferenceOptions& options) {
    std::vector<Tensor> values;
    values.reserve(network.layers.size() + 1);
    values.push_back(std::move(input));
    for (const Layer& layer : network.layers) {
        std::vector<const Tensor*> inputs;
        for (const ValueId id : layer.inputs) inputs.push_back(&values[id]);
        values.push_back(computeLayer(network, layer, inputs, options));
        if (isStopped(options.stop)) return {};
    }
    return values;
}

} // namespace lw::network
