// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/arithmetic.h"
#include "core/network/geometry.h"
#include "core/network/sum_pass.h"
#include "core/numeric/host_copies.h"

#include <span>

// Convolution, transposed convolution and dense layers by plain loops,
// in the order in which the inference circuit adds.
namespace lw::network {

// sum[n] += x * w[n]. float32 and int32 as vectors where the host has them:
// each number is rounded, or wraps, in the same way.
template <typename T> void multiplyAddRow(T x, const T* w, T* sum, std::uint64_t count) {
    for (std::uint64_t n = 0; n < count; ++n) sum[n] = multiplyAdd(x, w[n], sum[n]);
}
[[gnu::always_inline]] inline void fusedRow(float x, const float* w, float* sum, std::uint64_t count) {
    for (std::uint64_t n = 0; n < count; ++n) sum[n] = __builtin_fmaf(x, w[n], sum[n]);
}
[[gnu::always_inline]] inline void wrappingRow(std::int32_t x, const std::int32_t* w, std::int32_t* sum,
                                               std::uint64_t count) {
    const auto word = static_cast<std::uint32_t>(x);
    for (std::uint64_t n = 0; n < count; ++n)
        sum[n] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum[n]) +
                                           word * static_cast<std::uint32_t>(w[n]));
}
inline void multiplyAddRow(float x, const float* w, float* sum, std::uint64_t count) {
    numeric::atHostLevel<fusedRow>(x, w, sum, count);
}
inline void multiplyAddRow(std::int32_t x, const std::int32_t* w, std::int32_t* sum, std::uint64_t count) {
    numeric::atHostLevel<wrappingRow>(x, w, sum, count);
}

// What the loops of one layer need.
struct SumGeometry {
    Axis rows, columns;
    std::uint64_t inputChannels = 1, outputChannels = 1; // of all groups
    std::uint64_t groups = 1;
    std::uint64_t outputRows = 1, outputColumns = 1;
    std::uint64_t blockChannels = 1; // input channels that are summed before they meet the accumulator
    std::span<const SumPass> passes; // of a convolution; empty: one for each tap and block of channels
};

// The sums of one output pixel, of all output channels. For each tap in row-major order and each block of
// input channels: a chain of multiply-adds over the channels from 0; the first chain becomes the sum, each
// later one is added to it.
template <typename T> class PixelSums {
  public:
    PixelSums(const SumGeometry& geometry, std::span<const T> weights, std::span<T> out)
        : m_geometry(geometry), m_weights(weights), m_out(out), m_chain(out.size()) {}

    // `pixel` holds the input channels, or is null in the padding, which is 0 everywhere.
    void tap(std::uint64_t tap, const T* pixel) {
        const std::uint64_t inputs = m_geometry.inputChannels / m_geometry.groups;
        for (std::uint64_t begin = 0; begin < inputs; begin += m_geometry.blockChannels) {
            std::fill(m_chain.begin(), m_chain.end(), T{0});
            addProducts(tap, pixel, begin, std::min(begin + m_geometry.blockChannels, inputs));
            addChain();
        }
    }
    // One chain over taps [first, first + count) of the kernel,
    // whose pixels `pixelOf` gives, and so many channels.
    template <typename PixelOf>
    void taps(std::uint64_t first, std::uint64_t count, std::uint64_t channel, std::uint64_t channels,
              const PixelOf& pixelOf) {
        std::fill(m_chain.begin(), m_chain.end(), T{0});
        for (std::uint64_t t = 0; t < count; ++t)
            addProducts(first + t, pixelOf(t), channel, channel + channels);
        addChain();
    }

  private:
    void addProducts(std::uint64_t tap, const T* pixel, std::uint64_t begin, std::uint64_t end) {
        const std::uint64_t inputs = m_geometry.inputChannels / m_geometry.groups;
        const std::uint64_t outputs = m_geometry.outputChannels / m_geometry.groups;
        for (std::uint64_t group = 0; group < m_geometry.groups; ++group) {
            T* const chain = m_chain.data() + group * outputs;
            for (std::uint64_t c = begin; c < end; ++c) {
                const T x = pixel ? pixel[group * inputs + c] : T{0};
                const T* const w =
                    m_weights.data() + (tap * inputs + c) * m_geometry.outputChannels + group * outputs;
                multiplyAddRow(x, w, chain, outputs);
            }
        }
    }
    void addChain() {
        for (std::size_t n = 0; n < m_out.size(); ++n)
            m_out[n] = m_isFirst ? m_chain[n] : plus(m_out[n], m_chain[n]);
        m_isFirst = false;
    }

    const SumGeometry& m_geometry;
    std::span<const T> m_weights;
    std::span<T> m_out;
    std::vector<T> m_chain;
    bool m_isFirst = true;
};

// Where the pixel of input row and column lies, or null in the padding.
template <typename T>
const T* pixelAt(const SumGeometry& g, std::span<const T> image, std::int64_t row, std::int64_t column) {
    if (!g.rows.inside(row) || !g.columns.inside(column)) return nullptr;
    return image.data() + static_cast<std::uint64_t>(row * g.columns.size + column) * g.inputChannels;
}

// Calls each output pixel with its row, column and PixelSums.
template <typename T, typename Pixel>
std::vector<T> eachPixel(const SumGeometry& g, std::span<const T> weights, const Pixel& pixel) {
    std::vector<T> out(g.outputRows * g.outputColumns * g.outputChannels);
    for (std::uint64_t row = 0; row < g.outputRows; ++row)
        for (std::uint64_t column = 0; column < g.outputColumns; ++column) {
            PixelSums<T> sums(g, weights,
                              std::span(out).subspan((row * g.outputColumns + column) * g.outputChannels,
                                                     g.outputChannels));
            pixel(static_cast<std::int64_t>(row), static_cast<std::int64_t>(column), sums);
        }
    return out;
}

template <typename T>
std::vector<T> convolution(const SumGeometry& g, std::span<const T> image, std::span<const T> weights) {
    return eachPixel<T>(g, weights, [&](std::int64_t row, std::int64_t column, PixelSums<T>& sums) {
        for (const SumPass& pass : g.passes)
            sums.taps(pass.row * static_cast<std::uint64_t>(g.columns.kernel) + pass.column, pass.taps,
                      pass.channel, pass.channels, [&](std::uint64_t t) {
                          return pixelAt(g, image, g.rows.at(row, pass.row),
                                         g.columns.at(column, static_cast<std::int64_t>(pass.column + t)));
                      });
        if (!g.passes.empty()) return;
        for (std::int64_t y = 0; y < g.rows.kernel; ++y)
            for (std::int64_t x = 0; x < g.columns.kernel; ++x)
                sums.tap(static_cast<std::uint64_t>(y * g.columns.kernel + x),
                         pixelAt(g, image, g.rows.at(row, y), g.columns.at(column, x)));
    });
}

// An output pixel gathers the taps that a strided input pixel throws on it; the others add nothing.
template <typename T>
std::vector<T> transposedConvolution(const SumGeometry& g, std::span<const T> image,
                                     std::span<const T> weights) {
    const auto source = [](const Axis& axis, std::int64_t out, std::int64_t tap) {
        const std::int64_t scaled = out + axis.before - tap * axis.dilation;
        return scaled >= 0 && scaled % axis.stride == 0 ? scaled / axis.stride : -1;
    };
    return eachPixel<T>(g, weights, [&](std::int64_t row, std::int64_t column, PixelSums<T>& sums) {
        for (std::int64_t y = 0; y < g.rows.kernel; ++y)
            for (std::int64_t x = 0; x < g.columns.kernel; ++x)
                if (const T* pixel = pixelAt(g, image, source(g.rows, row, y), source(g.columns, column, x)))
                    sums.tap(static_cast<std::uint64_t>(y * g.columns.kernel + x), pixel);
    });
}

} // namespace lw::network
