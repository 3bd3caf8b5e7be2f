// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/training/convolution.h"

#include <span>
#include <vector>

// max_pool and average_pool, forward and backward. Values lie as [row][column][image][channel].
namespace lw::train {

struct PoolShape {
    network::Axis rows, columns;
    std::uint64_t outputRows = 1, outputColumns = 1;
    std::uint64_t run = 1; // images * channels
    bool countsPadding = false;
};

template <typename T> class Pool {
  public:
    explicit Pool(const PoolShape& shape) : m(shape) {}

    std::vector<T> largest(std::span<const T> x) const {
        std::vector<T> out(m.outputRows * m.outputColumns * m.run);
        for (std::uint64_t window = 0; window < m.outputRows * m.outputColumns; ++window) {
            T* const to = out.data() + window * m.run;
            bool isFirst = true;
            eachTap(window, [&](std::uint64_t pixel) {
                const T* const from = x.data() + pixel * m.run;
                for (std::uint64_t i = 0; i < m.run; ++i)
                    to[i] = isFirst ? from[i] : largerOf(to[i], from[i]);
                isFirst = false;
            });
        }
        return out;
    }
    // The sum of each window, from +0, times 1 / its elements.
    std::vector<T> mean(std::span<const T> x) const {
        std::vector<T> out(m.outputRows * m.outputColumns * m.run);
        for (std::uint64_t window = 0; window < m.outputRows * m.outputColumns; ++window) {
            T* const to = out.data() + window * m.run;
            eachTap(window, [&](std::uint64_t pixel) {
                for (std::uint64_t i = 0; i < m.run; ++i) to[i] = to[i] + x[pixel * m.run + i];
            });
            const T share = shareOf(window);
            for (std::uint64_t i = 0; i < m.run; ++i) to[i] = to[i] * share;
        }
        return out;
    }

    // The gradient of each window goes to its first element, in row-major order, that equals its maximum.
    std::vector<T> largestGradient(std::span<const T> x, std::span<const T> gradient) const {
        const std::vector<T> y = largest(x);
        // Which tap of each window, one more than its number; 0: none, of NaN.
        std::vector<std::uint32_t> taps(y.size());
        for (std::uint64_t window = 0; window < m.outputRows * m.outputColumns; ++window)
            eachTap(window, [&](std::uint64_t pixel, std::uint32_t tap) {
                for (std::uint64_t i = 0; i < m.run; ++i) {
                    std::uint32_t& found = taps[window * m.run + i];
                    if (found == 0 && x[pixel * m.run + i] == y[window * m.run + i]) found = tap + 1;
                }
            });
        return gathered([&](std::uint64_t window, std::uint32_t tap, T* to) {
            for (std::uint64_t i = 0; i < m.run; ++i)
                if (taps[window * m.run + i] == tap + 1) to[i] = to[i] + gradient[window * m.run + i];
        });
    }
    std::vector<T> meanGradient(std::span<const T> gradient) const {
        return gathered([&](std::uint64_t window, std::uint32_t, T* to) {
            const T share = shareOf(window);
            for (std::uint64_t i = 0; i < m.run; ++i) to[i] = to[i] + gradient[window * m.run + i] * share;
        });
    }

  private:
    std::uint64_t kernelColumns() const { return static_cast<std::uint64_t>(m.columns.kernel); }
    std::uint32_t taps() const { return static_cast<std::uint32_t>(m.rows.kernel * m.columns.kernel); }
    T shareOf(std::uint64_t window) const {
        const auto row = static_cast<std::int64_t>(window / m.outputColumns);
        const auto column = static_cast<std::int64_t>(window % m.outputColumns);
        return T(1.0 / static_cast<double>(m.rows.covered(row, m.countsPadding) *
                                           m.columns.covered(column, m.countsPadding)));
    }

    // visit(pixel) or visit(pixel, tap) for each tap of a window that lies in the image.
    template <typename Visit> void eachTap(std::uint64_t window, const Visit& visit) const {
        for (std::uint32_t tap = 0; tap < taps(); ++tap) {
            const auto row = positionOf(m.rows, window / m.outputColumns, tap / kernelColumns());
            const auto column = positionOf(m.columns, window % m.outputColumns, tap % kernelColumns());
            if (!row || !column) continue;
            const std::uint64_t pixel = *row * static_cast<std::uint64_t>(m.columns.size) + *column;
            if constexpr (requires { visit(pixel, tap); })
                visit(pixel, tap);
            else
                visit(pixel);
        }
    }
    // For each pixel that is read, tap by tap, add(window, tap, its sums) for the window that reads it so.
    template <typename Add> std::vector<T> gathered(const Add& add) const {
        const auto rows = static_cast<std::uint64_t>(m.rows.size);
        const auto columns = static_cast<std::uint64_t>(m.columns.size);
        std::vector<T> out(rows * columns * m.run);
        for (std::uint64_t pixel = 0; pixel < rows * columns; ++pixel)
            for (std::uint32_t tap = 0; tap < taps(); ++tap) {
                const auto row = windowAt(m.rows, pixel / columns, tap / kernelColumns(), m.outputRows);
                const auto column =
                    windowAt(m.columns, pixel % columns, tap % kernelColumns(), m.outputColumns);
                if (row && column) add(*row * m.outputColumns + *column, tap, out.data() + pixel * m.run);
            }
        return out;
    }

    PoolShape m;
};

} // namespace lw::train
