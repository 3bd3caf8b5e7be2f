// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/layer_place.h"
#include "core/lower/striding/modes.h"
#include "core/machine/circuit_limits.h"
#include "core/network/ranges.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lw::lower::striding {

// Where each layer of `lowered`, which is `network` with its activations folded, is computed (stages.h), and
// in which mode, without lowering it. `ranges` are those of `network`; `mode` as in Options. It does not say
// that all of it fits.
std::vector<LayerPlace> placesOf(const network::Network& network, std::span<const network::ValueRange> ranges,
                                 const network::Network& lowered, const machine::CircuitLimits& circuit,
                                 std::optional<Mode> mode);
// For the first row after those of the layers.
std::string labelAfterLayers();

} // namespace lw::lower::striding
