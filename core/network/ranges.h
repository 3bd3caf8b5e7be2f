// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <vector>

// Between which bounds every value of a network lies, given its input's: what proves that a lowering loses
// nothing. Sound, not tight: a value never lies outside, also with all roundings of the float32 reference in
// any block size, and also if the layer ran with stride 1 instead of its own. relu, sigmoid and tanh are
// trusted to stay in [0, inf), [0, 1] and [-1, 1].
namespace lw::network {

// Numbers of an int8 network are counted from the code for zero.
struct Range {
    double low = 0, high = 0; // infinite: may overflow
    bool mayBeNan = false;    // besides the bounds
    bool mayWrap = false;     // int32 sums may leave their type; the bounds are those of the type then
    bool operator==(const Range&) const = default;
};

// A range for each channel: of element i of the value, channels[i % channels.size()].
struct ValueRange {
    Range all; // the smallest range around those of the channels
    std::vector<Range> channels;
    // Of conv, conv_transpose, dense, add and what is only requantised: after the bias, before activation and
    // requantisation.
    std::vector<Range> sums;
};

// By ValueId. Without a range of its input a float32 network may read anything, NaN included; an int8 network
// every code. The shapes must be known.
std::vector<ValueRange> rangesOf(const Network& network);

} // namespace lw::network
