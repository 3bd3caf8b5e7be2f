// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

// The shape and type of every value, and whether the parameters fit. E562 to E576.
namespace lw::network {

inline constexpr std::uint64_t kMostElements = std::uint64_t{1} << 28; // of one value: a gigabyte
inline constexpr std::uint64_t kMostTogether = std::uint64_t{1} << 29; // of all values
inline constexpr std::uint64_t kMostExtent = std::uint64_t{1} << 20;   // rows, columns, channels
inline constexpr std::size_t kMostLayers = 10'000;

Outcome checkInput(const Network& network);
// Sets shape, dtype and zero of a layer all of whose inputs come before it in `network`, and its weights if
// they come from the seed; the layer need not be part of it yet.
Outcome inferShape(const Network& network, Layer& layer);
// What all values take together; for a network whose layers were inferred one by one.
Outcome checkTogether(const Network& network);
// All of them, in order.
Outcome inferShapes(Network& network);

} // namespace lw::network
