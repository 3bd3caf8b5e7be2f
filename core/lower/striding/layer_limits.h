// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/striding/modes.h"
#include "core/machine/circuit_limits.h"
#include "core/network/network.h"

#include <optional>
#include <vector>

namespace lw::lower::striding {

// Whether the circuit can do a layer: E640, E641. `network` is what it is or will be part of.
Outcome checkLayer(const network::Network& network, const network::Layer& layer,
                   const machine::CircuitLimits& circuit);

// Rows and columns of the largest window that fits the pooling circuitry at once.
std::uint32_t largestWindow(const machine::CircuitLimits& circuit);
// The windows by which a strided layer is pooled, one after the other: that of the stride itself or, if it is
// too large, two whose product it is. Nothing if it has no such factors.
std::optional<std::vector<network::Pair>> poolSteps(const network::Pair& stride,
                                                    const machine::CircuitLimits& circuit);

// The border of a pool's image: its padding, and for a dilated pool what its last windows have beyond that.
// They may lack more elements there than the pooling circuitry adds by itself.
network::Padding borderOfPool(const network::Layer& layer, const tensor::Shape& image);

// Whether it divides each sum by a number of elements that the pooling circuitry cannot count: one without
// the padding, or without what is beyond it.
bool countsElements(const network::Layer& layer);

// Whether the line buffer holds the windows of a strided layer in this mode: E641.
Outcome checkWindow(const network::Layer& layer, Mode mode, const machine::CircuitLimits& circuit);

} // namespace lw::lower::striding
