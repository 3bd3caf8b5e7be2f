// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/moves.h"
#include "core/network/network.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

// More pixels from those that exist.
namespace lw::network {

// A pixel with this many parts, at this many pixels from the one of the same number.
struct BilinearTap {
    std::int64_t offset = 0;
    int parts = 1;
};
// What is summed, in this order, for the first and the second pixel of two along a line. Beyond the ends of
// the line its first and its last pixel are repeated.
inline std::array<std::array<BilinearTap, 2>, 2> bilinearTaps(Sampling sampling) {
    if (sampling == Sampling::HalfPixel) return {{{{{-1, 1}, {0, 3}}}, {{{0, 3}, {1, 1}}}}};
    return {{{{{0, 1}, {0, 1}}}, {{{0, 1}, {1, 1}}}}};
}
// The number of parts for which the sum of both is the mean.
inline int partsOf(Sampling sampling) { return sampling == Sampling::HalfPixel ? 4 : 2; }

// Twice as many elements along the cut's extent. For integers the sums, which are `partsOf` times the means;
// for real numbers the means: each product is rounded, and so is their sum.
template <typename T> std::vector<T> twice(const std::vector<T>& values, const Cut& cut, Sampling sampling) {
    const auto taps = bilinearTaps(sampling);
    const auto weightOf = [&](const BilinearTap& tap) {
        if constexpr (std::is_integral_v<T>) return static_cast<T>(tap.parts);
        return static_cast<T>(tap.parts) / static_cast<T>(partsOf(sampling));
    };
    const auto last = static_cast<std::int64_t>(cut.extent) - 1;
    std::vector<T> out;
    out.reserve(2 * values.size());
    for (std::uint64_t piece = 0; piece < cut.pieces; ++piece) {
        const T* const line = values.data() + piece * cut.extent * cut.run;
        for (std::int64_t pixel = 0; pixel <= last; ++pixel)
            for (const auto& [first, second] : taps) {
                const auto at = [&](const BilinearTap& tap) {
                    const auto place = std::clamp<std::int64_t>(pixel + tap.offset, 0, last);
                    return line + static_cast<std::uint64_t>(place) * cut.run;
                };
                for (std::uint64_t i = 0; i < cut.run; ++i) {
                    const T product = weightOf(first) * at(first)[i],
                            other = weightOf(second) * at(second)[i];
                    out.push_back(product + other);
                }
            }
    }
    return out;
}

// Channels as pixels.
template <typename T>
std::vector<T> depthAsSpace(const std::vector<T>& image, const tensor::Shape& shape, const Pair& factor,
                            DepthOrder order) {
    const std::uint64_t pixels = std::uint64_t{factor.rows} * factor.columns, channels = shape[2] / pixels;
    std::vector<T> out;
    out.reserve(image.size());
    for (std::uint64_t row = 0; row < shape[0] * factor.rows; ++row)
        for (std::uint64_t column = 0; column < shape[1] * factor.columns; ++column) {
            const std::uint64_t inBlock = row % factor.rows * factor.columns + column % factor.columns;
            const T* const from =
                image.data() + (row / factor.rows * shape[1] + column / factor.columns) * shape[2];
            for (std::uint64_t c = 0; c < channels; ++c)
                out.push_back(from[order == DepthOrder::Dcr ? inBlock * channels + c : c * pixels + inBlock]);
        }
    return out;
}

} // namespace lw::network
