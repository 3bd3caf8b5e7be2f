// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <optional>
#include <string>

// Convolution by im2col on the training chip: the taps of a window are side by side in the lanes of a row, so
// that one product replaces a product for each tap. The images come out of HBM in this form, since its
// transfers move granules of four words to any lanes; so it is the layer that reads the images.
namespace lw::network {

inline constexpr std::uint64_t kGranuleWords = 4;

// The convolution that alone reads the network's input, if it has more than one tap.
std::optional<ValueId> firstConvolution(const Network& network);
// Lanes that a tap of it takes: its channels in whole granules.
std::uint64_t lanesOfTap(const Network& network);
// Why a machine's rows cannot hold the taps of this layer; empty: they can. A tap's weights are moved as part
// of one register.
std::string whyNotInLanes(const Network& network, std::uint32_t lanes, std::uint32_t sublanes);

// Whether the network is computed this way.
bool hasTapsInLanes(const Network& network);
// The same network with 1 x 1 windows over images that have the taps as channels, each beginning with a
// granule; weights stay as they are, [tap][channel][output]. It is itself no longer computed by im2col.
Network tapsAsChannels(Network network);

} // namespace lw::network
