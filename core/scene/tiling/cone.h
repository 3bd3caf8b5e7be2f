// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/tiling/plan.h"
#include "core/network/receptive_field.h"
#include "core/scene/tiling/extent.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// Back from one element of the output through the layers, in the tile that gives it: what it needs of each
// value, which part of that the tile has, and which part of the tile is right.
namespace lw::scene::tiling {

struct ConeAxis : Extent {
    network::Elements needed{}; // also beyond the value's ends, where there is padding
    bool operator==(const ConeAxis&) const = default;
};

struct ConeLayer {
    std::string name; // of the value: the input, then layer by layer
    bool isNeeded = false;
    ConeAxis rows, columns;
    bool operator==(const ConeLayer&) const = default;
};

struct Cone {
    std::size_t output = 0;           // of the plan's
    std::int64_t row = 0, column = 0; // in the whole output
    std::uint64_t tile = 0;           // the one that gives it
    // Cones repeat, shifted, after `period` elements; this is the place among them.
    struct Phase {
        std::int64_t phase = 0, period = 1;
        bool operator==(const Phase&) const = default;
    };
    Phase rowPhase{}, columnPhase{};
    std::vector<ConeLayer> layers; // without constants
    bool operator==(const Cone&) const = default;
};

// For one of the plan's outputs. `plan` is of the network, which may have been read for any size. E694 for an
// element that the output does not have, E562 to E576, E616, E617 as planTiles.
Result<Cone> coneOf(const network::Network& network, const lower::tiling::TilingPlan& plan, std::int64_t row,
                    std::int64_t column, std::size_t output = 0);

Json jsonOf(const Cone& cone);

} // namespace lw::scene::tiling
