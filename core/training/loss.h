// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/training/batch_sums.h"

#include <span>
#include <vector>

// The loss of a batch, and its gradient by what the network computed.
namespace lw::train {

template <typename T> struct LossOf {
    T loss{};
    std::vector<T> gradient;
};

// Adds up one number of each sublane, the first sublane first.
template <typename T> T overSublanes(const std::vector<T>& sums) {
    T out = sums[0];
    for (std::size_t s = 1; s < sums.size(); ++s) out = out + sums[s];
    return out;
}

// Mean over the batch of log(sum(exp(y))) - y[label], of y [image][class]. As the chip does it, for each
// sublane: the sum of log(sum(exp(y - max))) over its images, less what the labels' own y - max add up to,
// class by class.
template <typename T>
LossOf<T> crossEntropy(const BatchShape& shape, std::span<const T> y, std::span<const std::uint64_t> labels) {
    const std::uint64_t classes = shape.channels, used = std::min(shape.sublanes, shape.batch);
    const T share = static_cast<T>(1.0 / static_cast<double>(shape.batch));
    std::vector<T> logs(used), own(used * classes);
    LossOf<T> out;
    out.gradient.resize(y.size());
    for (std::uint64_t image = 0; image < shape.batch; ++image) {
        const T* const from = y.data() + image * classes;
        T* const to = out.gradient.data() + image * classes;
        const std::uint64_t sublane = image % shape.sublanes, label = labels[image];
        T most = from[0];
        for (std::uint64_t c = 1; c < classes; ++c) most = largerOf(most, from[c]);
        T& ownSum = own[sublane * classes + label];
        ownSum = ownSum + (from[label] - most);
        T sum{};
        for (std::uint64_t c = 0; c < classes; ++c) {
            to[c] = exponential(from[c] - most);
            sum = sum + to[c];
        }
        logs[sublane] = logs[sublane] + logarithm(sum);
        const T factor = reciprocal(sum);
        for (std::uint64_t c = 0; c < classes; ++c)
            to[c] = ((to[c] * factor) - T(c == label ? 1.0 : 0.0)) * share;
    }
    for (std::uint64_t s = 0; s < used; ++s) {
        T sum{};
        for (std::uint64_t c = 0; c < classes; ++c) sum = sum + own[s * classes + c];
        logs[s] = logs[s] - sum;
    }
    out.loss = overSublanes(logs) * share;
    return out;
}

// Mean of (y - target)^2 over all numbers: for each sublane and lane a sum over its registers, pixel by
// pixel, block by block of channels, image by image; then over lanes, then over sublanes.
template <typename T>
LossOf<T> meanSquares(const BatchShape& shape, std::uint64_t lanes, std::span<const T> y,
                      std::span<const T> target) {
    const std::uint64_t used = std::min(shape.sublanes, shape.batch);
    const std::uint64_t lanesUsed = std::min(lanes, shape.channels);
    std::vector<T> sums(used * lanesUsed), bySublane(used);
    LossOf<T> out;
    out.gradient.resize(y.size());
    const T factor = static_cast<T>(2.0 / static_cast<double>(shape.count()));
    for (std::uint64_t pixel = 0; pixel < shape.pixels; ++pixel)
        for (std::uint64_t block = 0; block < shape.channels; block += lanes)
            for (std::uint64_t image = 0; image < shape.batch; ++image)
                for (std::uint64_t c = block; c < std::min(block + lanes, shape.channels); ++c) {
                    const std::uint64_t i = (pixel * shape.batch + image) * shape.channels + c;
                    const T difference = y[i] - target[i];
                    T& sum = sums[image % shape.sublanes * lanesUsed + c - block];
                    sum = sum + difference * difference;
                    out.gradient[i] = difference * factor;
                }
    for (std::uint64_t s = 0; s < used; ++s)
        for (std::uint64_t lane = 0; lane < lanesUsed; ++lane)
            bySublane[s] = bySublane[s] + sums[s * lanesUsed + lane];
    out.loss = overSublanes(bySublane) * T(1.0 / static_cast<double>(shape.count()));
    return out;
}

} // namespace lw::train
