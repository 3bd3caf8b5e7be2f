// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/processor/plain_processor.h"

#include "core/base/check.h"
#include "tests/core/numeric/plain_float.h"

#include <algorithm>
#include <cmath>

namespace lw::test {

namespace {

using network::Kind;
using network::Layer;
using Numbers = std::vector<double>;

// An image or list: pixels in rows, each with channels.
struct Image {
    std::int64_t rows = 1, columns = 1, channels = 1;
    const Numbers* numbers = nullptr;
    bool has(std::int64_t row, std::int64_t column) const {
        return row >= 0 && row < rows && column >= 0 && column < columns;
    }
    double at(std::int64_t row, std::int64_t column, std::int64_t channel) const {
        return (*numbers)[static_cast<std::size_t>((row * columns + column) * channels + channel)];
    }
};

class Plain {
  public:
    Plain(const network::Network& network, const PlainFormats& formats)
        : m_network(network), m_formats(formats) {}

    std::vector<Numbers> run(const Numbers& input) {
        m_values.push_back(input);
        for (double& value : m_values.back()) value = plainHalf(value);
        m_shapes.push_back(m_network.input.shape);
        for (const Layer& layer : m_network.layers) {
            m_values.push_back(compute(layer));
            // What is flattened keeps its pixels.
            m_shapes.push_back(layer.kind == Kind::Flatten ? m_shapes[layer.inputs[0]] : layer.shape);
        }
        return m_values;
    }

  private:
    Image imageOf(network::ValueId id) const {
        const tensor::Shape& shape = m_shapes[id];
        Image out{1, 1, static_cast<std::int64_t>(shape.back()), &m_values[id]};
        if (shape.size() == 3) {
            out.rows = static_cast<std::int64_t>(shape[0]);
            out.columns = static_cast<std::int64_t>(shape[1]);
        }
        return out;
    }

    Numbers compute(const Layer& layer) const {
        const Numbers& x = m_values[layer.inputs[0]];
        Numbers out = x;
        switch (layer.kind) {
        case Kind::Conv:
        case Kind::Dense: return products(layer);
        case Kind::MaxPool:
        case Kind::AveragePool: return pooled(layer);
        case Kind::Concat: return joined(layer);
        case Kind::Flatten:
        case Kind::Reshape: return out;
        case Kind::Take: return taken(layer);
        case Kind::Lstm:
        case Kind::Gru: return plainRecurrent(layer, x, m_formats);
        case Kind::Add:
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] = plainHalf(x[i] + m_values[layer.inputs[1]][i]);
            break;
        case Kind::Mul:
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] = plainHalf(x[i] * m_values[layer.inputs[1]][i]);
            break;
        case Kind::BatchNorm:
            for (std::size_t i = 0; i < out.size(); ++i)
                out[i] = normalised(layer, x[i], i % layer.shape.back());
            break;
        case Kind::Relu: return activated(out, network::Activation::Relu);
        case Kind::Sigmoid: return activated(out, network::Activation::Sigmoid);
        case Kind::Tanh: return activated(out, network::Activation::Tanh);
        case Kind::Softmax: return softmax(out, layer.shape.back());
        default: LW_REQUIRE(false, "a kind that the processor has");
        }
        return activated(out, layer.activation);
    }

    static double normalised(const Layer& layer, double x, std::uint64_t channel) {
        const auto number = [&](const tensor::Tensor& of) {
            return static_cast<double>(of.at<float>(channel));
        };
        const double factor = number(layer.scale) / std::sqrt(number(layer.variance) + layer.epsilon);
        const auto half = [](double value) {
            return plainHalf(static_cast<double>(static_cast<float>(value)));
        };
        return plainHalf(plainHalf(x * half(factor)) +
                         half(number(layer.shift) - number(layer.mean) * factor));
    }

    static Numbers activated(Numbers x, network::Activation activation) {
        for (double& value : x) {
            if (activation == network::Activation::Relu) value = value > 0 ? value : 0;
            if (activation == network::Activation::Sigmoid) value = plainHalf(1 / (1 + std::exp(-value)));
            if (activation == network::Activation::Tanh) value = plainHalf(std::tanh(value));
        }
        return x;
    }

    // Of the channels of each pixel: differences and powers are FP16, the sum is float32.
    static Numbers softmax(Numbers x, std::uint64_t channels) {
        for (auto first = x.begin(); first != x.end(); first += static_cast<std::ptrdiff_t>(channels)) {
            const auto end = first + static_cast<std::ptrdiff_t>(channels);
            const double largest = *std::max_element(first, end);
            float sum = 0;
            for (auto one = first; one != end; ++one) {
                *one = plainHalf(std::exp(plainHalf(*one - largest)));
                sum += static_cast<float>(*one);
            }
            for (auto one = first; one != end; ++one) *one = plainHalf(*one / static_cast<double>(sum));
        }
        return x;
    }

    // Of steps that follow each other.
    Numbers taken(const Layer& layer) const {
        const Numbers& x = m_values[layer.inputs[0]];
        const auto features = static_cast<std::int64_t>(layer.shape.back());
        const auto first = x.begin() + layer.indices.front() * features;
        return {first, first + std::ssize(layer.indices) * features};
    }
    Numbers products(const Layer& layer) const;
    double product(const Layer& layer, const Image& x, std::int64_t row, std::int64_t column,
                   std::int64_t output) const;
    Numbers pooled(const Layer& layer) const;
    Numbers joined(const Layer& layer) const;

    const network::Network& m_network;
    const PlainFormats& m_formats;
    std::vector<Numbers> m_values;
    std::vector<tensor::Shape> m_shapes;
};

// Blocks of a window's row: what is read and what it is multiplied by.
struct Column {
    Numbers x, weights;
};

// Windows without gaps are one product, or several of whole pixels; others one for each of their rows.
bool isOfWindows(const Layer& layer) {
    return layer.kind == Kind::Conv && layer.dilation.rows == 1 && layer.dilation.columns == 1;
}

double Plain::product(const Layer& layer, const Image& x, std::int64_t row, std::int64_t column,
                      std::int64_t output) const {
    const bool isDense = layer.kind == Kind::Dense;
    const std::int64_t kernelRows = isDense ? 1 : layer.kernel.rows;
    const std::int64_t kernelColumns = isDense ? x.rows * x.columns : layer.kernel.columns;
    const auto outputs = static_cast<std::int64_t>(layer.shape.back());
    const std::int64_t tiles = (x.channels + m_formats.native - 1) / m_formats.native;
    const bool isWhole = isOfWindows(layer) && tiles <= m_formats.mostColumns;
    const std::int64_t most = isWhole ? m_formats.mostColumns / tiles * tiles : m_formats.mostColumns;
    std::vector<std::vector<Column>> groups; // each multiplied by itself
    Numbers sums;
    for (std::int64_t ky = 0; ky < kernelRows; ++ky) {
        const std::int64_t y =
            isDense ? 0 : row * layer.stride.rows - layer.pad.top + ky * layer.dilation.rows;
        if (!isDense && !isWhole && (y < 0 || y >= x.rows)) continue;
        if (!isWhole) groups.clear();
        for (std::int64_t kx = 0; kx < kernelColumns; ++kx) {
            const std::int64_t at =
                isDense ? kx : column * layer.stride.columns - layer.pad.left + kx * layer.dilation.columns;
            const bool begins =
                isWhole ? ky == 0 && kx == 0 : kx == 0 || (!isDense && layer.dilation.columns > 1);
            if (begins) groups.emplace_back();
            for (std::int64_t first = 0; first < x.channels; first += m_formats.native) {
                Column one;
                for (std::int64_t c = first; c < first + m_formats.native; ++c) {
                    const bool isThere = c < x.channels;
                    const std::int64_t weight =
                        ((ky * kernelColumns + kx) * x.channels + c) * outputs + output;
                    one.weights.push_back(
                        isThere ? plainHalf(double{layer.weights.at<float>(static_cast<std::size_t>(weight))})
                                : 0);
                    const bool isInside = isDense || x.has(y, at);
                    const std::int64_t imageRow = isDense ? at / x.columns : y;
                    one.x.push_back(isThere && isInside ? x.at(imageRow, isDense ? at % x.columns : at, c)
                                                        : 0);
                }
                if (std::ssize(groups.back()) == most) groups.emplace_back();
                groups.back().push_back(std::move(one));
            }
        }
        if (isWhole && ky + 1 < kernelRows) continue;
        for (const std::vector<Column>& group : groups) {
            double sum = 0;
            for (const Column& one : group) {
                const Numbers a = plainBlock(one.x, m_formats.vectorBits, m_formats.areIntegers),
                              b = plainBlock(one.weights, m_formats.matrixBits, m_formats.areIntegers);
                for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
            }
            sums.push_back(plainHalf(sum));
        }
    }
    double last = sums.back();
    sums.pop_back();
    if (layer.bias)
        last = plainHalf(last + plainHalf(double{layer.bias->at<float>(static_cast<std::size_t>(output))}));
    if (sums.empty()) return last;
    double partial = sums.front();
    for (std::size_t i = 1; i < sums.size(); ++i) partial = plainHalf(sums[i] + partial);
    return plainHalf(last + partial);
}

Numbers Plain::products(const Layer& layer) const {
    const Image x = imageOf(layer.inputs[0]);
    const bool isImage = layer.shape.size() == 3;
    Numbers out;
    for (std::uint64_t row = 0; row < (isImage ? layer.shape[0] : 1); ++row)
        for (std::uint64_t column = 0; column < (isImage ? layer.shape[1] : 1); ++column)
            for (std::uint64_t output = 0; output < layer.shape.back(); ++output)
                out.push_back(product(layer, x, static_cast<std::int64_t>(row),
                                      static_cast<std::int64_t>(column), static_cast<std::int64_t>(output)));
    return activated(out, layer.activation);
}

Numbers Plain::pooled(const Layer& layer) const {
    const Image x = imageOf(layer.inputs[0]);
    const bool isMax = layer.kind == Kind::MaxPool;
    Numbers out;
    for (std::uint64_t i = 0; i < layer.shape[0] * layer.shape[1] * layer.shape[2]; ++i) {
        const auto row = static_cast<std::int64_t>(i / layer.shape[2] / layer.shape[1]),
                   column = static_cast<std::int64_t>(i / layer.shape[2] % layer.shape[1]),
                   channel = static_cast<std::int64_t>(i % layer.shape[2]);
        double all = isMax ? -HUGE_VAL : 0;
        std::int64_t elements = 0;
        for (std::int64_t ky = 0; ky < layer.kernel.rows; ++ky)
            for (std::int64_t kx = 0; kx < layer.kernel.columns; ++kx) {
                const std::int64_t y = row * layer.stride.rows - layer.pad.top + ky * layer.dilation.rows,
                                   at = column * layer.stride.columns - layer.pad.left +
                                        kx * layer.dilation.columns;
                const bool isInPadding = y >= -std::int64_t{layer.pad.top} && y < x.rows + layer.pad.bottom &&
                                         at >= -std::int64_t{layer.pad.left} &&
                                         at < x.columns + layer.pad.right;
                if (x.has(y, at) || (layer.countIncludePad && isInPadding)) ++elements;
                if (!x.has(y, at)) continue;
                all = isMax ? std::fmax(all, x.at(y, at, channel)) : plainHalf(all + x.at(y, at, channel));
            }
        const double part = plainHalf(1 / static_cast<double>(elements));
        out.push_back(isMax ? all : plainHalf(all * part));
    }
    return out;
}

Numbers Plain::joined(const Layer& layer) const {
    Numbers out;
    for (std::uint64_t pixel = 0; pixel < layer.shape[0] * layer.shape[1]; ++pixel)
        for (const network::ValueId id : layer.inputs) {
            const std::uint64_t channels = network::shapeOf(m_network, id).back();
            for (std::uint64_t c = 0; c < channels; ++c) out.push_back(m_values[id][pixel * channels + c]);
        }
    return out;
}

} // namespace

Numbers plainBlock(Numbers values, int bits, bool areIntegers) {
    double largest = 0;
    for (const double value : values) largest = std::fmax(largest, std::fabs(value));
    int exponent = -15;
    if (largest != 0) std::frexp(largest, &exponent);
    exponent = std::clamp(exponent, -15, 16);
    const double unit = areIntegers ? 1 : std::ldexp(1, exponent - (bits - 1)),
                 most = std::ldexp(1, bits - 1);
    for (double& value : values)
        value = std::clamp(std::nearbyint(value / unit), -most, most - 1) * unit + 0.0;
    return values;
}

std::vector<std::vector<double>> plainValues(const network::Network& network,
                                             const std::vector<double>& input, const PlainFormats& formats) {
    return Plain(network, formats).run(input);
}

} // namespace lw::test
