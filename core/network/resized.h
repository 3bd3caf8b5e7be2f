// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/cut.h"
#include "core/network/network.h"

#include <functional>

namespace lw::network {

// The same network for an image of another size: shapes are inferred again, everything else stays. E562
// to E576 if a layer cannot have that size.
Result<Network> resized(Network network, std::uint64_t rows, std::uint64_t columns);

// What is halved and doubled again matches what was not only if nothing was lost: if values of two shapes
// meet for an image, a note says which slightly smaller size would do.
Problem withSizeThatFits(Problem problem, const ImageSize& image,
                         const std::function<bool(const ImageSize&)>& fits);

} // namespace lw::network
