// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/stop.h"
#include "core/network/arithmetic.h"
#include "core/network/geometry.h"
#include "core/network/sum_pass.h"
#include "core/network/sum_rows.h"
#include "core/numeric/host_copies.h"

#include <array>
#include <span>
#include <vector>

// Convolution, transposed convolution and dense layers by plain loops,
// in the order in which the inference circuit adds.
namespace lw::network {

// What the loops of one layer need.
struct SumGeometry {
    Axis rows, columns;
    std::uint64_t inputChannels = 1, outputChannels = 1; // of all groups
    std::uint64_t groups = 1;
    std::uint64_t outputRows = 1, outputColumns = 1;
    std::span<const SumPass> passes;         // one chain each, in this order
    const std::atomic<bool>* stop = nullptr; // the remainder is 0 then

    std::uint64_t inputs() const { return inputChannels / groups; }
    std::uint64_t outputs() const { return outputChannels / groups; }
    bool isDepthwise() const { return groups > 1 && inputs() == 1 && outputs() == 1; }
    std::uint64_t pixels() const { return outputRows * outputColumns; }
};

// The sums of a few output pixels, for all output channels. Each pass is a chain of multiply-adds from 0; the
// first chain becomes the sum, each later one is added to it.
template <typename T> class PixelSums {
  public:
    // `out` is where the first pixel's sums are; the others' follow.
    PixelSums(const SumGeometry& geometry, std::span<const T> weights, T* out, std::size_t pixels)
        : m_geometry(geometry)
        , m_weights(weights)
        , m_out(out)
        , m_pixels(pixels)
        , m_chains((pixels == 1 ? 1 : kPixelsTogether) * geometry.outputChannels) {}

    // One pass: `pixelOf(i, tap)` is where the input channels of that tap of pixel i are.
    template <typename PixelOf> void add(const SumPass& pass, const PixelOf& pixelOf) {
        std::fill(m_chains.begin(), m_chains.end(), T{0});
        for (std::uint32_t tap = 0; tap < pass.taps; ++tap) {
            // More pixels than there are: they are computed and ignored.
            std::array<const T*, kPixelsTogether> pixels;
            for (std::size_t i = 0; i < kPixelsTogether; ++i)
                pixels[i] = pixelOf(std::min(i, m_pixels - 1), tap);
            const std::uint64_t row = pass.row * static_cast<std::uint64_t>(m_geometry.columns.kernel);
            addTap(pixels, row + pass.column + tap, pass.channel, pass.channels);
        }
        const std::uint64_t count = m_pixels * m_geometry.outputChannels;
        if (m_isFirst)
            std::copy_n(m_chains.begin(), count, m_out);
        else
            numeric::atHostLevel<sumOfRows<T>>(m_out, static_cast<const T*>(m_chains.data()), count);
        m_isFirst = false;
    }

  private:
    void addTap(const std::array<const T*, kPixelsTogether>& pixels, std::uint64_t tap, std::uint64_t channel,
                std::uint64_t channels) {
        const SumGeometry& g = m_geometry;
        Products<T> p{pixels,
                      channels,
                      m_weights.data() + (tap * g.inputs() + channel) * g.outputChannels,
                      g.outputChannels,
                      m_chains.data(),
                      g.outputChannels,
                      g.outputs()};
        if (g.isDepthwise()) return addByChannel(p);
        for (const T*& x : p.x) x += channel;
        for (std::uint64_t group = 0; group < g.groups; ++group) {
            if (m_pixels == 1)
                numeric::atHostLevel<grow<T, 1>>(static_cast<const Products<T>*>(&p));
            else
                numeric::atHostLevel<grow<T, kPixelsTogether>>(static_cast<const Products<T>*>(&p));
            for (const T*& x : p.x) x += g.inputs();
            p.w += g.outputs();
            p.chains += g.outputs();
        }
    }
    void addByChannel(Products<T> p) {
        p.outputs = m_geometry.outputChannels;
        for (std::size_t i = 0; i < m_pixels; ++i) {
            p.x[0] = p.x[i];
            numeric::atHostLevel<growByChannel<T>>(static_cast<const Products<T>*>(&p));
            p.chains += p.apart;
        }
    }

    const SumGeometry& m_geometry;
    std::span<const T> m_weights;
    T* m_out;
    std::size_t m_pixels;
    std::vector<T> m_chains; // of all pixels together, or of one
    bool m_isFirst = true;
};

// The input channels of an image's pixels; zeros in the padding.
template <typename T> class Pixels {
  public:
    Pixels(const SumGeometry& geometry, std::span<const T> image)
        : m_geometry(geometry), m_image(image), m_zeros(geometry.inputChannels, T{0}) {}

    bool has(std::int64_t row, std::int64_t column) const {
        return m_geometry.rows.inside(row) && m_geometry.columns.inside(column);
    }
    const T* at(std::int64_t row, std::int64_t column) const {
        if (!has(row, column)) return m_zeros.data();
        return m_image.data() +
               static_cast<std::uint64_t>(row * m_geometry.columns.size + column) * m_geometry.inputChannels;
    }

  private:
    const SumGeometry& m_geometry;
    std::span<const T> m_image;
    std::vector<T> m_zeros;
};

struct OutputPixel {
    std::int64_t row = 0, column = 0;
};
inline OutputPixel outputPixel(const SumGeometry& g, std::uint64_t number) {
    return {static_cast<std::int64_t>(number / g.outputColumns),
            static_cast<std::int64_t>(number % g.outputColumns)};
}

template <typename T>
std::vector<T> convolution(const SumGeometry& g, std::span<const T> image, std::span<const T> weights) {
    std::vector<T> out(g.pixels() * g.outputChannels);
    const Pixels<T> pixels(g, image);
    for (std::uint64_t first = 0; first < g.pixels() && !isStopped(g.stop); first += kPixelsTogether) {
        const auto count =
            static_cast<std::size_t>(std::min<std::uint64_t>(kPixelsTogether, g.pixels() - first));
        PixelSums<T> sums(g, weights, out.data() + first * g.outputChannels, count);
        for (const SumPass& pass : g.passes)
            sums.add(pass, [&](std::size_t i, std::uint32_t tap) {
                const OutputPixel to = outputPixel(g, first + i);
                return pixels.at(g.rows.at(to.row, pass.row), g.columns.at(to.column, pass.column + tap));
            });
    }
    return out;
}

// An output pixel gathers the taps that a strided input pixel contributes. Those from beyond the
// image add 0, whatever their weights; the others add nothing. Each pass is one tap.
template <typename T>
std::vector<T> transposedConvolution(const SumGeometry& g, std::span<const T> image,
                                     std::span<const T> weights) {
    const auto scaled = [](const Axis& axis, std::int64_t out, std::int64_t tap) {
        return out + axis.before - tap * axis.dilation;
    };
    std::vector<T> out(g.pixels() * g.outputChannels);
    const Pixels<T> pixels(g, image);
    for (std::uint64_t number = 0; number < g.pixels() && !isStopped(g.stop); ++number) {
        PixelSums<T> sums(g, weights, out.data() + number * g.outputChannels, 1);
        const OutputPixel to = outputPixel(g, number);
        for (const SumPass& pass : g.passes) {
            std::int64_t row = scaled(g.rows, to.row, pass.row),
                         column = scaled(g.columns, to.column, pass.column);
            if (row % g.rows.stride != 0 || column % g.columns.stride != 0) continue;
            row /= g.rows.stride;
            column /= g.columns.stride;
            SumPass tap = pass;
            tap.taps = pixels.has(row, column) ? 1 : 0;
            sums.add(tap, [&](std::size_t, std::uint32_t) { return pixels.at(row, column); });
        }
    }
    return out;
}

} // namespace lw::network
