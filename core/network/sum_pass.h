// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lw::network {

// Products that a convolution sums in one chain before they reach the accumulator: `taps` taps of one row of
// the kernel, each with `channels` input channels of its group, taps outermost.
struct SumPass {
    std::uint32_t row = 0;              // of the kernel
    std::uint32_t column = 0, taps = 1; // first column of the kernel, and how many
    std::uint32_t channel = 0;          // first input channel of the group
    std::uint32_t channels = 0;

    std::uint32_t length() const { return taps * channels; }
    bool operator==(const SumPass&) const = default;
};

} // namespace lw::network
