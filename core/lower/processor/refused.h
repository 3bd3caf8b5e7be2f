// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <cstdint>
#include <string>

namespace lw::lower::processor {

// Why the processor cannot compute the layer, as the end of a sentence; empty: it can.
std::string whyRefused(const network::Network& network, const network::Layer& layer,
                       std::uint32_t nativeDimension);

// The value is that which the layer reads, under another shape: nothing is computed or moved.
bool isView(const network::Layer& layer);

} // namespace lw::lower::processor
