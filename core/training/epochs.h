// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/training/step.h"

#include <cstdint>
#include <vector>

// Many steps: data of many images in batches, in an order that a seed gives.
namespace lw::train {

struct Examples {
    tensor::Tensor images; // [count, extents of the input ...], F32
    tensor::Tensor labels; // [count], I64; or targets [count, extents ...], F32
    std::uint64_t count() const { return images.shape()[0]; }
};

// What files hold, as the network reads it: images of other types than float32 by network::asInput (uint8 by
// the input's mean and scale, a missing channel extent of 1 is added), labels of any integer type. E901 to
// E910 and those of asInput.
Result<Examples> examplesOf(const network::Network& network, const tensor::Tensor& images,
                            const tensor::Tensor& labels);
// Some of them, in this order.
Examples taken(const Examples& all, std::span<const std::uint64_t> which);
// Every `share`-th one is held out: numbers share - 1, 2 * share - 1 ... of what is there.
struct Split {
    Examples learnt, heldOut;
};
Split splitBy(const Examples& all, std::uint64_t share);

// All numbers below `count` in the order of an epoch, which follows from seed and epoch alone.
std::vector<std::uint64_t> orderOf(std::uint64_t count, std::uint64_t seed, std::uint64_t epoch);

// One epoch: as many whole batches as there are, a step and an update for each. The mean of their losses.
Result<double> trainEpoch(const network::Network& network, const Examples& examples, std::uint64_t epoch,
                          const Options& options, State& state);
// The share of labels that the largest number of the output is at.
Result<double> accuracyOf(const network::Network& network, const State& state, const Examples& examples,
                          const Options& options);

} // namespace lw::train
