// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <optional>
#include <vector>

// Products and sums with a number for each channel, which can be done by the weights of another layer.
namespace lw::network {

bool isConstant(const Network& network, ValueId id);
// One number for all elements, or one for each channel.
bool isByChannel(const tensor::Tensor& numbers);

struct Affine {
    double factor = 1, summand = 0;
};
// x * factor + summand of each channel.
struct ByChannel {
    ValueId read = kInput;
    std::vector<Affine> channels;
};
// For a batch norm, or mul and add with one number for each channel or for all; nothing else is one.
std::optional<ByChannel> byChannel(const Network& network, const Layer& layer);

// A layer of products that computes just its sums.
bool hasOpenSums(const Layer& layer);
// Whether the layer of products before it, and before others of these, can do its work: its sums are read by
// nothing else.
bool folds(const Network& network, const std::vector<std::size_t>& uses, const ByChannel& work);
// Lets a layer of products do the work.
void fold(Layer& maker, const std::vector<Affine>& work);
// For an image, by itself: one product for each channel.
Layer convolutionOf(const Layer& layer, const ByChannel& work);

} // namespace lw::network
