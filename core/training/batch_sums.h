// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/training/numbers.h"

#include <algorithm>
#include <cstdint>
#include <vector>

// Sums over all pixels and images of a batch, in the order in which the training chip adds.
namespace lw::train {

// Numbers as they lie: [row][column][image][channel].
struct BatchShape {
    std::uint64_t pixels = 1, batch = 1, channels = 1;
    std::uint64_t sublanes = 8; // images that a register holds
    std::uint64_t positions() const { return pixels * batch; }
    std::uint64_t count() const { return positions() * channels; }
};

// For each channel the sum of `term(i, channel)` over all numbers i: one accumulator for each sublane, pixel
// by pixel, from +0; then these, the first sublane first.
template <typename T, typename Term> std::vector<T> batchSums(const BatchShape& shape, const Term& term) {
    const std::uint64_t used = std::min(shape.sublanes, shape.batch);
    std::vector<T> sums(used * shape.channels);
    for (std::uint64_t position = 0; position < shape.positions(); ++position) {
        const std::uint64_t first = position * shape.channels;
        T* const row = sums.data() + position % shape.batch % shape.sublanes * shape.channels;
        for (std::uint64_t c = 0; c < shape.channels; ++c) row[c] = row[c] + term(first + c, c);
    }
    std::vector<T> out(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(shape.channels));
    for (std::uint64_t s = 1; s < used; ++s)
        for (std::uint64_t c = 0; c < shape.channels; ++c) out[c] = out[c] + sums[s * shape.channels + c];
    return out;
}

} // namespace lw::train
