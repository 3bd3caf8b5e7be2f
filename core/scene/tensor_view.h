// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/scene/state_elements.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace lw {
class Json;
}

// A tensor in numbers: what it is, what is in it, and some of its elements.
namespace lw::scene {

// Counted over elements that have been written; a tensor that is all zero
// and one nobody touched are different things.
struct TensorStatistics {
    std::uint64_t count = 0; // all elements
    std::uint64_t unwritten = 0, changed = 0;
    std::uint64_t nan = 0, infinite = 0, zero = 0;
    std::uint64_t finite = 0;           // of the numbers below
    double low = 0, high = 0, mean = 0; // 0 when there are none
    double deviation = 0;               // the root of the mean squared distance from the mean
    bool operator==(const TensorStatistics&) const = default;
};

// Bin i holds the finite values v with low + i * width <= v < low + (i + 1) * width,
// the last one also v = high, where width = (high - low) / bins; values outside are counted separately.
struct Histogram {
    double low = 0, high = 0;
    std::uint64_t below = 0, above = 0;
    std::vector<std::uint64_t> bins;
    bool operator==(const Histogram&) const = default;
};

// When interrupted: of what was read until then. What cannot be read is a problem.
Result<TensorStatistics> statisticsOf(const ElementSource& source,
                                      const std::atomic<bool>* interrupt = nullptr);
Result<Histogram> histogramOf(const ElementSource& source, double low, double high, std::size_t bins,
                              const std::atomic<bool>* interrupt = nullptr);

// How large the finite values other than zero are.
struct Magnitude {
    std::uint64_t finite = 0, nonzero = 0; // values that were looked at
    double share = 0; // the least magnitude that this share of the nonzero ones is within
    double most = 0;  // the greatest of those looked at
};
// `share` between 0 and 1. For a large tensor it looks at 2^18 elements, in evenly spread stretches.
Result<Magnitude> magnitudeOf(const ElementSource& source, double share);

struct TensorView {
    TensorInfo info;
    TensorStatistics statistics;
    Histogram histogram;
    std::uint64_t first = 0;         // row-major number of the first element below
    std::vector<std::uint64_t> bits; // low bits first
    std::vector<std::uint8_t> flags; // of CellFlag
    bool operator==(const TensorView&) const = default;
};
inline constexpr std::size_t kHistogramBins = 32;

// With the elements [first, first + count), cut to the tensor,
// and a histogram from the least to the greatest value.
Result<TensorView> tensorView(const TensorInfo& info, const ElementSource& source, std::uint64_t first,
                              std::uint64_t count);

Json jsonOf(const TensorView& view);

} // namespace lw::scene
