// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/training/batch_sums.h"

#include <span>
#include <vector>

// batch_norm with the statistics of the batch, forward and backward, each operation rounded as it is written.
namespace lw::train {

// One number for each channel; kept, never computed again, so that all that needs them gets the same bits.
template <typename T> struct NormStatistics {
    std::vector<T> mean, variance; // divided by the number of elements
    std::vector<T> inverse;        // 1 / sqrt(variance + epsilon)
};

template <typename T> class Norm {
  public:
    Norm(const BatchShape& shape, std::span<const T> scale, std::span<const T> shift)
        : m_shape(shape)
        , m_scale(scale)
        , m_shift(shift)
        , m_share(T(1.0 / static_cast<double>(shape.positions()))) {}

    NormStatistics<T> statistics(std::span<const T> y, double epsilon) const {
        NormStatistics<T> out;
        out.mean = batchSums<T>(m_shape, [&](std::uint64_t i, std::uint64_t) { return y[i]; });
        for (T& mean : out.mean) mean = mean * m_share;
        out.variance = batchSums<T>(m_shape, [&](std::uint64_t i, std::uint64_t c) {
            const T difference = y[i] - out.mean[c];
            return difference * difference;
        });
        for (T& variance : out.variance) {
            variance = variance * m_share;
            out.inverse.push_back(inverseRoot(variance + T(epsilon)));
        }
        return out;
    }

    // (y - mean) * inverse
    std::vector<T> normalised(std::span<const T> y, const NormStatistics<T>& of) const {
        return each([&](std::uint64_t i, std::uint64_t c) { return (y[i] - of.mean[c]) * of.inverse[c]; });
    }
    // The same from what batch_norm gave: (z - shift) * (1 / scale). Not for a scale of 0.
    std::vector<T> inverted(std::span<const T> z) const {
        std::vector<T> factors;
        for (const T scale : m_scale) factors.push_back(reciprocal(scale));
        return each([&](std::uint64_t i, std::uint64_t c) { return (z[i] - m_shift[c]) * factors[c]; });
    }
    std::vector<T> result(std::span<const T> normal) const {
        return each([&](std::uint64_t i, std::uint64_t c) { return normal[i] * m_scale[c] + m_shift[c]; });
    }

    struct Gradients {
        std::vector<T> scale, shift;
    };
    // By scale and shift, of the gradient by the result.
    Gradients reduced(std::span<const T> gradient, std::span<const T> normal) const {
        return {
            batchSums<T>(m_shape, [&](std::uint64_t i, std::uint64_t) { return gradient[i] * normal[i]; }),
            batchSums<T>(m_shape, [&](std::uint64_t i, std::uint64_t) { return gradient[i]; })};
    }
    // By y.
    std::vector<T> gradient(std::span<const T> gradient, std::span<const T> normal, const Gradients& sums,
                            const NormStatistics<T>& of) const {
        std::vector<T> factor, shift, scale;
        for (std::uint64_t c = 0; c < m_shape.channels; ++c) {
            factor.push_back(m_scale[c] * of.inverse[c]);
            shift.push_back(sums.shift[c] * m_share);
            scale.push_back(sums.scale[c] * m_share);
        }
        return each([&](std::uint64_t i, std::uint64_t c) {
            return factor[c] * ((gradient[i] - shift[c]) - normal[i] * scale[c]);
        });
    }

  private:
    template <typename Number> std::vector<T> each(const Number& number) const {
        std::vector<T> out(m_shape.count());
        for (std::uint64_t p = 0; p < m_shape.positions(); ++p)
            for (std::uint64_t c = 0; c < m_shape.channels; ++c)
                out[p * m_shape.channels + c] = number(p * m_shape.channels + c, c);
        return out;
    }

    BatchShape m_shape;
    std::span<const T> m_scale, m_shift;
    T m_share; // 1 / number of elements of a channel
};

} // namespace lw::train
