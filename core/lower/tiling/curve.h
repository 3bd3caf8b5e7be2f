// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/tiling/plan.h"
#include "core/network/network.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lw {
class Json;
}

// What tiling one picture costs with tiles of every size.
namespace lw::lower::tiling {

// For square tiles. Larger is not always better: the number of tiles falls in steps.
struct CurvePoint {
    std::int64_t fixed = 0; // rows and columns of a tile
    Fill fill = Fill::Exact;
    std::uint64_t tiles = 0;
    std::uint64_t peakBytes = 0;           // of a tile: what a layer reads and gives, at the largest layer
    std::uint64_t macs = 0, wholeMacs = 0; // of all tiles, of the picture as a whole
    std::uint64_t bytesIn = 0;             // of all tiles
    std::uint64_t bytesMasks = 0;          // in, besides `bytesIn`
    double macRatio() const {
        return wholeMacs == 0 ? 1 : static_cast<double>(macs) / static_cast<double>(wholeMacs);
    }
    bool operator==(const CurvePoint&) const = default;
};

inline constexpr std::size_t kMostCurvePoints = 1024;

struct SizeCurve {
    std::vector<CurvePoint> points;
    // E662: why sizes for which tiles would have to be masked are left out, and how many.
    std::optional<Problem> notMasked;
    std::uint64_t leftOut = 0;
};

// Every multiple of both directions' alignments from the least that makes progress to the picture's longer
// side, in steps of as many of them as keep to kMostCurvePoints. `picture` is read for the picture's size.
// If a size does not divide, tiles are masked, or left out if the network cannot be. That many circuits
// beside each other read only once what their tiles share. E616, E617 where nothing can be tiled.
Result<SizeCurve> curveOf(const network::Network& picture, Grid grid = Grid::Border,
                          const Size& circuits = {1, 1});

Json jsonOf(const CurvePoint& point);
Json jsonOf(std::span<const CurvePoint> curve);

} // namespace lw::lower::tiling
