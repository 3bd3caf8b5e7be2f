// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/geometry.h"
#include "core/network/sum_rows.h"
#include "core/numeric/host_copies.h"
#include "core/training/numbers.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

// The three products of a convolution, in the order in which the training chip adds (NOTES.md). Values lie as
// [row][column][image][channel]; weights as network::Layer has them. A dense layer is the convolution whose
// window is all of the image that it reads.
namespace lw::train {

struct ConvolutionShape {
    network::Axis rows, columns;
    std::uint64_t outputRows = 1, outputColumns = 1;
    std::uint64_t inputChannels = 1, outputChannels = 1; // of all groups
    std::uint64_t groups = 1;
    std::uint64_t batch = 1;
    std::uint64_t lanes = 128;   // terms of a chain at most
    bool roundsOperands = false; // to bfloat16
    bool isIm2col = false;       // all taps and channels of a window are one chain; not the gradient by x

    std::uint64_t inputs() const { return inputChannels / groups; }
    std::uint64_t outputs() const { return outputChannels / groups; }
    std::uint64_t inputRows() const { return static_cast<std::uint64_t>(rows.size); }
    std::uint64_t inputColumns() const { return static_cast<std::uint64_t>(columns.size); }
    std::uint64_t kernelRows() const { return static_cast<std::uint64_t>(rows.kernel); }
    std::uint64_t kernelColumns() const { return static_cast<std::uint64_t>(columns.kernel); }
    std::uint64_t taps() const { return kernelRows() * kernelColumns(); }
};

// The window whose tap lies at `position`, if there is one.
inline std::optional<std::uint64_t> windowAt(const network::Axis& axis, std::uint64_t position,
                                             std::uint64_t tap, std::uint64_t windows) {
    const std::int64_t from =
        static_cast<std::int64_t>(position) + axis.before - static_cast<std::int64_t>(tap) * axis.dilation;
    if (from < 0 || from % axis.stride != 0) return std::nullopt;
    const auto window = static_cast<std::uint64_t>(from / axis.stride);
    return window < windows ? std::optional(window) : std::nullopt;
}
// Where the tap of a window lies, if that is in the image.
inline std::optional<std::uint64_t> positionOf(const network::Axis& axis, std::uint64_t window,
                                               std::uint64_t tap) {
    const std::int64_t at = axis.at(static_cast<std::int64_t>(window), static_cast<std::int64_t>(tap));
    return axis.inside(at) ? std::optional(static_cast<std::uint64_t>(at)) : std::nullopt;
}

template <typename T> class Convolution {
  public:
    explicit Convolution(const ConvolutionShape& shape) : m(shape) {}

    std::vector<T> forward(std::span<const T> x, std::span<const T> weights, std::span<const T> bias) const {
        if (m.isIm2col) return ofWindows().forward(sideBySide(x), weights, bias);
        const std::vector<T> xs = operands(x), ws = operands(weights);
        std::vector<T> out(m.outputRows * m.outputColumns * m.batch * m.outputChannels);
        std::vector<T> chains(network::kPixelsTogether * m.outputChannels);
        eachTap(m.outputRows, m.outputColumns, [&](auto row, auto column, auto kernelRow, auto kernelColumn) {
            const auto fromRow = positionOf(m.rows, row, kernelRow);
            const auto fromColumn = positionOf(m.columns, column, kernelColumn);
            if (!fromRow || !fromColumn) return;
            const std::uint64_t tap = kernelRow * m.kernelColumns() + kernelColumn;
            addPixel(xs.data() + (*fromRow * m.inputColumns() + *fromColumn) * m.batch * m.inputChannels,
                     m.inputChannels, ws.data() + tap * m.inputs() * m.outputChannels,
                     out.data() + (row * m.outputColumns + column) * m.batch * m.outputChannels,
                     m.outputChannels, chains);
        });
        for (std::size_t i = 0; !bias.empty() && i < out.size(); ++i)
            out[i] = out[i] + bias[i % m.outputChannels];
        return out;
    }

    // Gradient by x, of the gradient by the result.
    std::vector<T> dataGradient(std::span<const T> gradient, std::span<const T> weights) const {
        const std::vector<T> ys = operands(gradient), ws = operands(transposed(weights));
        std::vector<T> out(m.inputRows() * m.inputColumns() * m.batch * m.inputChannels);
        std::vector<T> chains(network::kPixelsTogether * m.inputChannels);
        eachTap(
            m.inputRows(), m.inputColumns(), [&](auto row, auto column, auto kernelRow, auto kernelColumn) {
                const auto fromRow = windowAt(m.rows, row, kernelRow, m.outputRows);
                const auto fromColumn = windowAt(m.columns, column, kernelColumn, m.outputColumns);
                if (!fromRow || !fromColumn) return;
                const std::uint64_t tap = kernelRow * m.kernelColumns() + kernelColumn;
                addPixel(ys.data() + (*fromRow * m.outputColumns + *fromColumn) * m.batch * m.outputChannels,
                         m.outputChannels, ws.data() + tap * m.outputs() * m.inputChannels,
                         out.data() + (row * m.inputColumns() + column) * m.batch * m.inputChannels,
                         m.inputChannels, chains);
            });
        return out;
    }

    // Gradient by the weights, in their layout.
    std::vector<T> weightGradient(std::span<const T> x, std::span<const T> gradient) const {
        if (m.isIm2col) return ofWindows().weightGradient(sideBySide(x), gradient);
        const std::vector<T> xs = operands(byChannel(x)), ys = operands(gradient);
        std::vector<T> out(m.taps() * m.inputs() * m.outputChannels);
        std::vector<T> chains(network::kPixelsTogether * m.outputs());
        for (std::uint64_t tap = 0; tap < m.taps(); ++tap)
            for (std::uint64_t row = 0; row < m.outputRows; ++row)
                if (const auto from = positionOf(m.rows, row, tap / m.kernelColumns()))
                    addRun(xs, ys, *from, row, tap, out.data() + tap * m.inputs() * m.outputChannels, chains);
        return out;
    }

  private:
    // The convolution with 1 x 1 windows that reads the windows of this one, tap by tap, as channels.
    Convolution ofWindows() const {
        ConvolutionShape shape = m;
        shape.rows = {.size = static_cast<std::int64_t>(m.outputRows)};
        shape.columns = {.size = static_cast<std::int64_t>(m.outputColumns)};
        shape.inputChannels = m.taps() * m.inputChannels;
        shape.isIm2col = false;
        return Convolution(shape);
    }
    // What that reads; taps beyond the image are +0.
    std::vector<T> sideBySide(std::span<const T> x) const {
        std::vector<T> out(m.outputRows * m.outputColumns * m.batch * m.taps() * m.inputChannels);
        eachTap(m.outputRows, m.outputColumns, [&](auto row, auto column, auto kernelRow, auto kernelColumn) {
            const auto fromRow = positionOf(m.rows, row, kernelRow);
            const auto fromColumn = positionOf(m.columns, column, kernelColumn);
            if (!fromRow || !fromColumn) return;
            const std::uint64_t tap = kernelRow * m.kernelColumns() + kernelColumn;
            for (std::uint64_t image = 0; image < m.batch; ++image)
                std::copy_n(x.data() + ((*fromRow * m.inputColumns() + *fromColumn) * m.batch + image) *
                                           m.inputChannels,
                            m.inputChannels,
                            out.data() +
                                (((row * m.outputColumns + column) * m.batch + image) * m.taps() + tap) *
                                    m.inputChannels);
        });
        return out;
    }
    std::vector<T> operands(std::span<const T> numbers) const {
        std::vector<T> out(numbers.begin(), numbers.end());
        if (m.roundsOperands)
            for (T& x : out) x = roundedToBf16(x);
        return out;
    }
    template <typename Visit>
    void eachTap(std::uint64_t rows, std::uint64_t columns, const Visit& visit) const {
        for (std::uint64_t row = 0; row < rows; ++row)
            for (std::uint64_t column = 0; column < columns; ++column)
                for (std::uint64_t kernelRow = 0; kernelRow < m.kernelRows(); ++kernelRow)
                    for (std::uint64_t kernelColumn = 0; kernelColumn < m.kernelColumns(); ++kernelColumn)
                        visit(row, column, kernelRow, kernelColumn);
    }
    static void grow(const network::Products<T>& products, std::uint64_t count) {
        if (count == 1)
            numeric::atHostLevel<network::grow<T, 1>>(&products);
        else
            numeric::atHostLevel<network::grow<T, network::kPixelsTogether>>(&products);
    }

    // One tap of one pixel of all images: for each block of channels one chain, added to the sums. `x` is
    // [image][given], `weights` [given / groups][made], `sums` [image][made].
    void addPixel(const T* x, std::uint64_t given, const T* weights, T* sums, std::uint64_t made,
                  std::vector<T>& chains) const {
        const std::uint64_t inputs = given / m.groups, outputs = made / m.groups;
        for (std::uint64_t image = 0; image < m.batch; image += network::kPixelsTogether) {
            const std::uint64_t count = std::min<std::uint64_t>(network::kPixelsTogether, m.batch - image);
            for (std::uint64_t block = 0; block < inputs; block += m.lanes) {
                std::fill(chains.begin(), chains.end(), T{});
                for (std::uint64_t group = 0; group < m.groups; ++group) {
                    network::Products<T> products{
                        {},     std::min(m.lanes, inputs - block), weights + block * made + group * outputs,
                        made,   chains.data() + group * outputs,   made,
                        outputs};
                    // More images than there are: they are computed and left.
                    for (std::uint64_t i = 0; i < network::kPixelsTogether; ++i)
                        products.x[i] = x + (image + std::min(i, count - 1)) * given + group * inputs + block;
                    grow(products, count);
                }
                numeric::atHostLevel<network::sumOfRows<T>>(
                    sums + image * made, static_cast<const T*>(chains.data()), count * made);
            }
        }
    }

    // One row of one tap: chains over `lanes` positions each, column by column, image by image.
    void addRun(const std::vector<T>& xs, const std::vector<T>& ys, std::uint64_t fromRow, std::uint64_t row,
                std::uint64_t tap, T* sums, std::vector<T>& chains) const {
        std::uint64_t first = m.outputColumns, end = 0;
        for (std::uint64_t column = 0; column < m.outputColumns; ++column)
            if (positionOf(m.columns, column, tap % m.kernelColumns())) {
                first = std::min(first, column);
                end = column + 1;
            }
        for (std::uint64_t p = first * m.batch; p < end * m.batch; p += m.lanes) {
            const std::uint64_t last = std::min(p + m.lanes, end * m.batch);
            for (std::uint64_t group = 0; group < m.groups; ++group)
                for (std::uint64_t c = 0; c < m.inputs(); c += network::kPixelsTogether)
                    addChunk(xs, ys, {p, last}, fromRow, row, tap, group, c, sums, chains);
        }
    }
    struct Positions {
        std::uint64_t first, end; // of column * batch + image
    };
    // The chains of up to eight input channels, from `channel` of the group on.
    void addChunk(const std::vector<T>& xs, const std::vector<T>& ys, Positions positions,
                  std::uint64_t fromRow, std::uint64_t row, std::uint64_t tap, std::uint64_t group,
                  std::uint64_t channel, T* sums, std::vector<T>& chains) const {
        const std::uint64_t count = std::min<std::uint64_t>(network::kPixelsTogether, m.inputs() - channel);
        std::fill(chains.begin(), chains.end(), T{});
        for (std::uint64_t p = positions.first; p < positions.end;) {
            const std::uint64_t column = p / m.batch, image = p % m.batch;
            const std::uint64_t length = std::min(m.batch - image, positions.end - p);
            const std::uint64_t fromColumn = *positionOf(m.columns, column, tap % m.kernelColumns());
            network::Products<T> products{
                {},
                length,
                ys.data() + ((row * m.outputColumns + column) * m.batch + image) * m.outputChannels +
                    group * m.outputs(),
                m.outputChannels,
                chains.data(),
                m.outputs(),
                m.outputs()};
            for (std::uint64_t i = 0; i < network::kPixelsTogether; ++i) {
                const std::uint64_t c = group * m.inputs() + channel + std::min(i, count - 1);
                products.x[i] = xs.data() +
                                ((fromRow * m.inputChannels + c) * m.inputColumns() + fromColumn) * m.batch +
                                image;
            }
            grow(products, count);
            p += length;
        }
        for (std::uint64_t i = 0; i < count; ++i)
            numeric::atHostLevel<network::sumOfRows<T>>(
                sums + (channel + i) * m.outputChannels + group * m.outputs(),
                static_cast<const T*>(chains.data() + i * m.outputs()), m.outputs());
    }

    // [tap][output of the group][input]: the weights of the product that gives the gradient by x.
    std::vector<T> transposed(std::span<const T> weights) const {
        std::vector<T> out(weights.size());
        for (std::uint64_t tap = 0; tap < m.taps(); ++tap)
            for (std::uint64_t input = 0; input < m.inputs(); ++input)
                for (std::uint64_t output = 0; output < m.outputChannels; ++output) {
                    const std::uint64_t group = output / m.outputs();
                    out[(tap * m.outputs() + output % m.outputs()) * m.inputChannels + group * m.inputs() +
                        input] = weights[(tap * m.inputs() + input) * m.outputChannels + output];
                }
        return out;
    }
    // [row][channel][column][image]
    std::vector<T> byChannel(std::span<const T> x) const {
        std::vector<T> out(x.size());
        const std::uint64_t run = m.inputColumns() * m.batch;
        for (std::uint64_t row = 0; row < m.inputRows(); ++row)
            for (std::uint64_t p = 0; p < run; ++p)
                for (std::uint64_t c = 0; c < m.inputChannels; ++c)
                    out[(row * m.inputChannels + c) * run + p] = x[(row * run + p) * m.inputChannels + c];
        return out;
    }

    ConvolutionShape m;
};

} // namespace lw::train
