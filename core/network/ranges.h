// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <vector>

// The bounds of every value of a network, given its input's: the proof that a lowering loses nothing.
// Sound, not tight: a value is never outside, even with all roundings of the float32 reference in any block
// size, and even if the layer ran with stride 1 instead of its own. relu, sigmoid and tanh are
// trusted to stay in [0, inf), [0, 1] and [-1, 1].
namespace lw::network {

// Numbers of an int8 network are counted from the code for zero.
struct Range {
    double low = 0, high = 0; // infinite: may overflow
    bool mayBeNan = false;    // in addition to the bounds
    bool mayWrap = false;     // int32 sums may exceed their type; the bounds are then those of the type
    bool operator==(const Range&) const = default;
};

// A range for each channel: element i of the value has channels[i % channels.size()].
struct ValueRange {
    Range all; // the smallest range around those of the channels
    std::vector<Range> channels;
    // For conv, conv_transpose, dense, add and requantised-only layers: after the bias, before activation and
    // requantisation.
    std::vector<Range> sums;
};

// By ValueId. Without a range for its input a float32 network may read anything, NaN included; an int8
// network every code. The shapes must be known.
std::vector<ValueRange> rangesOf(const Network& network);

} // namespace lw::network
