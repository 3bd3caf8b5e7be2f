// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/place.h"

#include <cstdint>
#include <string_view>

// How a network is trained, as its file says: with statistics of the batch in every batch_norm.
namespace lw::network {

// Mean over the batch of log(sum(exp(y))) - y[label], of a list y, or mean of the squares of y - target.
enum class Loss : std::uint8_t { SoftmaxCrossEntropy, MeanSquares };
inline constexpr std::string_view kLossNames[] = {"softmax_cross_entropy", "mean_squares"};
inline std::string_view nameOf(Loss loss) { return kLossNames[static_cast<std::size_t>(loss)]; }

// Stochastic gradient descent, as PyTorch's SGD: g' = g + weightDecay * w, v = momentum * v + g', w -= rate *
// v.
struct Optimiser {
    float rate = 0.1F;
    float momentum = 0; // below 1; with 0 there is no v
    float weightDecay = 0;
    bool operator==(const Optimiser&) const = default;
};

inline constexpr std::uint32_t kMostBatch = 65535;

struct Training {
    std::uint32_t batch = 1; // images of a step, 1 to kMostBatch
    Loss loss = Loss::SoftmaxCrossEntropy;
    Optimiser optimiser;
    // Share m of a step in the running mean and variance r, as in PyTorch: (1 - m) * r + m * the batch's.
    float normMomentum = 0.1F;
    std::uint64_t seed = 0; // for weights that are not in the file (initial_weights.h), below 2^63
    Place place;            // in the file, for messages
};

} // namespace lw::network
