// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/chain.h"

#include <cstdint>

// When the parts of a chain are where, from the clock at which it starts. A chain flows through its units as
// one stream that never stops; chains are beside each other wherever the units that they share, and the
// places that they read, allow it.
namespace lw::nnp {

// How long the multiplier works on a product under these control registers.
std::uint64_t productClocks(const Controls& controls, const Config& config);
// Sets the clocks of stages, reads and writes, and the end.
void schedule(Chain& chain, const Controls& controls, const Config& config);

// Matrices on their way. Matrix k is read from clock k * each on from the start of the chain, a row in each
// clock, written in clocks [first + k * each, first + (k + 1) * each), and there `latency` clocks after the
// last of these.
struct MatrixFlow {
    std::uint64_t first = 0, each = 0, latency = 0, count = 0;
    std::uint64_t pace() const { return each * count; }
    std::uint64_t readAt(std::uint64_t k) const { return k * each; }
    std::uint64_t writtenAt(std::uint64_t k) const { return first + k * each; }
    std::uint64_t landsAt(std::uint64_t k) const { return first + (k + 1) * each - 1 + latency; }
};
MatrixFlow matrixFlow(const Controls& controls, const Config& config);

} // namespace lw::nnp
