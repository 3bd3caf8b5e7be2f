// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/tile_programs.h"

#include "core/chips/catalog.h"
#include "core/network/fold_activations.h"
#include "core/network/resized.h"
#include "core/project/layer_sharing.h"
#include "core/project/messages.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lw::project {

using lower::striding::Options;
using lower::striding::SharedAxis;
using lower::tiling::AxisPlan;
using lower::tiling::TilingPlan;

Result<TileNetwork> tileNetwork(const network::Network& network, const TilingPlan& plan) {
    TileNetwork out;
    const lower::tiling::Size size = lower::tiling::networkSize(plan);
    LW_TRY(out.plain, network::resized(network, static_cast<std::uint64_t>(size.rows),
                                       static_cast<std::uint64_t>(size.columns)));
    if (plan.fill() != lower::tiling::Fill::Masked) return out;
    LW_TRY(out.masked, lower::tiling::maskedFor(plan, out.plain));
    return out;
}

bool hasCircuitPart(const network::Network& network, const machine::CircuitLimits& circuit) {
    return !lower::striding::stagesOf(*network::withActivationsFolded(network), circuit).parts.empty();
}

bool isOneProgram(const network::Network& network, const machine::CircuitLimits& circuit) {
    const auto stages = lower::striding::stagesOf(*network::withActivationsFolded(network), circuit);
    return stages.parts.size() == 1 &&
           std::ranges::all_of(stages.hosts, [](const auto& host) { return host.empty(); });
}

Result<std::optional<TileArray>> arrayOf(const std::string& machine) {
    LW_TRY(const chips::Chip* chip, chips::chipNamed("inference"));
    LW_TRY(const chips::MachineChoice choice, chips::machineNamed(*chip, machine));
    if (choice.cores.count == 1) return std::optional<TileArray>();
    return std::optional(TileArray{choice.cores.count / choice.cores.columns, choice.cores.columns});
}

Outcome checkOverlap(lower::tiling::Overlap overlap, const network::Network& toLower,
                     const machine::CircuitLimits& circuit, const TileArray& array) {
    if (overlap == lower::tiling::Overlap::Recompute) return Done{};
    if (overlap == lower::tiling::Overlap::Both && array.count() > 1)
        return Problem{&messages::kKeptOnArray, {}, {}, {}, {}};
    if (!isOneProgram(toLower, circuit)) return Problem{&messages::kKeptByHost, {}, {}, {}, {}};
    return Done{};
}

std::uint64_t TilePrograms::rounds(const TilingPlan& plan) const {
    const auto along = [](std::size_t tiles, std::size_t circuits) {
        return (tiles + circuits - 1) / circuits;
    };
    return along(plan.rows.tiles.size(), array.rows) * along(plan.columns.tiles.size(), array.columns);
}

Halo haloOf(const AxisPlan& plan) {
    Halo out;
    for (const lower::tiling::AxisOutput& output : plan.outputs)
        out.low = std::max(out.low, network::ceilOf(output.dummyLow * output.scale.under, output.scale.over));
    out.low = std::min(out.low, plan.fixed - plan.step);
    out.high = plan.fixed - plan.step - out.low;
    return out;
}

namespace {

// What circuit `number` of some along one direction shares with those beside it.
Result<SharedAxis> sharedAlong(const AxisPlan& plan, std::string_view direction, std::size_t number,
                               std::size_t circuits) {
    if (circuits == 1) return SharedAxis{};
    for (std::size_t i = 0; i < plan.tiles.size(); ++i)
        if (plan.tiles[i].start != static_cast<std::int64_t>(i) * plan.step)
            return Problem{
                &messages::kUnevenTiles, {std::string(direction), std::to_string(plan.step)}, {}, {}, {}};
    const Halo halo = haloOf(plan);
    if (!halo.isWithin(plan.step))
        return Problem{&messages::kHaloTooWide,
                       {std::to_string(std::max(halo.low, halo.high)), std::string(direction),
                        std::to_string(plan.step), std::to_string(plan.fixed)},
                       {},
                       {},
                       {}};
    return SharedAxis{static_cast<std::uint64_t>(halo.low), static_cast<std::uint64_t>(plan.step),
                      number != 0, number + 1 != circuits};
}

// The same of one that shares layers: its tile is its own.
SharedAxis partAlong(const AxisPlan& plan, std::size_t number, std::size_t circuits) {
    return {0, static_cast<std::uint64_t>(plan.fixed), number != 0, number + 1 != circuits};
}

// A border is at most as wide as what the neighbour has.
Outcome checkBorders(const lower::striding::NetworkPlan& plan, const TilingPlan& tiles,
                     const TileArray& array) {
    const auto tooWide = [&](std::uint64_t border, std::string_view direction, std::uint64_t has,
                             std::int64_t fixed) {
        return Problem{
            &messages::kHaloTooWide,
            {std::to_string(border), std::string(direction), std::to_string(has), std::to_string(fixed)},
            {},
            {},
            {}};
    };
    for (const auto& frames : plan.frames)
        for (const lower::Frame& frame : frames) {
            const std::uint32_t high = std::max(frame.pad.top, frame.pad.bottom),
                                wide = std::max(frame.pad.left, frame.pad.right);
            if (array.rows > 1 && high > frame.rows)
                return tooWide(high, "rows", frame.rows, tiles.fixed.rows);
            if (array.columns > 1 && wide > frame.columns)
                return tooWide(wide, "columns", frame.columns, tiles.fixed.columns);
        }
    return Done{};
}

} // namespace

Result<TilePrograms> lowerTiles(const TileNetwork& tile, const TilingPlan& plan,
                                const machine::CircuitLimits& circuit, const Options& options,
                                const TileArray& array) {
    LW_TRY([[maybe_unused]] const Done can, checkOverlap(plan.overlap, tile.toLower(), circuit, array));
    TilePrograms out;
    out.array = array;
    const bool sharesLayers = options.launches && options.launches->share == lower::striding::Share::Layers;
    if (sharesLayers && plan.overlap != lower::tiling::Overlap::Recompute)
        return Problem{&messages::kKeptInParts, {}, {}, {}, {}};
    LW_REQUIRE(plan.overlap == lower::tiling::Overlap::Recompute || array.count() == 1 || array.isApart,
               "circuits that keep columns have whole rows of tiles");
    if (sharesLayers) {
        LW_TRY([[maybe_unused]] const Done apart, checkParts(tile, array));
    }
    std::map<std::array<bool, 4>, std::size_t> known; // by the neighbours that there are
    for (std::size_t number = 0; number < array.count(); ++number) {
        Options own = options;
        if (!own.launches) own.launches.emplace();
        for (std::size_t i = 0; tile.masked && i < tile.masked->masks.size(); ++i)
            own.launches->constants.push_back(
                network::nameOf(tile.masked->network, tile.masked->masks[i].constant));
        for (std::size_t i = 0; tile.masked && i < tile.masked->kept.size(); ++i) {
            const lower::tiling::KeptStrip& kept = tile.masked->kept[i];
            own.launches->kept.push_back({network::nameOf(tile.masked->network, kept.strip),
                                          network::nameOf(tile.masked->network, kept.whole),
                                          kept.direction == network::Direction::Rows});
        }
        const std::size_t row = number / array.columns, column = number % array.columns;
        SharedAxis rows, columns;
        if (sharesLayers) {
            rows = partAlong(plan.rows, row, array.rows);
            columns = partAlong(plan.columns, column, array.columns);
        } else if (!array.isApart) {
            LW_TRY(rows, sharedAlong(plan.rows, "rows", row, array.rows));
            LW_TRY(columns, sharedAlong(plan.columns, "columns", column, array.columns));
        }
        own.launches->rows = rows;
        own.launches->columns = columns;
        const auto [at, isNew] = known.try_emplace(
            {rows.hasBefore, rows.hasAfter, columns.hasBefore, columns.hasAfter}, out.programs.size());
        if (isNew) {
            LW_TRY(lower::striding::LoweredNetwork lowered,
                   lower::striding::lowerInParts(tile.toLower(), circuit, own));
            LW_REQUIRE(lowered.parts.size() == 1, "a network that is one program");
            if (sharesLayers) {
                LW_TRY([[maybe_unused]] const Done fits,
                       checkBorders(lowered.parts.front().plan, plan, array));
            }
            out.programs.push_back(std::move(lowered.parts.front()));
        }
        out.ofCircuit.push_back(at->second);
    }
    return out;
}

} // namespace lw::project
