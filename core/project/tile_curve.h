// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/lower/tiling/curve.h"
#include "core/project/tile_model.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// What tiles of every size take of a machine.
namespace lw::project {

struct TileCurvePoint {
    lower::tiling::CurvePoint point;         // by formulas, of every size
    std::optional<TileModel> model{};        // by the size's programs, where they were made
    std::optional<std::uint64_t> emulated{}; // clocks, where they were run
    std::optional<Problem> refused{};        // why the machine cannot have the size
};
using TileCurve = std::vector<TileCurvePoint>;

// Programs are made for the smallest of sizes that make as many tiles, of which only the largest
// kMostCurveModels are taken; from a size that is too large on there are none.
inline constexpr std::size_t kMostCurveModels = 64;
// Sizes are run that take at most this many times the fewest modelled clocks.
inline constexpr std::uint64_t kWorthRunning = 4;

struct TileCurveWork {
    bool runs = false;                                // on the emulated machine as well
    const std::atomic<bool>* stop = nullptr;          // what is known by then is the answer
    std::function<void(const TileCurve&)> hasGrown{}; // after each size
    std::optional<std::int64_t> also{};               // a size of which programs are made in any case
};
// The curve by formulas, as far as the machine can run its sizes. E616, E617 where nothing can be tiled, E662
// where all sizes would have to be masked and cannot, E787 where an array cannot run tiles of any size.
Result<lower::tiling::SizeCurve> sizeCurveOf(const network::Network& picture, const std::string& machine,
                                             const TileArray& array);
// `picture` is read for the picture's size. Problems as above.
Result<TileCurve> tileCurveOf(const network::Network& picture, const TileTarget& target,
                              const TileCurveWork& work = {});

// {"machine": {"bufferBytes": ..., ...}, "sizes": [...]}: what it has, and the curve.
Json jsonOf(const TileCurve& curve, const machine::CircuitLimits& circuit);

} // namespace lw::project
