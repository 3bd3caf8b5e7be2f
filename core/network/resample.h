// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/moves.h"

namespace lw::network {

// Along the cut's extent, sums of runs with weights [elements][taps]: the first product, to which each later
// one is added. Every product and every sum is rounded by itself.
template <typename T>
std::vector<T> resampled(const std::vector<T>& values, const Cut& cut, std::span<const std::int64_t> indices,
                         const std::vector<T>& weights, std::uint64_t taps) {
    std::vector<T> out(cut.pieces * (indices.size() / taps) * cut.run);
    T* to = out.data();
    for (std::uint64_t piece = 0; piece < cut.pieces; ++piece)
        for (std::size_t first = 0; first < indices.size(); first += taps, to += cut.run)
            for (std::size_t tap = first; tap < first + taps; ++tap) {
                const T* from =
                    &values[(piece * cut.extent + static_cast<std::uint64_t>(indices[tap])) * cut.run];
                for (std::uint64_t i = 0; i < cut.run; ++i) {
                    const T product = weights[tap] * from[i];
                    to[i] = tap == first ? product : to[i] + product;
                }
            }
    return out;
}

} // namespace lw::network
