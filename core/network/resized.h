// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

namespace lw::network {

// The same network for an image of another size: shapes are inferred once more, everything else stays. E562
// to E576 where a layer cannot have that size.
Result<Network> resized(Network network, std::uint64_t rows, std::uint64_t columns);

} // namespace lw::network
