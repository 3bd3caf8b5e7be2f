// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/lower/tiling/curve.h"
#include "core/lower/tiling/plan.h"
#include "core/project/launched_run.h"
#include "core/project/tile_curve.h"
#include "core/project/tile_programs.h"
#include "core/project/tile_size.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace lw::cli {

// The plan of a tiling for people, on several lines.
std::string tilingText(const lower::tiling::TilingPlan& plan);
// "the circuit"; "2 x 2 circuits, ..."
std::string circuitsText(const project::TileArray& array, bool sharesLayers);
// "modelled 120 clocks, emulated 125 (error 4.0 %)"; "125 clocks" if nothing models them.
std::string clocksText(std::uint64_t emulated, const std::optional<std::uint64_t>& modelled);
// What was counted while all tiles ran, compared with what was planned.
std::string movedText(const project::TileBytes& planned, const project::HostBytes& moved);
Json movedJson(const project::TileBytes& planned, const project::HostBytes& moved);
// What the host does with either kind of transfers (project::Transfers); nothing: no room for that kind.
std::string hostWorkText(std::span<const std::optional<project::HostWork>> work, project::Transfers used);
// What lw tile --fixed auto has chosen, and what a better size lacks.
std::string chosenSizeText(const project::TileSize& chosen);
// Multiply-adds of a tile's strided layers.
struct StrideCost {
    std::uint64_t layers = 0, byPattern = 0, byStriding = 0;
};
StrideCost strideCostOf(const lower::striding::NetworkPlan& plan);
std::string strideText(const StrideCost& cost);
// A line for each size.
std::string curveText(std::span<const lower::tiling::CurvePoint> curve);
// Why sizes are missing from it; often empty.
std::string leftOutText(const lower::tiling::SizeCurve& curve);
// A line for each size whose program was made, and what the machine has.
std::string curveText(const project::TileCurve& curve, const machine::CircuitLimits& circuit);

} // namespace lw::cli
